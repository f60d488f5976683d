"""Whatever one side makes of the files of a match, the other side is not convicted by it.

Matches that end in every way, files of either side; a forger leaves out, repeats, exchanges and
marks records, changes who owns the file, and signs what it likes with its own key.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from lycee_net.events import Concede, Decide, TimeOver
from lycee_net.evidence import find_fork_untrusted
from lycee_net.messages import (
    Close,
    End,
    Hello,
    Ping,
    Reason,
    Resume,
    SignedMessage,
    Step,
    sign_message,
)
from lycee_net.records import JournalError, RecordKind
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .pair import Pair, Player, Thinking
from .test_forgeries import agreed_draw, from_the_other_side, made, signed_in
from .test_verify import records_of, rewrite, transcript_of, verify
from .toy import legal_lines

if TYPE_CHECKING:
    import random

    from lycee_net.messages import Message

    from .test_forgeries import Records

KINDS = (RecordKind.GOT, RecordKind.MADE, RecordKind.REFUSED)


def ended_early(seed: int, n: int, how: str) -> Pair:
    """A match that somebody ended at message n: who owed it, who waited, or both at once."""
    pair = Thinking(seed, n)
    asked, waits = pair.settle()
    first, second = b"", b""
    if how == "time":
        first = asked.protocol.send(TimeOver())
    elif how == "both":
        first = asked.protocol.send(Concede())
    elif how == "crossing":
        first = asked.protocol.send(Decide(legal_lines(asked.game)[0]))
    if how != "time":
        second = waits.protocol.send(Concede())
    waits.receive(first)
    asked.receive(second)
    pair.play()
    return pair


@functools.cache
def matches() -> tuple[Pair, ...]:
    """Matches that are done, one or more for each way to end."""
    played = [Pair(seed) for seed in (1, 2, 3)] + [Pair(4, wants_audit=False)]
    for pair in played:
        pair.play()
    ways = [(n, how) for n in (5, 8) for how in ("time", "both", "crossing", "waits")]
    found = [*played, agreed_draw()[0], *(ended_early(2, n, how) for n, how in ways)]
    assert all(p.protocol.state is State.DONE for pair in found for p in pair.players)
    return tuple(found)


class Forger:
    """One side of a match, which owns its own key and nothing else."""

    def __init__(self, rng: random.Random, pair: Pair, player: Player) -> None:
        self.rng, self.player = rng, player
        self.chain = pair.host.protocol.chain

    def sign(self, message: Message) -> SignedMessage:
        """Its own signature under whatever it likes."""
        context = self.chain.context_for(message)
        return sign_message(message, self.player.identity, context)

    def changed(self, message: Message) -> Message:
        """Another message of the kind, here or in another place."""
        change = self.rng.choice(self.changes(message))
        if self.rng.random() < 0.3:
            change |= self.place()
        return replace(message, **change)  # type: ignore[arg-type]

    def changes(self, message: Message) -> list[dict[str, object]]:
        match message:
            case End():
                winner, reason = self.rng.randrange(3), self.rng.choice(list(Reason))
                return [{"winner": winner}, {"reason": reason}, {"opened": None},
                        {"waive": not message.waive}]  # fmt: skip
            case Step():
                return [{"offer": not message.offer}, {"parts": message.parts[:-1]}]
        return [{}]

    def place(self) -> dict[str, object]:
        """A number, and the head of the message before it."""
        n = self.rng.randrange(1, self.chain.n + 1)
        return {"n": n, "prev": self.chain.head_of(n - 1)}

    def invented(self) -> Message:
        """A message that was never sent."""
        n = self.rng.randrange(1, self.chain.n + 1)
        prev, winner = self.chain.head_of(n - 1), self.rng.randrange(3)
        hello = cast("Hello", self.chain.hellos[self.player.protocol.seat].message)
        messages: list[Message] = [
            End(n, prev, winner, self.rng.choice(list(Reason)), self.rng.random() < 0.3, None),
            Ping(n, prev),
            Resume(n, prev, bytes(32), (0, 0)),
            Close(n, prev, self.rng.randrange(23)),
            replace(hello, n=n, prev=prev),
        ]
        return self.rng.choice(messages)

    def forge(self, records: Records) -> None:
        """Do one thing to the records behind the START."""
        rng = self.rng
        back = rng.randrange(5 if rng.random() < 0.7 else len(records))  # the Ends are there
        at = max(1, len(records) - 1 - back)
        kind, signed = rng.choice(KINDS), signed_in(records[at])
        match rng.randrange(6):
            case 0:
                del records[at]
            case 1:
                records.insert(rng.randrange(1, len(records) + 1), records[at])
            case 2:
                del records[at + 1 :]
            case 3:
                other = rng.randrange(1, len(records))
                records[at], records[other] = records[other], records[at]
            case 4:
                records[at] = marked(kind, signed)
            case _:
                is_new = rng.random() < 0.5
                message = self.invented() if is_new else self.changed(signed.message)
                records.insert(at + rng.randrange(2), marked(kind, self.sign(message)))


def marked(kind: RecordKind, signed: SignedMessage) -> tuple[RecordKind, bytes]:
    """A record of any kind."""
    return made(signed) if kind is RecordKind.MADE else (kind, signed.raw)


@settings(max_examples=300)
@given(st.randoms(use_true_random=False))
def test_no_file_that_one_side_makes_convicts_the_other(rng: random.Random) -> None:
    # P10.12
    pair = rng.choice(matches())
    player = rng.choice(pair.players)
    honest = 1 - player.protocol.seat
    records = records_of(transcript_of(rng.choice(pair.players)))
    if rng.random() < 0.5:
        records = from_the_other_side(records)
    forger = Forger(rng, pair, player)
    for _ in range(rng.randrange(1, 4)):
        if len(records) > 1:
            forger.forge(records)
    data, result = rewrite(records), forger.chain.result
    verdict = verify(data)
    assert verdict.broken_by != honest, verdict.text
    if verdict.kind is VerdictKind.FINISHED:
        assert verdict.result is not None
        assert result is not None
        found = (verdict.result.winner, verdict.result.reason)
        assert found == (result.winner, result.reason), "both signed it"
    try:
        fork = find_fork_untrusted(transcript_of(player), data)
    except JournalError:
        return  # a message of it is none
    assert fork is None or fork.seat != honest
