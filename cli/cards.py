"""Cards for people: finding them in a catalogue and saying what is printed on them.

Below: the core; above: `players` and the commands `cards` and `deck`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.advice import pays_text

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.cards import CardDef, Catalogue

SEXES = {"f": "female", "m": "male", "none": "sexless"}
TYPES = {"character": "character", "event_card": "event card", "item": "item", "area": "area"}


def find_cards(catalogue: Catalogue, query: str) -> list[int]:
    """Find cards: by number, by the exact name, else by every word of the query in their text.

    Forms, which no deck may hold, are found by their number or name only.
    """
    own = [index for index in range(len(catalogue)) if catalogue.copies(index)[0]]
    try:
        return [catalogue.index(query)] if query else own
    except KeyError:
        pass
    wanted = query.strip('"').casefold()
    cards = [catalogue.card(index) for index in range(len(catalogue))]
    exact = [card.index for card in cards if any(wanted == n.casefold() for _, n in card.names)]
    if exact:
        return exact
    words = wanted.split()
    return [index for index in own if all(word in _haystack(cards[index]) for word in words)]


def _haystack(card: CardDef) -> str:
    names = " ".join(name for _, name in card.names)
    parts = (card.number, names, TYPES[card.type], *card.attributes, *card.titles, *card.lines)
    return " ".join(parts).casefold()


def card_row(card: CardDef) -> str:
    """Say a card in one line: number, cost, EX, values, name."""
    values = f"{card.ap}/{card.dp}/{card.sp}" if card.type == "character" else TYPES[card.type]
    return f"{card.number}  {card.cost:6} EX {card.ex}  {values:10}  {card.name}"


def card_lines(card: CardDef) -> list[str]:
    """Say everything that is printed on a card."""
    attributes = " ".join(card.attributes) or "colourless"
    names = " / ".join(name for _, name in card.names) or card.name
    sex = f", {SEXES[card.sex]}" if card.type == "character" else ""
    lines = [f"{card.number} {names}", f"  {TYPES[card.type]}, {attributes}{sex}"]
    lines.append(f"  cost {card.cost}, EX {card.ex}")
    if card.type == "character":
        lines.append(f"  AP {card.ap}, DP {card.dp}, SP {card.sp}, enters {card.cells}")
    lines += [f"  {line}" for line in card.lines]
    if card.titles:
        lines.append(f"  titles: {', '.join(card.titles)}")
    if card.house:
        lines.append(f"  invented here: {', '.join(card.house)}")
    lines += [f"  note: {line}" for line in card.note.splitlines()]
    return lines


def card_brief(card: CardDef) -> str:
    """Say a card of a hand behind its number: name, cost, what it pays, values, where it enters."""
    text = f"{card.name}, cost {card.cost}, EX {card.ex} (pays {pays_text(card)})"
    if card.type != "character":
        return f"{text}, {TYPES[card.type]}"
    return f"{text}, {card.ap}/{card.dp}/{card.sp}, enters {card.cells}"


def ability_lines(card: CardDef) -> list[str]:
    """Say all special abilities of a card, in their order."""
    first = ("Conversion of ", "Counts as ", "Deck limit: ", "Put on ", "Play only if ",
             "Other cost: ", "Form ", *defs.BASICS)  # fmt: skip
    return [line for line in card.lines if not line.startswith(first)]


def ability_text(card: CardDef, number: int) -> str:
    """Say a special ability, counted from 0 over all of the card; empty if there is none."""
    lines = ability_lines(card)
    return lines[number] if number < len(lines) else ""
