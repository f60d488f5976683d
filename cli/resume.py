"""`lycee resume`: a match that was cut off, from its folder; without a name, the list of those.

The journal alone brings a match back: who we are in it, our list, where to dial or to listen. What
was said is not told again; the player is asked what it was asked. Below: `peer`, `home`.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lycee_core.deck import Deck
from lycee_core.view import view
from lycee_net.channel import Role
from lycee_net.errors import LinkLostError, ProtocolError
from lycee_net.match import LyceeRules, Match
from lycee_net.messages import Hello
from lycee_net.protocol import Protocol
from lycee_net.records import JournalError, read_journal
from lycee_net.resume import revive_match
from lycee_net.states import State
from lycee_net.transport import Session, listen, port_of

from .chair import Chair
from .faults import CHECK, INPUT, NETWORK, USAGE, Fault, unreadable
from .peer import sit_down
from .sitting import Sitting
from .verdicts import result_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lycee_core import Catalogue
    from lycee_net.chain import Chain, Result
    from lycee_net.identity import Identity

    from .home import Home, MatchFolder
    from .players import Player
    from .render import Printer

WAITS = {State.STEP_ME: "your turn", State.STEP_YOU: "their turn", State.CROSS: "you conceded"}


@dataclass(frozen=True, slots=True)
class Way:
    """How the other side is found again; nothing of it given: as the match was begun."""

    connect: tuple[str, int] | None = None
    port: int | None = None
    wait: float = 0


def find_match(home: Home, name: str) -> MatchFolder:
    """Return the folder of a match, by its name or a part of it.

    Raises:
        Fault: there is none, or more than one.
    """
    names = match_names(home)
    found = [one for one in names if one == name] or [one for one in names if name in one]
    if len(found) != 1:
        what = "no match" if not found else f"{len(found)} matches"
        raise Fault(USAGE, f"found {what} called {name}; `lycee resume` lists them")
    return home.match(found[0])


def match_names(home: Home) -> list[str]:
    """Return the names of all match folders, oldest first."""
    try:
        return sorted(os.listdir(home.folder / "matches"))
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(str(error.filename), error) from None


def list_lines(home: Home, catalogue: Catalogue) -> list[str]:
    """Say what can be resumed, one line a match; those that are done or broken are left out."""
    lines = []
    for name in match_names(home):
        text = _describe(home.folder / "matches" / name / "journal", catalogue)
        if text is not None:
            lines.append(f"{name}  {text}")
    return lines or ["no match is open"]


def _describe(path: Path, catalogue: Catalogue) -> str | None:
    if not path.is_file():  # a pipe would keep us waiting
        return None
    try:
        revived = revive_match(read_journal(path.read_bytes()).records, LyceeRules(catalogue))
    except OSError:
        return None
    except JournalError as error:
        return str(error)
    except ProtocolError as error:
        return f"cannot be resumed: {error}"
    chain = revived.chain
    if chain.state is not State.AWAY:
        return None
    wait = WAITS.get(chain.resting, "the result is not signed by both")
    role = "host" if revived.start.role is Role.HOST else "guest"
    return f"{role} against {peer_name(chain)}, {chain.n} messages, {wait}"


def peer_name(chain: Chain) -> str:
    """The name that the other side gave itself."""
    hello = chain.hellos[1 - chain.role.value].message
    assert isinstance(hello, Hello), "a greeting holds nothing else"
    return "".join(c if c.isprintable() else "?" for c in hello.name)


def revive(folder: MatchFolder, identity: Identity, catalogue: Catalogue) -> Protocol:
    """Return our side of the match in a folder, its link away.

    Raises:
        Fault: the folder is in use, damaged, or of another identity, catalogue or program.
    """
    journal = folder.reopen()
    try:
        protocol = Protocol.revive(journal, identity, LyceeRules(catalogue))
    except JournalError as error:
        raise Fault(INPUT, f"{folder.folder.name}: {error}") from None
    except ProtocolError as error:
        raise Fault(CHECK, f"{folder.folder.name}: {error}") from None
    if not protocol.can_resume:
        raise Fault(CHECK, f"{folder.folder.name}: this match is over, and not in order")
    return protocol


async def resume(protocol: Protocol, chair: Chair, way: Way, tell: Callable[[int], None]) -> Result:
    """Carry a match on: listen or dial, until the other side is there, and play.

    Args:
        protocol: of the match.
        chair: who sits there.
        way: where.
        tell: is given the port if we listen.

    Raises:
        Fault: the other side did not come, or the match was not finished.
    """
    session = Session(None, protocol)
    session.word_patience = way.wait
    host, port = protocol.place or ("", 0)
    listeners = []
    if way.connect is not None or (protocol.seat == Role.GUEST and way.port is None):
        session.place = way.connect or (host, port)
    else:
        try:
            listeners = list(await listen(port if way.port is None else way.port))
        except LinkLostError as error:
            raise Fault(NETWORK, str(error)) from None
        tell(port_of(listeners))
    moved = session.place or ("", port_of(listeners))
    if moved != protocol.place:
        protocol.move(moved)
    sitting = Sitting(chair, session)
    sitting.go_on()
    return await sit_down(sitting, chair, session, listeners)


def seat_down(
    protocol: Protocol,
    folder: MatchFolder,
    catalogue: Catalogue,
    identity: Identity,
    people: tuple[Player, Printer],
    again: tuple[float, str],
) -> Chair:
    """Return the chair of a resumed match; it tells where the game stands.

    Args:
        people: who plays, and who prints.
        again: how long a lost link is waited for, and what goes on with the match after that.
    """
    (player, printer), (wait, command) = people, again
    own = protocol.chain.table.own
    assert own is not None, "a player has cards"
    state = Match(protocol).state
    printer.say([f"{folder.folder.name} against {peer_name(protocol.chain)}"])
    if protocol.state is State.DONE:
        assert protocol.chain.result is not None, "a match that is done has a result"
        printer.say([f"{result_text(protocol.chain.result, printer.who)}; waiting to say so again"])
    else:
        printer.field(view(state, protocol.seat))
    deck = Deck("resumed", own.cards, catalogue)
    return Chair(
        catalogue, deck, identity, "", folder, player, printer, wait=wait, resume_command=command
    )
