"""Abilities that are declared as a cost, over the protocol: shown cards and chance in a payment."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

import pytest

from lycee_core import Catalogue, defs
from lycee_core.deck import DECK_SIZE, copies_faults
from lycee_net.events import MatchEnded, PeerBroke, StepMade
from lycee_net.match import LyceeRules, Match, Played, verify_file_untrusted
from lycee_net.states import State
from lycee_net.verify import VerdictKind
from tests.core.builder import DATA

from .pair import Pair
from .test_match import LyceePlayer

if TYPE_CHECKING:
    import random

    from lycee_net.events import Event
    from lycee_net.match import LyceeGame

    from .pair import Player

FILES = (DATA / "payment_cards.toml", DATA / "payment_texts.toml")


@cache
def catalogue() -> Catalogue:
    """Cards that give points, and cards that take them."""
    return Catalogue.load(*FILES)


class PaymentRules(LyceeRules):
    """Decks of such cards."""

    def __init__(self) -> None:
        super().__init__(catalogue())

    def random_deck(self, rng: random.Random) -> tuple[int, ...]:
        cards: list[int] = []
        while len(cards) < DECK_SIZE:
            more = [*cards, *[rng.randrange(len(catalogue()))] * min(4, DECK_SIZE - len(cards))]
            if not copies_faults(more, catalogue()):
                cards = more
        return tuple(cards)


class Giver(LyceePlayer):
    """Declares things as a cost wherever it can."""

    def choose_line(self) -> bytes:
        state = cast("LyceeGame", self.protocol.mine).state.clone()
        line = b""
        while not line or state.mid_line():
            legal = state.legal_decisions()
            gifts = [code for code in legal if code >= defs.CODE_FIELD]
            is_payment = state.pending().kind == defs.PAY
            code = self.rng.choice(gifts if gifts and is_payment else legal)
            line += code.to_bytes(2, "big")
            state.apply(code)
        return line


class Giving(Pair):
    player_type = Giver

    def __init__(self, seed: int) -> None:
        super().__init__(seed, PaymentRules())
        self.matches = {player: Match(player.protocol) for player in self.players}
        self.lines: dict[Player, list[Played]] = {player: [] for player in self.players}

    def react(self, player: Player, event: Event) -> None:
        super().react(player, event)
        if isinstance(event, StepMade):
            facts = self.matches[player].take_facts()
            self.lines[player] += [fact for fact in facts if isinstance(fact, Played)]


def codes(line: bytes) -> list[int]:
    return [int.from_bytes(line[i : i + 2], "big") for i in range(0, len(line), 2)]


@pytest.mark.parametrize("seed", range(8))
def test_a_match_with_such_payments_ends_and_both_files_verify(seed: int) -> None:
    pair = Giving(seed)
    pair.play(limit=20_000)
    for player in pair.players:
        broke = [event for event in player.events if isinstance(event, PeerBroke)]
        assert player.protocol.state is State.DONE, broke
        assert player.count(MatchEnded) == 1
    verdicts = [verify_file_untrusted(p.storage.read(), catalogue()) for p in pair.players]
    assert verdicts[0] == verdicts[1]
    assert verdicts[0].kind is VerdictKind.FINISHED


def test_hand_cards_are_shown_with_the_line_and_chance_parts_it() -> None:
    # N2.3, N2.5, N6.16
    shown = begun = 0
    for seed in range(6):
        pair = Giving(seed)
        pair.play(limit=20_000)
        for played in pair.lines[pair.host]:
            outside = [code for code in codes(played.line) if code >= defs.CODE_OUTSIDE]
            shown += sum(code - defs.CODE_OUTSIDE in played.shown for code in outside)
            begun += played.before.pending().kind == defs.PAY
    assert shown > 3
    assert begun > 3
