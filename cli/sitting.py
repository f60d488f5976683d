"""One seat of a match over the network: a protocol on a stream, a player, a printer.

Theory of operation. One task reads events and prints what happened; when the player is asked, a
second task lets it think, a person in a thread of its own, and sends what it answers, while the
first keeps the link alive. Whoever fails first ends both. What people see of the game comes from
the facts of `Match`, which are public or ours. Below: `chair`, `players`, `verdicts`; above:
`peer`, `resume`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import trio

from lycee_core.notation import format_line
from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    Concede,
    Decide,
    Greeted,
    Leave,
    LinkLost,
    MatchClaimed,
    MatchEnded,
    OfferDraw,
    PeerBroke,
    PeerClosed,
    PeerConceded,
    PeerGone,
    PeerOverTime,
    Resumed,
    StepMade,
    TimeWarning,
)
from lycee_net.game import Arrange
from lycee_net.match import Match, Played
from lycee_net.states import State

from .faults import NETWORK, UNFINISHED, Fault
from .known import Standing
from .players import CONCEDE, DRAW, QUIT, BotPlayer, Wish, Writer
from .verdicts import (
    LEFT,
    broken_fault,
    changed_key_fault,
    clock_text,
    closed_fault,
    met_text,
    result_text,
)

if TYPE_CHECKING:
    from typing import TypeAlias

    from lycee_net.chain import Result
    from lycee_net.events import Event, Intent
    from lycee_net.game import Decision
    from lycee_net.match import LyceeGame
    from lycee_net.transport import Session

    from .chair import Chair
    from .players import Early

    Answer: TypeAlias = bytes | tuple[int, ...] | Wish


class Sitting:
    """A match from the greeting to the last word."""

    def __init__(self, chair: Chair, session: Session) -> None:
        self._chair = chair
        self._session = session
        self._match = Match(session.protocol)
        self._fault: Fault | None = None
        self._result: Result | None = None
        self._claimed: Result | None = None
        self._lost = "the connection ended before the match did"
        self._wants_draw = False  # said while the other side was to act
        self._is_thinking = False
        self._is_dealt = False
        self._may_hear = trio.Event()  # the player is not asked
        self._hearing: trio.CancelScope | None = None
        chair.printer.banks = self._banks

    def _banks(self) -> list[float] | None:
        """The seconds in both banks of the match that is on; None without clocks."""
        clock = self._match.protocol.watch.clock
        return clock.banks if clock.is_on else None

    def go_on(self) -> None:
        """Sit down at a match that was begun earlier: what happened before is not told again."""
        self._match.take_facts()
        self._is_dealt = True
        self._may_hear.set()
        self._tell_offer()

    async def play(self) -> Result:
        """Play to the end.

        Raises:
            Fault: the match was not finished, and why.
        """
        async with trio.open_nursery() as nursery:
            player = self._chair.player
            if isinstance(player, Writer) and player.early is not None:
                nursery.start_soon(self._hear, player, player.early, nursery)
            await self._read(nursery)
            nursery.cancel_scope.cancel()
        protocol = self._match.protocol
        if self._fault is not None:
            raise self._fault
        if self._result is None and protocol.state is State.DONE:
            self._result = protocol.chain.result
        if self._result is not None:
            return self._result
        protocol.claim()
        self._take_claim()
        if self._claimed is not None:
            text = result_text(self._claimed, self._chair.printer.who)
            raise Fault(UNFINISHED, f"{text}, not countersigned: {self._lost}")
        raise Fault(NETWORK, self._lost)

    def way_back(self) -> str:
        """How a match that was left can go on, to stand behind why it ended; nothing if not."""
        protocol, command = self._match.protocol, self._chair.resume_command
        if not command or not (protocol.can_resume and protocol.chain.counts):
            return ""
        return f"; `{command}` goes on"

    def _take_claim(self) -> None:
        while (event := self._match.protocol.next_event()) is not NEED_DATA:
            if isinstance(event, MatchClaimed):
                self._claimed = event.result

    async def _read(self, nursery: trio.Nursery) -> None:
        async for event in self._session:
            await self._handle(event, nursery)
            if self._fault is not None:
                return

    async def _handle(self, event: Event, nursery: trio.Nursery) -> None:
        self._tell_facts()
        if isinstance(event, Greeted):
            fault = self._greet(event)
            if fault is not None:
                self._fail(fault)
                await self._session.send(Leave(CloseCode.IDENTITY))
                return
            await self._session.send(Accept())
            self._is_dealt = True
            self._may_hear.set()
        elif isinstance(event, Asked):
            if self._match.protocol.asked == event.request and not self._is_thinking:
                self._is_thinking = True
                nursery.start_soon(self._answer, event.request, nursery)
        elif isinstance(event, PeerOverTime):
            self._fail(Fault(UNFINISHED, "the time of the other side is over; it does not say so"))
            await self._session.send(Leave(CloseCode.TIME))
        else:
            self._take(event)

    async def _send(self, intent: Intent, nursery: trio.Nursery) -> None:
        """Send, and handle at once what follows from it: the reader wakes for bytes alone."""
        await self._session.send(intent)
        while (event := self._match.protocol.next_event()) is not NEED_DATA:
            await self._handle(event, nursery)
        self._tell_facts()

    def _greet(self, event: Greeted) -> Fault | None:
        """Say who the other side is and what was agreed on; a fault if it must not be played."""
        hello, printer = event.hello, self._chair.printer
        name = "".join(c if c.isprintable() else "?" for c in hello.name) or "somebody"
        met = ""
        if self._chair.known is not None:
            standing = self._chair.known.judge(hello.key, hello.name)
            if standing is Standing.CHANGED and not self._chair.takes_new_key:
                return changed_key_fault(name, hello.key, self._chair.known.keys_of(hello.name))
            met = met_text(standing, self._chair.known.names_of(hello.key))
            self._chair.known.remember(hello.key, hello.name)
        printer.say([f"playing against {name} (key {hello.key.hex()[:16]}{met})"])
        options = hello.options
        if options.bank or options.per_decision:
            printer.say([f"clock {clock_text(options)}"])
        if options.open_looks:
            printer.say(["open looks: a look at part of a deck is shown to both"])
        return None

    def _take(self, event: Event) -> None:
        """What the other side did to the match as a whole."""
        match event:
            case StepMade() if event.who.name == "YOU":
                self._tell_offer()
            case PeerConceded():
                self._chair.printer.say(["the other side ends the match"])
            case MatchEnded(result=result):
                self._result = result
            case PeerBroke(error=error) if self._result is None:  # a result stands (P12)
                self._fail(broken_fault(error))
            case PeerClosed(code=code) if self._result is None:
                self._fail(closed_fault(code))
            case LinkLost(reason=reason) if self._result is None:
                self._lose_link(reason)
            case MatchClaimed(result=result):
                self._claimed = result
            case PeerGone():
                self._chair.printer.say(["the other side was away for longer than agreed"])
            case Resumed():
                n = self._match.protocol.chain.n
                self._chair.printer.say([f"the match goes on after message {n - 1}"])
            case TimeWarning(seat=seat, seconds=seconds):
                self._chair.printer.say(
                    [f"{self._chair.printer.who(seat)}: {seconds} seconds left"]
                )

    @property
    def _peer_takes_draw(self) -> bool:
        return self._match.protocol.chain.is_draw_offered

    def _tell_offer(self) -> None:
        if self._peer_takes_draw:
            self._chair.printer.say(["the other side offers a draw: answer with draw"])

    def _lose_link(self, reason: str) -> None:
        """Wait for another link if that makes sense, else this is the end."""
        self._lost = f"the other side is gone: {reason}"
        session = self._session
        if session.patience and self._match.protocol.awaits_return:
            does = "waiting" if session.place is None else "dialling again"
            self._chair.printer.say(
                [f"{self._lost}; {does} for {session.patience:.0f} s"]
            )  # fmt: skip

    def _fail(self, fault: Fault) -> None:
        if self._fault is None:
            self._fault = fault

    # ---- the player

    async def _answer(self, request: Decision | Arrange, nursery: trio.Nursery) -> None:
        try:
            answer: Answer | None = await self._early_draw(nursery) or await self._think(request)
            while answer is not None:
                answer = await self._carry_out(answer, request, nursery)
        except LocalProtocolError:
            # The other side ended the match while the player was thinking; the reader tells it.
            protocol = self._match.protocol  # which asks once more when all is repeated
            if protocol.asked == request and not protocol.is_closed and not protocol.is_returning:
                raise
        except Fault as fault:
            self._fail(fault)
            await self._session.send(Leave(CloseCode.LATER))
            nursery.cancel_scope.cancel()

    async def _early_draw(self, nursery: trio.Nursery) -> Answer | None:
        """Carry out the wish for a draw of a player who was not asked then."""
        if not self._wants_draw:
            return None
        self._wants_draw = False
        if self._peer_takes_draw:
            self._is_thinking = False
            return DRAW
        await self._send(OfferDraw(), nursery)
        return None

    async def _hear(self, player: Writer, early: Early, nursery: trio.Nursery) -> None:
        """Take what the player says while the other side is to act."""
        while not early.is_over:
            await self._may_hear.wait()
            with trio.CancelScope() as self._hearing:
                try:
                    await trio.lowlevel.wait_readable(early.descriptor)
                except OSError:
                    return  # a plain file: nobody types there
            self._hearing = None
            if not self._may_hear.is_set():
                continue  # the player is asked now, and a thread waits for the answer
            wish = player.hear(self._match.state.clone(), self._match.seat)
            if wish is not None:
                await self._grant(wish, nursery)
            elif early.early() is not None:  # the answer to the next question
                self._may_hear = trio.Event()

    async def _grant(self, wish: Wish, nursery: trio.Nursery) -> None:
        """Carry out what a player wants that is not asked."""
        if wish is DRAW:
            self._wants_draw = True
            self._chair.printer.say(["a draw is offered with your next message"])
            return
        try:
            await self._part(wish, nursery)
        except LocalProtocolError:
            return  # the match ended meanwhile; the reader tells it
        except Fault as fault:
            self._fail(fault)
            await self._session.send(Leave(CloseCode.LATER))
            nursery.cancel_scope.cancel()

    async def _part(self, wish: Wish, nursery: trio.Nursery) -> None:
        """Leave the table: give up, or without an end."""
        if wish is QUIT and self._match.protocol.state is State.DONE:
            nursery.cancel_scope.cancel()  # the result stands; it was only said again
            return
        if wish is QUIT:
            raise Fault(UNFINISHED, LEFT)
        assert wish is CONCEDE, f"{wish} does not end a match"
        await self._send(Concede(), nursery)
        if self._match.protocol.state is State.AWAY:
            self._chair.printer.say(["that is said to the other side as soon as it is back"])

    async def _think(self, request: Decision | Arrange) -> Answer | None:
        """Ask the player, on a copy of what we know; a person thinks in a thread.

        Returns None if that is no question any more: the other side ended the match meanwhile.
        """
        if self._match.protocol.asked != request:
            self._is_thinking = False
            return None
        self._may_hear = trio.Event()
        if self._hearing is not None:
            self._hearing.cancel()
        state, seat = self._match.state.clone(), self._match.seat
        player = self._chair.player
        act = player.arrange if isinstance(request, Arrange) else player.decide
        try:
            if isinstance(player, BotPlayer):
                await trio.lowlevel.checkpoint()
                return act(state, seat)
            return await trio.to_thread.run_sync(act, state, seat, abandon_on_cancel=True)
        except trio.Cancelled:
            if isinstance(player, Writer):
                player.stop()
            raise
        finally:
            self._is_thinking = False
            self._may_hear.set()

    async def _carry_out(
        self, answer: Answer, request: Decision | Arrange, nursery: trio.Nursery
    ) -> Answer | None:
        """Send an answer; a draw that was offered leaves the question open, so ask again."""
        if isinstance(answer, bytes):
            await self._send(Decide(answer), nursery)
        elif isinstance(answer, tuple):
            await self._send(ArrangeCards(answer), nursery)
        elif answer is not DRAW:
            await self._part(answer, nursery)
        elif self._peer_takes_draw:
            await self._send(AgreeDraw(), nursery)
        else:
            await self._send(OfferDraw(), nursery)
            self._chair.printer.say(["a draw is offered with your next message"])
            return await self._think(request)
        return None

    # ---- what is printed

    def _tell_facts(self) -> None:
        if not self._is_dealt:
            return
        printer = self._chair.printer
        eyes = self._match.state
        if printer.seat is None:
            eyes = cast("LyceeGame", self._session.protocol.observer).state
        facts = self._match.take_facts()
        for n, fact in enumerate(facts, 1):
            following = facts[n] if n < len(facts) else None
            before, after = None, eyes
            if isinstance(fact, Played):
                before = fact.before
                text = format_line(before, fact.line, faces=fact.shown)
                printer.line(fact.seat, text, fact.line)
            if following is not None and printer.seat is not None:
                after = following.before  # our own replica, before a hand was shuffled anew
            printer.events(fact.events, after, before)
