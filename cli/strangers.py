"""A program that we did not start under attack: behind an invite, or coming to ours.

Nothing but the wire can be judged here: which Close, or none. A host is good for one match, so each
case that ends one takes the next invite; a guest gets a new invite for each case. Where a case
needs the other side's player to say something, its owner is asked to. Below: `duel`.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Role
from lycee_net.errors import LinkLostError, LocalProtocolError
from lycee_net.identity import KEY_SIZE, Identity
from lycee_net.invite import SECRET_SIZE, Invite, format_invite, hash_key, parse_invite
from lycee_net.transport import listen, port_of

from .cases import judge_close
from .duel import Duel, MisbehavedError, UnreachedError
from .faults import NETWORK, UNFINISHED, USAGE, Fault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lycee_core import Catalogue

    from .cases import Case

COMES_WITHIN = 600  # seconds that a guest has to be started
PERSON_SECONDS = 120  # more, where somebody has to write a line


class Stranger:
    """What stands at the other end."""

    def __init__(self, invite: Invite, listeners: Sequence[trio.SocketListener] = ()) -> None:
        self.invite = invite
        self._listeners = listeners

    async def connect(self) -> trio.abc.Stream:
        """Connect to the host, or wait for the guest."""
        if self._listeners:
            with trio.fail_after(COMES_WITHIN):
                return await self._listeners[0].accept()
        return await trio.open_tcp_stream(self.invite.host, self.invite.port)

    async def wish(self, word: str) -> None:
        """Ask for a word of the other side's player."""
        sys.stderr.write(f"lycee conform: now let the other side say: {word}\n")
        await trio.lowlevel.checkpoint()

    async def hush(self) -> None:
        """Ask for silence of the other side's player."""
        sys.stderr.write("lycee conform: now let the other side not answer\n")
        await trio.lowlevel.checkpoint()

    async def memory(self) -> int | None:
        """Nothing can be seen of it."""
        await trio.lowlevel.checkpoint()
        return None


async def attack_host(
    cases: Sequence[Case],
    catalogue: Catalogue,
    invites: Iterator[Invite],
    tell: Callable[[Case, list[str]], None],
) -> None:
    """Attack hosts behind invites, the cases first that a host must survive.

    Raises:
        Fault: there are not enough invites.
    """
    stranger: Stranger | None = None
    for case in sorted(cases, key=lambda case: case.ending.exit is not None):
        if stranger is None:
            invite = next(invites, None)
            if invite is None:
                raise Fault(UNFINISHED, f"case {case.number} needs a fresh invite")
            stranger = Stranger(invite)
        identity = Identity(os.urandom(KEY_SIZE))
        tell(case, await _attack(case, catalogue, stranger, identity))
        if case.ending.exit is not None:
            stranger = None


def read_invite(text: str) -> Invite:
    """Read an invite that somebody gave; a `Fault` if it is none."""
    try:
        return parse_invite(text)
    except LocalProtocolError as error:
        raise Fault(USAGE, f"invite: {error}") from None


async def attack_guests(
    cases: Sequence[Case],
    catalogue: Catalogue,
    address: str,
    tell_invite: Callable[[str], None],
    tell: Callable[[Case, list[str]], None],
) -> None:
    """Attack guests that come for the invites that are told, one for each case.

    Raises:
        Fault: no port can be had.
    """
    try:
        listeners = await listen(0)
    except LinkLostError as error:
        raise Fault(NETWORK, str(error)) from None
    for case in cases:
        identity = Identity(os.urandom(KEY_SIZE))
        secret = os.urandom(SECRET_SIZE)
        invite = Invite(address, port_of(listeners), secret, hash_key(identity.key))
        tell_invite(format_invite(invite))
        tell(case, await _attack(case, catalogue, Stranger(invite, listeners), identity))
    for listener in listeners:
        await listener.aclose()


async def _attack(
    case: Case, catalogue: Catalogue, stranger: Stranger, identity: Identity
) -> list[str]:
    duel = Duel(catalogue, identity, case.victim, stranger.invite.secret, stranger, case.deck)
    seconds = case.seconds + (PERSON_SECONDS if case.is_typed else 0)
    if case.victim is Role.GUEST:
        seconds += COMES_WITHIN
    try:
        with trio.fail_after(seconds):
            await case.attack(duel)
            return judge_close(case.ending, await duel.last_word())
    except trio.TooSlowError:
        return [f"nothing after {seconds:.0f} seconds"]
    except (MisbehavedError, UnreachedError, LinkLostError, OSError) as error:
        return [str(error)]
    finally:
        await duel.aclose()
