"""A toy game behind the port: small, but it asks for everything the protocol can do.

Draws, hands, mills, searches, scries, looks, random discards, blind picks, cards put face down,
public cards under the deck, responses whose legality turns on the shown face, and claims that only
the owner (or the audit) can check. A card's effect is its number modulo 8.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from lycee_net.game import (
    UNKNOWN,
    Arrange,
    Audience,
    Decision,
    IllegalLineError,
    MissingFaceError,
    Over,
    Roll,
    Show,
    Shuffle,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from lycee_net.game import Request

PASS, PLAY, HIDE, CLAIM = 0, 1, 2, 3
NOTHING, MILL, SEARCH, SCRY, RANDOM_DISCARD, LOOK, GIFT, BLIND = range(8)
N_PLAYS = 3  # a turn
MAX_COPIES = 4
BOTH_KNOW = 3
Frame = tuple[Any, ...]


class ToyRules:
    """Decks of `n_deck` out of `n_cards` cards, at most four copies."""

    name = "toy/1"
    rules_hash = hashlib.sha256(b"toy rules").digest()
    catalogue_hash = hashlib.sha256(b"toy cards").digest()

    def __init__(self, n_deck: int = 14, n_cards: int = 32, n_opening: int = 3) -> None:
        self.n_deck = n_deck
        self.n_cards = n_cards
        self.n_opening = n_opening

    def new_game(self, *, keeps_facts: bool = False) -> ToyGame:
        return ToyGame(self)

    def deck_fault(self, cards: Sequence[int]) -> str | None:
        if len(cards) != self.n_deck:
            return f"{len(cards)} cards"
        unknown = [card for card in cards if card >= self.n_cards]
        return f"no card {unknown[0]}" if unknown else self.copies_fault(cards)

    def copies_fault(self, cards: Sequence[int]) -> str | None:
        for card in set(cards):
            if cards.count(card) > MAX_COPIES:
                return f"{cards.count(card)} copies of card {card}"
        return None

    def open_look_fault(self, cards: Sequence[int]) -> str | None:
        del cards
        return None

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        pool = [card for card in range(self.n_cards) for _ in range(MAX_COPIES)]
        return tuple(rng.sample(pool, self.n_deck))


class ToyGame:
    """One replica."""

    def __init__(self, rules: ToyRules) -> None:
        handles = [[60 * seat + i for i in range(rules.n_deck)] for seat in (0, 1)]
        self.deck = handles  # top first
        self.hand: list[list[int]] = [[], []]
        self.dust: list[list[int]] = [[], []]
        self.aside: list[list[int]] = [[], []]
        self.faces: dict[int, int] = {}
        self.knows: dict[int, int] = {}
        self.dirty = [False, False]
        self.n_plays = 0
        self.over: Over | None = None
        self._due: Request | None = None  # until something changes
        self._digest: bytes | None = None
        opening = [
            ("show", seat, tuple(handles[seat][: rules.n_opening]), Audience.OWNER, "opening")
            for seat in (0, 1)
        ]
        # The agenda is a stack, its top last.
        self.agenda: list[Frame] = [
            ("roll", 2, 1, "start", 0),
            opening[1],
            opening[0],
            ("shuffle", 1, "deck"),
            ("shuffle", 0, "deck"),
        ]

    def clone(self) -> ToyGame:
        twin = object.__new__(type(self))
        fields = twin.__dict__
        fields.update(self.__dict__)
        for name in ("deck", "hand", "dust", "aside"):
            first, second = fields[name]
            fields[name] = [first.copy(), second.copy()]
        for name in ("faces", "knows", "dirty", "agenda"):  # frames are tuples
            fields[name] = fields[name].copy()
        return twin

    def digest(self) -> bytes:
        if self._digest is None:
            self._digest = self._hash_public()
        return self._digest

    def _hash_public(self) -> bytes:
        public = {h: self.faces[h] for h, bits in self.knows.items() if bits == BOTH_KNOW}
        facts = (
            self.deck, self.hand, self.dust, self.aside, sorted(public.items()),
            sorted(self.knows.items()), self.dirty, self.agenda, self.n_plays, self.over,
        )  # fmt: skip
        return hashlib.sha256(repr(facts).encode()).digest()

    def face(self, handle: int) -> int:
        return self.faces.get(handle, UNKNOWN)

    def is_public(self, handle: int) -> bool:
        return self.knows.get(handle) == BOTH_KNOW

    def public_faces(self, seat: int) -> dict[int, int]:
        return {
            h: self.faces[h]
            for h, bits in self.knows.items()
            if bits == BOTH_KNOW and h // 60 == seat
        }

    # What is due

    def due(self) -> Request:
        if self._due is None:
            self._due = self._ask()
        return self._due

    def _ask(self) -> Request:
        if self.over is not None:
            return self.over
        kind, *rest = self.agenda[-1]
        match kind:
            case "shuffle":
                seat, zone = rest
                handles = self.deck[seat] if zone == "deck" else self.hand[seat]
                return Shuffle(seat, tuple(handles), zone == "deck")
            case "show":
                seat, handles, audience, _ = rest
                return Show(seat, tuple(handles), audience)
            case "arrange":
                return Arrange(rest[0], tuple(rest[1]))
            case "roll":
                return Roll(rest[0], rest[1])
        return Decision(rest[0])

    def _advance(self) -> None:
        """Expand frames until the top one asks somebody for something."""
        while self.over is None:
            kind, seat, *rest = self.agenda[-1]
            if kind in {"main", "respond", "search", "blind"} and self.dirty[seat]:
                self.agenda.append(("shuffle", seat, "hand"))
            elif kind in {"turn", "draw", "mill", "effect", "discard"}:
                self.agenda.pop()
                getattr(self, f"_{kind}")(seat, *rest)
            else:
                return

    def _turn(self, seat: int) -> None:
        self.n_plays = 0
        self.agenda += [("turn", 1 - seat), ("main", seat), ("draw", seat, 1)]

    def _draw(self, seat: int, n: int) -> None:
        if len(self.deck[seat]) < n:
            self.over = Over(1 - seat, "deck-out")
            return
        self.agenda.append(("show", seat, tuple(self.deck[seat][:n]), Audience.OWNER, "hand"))

    def _mill(self, seat: int, n: int) -> None:
        milled = tuple(self.deck[seat][:n])
        self.agenda.append(("show", seat, milled, Audience.BOTH, "dust"))

    def _discard(self, seat: int) -> None:
        if self.hand[seat]:
            n = len(self.hand[seat])
            self.agenda += [("roll", n, min(2, n), "discard", seat), ("shuffle", seat, "hand")]

    def _effect(self, seat: int, card: int, handle: int) -> None:
        other = 1 - seat
        match card % 8:
            case 0 if card % 16 == 8:  # under its deck, still public and bound
                self.dust[seat].remove(handle)
                self.deck[seat].append(handle)
            case 1:
                self.agenda.append(("mill", other, 2))
            case 2:
                whole = tuple(self.deck[seat])
                self.agenda += [
                    ("shuffle", seat, "deck"),
                    ("search", seat),
                    ("show", seat, whole, Audience.OWNER, ""),
                ]
            case 3:
                top = tuple(self.deck[seat][:3])
                self.agenda += [
                    ("arrange", seat, top),
                    ("show", seat, top, Audience.OWNER, ""),
                ]
            case 4:
                self.agenda.append(("discard", other))
            case 5:
                looked = tuple(self.hand[other])
                self.agenda.append(("show", other, looked, Audience.OPPONENT, "looked"))
            case 6:
                self.agenda.append(("draw", other, 2))
            case 7 if self.hand[other]:
                self.agenda += [("blind", seat), ("shuffle", other, "hand")]

    # Chance

    def answer(self, values: Sequence[int]) -> None:
        request = self.due()
        self._due = self._digest = None
        kind, *rest = self.agenda.pop()
        match kind, request:
            case "roll", Roll():
                self._rolled(rest[2], rest[3], tuple(values))
            case "show", Show(seat, handles, audience):
                bits = {1: 1 << seat, 2: 1 << (1 - seat), 3: BOTH_KNOW}[audience]
                for handle, card in zip(handles, values, strict=True):
                    self._set_face(handle, card)
                    self.knows[handle] = self.knows.get(handle, 0) | bits
                self._shown(seat, handles, rest[3])
            case _, Shuffle(seat, handles, _) | Arrange(seat, handles):
                is_bag = kind == "shuffle" and rest[1] == "deck"
                for handle, card in zip(handles, values, strict=True):
                    self.faces.pop(handle, None)
                    self._set_face(handle, card)
                    self.knows[handle] = 0 if is_bag else 1 << seat
                if kind == "shuffle" and not is_bag:
                    self.dirty[seat] = False
        self._advance()

    def _set_face(self, handle: int, card: int) -> None:
        if card != UNKNOWN:
            self.faces[handle] = card

    def _shown(self, seat: int, handles: tuple[int, ...], then: str) -> None:
        if then in {"opening", "hand"}:
            del self.deck[seat][: len(handles)]
            self.hand[seat] = sorted(self.hand[seat] + list(handles))
            self.dirty[seat] |= then == "hand"
        elif then == "dust":
            for handle in handles:
                zone = self.deck if handle in self.deck[seat] else self.hand
                zone[seat].remove(handle)
                self.dust[seat].append(handle)
        elif then == "looked":
            self.dirty[seat] = bool(handles)

    def _rolled(self, purpose: str, seat: int, values: tuple[int, ...]) -> None:
        if purpose == "start":
            self.agenda.append(("turn", values[0]))
        else:
            lost = tuple(sorted(self.hand[seat][value] for value in values))
            self.agenda.append(("show", seat, lost, Audience.BOTH, "dust"))

    # Decisions

    def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
        request = self.due()
        assert isinstance(request, Decision), f"{request} is due"
        if not line:
            raise IllegalLineError("an empty line", "T1")
        self._due = self._digest = None
        faces = {**self.faces, **shown}
        seat = request.seat
        revealed = getattr(self, f"_play_{self.agenda[-1][0]}")(seat, line, faces)
        for handle in revealed:
            self.faces[handle] = faces[handle]
            self.knows[handle] = BOTH_KNOW
        self._advance()
        return tuple(revealed)

    def _own_card(self, line: bytes, zone: list[int]) -> int:
        if len(line) != 2 or line[1] not in zone:
            raise IllegalLineError("no such card there", "T2")
        return line[1]

    def _reveal(self, handle: int, faces: Mapping[int, int]) -> list[int]:
        if handle not in faces:
            raise MissingFaceError(f"card {handle} is needed")
        return [] if self.knows.get(handle) == BOTH_KNOW else [handle]

    def _play_main(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        if line == bytes([PASS]):
            self.agenda.pop()
            return []
        if line[0] == CLAIM and len(line) == 2:
            if any(faces.get(handle, UNKNOWN) < line[1] for handle in self.hand[seat]):
                raise IllegalLineError("a card of the hand is lower", "T7")
            self.agenda.pop()
            return []
        if self.n_plays >= N_PLAYS:
            raise IllegalLineError("three plays a turn", "T3")
        handle = self._own_card(line, self.hand[seat])
        if line[0] == HIDE:
            self.hand[seat].remove(handle)
            self.aside[seat].append(handle)
            self.n_plays += 1
            return []
        if line[0] != PLAY:
            raise IllegalLineError("no such play", "T1")
        revealed = self._reveal(handle, faces)
        self.hand[seat].remove(handle)
        self.dust[seat].append(handle)
        self.n_plays += 1
        self.agenda.append(("effect", seat, faces[handle], handle))
        if self.hand[1 - seat]:
            self.agenda.append(("respond", 1 - seat, faces[handle]))
        return revealed

    def _play_respond(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        played = self.agenda[-1][2]
        if line == bytes([PASS]):
            self.agenda.pop()
            return []
        handle = self._own_card(line, self.hand[seat])
        revealed = self._reveal(handle, faces)
        if faces[handle] % 4 != played % 4:
            raise IllegalLineError("a counter must match", "T4")
        self.agenda.pop()
        self.agenda.pop()  # the effect
        self.hand[seat].remove(handle)
        self.dust[seat].append(handle)
        return revealed

    def _play_search(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        if line == bytes([PASS]):
            if any(faces.get(handle, 1) % 2 == 0 for handle in self.deck[seat]):
                raise IllegalLineError("there is an even card", "T5")
            self.agenda.pop()
            return []
        handle = self._own_card(line, self.deck[seat])
        revealed = self._reveal(handle, faces)
        if faces[handle] % 2:
            raise IllegalLineError("only an even card can be found", "T5")
        self.agenda.pop()
        self.deck[seat].remove(handle)
        self.hand[seat] = sorted([*self.hand[seat], handle])
        self.dirty[seat] = True
        return revealed

    def _play_blind(self, seat: int, line: bytes, faces: Mapping[int, int]) -> list[int]:
        handle = self._own_card(line, self.hand[1 - seat])
        self.agenda.pop()
        self.agenda.append(("show", 1 - seat, (handle,), Audience.BOTH, "dust"))
        return []


def legal_lines(game: ToyGame) -> list[bytes]:
    """Every line that the deciding seat can play, tried out on clones of its replica."""
    return [line for line in _candidates(game) if _is_legal(game, line)]


def random_line(game: ToyGame, rng: random.Random) -> bytes:
    """Some legal line, each as likely as the others."""
    candidates = _candidates(game)
    rng.shuffle(candidates)
    return next(line for line in candidates if _is_legal(game, line))


def _candidates(game: ToyGame) -> list[bytes]:
    request = game.due()
    assert isinstance(request, Decision), f"{request} is due"
    handles = [*game.hand[0], *game.hand[1], *game.deck[request.seat]]
    candidates = [bytes([PASS])]
    candidates += [bytes([verb, handle]) for verb in (PLAY, HIDE) for handle in handles]
    candidates += [bytes([CLAIM, limit]) for limit in (0, 5)]
    return candidates


def _is_legal(game: ToyGame, line: bytes) -> bool:
    try:
        game.clone().play(line, {})
    except IllegalLineError:
        return False
    return True
