"""How a match over the network ended, and who is met there, in words. Below: `known`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_net.errors import CloseCode, HelloError
from lycee_net.game import DRAW as DRAWN
from lycee_net.greeting import SUITES, VERSIONS
from lycee_net.messages import Reason

from .faults import NETWORK, PEER, UNFINISHED, USAGE, Fault
from .known import Standing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_net.chain import Result
    from lycee_net.errors import RemoteProtocolError
    from lycee_net.game import Rules
    from lycee_net.messages import Options

LEFT = "left before the end"
OTHER_KEY = "the other side knows your name under another key, and does not play"
OTHER_KEY_THAN_EXPECTED = (
    "its invite names another key, or it knows your name under another key, and does not play"
)
WHY = {
    Reason.RULES: "", Reason.CONCEDE: "by concession", Reason.TIME: "on time",
    Reason.AGREED: "by agreement",
}  # fmt: skip

HOW = {
    Reason.RULES: "", Reason.CONCEDE: "concede", Reason.TIME: "time", Reason.AGREED: "agreement",
}  # fmt: skip


def met_text(standing: Standing, names: Sequence[str]) -> str:
    """What is known of a key, to stand behind it."""
    match standing:
        case Standing.KNOWN:
            return ", known"
        case Standing.RENAMED:
            return f", known as {names[-1]}"
        case Standing.CHANGED:
            return ", a new key of that name"
    return ", new"


def changed_key_fault(name: str, key: bytes, known: Sequence[bytes]) -> Fault:
    """The fault of a known name under an unknown key."""  # P4.8
    before = known[-1].hex()[:16]
    text = f"{name} has key {key.hex()[:16]}, and the {name} you know has {before}: somebody else,"
    return Fault(PEER, f"{text} or a new machine; ask, and if all is well say --new-key (P4.8)")


def clock_text(options: Options) -> str:
    """A clock in words."""
    away = f"; {options.away} s away, then it runs" if options.away else ""
    return f"{options.bank} s, and {options.per_decision} s for each message{away}"


def broken_fault(error: RemoteProtocolError) -> Fault:
    """The fault of a match that the other side broke; a host of another key is a wrong invite."""
    if error.code == CloseCode.IDENTITY:
        return Fault(USAGE, "invite: the host who answers has another key than it names (P5.2)")
    if error.code == CloseCode.OPTIONS:
        return Fault(PEER, f"{error.reason}; what the host offers is the host's choice (P5.8)")
    if isinstance(error, HelloError):
        return Fault(PEER, f"the two programs do not fit together: {error}")
    return Fault(PEER, f"the other side broke the protocol: {error}")


def unfit_text(code: CloseCode | int, rules: Rules) -> str:
    """Why a guest went without a Hello of its own, as far as its code says; ours to compare."""
    match code:
        case CloseCode.IDENTITY:
            return OTHER_KEY_THAN_EXPECTED
        case CloseCode.VERSION:
            return f"it speaks another version of the protocol than ours, {VERSIONS[0]}"
        case CloseCode.SUITE:
            return f"it knows another suite of ciphers than ours, {SUITES[0]}"
        case CloseCode.RULES:
            return f"it has other rules than ours, {rules.name} {rules.rules_hash.hex()[:8]}"
        case CloseCode.CATALOGUE:
            ours = rules.catalogue_hash.hex()[:8]
            return f"it has other cards than ours, catalogue {ours}; give both the same --cards"
        case CloseCode.OPTIONS:
            return "it does not take our clocks or our choice about open looks"
    return "it closed the connection"


def closed_fault(code: CloseCode | int) -> Fault:
    """The fault of a match that the other side closed."""
    if code == CloseCode.LATER:
        return Fault(NETWORK, "the other side left the match")
    if code == CloseCode.TIME:
        return Fault(UNFINISHED, "the other side says that your time is over")
    if code == CloseCode.IDENTITY:
        return Fault(PEER, f"{OTHER_KEY} (P4.8)")
    name = code.name.lower() if isinstance(code, CloseCode) else str(code)
    return Fault(PEER, f"the other side refuses to go on: it says {name} (P12)")


def how_word(result: Result) -> str:
    """How a match ended, in the word that programs read (N8.3)."""
    return HOW[result.reason] or result.detail.partition(" ")[0]


def result_text(result: Result, who: Callable[[int], str]) -> str:
    """How a match ended, in one line."""
    how = WHY[result.reason] or f"by {result.detail}"
    waived = ", audit waived" if result.is_waived else ""
    if result.winner == DRAWN:
        return f"drawn {how}{waived}"
    return f"{who(result.winner)} won {how}{waived}"
