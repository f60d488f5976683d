"""The words of a line: how a text is split."""

from __future__ import annotations

from lycee_core.line_words import split_words


def test_words_in_quotes_stay_together() -> None:
    assert split_words(' enter  "Nell Quay" AFL ') == ["enter", '"Nell Quay"', "AFL"]
