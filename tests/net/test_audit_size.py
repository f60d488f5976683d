"""The two forms of an audit: all vectors as long as they fit, the first one of a long match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_net.messages import needs_short_form
from lycee_net.verify import VerdictKind

from .pair import Pair
from .test_verify import transcript_of, verify

if TYPE_CHECKING:
    import pytest


def test_the_full_form_is_used_up_to_its_limit() -> None:
    assert not needs_short_form([60] * 65)
    assert needs_short_form([60] * 66)
    assert not needs_short_form([8] * 460)


def test_a_long_match_is_audited_in_the_short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lycee_net.messages.MAX_LISTS", 60)
    pair = Pair(1)
    pair.play()
    winner = pair.players[pair.host.protocol.chain.result.winner]  # type: ignore[union-attr]
    opened = [end.opened for end in winner.protocol.chain.ends if end.opened is not None]
    assert len(opened[0].vectors) == 1
    for player in pair.players:
        assert verify(transcript_of(player)).kind is VerdictKind.FINISHED
    monkeypatch.undo()
    verdict = verify(transcript_of(winner))  # where the full form fits, the short one is an error
    assert verdict.kind is VerdictKind.BROKEN
    assert verdict.broken_by == winner.protocol.seat
