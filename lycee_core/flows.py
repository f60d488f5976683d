"""Says battles, the chain, knowledge, rules and blocks of operations in plain English.

The rest of the verbs, into the same table as `deeds`. Below: `deeds_moved`; above: `plain`.
"""

from __future__ import annotations

from lycee_core.clauses import conditions, declaration
from lycee_core.deeds import (
    DEEDS_OF,
    acts,
    basic,
    block,
    cell,
    flags,
    joined,
    named,
    one,
    operation,
    sentence,
    simple,
    verb_of,
)
from lycee_core.deeds_moved import zone_place
from lycee_core.happenings import is_seat
from lycee_core.parsed import Amount, Declaration, Node, Operation, Selector, Value
from lycee_core.phrases import (
    added,
    amount,
    article,
    how_many,
    items,
    listed,
    owned,
    selector,
    thing,
    words,
    zone_name,
)
from lycee_core.terms import points as printed
from lycee_core.vocabulary import DECLARED, DOING, EVEN_IF, REFS

__all__ = ["basic", "operation", "sentence"]


# ------------------------------------------------------------------ battle


def start_battle(value: Operation) -> str:
    """Say a battle that an effect begins."""
    fight = value.value
    assert isinstance(fight, Node), fight
    return f"{one(fight.get('attacker'))} attacks {one(fight.get('defender'))}"


def keep(value: Operation) -> str:
    """Say that something is not downed."""
    texts = [acts(value, "is not downed", "are not downed")]
    if value.has("against"):
        foe = value.get("against")
        whoever = isinstance(foe, Selector) and selector(foe, default="")
        texts.append(f"by {whoever or thing(foe, 'or')}")
    if value.has("cause"):
        texts.append(words(value.get("cause")))
    return joined(*texts)


def damage(value: Operation) -> str:
    """Say a change of deck damage."""
    whose = "the deck damage of this battle"
    if value.value != "battle":
        whose = f"the deck damage by {named(value)}"
    texts = []
    if value.has("add"):
        texts.append(added(value.get("add")))
    if value.has("set"):
        texts.append(f"= {amount(value.get('set'))}")
    if value.has("also_to"):
        texts.append(f"also to {words(value.get('also_to'))}")
    return f"{whose}: {listed(texts)}"


def participant(value: Operation) -> str:
    """Say who comes into a battle."""
    which = {"this": "of this battle", "next": "of the next battle"}
    text = f"{acts(value, 'becomes', 'become')} the {value.get('role')}"
    return joined(text, which.get(str(value.get("battle")), ""))


def support(value: Operation) -> str:
    """Say a support that happens now."""
    whom = f"{one(value.get('supported'))}" if value.has("supported") else ""
    return joined("let", named(value), "support", whom, even_if(value))


def even_if(value: Operation) -> str:
    """Say what does not matter."""
    if not value.has("even_if"):
        return ""
    return f"even if {listed((EVEN_IF[str(item)] for item in items(value.get('even_if'))), 'or')}"


def support_rule(value: Operation) -> str:
    """Say how support works."""
    way = [word for word in ("given", "received") if value.get(word) is True]
    by = {"given": "given by", "received": "received by"}
    head = f"support {listed((by[word] for word in way), 'or') or 'of'} {named(value)}"
    raises = {
        "ap": "raises AP", "dp": "raises DP", "both": "raises AP and DP",
        "choose": "raises AP or DP as you choose", "reversed": "raises DP in AF and AP in DF",
    }  # fmt: skip
    reaches = {"any": "reaches any cell", "neighbours": "goes to all neighbours",
               "same_item": "reaches all with the same item"}  # fmt: skip
    if value.has("against"):
        head += f", where the other is {thing(value.get('against'))},"
    texts = [raises[str(value.get("to"))]] if value.has("to") else []
    texts += [reaches[str(value.get("reach"))]] if value.has("reach") else []
    if value.has("also"):
        texts.append(f"also goes to {thing(value.get('also'))}")
    texts += flags(value, {"free": ("does not tap", "taps"), "void": ("is void", "is not void")})
    for word in ("given", "received"):
        if value.get(word) is False:
            texts.append(f"is not {by[word]} it")
    if value.has("give_to"):
        texts.append(f"goes to {one(value.get('give_to'))} instead")
    return f"{head} {listed(texts)}".rstrip()


# ------------------------------------------------------------------ rules


def rule(value: Operation) -> str:
    """Say what is forbidden, allowed or demanded."""
    whom = value.get("whom")
    doing = {**DOING, "play": "play cards"} if is_seat(whom) else DOING
    what = listed((doing[str(item)] for item in items(value.value)), "or")
    if isinstance(whom, Selector):
        who = selector(whom)
    else:
        who = "this card" if whom is None else thing(whom)
    modal = {"forbid": "cannot", "permit": "may", "require": "must"}[value.word]
    texts = [f"{who} {modal} {what}"]
    if value.has("of"):
        only = str(items(value.value)[0]) if len(items(value.value)) == 1 else ""
        before = {"be_target": "of", "respond": "to"}.get(only, "by")
        texts.append(f"{before} {words(value.get('of'))}")
        if only == "use" or (only == "play" and is_seat(whom)):
            of = value.get("of")
            assert isinstance(of, Declaration), of
            played = declaration(of, "card" if only == "play" else "declaration")
            texts = [f"{who} {modal} {only} {played}"]
    if value.has("from"):
        texts.append(f"from the {listed(map(zone_name, items(value.get('from'))), 'or')}")
    if value.has("against"):
        texts.append(f"against {listed(map(words, items(value.get('against'))), 'or')}")
    if value.has("into"):
        cells = (cell(item, default="a") for item in items(value.get("into")))
        texts.append(f"into {listed(cells, 'or')}")
    texts.append(even_if(value))
    texts += flags(value, {
        "free": ("without paying", "for its cost"),
        "over_limit": (
            "more often than their limit says" if value.value == ("use",) else "beside other items",
            "if there is room",
        ),
        "free_cells": ("whatever its field limit", "within its field limit"),
    })  # fmt: skip
    columns = {"any": "from any column", "same": "from the same column",
               "other": "from another column"}  # fmt: skip
    texts.append(columns.get(str(value.get("column")), ""))
    if value.has("if_unused"):
        texts.append(f"(if it does not: {block(value.get('if_unused'))})")
    return joined(*texts)


def number_rule(value: Operation) -> str:
    """Say a changed hand limit or warm-up."""
    nouns = {"hand_limit": "hand limit", "warm_up": "number of cards drawn in warm-up"}
    head = value.value
    text = owned(nouns[value.word], value.get("seat"))
    sign = words(head) if isinstance(head, Node) and not isinstance(head, Amount) else None
    return f"{text} {sign}" if sign else f"{text} = {amount(head)}"


def damage_to_deck(value: Operation) -> str:
    """Say how much damage a deck takes."""
    head = value.value
    deck = owned("deck", value.get("seat"))
    if value.has("what"):
        deck += f" by {thing(value.get('what'), 'or')}"
    if str(head) == "none":
        return f"no damage to {deck}"
    change = added(head) if isinstance(head, int | Amount) else words(head)
    return f"the damage to {deck}: {change}"


def adjacent(value: Operation) -> str:
    """Say cells that count as neighbours."""
    to = f"to {thing(value.get('to'))}" if value.has("to") else "to each other"
    return f"{acts(value, 'counts', 'count')} as adjacent {to}"


# ------------------------------------------------------------------ chain and payment


def cancel(value: Operation) -> str:
    """Say a declaration that fails."""
    goes = f"its card goes {zone_place(value.get('its_card'))}" if value.has("its_card") else ""
    return ", ".join(text for text in (f"cancel {named(value)}", goes) if text)


def void_payment(value: Operation) -> str:
    """Say a card that leaves a payment."""
    goes = f"and put it {zone_place(value.get('to'))}" if value.has("to") else "and discard it"
    return f"take {named(value)} out of its payment {goes}"


def pay(value: Operation) -> str:
    """Say a price inside an effect."""
    who = verb_of(value.get("seat"), "pays", "pay") if value.has("seat") else "pay"
    return f"{who} {words(value.value)}"


def points(value: Operation) -> str:
    """Say points that an ability gives."""
    if isinstance(value.value, int):
        text = f"give {value.value} point{'' if value.value == 1 else 's'}"
    else:
        text = f"give as many points as {amount(value.value)}"
    kinds = value.get("attributes")
    if isinstance(kinds, Node):
        text += f" of the attributes of {words(kinds.value)}"
    elif kinds is not None:
        ways = {"any": "any attribute, each its own", "one": "one attribute of your choice",
                "own": "its own attributes"}  # fmt: skip
        text += f" of {listed((ways.get(str(kind), str(kind)) for kind in items(kinds)), 'or')}"
    if value.has("only_for"):
        uses = [paid_for(str(use)) for use in items(value.get("only_for"))]
        text += f", only to pay for {listed(uses, 'or')}"
    return text


def paid_for(use: str) -> str:
    """Say a kind of declaration with its article."""
    word = DECLARED.get(use, "")
    return f"{'an' if word[0] in 'aei' else 'a'} {word}" if word else "this card"


def rider(value: Operation) -> str:
    """Say what becomes of a declaration and its payment."""
    head = thing(value.value) if value.value != "paid" else "the declaration paid for"
    if value.value == "declaration":
        head = "the declaration it answers"
    texts = []
    if value.has("after"):
        texts.append(f"when it has been carried out, ({block(value.get('after'))})")
    if value.has("paid_cards_to"):
        texts.append(f"the cards paid go {zone_place(value.get('paid_cards_to'))}")
    if value.has("paid_as"):
        texts.append(f"the cards designated for it count as {words(value.get('paid_as'))}")
    return f"for {head}: {listed(texts)}"


def cost_change(value: Operation) -> str:
    """Say a changed cost."""
    assert isinstance(value.value, Declaration), value
    texts = []
    for key, word in (("add", "more"), ("less", "less")):
        if value.has(key):
            text = point_text(value.get(key))
            by = text.startswith("as many")
            texts.append(f"costs {word} by {text}" if by else f"costs {text} {word}")
    texts += flags(value, {"free": ("is free", "is not free")})
    if value.has("min"):
        texts.append(f"(never below {value.get('min')})")
    return f"{declaration(value.value)} {' '.join(texts)}"


def point_text(value: Value) -> str:
    """Say points that are added or taken off."""
    assert isinstance(value, tuple), value
    return printed(value)


def ex_change(value: Operation) -> str:
    """Say a changed EX."""
    texts = []
    if value.has("add"):
        texts.append(added(value.get("add")))
    if value.has("set"):
        texts.append(f"= {amount(value.get('set'))}")
    return f"{named(value)}: EX {listed(texts)} as payment"


# ------------------------------------------------------------------ knowing, time and memory


def look(value: Operation) -> str:
    """Say who looks at cards."""
    if value.has("seat"):
        return f"{verb_of(value.get('seat'), 'looks', 'look')} at {named(value)}"
    return f"look at {named(value)}"


def reveal(value: Operation) -> str:
    """Say cards that both see."""
    if value.value == "hand":
        return f"reveal {owned('hand', value.get('seat'))}"
    whose = f" (for {words(value.get('seat'))})" if value.has("seat") else ""
    return f"reveal {named(value)}{whose}"


def arrange(value: Operation) -> str:
    """Say cards that go back in an order."""
    texts = [f"put {named(value)} back on top in any order"]
    for key, end in (("to_bottom", "under the deck"), ("to_top", "on top")):
        if value.has(key):
            count = how_many(value.get(key)).removesuffix(" of")
            texts.append(f"{count} of them {end}")
    return ", ".join(texts)


def shuffle(value: Operation) -> str:
    """Say a shuffle."""
    return f"shuffle {owned(zone_name(value.value), value.get('seat'))}"


def name(value: Operation) -> str:
    """Say that something is named."""
    noun = {"card_name": "card name", "type": "card type"}.get(str(value.value), str(value.value))
    who = str(value.get("by", "you")).replace("_", " ")
    texts = [f"{'name' if who == 'you' else f'the {who} names'} {article(noun)}"]
    if value.has("range"):
        low, high = items(value.get("range"))
        texts.append(f"from {amount(low)} to {amount(high)}")
    if value.has("of"):
        texts.append(f"out of {listed((f'“{item}”' for item in items(value.get('of'))), 'or')}")
    return " ".join(texts)


def later(value: Operation) -> str:
    """Say what happens at a later moment."""
    head = "when next" if value.word == "later" else "whenever"
    until = f" ({words(value.get('until'))})" if value.has("until") else ""
    do = block(value.get("do")).replace(REFS["declaration"], "that declaration")
    return f"{head} {words(value.value)}{until}: ({do})"


def remember(value: Operation) -> str:
    """Say what is kept for later."""
    head = value.value
    what = amount(head) if isinstance(head, int | Amount) else named(value)
    return f"remember {what} as “{value.get('as')}”"


# ------------------------------------------------------------------ flow


def otherwise(value: Operation) -> str:
    """Say what is done else."""
    return f"; otherwise {block(value.get('else'))}" if value.has("else") else ""


def choose(value: Operation) -> str:
    """Say a choice."""
    source = value.get("from")
    what = one(source) if isinstance(source, Selector) else thing(source)
    return f"choose {what} as “{value.value}”"


def may(value: Operation) -> str:
    """Say something that is left to a seat."""
    by = str(value.get("by", "you")).replace("_", " ")
    who = by if by == "you" else f"the {by}"
    return f"{who} may ({block(value.value)}){otherwise(value)}"


def branch(value: Operation) -> str:
    """Say a condition inside an effect."""
    head = conditions(items(value.value))
    then = f"({block(value.get('then'))})" if value.has("then") else "(nothing)"
    return f"if {head}, {then}{otherwise(value)}"


def one_of(value: Operation) -> str:
    """Say modes."""
    modes = listed((f"({block(mode)})" for mode in items(value.value)), "or")
    count = how_many(value.get("n")) if value.has("n") else "1"
    by = f"the {str(value.get('by')).replace('_', ' ')} does" if value.has("by") else "do"
    once = {"turn": "once a turn", "battle": "once a battle", "game": "once a game"}
    each = f" (each {once[str(value.get('once_per'))]})" if value.has("once_per") else ""
    return f"{by} {count} of {modes}{each}"


def times(value: Value) -> str:
    """Say how often."""
    return f"{value} times" if isinstance(value, int) else f"as many times as {amount(value)}"


def each(value: Operation) -> str:
    """Say what is done for every card."""
    who = f" as “{value.get('as')}”" if value.has("as") else ""
    return f"for each of {named(value)}{who}: ({block(value.get('do'))})"


DEEDS_OF.update({
    "halt_battle": lambda value: "end the battle without a result", "start_battle": start_battle,
    "keep": keep, "down": lambda value: acts(value, "goes down", "go down"), "damage": damage,
    "participant": participant, "support": support, "support_rule": support_rule,
    "require": rule, "forbid": rule, "permit": rule, "cancel": cancel,
    "void_payment": void_payment, "retarget": simple("choose new targets for {}"), "pay": pay,
    "points": points, "rider": rider, "cost_change": cost_change, "ex_change": ex_change,
    "itself": lambda value: f"this card goes {zone_place(value.value)}", "look": look,
    "reveal": reveal, "arrange": arrange, "shuffle": shuffle, "name": name, "later": later,
    "watch": later, "remember": remember, "hand_limit": number_rule, "warm_up": number_rule,
    "damage_to_deck": damage_to_deck, "adjacent": adjacent,
    "lose_game": lambda value: f"{verb_of(value.value, 'loses', 'lose')} the game",
    "win_game": lambda value: f"{verb_of(value.value, 'wins', 'win')} the game",
    "choose": choose, "if": branch, "may": may,
    "when_done":
        lambda value: f"if that was done in full, ({block(value.value)}){otherwise(value)}",
    "one_of": one_of, "each": each,
    "each_seat": lambda value: f"each player: ({block(value.value)})",
    "repeat": lambda value: f"{times(value.value)}: ({block(value.get('do'))})",
})  # fmt: skip
