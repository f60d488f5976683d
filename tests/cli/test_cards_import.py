"""`lycee cards import`: what becomes a field, what is filled in, what is doubted."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lycee_cli.cards_import import import_table
from lycee_cli.cards_lint import lint
from lycee_cli.faults import Fault

from lycee_core.loader import load_text
from lycee_core.plain import describe

if TYPE_CHECKING:
    from lycee_core.parsed import Card

FACTS = Path(__file__).parents[1] / "data" / "reference_facts.tsv"
HEAD = (
    "number\tname_jp\tname_en\ttype\tset\trarity\tsex\tattribute\tex\tcost\tap\tdp\tsp\t"
    "field_AF/DF\tbasic_abilities\tconversion_of\teffect_paraphrase\tsource\ttargets\n"
)
LACKEY = (
    "Name\tSet\tImageFile\tActual Name\tAbility Name\tCharacter Type\tEX\tElement\tCost\tAP\tDP\t"
    "SP\tBasic Abilities\tSpecial Abilities\n"
)


def row(**values: str) -> str:
    """A row of the fact table: a plain character, but for what is given."""
    plain = {"number": "CH-9901", "name_jp": "番人", "name_en": "Warden", "type": "Character",
             "sex": "f", "attribute": "S", "ex": "1", "cost": "SS*", "ap": "2", "dp": "3",
             "sp": "1", "field_AF/DF": "LCR/-C-"}  # fmt: skip
    return "\t".join({**plain, **values}.get(key, "") for key in HEAD.strip().split("\t")) + "\n"


def imported(folder: Path, data: str | bytes, name: str = "t.tsv") -> tuple[list[Card], list[str]]:
    """Import a table that gives a card for every row, and lint what comes out."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    text, doubts, _, n_lost = import_table(str(path))
    assert n_lost == 0, doubts
    out = folder / "out.toml"
    out.write_text(text, encoding="utf-8")
    assert lint([str(out)])[:2] == ([], [])
    return list(load_text(text)), [doubt.removeprefix(f"{path}:") for doubt in doubts]


def test_a_full_row_becomes_fields_and_leaves_no_doubt(tmp_path: Path) -> None:
    text = row(
        basic_abilities="Dash, Side Step:[T]F, Supporter:own deck 1, Escape:0",
        conversion_of="Warden of Old", effect_paraphrase="Taps a foe.", set="Test 1", rarity="R",
    )  # fmt: skip
    (card,), doubts = imported(tmp_path, HEAD + text)
    assert doubts == []
    assert (card.number, card.key, dict(card.names)) == (
        "CH-9901", "番人", {"en": "Warden", "ja": "番人"},
    )  # fmt: skip
    assert (card.attributes, card.cost, card.ex) == (("snow",), (2, 0, 0, 0, 0, 1), 1)
    assert (card.ap, card.dp, card.sp, card.sex, card.cells) == (2, 3, 1, "f", 0b010111)
    assert describe(card) == (
        "Conversion of Warden of Old.", "Dash", "Side Step [F and tap this card]",
        "Supporter [mill 1]", "Escape [0]",
    )  # fmt: skip
    assert card.note == "Taps a foe.\nTest 1, R"
    assert card.house == ()


def test_what_no_column_says_is_filled_in_and_marked(tmp_path: Path) -> None:
    blank = row(ap="", sp="", **{"field_AF/DF": ""}, sex="")
    (card,), doubts = imported(tmp_path, HEAD + blank)
    assert card.house == ("ap", "sp", "sex", "cells")
    assert doubts == ["2: CH-9901, house: found no ap, sp, sex, cells, filled in"]


@pytest.mark.parametrize(
    ("values", "doubt"),
    [
        ({"ap": "lots"}, "2: CH-9901, ap: found lots, taken as 1"),
        ({"ap": "-1"}, "2: CH-9901, ap: found -1, taken as 1"),
        ({"dp": "100"}, "2: CH-9901, dp: found 100, taken as 1"),
        ({"ex": "7"}, "2: CH-9901, ex: found 7, taken as 0"),
        ({"ex": ""}, "2: CH-9901, ex: found none, taken as 0"),
        ({"cost": "3"}, "2: CH-9901, cost: found 3, taken as ***"),
        ({"cost": "SX"}, "2: CH-9901, cost: found SX, taken as 0"),
        ({"cost": ""}, "2: CH-9901, cost: found none, taken as 0"),
        ({"attribute": "Q"}, "2: CH-9901, attribute: found Q, taken as colourless"),
        ({"attribute": "snow or so"}, "2: CH-9901, attribute: found snow or so, taken as snow"),
        ({"sex": "x"}, "2: CH-9901, sex: found x, taken as none"),
        ({"type": "Persona"}, "2: CH-9901, type: found Persona, taken as character by its number"),
        ({"number": "no. 5"}, "2: number: found no. 5, taken as NEW-0001"),
        ({"number": "ch0042 a"}, "2: number: found ch0042 a, taken as CH-0042A"),
        ({"field_AF/DF": "LC-/--- (?)"}, "2: CH-9901, cells: found LC-/--- (?), taken as LC-/---"),
        ({"field_AF/DF": "---/---"}, "2: CH-9901, cells: found ---/---, taken as LCR/LCR"),
        ({"basic_abilities": "Boost"}, "2: CH-9901, basic: found Boost, kept in the note"),
        ({"basic_abilities": "Step"}, "2: CH-9901, basic: found Step, kept in the note"),
        ({"basic_abilities": "Step:2 h"}, "2: CH-9901, basic: found Step:2 h, kept in the note"),
        ({"basic_abilities": "Dash:S"}, "2: CH-9901, basic: found Dash:S, kept in the note"),
        ({"basic_abilities": "Bonus: d"}, "2: CH-9901, basic: found Bonus: d, kept in the note"),
        ({"basic_abilities": "Dash, Dash"}, "2: CH-9901, basic: found Dash, kept in the note"),
        ({"conversion_of": "A & B"}, "2: CH-9901, conversion: found A & B, taken as one name"),
    ],
)  # fmt: skip
def test_a_doubt_is_told_in_one_line(tmp_path: Path, values: dict[str, str], doubt: str) -> None:
    _, doubts = imported(tmp_path, HEAD + row(**values))
    assert doubt in doubts


def test_both_components_are_named(tmp_path: Path) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row(conversion_of="Ann and Bo (both)"))
    assert (card.conversion, doubts) == (("Ann", "Bo"), [])


@pytest.mark.parametrize(
    ("number", "type_", "kind"),
    [("EV-9901", "Event", "event_card"), ("IT-9901", "Item", "item"), ("AR-9901", "Area", "area"),
     ("AR-9902", "エリア", "area")],
)  # fmt: skip
def test_other_types_have_no_values(tmp_path: Path, number: str, type_: str, kind: str) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row(number=number, type=type_, ap="", dp="", sp=""))
    assert (card.type, card.house, doubts) == (kind, (), [])


def test_what_an_item_grants_stays_text(tmp_path: Path) -> None:
    text = row(number="IT-9901", type="Item", basic_abilities="grants Dash")
    (card,), doubts = imported(tmp_path, HEAD + text)
    assert doubts == ["2: IT-9901, basic: found grants Dash, kept in the note"]
    assert "grants Dash" in card.note


def test_the_shape_of_lackey_is_read(tmp_path: Path) -> None:
    text = LACKEY + (
        "Warden CH-9901\tTest 1\tch-9901\tWarden\tBell\tFemale\t2\tSnow/Moon\tSM*\t2\t3\t1\t"
        "Dash, Side Step [0], Jump [M], Tax Wakeup [**]\tTaps a foe.\n"
        "Fog\tTest 1\tEV-9902\tFog\t\tEvent\t1\t宙\t宙宙無\t\t\t\t\tHalts the battle.\n"
    )
    (warden, fog), doubts = imported(tmp_path, text, "carddata.txt")
    assert (warden.number, warden.type, warden.sex) == ("CH-9901", "character", "f")
    assert (warden.attributes, warden.cost) == (("snow", "moon"), (1, 1, 0, 0, 0, 1))
    assert describe(warden) == ("Dash", "Side Step [0]", "Jump [M]", "Tax Wakeup [**]")
    assert warden.note == "Bell\nTaps a foe.\nTest 1"
    assert warden.house == ("cells",)
    assert (fog.number, fog.type, fog.cost) == ("EV-9902", "event_card", (0, 0, 0, 2, 0, 1))
    assert doubts == ["2: CH-9901, house: found no cells, filled in"]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("crlf.tsv", lambda text: text.replace("\n", "\r\n").encode()),
        ("bom.tsv", lambda text: b"\xef\xbb\xbf" + text.encode()),
        ("wide.tsv", lambda text: text.encode("utf-16")),
        ("comma.csv", lambda text: text.replace("\t", ",").encode()),
        ("semicolon.csv", lambda text: text.replace("\t", ";").encode()),
        ("quoted.csv", lambda text: "\n".join(
            ",".join(f'"{v}"' for v in line.split("\t")) for line in text.splitlines()).encode()),
        ("quoted.tsv", lambda text: "\n".join(
            "\t".join(f'"{v}"' for v in line.split("\t")) for line in text.splitlines()).encode()),
        ("blank.tsv", lambda text: (text + "\n\t\t\n\n").encode()),
        ("short.tsv", lambda text: "\n".join(
            line.rstrip("\t") for line in text.splitlines()).encode()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_spreadsheet_may_write_it_its_way(tmp_path: Path, name: str, change: object) -> None:
    text = HEAD + row(basic_abilities="Dash")
    (plain,), _ = imported(tmp_path, text)
    (card,), doubts = imported(tmp_path, change(text), name)  # type: ignore[operator]
    assert (card, doubts) == (plain, [])


@pytest.mark.parametrize(
    ("values", "field", "wanted"),
    [
        ({"ex": "\uff12"}, "ex", 2),
        ({"ap": "\uff13"}, "ap", 3),
        ({"field_AF/DF": "\uff2c\uff23\uff32\uff0f\u2212\uff23\u2212"}, "cells", 23),
        ({"field_AF/DF": "L\u2010R/\u2013\u2013\u2013"}, "cells", 5),
        ({"field_AF/DF": "lcr/-c-"}, "cells", 23),
        ({"field_AF/DF": "AF: LC-, DF: -CR"}, "cells", 51),
        ({"field_AF/DF": "○\u00d7○ \u00d7\u00d7\u00d7"}, "cells", 5),
        ({"cost": "★☆"}, "cost", (0, 0, 0, 0, 0, 2)),
        ({"cost": "[雪][無]"}, "cost", (1, 0, 0, 0, 0, 1)),
        ({"cost": "\uff33\uff33\uff0a"}, "cost", (2, 0, 0, 0, 0, 1)),
        ({"attribute": "\u2014"}, "attributes", ()),
        ({"sex": "♂"}, "sex", "m"),
    ],
)  # fmt: skip
def test_wide_signs_and_odd_minus_signs_are_read(
    tmp_path: Path, values: dict[str, str], field: str, wanted: object
) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row(**values))
    assert (getattr(card, field), doubts, card.house) == (wanted, [], ())


def test_a_minus_alone_is_no_value(tmp_path: Path) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row(ap="\u2212", **{"field_AF/DF": "\uff0d"}))
    assert (card.house, doubts) == (
        ("ap", "cells"), ["2: CH-9901, house: found no ap, cells, filled in"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Dash Aggressive", ("Dash", "Aggressive")),
        ("Dash Side Step:0", ("Dash", "Side Step [0]")),
        ("Escape (0) / Jump [花]", ("Escape [0]", "Jump [F]")),
        ("Order-Step:0 | side_step: [T]S", ("Order Step [0]", "Side Step [S and tap this card]")),
        ("ﾀﾞｯｼｭ、タッチ\uff1a無", ("Dash", "Touch [*]")),
        ("ダッシュ・ステップ\uff3b\uff10\uff3d", ("Dash", "Step [0]")),
        ("Supporter 花花", ("Supporter [FF]",)),
        ("Tax Trash: 手札1枚", ("Tax Trash [discard 1 card in your hand]",)),
        ("Tax Wakeup ☆ + deck 2", ("Tax Wakeup [* and mill 2]",)),
    ],
)
def test_basic_abilities_are_read_in_many_spellings(
    tmp_path: Path, text: str, wanted: tuple[str, ...]
) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row(basic_abilities=text))
    assert (describe(card), doubts) == (wanted, [])


def test_a_sex_beside_the_type_is_read(tmp_path: Path) -> None:
    head = LACKEY.replace("Ability Name", "Type\tAbility Name")
    text = "Warden\t\tCH-9901\tWarden\tCharacter\t\tFemale\t2\tSnow\tS\t2\t3\t1\t\t\n"
    (card,), _ = imported(tmp_path, head + text)
    assert (card.type, card.sex) == ("character", "f")


def test_quotes_inside_a_value_are_letters(tmp_path: Path) -> None:
    texts = {"name_en": 'The "Warden" \\ of', "effect_paraphrase": '"Halt" he "said'}
    (card,), _ = imported(tmp_path, HEAD + row(**texts))
    assert dict(card.names)["en"] == 'The "Warden" \\ of'
    assert card.note == '"Halt" he "said'


def test_a_csv_value_may_run_over_lines(tmp_path: Path) -> None:
    text = 'number,name_en,type,cost,ex,effect\nEV-9901,Fog,Event,S,1,"Halts,\nthe ""battle""."\n'
    (card,), doubts = imported(tmp_path, text, "t.csv")
    assert (card.note, doubts) == ('Halts, the "battle".', [])


def test_a_value_too_many_is_kept(tmp_path: Path) -> None:
    (card,), doubts = imported(tmp_path, HEAD + row().rstrip("\n") + "\tand more\n")
    assert doubts == ["2: CH-9901, columns: found more values than columns, kept and more"]
    assert "and more" in card.note


def test_a_number_twice_and_a_row_without_type_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "t.tsv"
    path.write_text(HEAD + row() + row(name_en="Other") + row(number="ZZ", type="?"))
    text, doubts, _, n_lost = import_table(str(path))
    assert n_lost == 2
    assert [doubt.removeprefix(f"{path}:") for doubt in doubts] == [
        "3: CH-9901, number: found CH-9901 again, row left out",
        "4: number: found ZZ, taken as NEW-0002",
        "4: NEW-0002, type: found ?, row left out",
    ]
    assert len(load_text(text)) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "found an empty file, expected a table with column names"),
        (b"\x80\x81", "found no UTF-8 text at offset 0, expected a table in UTF-8"),
        (b"one\ttwo\n1\t2\n", "found the columns one, two, expected a name and a cost among them"),
        (b"name\n", "found the columns name, expected a name and a cost among them"),
        (b'name,cost\n"' + b"x" * 200_000, "found no table (field larger than field limit"),
    ],
    ids=["empty", "no text", "other columns", "no cost", "endless"],
)
def test_what_is_no_table_is_refused(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(data)
    with pytest.raises(Fault) as caught:
        import_table(str(path))
    assert told in str(caught.value)


def test_any_table_gives_a_file_without_faults(tmp_path: Path) -> None:
    rng = random.Random(4)
    letters = "SMFLN*0123 ,:;[]T\"'\\#=\u3000\u200b\x07絵-ABab/"
    keys = HEAD.strip().split("\t")
    for place in range(60):
        lines = [HEAD]
        for _ in range(5):
            values = {key: "".join(rng.choices(letters, k=rng.randrange(9))) for key in keys}
            values["number"] = rng.choice((values["number"], f"CH-{rng.randrange(9999):04}"))
            lines.append(row(**{key: text for key, text in values.items() if rng.random() < 0.6}))
        path = tmp_path / f"{place}.tsv"
        path.write_text("".join(lines), encoding="utf-8")
        out = tmp_path / f"{place}.toml"
        text, doubts, _, n_lost = import_table(str(path))
        out.write_text(text, encoding="utf-8")
        told = lint([str(out)])[0]
        assert told == [] or n_lost == 5, told
        assert all(doubt.isprintable() for doubt in doubts)


def test_the_facts_of_the_reference_cards_are_a_table_too(tmp_path: Path) -> None:
    cards, doubts = imported(tmp_path, FACTS.read_bytes())
    assert len(cards) == 141
    assert all(": found no " in doubt or ", kept in the note" in doubt for doubt in doubts)


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `lycee cards import`."""
    return subprocess.run(
        [sys.executable, "-m", "lycee_cli", "cards", "import", *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_command_writes_a_file_and_tells_doubts(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(HEAD + row(ex="7"), encoding="utf-8")
    done = command(tmp_path, "t.tsv", "-o", "mine.toml")
    assert (done.returncode, done.stdout) == (0, "mine.toml: 1 card\n")
    assert done.stderr == "t.tsv:2: CH-9901, ex: found 7, taken as 0\n"
    assert len(load_text((tmp_path / "mine.toml").read_text(encoding="utf-8"))) == 1
    done = command(tmp_path, "t.tsv")
    assert done.stdout == (tmp_path / "mine.toml").read_text(encoding="utf-8")


def test_the_command_writes_over_no_file(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(HEAD + row(ex="7"), encoding="utf-8")
    (tmp_path / "mine.toml").write_text("edited", encoding="utf-8")
    done = command(tmp_path, "t.tsv", "-o", "mine.toml")
    assert (done.returncode, done.stdout) == (3, "")
    assert "mine.toml: file exists" in done.stderr
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "edited"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["t.tsv", "-o", "nowhere/mine.toml"], 3, "nowhere/mine.toml: no such file or directory"),
        (["none.tsv"], 3, "none.tsv: no such file or directory"),
        ([".", "-o", "x"], 3, ".: is a directory"),
        (["t.tsv", "u.tsv"], 2, "cards import: found 2 files, expected one"),
        ([], 2, "cards import: found nothing, expected a table"),
        (["twice.tsv", "-o", "x"], 1, "twice.tsv: 1 row left out"),
    ],
)
def test_the_command_refuses_in_one_line(
    tmp_path: Path, words: list[str], code: int, told: str
) -> None:
    (tmp_path / "t.tsv").write_text(HEAD + row(), encoding="utf-8")
    (tmp_path / "twice.tsv").write_text(HEAD + row() + row(), encoding="utf-8")
    done = command(tmp_path, *words)
    assert done.returncode == code
    assert done.stderr.splitlines()[-1] == f"lycee: {told}"


def test_a_column_that_means_nothing_here_is_told(tmp_path: Path) -> None:
    head = "Name\tColor\tType\tCost\tEX\tText\tArtist\n"
    (card,), doubts = imported(tmp_path, head + "EV-9901 Fog\tmoon\tEvent\tMM\t1\tDraw.\tAnn\n")
    assert (card.attributes, card.note) == (("moon",), "Draw.")
    assert doubts == [" columns: left out Artist, not known here"]
