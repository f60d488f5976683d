"""How a player sits at a match that the other side may end at any moment."""

from __future__ import annotations

import io
from types import SimpleNamespace
from typing import TYPE_CHECKING, NoReturn

import trio
from lycee_cli.bots import RandomBot
from lycee_cli.players import BotPlayer
from lycee_cli.render import Printer
from lycee_cli.sitting import Sitting

from lycee_core import Catalogue
from lycee_net.events import Concede
from lycee_net.transport import Session
from tests.net.test_match import ThinkingLycee

if TYPE_CHECKING:
    from lycee_core import GameState


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
        printer = Printer(io.StringIO(), Catalogue.starter(), asked.protocol.seat)
        chair = SimpleNamespace(printer=printer, player=Unasked(RandomBot(1)), resume_command="")
        sitting = Sitting(chair, Session(None, asked.protocol))  # type: ignore[arg-type]
        asked.protocol.receive_data(other.protocol.send(Concede()))
        assert asked.protocol.asked is None
        async with trio.open_nursery() as nursery:
            await sitting._answer(request, nursery)
        assert not sitting._is_thinking

    trio.run(answer_late)
