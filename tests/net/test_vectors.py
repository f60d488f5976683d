"""Our code against every vector of spec/vectors, which an independent reference wrote.

The steps are those of the field `steps` in each file and of spec/vectors/README.md.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import lycee_net.draft
import lycee_net.identity
from lycee_core import Catalogue
from lycee_net import ed25519
from lycee_net.chain import Chain, Who
from lycee_net.channel import Link, Role, invite_psk, resume_psk
from lycee_net.codec import decode_untrusted, encode
from lycee_net.commit import dice, reduce_word, roll_leaf, roll_secret, seal_salts
from lycee_net.deck import PublicDeck
from lycee_net.errors import (
    CloseCode,
    FrameError,
    LinkLostError,
    LocalProtocolError,
    MessageError,
    PartError,
    PickError,
    RemoteProtocolError,
    SignatureError,
)
from lycee_net.events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    Concede,
    Decide,
    Greeted,
    OfferDraw,
    TimeOver,
)
from lycee_net.evidence import find_fork_untrusted, strip_audits_untrusted
from lycee_net.game import DRAW, Arrange
from lycee_net.greeting import Terms
from lycee_net.identity import Identity, verify_untrusted
from lycee_net.invite import format_invite, hash_key, parse_invite
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.leaves import card_leaf
from lycee_net.match import LyceeRules
from lycee_net.messages import (
    Close,
    Options,
    Reason,
    head,
    parse_message_untrusted,
    parse_vector_untrusted,
    sign_message,
)
from lycee_net.protocol import Protocol, Seat
from lycee_net.records import (
    FIRST_CHECK,
    DamagedError,
    JournalError,
    RecordKind,
    format_record,
    read_journal,
    read_records_untrusted,
    strip_secrets,
)
from lycee_net.states import State
from lycee_net.verify import verify_transcript_untrusted

from .scripted import ScriptedGame, ScriptedRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lycee_net.events import Event, Intent
    from lycee_net.game import Rules

    Vector = dict[str, Any]

RECORD_AGAIN = "python -m tests.net.record_game && python spec/reference.py"
FOLDER = Path(__file__).parents[2] / "spec" / "vectors"


def load(name: str) -> list[Vector]:
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    vectors: list[Vector] = data["vectors"]
    return vectors


def each(name: str) -> pytest.MarkDecorator:
    """One test for each vector of a file."""
    return pytest.mark.parametrize(
        "vector", [pytest.param(vector, id=vector["name"]) for vector in load(name)]
    )


def is_good(vector: Vector) -> bool:
    return bool(vector["expect"] == "accept")


def blob(vector: Vector, *names: str) -> list[bytes]:
    return [bytes.fromhex(vector[name]) for name in names]


def expect(vector: Vector, fault: type[Exception], act: Callable[[], object]) -> None:
    """The act passes or is refused, as the vector says."""
    if is_good(vector):
        act()
        return
    with pytest.raises(fault):
        act()


@each("encoding")
def test_encoding(vector: Vector) -> None:
    (data,) = blob(vector, "data")
    expect(vector, MessageError, lambda: decode_untrusted(data))
    if is_good(vector):
        assert unplain(decode_untrusted(data)) == vector["value"]
        assert encode(decode_untrusted(data)) == data


def unplain(value: object) -> object:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return [unplain(item) for item in value] if isinstance(value, tuple) else value


def fits_elsewhere(key: bytes, text: bytes, signature: bytes) -> bool:
    """What another library says of a signature."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


@pytest.mark.parametrize("library", [ed25519.fits, fits_elsewhere])
@each("signatures")
def test_signatures(
    vector: Vector, library: Callable[..., bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lycee_net.identity, "fits", library)
    key, context, body, signature = blob(vector, "key", "context", "body", "signature")
    expect(vector, SignatureError, lambda: verify_untrusted(key, context, body, signature))


@each("commitments")
def test_commitments(vector: Vector) -> None:
    match vector["kind"]:
        case "leaf":
            sid, salt, leaf = blob(vector, "sid", "salt", "leaf")
            place = vector["seat"], vector["epoch"], vector["slot"]
            assert (card_leaf(sid, *place, salt, vector["card"]) == leaf) == is_good(vector)
        case "roll leaf":
            sid, salt, value, leaf = blob(vector, "sid", "salt", "value", "leaf")
            made = roll_leaf(sid, vector["seat"], vector["roll"], salt, value)
            assert (made == leaf) == is_good(vector)
        case "salts":
            secret, sid, joined = blob(vector, "secret", "sid", "salts")
            assert b"".join(seal_salts(secret, sid, vector["epoch"], vector["n"])) == joined
        case "roll secret":
            secret, sid, salt, value = blob(vector, "secret", "sid", "salt", "value")
            assert roll_secret(secret, sid, vector["roll"]) == (salt, value)
        case "dice":
            sid, committed, answered = blob(vector, "sid", "committed", "answered")
            numbers = dice(sid, vector["roll"], committed, answered, vector["n"], vector["k"])
            assert list(numbers) == vector["numbers"]
        case "word":
            number = reduce_word(int(vector["word"], 16), vector["m"])
            assert number == (vector["number"] if is_good(vector) else None)
        case kind:
            raise AssertionError(kind)


@each("bindings")
def test_bindings(vector: Vector) -> None:
    deck = PublicDeck(1, bytes(32))
    *acts, last = vector["acts"]
    for act in acts:
        carry_out(deck, act)
    if is_good(vector):
        carry_out(deck, last)
        handles = range(60, 120)
        bound = {h: deck.binding(h) for h in handles if deck.binding(h) is not None}
        assert {str(h): list(place or ()) for h, place in bound.items()} == vector["bound"]
        assert list(deck.bag_slots) == vector["bag"]
        return
    before = deck.n_seals, deck.bag_slots, deck.binding(62)
    with pytest.raises({"part": PartError, "pick": PickError}[vector["layer"]]):
        carry_out(deck, last)
    assert (deck.n_seals, deck.bag_slots, deck.binding(62)) == before


def carry_out(deck: PublicDeck, act: list[Any]) -> None:
    match act:
        case "bag", handles:
            deck.seal_bag(handles, bytes(32 * len(handles)))
        case "bound", handles:
            deck.seal_bound(handles, bytes(32 * len(handles)))
        case "leaves", handles, n:
            deck.seal_bag(handles, bytes(32 * n))
        case "pick", handles, slots:
            deck.name_slots(handles, bytes.fromhex(slots))
        case _:
            raise AssertionError(act)


# The channel


def new_link(vector: Vector, role: Role) -> Link:
    ephemeral = bytes.fromhex(vector[role.name.lower()])
    return Link(role, bytes.fromhex(vector["psk"]), lambda _: ephemeral)


@each("channel")
def test_channel(vector: Vector) -> None:
    if is_good(vector):
        check_handshake(vector)
    else:
        for size in (1 << 20, 1, 7):
            check_lost_link(vector, size)


def check_handshake(vector: Vector) -> None:
    host, guest = new_link(vector, Role.HOST), new_link(vector, Role.GUEST)
    written = {Role.GUEST: bytearray(guest.data_to_send()), Role.HOST: bytearray()}
    host.receive_data(bytes(written[Role.GUEST]))
    assert host.next_message() is None
    written[Role.HOST] += host.data_to_send()
    guest.receive_data(bytes(written[Role.HOST]))
    assert guest.next_message() is None
    assert [bytes(written[role][2:]).hex() for role in (Role.GUEST, Role.HOST)] == vector[
        "messages"
    ]
    assert host.hash.hex() == guest.hash.hex() == vector["hash"]
    texts = [bytes.fromhex(text) for text in vector["texts"]]
    for sender, receiver in ((host, guest), (guest, host)):
        for text in texts:
            sender.send_message(text)
        data = sender.data_to_send()
        written[sender.role] += data
        receiver.receive_data(data)
        assert [receiver.next_message() for _ in texts] == texts
    streams = [sha256(written[role]) for role in Role]
    assert streams == vector["streams"]


def check_lost_link(vector: Vector, size: int) -> None:
    link = new_link(vector, Role[vector["side"].upper()])
    stream = bytes.fromhex(vector["stream"])
    fault = FrameError if vector["layer"] == "frame" else LinkLostError
    with pytest.raises(fault):  # noqa: PT012
        for at in range(0, len(stream), size):
            link.receive_data(stream[at : at + size])
            for _ in range(4):
                link.next_message()


@each("invites")
def test_invites(vector: Vector) -> None:
    expect(vector, LocalProtocolError, lambda: parse_invite(vector["invite"]))
    if is_good(vector):
        invite = parse_invite(vector["invite"])
        secret, key, sid = blob(vector, "secret", "key", "sid")
        assert (invite.host, invite.port, invite.secret) == (
            vector["host"],
            vector["port"],
            secret,
        )
        assert invite.key_hash == hash_key(key)
        assert format_invite(invite) == vector["invite"].lower()
        assert invite_psk(secret).hex() == vector["psk"]
        assert resume_psk(secret, sid).hex() == vector["resume_psk"]


@each("messages")
def test_messages(vector: Vector) -> None:
    (raw,) = blob(vector, "message")
    expect(vector, MessageError, lambda: parse_message_untrusted(raw))
    if is_good(vector):
        seed, context = blob(vector, "key_seed", "context")
        read = parse_message_untrusted(raw)
        assert sign_message(read.message, Identity(seed), context).raw == raw
        assert unplain(decode_untrusted(read.body)) == vector["fields"]
        assert head(read.body).hex() == vector["head"]


# Whole matches

MATCHES = {vector["name"]: vector for vector in load("matches")}


def new_chain(vector: Vector, seat: int, rules: Rules | None = None) -> Chain:
    """The chain of one side, before the first message."""
    rules = rules or ScriptedRules(vector["game"])
    terms = Terms(rules, ("host", "guest")[seat], options=Options(*vector["options"]))
    host_key = bytes.fromhex(vector["players"][0]["key"])
    key_hash = hash_key(host_key) if seat else None
    return Chain(Role(seat), bytes.fromhex(vector["hash"]), terms, key_hash)


def feed(vector: Vector, seat: int, places: Iterable[int]) -> Chain:
    """A side that took these messages of a match."""
    chain = new_chain(vector, seat)
    for at in places:
        take(vector, chain, at)
    return chain


def take(vector: Vector, chain: Chain, at: int) -> None:
    sent = vector["messages"][at]
    who = Who.ME if sent["from"] == chain.role else Who.YOU
    signed = chain.take_untrusted(who, bytes.fromhex(sent["message"]))
    if at < 2:
        chain.hellos.append(signed)
    if at == 1:
        chain.deal(None)


HONEST = [name for name in MATCHES if not name.startswith("cheat-")]
SHOWN = [name for name in HONEST if MATCHES[name]["messages"]]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", SHOWN)
def test_every_message_of_a_match_is_taken(name: str, seat: int) -> None:
    vector = MATCHES[name]
    chain = feed(vector, seat, vector["orders"][seat])
    assert chain.state is State.DONE
    assert chain.sid.hex() == vector["sid"]
    assert [one.hex() for one in chain._heads] == vector["heads"]
    result = chain.result
    assert result is not None
    end = vector["end"]
    assert (result.winner, result.reason) == (end["winner"], Reason(end["reason"]))


class Replayer:
    """A player whose secrets, orders, picks and lines are those of a vector."""

    def __init__(self, vector: Vector, seat: int) -> None:
        self.vector = vector
        player = vector["players"][seat]
        self.secret, ephemeral = blob(player, "deck_secret", "ephemeral")
        self.orders = [parse_vector_untrusted(bytes.fromhex(o)) for o in player["orders"]]
        self.picks = [tuple(bytes.fromhex(pick)) for pick in player["picks"]]
        self.storage = MemoryStorage()
        self.written = bytearray()
        self.outgoing = bytearray()
        options = Options(*vector["options"])
        rules = ScriptedRules(vector["game"])
        host_key = bytes.fromhex(vector["players"][0]["key"])
        bring = Seat(
            Role(seat),
            Identity(bytes.fromhex(player["key_seed"])),
            Terms(rules, ("host", "guest")[seat], "reference", options),
            parse_vector_untrusted(bytes.fromhex(player["deck"])),
            bytes.fromhex(vector["invite_secret"]),
            hash_key(host_key) if seat else None,
            wants_audit=not vector["end"].get("waive", False),
        )
        self.protocol = Protocol(
            bring,
            lambda: Journal(self.storage),
            entropy=self.entropy,
            channel_entropy=lambda _: ephemeral,
        )

    def entropy(self, _: int) -> bytes:
        """The one secret that is asked for; orders and picks come from `shuffle`."""
        return self.secret

    def shuffle(self, items: Sequence[int]) -> tuple[int, ...]:
        """In the place of chance: the next pick out of these slots, or order of these cards."""
        if isinstance(items, tuple):  # the slots of a bag
            pick = self.picks.pop(0)
            assert set(pick) <= set(items)
            return pick + tuple(slot for slot in items if slot not in pick)
        order = self.orders.pop(0)
        assert sorted(order) == sorted(items)
        return order

    def send(self, intent: Intent) -> None:
        self.outgoing += self.protocol.send(intent)

    def respond(self, event: Event) -> None:
        match event:
            case Greeted():
                self.send(Accept())
            case Asked(Arrange()) if self.protocol.asked is not None:
                self.send(ArrangeCards(self.orders.pop(0)))
            case Asked(request) if self.protocol.asked == request:
                self.decide()

    def decide(self) -> None:
        game, end = self.protocol.mine, self.vector["end"]
        assert isinstance(game, ScriptedGame)
        if "line" in game.event:
            if game.event.get("offer"):
                self.send(OfferDraw())
            self.send(Decide(bytes.fromhex(game.event["line"])))
        elif end["winner"] == DRAW:
            self.send(AgreeDraw())
        else:
            self.send(Concede() if end["reason"] == Reason.CONCEDE else TimeOver())


def shuffled(entropy: Any, items: Sequence[int]) -> tuple[int, ...]:  # noqa: ANN401
    """What takes the place of `commit.shuffled`: the player is found by its entropy."""
    player = entropy.__self__
    assert isinstance(player, Replayer)
    return player.shuffle(items)


def drawn(entropy: Any, items: Sequence[int], n: int) -> tuple[int, ...]:  # noqa: ANN401
    """What takes the place of `commit.drawn`."""
    return shuffled(entropy, items)[:n]


def play(players: list[Replayer]) -> None:
    """Carry bytes to and fro until nothing moves."""
    moved = True
    while moved:
        moved = False
        for player, other in (players, players[::-1]):
            while (event := player.protocol.next_event()) is not NEED_DATA:
                player.respond(event)
            data = bytes(player.outgoing) + player.protocol.data_to_send()
            player.outgoing.clear()
            player.written += data
            if data:
                moved = True
                other.protocol.receive_data(data)


@pytest.mark.parametrize("name", [name for name in HONEST if name != "crossing"])
def test_our_two_sides_write_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = MATCHES[name]
    monkeypatch.setattr(lycee_net.draft, "shuffled", shuffled)
    monkeypatch.setattr(lycee_net.draft, "drawn", drawn)
    players = [Replayer(vector, seat) for seat in (0, 1)]
    play(players)
    assert [player.protocol.state for player in players] == [State.DONE, State.DONE]
    assert not any(player.orders or player.picks for player in players)
    assert [sha256(player.written) for player in players] == vector["streams"]
    read = [read_journal(player.storage.read()) for player in players]
    assert [sha256(strip_secrets(one.records)) for one in read] == vector["transcripts"]
    journals = [without_notes(player.storage.read()) for player in players]
    assert [sha256(one) for one in journals] == vector["journals"]


def test_the_recorded_match_is_played_by_the_real_rules() -> None:
    """P10.5 with the rules in place of the script: every line legal, every digest the same."""
    vector, rules = MATCHES["lycee"], LyceeRules(Catalogue.starter())
    game, first = vector["game"], vector["game"]["events"][0]
    recorded = game["rules"], game["rules_hash"], game["catalogue_hash"], first["digest"]
    ours = rules.name, rules.rules_hash.hex(), rules.catalogue_hash.hex()
    if recorded != (*ours, rules.new_game().digest().hex()):
        pytest.skip(f"recorded under other rules: {RECORD_AGAIN}")
    chain = new_chain(vector, 0, rules)
    try:
        for at in vector["orders"][0]:
            take(vector, chain, at)
    except RemoteProtocolError as error:
        pytest.fail(f"{error}. If the rules changed on purpose: {RECORD_AGAIN}")
    assert chain.state is State.DONE


def sha256(data: bytes | bytearray) -> str:
    return hashlib.sha256(data).hexdigest()


def without_notes(journal: bytes) -> bytes:
    """The journal as if nothing had been noted in it."""
    data, check = b"", FIRST_CHECK
    for record in read_journal(journal).records:
        if record.kind is not RecordKind.NOTE:
            written = format_record(check, record.kind, record.payload)
            data, check = data + written, written[-len(FIRST_CHECK) :]
    return data


# One fault


@each("refusals")
def test_refusals(vector: Vector) -> None:
    """Every bad message is refused with its code, and nothing changes."""
    played = MATCHES[vector["match"]]
    seat = 1 - vector["by"]
    order = played["orders"][seat]
    chain = feed(played, seat, order[: order.index(vector["at"])])
    raw = bytes.fromhex(vector["message"])
    before = state_of(chain)
    if is_good(vector):
        chain.take_untrusted(Who.YOU, raw)
        return
    with pytest.raises(RemoteProtocolError) as caught:
        chain.take_untrusted(Who.YOU, raw)
    assert caught.value.code is CloseCode[vector["code"]], caught.value
    assert caught.value.code.name in CODES_OF_LAYERS[vector["layer"]].split()
    assert (caught.value.rule == "P3.2") == (vector["layer"] == "decode")
    assert state_of(chain) == before


# P7.2: which code a check gives; the two checks of ENCODING are told apart by their section.
CODES_OF_LAYERS = {
    "decode": "ENCODING",
    "shape": "ENCODING",
    "signature": "SIGNATURE",
    "greeting": "VERSION SUITE RULES CATALOGUE OPTIONS IDENTITY",
    "order": "ORDER",
    "chain": "CHAIN",
    "part": "PART",
    "pick": "PICK",
    "opening": "COMMITMENT",
    "legality": "ILLEGAL",
    "digest": "DIGEST",
    "result": "RESULT",
    "audit": "AUDIT",
}


def state_of(chain: Chain) -> tuple[object, ...]:
    """What a refused message must not change."""
    if chain.n < 2:
        return chain.state, chain.n, tuple(chain._heads)
    table = chain.table
    bags = [(deck.n_seals, deck.bag_slots) for deck in table.decks]
    facts = table.observer.digest(), table.owed, table.request, bags
    return chain.state, chain.n, tuple(chain._heads), facts, chain.result, len(chain.ends)


# Files


@each("files")
def test_files(vector: Vector) -> None:
    (data,) = blob(vector, "data")
    match vector["kind"]:
        case "records":
            expect(vector, DamagedError, lambda: read_journal(data))
            if is_good(vector):
                reading = read_journal(data)
                found = [[r.kind.value, r.payload.hex()] for r in reading.records]
                assert (found, reading.end) == (vector["records"], vector["end"])
            else:
                with pytest.raises(DamagedError) as caught:
                    read_journal(data)
                assert caught.value.at == vector["damaged"]
        case "strict":
            expect(vector, DamagedError, lambda: read_records_untrusted(data))
        case "transcript":
            stripped = strip_secrets(read_journal(data).records)
            assert stripped.hex() == vector["transcript"]
        case "pair":
            (other,) = blob(vector, "other")
            if not is_good(vector) and vector["n"] is None:
                with pytest.raises(JournalError):
                    find_fork_untrusted(data, other)
                return
            fork = find_fork_untrusted(data, other)
            convicted = None if fork is None else (fork.n, fork.seat)
            assert convicted == (None if is_good(vector) else (vector["n"], vector["broken_by"]))
        case "stripped":
            assert strip_audits_untrusted(data).hex() == vector["stripped"]
        case "verdict":
            verdict = verify_transcript_untrusted(
                data, ScriptedRules(MATCHES[vector["match"]]["game"])
            )
            assert verdict.kind.value == vector["verdict"], verdict.text
            winner = None if verdict.result is None else verdict.result.winner
            if vector["verdict"] == "finished":
                assert winner == vector["winner"]
            assert verdict.broken_by == vector["broken_by"], verdict.text
        case kind:
            raise AssertionError(kind)


# Resume


def revive(vector: Vector, seat: int, journal: str) -> Protocol:
    """A side of an old match."""
    played = MATCHES[vector["match"]]
    data, ephemeral = bytes.fromhex(journal), bytes.fromhex(vector["ephemerals"][seat])
    return Protocol.revive(
        Journal(MemoryStorage(data), read_journal(data).check),
        Identity(bytes.fromhex(played["players"][seat]["key_seed"])),
        ScriptedRules(played["game"]),
        channel_entropy=lambda _: ephemeral,
    )


@each("resumes")
def test_resumes(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a new connection of an old match says, and to whom it says nothing."""
    if is_good(vector):
        check_resume(vector, monkeypatch)
    else:
        check_visitor(vector)


def check_resume(vector: Vector, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = [revive(vector, seat, vector["journals"][seat]) for seat in (0, 1)]
    dialler = sides[vector["dialler"]]
    listener = sides[1 - vector["dialler"]]
    sent: list[tuple[Link, str]] = []
    send = Link.send_message

    def send_message(link: Link, plaintext: bytes) -> None:
        sent.append((link, plaintext.hex()))
        send(link, plaintext)

    monkeypatch.setattr(Link, "send_message", send_message)
    visitor = listener.new_visitor()
    written = {dialler: bytearray(dialler.dial()), listener: bytearray()}
    visitor.receive_data(bytes(written[dialler]))
    written[listener] += visitor.data_to_send()
    dialler.receive_data(bytes(written[listener]))
    data = dialler.data_to_send()
    written[dialler] += data
    visitor.receive_data(data)
    data = listener.admit(visitor)
    while data:
        written[listener] += data
        dialler.receive_data(data)
        data = dialler.data_to_send()
        written[dialler] += data
        listener.receive_data(data)
        data = listener.data_to_send()
    assert dialler._link.hash.hex() == listener._link.hash.hex() == vector["hash"]
    for seat, side in enumerate(sides):
        assert [text for link, text in sent if link is side._link] == vector["sent"][seat]
        assert sha256(written[side]) == vector["streams"][seat]
    assert sides[0].chain._heads == sides[1].chain._heads


def check_visitor(vector: Vector) -> None:
    seat = 1 - vector["by"]
    played = MATCHES[vector["match"]]
    listener = revive(vector, seat, vector["journal"])
    before = listener.state
    ephemeral = bytes.fromhex(vector["ephemerals"][vector["by"]])
    secret, sid = bytes.fromhex(played["invite_secret"]), bytes.fromhex(played["sid"])
    link = Link(Role.GUEST, resume_psk(secret, sid), lambda _: ephemeral)
    visitor = listener.new_visitor()
    visitor.receive_data(link.data_to_send())
    link.receive_data(visitor.data_to_send())
    assert link.next_message() is None
    link.send_message(bytes.fromhex(vector["message"]))
    if vector["code"] is None:
        with pytest.raises(LinkLostError):
            visitor.receive_data(link.data_to_send())
        assert visitor.data_to_send() == b""
        assert listener.state is before
        return
    visitor.receive_data(link.data_to_send())
    data = listener.admit(visitor)
    for message in vector["then"]:
        assert listener.state is not State.ERROR
        link.send_message(bytes.fromhex(message))
        listener.receive_data(link.data_to_send())
        data += listener.data_to_send()
    link.receive_data(data)
    last = list(iter(link.next_message, None))[-1]
    close = parse_message_untrusted(last).message
    assert isinstance(close, Close)
    assert close.code == CloseCode[vector["code"]]
    assert listener.state is State.ERROR
