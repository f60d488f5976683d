"""The program and the independent reference, on games that nobody wrote: the same bytes.

Random sequences of requests and lines, with cards that go anywhere: bound ones into decks, unseen
ones out of them, public ones back into hands. Both sides of a match by the program must write what
the reference writes from spec/protocol.md, and either side must take all of it.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import matches
from reference_games import arrange, asked, decide, over, roll, show, shuffle
from reference_match import CONCEDE, RULES, Player, write_match
from reference_wire import pseudo

import lycee_net.draft
from lycee_net.chain import Chain, Who
from lycee_net.channel import Role
from lycee_net.greeting import Terms
from lycee_net.records import read_journal, strip_secrets
from lycee_net.states import State
from lycee_net.verify import VerdictKind, verify_transcript_untrusted

from .replayer import Replayer, drawn, play, shuffled
from .scripted import ScriptedRules
from .vectors import sha256

if TYPE_CHECKING:
    from collections.abc import Callable

    from reference_match import Event, Match

N_DECK = 12
N_ACTS = 40


class Inventor:
    """Invents a game: zones of both seats, and the events that move cards between them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.deck = [[60 * seat + i for i in range(N_DECK)] for seat in (0, 1)]
        self.hand: list[list[int]] = [[], []]
        self.gone: list[list[int]] = [[], []]
        self.seen: set[int] = set()  # handles that a slot was named for
        self.events: list[Event] = [shuffle(seat, self.deck[seat]) for seat in (0, 1)]
        self.acts: list[Callable[[int], None]] = [
            self.draw, self.mill, self.shuffle_deck, self.shuffle_hand, self.scry, self.search,
            self.look, self.play, self.hide, self.put_back, self.roll, self.say, self.say,
        ]  # fmt: skip

    def invent(self) -> list[Event]:
        """The whole game."""
        for _ in range(N_ACTS):
            self.rng.choice(self.acts)(self.rng.randrange(2))
        return self.events

    def add(self, event: Event) -> None:
        """One more event."""
        self.events.append(event)

    def line(self) -> str:
        """A line that nothing else plays."""
        return len(self.events).to_bytes(2, "big").hex()

    def top(self, seat: int) -> list[int]:
        """Some cards on top of a deck."""
        return self.deck[seat][: self.rng.randint(1, 4)]

    def take(self, seat: int, handles: list[int], zone: list[list[int]]) -> None:
        """Cards go from wherever they are to a zone."""
        for place in (self.deck, self.hand, self.gone):
            place[seat] = [handle for handle in place[seat] if handle not in handles]
        zone[seat] += handles
        self.hand[seat].sort()

    def draw(self, seat: int) -> None:
        """To the hand, for its owner to see."""
        if cards := self.top(seat):
            self.add(show(seat, cards, "owner"))
            self.take(seat, cards, self.hand)

    def mill(self, seat: int) -> None:
        """Away, for both to see."""
        if cards := self.top(seat):
            self.add(show(seat, cards, "both"))
            self.take(seat, cards, self.gone)

    def shuffle_deck(self, seat: int) -> None:
        """Nobody knows how it lies."""
        self.add(shuffle(seat, self.deck[seat]))

    def shuffle_hand(self, seat: int) -> None:
        """Its owner alone knows how it lies."""
        self.add(shuffle(seat, self.hand[seat], hidden=False))

    def scry(self, seat: int) -> None:
        """Look at the top and put it in order."""
        if cards := self.top(seat):
            self.add(show(seat, cards, "owner"))
            self.add(arrange(seat, cards))

    def search(self, seat: int) -> None:
        """Find a card in the deck, perhaps show it, shuffle."""
        if self.deck[seat]:
            found = self.rng.choice(self.deck[seat])
            self.add(show(seat, self.deck[seat], "owner"))
            reveals = [found] if self.rng.random() < 0.5 else []
            self.add(decide(seat, self.line(), *reveals))
            self.take(seat, [found], self.hand)
            self.add(shuffle(seat, self.deck[seat]))

    def look(self, seat: int) -> None:
        """The other side sees the hand."""
        self.add(show(seat, self.hand[seat], "opponent"))

    def play(self, seat: int) -> None:
        """A card of the hand becomes public and goes away."""
        if self.hand[seat]:
            card = self.rng.choice(self.hand[seat])
            self.add(decide(seat, self.line(), card))
            self.take(seat, [card], self.gone)

    def hide(self, seat: int) -> None:
        """The top of the deck goes away, seen by nobody."""
        if self.deck[seat]:
            self.add(decide(seat, self.line()))
            self.take(seat, self.deck[seat][:1], self.gone)

    def put_back(self, seat: int) -> None:
        """A card of the hand or one that is gone goes under the deck."""
        if others := self.hand[seat] + self.gone[seat]:
            self.add(decide(seat, self.line()))
            self.take(seat, [self.rng.choice(others)], self.deck)

    def roll(self, _: int) -> None:
        """Some numbers."""
        n = self.rng.randint(1, 6)
        self.add(roll(n, self.rng.randint(1, n)))

    def say(self, seat: int) -> None:
        """A line that moves no card."""
        self.add(decide(seat, self.line()))


def invented(seed: int) -> Match:
    """A match over an invented game, written by the reference."""
    rng = random.Random(f"end/{seed}")
    events, winner = Inventor(seed).invent(), rng.randrange(2)
    reason = rng.choice([RULES, CONCEDE])
    # A Step that was begun is not sent when its player concedes: the other side speaks last.
    events += [over(winner)] if reason == RULES else [decide(winner), asked(1 - winner)]
    end = {"reason": reason, "winner": winner, "first": 1 - winner, "waive": rng.random() < 0.2}
    name = f"invented/{seed}"
    game = {
        "rules": "vector/1",
        "rules_hash": pseudo("rules").hex(),
        "catalogue_hash": pseudo("catalogue").hex(),
        "n_cards": 2 * N_DECK,
        "n_deck": N_DECK,
        "n_copies": 1,
        "events": [
            {**event, "digest": pseudo(f"{name}/{at}").hex()} for at, event in enumerate(events)
        ],
    }
    decks = [[N_DECK * seat + i for i in range(N_DECK)] for seat in (0, 1)]
    players = Player(0, decks[0], name), Player(1, decks[1], name)
    return write_match(name, "an invented game", game, players, end)


@given(st.integers(0, 1 << 32))
@settings(max_examples=30)
def test_the_program_writes_what_the_reference_writes(seed: int) -> None:
    match = invented(seed)
    vector: dict[str, Any] = matches([match])["vectors"][0]
    players = [Replayer(vector, seat) for seat in (0, 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lycee_net.draft, "shuffled", shuffled)
        patch.setattr(lycee_net.draft, "drawn", drawn)
        patch.setattr(lycee_net.draft, "drawn", drawn)
        play(players)
    assert [player.protocol.state for player in players] == [State.DONE, State.DONE]
    assert [sha256(player.written) for player in players] == vector["streams"]
    read = [read_journal(player.storage.read()) for player in players]
    assert [sha256(strip_secrets(one.records)) for one in read] == vector["transcripts"]


@given(st.integers(0, 1 << 32), st.sampled_from(Role))
@settings(max_examples=30)
def test_the_program_takes_what_the_reference_writes(seed: int, role: Role) -> None:
    match = invented(seed)
    rules = ScriptedRules(match.game)
    chain = Chain(role, match.channel.hash, Terms(rules, "reader"))
    for at, raw in enumerate(match.messages):
        who = Who.ME if match.senders[at] == role else Who.YOU
        chain.take_untrusted(who, raw) if at >= 2 else chain.hellos.append(
            chain.take_untrusted(who, raw)
        )
        if at == 1:
            chain.deal(None)
    assert chain.state is State.DONE
    verdict = verify_transcript_untrusted(match.file(role.value, secrets=False), rules)
    assert verdict.kind is VerdictKind.FINISHED, verdict.text
