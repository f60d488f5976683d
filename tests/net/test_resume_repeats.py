"""Between two Resumes and the closing Pings: what is repeated, in what order, and who is silent."""

from __future__ import annotations

import pytest

from lycee_net.errors import CloseCode, LocalProtocolError
from lycee_net.events import AgreeDraw, Concede, Decide, OfferDraw, PeerBroke, SayAlive, TimeOver
from lycee_net.messages import End, Ping, Resume, Step, sign_message
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from .away import come_back, cut_records, lose_link, made_and_got, meet, message_in, restart
from .pair import Thinking
from .test_verify import transcript_of, verify
from .toy import PASS


def test_after_a_resume_and_before_the_closing_ping_nothing_new_is_signed() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    lose_link(pair)
    line = asked.choose_line()
    n = asked.protocol.chain.n
    asked.protocol.send(Decide(line))
    visitor = asked.protocol.new_visitor()
    visitor.receive_data(other.protocol.dial())
    other.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(other.protocol.data_to_send())
    asked.protocol.admit(visitor)
    assert asked.protocol.chain.n == n


def test_a_ping_before_all_that_was_announced_has_come_is_out_of_order() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = other.protocol.chain
    meet(pair, asked, other, Resume(chain.n + 3, bytes(32), bytes(32), (0, 0)))
    ping = Ping(chain.n, chain.last_head)
    other.protocol._link.send_message(sign_message(ping, other.identity, chain.sid).raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.ORDER]
    assert verify(transcript_of(asked)).kind is VerdictKind.UNFINISHED  # and nobody is blamed


def test_what_comes_must_be_what_was_announced() -> None:
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain, raw = other.protocol.chain, other.protocol._archive.messages_from(0)[-1]
    number = chain.n - 1
    lose_link(pair)
    cut_records(asked, 1)
    restart(asked)
    assert asked.protocol.chain.n == number
    meet(pair, asked, other, Resume(chain.n, bytes(32), bytes(32), (0, 0)))
    other.protocol._link.send_message(raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.FORK]
    verdict = verify(transcript_of(asked))
    assert verdict.broken_by == other.protocol.seat
    assert f"signed two messages {number}" in verdict.text


def test_what_is_repeated_must_build_on_what_is_held() -> None:  # P10.6
    pair = Thinking(1, 8)
    asked, other = pair.settle()
    chain = other.protocol.chain
    lose_link(pair)
    cut_records(asked, 1)
    restart(asked)
    n = asked.protocol.chain.n
    meet(pair, asked, other, Resume(chain.n, chain.last_head, bytes(32), (0, 0)))
    step = Step(n, bytes(32), (), bytes(32), False)
    other.protocol._link.send_message(sign_message(step, other.identity, chain.sid).raw)
    events = asked.receive(other.protocol._link.data_to_send())
    assert [e.code for e in events if isinstance(e, PeerBroke)] == [CloseCode.FORK]
    assert verify(transcript_of(asked)).broken_by is None  # whoever made the file may have done it
    restart(asked)
    assert asked.protocol.state is State.ERROR


def test_whoever_lacks_messages_says_nothing_that_could_pass_for_the_end_of_its_repeats() -> None:
    # P10.6: on a slow line the silence may last longer than the ten seconds of a Ping.
    pair = Thinking(3, 20)
    _, behind = pair.settle()
    lose_link(pair)
    cut_records(behind, 5)
    restart(behind)
    frames = come_back(pair, behind)
    behind.receive(frames[0])
    assert behind.protocol.is_catching_up
    assert behind.protocol.send(SayAlive()) == b""
    said = behind.protocol.data_to_send()
    for frame in frames[1:]:
        behind.receive(frame)
    said += behind.protocol.data_to_send()
    assert not behind.protocol.is_catching_up
    assert not [e for e in pair.other(behind).receive(said) if isinstance(e, PeerBroke)]
    assert [p.protocol.is_returning for p in pair.players] == [False, False]


@pytest.mark.parametrize("intent", [AgreeDraw(), TimeOver()])
def test_nothing_is_signed_before_the_other_side_has_repeated_all(
    intent: AgreeDraw | TimeOver,
) -> None:
    # P10.6: our own Step may be among what it still has to repeat.
    pair = Thinking(1, 8)
    offers, asked = pair.settle()
    offers.protocol.send(OfferDraw())
    asked.receive(offers.protocol.send(Decide(bytes([PASS]))))
    lose_link(pair)
    restart(asked)
    resume, *rest = come_back(pair, asked)
    asked.receive(resume)
    assert asked.protocol.state is State.STEP_ME
    with pytest.raises(LocalProtocolError, match="repeated"):
        asked.protocol.send(intent)
    for frame in rest:
        asked.receive(frame)
    offers.receive(asked.protocol.data_to_send())
    assert asked.protocol.asked is not None
    offers.receive(asked.protocol.send(intent))
    assert offers.protocol.state is State.DONE


def test_a_concession_waits_until_the_other_side_has_repeated_all() -> None:  # P10.6
    pair = Thinking(1, 8)
    offers, asked = pair.settle()
    asked.receive(offers.protocol.send(Decide(bytes([PASS]))))
    lose_link(pair)
    restart(asked)
    resume, *rest = come_back(pair, asked)
    asked.receive(resume)
    asked.protocol.data_to_send()
    assert asked.protocol.send(Concede()) == b""
    assert not any(isinstance(message_in(record), End) for record in made_and_got(asked))
    for frame in rest:
        asked.receive(frame)
    assert asked.protocol.state is State.LAST_YOU
