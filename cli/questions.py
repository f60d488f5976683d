"""What a person is asked and may ask back: questions, options, hand and chain in words.

A question names what is legal now and nothing else, with the numbers that matter. Everything is
read from the replica of the seat that decides. Below: `cards`, `narration`; above: `render`,
`players`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.advice import ATTRIBUTES, points_text
from lycee_core.wording import CODE_LINK, QUESTIONS, WINDOWS, cell_word, entity_word, legal_texts

from .cards import ability_lines, ability_text, card_brief
from .scene import card_name

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lycee_core.game import GameState
    from lycee_core.view import View

ONLY = {  # a question with one answer
    defs.KEEP: "keep the hand: only one without a character may be redrawn",
    defs.MAIN: "end: there is nothing to declare",
    defs.BATTLE: "pass: there is nothing to declare in the battle",
}
OF_A_CARD = (defs.CHOOSE, defs.MAY, defs.MODE, defs.ORDER, defs.NUMBER)
FORMS = {
    "keep": "keep: play with this hand",
    "redraw": "redraw: show it and take seven others",
    "wake": "wake all: untap all your characters",
    "leave": "leave CELL...: these stay tapped",
    "end": "end: offer the end of your turn",
    "pass": "pass: do nothing now",
    "enter": "enter CARD CELL [pay CARD...]: a character of the hand comes into an own cell",
    "use": "use CARD [on CELL] [target X...] [pay CARD...]: an event card, an item or an area",
    "ability": "ability CELL N [target X...] [pay CARD...]: the Nth ability of what stands there",
    "attack": "attack CELL: your character there attacks its column",
    "support": "support CELL: your character there helps the one in battle",
    "supporter": "supporter CELL: the same, without a tap",
    "defend": "defend CELL: your character there defends",
    "no": "no defender: the damage goes to your deck; or no: decline",
    "yes": "yes: accept, followed by what it costs",
    "discard": "discard CARD: a card of the hand goes to the dust box",
    "choose": "choose X: a card, a cell or @1 of the chain, or none",
    "mode": "mode N: the Nth part of the text",
    "order": "order N: the Nth that waits, the oldest first",
    "number": "number N",
    "touch": "touch CELL: it changes places with the character in its column",
    "escape": "escape CELL: your character there goes to the dust box",
}
MOVES = ("step", "side-step", "order-step", "jump")


# ---- the question ------------------------------------------------------------------------------


def question_text(state: GameState, seen: View, acting: int = defs.NO_TOKEN) -> str:
    """Say what the reader must decide, with the one answer where there is only one.

    Args:
        state: the replica of the seat that decides.
        seen: the same as that seat sees it.
        acting: the card whose ability was triggered last, if one is being carried out.
    """
    kind, own = seen.pending_kind, seen.seat
    if own is None:
        return QUESTIONS[kind]
    if len(seen.options) == 1 and kind in ONLY:
        return ONLY[kind]
    if kind == defs.HAND_LIMIT:
        side = seen.sides[own]
        over = len(side.hand) - side.hand_limit
        cards = f"{over} cards, one a line" if over > 1 else "a card"
        return f"discard {cards}: you hold {len(side.hand)}, the hand limit is {side.hand_limit}"
    if kind == defs.PAY:
        return _payment(seen)
    if kind == defs.RESPOND:
        return _respond(state, seen)
    if kind in (defs.DEFEND, defs.BATTLE) and seen.battle is not None:
        return f"{_fight(state, seen.battle)}: {QUESTIONS[kind]}"
    if kind in OF_A_CARD:
        return _of_card(state, seen, acting)
    return QUESTIONS[kind]


def _respond(state: GameState, seen: View) -> str:
    is_free = len(seen.options) > 1
    if not seen.chain:
        offer = "the end of the turn is offered"
        return f"{offer}: declare something or pass" if is_free else f"{offer}: pass"
    link = seen.chain[-1]
    name = _name(state, link.source.token, link.source.card)
    what = f"the {link.kind.replace('_', ' ')} of {name}"
    return f"respond to {what} or pass" if is_free else f"pass: nothing you have responds to {what}"


def _payment(seen: View) -> str:
    """The points that are owed, and what abilities have given already."""
    given = " and ".join(f"{n} {attributes_text(mask)}" for mask, n in seen.given)
    beside = f", {given} given already" if given else ""
    return f"{QUESTIONS[defs.PAY]}: the cost is {points_text(seen.owed)}{beside}"


def attributes_text(mask: int) -> str:
    """Say a set of attributes of which each point is one."""
    words = [word for place, word in enumerate(ATTRIBUTES[:5]) if mask >> place & 1]
    return (
        "of any attribute"
        if len(words) == len(ATTRIBUTES) - 1
        else " or ".join(words) or "colourless"
    )


def _fight(state: GameState, battle: tuple[int, int, int]) -> str:
    fighters = []
    for cell in battle[:2]:
        if cell >= 0:
            ap, dp, _ = state.values(cell)
            name = _name(state, state.cell_character(cell))
            fighters.append(f"{name} (AP {ap}, DP {dp})")
    if len(fighters) == 1:
        return f"{fighters[0]} attacks"
    return " against ".join(fighters) or "a battle"


def _name(state: GameState, token: int, card: int = defs.UNKNOWN) -> str:
    """Number and name of a card; nothing where this replica does not hold its face."""
    card = state.face(token) if card == defs.UNKNOWN else card
    return "" if card == defs.UNKNOWN else card_name(state.catalogue, card)


def _of_card(state: GameState, seen: View, acting: int) -> str:
    """A question that the text of a card asks: name the card, and its text where it matters."""
    token, kind = acting, seen.pending_kind
    if token == defs.NO_TOKEN and seen.chain:
        token = seen.chain[-1].source.token
    name = _name(state, token) if token < defs.N_TOKENS else ""
    text = QUESTIONS[kind]
    if kind in (defs.CHOOSE, defs.MODE, defs.ORDER, defs.NUMBER):
        text = f"{text}, one of: {', '.join(_short(one) for one in legal_texts(state)[:12])}"
    if kind in (defs.MODE, defs.MAY) and name:
        text = f"{text}; {' '.join(state.catalogue.card(state.face(token)).lines)}"
    return f"{name}: {text}" if name and kind != defs.ORDER else text


def _short(text: str) -> str:
    return text.removeprefix("choose ")


def can_only_pass(seen: View) -> bool:
    """Whether only `pass` is legal. The reason may lie in the hand, which nobody else sees."""
    windows = (defs.RESPOND, defs.BATTLE)
    return seen.pending_kind in windows and seen.options == (defs.CODE_PASS,)


# ---- what may be asked back --------------------------------------------------------------------


def form_lines(texts: Sequence[str]) -> list[str]:
    """Say how the lines that are legal now are written."""
    lines = []
    for verb in dict.fromkeys(text.partition(" ")[0] for text in texts):
        if verb in MOVES:
            lines.append(f"{verb} CELL CELL [pay CARD...]: your character moves from cell to cell")
        elif verb in FORMS:
            lines.append(FORMS[verb])
    return lines


def option_lines(state: GameState, seat: int) -> list[str]:
    """Say every legal line or how it begins, with names, costs and values."""
    texts, codes = legal_texts(state), state.legal_decisions()
    notes = [option_note(state, code, seat) for code in codes]
    width = max(map(len, texts), default=0)
    return [f"{text:{width}}  {note}".rstrip() for text, note in zip(texts, notes, strict=True)]


def option_note(state: GameState, code: int, seat: int) -> str:
    """Say what one legal decision is about."""
    kind = state.pending().kind
    if code == defs.CODE_PASS or kind in (defs.KEEP, defs.MAY, defs.WAKE_UP):
        return ""
    if code < defs.N_TOKENS:
        face = state.face(code)
        if face == defs.UNKNOWN:
            return ""
        if state.place(code) == defs.ZONE_FIELD:
            return character_note(state, state.cell_of(code))
        card = state.catalogue.card(face)
        return card_brief(card) if kind in (*WINDOWS, defs.HAND_LIMIT) else card.name
    if code >= defs.CODE_OUTSIDE:
        card = state.catalogue.card(state.face(code - defs.CODE_OUTSIDE))
        return f"{card.name}: {' '.join(card.lines)}"
    if kind == defs.DEFEND or (kind == defs.CHOOSE and code < CODE_LINK):
        return character_note(state, code - defs.CODE_CELL)
    if kind in (*WINDOWS, defs.PAY) and defs.CODE_FIELD <= code < defs.CODE_OUTSIDE:
        return _field_note(state, *divmod(code - defs.CODE_FIELD, 32))
    return ""


def _field_note(state: GameState, cell: int, action: int) -> str:
    parts = (
        (defs.ACT_AREA, state.cell_area(cell)),
        *_item_parts(state, cell),
        (defs.ACT_ABILITY, state.cell_character(cell)),
    )
    for first, token in parts:
        if action >= first and token >= 0:
            card = state.catalogue.card(state.face(token))
            return f"{card.name}: {ability_text(card, action - first)}"
    return character_note(state, cell)


def _item_parts(state: GameState, cell: int) -> list[tuple[int, int]]:
    """The items in a cell, the last first, each with the action of its first ability."""
    first, parts = defs.ACT_ITEM, []
    for token in state.cell_items(cell):
        parts.append((first, token))
        first += len(ability_lines(state.catalogue.card(state.face(token))))
    return parts[::-1]


def character_note(state: GameState, cell: int) -> str:
    """Say who stands in a cell, with its values."""
    token = state.cell_character(cell)
    if token < 0:
        return ""
    values = "/".join(str(value) for value in state.values(cell))
    return f"{state.catalogue.card(state.face(token)).name}, {values}"


def hand_lines(state: GameState, seat: int) -> list[str]:
    """Say the cards of an own hand: how they are written, and what is printed on them."""
    lines = []
    for token in state.zone(seat, defs.ZONE_HAND):
        face = state.face(token)
        if face == defs.UNKNOWN:
            lines.append(f"#{token}")
        else:
            card = state.catalogue.card(face)
            lines.append(f"{card.number}#{token}  {card_brief(card)}")
    return lines or ["empty"]


def chain_lines(state: GameState, seat: int, who: Callable[[int], str]) -> list[str]:
    """Say the declarations on the chain, the oldest first."""
    lines = []
    for n, (kind, owner, token, card, _, cell, _, picks, _) in enumerate(state.chain(), 1):
        where = f" at {cell_word(cell, seat)}" if 0 <= cell < 12 else ""
        aims = ", ".join(_aim(state, code, seat) for code in picks)
        name = _name(state, token, card)
        aimed = f", aimed at {aims}" if aims else ""
        lines.append(f"@{n} {who(owner)}: {kind.replace('_', ' ')} {name}{where}{aimed}")
    return lines or ["the chain is empty"]


def _aim(state: GameState, code: int, seat: int) -> str:
    word = entity_word(state, code, seat)
    if code < defs.N_TOKENS and state.place(code) == defs.ZONE_FIELD:
        return f"{word} {card_name(state.catalogue, state.face(code))}"
    return word
