"""Words for cells, cards, decisions and whole lines: the writing half of the notation.

Every line of a seat has one canonical text, which `notation` reads back to the same bytes
(spec/notation.md). Cells are seen by the seat that decides: `DFC` is its own, `eDFC` the enemy's.
Below: the state; above: `notation`, which re-exports what callers need.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.errors import InvalidNotationError, LyceeError

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lycee_core.game import GameState

CELLS = ("AFL", "AFC", "AFR", "DFL", "DFC", "DFR")
COLUMNS = ("L", "C", "R")
VERBS = {
    "attack": defs.ACT_ATTACK, "support": defs.ACT_SUPPORT, "supporter": defs.ACT_SUPPORTER,
    "step": defs.ACT_STEP, "side-step": defs.ACT_SIDE_STEP, "order-step": defs.ACT_ORDER_STEP,
    "jump": defs.ACT_JUMP, "touch": defs.ACT_TOUCH, "escape": defs.ACT_ESCAPE,
}  # fmt: skip
ACTIONS = {action: verb for verb, action in VERBS.items()}
PARTS = {"": defs.ACT_ABILITY, "item": defs.ACT_ITEM, "area": defs.ACT_AREA}
WINDOWS = (defs.MAIN, defs.RESPOND, defs.BATTLE)
COUNTED = {defs.MODE: "mode", defs.ORDER: "order", defs.NUMBER: "number"}
CLAUSES = {  # where a pending kind inside a declaration finds its words
    defs.CELL: "on", defs.BEARER: "on", defs.COLUMN: "column", defs.TARGET: "target",
    defs.COST: "cost", defs.AMOUNT: "x", defs.COST_CARD: "discard", defs.PAY: "pay",
}  # fmt: skip
QUESTIONS = {
    defs.KEEP: "keep the hand or redraw it", defs.WAKE_UP: "wake all or leave some tapped",
    defs.MAIN: "declare something or offer the end", defs.RESPOND: "respond or pass",
    defs.BATTLE: "declare something in the battle or pass", defs.CELL: "name a cell",
    defs.BEARER: "name the cell of the character that gets the item",
    defs.COLUMN: "name the attacked column", defs.TARGET: "name a target",
    defs.PAY: "name a card to pay with", defs.COST_CARD: "name a card that the cost takes",
    defs.AMOUNT: "say the number that the cost leaves open",
    defs.COST: "pick the printed cost or the other one",
    defs.DEFEND: "name the defender or none", defs.HAND_LIMIT: "discard down to the hand limit",
    defs.CHOOSE: "choose", defs.MAY: "say yes or no", defs.MODE: "pick a mode",
    defs.ORDER: "pick what is carried out next", defs.NUMBER: "say a number",
    defs.SHUFFLE: "cards are shuffled", defs.ARRANGE: "put cards in an order",
    defs.SHOW: "cards are shown", defs.ROLL: "numbers are rolled", defs.OVER: "the game is over",
}  # fmt: skip
# Whatever a line of the game may begin with (N6.8, N6.13, N6.14, N6.16).
LINE_WORDS = {
    "keep", "redraw", "wake", "leave", "end", "pass", "enter", "use", "declare", "ability", "yes",
    "no", "defend", "choose", "arrange", "codes", *VERBS, *COUNTED.values(), *CLAUSES.values(),
}  # fmt: skip
CODE_LINK = 144  # and the place on the chain: a declaration that is picked (N3.3)
CODE_SEAT = 160  # and the seat, where a seat is picked (N3.3)


# ---- words for cells, cards and decisions ------------------------------------------------------


def begins_line(text: str) -> bool:
    """Say whether a text begins as a line of the game does, whatever is asked."""
    return text.partition(" ")[0].lower() in LINE_WORDS


def cell_word(cell: int, seat: int) -> str:
    """Say a cell as a seat sees it: `DFC` for an own one, `eDFC` for one of the enemy."""
    return ("" if cell // 6 == seat else "e") + CELLS[cell % 6]


def card_word(state: GameState, token: int) -> str:
    """Say a card that lies in no cell: its number, if this replica holds it, and its token."""
    face = state.face(token)
    return f"#{token}" if face == defs.UNKNOWN else f"{state.catalogue.numbers[face]}#{token}"


def entity_word(state: GameState, code: int, seat: int) -> str:
    """Say what a code of a pick names: a card, a character, item or area, a cell, a declaration."""
    if code == defs.CODE_PASS:
        return "none"
    if CODE_LINK <= code < CODE_LINK + 16:
        return f"@{code - CODE_LINK + 1}"
    if CODE_SEAT <= code < CODE_SEAT + 2:
        return "me" if code - CODE_SEAT == seat else "other"
    if code >= defs.CODE_CELL:
        return cell_word(code - defs.CODE_CELL, seat)
    place = state.place(code)
    if place not in (defs.ZONE_FIELD, defs.ZONE_ITEM, defs.ZONE_AREA):
        return card_word(state, code)
    if place == defs.ZONE_ITEM and state.cell_item(state.cell_of(code)) != code:
        return card_word(state, code)  # one of several
    part = {defs.ZONE_ITEM: ".item", defs.ZONE_AREA: ".area"}.get(place, "")
    return cell_word(state.cell_of(code), seat) + part


def wake_up_words(mask: int) -> str:
    """Say a wake-up decision: which of the own six cells stay tapped."""
    stay = [word for i, word in enumerate(CELLS) if mask >> i & 1]
    return "leave " + " ".join(stay) if stay else "wake all"


def field_words(code: int, seat: int) -> str:
    """Say a declaration made from a cell: an attack, a support, a move, an ability."""
    cell, action = divmod(code - defs.CODE_FIELD, 32)
    if action in ACTIONS:
        return f"{ACTIONS[action]} {cell_word(cell, seat)}"
    for part, first in reversed(PARTS.items()):
        if action >= first:
            where = cell_word(cell, seat) + (f".{part}" if part else "")
            return f"ability {where} {action - first + 1}"
    return f"codes {code}"


def gift_word(state: GameState, code: int, seat: int) -> str:
    """Say an ability that is declared as a cost: `+AFL/1`, `+AFL.item/1`, `+EV-9001#17`."""
    if code >= defs.CODE_OUTSIDE:
        return "+" + card_word(state, code - defs.CODE_OUTSIDE)
    return "+" + "/".join(field_words(code, seat).split()[1:])


def head_words(state: GameState, code: int) -> str:
    """Say one decision of the pending seat where a line may begin with it."""
    pending = state.pending()
    kind, seat = pending.kind, pending.seat
    if kind == defs.KEEP:
        return "keep" if code == defs.CODE_YES else "redraw"
    if kind == defs.MAY:
        return "yes" if code == defs.CODE_YES else "no"
    if kind == defs.WAKE_UP:
        return wake_up_words(code - defs.CODE_MASK)
    if kind == defs.DEFEND:
        word = entity_word(state, code, seat)
        return "no defender" if code == defs.CODE_PASS else f"defend {word}"
    if kind in COUNTED:
        return f"{COUNTED[kind]} {code - defs.CODE_NUMBER + (kind != defs.NUMBER)}"
    if kind == defs.HAND_LIMIT:
        return f"discard {card_word(state, code)}"
    if kind == defs.CHOOSE:
        return f"choose {entity_word(state, code, seat)}"
    if code == defs.CODE_PASS:
        return "end" if kind == defs.MAIN else "pass"
    if code < defs.N_TOKENS:
        return f"{card_verb(state, code)} {card_word(state, code)}"
    if code >= defs.CODE_OUTSIDE:
        return f"ability {card_word(state, code - defs.CODE_OUTSIDE)}"
    return field_words(code, seat)


def card_verb(state: GameState, token: int) -> str:
    """The verb that declares a hand card; `declare` where this replica does not hold its face."""
    face = state.face(token)
    if face == defs.UNKNOWN:
        return "declare"
    return "enter" if state.catalogue.is_character(face) else "use"


def legal_texts(state: GameState) -> list[str]:
    """Say every legal decision of the pending seat, as the beginning of a line or its next word."""
    pending = state.pending()
    codes = state.legal_decisions()
    if pending.kind in CLAUSES:
        return [part_word(state, code, pending.kind, pending.seat) for code in codes]
    return [head_words(state, code) for code in codes]


def part_word(state: GameState, code: int, kind: int, seat: int) -> str:
    """Say one decision inside a declaration, as a word of its clause."""
    if kind == defs.COLUMN:
        return COLUMNS[code - defs.CODE_NUMBER]
    if kind in (defs.AMOUNT, defs.COST):
        return str(code - defs.CODE_NUMBER + (kind == defs.COST))
    if code >= defs.CODE_FIELD:
        return gift_word(state, code, seat)
    return entity_word(state, code, seat)


def describe_pending(state: GameState) -> str:
    """Say in one line what the game waits for."""
    pending = state.pending()
    who = {defs.CHANCE: "chance", defs.NOBODY: "nobody"}.get(pending.seat, f"seat {pending.seat}")
    if pending.kind == defs.ARRANGE:
        who = f"seat {pending.owner}"
    return f"{who}: {QUESTIONS[pending.kind]}"


def describe_decision(code: int) -> str:
    """Say what a decision code means by itself, without a state; codes that mean nothing too."""
    if 0 <= code < defs.N_TOKENS:
        return f"card #{code}"
    fixed = {defs.CODE_PASS: "pass", defs.CODE_YES: "yes", defs.CODE_NO: "no"}
    if code in fixed:
        return fixed[code]
    if defs.CODE_CELL <= code < defs.CODE_CELL + 12:
        cell = code - defs.CODE_CELL
        return f"cell {CELLS[cell % 6]} of seat {cell // 6}"
    if defs.CODE_MASK <= code < defs.CODE_MASK + 64:
        # 144 to 159 name a declaration where one is picked; the two questions never meet.
        return wake_up_words(code - defs.CODE_MASK)
    if defs.CODE_NUMBER <= code < defs.CODE_NUMBER + 52:
        return f"number {code - defs.CODE_NUMBER}"
    if defs.CODE_FIELD <= code < defs.CODE_OUTSIDE:
        seat = (code - defs.CODE_FIELD) // 32 // 6
        return f"{field_words(code, seat)} of seat {seat}"
    if defs.CODE_OUTSIDE <= code < defs.CODE_END:
        return f"ability of card #{code - defs.CODE_OUTSIDE}"
    return f"code {code}, which means nothing"


# ---- whole lines -------------------------------------------------------------------------------


def codes_of(line: bytes) -> list[int]:
    """Take a line apart into its codes (N4.2).

    Raises:
        InvalidNotationError: it is empty, of odd length or longer than 256 bytes.
    """
    if not line or len(line) % 2 or len(line) > 256:
        raise InvalidNotationError(
            f"found a line of {len(line)} bytes, expected 2 to 256, 2 for each decision"
        )
    return [int.from_bytes(line[i : i + 2], "big") for i in range(0, len(line), 2)]


def line_of(codes: Iterable[int]) -> bytes:
    """Put codes together into a line."""
    return b"".join(code.to_bytes(2, "big") for code in codes)


def format_line(state: GameState, line: bytes, *, faces: Mapping[int, int] | None = None) -> str:
    """Say a line of the pending seat in its canonical text.

    Args:
        state: before the line; it stays as it is.
        line: two bytes a decision.
        faces: cards that the line shows and this replica does not hold: token to card.

    Returns:
        Text that `parse_line` reads back to the same bytes. A line that cannot be followed here,
        because it is illegal or a face is missing, is written as its codes.

    Raises:
        InvalidNotationError: the bytes are no line.
    """
    codes = codes_of(line)
    trial = state.clone()
    for token, card in (faces or {}).items():
        trial.learn(token, card)
    seat = trial.pending().seat
    words: list[str] = []
    clause = ""
    try:
        for n, code in enumerate(codes):
            kind = trial.pending().kind
            if n == 0 and kind not in CLAUSES:
                words.append(head_words(trial, code))
            else:
                if clause != CLAUSES[kind]:
                    clause = CLAUSES[kind]
                    words += [] if clause == "on" and n and is_bare(words[0]) else [clause]
                words.append(part_word(trial, code, kind, seat))
            trial.apply(code)
    except (LyceeError, KeyError, IndexError, ValueError):
        return "codes " + " ".join(str(code) for code in codes)
    return " ".join(_without_idle_ends(words))


def is_bare(head: str) -> bool:
    """Whether the place follows the head without `on`: where somebody enters or moves to."""
    return head.split()[0] in ("enter", "step", "side-step", "order-step", "jump")


def _without_idle_ends(words: list[str]) -> list[str]:
    """Drop what the reader adds by itself: `none` at the end of a clause, clauses with no word.

    A clause that is taken up again further on has no end yet: its words are read as one row.
    """
    kept: list[str] = []
    seen: set[str] = set()
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        at_end = not kept or kept[-1] in CLAUSES.values()
        clause = next((one for one in words[place::-1] if one in CLAUSES.values()), "")
        if word == "none" and at_end and clause not in seen:
            continue
        if word in CLAUSES.values():
            if at_end:
                continue
            seen.add(word)
        kept.append(word)
    return kept[::-1] or words[:2]  # a line that only ends a payment: `pay none`


def format_arrangement(state: GameState, tokens: Sequence[int]) -> str:
    """Say an order of the cards of a pending Arrange, given by their present tokens."""
    return " ".join(["arrange", *(card_word(state, token) for token in tokens)])
