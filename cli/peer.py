"""A peer of a match over the network: it hosts or joins, sits down and plays to the end.

Below: `sitting`, `chair`, `lycee_net`; above: `demo`, `actions`.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import trio

from lycee_net.channel import Role
from lycee_net.errors import LinkLostError, LocalProtocolError
from lycee_net.events import PeerBroke, PeerClosed
from lycee_net.invite import SECRET_SIZE, Invite, format_invite, hash_key, parse_invite
from lycee_net.match import LyceeRules
from lycee_net.relink import keep_door
from lycee_net.transport import connect, listen, port_of, serve

from .faults import INTERRUPTED, NETWORK, USAGE, Fault, unreadable
from .sitting import Sitting
from .verdicts import how_word, result_text, unfit_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from lycee_net.chain import Result
    from lycee_net.events import Event
    from lycee_net.transport import Session

    from .chair import Chair


async def host(
    chair: Chair,
    *,
    port: int,
    addresses: Sequence[str],
    bind: str | None,
    tell: Callable[[list[str]], None],
) -> Result:
    """Open a port, tell the invites, wait for the guest and play.

    Args:
        chair: our side.
        port: 0 for a free one.
        addresses: what the invites name, one each.
        bind: the address that listens; None for all.
        tell: is given the invites.

    Raises:
        Fault: the port cannot be had, or the match was not finished.
    """
    secret = chair.sources.cards(SECRET_SIZE)
    fault = LyceeRules(chair.catalogue).open_look_fault(chair.deck.cards)
    if fault is not None and not (chair.options and chair.options.open_looks):
        raise Fault(USAGE, f"our own deck: {fault}; see lycee host --open-looks")
    try:
        listeners = await listen(port, bind)
    except LinkLostError as error:
        raise Fault(NETWORK, str(error)) from None
    key_hash = hash_key(chair.identity.key)
    invites = [Invite(one, port_of(listeners), secret, key_hash) for one in addresses]
    tell([format_invite(invite) for invite in invites])

    def unfit(event: Event) -> None:
        reason = str(event.error) if isinstance(event, PeerBroke) else "it closed the connection"
        if isinstance(event, PeerClosed):
            reason = unfit_text(event.code, LyceeRules(chair.catalogue))
        chair.printer.say([f"a guest came that does not fit: {reason}"])

    place = ("", port_of(listeners))
    session = await serve(listeners, lambda: chair.new_protocol(Role.HOST, secret, place), unfit)
    return await sit_down(Sitting(chair, session), chair, session, listeners)


async def join(chair: Chair, invite_text: str) -> Result:
    """Connect to the host that an invite names, and play.

    Raises:
        Fault: the invite is none, nobody answers, or the match was not finished.
    """
    try:
        invite = parse_invite(invite_text)
    except LocalProtocolError as error:
        raise Fault(USAGE, f"invite: {error}") from None
    place = (invite.host, invite.port)
    protocol = chair.new_protocol(Role.GUEST, invite.secret, place, invite.key_hash)
    try:
        session = await connect(invite, protocol)
    except LinkLostError as error:
        raise Fault(NETWORK, str(error)) from None
    session.place = place
    return await sit_down(Sitting(chair, session), chair, session, ())


async def sit_down(
    sitting: Sitting, chair: Chair, session: Session, listeners: Sequence[trio.SocketListener]
) -> Result:
    """Play to the end, with an open door for a peer that lost its line if somebody listens.

    Raises:
        Fault: the match was not finished; it says how it can go on, if it can.
    """
    session.patience = chair.wait
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_heed_signals)
            if listeners:
                nursery.start_soon(keep_door, session, listeners)
            result = await sitting.play()
            nursery.cancel_scope.cancel()
    except (BaseExceptionGroup, Fault, KeyboardInterrupt, OSError) as error:
        cause = _cause(error)
        if isinstance(cause, OSError) and cause.filename:  # of the journal: the disk is full
            cause = unreadable(str(cause.filename), cause)
        if isinstance(cause, KeyboardInterrupt):
            cause = Fault(INTERRUPTED, "interrupted")
        if isinstance(cause, Fault):
            cause = Fault(cause.code, f"{cause}{sitting.way_back()}")
        raise cause from None
    finally:
        with trio.CancelScope(shield=True):
            await session.aclose()
            for listener in listeners:
                await listener.aclose()
    text = result_text(result, chair.printer.who)
    chair.printer.finished(text, result.winner, how_word(result))
    return result


async def _heed_signals() -> None:
    """End the match as an interrupt does when the system or a closed terminal ends the program."""
    numbers = [one for one in signal.Signals if one.name in ("SIGTERM", "SIGHUP")]
    heeded = [one for one in numbers if signal.getsignal(one) is signal.SIG_DFL]  # not with nohup
    with trio.open_signal_receiver(*heeded) as signals:
        async for number in signals:
            raise Fault(INTERRUPTED, f"interrupted by {signal.Signals(number).name}")


def run_alone(act: Callable[[], Awaitable[Result]]) -> Result:
    """Run a peer to its end; of what went wrong at the same time, raise the first that matters.

    Raises:
        Fault, KeyboardInterrupt: bare, not in a group.
    """

    async def main() -> Result:
        return await act()

    try:
        # An interrupt in the middle of a lock would leave half of it undone, with a warning.
        return trio.run(main, restrict_keyboard_interrupt_to_checkpoints=True)
    except BaseExceptionGroup as group:
        raise _cause(group) from None


def _cause(error: BaseException) -> BaseException:
    """Of all that went wrong at the same time the first that matters."""
    leaves = list(_leaves(error))
    for kind in (KeyboardInterrupt, Fault):
        for leaf in leaves:
            if isinstance(leaf, kind):
                return leaf
    return leaves[0]


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        yield error
        return
    for one in error.exceptions:
        yield from _leaves(one)
