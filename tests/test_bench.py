"""The goals table runs, and those of its goals that no clock enters hold.

No figure of time is judged here: machines differ and are disturbed (tests/bench prints ratios).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lycee_core.game import STATE_BYTES
from lycee_core.playout import play_games

from .bench import __main__ as bench
from .bench.allocations import (
    PLAY,
    ROOT,
    build_counter,
    count_allocations,
    count_instructions_in,
)
from .bench.plain import plain_deck
from .bench.plays import PARTS
from .bench.process import HEADLESS, NEVER_LOADED, loaded_modules
from .bench.table import GOALS, Goal, Row, Sense, format_table, interleave

if TYPE_CHECKING:
    from pathlib import Path


def test_the_short_table_has_every_goal_once_and_both_ways_to_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bench.main(["--short", "--jsonl"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = [line for line in lines if "note" not in line]
    assert [row["#"] for row in found] == list(range(1, 20))
    for row in found:
        assert row["what"] == GOALS[row["#"]].what
        assert row["verdict"] in {"stretch", "must", "below", "-"}
        assert (row["score"] is None) == (row["verdict"] == "-")
    plain, *others = (line for line in lines if "note" in line)
    notes = {line["note"].split(",")[0]: line for line in others}
    for play in ("random play", "greedy play"):
        assert 0 < notes[play]["games/s"] < notes[play]["decisions/s"]
    assert notes["random play"]["decisions/s"] > notes["greedy play"]["decisions/s"]
    assert "short form" in notes["instructions a decision"]["reason"]
    assert plain["note"] == "random play, cards without effects"
    assert 0 < plain["decisions/s from Python"] < plain["decisions/s in the core"]


def test_the_cards_without_effects_have_none_and_their_games_end() -> None:
    catalogue, deck = plain_deck()
    assert all(not catalogue.card(card).lines for card in range(len(catalogue)))
    assert sum(play_games(catalogue, (deck, deck), 20, 1).wins) == 20


def test_without_peers_their_rows_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["--short"])
    table = capsys.readouterr().out.splitlines()
    for number in (1, 2, 3, 4, 5, 7):
        (line,) = (line for line in table if line.startswith(f"{number} "))
        assert "no peers given" in line
        assert line.endswith("-")


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind counts the instructions")
def test_the_parts_of_a_decision_are_within_the_whole() -> None:
    whole, *counts = count_instructions_in(list(PARTS.values())) or [0.0]
    assert all(0 < count < whole for count in counts)
    assert sum(counts) < whole


def test_a_python_that_is_no_python_is_told() -> None:
    with pytest.raises(ChildProcessError, match="ended early"):
        bench.main(["--short", "--peers", "/bin/true"])


@pytest.mark.parametrize(
    ("score", "verdict"), [(5, "stretch"), (2, "must"), (1.99, "below"), (None, "-")]
)
def test_a_rate_is_judged_from_below(score: float | None, verdict: str) -> None:
    assert Goal(1, "", "", Sense.AT_LEAST, 2, 5).verdict(score) == verdict


@pytest.mark.parametrize(
    ("score", "verdict"), [(0.04, "stretch"), (0.1, "must"), (0.11, "below"), (None, "-")]
)
def test_a_cost_is_judged_from_above(score: float | None, verdict: str) -> None:
    assert Goal(5, "", "", Sense.AT_MOST, 0.1, 0.04).verdict(score) == verdict


def test_figures_are_taken_in_turn_and_the_best_of_each_counts() -> None:
    order = []

    def measure(name: str, figures: list[float]) -> float:
        order.append(name)
        return figures.pop()

    ours, theirs = [3.0, 1.0, 2.0], [6.0, 4.0, 5.0]
    found = interleave(3, lambda: measure("a", ours), lambda: measure("b", theirs), best=max)
    assert found == [3.0, 6.0]
    assert order == ["a", "b", "a", "b", "a", "b"]


def test_a_row_without_a_reference_has_no_verdict() -> None:
    line = format_table([Row(1, "9/s", "no peers given", None)]).splitlines()[1]
    assert line.split()[-1] == "-"


def test_the_state_is_at_most_three_kibibytes() -> None:
    assert STATE_BYTES <= GOALS[8].must == 3072


@pytest.mark.skipif(sys.platform != "linux", reason="the counter replaces malloc as Linux does")
def test_no_allocation_happens_between_the_first_and_the_last_decision(tmp_path: Path) -> None:
    assert build_counter(tmp_path) is not None
    assert count_allocations() == 0


def test_a_headless_game_loads_nothing_of_the_network_or_the_terminal() -> None:
    code = PLAY + (
        "play_games(catalogue, pairings[0], 1, 1)\n"
        f"found = {set(NEVER_LOADED)} & set(sys.modules)\n"
        "assert not found, found\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", HEADLESS, ids=" ".join)
def test_a_headless_command_loads_nothing_of_the_network_or_the_terminal(
    words: tuple[str, ...],
) -> None:
    assert loaded_modules(words) == frozenset()
