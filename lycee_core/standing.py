"""What a viewer sees beside the zones: piles, lasting changes, rules in force, what waits, uses.

All of it is public, save the faces of cards, which are shown as in any view. Below: `present`,
which reads the state; above: `view`.
"""

from __future__ import annotations

from lycee_core import defs, present
from lycee_core.glimpse import CardView, Frozen, card_of, cards_of

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.game import GameState

UNTIL = (
    "turn_end", "battle_end", "always", "own_turn_start", "own_turn_end", "enemy_turn_start",
    "enemy_turn_end", "wake_up", "warm_up", "used", "leaves", "moves", "source_leaves",
    "source_moves", "game_end", "while", "used_this_turn",
)  # fmt: skip
PER = ("turn", "battle", "game", "entry", "declaration")
FACES = ("up", "owner", "down")
VALUES = ("AP", "DP", "SP", "EX", "cost", "original AP", "original DP", "original SP")
ATTRIBUTES = ("snow", "moon", "flower", "space", "sun")
SEXES = ("none", "f", "m")
TYPES = {1: "character", 2: "event_card", 4: "item", 8: "area"}
CHOICES = {
    "attribute": (*ATTRIBUTES, "colourless"),
    "sex": SEXES,
    "row": ("AF row", "DF row"),
    "column": ("left column", "centre column", "right column"),
}
TAKEN = ("all", "passive", "this", "one", "label")
ALL_BASICS = 255
USED = (UNTIL.index("used"), UNTIL.index("used_this_turn"))
NOBODY = 255  # no entity
NO_SUMS = ((0, 0, 0), (0, 0, 0), 0, 0, False, False)
NUMBERS = ("change", "set", "damage", "hand_limit", "warm_up", "deck_damage", "ex", "remember")
FIRST_CELL, FIRST_SEAT = 128, 160  # of entities


class PileView(Frozen):
    """A pile.

    Attributes:
        name: what cards call it.
        seat: whose it is.
        maker: the card that began it, wherever that is now, or None.
        face: how its cards lie: `up`, `owner` (only their owners know them), `down`.
        stays: whether it outlives its maker.
        cards: by rising token; a pile has no order.
    """

    __slots__ = ("cards", "face", "maker", "name", "seat", "stays")
    name: str
    seat: int
    maker: CardView | None
    face: str
    stays: bool
    cards: tuple[CardView, ...]


class EffectView(Frozen):
    """A lasting change, or a rule of a card that is in force.

    Attributes:
        kind: `change`, `set`, `exchange`, `become`, `gain`, `lose` (basic abilities), `give`,
            `take` (special ones), `forbid`, `permit`, `require`, `keep`, `doom`, `damage`,
            `support`, `hand_limit`, `warm_up`, `deck_damage`, `adjacent`, `costs`, `ex`,
            `no_wake_up`, `remember`, `next_battle`, `as` (a form, or a copy of another card).
        what: which value, ability, property or deed; what it becomes stands behind a colon.
        amount: of a number; of `remember` the number or, where `what` is `cell`, the cell.
        about: the card that is remembered, or against which alone it holds, or None.
        kept: what was chosen when the rule was made, which it is about: a name, a number or a
            word; "" for nothing.
        subject: the card it holds for, or None.
        subject_seat: the player it holds for, or None; both None: whoever the text matches.
        subject_cell: the cell it holds for, or None.
        source: the card that brought it, or None where nobody keeps it.
        seat: who is "you" in its duration.
        until: a word of `UNTIL`; `always`: as long as a passive ability says so.
        times: uses left where it lasts until it has been used, else 0.
        holds: False while its `while` is not true.
    """

    __slots__ = (
        "about", "amount", "holds", "kept", "kind", "seat", "source", "subject", "subject_cell",
        "subject_seat", "times", "until", "what",
    )  # fmt: skip
    kind: str
    what: str
    amount: int
    about: CardView | None
    kept: str
    subject: CardView | None
    subject_seat: int | None
    subject_cell: int | None
    source: CardView | None
    seat: int
    until: str
    times: int
    holds: bool


class WatcherView(Frozen):
    """Something that waits for an event.

    Attributes:
        event: a word of `defs.EVENT_NAMES`.
        seat: who is "you".
        source: the card whose text says what is done then, or None.
        until: as in an effect.
        times: how often it still acts, 0 for every time.
        cards: cards that it is about.
        cells: cells that it is about.
    """

    __slots__ = ("cards", "cells", "event", "seat", "source", "times", "until")
    event: str
    seat: int
    source: CardView | None
    until: str
    times: int
    cards: tuple[CardView, ...]
    cells: tuple[int, ...]


class UseView(Frozen):
    """A printed ability with a limit, of a card in play.

    Attributes:
        card: the card.
        ability: which of its special abilities, from 1.
        limit, per: how often in a turn, a battle, a game and so on.
        used: how often so far.
    """

    __slots__ = ("ability", "card", "limit", "per", "used")
    card: CardView
    ability: int
    limit: int
    per: str
    used: int


class TraitsView(Frozen):
    """What a character is now, printed or not.

    Attributes:
        attributes: words; none for a colourless one.
        sex: `f`, `m` or `none`.
        name, title: what it is called instead, or "" where that is as printed.
        type: what texts take it for.
        original: original AP, DP, SP.
        lost: printed special abilities that it has lost, from 1.
        given: who gave it special abilities that it has beside its own.
    """

    __slots__ = ("attributes", "given", "lost", "name", "original", "sex", "title", "type")
    attributes: tuple[str, ...]
    sex: str
    name: str
    title: str
    type: str
    original: tuple[int, int, int]
    lost: tuple[int, ...]
    given: tuple[CardView | None, ...]


def piles_of(state: GameState, seat: int | None) -> tuple[PileView, ...]:
    """Show all piles."""
    return tuple(
        PileView(
            name=state.catalogue.pile_name(name),
            seat=owner,
            maker=card_of(state, maker, seat),
            face=FACES[face],
            stays=stays,
            cards=cards_of(state, cards, seat),
        )
        for name, owner, maker, face, stays, cards in present.piles(state)
    )


def kept_on(state: GameState, seat: int | None) -> dict[int, tuple[CardView, ...]]:
    """Show the cards that are kept on others, by the token of the one that bears them."""
    found: dict[int, list[int]] = {}
    for token, host in present.kept(state):
        if host is not None:
            found.setdefault(host, []).append(token)
    return {host: cards_of(state, tuple(tokens), seat) for host, tokens in found.items()}


def traits_of(state: GameState, cell: int, seat: int | None) -> TraitsView:
    """Show what the character in a cell is now."""
    mask, sex, name, title, type_, original, lost, given = present.traits(state, cell)
    catalogue = state.catalogue
    is_named = name != catalogue.name_identity(state.face(state.cell_character(cell)))
    return TraitsView(
        attributes=attribute_words(mask),
        sex=SEXES[sex],
        name=catalogue.name_of(name) if is_named else "",
        title=catalogue.name_of(title) if title else "",
        type=TYPES[type_ or 1],
        original=original,
        lost=tuple(place + 1 for place in lost),
        given=tuple(card_of(state, token, seat) for token in given),
    )


def attribute_words(mask: int) -> tuple[str, ...]:
    """Say a set of attributes."""
    return tuple(word for bit, word in enumerate(ATTRIBUTES) if mask >> bit & 1)


def effects_of(state: GameState, seat: int | None) -> tuple[EffectView, ...]:
    """Show what lasts: what ends with the turn or the battle, other changes by age, then rules."""
    found = []
    for cell in range(12):
        if state.cell_character(cell) >= 0:
            found += _of_turn(state, cell, seat)
    for effect in present.effects(state):
        kind, b, x, y, amount, subject, source, you, until, count, aux, holds, kept = effect
        word, what = _said(state, kind, (b, x, y), amount, aux)
        found.append(
            EffectView(
                kind=word,
                what=what,
                amount=aux - FIRST_CELL if what == "cell" else amount if kind in NUMBERS else 0,
                about=card_of(state, _about(kind, subject, until, aux), seat),
                kept="" if kept is None else _chosen(state, kept, amount),
                subject=card_of(state, subject if subject < defs.N_TOKENS else None, seat),
                subject_seat=subject - FIRST_SEAT if FIRST_SEAT <= subject < NOBODY else None,
                subject_cell=subject - FIRST_CELL if 0 <= subject - FIRST_CELL < 12 else None,
                source=card_of(state, source, seat),
                seat=you,
                until=UNTIL[until],
                times=count if until in USED else 0,
                holds=holds,
            )
        )
    return tuple(found)


def _of_turn(state: GameState, cell: int, seat: int | None) -> list[EffectView]:
    """What is kept as a sum or a mark of the character in a cell; nobody knows from whom."""
    token = state.cell_character(cell)
    sums = present.sums(state, cell)
    if sums == NO_SUMS:
        return []
    turn, battle, gained, lost, sleeps, stays = sums
    found = [("change", VALUES[i], turn[i], "turn_end") for i in range(3) if turn[i]]
    found += [("change", VALUES[i], battle[i], "battle_end") for i in range(3) if battle[i]]
    for kind, mask in (("gain", gained), ("lose", lost)):
        names = [name for bit, name in enumerate(defs.BASICS) if mask >> bit & 1]
        if len(names) == len(defs.BASICS):
            names = ["all basic abilities"]
        found += [(kind, name, 0, "turn_end") for name in names]
    if sleeps:
        found.append(("no_wake_up", "", 0, "wake_up"))
    if stays:
        found.append(("keep", "", 0, "battle_end"))
    return [
        EffectView(
            kind=kind, what=what, amount=amount, about=None, kept="",
            subject=card_of(state, token, seat), subject_seat=None, subject_cell=None,
            source=None, seat=cell // 6, until=until, times=0, holds=True,
        )
        for kind, what, amount, until in found
    ]  # fmt: skip


def _about(kind: str, subject: int, until: int, aux: int) -> int | None:
    """The card that is remembered or is the one opponent; None for none."""
    is_general = subject == NOBODY and UNTIL[until] == "always"  # names nobody in `aux`
    return aux if kind not in ("copy", "as") and not is_general and aux < defs.N_TOKENS else None


def _said(
    state: GameState, kind: str, ins: tuple[int, int, int], amount: int, aux: int
) -> tuple[str, str]:
    """The kind of a lasting change, and what it is about in words."""
    b = ins[0]
    if kind in ("change", "set"):
        return kind, VALUES[b]
    if kind == "exchange":
        return kind, f"{VALUES[b]} {VALUES[ins[2]]}"
    if kind == "become":
        return kind, f"{defs.BECOMES[b]}: {_becomes(state, defs.BECOMES[b], amount)}"
    if kind in ("gain", "copy"):
        return "gain", defs.BASICS[aux if kind == "copy" else b]
    if kind == "lose":
        return kind, "all basic abilities" if b == ALL_BASICS else defs.BASICS[b]
    if kind in ("forbid", "permit", "require"):
        return kind, defs.WHATS[b]
    if kind == "take":
        return kind, TAKEN[b]
    if kind == "as":
        return kind, state.catalogue.card(amount).name
    if kind == "remember":
        return kind, "cell" if 0 <= aux - FIRST_CELL < 12 else ""
    if kind == "next_battle":
        return kind, ("", "attacker", "defender")[b]
    if kind in ("hand_limit", "warm_up", "damage", "deck_damage", "ex"):
        return kind, "becomes" if b else "by"
    return kind, ""


def _becomes(state: GameState, word: str, amount: int) -> str:
    """What a property becomes; nothing where it stays what it is."""
    if amount < 0:
        return ""
    if word == "attribute":
        return " ".join(attribute_words(amount)) or "colourless"
    if word == "sex":
        return SEXES[amount]
    if word == "type":
        return TYPES[amount]
    return state.catalogue.name_of(amount)


def _chosen(state: GameState, kind: str, chosen: int) -> str:
    """What was chosen, in words."""
    if kind == "name":
        return state.catalogue.name_of(chosen)
    if kind == "type":
        return TYPES[chosen]
    return CHOICES[kind][chosen] if kind in CHOICES else str(chosen)


def watchers_of(state: GameState, seat: int | None) -> tuple[WatcherView, ...]:
    """Show what waits."""
    return tuple(
        WatcherView(
            event=defs.EVENT_NAMES[event],
            seat=you,
            source=card_of(state, source, seat),
            until=UNTIL[until],
            times=count,
            cards=cards_of(state, tuple(e for e in about if e < defs.N_TOKENS), seat),
            cells=tuple(e - FIRST_CELL for e in about if 0 <= e - FIRST_CELL < 12),
        )
        for event, you, source, until, count, about in present.watchers(state)
    )


def uses_of(state: GameState, seat: int | None) -> tuple[UseView, ...]:
    """Show how often abilities of cards in play were used."""
    return tuple(
        UseView(card=card, ability=place + 1, limit=limit, per=PER[per], used=used)
        for token, place, limit, per, used in present.uses(state)
        if (card := card_of(state, token, seat)) is not None
    )
