"""Whole matches of Lycee with the starter decks over the protocol, and what their files prove."""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_core import Catalogue, GameState, defs
from lycee_core.deck import Deck
from lycee_net import match
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import Concede, MatchEnded, PeerBroke, StepMade
from lycee_net.game import IllegalLineError, MissingFaceError, Over
from lycee_net.match import (
    Happened,
    LyceeGame,
    LyceeRules,
    Match,
    Played,
    hash_house,
    verify_file_untrusted,
)
from lycee_net.messages import Decide, Seal, Show, Step
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .liars import LyingProtocol
from .pair import Pair, Player, Thinking

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from lycee_net.events import Event
    from lycee_net.facts import Fact

CATALOGUE = Catalogue.starter()
STARTERS = Deck.starter_names()


class StarterRules(LyceeRules):
    """Lycee, dealing starter decks."""

    def __init__(self) -> None:
        super().__init__(CATALOGUE)

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        return Deck.starter(rng.choice(STARTERS), CATALOGUE).cards


class LyceePlayer(Player):
    """Plays random lines of Lycee."""

    def choose_line(self) -> bytes:
        state = cast("LyceeGame", self.protocol.mine).state.clone()
        line = b""
        while not line or state.mid_line():
            code = self.rng.choice(state.legal_decisions())
            line += code.to_bytes(2, "big")
            state.apply(code)
        return line


class LyceePair(Pair):
    player_type = LyceePlayer

    def __init__(self, seed: int) -> None:
        super().__init__(seed, StarterRules())


class ThinkingLycee(Thinking):
    player_type = LyceePlayer

    def __init__(self, seed: int, n: int) -> None:
        super().__init__(seed, n, StarterRules())


class TellingPair(LyceePair):
    """Takes the facts of both sides after every event."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.matches = {player: Match(player.protocol) for player in self.players}
        self.facts: dict[Player, list[Fact]] = {player: [] for player in self.players}

    def react(self, player: Player, event: Event) -> None:
        super().react(player, event)
        if isinstance(event, StepMade):
            self.facts[player] += self.matches[player].take_facts()


def test_what_was_told_is_not_told_again_when_a_step_in_progress_is_given_up() -> None:
    # A draft stands on a clone of the table: its facts are told, and then the table is back.
    pair = ThinkingLycee(1, 4)
    asked, _ = pair.settle()
    match = Match(asked.protocol)
    told = match.take_facts()
    assert told
    asked.protocol.send(Concede())
    assert match.take_facts() == []


@pytest.mark.parametrize("seed", range(12))
def test_a_match_with_starter_decks_ends_and_both_files_verify(seed: int) -> None:
    pair = LyceePair(seed)
    pair.play(limit=20_000)
    for player in pair.players:
        assert player.protocol.state is State.DONE, [
            event for event in player.events if isinstance(event, PeerBroke)
        ]
        assert player.count(MatchEnded) == 1
    verdicts = [verify_file_untrusted(player.storage.read(), CATALOGUE) for player in pair.players]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].kind is VerdictKind.FINISHED
    assert " in turn " in verdicts[0].text


@pytest.mark.parametrize("seed", [3, 4])
def test_nothing_hidden_is_in_the_other_replica(seed: int) -> None:
    pair = ThinkingLycee(seed, 60)
    pair.settle()
    for player in pair.players:
        other = 1 - player.protocol.seat
        state = cast("LyceeGame", player.protocol.mine).state
        observer = cast("LyceeGame", player.protocol.observer).state
        opened = {
            shown.handle
            for seat, parts in player.protocol.chain.steps
            for part in parts
            if isinstance(part, Show) and seat == other
            for shown in part.cards
        }
        for token in range(60 * other, 60 * other + 60):
            if state.face(token) != defs.UNKNOWN:
                assert state.knowledge(token) == 3
                assert token in opened
        for token in range(120):
            if observer.face(token) != defs.UNKNOWN:
                assert observer.knowledge(token) == 3


def test_the_client_hears_every_line_once_and_in_order() -> None:
    pair = TellingPair(5)
    pair.play(limit=20_000)
    for player in pair.players:  # the last Step of a side may be followed by no other event
        pair.facts[player] += pair.matches[player].take_facts()
    told = [pair.facts[player] for player in pair.players]
    lines = [[(f.seat, f.line) for f in facts if isinstance(f, Played)] for facts in told]
    assert lines[0] == lines[1]
    assert len(lines[0]) > 20
    events = [[event for fact in facts for event in fact.events] for facts in told]
    assert events[0] == events[1]
    assert any(isinstance(fact, Happened) for fact in told[0])
    for fact in told[0]:
        if isinstance(fact, Played):
            assert isinstance(fact.before, GameState)
            assert fact.before.pending().seat == fact.seat


def test_an_illegal_line_names_its_rule_and_changes_nothing() -> None:
    pair = ThinkingLycee(1, 30)
    asked, other = pair.settle()
    match = Match(asked.protocol)
    assert match.is_asked
    before = match.state.clone()
    with pytest.raises(IllegalLineError) as caught:
        match.submit((defs.CODE_MASK + 63).to_bytes(2, "big"))
    assert caught.value.rule.startswith("R")
    for wrong in (b"", b"\x00", bytes(300), b"\xff\xff"):
        with pytest.raises(IllegalLineError):
            match.submit(wrong)
    assert match.state == before
    with pytest.raises(LocalProtocolError):
        Match(other.protocol).submit(b"\x00\x78")


def test_the_rules_hash_covers_the_house_constants() -> None:
    assert len(hash_house()) == 32
    rules = LyceeRules(CATALOGUE)
    assert rules.catalogue_hash == CATALOGUE.hash
    assert rules.rules_hash == hash_house()


def test_decks_and_public_copies_are_judged_by_the_rules_of_deck_building() -> None:
    rules = LyceeRules(CATALOGUE)
    deck = Deck.starter(STARTERS[0], CATALOGUE).cards
    assert rules.deck_fault(deck) is None
    assert rules.deck_fault(deck[1:]) is not None
    assert rules.deck_fault((defs.UNKNOWN, *deck[1:])) is not None
    assert rules.copies_fault(deck[:10]) is None
    assert rules.copies_fault((deck[0],) * 61) is not None


def test_an_ended_game_says_who_won_and_how() -> None:
    pair = LyceePair(2)
    pair.play(limit=20_000)
    due = pair.host.protocol.observer.due()
    assert isinstance(due, Over)
    state = cast("LyceeGame", pair.host.protocol.observer).state
    outcome = state.outcome()
    assert outcome is not None
    assert due == Over(outcome.winner, f"{outcome.termination} in turn {state.turn}")


class Keeping(LyceePlayer):
    """Keeps its opening hand."""

    def choose_line(self) -> bytes:
        state = cast("LyceeGame", self.protocol.mine).state
        if state.pending().kind == defs.KEEP:
            return defs.CODE_YES.to_bytes(2, "big")
        return super().choose_line()


class KeepingPair(LyceePair):
    player_type = Keeping


@pytest.mark.parametrize("seed", range(4))
def test_the_opening_of_a_match_is_the_one_of_the_spec(seed: int) -> None:
    pair = KeepingPair(seed)
    pair.play(limit=20_000)
    kinds = [[type(part).__name__ for part in parts] for _, parts in pair.host.protocol.chain.steps]
    assert kinds[:5] == [  # P9.1, messages 2 to 6
        ["Seal"],
        ["Seal", "Pick"],
        ["Pick", "Decide"],
        ["Decide", "RollCommit"],
        ["RollValue"],
    ]
    # The one card of the starting seat is due from the other side: it rides if that is the host.
    assert kinds[5:7] in (
        [["RollOpen"], ["Pick"]],
        [["RollOpen", "Pick"], ["Seal", "Decide"]],
        [["RollOpen", "Pick"], ["Seal", "Show", "Decide"]],
    )


def is_redraw(step: Step) -> bool:
    return step.n == 4 and any(isinstance(part, Show) for part in step.parts)


class EventRules(StarterRules):
    """Deals decks without a character, which may always be redrawn."""

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        others = [card for card in range(len(CATALOGUE)) if not CATALOGUE.is_character(card)]
        deck: list[int] = []
        for card in others:
            copies = min(CATALOGUE.copies(card)[0], 60 - len(deck))
            deck += [card] * copies
        assert self.deck_fault(deck) is None
        return tuple(deck)


class Redrawing(LyceePlayer):
    """Takes a new opening hand once."""

    def choose_line(self) -> bytes:
        state = cast("LyceeGame", self.protocol.mine).state
        if state.pending().kind == defs.KEEP:
            is_first = self.protocol.chain.n <= 5
            return (defs.CODE_NO if is_first else defs.CODE_YES).to_bytes(2, "big")
        return super().choose_line()


class RedrawingPair(Pair):
    player_type = Redrawing

    def __init__(self) -> None:
        super().__init__(1, EventRules())


def test_a_redraw_is_one_step_with_the_hand_shown_and_the_deck_sealed() -> None:
    pair = RedrawingPair()
    pair.play(lambda pair: pair.host.protocol.is_connected and pair.host.protocol.chain.n > 6)
    (_, parts) = pair.host.protocol.chain.steps[2]
    assert [type(part).__name__ for part in parts] == ["Pick", "Show", "Decide", "Seal"]
    assert isinstance(parts[1], Show)
    assert isinstance(parts[3], Seal)
    assert (len(parts[1].cards), len(parts[3].leaves)) == (7, 32 * 60)


def six_of_seven(step: Step) -> Step:
    pick, show, *rest = step.parts
    assert isinstance(show, Show)
    return replace(step, parts=(pick, Show(show.cards[1:]), *rest))


def nothing_shown(step: Step) -> Step:
    return replace(step, parts=(step.parts[0], *step.parts[2:]))


def only_seven_sealed(step: Step) -> Step:
    seal = step.parts[-1]
    assert isinstance(seal, Seal)
    return replace(step, parts=(*step.parts[:-1], Seal(seal.leaves[: 32 * 7])))


@pytest.mark.parametrize("lie", [six_of_seven, nothing_shown, only_seven_sealed])
def test_a_redraw_shows_the_whole_hand_and_seals_the_whole_deck(
    lie: Callable[[Step], Step],
) -> None:
    pair = RedrawingPair()
    pair.host.protocol.__class__ = LyingProtocol
    liar = cast("LyingProtocol", pair.host.protocol)
    liar.lie, liar.wants = lambda step, _: lie(step), is_redraw
    pair.play()
    assert liar.told
    broke = pair.guest.last(PeerBroke)
    assert isinstance(broke, PeerBroke)
    assert broke.code is CloseCode.PART


@given(st.integers(0, 40), st.integers(0, 3), st.lists(st.integers(0, 0xFFFF), max_size=6))
@settings(max_examples=150)
def test_any_bytes_of_a_peer_are_a_legal_line_or_refused(
    n: int, seed: int, codes: list[int]
) -> None:
    asked, _ = replica_at(seed, n)
    trial = asked.clone()
    line = b"".join(code.to_bytes(2, "big") for code in codes)
    try:
        trial.play(line, {})
    except (IllegalLineError, MissingFaceError):
        assert trial.state == asked.state


@functools.cache
def replica_at(seed: int, n: int) -> tuple[LyceeGame, LyceeGame]:
    """The observers of both sides where a decision is due."""
    pair = ThinkingLycee(seed, n + 4)
    asked, other = pair.settle()
    return cast("LyceeGame", asked.protocol.observer), cast("LyceeGame", other.protocol.observer)


def test_each_line_is_played_once_on_each_replica(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four replicas sit at a match, and the winner's list is audited on one more, once."""
    plays = Counter[bool]()

    class CountedGame(LyceeGame):
        def play(self, line: bytes, shown: Mapping[int, int]) -> tuple[int, ...]:
            plays[self.log is not None] += 1
            return super().play(line, shown)

    monkeypatch.setattr(match, "LyceeGame", CountedGame)
    pair = LyceePair(3)
    pair.play()
    steps = [parts for _, parts in pair.host.protocol.chain.steps]
    n_lines = sum(isinstance(part, Decide) for parts in steps for part in parts)
    assert plays == {True: 2 * n_lines, False: 3 * n_lines}  # only players ask what happened


def test_every_limit_on_copies_is_seen_at_a_glance_or_counted() -> None:
    """What is waved through at a glance has no fault by the long count either."""
    rules = StarterRules()
    for card in range(rules.n_cards):
        most, _ = CATALOGUE.copies(card)
        assert rules.copies_fault((card,) * most) is None
        assert rules.copies_fault((card,) * (most + 1)) is not None
