"""Cards in plain words: an author sees what was understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from lycee_core.built import EVERYTHING
from lycee_core.loader import load_text
from lycee_core.plain import describe

EXAMPLES = Path(__file__).parents[1] / "data" / "language_examples.toml"
CHARACTER = """\
[[card]]
number = "CH-9901"
name = { en = "Test Pilot" }
type = "character"
attributes = ["snow"]
cost = "S"
ex = 1
ap = 1
dp = 1
sp = 1
sex = "f"
cells = "LCR/LCR"
"""


@pytest.mark.parametrize(
    ("ability", "line"),
    [
        (
            'kind = "activated"\nname = "Low Beam"\ncost = { tap = true, points = "S" }\n'
            'when = [{ battle = "none" }]\nlimit = { n = 1, per = "turn" }\n'
            'target.foe = { side = "enemy", type = "character", tapped = false, '
            "cost = { le = 2 } }\n"
            'effect = [{ tap = "$foe" }]',
            "Activated “Low Beam” [S and tap this card] (only if there is no battle, once a turn): "
            "Targets: “foe” = 1 enemy untapped character with cost 2 or less. tap “foe”.",
        ),
        (
            'kind = "triggered"\non = { event = "left", what = "self" }\n'
            "effect = [{ may = [{ mill = 1 }, { when_done = [{ draw = 2 }] }] }]",
            "When this card leaves play: you may (mill 1 card from your deck; then if that was "
            "done in full, (draw 2 cards)).",
        ),
        (
            'kind = "passive"\nif = [{ none = { side = "enemy", row = "AF" } }]\n'
            'effect = [{ change = { side = "own", adjacent_to = "self" }, ap = 1, dp = -1 }]',
            "Passive: While there is no enemy character in AF, all own characters next to this "
            "card: AP +1 and DP -1.",
        ),
        (
            'kind = "activated"\ncost = { hand = { n = 2 } }\n'
            'effect = [{ send = { zone = "dust", side = "own", n = { up_to = 3 } }, '
            'to = "deck_top" }]',
            "Activated [discard 2 cards in your hand]: put up to 3 cards in your dust box on top "
            "of your deck.",
        ),
    ],
)
def test_an_ability_reads_as_it_was_understood(ability: str, line: str) -> None:
    (card,) = load_text(f"{CHARACTER}\n[[card.ability]]\n{ability}\n")
    assert describe(card) == (line,)


def test_basic_abilities_show_their_cost_or_effect() -> None:
    basics = '["Dash", { name = "Step", cost = {} }, { name = "Bonus", effect = [{ draw = 1 }] }]'
    (card,) = load_text(f"{CHARACTER}basic = {basics}\n")
    assert describe(card) == ("Dash", "Step [0]", "Bonus: draw 1 card.")


def test_every_example_of_the_language_can_be_said() -> None:
    cards = load_text(EXAMPLES.read_text(encoding="utf-8"), built=EVERYTHING)
    for card in cards:
        lines = describe(card)
        assert len(lines) >= len(card.abilities)
        assert not any("Node(" in line or "None" in line for line in lines), lines
