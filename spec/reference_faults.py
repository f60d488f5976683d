"""Messages with one fault each, signed with good keys, for places of honest matches.

Every fault is judged by the side that receives it, after everything before it was taken. The layer
is the check of P7.2 that must fail, the code that of P12. Above: `reference`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reference_match import (
    AGREED,
    CLOSE,
    COMMIT,
    CONCEDE,
    DECIDE,
    DRAW,
    END,
    OPEN,
    PICK,
    PING,
    RESUME,
    RULES,
    SEAL,
    SHOW,
    STEP,
    TIME,
    VALUE,
    Match,
)
from reference_wire import L, Signer, encode, pseudo, roll_leaf, roll_secret

if TYPE_CHECKING:
    from collections.abc import Callable

    Fields = list[Any]
    Forge = Callable[[Match, int], bytes]


@dataclass(frozen=True)
class Fault:
    """One message that must be refused."""

    name: str
    layer: str
    code: str
    section: str
    match: Match
    at: int  # it comes in the place of this message
    by: int  # the seat that sends it
    raw: bytes


def step_with(match: Match, *codes: int, after: int = 2) -> int:
    """The first Step with exactly these parts, from a message number on."""
    for at, fields in enumerate(match.fields):
        if at >= after and fields[0] == STEP and [part[0] for part in fields[3]] == list(codes):
            return at
    raise AssertionError(f"{match.name} has no Step {codes}")


def signed(match: Match, at: int, fields: Fields, *, by: int | None = None) -> bytes:
    """A message in the name of the sender of that place."""
    sender = match.senders[at] if by is None else by
    return match.players[sender].signer.message(match.context(match.fields[at]), fields)


def signed_bytes(match: Match, at: int, body: bytes) -> bytes:
    """Bytes of any kind, signed."""
    signer = match.players[match.senders[at]].signer
    return body + signer.sign(match.context(match.fields[at]), body)


def field(index: int, value: Any) -> Forge:  # noqa: ANN401
    """The honest message with one field changed; a function gets the old value."""

    def forge(match: Match, at: int) -> bytes:
        fields = list(match.fields[at])
        fields[index] = value(fields[index]) if callable(value) else value
        return signed(match, at, fields)

    return forge


def parts(change: Callable[[Fields], Fields]) -> Forge:
    """The honest Step with other parts."""
    return field(3, lambda old: change([list(part) for part in old]))


def part(code: int, index: int, change: Callable[[Any], Any]) -> Forge:
    """The honest Step with one field of the first part of a kind changed."""

    def alter(old: Fields) -> Fields:
        one = next(one for one in old if one[0] == code)
        one[index] = change(one[index])
        return old

    return parts(alter)


def shown(index: int, change: Callable[[Any], Any]) -> Forge:
    """The first opening with one field changed."""

    def alter(cards: Fields) -> Fields:
        first = list(cards[0])
        first[index] = change(first[index])
        return [first, *cards[1:]]

    return part(SHOW, 1, alter)


def fields(*values: Any) -> Forge:  # noqa: ANN401
    """Another message: its type, and the fields behind n and prev."""

    def forge(match: Match, at: int) -> bytes:
        old = match.fields[at]
        return signed(match, at, [values[0], old[1], old[2], *values[1:]])

    return forge


def flip(data: bytes) -> bytes:
    """One bit changed."""
    return bytes([data[0] ^ 1]) + data[1:]


def body_with(change: Callable[[bytes], bytes]) -> Forge:
    """The honest body, changed and signed again."""
    return lambda match, at: signed_bytes(match, at, change(match.messages[at][:-64]))


def long_n(body: bytes) -> bytes:
    """The number in two bytes instead of one."""
    assert body[2] < 24, body[2]
    return body[:2] + bytes([0x18, body[2]]) + body[3:]


def faults_of_encoding(m: Match) -> list[tuple[Any, ...]]:
    """Bytes that are no message: they convict nobody."""
    lone = step_with(m, DECIDE)
    deep = b"\x81" * 5000 + b"\x00"
    over = 16_000 - len(m.messages[lone]) + 20
    rows = [
        ("ten bytes", lambda *_: bytes(10), "shape", "P5.1"),
        ("a signature without a body", lambda *_: bytes(64), "shape", "P5.1"),
        ("n not in its shortest form", body_with(long_n), "decode", "P3.2"),
        ("a byte behind the value", body_with(lambda b: b + b"\x00"), "decode", "P3.2"),
        ("an array of open length", body_with(lambda b: b"\x9f" + b[1:] + b"\xff"), "decode",
         "P3.2"),
        ("5000 nested arrays", lambda m, at: signed_bytes(m, at, deep), "decode", "P3.2"),
        ("an array of 2^32", lambda m,
         at: signed_bytes(m, at, b"\x9b" + bytes(3) + b"\1" + bytes(4)),
         "decode", "P3.2"),
        ("a number instead of an array", lambda m, at: signed_bytes(m, at, b"\x05"), "shape",
         "P5.1"),
        ("two fields", lambda m, at: signed_bytes(m, at, encode([1, 2])), "shape", "P5.1"),
        ("type 6", field(0, 6), "shape", "P5.1"),
        ("true for type 1", field(0, True), "shape", "P5.6"),
        ("n of 2^32", field(1, 2**32), "shape", "P5.6"),
        ("prev of 31 bytes", field(2, bytes(31)), "shape", "P5.1"),
        ("prev as text", field(2, "a" * 32), "shape", "P5.6"),
        ("a sixth field", lambda m, at: signed(m, at, [*m.fields[at], 0]), "shape", "P5.1"),
        ("a digest of 33 bytes", field(4, bytes(33)), "shape", "P5.1"),
        ("an offer that is 1", field(5, 1), "shape", "P5.6"),
        ("part 7", parts(lambda old: [[7, b""]]), "shape", "P5.3"),
        ("a part without a code", parts(lambda old: [[]]), "shape", "P5.3"),
        ("a decision with two lines", parts(lambda old: [[*old[0], b"\0\x78"]]), "shape", "P5.3"),
        ("a line of 257 bytes", part(DECIDE, 1, lambda _: bytes(257)), "shape", "P5.3"),
        ("256 slots", parts(lambda old: [[PICK, bytes(256)]]), "shape", "P5.3"),
        ("leaves of 33 bytes", parts(lambda old: [[SEAL, bytes(33)]]), "shape", "P5.3"),
        ("an opening of two fields", parts(lambda old: [[SHOW, [[1, 2]]]]), "shape", "P5.3"),
        ("handle 256", parts(lambda old: [[SHOW, [[256, 2, bytes(32)]]]]), "shape", "P5.6"),
        ("card 65536", parts(lambda old: [[SHOW, [[1, 65536, bytes(32)]]]]), "shape", "P5.6"),
        ("a Step over its limit",
         parts(lambda old: [*old, *[[DECIDE, bytes(200)]] * (over // 205 + 2)]),
         "shape", "P11"),
        ("a Ping with a field", fields(PING, 0), "shape", "P5.1"),
        ("a Close without a code", fields(CLOSE), "shape", "P5.1"),
        ("a Close with code 256", fields(CLOSE, 256), "shape", "P5.6"),
        ("an End with winner 3", fields(END, 3, CONCEDE, False, []), "shape", "P5.6"),
        ("an End with reason 4", fields(END, 1, 4, False, []), "shape", "P5.6"),
        ("an audit of one field", fields(END, 1, CONCEDE, False, [bytes(32)]), "shape", "P5.4"),
        ("a card list of three bytes", fields(END, 1, CONCEDE, False, [bytes(32), [bytes(3)]]),
         "shape", "P5.4"),
        ("a Resume with one bank", fields(RESUME, bytes(32), [0]), "shape", "P5.1"),
    ]  # fmt: skip
    return [(name, layer, "ENCODING", section, lone, forge) for name, forge, layer, section in rows]


def with_key(seed: str) -> Forge:
    """Signed by somebody else."""
    return lambda m, at: Signer(pseudo(seed)).message(m.context(m.fields[at]), m.fields[at])


def large_s(match: Match, at: int) -> bytes:
    """S and the order of the group."""
    raw = match.messages[at]
    s = int.from_bytes(raw[-32:], "little") + L
    return raw[:-32] + s.to_bytes(32, "little")


def in_context(context: Callable[[Match], bytes]) -> Forge:
    """Signed for something else."""
    return lambda m, at: m.players[m.senders[at]].signer.message(context(m), m.fields[at])


def faults_of_signatures(m: Match) -> list[tuple[Any, ...]]:
    """Signatures that are none: they convict nobody."""
    lone = step_with(m, DECIDE)
    rows: list[tuple[str, Forge]] = [
        ("another key", with_key("stranger")),
        ("S not reduced", large_s),
        ("R of small order", lambda m, at: m.messages[at][:-64] + bytes(32) + m.messages[at][-32:]),
        ("signed for another match", in_context(lambda _: bytes(32))),
        ("signed for the handshake", in_context(lambda m: m.channel.hash)),
        ("a bit of the body", lambda m, at: m.messages[at][:-65] + b"\xf5" + m.messages[at][-64:]),
        ("a bit of S", lambda m, at: m.messages[at][:-32] + flip(m.messages[at][-32:])),
        ("a Close of nobody", lambda m, at: Signer(pseudo("stranger")).message(
            m.sid, [CLOSE, m.fields[at][1], m.fields[at][2], 0])),
    ]  # fmt: skip
    return [(name, "signature", "SIGNATURE", "P3.4", lone, forge) for name, forge in rows]


def faults_of_order(m: Match) -> list[tuple[Any, ...]]:
    """Types and numbers that are not legal now, and other chains."""
    lone = step_with(m, DECIDE)
    rows: list[tuple[str, Forge, str, str]] = [
        ("a number too high", field(1, lambda n: n + 2), "order", "P7.2"),
        ("a number too low", field(1, lambda n: n - 2), "order", "P7.2"),
        ("the last Step again", lambda m, at: m.messages[at - 2], "order", "P7.2"),
        ("another Hello", lambda m, at: m.players[m.senders[at]].signer.message(
            m.channel.hash, m.fields[m.senders[at]]), "order", "P7.1"),
        ("a Ping from the future", fields_with_n(PING, 1), "order", "P7.2"),
        ("the prev of an older message", field(2, m.heads[lone - 3]), "chain", "P7.2"),
        ("a prev of zeros", field(2, bytes(32)), "chain", "P7.2"),
        ("a Ping on another chain", lambda m, at: signed(m, at, [PING, m.fields[at][1], bytes(32)]),
         "chain", "P7.2"),
        ("a concession on another chain", lambda m, at: signed(
            m, at, [END, m.fields[at][1], bytes(32), 1 - m.senders[at], CONCEDE, False, []]),
         "chain", "P7.2"),
    ]  # fmt: skip
    codes = {"order": "ORDER", "chain": "CHAIN"}
    return [(name, layer, codes[layer], sec, lone, forge) for name, forge, layer, sec in rows]


def fields_with_n(kind: int, more: int) -> Forge:
    """A word with another number."""
    return lambda m, at: signed(m, at, [kind, m.fields[at][1] + more, m.fields[at][2]])


def without(code: int) -> Forge:
    """The honest Step without its first part of a kind."""

    def drop(old: Fields) -> Fields:
        at = next(i for i, one in enumerate(old) if one[0] == code)
        return old[:at] + old[at + 1 :]

    return parts(drop)


def plus(*more: Any) -> Forge:  # noqa: ANN401
    """The honest Step with a part behind it."""
    return parts(lambda old: [*old, list(more)])


def faults_of_parts(m: Match) -> list[tuple[Any, ...]]:
    """Parts that are not due, missing, surplus or of the wrong size."""
    first, second = 2, 3
    lone = step_with(m, DECIDE)
    mill = step_with(m, PICK)
    play = step_with(m, SEAL, SHOW, DECIDE)
    look = step_with(m, SHOW, SEAL, PICK)
    commit = step_with(m, DECIDE, COMMIT)
    value = step_with(m, VALUE)
    opened = step_with(m, OPEN, PICK)
    stray = step_with(m, PICK, after=look + 4)
    milled = mill + 1
    rows: list[tuple[str, int, Forge, str]] = [
        ("a leaf too few", first, part(SEAL, 1, lambda x: x[:-32]), "P5.3"),
        ("a leaf too many", second, part(SEAL, 1, lambda x: x + bytes(32)), "P5.3"),
        ("an empty seal", first, part(SEAL, 1, lambda _: b""), "P5.3"),
        ("a slot too few", second, part(PICK, 1, lambda x: x[1:]), "P5.3"),
        ("a slot too many", mill, part(PICK, 1, lambda x: x + b"\0"), "P5.3"),
        ("a pick in front of the seal", second, parts(lambda old: old[::-1]), "P6.4"),
        ("an empty Step", lone, parts(lambda _: []), "P6.4"),
        ("a Step cut short", second, parts(lambda old: old[:-1]), "P6.4"),
        ("a decision for the other side", lone, plus(DECIDE, b"\0\x78"), "P6.4"),
        ("a pick that is not due", lone, plus(PICK, b"\0"), "P6.4"),
        ("a seal that is not due", lone, plus(SEAL, bytes(96)), "P6.4"),
        ("a decision without its show", play, without(SHOW), "P6.3"),
        ("the dirty hand not sealed", play, without(SEAL), "P6.7"),
        ("a show that is not due", lone, parts(lambda old: [
            [SHOW, [m.fields[look][3][0][1][0]]], *old]), "P6.3"),
        ("an empty show", lone, parts(lambda old: [[SHOW, []], *old]), "P5.3"),
        ("a card shown twice", play, part(SHOW, 1, lambda x: [x[0], x[0]]), "P5.3"),
        ("falling handles", look, part(SHOW, 1, lambda x: x[::-1]), "P6.3"),
        ("one card of a look left out", look, part(SHOW, 1, lambda x: x[1:]), "P6.3"),
        ("a surplus card", play, part(SHOW, 1, lambda x: [*x, m.fields[look][3][0][1][1]]), "P6.3"),
        ("a card of the other side", play, shown(0, lambda _: 60), "P6.3"),
        ("a handle that nobody has", play, shown(0, lambda _: 200), "P6.3"),
        ("a card nobody named a slot for", play, shown(0, lambda _: 6), "P6.3"),
        ("two shows for a decision", play, parts(lambda old: [old[0], old[1], old[1], old[2]]),
         "P6.4"),
        ("a public card shown again", milled + 1, parts(lambda old: [
            [SHOW, [m.fields[play][3][1][1][0], *old[0][1]]], *old[1:]]), "P6.3"),
        ("a roll opened before the value", commit, plus(OPEN, bytes(32), bytes(32)), "P6.4"),
        ("both values by one side", commit, plus(VALUE, bytes(32)), "P6.4"),
        ("a second commitment", commit, plus(COMMIT, bytes(32)), "P6.4"),
        ("a commitment for a value", value, parts(lambda _: [[COMMIT, bytes(32)]]), "P6.4"),
        ("no commitment", commit, parts(lambda old: old[:-1]), "P6.4"),
        ("a roll not opened", opened, parts(lambda old: old[1:]), "P6.4"),
        ("a stray left out", stray, parts(lambda _: [[DECIDE, b"\0\x78"]]), "P6.4"),
    ]  # fmt: skip
    return [(name, "part", "PART", sec, at, forge) for name, at, forge, sec in rows]


def mirrored_roll(match: Match, at: int) -> bytes:
    """The roll opened with what the other seat would have committed to."""
    salt, value = roll_secret(match.players[1 - match.senders[at]].deck_secret, match.sid, 0)
    assert roll_leaf(match.sid, match.senders[at], 0, salt, value)
    return parts(lambda old: [[OPEN, salt, value], *old[1:]])(match, at)


def faults_of_cards(m: Match) -> list[tuple[Any, ...]]:
    """Slots, openings, lines and digests."""
    second, lone = 3, step_with(m, DECIDE)
    mill, play = step_with(m, PICK), step_with(m, SEAL, SHOW, DECIDE)
    opened, look = step_with(m, OPEN, PICK), step_with(m, SHOW, SEAL, PICK)
    named = m.fields[step_with(m, SEAL, PICK)][3][1][1]  # of the host's deck, by the guest
    named_guest = m.fields[step_with(m, PICK, DECIDE)][3][0][1]  # of the guest's deck
    old_salt = m.fields[look][3][0][1][0][2]
    stray = step_with(m, PICK, after=look + 4)
    rows: list[tuple[str, str, str, str, int, Forge]] = [
        ("one slot twice", "pick", "PICK", "P6.3", second, part(PICK, 1, lambda x: x[:1] * len(x))),
        ("a slot named before", "pick", "PICK", "P6.3", mill,
         part(PICK, 1, lambda _: named_guest[:1])),
        ("the size of the bag", "pick", "PICK", "P6.3", second,
         part(PICK, 1, lambda x: b"\x08" + x[1:])),
        ("slot 255", "pick", "PICK", "P6.3", mill, part(PICK, 1, lambda _: b"\xff")),
        ("a stray by a slot named before", "pick", "PICK", "P6.3", stray,
         part(PICK, 1, lambda _: named[:1])),
        ("a bit of a salt", "opening", "COMMITMENT", "P6.3", play, shown(2, flip)),
        ("another card", "opening", "COMMITMENT", "P6.3", play, shown(1, lambda x: x + 1)),
        ("another handle of the hand", "opening", "COMMITMENT", "P6.3", play,
         shown(0, lambda _: 2)),
        ("the salt of another slot", "opening", "COMMITMENT", "P6.3", look,
         part(SHOW, 1, lambda x: [[x[0][0], x[0][1], x[1][2]], *x[1:]])),
        ("the opening of an older seal", "opening", "COMMITMENT", "P6.3", play,
         shown(2, lambda _: flip(old_salt))),
        ("a roll with another value", "opening", "COMMITMENT", "P6.5", opened, part(OPEN, 2, flip)),
        ("a roll with another salt", "opening", "COMMITMENT", "P6.5", opened, part(OPEN, 1, flip)),
        ("a roll of the other seat", "opening", "COMMITMENT", "P6.5", opened, mirrored_roll),
        ("a line the game forbids", "legality", "ILLEGAL", "P6.3", lone,
         part(DECIDE, 1, lambda _: b"\0\x79")),
        ("an empty line", "legality", "ILLEGAL", "P5.3", lone, part(DECIDE, 1, lambda _: b"")),
        ("a bit of the digest", "digest", "DIGEST", "P7.2", lone, field(4, flip)),
        ("the digest of the step before", "digest", "DIGEST", "P7.2", lone,
         field(4, m.fields[lone - 1][4])),
    ]  # fmt: skip
    return [(name, layer, code, sec, at, forge) for name, layer, code, sec, at, forge in rows]


def audit_with(change: Callable[[Fields], Fields]) -> Forge:
    """The honest End with another audit."""
    return field(6, lambda old: change(list(old)))


def faults_of_ends(m: Match) -> list[tuple[Any, ...]]:
    """Results that the chain does not give, and audits that do not fit."""
    lone = step_with(m, DECIDE)
    seat = m.senders[lone]
    first, last = len(m.messages) - 3, len(m.messages) - 2
    rows: list[tuple[str, str, str, str, int, Forge]] = [
        ("a result while the game goes on", "result", "RESULT", "P8.1", lone,
         fields(END, seat, RULES, False, [])),
        ("a draw that nobody offered", "result", "RESULT", "P8.1", lone,
         fields(END, DRAW, AGREED, False, [])),
        ("an agreed win", "result", "RESULT", "P8.1", lone, fields(END, seat, AGREED, False, [])),
        ("a concession to oneself", "result", "RESULT", "P8.1", lone,
         fields(END, seat, CONCEDE, False, [])),
        ("a conceded draw", "result", "RESULT", "P8.1", lone,
         fields(END, DRAW, CONCEDE, False, [])),
        ("the other's time is over", "result", "RESULT", "P8.1", lone,
         fields(END, seat, TIME, False, [])),
        ("the wrong winner", "result", "RESULT", "P8.1", first, field(3, lambda x: 1 - x)),
        ("a draw", "result", "RESULT", "P8.1", first, field(3, DRAW)),
        ("a loser's audit", "result", "RESULT", "P8.3", first,
         field(6, list(m.fields[last][6]))),
        ("another reason in the second End", "result", "RESULT", "P8.1", last, field(4, CONCEDE)),
        ("another winner in the second End", "result", "RESULT", "P8.1", last,
         field(3, lambda x: 1 - x)),
        ("a winner who waives", "result", "RESULT", "P8.3", last, field(5, True)),
        ("no audit", "audit", "AUDIT", "P8.2", last, field(6, [])),
        ("another deck secret", "audit", "AUDIT", "P8.2", last,
         audit_with(lambda old: [flip(old[0]), old[1]])),
        ("a seal too few", "audit", "AUDIT", "P8.2", last,
         audit_with(lambda old: [old[0], old[1][:-1]])),
        ("a seal too many", "audit", "AUDIT", "P8.2", last,
         audit_with(lambda old: [old[0], [*old[1], old[1][0]]])),
        ("two cards of a seal exchanged", "audit", "AUDIT", "P8.2", last,
         audit_with(lambda old: [old[0], [old[1][0][2:4] + old[1][0][:2] + old[1][0][4:],
          *old[1][1:]]])),
        ("a card less in the deck", "audit", "AUDIT", "P8.2", last,
         audit_with(lambda old: [old[0], [old[1][0][:-2], *old[1][1:]]])),
        ("a Step behind the end", "order", "ORDER", "P7.1", last,
         lambda m, at: signed(m, at, [STEP, len(m.heads), m.prev, [], bytes(32), False])),
    ]  # fmt: skip
    return [(name, layer, code, sec, at, forge) for name, layer, code, sec, at, forge in rows]


def faults_of_hellos(m: Match) -> list[tuple[Any, ...]]:
    """Programs that do not fit together, and names that could steer a terminal."""
    names = {
        "an empty name": "",
        "a name of 65 bytes": "a" * 65,
        "a name with an escape": "\x1b[2J",
        "a name with a line end": "a\nb",
        "a name turned around": "\u202eabc",
        "a name with a combining mark": "a\u0301",
        "a name with a zero width joiner": "a\u200db",
    }
    rows: list[tuple[str, str, str, str, int, Forge]] = [
        ("no version in common", "greeting", "VERSION", "P5.2", 0, field(3, [2, 3])),
        ("two versions in an answer", "greeting", "VERSION", "P5.2", 1, field(3, [1, 2])),
        ("a version that was not offered", "greeting", "VERSION", "P5.2", 1, field(3, [2])),
        ("no suite in common", "greeting", "SUITE", "P5.2", 0, field(4, [1])),
        ("a suite that was not offered", "greeting", "SUITE", "P5.2", 1, field(4, [2])),
        ("another host than the invite's", "greeting", "IDENTITY", "P4.2", 0, other_host),
        ("another rules text", "greeting", "RULES", "P5.2", 1, field(8, "vector/2")),
        ("another rules hash", "greeting", "RULES", "P5.2", 0, field(9, flip)),
        ("another catalogue", "greeting", "CATALOGUE", "P5.2", 1, field(10, flip)),
        ("other options", "greeting", "OPTIONS", "P5.2", 1, field(11, [1200, 30, 0, 0])),
        ("recorded from another connection", "signature", "SIGNATURE", "P3.4", 0,
         in_context(lambda _: bytes(32))),
        ("a weak key", "signature", "SIGNATURE", "P3.4", 1, weak_hello),
        ("our own Hello sent back", "order", "ORDER", "P7.2", 1, lambda m, _: m.messages[0]),
        ("a Step before Hello", "order", "ORDER", "P7.1", 0,
         lambda m, at: signed(m, at, [STEP, 0, m.channel.hash, [], bytes(32), False])),
        ("an offer on another handshake", "chain", "CHAIN", "P7.2", 0, field(2, bytes(32))),
        ("three options", "shape", "ENCODING", "P5.1", 1, field(11, [0, 0, 0])),
        ("open looks of 2", "shape", "ENCODING", "P5.1", 1, field(11, [0, 0, 0, 2])),
        ("a key of 31 bytes", "shape", "ENCODING", "P5.1", 1, field(5, lambda x: x[1:])),
    ]  # fmt: skip
    rows += [(name, "shape", "ENCODING", "P5.6", 1, field(6, text)) for name, text in names.items()]
    return list(rows)


def other_host(match: Match, at: int) -> bytes:
    """A good Hello of another key."""
    other = Signer(pseudo("stranger"))
    old = match.fields[at]
    return other.message(match.channel.hash, [*old[:5], other.key, *old[6:]])


def weak_hello(match: Match, at: int) -> bytes:
    """A Hello under the identity of the curve, with the one signature that fits everything."""
    weak = (1).to_bytes(32, "little")
    old = match.fields[at]
    return encode([*old[:5], weak, *old[6:]]) + weak + bytes(32)


def faults_of_cheats(matches: list[Match]) -> list[Fault]:
    """Honest bytes of a dishonest player: the place at which it is found."""
    audits = {"cheat-swap", "cheat-deck", "cheat-size", "cheat-claim"}
    found = []
    for m in matches:
        is_audit = m.name in audits
        at = len(m.messages) - 2 if is_audit else step_with(m, SHOW)
        layer, code = ("audit", "AUDIT") if is_audit else ("opening", "COMMITMENT")
        section = {"cheat-copies": "P6.6", "cheat-card": "P6.3"}.get(m.name, "P8.2")
        found.append(Fault(m.about, layer, code, section, m, at, m.senders[at], m.messages[at]))
    return found


def all_faults(matches: dict[str, Match], cheats: list[Match]) -> list[Fault]:
    """Every fault, those of one layer together."""
    full = matches["full"]
    rows = faults_of_encoding(full) + faults_of_signatures(full) + faults_of_hellos(full)
    rows += faults_of_order(full) + faults_of_parts(full) + faults_of_cards(full)
    rows += faults_of_ends(full)
    found = [
        Fault(name, layer, code, section, full, at, full.senders[at], forge(full, at))
        for name, layer, code, section, at, forge in rows
    ]
    waived = matches["waived"]
    last = len(waived.messages) - 2
    opened = [waived.players[1].deck_secret, [b"".join(c.to_bytes(2, "big") for c in v)
              for v in waived.seals[1].vectors]]  # fmt: skip
    raw = field(6, opened)(waived, last)
    name = "an audit that was waived"
    found.append(Fault(name, "result", "RESULT", "P8.3", waived, last, 1, raw))
    lone = step_with(full, DECIDE)
    eager = signed(full, lone, full.fields[lone], by=1 - full.senders[lone])
    by = 1 - full.senders[lone]
    found.append(
        Fault("a Step although the other owes", "order", "ORDER", "P7.1", full, lone, by, eager)
    )
    return found + faults_of_cheats(cheats)
