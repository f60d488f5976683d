"""How a player sits at a match that the other side may end at any moment."""

from __future__ import annotations

import io
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import pytest
import trio
from lycee_cli.bots import RandomBot
from lycee_cli.players import BotPlayer
from lycee_cli.render import Printer
from lycee_cli.scene import card_name
from lycee_cli.sitting import Sitting

from lycee_core import defs
from lycee_net.events import Asked, Concede, StepMade
from lycee_net.match import Played
from lycee_net.transport import Session
from tests.net.test_match import CATALOGUE, LyceePair, ThinkingLycee

if TYPE_CHECKING:
    from lycee_core import GameState
    from lycee_net.events import Event
    from lycee_net.facts import Fact
    from tests.net.pair import Player


class Unasked(BotPlayer):
    """A bot that must not be asked."""

    def decide(self, state: GameState, seat: int) -> NoReturn:
        raise AssertionError("it was asked")


def test_a_question_that_the_end_of_the_match_overtook_is_asked_nobody() -> None:
    pair = ThinkingLycee(1, 4)
    asked, other = pair.settle()
    request = asked.protocol.asked
    assert request is not None

    async def answer_late() -> None:
        printer = Printer(io.StringIO(), CATALOGUE, asked.protocol.seat)
        chair = SimpleNamespace(printer=printer, player=Unasked(RandomBot(1)), resume_command="")
        sitting = Sitting(chair, Session(None, asked.protocol))  # type: ignore[arg-type]
        asked.protocol.receive_data(other.protocol.send(Concede()))
        assert asked.protocol.asked is None
        async with trio.open_nursery() as nursery:
            await sitting._answer(request, nursery)
        assert not sitting._is_thinking

    trio.run(answer_late)


class Reading(LyceePair):
    """A match at which somebody reads along beside each player, and keeps what was drawn."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.texts = {player: io.StringIO() for player in self.players}
        self.sittings = {player: self._sit(player) for player in self.players}
        self.drawn: dict[Player, list[str]] = {player: [] for player in self.players}

    def _sit(self, player: Player) -> Sitting:
        printer = Printer(self.texts[player], CATALOGUE, player.protocol.seat)
        chair, session = SimpleNamespace(printer=printer), SimpleNamespace(protocol=player.protocol)
        sitting = Sitting(chair, session)  # type: ignore[arg-type]
        sitting._is_dealt = True
        take_facts = sitting._match.take_facts

        def take_and_keep() -> list[Fact]:
            facts = take_facts()
            for fact in facts:
                self._keep_draws(player, fact)
            return facts

        sitting._match.take_facts = take_and_keep  # type: ignore[method-assign]
        return sitting

    def _keep_draws(self, player: Player, fact: Fact) -> None:
        """Note what the hand of a player gained, read from the hand before and after."""
        seat, after = player.protocol.seat, fact.before.clone()
        if isinstance(fact, Played):
            after.play_line(fact.line, fact.shown)
        else:
            after.answer(fact.values)
        if any(event.name == "drawn" and event.seat == seat for event in fact.events):
            gained = hand_names(after, seat) - hand_names(fact.before, seat)
            self.drawn[player].append(", ".join(sorted(gained.elements())))

    def react(self, player: Player, event: Event) -> None:
        """Print what happened before a player answers."""
        if isinstance(event, Asked | StepMade):
            self.sittings[player]._tell_facts()
        super().react(player, event)


def hand_names(state: GameState, seat: int) -> Counter[str]:
    """The hand of a seat that may see it, as a printer names cards."""
    cards = state.zone(seat, defs.ZONE_HAND)
    return Counter(card_name(CATALOGUE, state.face(token)) for token in cards)


@pytest.mark.parametrize("seed", range(4))
def test_own_draws_are_told_by_the_names_they_had_when_they_were_drawn(seed: int) -> None:
    # A hand that gained a card is shuffled before its owner decides (P6.7): behind the names of
    # its cards stand other cards then, and both is told at once.
    pair = Reading(seed)
    pair.play()
    for player in pair.players:
        lines = pair.texts[player].getvalue().splitlines()
        told = [line.removeprefix("  you draw ") for line in lines if "  you draw " in line]
        assert [", ".join(sorted(line.split(", "))) for line in told] == pair.drawn[player]
        assert len(told) > 5
