"""The catalogue as bytes: the cached starter is fresh, the layout is that of the structs."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lycee_core import blob
from lycee_core.compile import STARTER_CARDS, STARTER_CATALOGUE, compile_files, main
from lycee_core.errors import CardDataError
from lycee_core.loader import load_files
from lycee_core.program import compile_cards

if TYPE_CHECKING:
    from pathlib import Path


def test_the_cached_starter_is_what_a_fresh_compile_gives() -> None:
    assert STARTER_CATALOGUE.read_bytes() == compile_files(STARTER_CARDS), (
        "run python -m lycee_core.compile"
    )


def test_the_command_writes_the_catalogue(tmp_path: Path) -> None:
    output = tmp_path / "catalogue.bin"
    assert main([str(output), str(STARTER_CARDS)]) == 0
    assert output.read_bytes() == STARTER_CATALOGUE.read_bytes()


def test_sections_hold_as_many_structs_as_there_are_rows() -> None:
    tables = compile_cards(load_files(STARTER_CARDS))
    parts = blob.sections(blob.pack(tables))
    assert len(parts["cards"]) == len(tables.cards) * 64
    assert len(parts["abilities"]) == len(tables.abilities) * 88
    assert len(parts["basics"]) == len(tables.basics) * 58
    assert len(parts["selectors"]) == len(tables.selectors) * 28
    assert len(parts["code"]) == len(tables.code) * 8
    assert parts["numbers"].decode().rstrip("\0").split("\0") == list(tables.numbers)


def test_the_display_is_read_back() -> None:
    cards = load_files(STARTER_CARDS)
    parts = blob.sections(blob.pack(compile_cards(cards)))
    by_number = {shown[0]: shown for shown in blob.display(parts["display"])}
    assert set(by_number) == {card.number for card in cards}
    for card in cards:
        assert by_number[card.number][1] == card.names
        assert by_number[card.number][2] == card.titles


def test_reading_names_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom lycee_core.cards import Catalogue\n"
        "starter = Catalogue.starter()\nassert starter.card(0).name and starter.card(0).lines\n"
        "heavy = {'dataclasses', 'typing', 'tomllib', 'hashlib'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_rules_hash_ignores_what_only_people_read(tmp_path: Path) -> None:
    text = STARTER_CARDS.read_text(encoding="utf-8")
    noted = tmp_path / "cards.toml"
    noted.write_text(
        text.replace("[[card]]\n", '[[card]]\nnote = "read me"\n', 1), encoding="utf-8"
    )
    changed = tmp_path / "changed.toml"
    changed.write_text(text.replace("\nap = 1\n", "\nap = 2\n", 1), encoding="utf-8")
    starter = STARTER_CATALOGUE.read_bytes()
    assert compile_files(noted) != starter
    assert blob.rules_hash(compile_files(noted)) == blob.rules_hash(starter)
    assert blob.rules_hash(compile_files(changed)) != blob.rules_hash(starter)


@pytest.mark.parametrize("place", [0, 8, 20, 60, 2000, -1])
def test_a_changed_byte_in_head_or_tables_is_refused(place: int) -> None:
    good = bytearray(STARTER_CATALOGUE.read_bytes())
    if place == -1:
        good = good[:-1]
    else:
        good[place] ^= 1
    with pytest.raises(CardDataError, match="catalogue: found"):
        blob.sections(bytes(good))
