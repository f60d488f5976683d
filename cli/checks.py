"""What a script may expect of a game: one function a word after `expect`.

Each reads its own words, compares, and raises `CheckError` with what was expected and found.
Below: the core; above: `replay`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.wording import CELLS

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_core.game import GameState

WINNERS = {"0": 0, "1": 1, "draw": 2}


class CheckError(Exception):
    """A script expected something else, or says something that cannot be read."""


def expect(what: str, wanted: object, found: object) -> None:
    """Compare, and say both when they differ."""
    if wanted != found:
        raise CheckError(f"expected {what} {wanted}, found {found}")


def need(words: list[str], least: int, most: int, usage: str) -> None:
    """Refuse a check with too few or too many words."""
    if not least <= len(words) <= most:
        found = " ".join(["expect", usage.partition(" ")[0], *words])
        raise CheckError(f"found {found}, expected expect {usage}")


def seat(words: list[str]) -> int:
    """Read the seat that a check begins with."""
    if not words or words[0] not in ("0", "1"):
        raise CheckError(f"found {' '.join(words) or 'nothing'}, expected seat 0 or 1")
    return int(words[0])


def number(word: str) -> int:
    """Read a number, which may be negative."""
    try:
        return int(word)
    except ValueError:
        raise CheckError(f"found {word}, expected a number") from None


def cell(words: list[str]) -> int:
    """Read a seat and one of its cells."""
    who = seat(words)
    if len(words) < 2 or words[1].upper() not in CELLS:
        raise CheckError(f"found {' '.join(words)}, expected a seat and one of {' '.join(CELLS)}")
    return who * 6 + CELLS.index(words[1].upper())


def numbers(state: GameState, tokens: tuple[int, ...]) -> list[str]:
    """The printed numbers behind tokens."""
    return [state.catalogue.numbers[state.face(token)] for token in tokens]


def winner(state: GameState, words: list[str]) -> None:
    """`winner 0|1|draw [HOW]`."""
    need(words, 1, 2, "winner 0|1|draw [HOW]")
    outcome = state.outcome()
    if outcome is None:
        raise CheckError("expected a winner, found that the game goes on")
    expect("winner", WINNERS.get(words[0], words[0]), outcome.winner)
    if len(words) == 2:
        expect("an end by", words[1], outcome.termination)


def counted(zone: int, name: str) -> Callable[[GameState, list[str]], None]:
    """A check `NAME SEAT N [CARD...]`: the size of a zone, and cards that must be in it."""

    def check(state: GameState, words: list[str]) -> None:
        who = seat(words)
        need(words, 2, 60, f"{name} SEAT N [CARD...]")
        there = numbers(state, state.zone(who, zone))
        expect(f"{name} of seat {who}", number(words[1]), len(there))
        for card in words[2:]:
            if card.upper() not in there:
                raise CheckError(f"expected {card} in {name} of seat {who}, found {listed(there)}")
            there.remove(card.upper())

    return check


def listed(words: list[str]) -> str:
    """Words in a row, or `nothing`."""
    return " ".join(words) or "nothing"


def in_cell(state: GameState, words: list[str]) -> None:
    """`cell SEAT CELL CARD|empty [tapped|untapped|new|AP/DP/SP]...`."""
    where = cell(words)
    need(words, 3, 6, "cell SEAT CELL CARD|empty [tapped|untapped|new|AP/DP/SP]")
    token = state.cell_character(where)
    there = "empty" if token < 0 else numbers(state, (token,))[0]
    name = f"cell {words[1]} of seat {words[0]}"
    expect(name, words[2].lower() if words[2].lower() == "empty" else words[2].upper(), there)
    for word in words[3:]:
        if token < 0:
            raise CheckError(f"expected {word} in {name}, found it empty")
        if word in ("tapped", "untapped"):
            expect(name, word, "tapped" if state.is_tapped(where) else "untapped")
        elif word == "new":
            expect(name, word, "new" if state.is_new(where) else "not new")
        else:
            expect(name, word, "/".join(str(value) for value in state.values(where)))


def lying(part: str) -> Callable[[GameState, list[str]], None]:
    """A check `item|area SEAT CELL CARD|none`."""

    def check(state: GameState, words: list[str]) -> None:
        where = cell(words)
        need(words, 3, 3, f"{part} SEAT CELL CARD|none")
        token = state.cell_item(where) if part == "item" else state.cell_area(where)
        there = "none" if token < 0 else numbers(state, (token,))[0]
        wanted = words[2].lower() if words[2].lower() == "none" else words[2].upper()
        expect(f"{part} in {words[1]} of seat {words[0]}", wanted, there)

    return check


def pending(state: GameState, words: list[str]) -> None:
    """`pending SEAT KIND` or `pending KIND`."""
    need(words, 1, 2, "pending [SEAT] KIND")
    asked = state.pending()
    if len(words) == 2:
        expect("a question to seat", seat(words), asked.seat)
    expect("pending", words[-1].upper(), asked.name)


def turn(state: GameState, words: list[str]) -> None:
    """`turn N [SEAT]`."""
    need(words, 1, 2, "turn N [SEAT]")
    expect("turn", number(words[0]), state.turn)
    if len(words) == 2:
        expect("turn player", seat(words[1:]), state.turn_player)


def phase(state: GameState, words: list[str]) -> None:
    """`phase WORD`."""
    need(words, 1, 1, "phase WORD")
    expect("phase", words[0], state.phase)


def chain(state: GameState, words: list[str]) -> None:
    """`chain N`."""
    need(words, 1, 1, "chain N")
    expect("declarations on the chain", number(words[0]), len(state.chain()))


CHECKS: dict[str, Callable[[GameState, list[str]], None]] = {
    "winner": winner,
    "hand": counted(defs.ZONE_HAND, "hand"),
    "deck": counted(defs.ZONE_DECK, "deck"),
    "dust": counted(defs.ZONE_DUST, "dust"),
    "removed": counted(defs.ZONE_REMOVED, "removed"),
    "cell": in_cell,
    "item": lying("item"),
    "area": lying("area"),
    "pending": pending,
    "turn": turn,
    "phase": phase,
    "chain": chain,
}
