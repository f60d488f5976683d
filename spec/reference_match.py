"""A whole match from its inputs: what is due, who sends it, and every byte of it.

The game is data here: the list of what it asked, with the lines, the cards a line makes public and
the digest of the public state at each request. Orders of seals and picks are inputs too. Everything
else follows from spec/protocol.md. Above: `reference_faults`, `reference`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from reference_wire import (
    Channel,
    Signer,
    card_leaf,
    dice,
    encode,
    handshake,
    head,
    invite_psk,
    pseudo,
    records,
    roll_leaf,
    roll_secret,
    salts,
)

SEAL, PICK, SHOW, COMMIT, VALUE, OPEN, DECIDE = range(7)
HELLO, STEP, END, RESUME, PING, CLOSE = range(6)
RULES, CONCEDE, TIME, AGREED = range(4)
START, GOT, MADE, NOTE, REFUSED = range(5)
DONE = 0
DRAW = 2
MAX_LISTS = 8_000  # P8.6
Fields = list[Any]
Event = dict[str, Any]


@dataclass
class Player:
    """What one side brings: all of it is input of a vector."""

    seat: int
    deck: list[int]
    seed: str
    orders: list[list[int]] = field(default_factory=list)  # of its seals; empty: made up
    picks: list[bytes] = field(default_factory=list)  # in the other's bags; empty: made up
    swaps: dict[int, int] = field(default_factory=dict)  # a cheat: in which seal, which card

    @property
    def signer(self) -> Signer:
        """The identity."""
        return Signer(pseudo(f"key/{self.seat}"))

    @property
    def deck_secret(self) -> bytes:
        """The deck secret of the match."""
        return pseudo(f"{self.seed}/secret/{self.seat}")

    @property
    def ephemeral(self) -> bytes:
        """The ephemeral key of the channel."""
        return pseudo(f"{self.seed}/ephemeral/{self.seat}")


class Seals:
    """The seals of one owner, and what they bind."""  # P6.2

    def __init__(self) -> None:
        self.vectors: list[list[int]] = []
        self.bound: dict[int, tuple[int, int]] = {}
        self.epoch = -1
        self.loose: set[int] = set()  # the unbound handles
        self.slots: set[int] = set()  # of the bag, not yet named

    def seal_bag(self, handles: list[int], vector: list[int]) -> None:
        """A hidden zone."""
        self.vectors.append(vector)
        self.bound = {h: place for h, place in self.bound.items() if h not in handles}
        self.epoch = len(self.vectors) - 1
        self.loose, self.slots = set(handles), set(range(len(handles)))

    def seal_bound(self, handles: list[int], vector: list[int]) -> None:
        """A hand, or an arrangement."""
        self.vectors.append(vector)
        self.bound |= {h: (len(self.vectors) - 1, slot) for slot, h in enumerate(handles)}

    def name(self, handles: list[int], slots: bytes) -> None:
        """A pick."""
        for handle, slot in zip(handles, slots, strict=True):
            self.slots.remove(slot)
            self.loose.remove(handle)
            self.bound[handle] = self.epoch, slot

    def card(self, handle: int) -> int:
        """The card of a bound handle."""
        epoch, slot = self.bound[handle]
        return self.vectors[epoch][slot]

    def cards(self, handles: list[int], deck: list[int]) -> list[int]:
        """What lies in a zone that is about to be sealed."""
        if not self.vectors:
            return list(deck)
        known = [self.card(h) for h in handles if h in self.bound]
        bag = [self.vectors[self.epoch][slot] for slot in sorted(self.slots)]
        return known + (bag if len(known) < len(handles) else [])


def mixed(items: list[int], seed: str) -> list[int]:
    """Some order: a function of the seed."""
    places = sorted(range(len(items)), key=lambda i: pseudo(f"{seed}/{i}"))
    return [items[place] for place in places]


@dataclass
class Match:
    """A match that was written."""

    name: str
    about: str
    game: dict[str, Any]
    players: tuple[Player, Player]
    invite_secret: bytes
    options: list[int]
    end: dict[str, Any]
    channel: Channel
    sid: bytes = b""
    senders: list[int] = field(default_factory=list)
    messages: list[bytes] = field(default_factory=list)
    fields: list[Fields] = field(default_factory=list)
    vectors: list[list[bytes]] = field(default_factory=list)  # of the seals in each message
    seals: tuple[Seals, Seals] = field(default_factory=lambda: (Seals(), Seals()))

    def context(self, fields: Fields) -> bytes:
        """What is signed with a message."""
        return self.channel.hash if fields[0] == HELLO else self.sid

    @property
    def heads(self) -> list[bytes]:
        """The heads of the chain messages."""
        return [
            head(raw[:-64])
            for raw, fields in zip(self.messages, self.fields, strict=True)
            if fields[0] in {HELLO, STEP}
        ]

    @property
    def prev(self) -> bytes:
        """What the next message builds on."""
        return self.heads[-1] if self.messages else self.channel.hash

    def send(self, sender: int, fields: Fields, vectors: tuple[bytes, ...] = ()) -> None:
        """Sign a message and put it into the match."""
        signer = self.players[sender].signer
        self.senders.append(sender)
        self.messages.append(signer.message(self.context(fields), fields))
        self.fields.append(fields)
        self.vectors.append(list(vectors))

    def file(self, seat: int, *, secrets: bool) -> bytes:
        """The journal of a seat, or its transcript."""  # P10.1, P10.4
        player = self.players[seat]
        start: Fields = [1, seat, self.channel.hash, *self.messages[:2]]
        if secrets:
            start += [self.invite_secret, player.deck_secret, vector_bytes(player.deck)]
        contents = [(START, encode(start))]
        for at in self.order(seat):
            raw, fields = self.messages[at], self.fields[at]
            if fields[0] == CLOSE or at < 2:
                continue
            if self.senders[at] == seat:
                shown = self.vectors[at] if secrets else []
                contents.append((MADE, encode([raw, shown])))
            else:
                contents.append((GOT, raw))
        return records(*contents)

    def order(self, seat: int) -> list[int]:
        """The messages in the order in which a seat made and got them."""
        order = list(range(len(self.messages)))
        crossing = self.end.get("crossing")
        if crossing is not None and seat != crossing:
            at = next(i for i in order if self.fields[i][0] == END)
            order[at], order[at + 1] = order[at + 1], order[at]
        return order


def vector_bytes(cards: list[int]) -> bytes:
    """The cards of a seal, two bytes each."""
    return b"".join(card.to_bytes(2, "big") for card in cards)


class Writer:
    """Plays a game that is data."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = match.game["events"]
        self.parts: list[tuple[int, Fields, int, bytes | None]] = []
        self.public: set[int] = set()
        self.sender = 0  # of the Step in progress; the host sends the first
        self.n_rolls = 0
        self.n_picks = [0, 0]

    def write(self) -> Match:
        """The whole match."""
        self.greet()
        for at, event in enumerate(self.events):
            getattr(self, "on_" + event["ask"])(at, event)
        self.send_steps()
        self.send_ends()
        return self.match

    def greet(self) -> None:
        """Both Hellos."""  # P5.2
        match, game = self.match, self.match.game
        for seat, name in enumerate(("host", "guest")):
            signer = match.players[seat].signer
            terms = [game["rules"], bytes.fromhex(game["rules_hash"])]
            terms += [bytes.fromhex(game["catalogue_hash"]), match.options]
            fields = [HELLO, seat, match.prev, [1], [0], signer.key, name, "reference", *terms]
            match.send(seat, fields)
        match.sid = match.heads[1]

    # What a request makes due: P6.1

    def give(self, seat: int, part: Fields, at: int, vector: list[int] | None = None) -> None:
        """A part, with the request it belongs to."""
        secret = None if vector is None else vector_bytes(vector)
        self.parts.append((seat, part, at, secret))
        self.sender = seat

    def on_shuffle(self, at: int, event: Event) -> None:
        """A seal, unless nothing is there or nobody knows anything about it."""
        seat, handles = event["seat"], list(bytes.fromhex(event["handles"]))
        seals = self.match.seals[seat]
        if event["hidden"]:
            if set(handles) <= seals.loose:
                return
            self.pick(at, seat, sorted(seals.loose - set(handles)))
            vector = self.seal(at, seat, handles)
            seals.seal_bag(handles, vector)
        elif handles:
            vector = self.seal(at, seat, handles)
            seals.seal_bound(handles, vector)
        self.public -= set(handles)

    def on_arrange(self, at: int, event: Event) -> None:
        """A seal in an order that the owner chose."""
        seat, handles = event["seat"], list(bytes.fromhex(event["handles"]))
        if handles:
            vector = self.seal(at, seat, handles)
            self.match.seals[seat].seal_bound(handles, vector)
            self.public -= set(handles)

    def seal(self, at: int, seat: int, handles: list[int]) -> list[int]:
        """The part, in the order of the inputs; gives its cards."""
        match, player = self.match, self.match.players[seat]
        seals = match.seals[seat]
        epoch = len(seals.vectors)
        cards = seals.cards(handles, player.deck)
        if epoch == len(player.orders):
            player.orders.append(mixed(cards, f"{player.seed}/order/{seat}/{epoch}"))
            if epoch in player.swaps:
                player.orders[epoch][0] = player.swaps[epoch]
        vector = player.orders[epoch]
        secret = salts(player.deck_secret, match.sid, epoch, len(vector))
        leaves = [
            card_leaf(match.sid, seat, epoch, slot, secret[slot], card)
            for slot, card in enumerate(vector)
        ]
        self.give(seat, [SEAL, b"".join(leaves)], at, vector)
        return vector

    def pick(self, at: int, owner: int, handles: list[int]) -> None:
        """A pick for the handles that are unbound."""
        seals, picker = self.match.seals[owner], self.match.players[1 - owner]
        handles = [handle for handle in handles if handle not in seals.bound]
        if not handles:
            return
        n = self.n_picks[picker.seat]
        self.n_picks[picker.seat] += 1
        if n == len(picker.picks):
            order = mixed(sorted(seals.slots), f"{picker.seed}/pick/{picker.seat}/{n}")
            picker.picks.append(bytes(order[: len(handles)]))
        self.give(picker.seat, [PICK, picker.picks[n]], at)
        seals.name(handles, picker.picks[n])

    def on_show(self, at: int, event: Event) -> None:
        """Picks for the owner to see, an opening for the other to see."""
        seat, handles = event["seat"], list(bytes.fromhex(event["handles"]))
        self.pick(at, seat, handles)
        if event["audience"] != "owner":
            self.show(at, seat, handles)

    def show(self, at: int, seat: int, handles: list[int]) -> None:
        """The openings of what is not public."""
        hidden = sorted(set(handles) - self.public)
        if hidden:
            self.give(seat, [SHOW, [self.opening(seat, handle) for handle in hidden]], at)
            self.public |= set(hidden)

    def opening(self, seat: int, handle: int) -> Fields:
        """Handle, card and salt."""
        match, seals = self.match, self.match.seals[seat]
        epoch, slot = seals.bound[handle]
        n = len(seals.vectors[epoch])
        salt = salts(match.players[seat].deck_secret, match.sid, epoch, n)[slot]
        return [handle, seals.card(handle), salt]

    def on_roll(self, at: int, event: Event) -> None:
        """Three parts."""  # P6.5
        match, roll = self.match, self.n_rolls
        self.n_rolls += 1
        first = self.sender
        salt, value = roll_secret(match.players[first].deck_secret, match.sid, roll)
        _, answer = roll_secret(match.players[1 - first].deck_secret, match.sid, roll)
        leaf = roll_leaf(match.sid, first, roll, salt, value)
        self.give(first, [COMMIT, leaf], at)
        self.give(1 - first, [VALUE, answer], at)
        self.give(first, [OPEN, salt, value], at)
        rolled = dice(match.sid, roll, value, answer, event["n"], event["k"])
        assert event.setdefault("rolled", rolled) == rolled, "a recorded game goes on as it rolled"

    def on_decision(self, at: int, event: Event) -> None:
        """A line, with the cards it makes public in front."""
        if "line" not in event:
            return  # the match ends here
        self.show(at, event["seat"], list(bytes.fromhex(event.get("reveals", ""))))
        self.give(event["seat"], [DECIDE, bytes.fromhex(event["line"])], at)

    def on_over(self, at: int, event: Event) -> None:
        """Nothing is due."""

    # Messages: P6.4

    def send_steps(self) -> None:
        """Parts of one sender in a row are one Step."""
        match, start = self.match, 0
        for i in range(1, len(self.parts) + 1):
            sender = self.parts[start][0]
            is_last = i == len(self.parts)
            if not is_last and self.parts[i][0] == sender:
                continue
            group = self.parts[start:i]
            # The Step ends where the other side is needed: at the request of its next part.
            waiting = len(self.events) - 1 if is_last else self.parts[i][2]
            digest = bytes.fromhex(self.events[waiting]["digest"])
            offer = any(self.events[at].get("offer", False) for _, _, at, _ in group)
            parts = [part for _, part, _, _ in group]
            secret = tuple(vector for _, _, _, vector in group if vector is not None)
            if is_last and match.end.get("crossing") is not None:
                self.send_end(1 - sender, match.end["winner"])  # before that Step arrived
            match.send(sender, [STEP, len(match.heads), match.prev, parts, digest, offer], secret)
            start = i

    def send_ends(self) -> None:
        """The loser first, then the winner, then the last word."""  # P8.1
        match, end = self.match, self.match.end
        winner = end["winner"]
        first = end["first"]
        if end.get("crossing") is None:
            self.send_end(first, winner)
        self.send_end(1 - first, winner)
        match.send(first, [CLOSE, len(match.heads), match.prev, DONE])

    def send_end(self, sender: int, winner: int) -> None:
        """One End, with the audit where it is owed."""  # P8.3
        match, end = self.match, self.match.end
        player, is_loser = match.players[sender], winner == 1 - sender
        waived = bool(end.get("waive", False))
        audit: Fields = []
        if not is_loser and not waived:
            vectors = [vector_bytes(vector) for vector in match.seals[sender].vectors]
            is_short = len(encode(vectors)) > MAX_LISTS
            audit = [player.deck_secret, vectors[:1] if is_short else vectors]
        fields = [END, len(match.heads), match.prev, winner, end["reason"], is_loser and waived]
        match.send(sender, [*fields, audit])


def write_match(
    name: str,
    about: str,
    game: dict[str, Any],
    players: tuple[Player, Player],
    end: dict[str, Any],
    options: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> Match:
    """A match from its inputs."""
    secret = pseudo(f"{name}/invite", 16)
    ephemerals = players[1].ephemeral, players[0].ephemeral
    channel = handshake(invite_psk(secret), *ephemerals)
    match = Match(name, about, game, players, secret, list(options), end, channel)
    return Writer(match).write()
