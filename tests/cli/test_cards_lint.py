"""`lycee cards lint`: every fault, one line each, and nothing but lines whatever the file is."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from lycee_cli.cards_lint import lint

from lycee_core.compile import STARTER_CARDS
from lycee_core.loader import check_text

REFERENCE = Path(__file__).parents[1] / "data" / "reference_cards.toml"
CARD = """\
[[card]]
number = "CH-9901"
name = { en = "Warden" }
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


def faults_of(folder: Path, text: str | bytes, name: str = "mine.toml") -> list[str]:
    """Lint one file; its faults without the folder."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    faults, unread, _ = lint([str(path)])
    assert unread == []
    return [fault.replace(f"{path}", name) for fault in faults]


def test_the_starter_set_has_no_fault() -> None:
    faults, unread, n_cards = lint([str(STARTER_CARDS)])
    assert (faults, unread) == ([], [])
    assert n_cards >= 80


def test_every_fault_of_every_card_is_told_in_the_order_of_lines(tmp_path: Path) -> None:
    text = (
        CARD.replace("ap = 1", "ap = -1")
        + '\n[[card.ability]]\nkind = "activated"\ncost = {}\neffect = [{ tapp = "self" }]\n\n'
        + CARD.replace("9901", "9902").replace('"f"', '"x"')
    )
    assert faults_of(tmp_path, text) == [
        "mine.toml:8: CH-9901, ap: found -1, expected a whole number from 0 to 99",
        "mine.toml:17: CH-9901, ability 1, effect[1]: found { tapp = \"self\" }, expected an "
        "operation with one verb: `tap` or `untap`",
        'mine.toml:29: CH-9902, sex: found "x", expected "f", "m" or "none"',
    ]  # fmt: skip


def test_what_the_loader_and_what_the_compiler_refuse_is_told_in_one_run(tmp_path: Path) -> None:
    many = '{ type = "character", n = 9 }'
    text = (
        CARD
        + f'\n[[card.ability]]\nkind = "activated"\ncost = {{}}\ntarget.all = {many}\n'
        + 'effect = [{ tap = "$all" }]\n\n'
        + CARD.replace("9901", "9902").replace("ex = 1", "ex = 9")
    )
    told = faults_of(tmp_path, text)
    assert len(told) == 2
    assert told[0].startswith("mine.toml:14: CH-9901, ability 1: `more than ")
    assert told[1] == "mine.toml:26: CH-9902, ex: found 9, expected a whole number from 0 to 4"


def test_a_number_in_two_files_is_told_once(tmp_path: Path) -> None:
    paths = [str(tmp_path / name) for name in ("a.toml", "b.toml")]
    for path in paths:
        Path(path).write_text(CARD)
    faults, _, n_cards = lint(paths)
    assert n_cards == 2
    assert faults == [
        f"{paths[1]}:1: CH-9901, number: found it again, expected it once (first in {paths[0]}:1)"
    ]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "mine.toml:1: file, card: found [], expected [[card]] tables"),
        (b"\n# nothing\n", "mine.toml:1: file, card: found [], expected [[card]] tables"),
        (b"ok = 1\n\xff\xfe", "mine.toml:2: file: found bytes that are no UTF-8, expected"),
        (b"\x00\x01", "mine.toml:1: file: found no valid TOML (Invalid statement), expected"),
        (b"card = 3", "mine.toml:1: file, card: found 3, expected [[card]] tables"),
        (b"card = [3]", "mine.toml:1: file, card[1]: found 3, expected a [[card]] table"),
        (b"a = " + b"[" * 99_999, "mine.toml:1: file: found tables nested too deep, expected"),
        (b"x = 1\na" + b" . 'b.c'" * 50_000, "mine.toml:2: file: found tables nested too deep, "),
        (b"[[card" + b".a" * 50_000 + b"]]", "mine.toml:1: file: found tables nested too deep, "),
        (b"a = { b" + b".b" * 50_000, "mine.toml:1: file: found tables nested too deep, expected"),
        (b"a = " + b"9" * 9_999, "mine.toml:1: file: found no valid TOML (Exceeds the limit"),
        (b"[[card]]\nnumber = 1979-05-27\n", "mine.toml:1: card 1: found no `name`, expected"),
        (b"[[card]]\n" * 2, "mine.toml:1: card 1: found no `number`, expected number = ..."),
        (b"[card]\nnumber = 'CH-1'", "mine.toml:1: file, card: found { number = \"CH-1\" }, exp"),
    ],
    ids=["empty", "comment", "no text", "binary", "no list", "no table", "deep", "long key",
         "long header", "long key inside", "long number",
         "a date", "twice nothing", "one table"],
)  # fmt: skip
def test_any_input_gives_lines(tmp_path: Path, data: bytes, told: str) -> None:
    faults = faults_of(tmp_path, data)
    assert faults[0].startswith(told)
    assert all(fault.isprintable() for fault in faults)


def test_nesting_has_a_limit_that_no_card_needs(tmp_path: Path) -> None:
    head = '[[card]]\nnumber = "EV-9901"\nname = { en = "Fog" }\ntype = "event_card"\n'
    head += 'attributes = []\ncost = "0"\nex = 0\n\n[[card.ability]]\nkind = "event_card"\n'
    for depth, count in ((5, 0), (40, 1), (300, 1)):
        value = "{ add = [" * depth + "1" + "] }" * depth
        assert len(faults_of(tmp_path, f"{head}effect = [{{ draw = {value} }}]\n")) == count


def test_a_key_of_too_many_parts_is_told_from_other_dots() -> None:
    for text in ('a = "' + "b." * 99 + '"', "# " + "b." * 99, "a = [" + "1.5, " * 99 + "]",
                 'a = """' + "b." * 99 + '"""', "a" + ".b" * 62 + " = 1", "a = b" + ". " * 99,
                 '"' + '\\"' * 99_999 + "." * 99):  # fmt: skip
        _, faults = check_text(text)
        assert not any("nested" in fault for fault in faults)


def test_thousands_of_faults_are_each_told_once(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, "[[card]]\n" * 3_000)
    assert len(faults) == len(set(faults))
    assert sum("found no `name`" in fault for fault in faults) == 3_000


def test_a_mark_of_byte_order_is_no_fault(tmp_path: Path) -> None:
    assert faults_of(tmp_path, b"\xef\xbb\xbf" + CARD.encode()) == []
    assert faults_of(tmp_path, CARD.replace("\n", "\r\n")) == []


def test_a_card_file_with_wounds_gives_lines_and_never_an_exception(tmp_path: Path) -> None:
    rng = random.Random(11)
    blocks = REFERENCE.read_text(encoding="utf-8").split("[[card]]\n")[1:]
    words = ["self", "$foe", "it", "enemy", "all", "AF", "character", "3", "true", "{}", "[]",
             "{ count = { side = \"own\" } }", "\"\"", "-1", "cell", "deck", "hand"]  # fmt: skip
    for _ in range(250):
        block = rng.choice(blocks)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(block))
            match rng.randrange(4):
                case 0:
                    block = block[:at] + block[at + rng.randrange(1, 12) :]
                case 1:
                    block = block[:at] + rng.choice(words) + block[at:]
                case 2:
                    other = rng.choice(blocks)
                    start = rng.randrange(len(other))
                    block = block[:at] + other[start : start + 40] + block[at:]
                case _:
                    value = block.find("= ", at)
                    end = block.find(",", value)
                    if value > 0 and end > 0:
                        block = f"{block[: value + 2]}{rng.choice(words)}{block[end:]}"
        for fault in faults_of(tmp_path, f"[[card]]\n{block}"):
            assert fault.startswith("mine.toml:"), fault
            assert fault.isprintable()


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `lycee cards lint`."""
    return subprocess.run(
        [sys.executable, "-m", "lycee_cli", "cards", "lint", *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "code", "out", "error"),
    [
        (["mine.toml"], 0, "1 card, no fault\n", ""),
        (["wrong.toml"], 1, "wrong.toml:7: CH-9901, ex: found 9, expected a whole number from 0 to "
                            "4\n", "lycee: found 1 fault\n"),
        (["none.toml"], 3, "", "lycee: none.toml: no such file or directory\n"),
        (["."], 3, "", "lycee: .: is a directory\n"),
        ([], 2, "", "lycee: cards lint: found nothing, expected card files\n"),
        (["none.toml", "wrong.toml"], 3, "wrong.toml:7: CH-9901, ex: found 9, expected a whole "
         "number from 0 to 4\n", "lycee: none.toml: no such file or directory\n"),
    ],
)  # fmt: skip
def test_the_command_says_it_by_its_exit_code(
    tmp_path: Path, words: list[str], code: int, out: str, error: str
) -> None:
    (tmp_path / "mine.toml").write_text(CARD)
    (tmp_path / "wrong.toml").write_text(CARD.replace("ex = 1", "ex = 9"))
    done = command(tmp_path, *words)
    assert (done.returncode, done.stdout, done.stderr) == (code, out, error)
