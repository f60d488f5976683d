"""Targets of fuzzing: each takes bytes and fails if what we promise of hostile input does not hold.

The same functions run under Hypothesis in the tests and under a coverage-guided fuzzer by hand
(`fuzz.py`). A target that takes text or files begins with a good one and lets the bytes change it:
most of what is random is refused at the first letter.
"""

from __future__ import annotations

import functools
import io
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from lycee_cli.faults import Fault
from lycee_cli.render import QuietPrinter
from lycee_cli.replay import run_script

from lycee_core import Catalogue
from lycee_core.deck import Deck
from lycee_core.errors import (
    CardDataError,
    DeckError,
    IllegalDecisionError,
    LineError,
    MissingFaceError,
    NotationError,
    printable,
)
from lycee_core.loader import load_text
from lycee_core.notation import format_line, legal_texts, parse_arrangement, parse_line
from lycee_net.channel import Link, Role, invite_psk
from lycee_net.codec import decode_untrusted, encode
from lycee_net.errors import FrameError, LinkLostError, LocalProtocolError, MessageError
from lycee_net.events import Concede
from lycee_net.frames import MAX_FRAME, FrameReader
from lycee_net.invite import format_invite, parse_invite
from lycee_net.match import verify_file_untrusted
from lycee_net.messages import head, parse_message_untrusted, sign_message
from lycee_net.records import (
    FIRST_CHECK,
    MAX_PAYLOAD,
    JournalError,
    Record,
    RecordKind,
    decode_made_untrusted,
    decode_start_untrusted,
    encode_made,
    format_record,
    read_journal,
    read_records_untrusted,
    strip_secrets,
)
from lycee_net.verify import VerdictKind

from ..net.pair import GUEST_KEY, HOST_KEY
from ..net.test_match import LyceePair, ThinkingLycee

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lycee_core import GameState
    from lycee_core.parsed import Card
    from lycee_net.codec import Value
    from lycee_net.match import LyceeGame

ROOT = Path(__file__).parents[2]
CARD_FILES = (
    ROOT / "lycee_core" / "starter" / "cards.toml",
    ROOT / "tests" / "data" / "language_examples.toml",
)
SCRIPTS = ROOT / "tests" / "cli" / "scripts"
DECK_NAMES = Deck.starter_names()
CATALOGUE = Catalogue.starter()
LONGEST_LINE = 1_000  # of one fault
REFUSALS = (NotationError, IllegalDecisionError, LineError, MissingFaceError)
T = TypeVar("T")
PIECES = (
    "", "[", "]", "[[card]]", "{", "}", '"', "'", "=", "#", "\n", "\x00", "\u202e", "-1", "0",
    "9999999999999999999999", "1e999", "nan", "true", "1979-05-27", "'''", "\\u0000", ".", ",",
    "effect", "cost", "n", "amount", "if", "on", "self", "all", "own", "enemy", "pay", "target",
    "on AFL", "#17", "CH-9001", "end", "pass", "AFL", "eDFR", "4 CH-9101", "name:", "expect",
    "0:", "1:", "auto", "deck", "seed", "top", "starts", "illegal", f"R{99}.9",
)  # fmt: skip


def attempt(
    errors: type[Exception] | tuple[type[Exception], ...], call: Callable[..., T], *given: object
) -> tuple[T | None, str]:
    """What a call gives, and what it said if it refused; anything but `errors` goes through."""
    try:
        return call(*given), ""
    except errors as error:
        return None, str(error) or type(error).__name__


# ---- changing what is good ---------------------------------------------------------------------


def numbers(data: bytes) -> Iterator[int]:
    """An endless stream of numbers out of finite bytes."""
    at = 0
    while True:
        yield int.from_bytes(data[at : at + 2], "big")
        at += 2


def changed_text(text: str, data: bytes) -> str:
    """The text with pieces cut out, doubled, moved or replaced, as the bytes say."""
    stream = numbers(data)
    for _ in range(len(data) // 8 + 1):
        act, where, size, piece = (next(stream) for _ in range(4))
        start = where % (len(text) + 1)
        end = start + size % 12
        words = (PIECES[piece % len(PIECES)], text[start:end] * 2, chr(piece), "")
        target = (start, end, start, 0)[act % 4]
        text = text[:start] + words[act % 4] + text[max(target, start) :]
    return text


def changed_bytes(good: bytes, data: bytes) -> bytes:
    """The same for bytes."""
    stream = numbers(data)
    for _ in range(len(data) // 8 + 1):
        act, where, size, piece = (next(stream) for _ in range(4))
        start = where % (len(good) + 1)
        end = start + size % 40
        words = (piece.to_bytes(2, "big"), good[start:end] * 2, b"", piece.to_bytes(2, "big")[1:])
        good = (
            good[:start]
            + words[act % 4]
            + good[(start + len(words[0]), end, end, start)[act % 4] :]
        )
    return good


# ---- the wire ----------------------------------------------------------------------------------


def all_frames(chunks: Sequence[bytes]) -> list[bytes | str]:
    """Frames of a stream that comes in chunks, the error last."""
    reader, found = FrameReader(), cast("list[bytes | str]", [])
    for chunk in chunks:
        reader.receive_data(chunk)
        try:
            while (frame := reader.next_frame()) is not None:
                found.append(frame)
        except FrameError as error:
            return [*found, str(error)]
    assert len(reader.buffer) <= MAX_FRAME + 2 or len(chunks) == 1
    return found


def frames(data: bytes) -> None:
    """Any chunking gives the same frames; a bad length is refused before its body."""
    size = data[0] % 7 + 1 if data else 1
    whole = all_frames([data])
    assert whole == all_frames([data[at : at + size] for at in range(0, len(data), size)])
    assert all(isinstance(frame, str) or len(frame) <= MAX_FRAME for frame in whole)


def link(data: bytes) -> None:
    """Whatever comes first, a host answers nothing to who has not the secret."""
    host = Link(Role.HOST, invite_psk(bytes(16)), lambda n: b"\x07" * n)
    try:
        host.receive_data(data)
        while host.next_message() is not None:
            raise AssertionError("a message without a handshake")
    except LinkLostError:
        pass
    assert not host.is_open
    assert host.data_to_send() == b""


def codec(data: bytes) -> None:
    """What is decoded is encoded to the same bytes."""
    try:
        value = decode_untrusted(data)
    except MessageError:
        return
    assert encode(value) == data


@functools.cache
def real_messages() -> tuple[bytes, ...]:
    """One message of every kind and many parts."""
    pair = LyceePair(3)
    pair.play(lambda pair: pair.host.protocol.is_connected and pair.host.protocol.chain.n > 30)
    records = read_records_untrusted(pair.guest.storage.read()).records
    got = [record.payload for record in records if record.kind is RecordKind.GOT]
    chain = pair.guest.protocol.chain
    return (*got, *(signed.raw for signed in chain.hellos), *short_match()[1])


def messages(data: bytes) -> None:
    """What is parsed is a message that we would have written so."""
    kinds = real_messages()
    for raw in (data, changed_bytes(kinds[len(data) % len(kinds)], data)):
        try:
            signed = parse_message_untrusted(raw)
        except MessageError:
            continue
        assert sign_message(signed.message, HOST_KEY, b"").body == signed.body
        assert signed.raw == raw


def invites(data: bytes) -> None:
    """An invite is read or refused in one line, and is what is written again."""
    good = "lycee1:[2001:db8::7]:40123:" + "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnop"
    text = changed_text(good, data)
    invite, refusal = attempt(LocalProtocolError, parse_invite, text)
    assert "\n" not in refusal
    assert invite is None or parse_invite(format_invite(invite)) == invite


# ---- files -------------------------------------------------------------------------------------


@functools.cache
def short_match() -> tuple[bytes, tuple[bytes, ...]]:
    """The transcript of a match that was conceded early and audited, and its Ends."""
    pair = ThinkingLycee(2, 9)
    asked, other = pair.settle()
    asked.protocol._outgoing += asked.protocol.send(Concede())
    pair.play()
    records = read_journal(other.storage.read()).records
    data = strip_secrets(records)
    assert verify_file_untrusted(data, CATALOGUE).kind is VerdictKind.FINISHED
    return data, tuple(record.payload for record in records if record.kind is RecordKind.GOT)


def records(data: bytes) -> None:
    """A file of records is read, cut off where it is torn, or called damaged with its place."""
    good, _ = short_match()
    for file in (data, changed_bytes(good, data)):
        for read in (read_records_untrusted, read_journal):
            reading, refusal = attempt(JournalError, read, file)
            assert refusal.startswith("damaged at byte ") or reading is not None
            assert reading is None or reading.end <= len(file)


def transcripts(data: bytes) -> None:
    """A changed file is never called finished, and never makes the verifier fall over."""
    good, _ = short_match()
    for file in (changed_bytes(good, data), with_changed_record(good, data), data):
        verdict = verify_file_untrusted(file, CATALOGUE)
        assert "\n" not in verdict.text
        if verdict.kind is VerdictKind.FINISHED:
            assert essence(file) == essence(good)


def with_changed_record(good: bytes, data: bytes) -> bytes:
    """The file with one record changed and all checks made good again: only signatures are left."""
    stream = numbers(data)
    old = read_records_untrusted(good).records
    act, where, kind, other = (next(stream) for _ in range(4))
    at = where % len(old)
    new = list(old)
    match act % 5:
        case 0:
            new[at] = Record(old[at].kind, changed_bytes(old[at].payload, data[8:]), 0)
        case 1:
            new[at] = Record(RecordKind(kind % len(RecordKind)), old[at].payload, 0)
        case 2:
            del new[at]
        case 3:
            new.insert(other % (len(new) + 1), old[at])
        case 4:
            new[at], new[other % len(old)] = new[other % len(old)], new[at]
    return written(new)


def written(new: Sequence[Record]) -> bytes:
    """A file of these records."""
    file, check = b"", FIRST_CHECK
    for record in new:
        one = format_record(check, record.kind, record.payload[:0xFFFF])
        file, check = file + one, one[-8:]
    return file


def essence(file: bytes) -> list[tuple[RecordKind, bytes]]:
    """What a file says, but for local notes."""
    return [
        (record.kind, record.payload)
        for record in read_records_untrusted(file).records
        if record.kind is not RecordKind.NOTE
    ]


@functools.cache
def long_match() -> tuple[Record, ...]:
    """The transcript of a match of forty messages that was conceded and audited."""
    pair = ThinkingLycee(6, 40)
    asked, other = pair.settle()
    asked.protocol._outgoing += asked.protocol.send(Concede())
    pair.play()
    data = strip_secrets(read_journal(other.storage.read()).records)
    assert verify_file_untrusted(data, CATALOGUE).kind is VerdictKind.FINISHED
    return read_records_untrusted(data).records


def resigned(data: bytes) -> None:
    """A message that means something else, signed well by its owner, gets a verdict and no more.

    What it means goes through every check of a live match: parts, engine, audit.
    """
    good = long_match()
    stream = numbers(data)
    at = 1 + next(stream) % (len(good) - 1)
    sid = head(decode_start_untrusted(good[0].payload).hellos[1][:-64])
    old = good[at]
    raw = old.payload
    if old.kind is RecordKind.MADE:
        raw = decode_made_untrusted(raw).message
    is_mine = old.kind is RecordKind.MADE
    role = decode_start_untrusted(good[0].payload).role
    key = HOST_KEY if (role is Role.HOST) == is_mine else GUEST_KEY
    fields = list(cast("Sequence[Value]", decode_untrusted(raw[:-64])))
    place = (3, 3, 3, 3, 4, 5, 1, 0)[next(stream) % 8]  # the parts of a Step, mostly
    if place < len(fields):
        fields[place] = changed_value(fields[place], stream)
    body = encode(fields)
    new = body + key.sign(sid, body)
    payload = encode_made(new) if is_mine else new
    if len(payload) > MAX_PAYLOAD:
        return
    file = written([*good[:at], Record(old.kind, payload, 0), *good[at + 1 :]])
    verdict = verify_file_untrusted(file, CATALOGUE)
    assert "\n" not in verdict.text
    assert verdict.kind is not VerdictKind.FINISHED or body == raw[:-64]


def changed_value(value: Value, stream: Iterator[int]) -> Value:
    """A value of the encoding in which something small is another."""
    act, where = next(stream), next(stream)
    if isinstance(value, tuple | list) and value and act % 8 < 6:
        items = list(value)
        at = where % len(items)
        items[at] = changed_value(items[at], stream)
        return tuple(items)
    if isinstance(value, tuple | list):
        items = list(value)
        other = items[where % len(items)] if items else 0
        return (tuple(items[:-1]), (*items, other), tuple(items[::-1]))[act % 3]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        near = (value + 1, max(0, value - 1), 0, where, 255, 1 << 16, (1 << 32) - 1)
        return near[act % len(near)]
    if isinstance(value, bytes):
        return changed_bytes(value, act.to_bytes(2, "big") + where.to_bytes(2, "big") + b"\0\1")
    return value


@functools.cache
def card_texts() -> tuple[str, ...]:
    """The cards of our files, one text each."""
    texts = [path.read_text(encoding="utf-8") for path in CARD_FILES]
    return tuple("[[card]]" + card for text in texts for card in text.split("[[card]]")[1:])


def cards(data: bytes) -> None:
    """A card file loads, or is refused with lines that name their place."""
    texts = card_texts()
    text = changed_text(texts[int.from_bytes(data[:2], "big") % len(texts)], data[2:])
    for each in (text, data.decode(errors="replace")):
        _, refusal = attempt(CardDataError, load_from, each)
        assert not refusal or refusal.startswith("f.toml:")


def load_from(text: str) -> tuple[Card, ...]:
    """Load cards as if from a file."""
    return load_text(text, source="f.toml")


@functools.cache
def deck_text(name: str) -> str:
    """The file of a starter deck."""
    path = ROOT / "lycee_core" / "starter" / "decks" / f"{name}.deck"
    return path.read_text(encoding="utf-8")


def decks(data: bytes) -> None:
    """A deck file is a legal deck, or is refused line by line."""
    name = DECK_NAMES[len(data) % len(DECK_NAMES)]
    for text in (changed_text(deck_text(name), data), data.decode(errors="replace")):
        deck, refusal = attempt(DeckError, Deck.parse, text, CATALOGUE)
        lines = refusal.split("\n") if refusal else []
        assert all(line.startswith("deck:") and printable(line) == line for line in lines)
        assert deck is None or not Deck.faults(deck.cards, CATALOGUE)


# ---- text --------------------------------------------------------------------------------------


@functools.cache
def states() -> tuple[GameState, ...]:
    """Replicas of a seat that has to decide, at many places of two matches."""
    found = []
    for seed in (1, 4):
        for n in range(4, 60, 5):
            asked, _ = ThinkingLycee(seed, n).settle()
            found.append(cast("LyceeGame", asked.protocol.mine).state)
    return tuple(found)


def notation(data: bytes) -> None:
    """A text is a legal line, or is refused in one line; a line reads as it is written."""
    state = states()[len(data) % len(states())]
    options = legal_texts(state)
    text = changed_text(options[int.from_bytes(data[:1], "big") % len(options)], data[1:])
    before = state.clone()
    for each in (text, data.decode(errors="replace")):
        line, refusal = attempt(REFUSALS, parse_line, state, each)
        assert len(refusal) < LONGEST_LINE + 2 * len(each)
        if line is not None:
            assert parse_line(state, format_line(state, line)) == line
            state.clone().apply_line(line)
    assert state == before


def arrangements(data: bytes) -> None:
    """An order of cards is one, or is refused."""
    state = states()[len(data) % len(states())]
    try:
        parse_arrangement(state, "arrange " + changed_text("#1 CH-9001 #17", data))
    except NotationError:
        return


@functools.cache
def script_texts() -> tuple[str, ...]:
    """The scripts of the tests of the client that run a game."""
    found = []
    for path in sorted(SCRIPTS.glob("run*.txt")):
        for part in path.read_text(encoding="utf-8").split("\n-- ")[1:]:
            name, _, text = part.partition("\n")
            if name.startswith(("game", "end")):
                found.append(text)
    return tuple(found)


def scripts(data: bytes) -> None:
    """A script runs to its end, or stops with one line that names its place."""
    texts = script_texts()
    text = changed_text(texts[len(data) % len(texts)], data)
    _, refusal = attempt(Fault, run_text, text.replace("cards ", "seed "))  # reads no other file
    assert not refusal or refusal.startswith("s.run:")


def run_text(text: str) -> None:
    """Run a script without a word."""

    def new_printer(catalogue: Catalogue) -> QuietPrinter:
        return QuietPrinter(io.StringIO(), catalogue)

    run_script("s.run", text, new_printer, bot="random", out=io.StringIO())


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (
        frames, link, codec, messages, invites, records, transcripts, resigned, cards, decks,
        notation, arrangements, scripts,
    )
}  # fmt: skip
