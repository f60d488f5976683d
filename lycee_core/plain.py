"""Prints what a card does in plain English, one line for each thing.

What is printed is what the loader understood: an author who reads it sees a misplaced filter or a
missing duration at once. Below: `flows`; above: `blob`, which keeps the lines for
`lycee cards show`.
"""

from __future__ import annotations

from lycee_core.clauses import conditions
from lycee_core.flows import basic, sentence
from lycee_core.happenings import event
from lycee_core.parsed import Ability, Basic, Card, Declaration, Form, Operation, Ref, Value
from lycee_core.phrases import SAYERS, listed, selector, zone_name
from lycee_core.terms import cost, limit, points
from lycee_core.vocabulary import HOSTS, KINDS, REFS, SEXES, USERS


def describe(card: Card) -> tuple[str, ...]:
    """Say what a card does: its exceptions from the rules, then a line for each ability."""
    lines = []
    if card.conversion:
        lines.append(f"Conversion of {listed(card.conversion)}.")
    if card.also:
        lines.append(f"Counts as {listed(f'“{name}”' for name in card.also)} too.")
    if card.copies is not None:
        lines.append(f"Deck limit: {copies(card.copies)}.")
    if card.put_on is not None:
        lines.append(f"Put on {selector(card.put_on, default='1')}.")
    if card.play_if:
        lines.append(f"Play only if {conditions(card.play_if)}.")
    if card.alt_cost is not None:
        lines.append(f"Other cost: {cost(card.alt_cost)}.")
    lines.extend(basic(item) for item in card.basics)
    lines.extend(ability(item) for item in card.abilities)
    for form in card.forms:
        lines.extend(form_lines(form))
    return tuple(lines)


def copies(value: tuple[int, str]) -> str:
    """Say how many copies a deck may hold."""
    count, per = value
    if count < 0:
        return "any number of copies"
    unit = f"{count} {'copy' if count == 1 else 'copies'}"
    return f"{unit} of this number, beside others of its name" if per == "number" else unit


def form_lines(form: Form) -> list[str]:
    """Say a form that the card can put into play, and under it what the form does."""
    what = form.type.replace("_", " ")
    kind = f"{' '.join(form.attributes) or 'colourless'} {what}"
    text = f"Form “{form.name}”: {kind}, cost {points(form.cost)}, EX {form.ex}"
    if form.type == "character":
        text += f", {form.ap}/{form.dp}/{form.sp}, {SEXES[form.sex]}"
    inner = [basic(item) for item in form.basics] + [ability(item) for item in form.abilities]
    return [f"{text}.", *(f"Form “{form.name}”, {line}" for line in inner)]


def ability(value: Ability) -> str:
    """Say a special ability."""
    notes = [HOSTS[value.host]] if value.host != "self" else []
    if value.works_in != "field":
        notes.append("works anywhere but in the hand and the deck" if value.works_in == "any"
                     else f"works in the {zone_name(value.works_in)}")  # fmt: skip
    if value.by != "controller":
        said = USERS[value.by]
        notes.append(said if value.cost is not None else said.replace("used", "carried out"))
    if value.when:
        notes.append(f"only if {conditions(value.when)}")
    if value.limit is not None:
        notes.append(limit(value.limit))
    if not value.is_answerable:
        notes.append("cannot be answered")
    after = f" ({', '.join(notes)})" if notes else ""
    text = f"{head(value)}{after}: {targets(value)}{guard(value)}{effect(value)}"
    which = {"triggered": "that declaration", "replacement": "that declaration",
             "as_cost": "the declaration paid for"}.get(value.kind)  # fmt: skip
    return text.replace(REFS["declaration"], which) if which else text


def head(value: Ability) -> str:
    """Say the kind of an ability, its name, and its cost or event."""
    text = KINDS[value.kind]
    if value.on is not None:
        text = f"When {event(value.on)}"
        if value.kind == "replacement":
            text = f"Instead, when {event(value.on)}"
    if value.name:
        text = f"{text} “{value.name}”"
    return f"{text} [{cost(value.cost)}]" if value.cost is not None else text


def targets(value: Ability) -> str:
    """Say the targets, each with its name."""
    texts = [f"“{name}” = {selector(item, default='1')}" for name, item in value.targets]
    return f"Targets: {'; '.join(texts)}. " if texts else ""


def guard(value: Ability) -> str:
    """Say the conditions that are checked when it is carried out."""
    if not value.conditions:
        return ""
    word = "While" if value.kind == "passive" else "If"
    return f"{word} {conditions(value.conditions)}, "


def of_itself(value: Value) -> Value:
    """Say of a cost that changes in the hand that it is the one of this card (R5.46)."""
    if (
        isinstance(value, Operation)
        and isinstance(value.value, Declaration)
        and not value.value.has("among")
    ):
        named = (*value.value.args, ("among", (Ref("self"),)))
        return Operation(value.word, Declaration("", None, named), value.args, value.line)
    return value


def effect(value: Ability) -> str:
    """Say what is done."""
    is_in_hand = value.works_in == "hand" and value.kind == "passive"
    text = sentence(map(of_itself, value.effect) if is_in_hand else value.effect)
    if value.and_then:
        text = f"{text[:-1]}; then it happens all the same."
    return f"you may let this happen: {text}" if value.is_optional else text


def short_basic(value: Basic) -> str:
    """Say a basic ability inside a sentence."""
    return basic(value).rstrip(".")


SAYERS[Ability] = lambda value: ability(value).rstrip(".")
SAYERS[Basic] = short_basic
