"""Every word of the language has English, and no key that an author writes goes unheard."""

from __future__ import annotations

import re

import pytest

from lycee_core import clauses, deeds, grammar, happenings, plain, subjects, terms, vocabulary
from lycee_core.grammar_verbs import COMMON, OPERATIONS
from lycee_core.operations import NEEDS_ONE
from lycee_core.parsed import (
    Ability,
    Amount,
    Basic,
    Card,
    Compare,
    Condition,
    Cost,
    Declaration,
    Duration,
    Event,
    Form,
    Limit,
    Node,
    Number,
    Operation,
    Ref,
    Selector,
    Value,
)
from lycee_core.phrases import amount, words
from lycee_core.reader import alternatives

SELF = Ref("supporter")
FOES = Selector("", None, (("side", "enemy"), ("type", ("character",)), ("n", Number("all"))))
DRAW = (Operation("draw", 1),)
HELD = Condition("turn", "own")
SNOW = (1, 0, 0, 0, 0, 0)
# One value of each kind, as the loader would build it.
SAMPLES: dict[str, Value] = {
    "flag": True, "true": True, "int": 3, "text": "Lantern", "name": "crew", "amount": 7,
    "amounts": (1, 2), "selector": FOES, "filters": FOES, "ref": SELF, "seat": Ref("enemy"),
    "label": "gift",
    "compare": (Compare("ge", 2),), "same_as": Node("same_as", SELF),
    "chosen": Node("chosen", "crew"), "of": Node("of", SELF), "conditions": (HELD,),
    "condition": HELD, "operations": DRAW, "modes": (DRAW, DRAW),
    "cost": Cost("", None, (("points", SNOW),)), "points": SNOW,
    "event": Event("turn_end"), "cause": Node("cause", None, (("kind", ("battle",)),)),
    "declaration": Declaration("", None, (("kind", ("attack",)),)), "number": Number("up_to", 2),
    "duration": Duration("turn_end"), "zone": "dust", "pile": "pile:Well",
    "basic": Basic("Dash"), "basic_name": "Jump", "ability": Ability("passive", effect=DRAW),
    "did": Node("did", None, (("battled", SELF),)),
    "entered": Node("entered", None, (("before", SELF),)),
    "depth": Node("depth", None, (("top", 3),)),
    "total": Node("total", None, (("ex", (Compare("ge", 3),)),)),
    "pair": (SELF, FOES), "comparison": (1, "le", 2), "two": (SELF, Ref("it")),
    "values": ("ap", "dp"), "moment": Node("moment", None, (("add", 1),)),
    "paid_as": Node("paid_as", None, (("ex", 2),)), "cost_of": Node("cost_of", SELF),
    "copy": Node("copy", SELF),
    "fight": Node("fight", None, (("attacker", SELF), ("defender", FOES))), "range": (1, 5),
    "x": Node("x", None, (("min", 1),)),
}  # fmt: skip
ONE_OF = {**NEEDS_ONE, "damage": ("add",), "ex_change": ("add",), "rider": ("after",)}
STRANGE = re.compile(r"_|None|True|False|Node|\{|\}|\(\)|  |^\s|\bin in\b")


def values_of(kind: str) -> list[Value]:
    """Every alternative of a kind, each word and each sort of value, once."""
    found: list[Value] = []
    for choice in alternatives(kind):
        plain_values: list[Value] = list(choice.words) or [SAMPLES[choice.name]]
        found += [(value,) if choice.is_list else value for value in plain_values]
    return found


def check(text: str) -> None:
    """Check that a text is English and no leftover of a table."""
    assert text, "silence"
    assert not STRANGE.search(text), text


def hear(shorter: str, longer: str, key: str) -> None:
    """Check that a key makes a difference."""
    check(longer)
    assert shorter != longer, f"`{key}` is not heard in: {longer}"


def first(kind: str) -> Value:
    """One value of a kind."""
    return values_of(kind)[0]


@pytest.mark.parametrize("verb", sorted(OPERATIONS))
def test_a_verb_says_its_object_and_every_parameter(verb: str) -> None:
    entry = OPERATIONS[verb]
    keys = (*entry.required, *ONE_OF.get(verb, ())[:1])
    needed = tuple((key, first(entry.params[key])) for key in keys)
    for value in values_of(entry.object):
        base = Operation(verb, value, needed)
        check(deeds.operation(base))
        for key, kind in {**COMMON, **entry.params}.items():
            if key == "until" and not entry.can_last:
                continue
            if key in ("n", "by") and isinstance(value, Selector):
                value = Selector("", None, value.args[:2])
                base = Operation(verb, value, needed)
            if key in dict(needed):
                continue
            for item in values_of(kind):
                if (key, item) == ("by", "you") or (verb, item) == ("shift", "rotate"):
                    continue  # what is so anyway
                more = Operation(verb, value, (*needed, (key, item)))
                hear(deeds.operation(base), deeds.operation(more), f"{verb}.{key}")


@pytest.mark.parametrize("verb", sorted(OPERATIONS))
def test_an_operation_in_one_word_differs_for_each_object(verb: str) -> None:
    choices = alternatives(OPERATIONS[verb].object)
    plain_words = [word for choice in choices for word in choice.words]
    needed = tuple((key, first(OPERATIONS[verb].params[key])) for key in OPERATIONS[verb].required)
    texts = {deeds.operation(Operation(verb, word, needed)) for word in plain_words}
    assert len(texts) == len(plain_words)


@pytest.mark.parametrize("key", sorted(grammar.SELECTOR))
def test_a_selector_says_every_key(key: str) -> None:
    base = Selector("", None, ())
    for value in values_of(grammar.SELECTOR[key]):
        if (key, value) in {("zone", ("field",)), ("side", "any"), ("by", "you"),
                            ("type", ("character",))}:  # fmt: skip
            check(subjects.whom(Selector("", None, ((key, value),))))  # what is so anyway
            continue
        more = Selector("", None, ((key, value),))
        hear(subjects.whom(base), subjects.whom(more), key)
        if key not in ("zone", "n", "by", "distinct", "total", "of", "depth", "follow", "direction",
                       "highest", "lowest", "among", "owner"):  # fmt: skip
            check(clauses.being(more))


@pytest.mark.parametrize("word", sorted(grammar.EVENTS))
def test_an_event_says_every_key(word: str) -> None:
    base = Event(word)
    check(happenings.event(base))
    for key, kind in {**grammar.EVENT_COMMON, **grammar.EVENTS[word]}.items():
        for value in values_of(kind):
            if key == "whose" and value == "each" and word in vocabulary.CLOCK:
                continue  # what is so anyway
            if word in vocabulary.CLOCK and key in ("what", "cause"):
                continue  # a clock is about nobody
            if word == "supports_closed" and key == "what":
                continue
            more = Event(word, None, ((key, value),))
            hear(happenings.event(base), happenings.event(more), f"{word}.{key}")


@pytest.mark.parametrize("word", sorted(grammar.CONDITIONS))
def test_a_condition_says_every_key(word: str) -> None:
    kind, params = grammar.CONDITIONS[word]
    heads = values_of(kind)
    texts = {clauses.condition(Condition(word, head)) for head in heads}
    assert len(texts) == len(heads)
    for text in texts:
        check(text)
    for key, inner in params.items():
        for value in values_of(inner):
            if value == "turn":
                continue  # what is so anyway
            more = Condition(word, heads[0], ((key, value),))
            hear(clauses.condition(Condition(word, heads[0])), clauses.condition(more), key)


@pytest.mark.parametrize("word", sorted(grammar.AMOUNTS))
def test_an_amount_says_every_key(word: str) -> None:
    kind, params = grammar.AMOUNTS[word]
    needed = tuple((key, first(inner)) for key, inner in params.items())
    texts = [amount(Amount(word, head, needed)) for head in values_of(kind)]
    assert len(set(texts)) == len(texts)
    for text in texts:
        check(text)
    for key, inner in params.items():
        others = tuple(arg for arg in needed if arg[0] != key)
        spoken = {amount(Amount(word, first(kind), (*others, (key, v)))) for v in values_of(inner)}
        assert len(spoken) == len(values_of(inner)), key


def test_a_filter_on_declarations_says_every_key() -> None:
    base = Declaration("", None, ())
    for key, kind in grammar.DECLARATION.items():
        for value in values_of(kind):
            if (key, value) != ("side", "any"):
                more = Declaration("", None, ((key, value),))
                hear(clauses.declaration(base), clauses.declaration(more), key)


def test_a_cost_says_every_part() -> None:
    texts = []
    for key, kind in grammar.COST.items():
        if key in ("to", "seat"):
            continue
        for value in values_of(kind):
            part = Selector("", None, ()) if isinstance(value, Selector) else value
            texts.append(terms.cost(Cost("", None, ((key, part),))))
            check(texts[-1])
    assert len(set(texts)) == len(texts)
    mill = Cost("", None, (("mill", 2), ("seat", Ref("enemy"))))
    assert terms.cost(mill) == "mill 2 from the enemy's deck"
    field = Cost("", None, (("field", Selector("", None, ())), ("to", "hand")))
    assert terms.cost(field) == "put 1 character into its owner's hand"


def test_every_way_to_last_and_to_be_limited_is_said() -> None:
    texts = [terms.duration(Duration(word)) for word in grammar.DURATIONS]
    texts += [terms.duration(Duration("while", (HELD,))), terms.duration(Duration("used", 2))]
    texts.append(terms.duration(Duration("used_this_turn", 2)))
    assert len(set(texts)) == len(texts)
    base = terms.limit(Limit("", None, (("n", 1), ("per", "turn"))))
    for key, kind in grammar.LIMIT.items():
        for value in values_of(kind):
            more = Limit("", None, ((key, value),))
            if value != "turn":
                hear(base, terms.limit(more), key)
    for text in texts:
        check(text)


def test_every_reference_and_seat_is_said() -> None:
    texts = [words(Ref(word)) for word in (*grammar.REFERENCES, *grammar.SEATS)]
    texts += [words(Ref("$crew")), words(Ref("remembered", "tide"))]
    for word, kind in grammar.SEAT_TABLES.items():
        texts += [words(Ref(word, value)) for value in values_of(kind)]
    assert len(set(texts)) == len(texts)
    for text in texts:
        check(text)


def test_every_key_of_an_ability_is_said() -> None:
    texts = {
        plain.ability(Ability(kind, effect=DRAW, **more))
        for kind in ("activated", "replacement")
        for more in (
            {}, {"name": "Bell"}, {"host": "bearer"}, {"host": "cell"}, {"by": "enemy"},
            {"by": "either"}, {"by": "card_owner"}, {"by": "turn_player"}, {"works_in": "hand"},
            {"works_in": "any"}, {"works_in": "pile:Well"}, {"cost": SAMPLES["cost"]},
            {"when": (HELD,)}, {"on": SAMPLES["event"]}, {"conditions": (HELD,)},
            {"limit": Limit("", None, (("n", 1), ("per", "game")))},
            {"targets": (("foe", FOES),)}, {"is_answerable": False}, {"is_optional": True},
            {"and_then": "event"},
        )
    }  # fmt: skip
    assert len(texts) == 40
    for text in texts:
        check(text)
    assert len({plain.ability(Ability(kind, effect=DRAW)) for kind in grammar.ABILITY_KINDS}) == 6


def test_every_exception_on_a_card_is_said() -> None:
    base = {"number": "CH-9901", "names": (("en", "Pilot"),), "key": "Pilot", "type": "character",
            "attributes": ("snow",), "cost": SNOW, "ex": 1}  # fmt: skip
    form = Form(
        "Giant", ap=4, basics=(Basic("Dash"),), abilities=(Ability("passive", effect=DRAW),)
    )
    for more, count in (
        ({"conversion": ("A", "B")}, 1), ({"also": ("Other",)}, 1), ({"copies": (1, "name")}, 1),
        ({"copies": (4, "number")}, 1), ({"copies": (-1, "name")}, 1), ({"put_on": FOES}, 1),
        ({"play_if": (HELD,)}, 1), ({"alt_cost": SAMPLES["cost"]}, 1), ({"forms": (form,)}, 3),
    ):  # fmt: skip
        lines = plain.describe(Card(**base, **more))  # type: ignore[arg-type]
        assert len(lines) == count
        for line in lines:
            check(line)


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        (vocabulary.DOING, OPERATIONS["forbid"].object),
        (vocabulary.DECLARED, grammar.DECLARATION_KINDS),
        (vocabulary.EVENTS, "=" + " ".join(set(grammar.EVENTS) - set(vocabulary.CLOCK))),
        (vocabulary.DEEDS, grammar.SELECTOR["did"].split(" | ")[0]),
        (vocabulary.DIRECTIONS, grammar.SELECTOR["direction"]),
        (vocabulary.CAUSES, grammar.CAUSE["kind"]),
        (vocabulary.REFS, "=" + " ".join((*grammar.REFERENCES, *grammar.SEATS))),
        (vocabulary.LIMITS, grammar.LIMIT["per"]),
        (vocabulary.KINDS, "=" + " ".join(grammar.ABILITY_KINDS)),
    ],
)  # fmt: skip
def test_a_table_of_words_is_that_of_the_grammar(table: dict[str, str], kind: str) -> None:
    assert set(table) == set(alternatives(kind)[0].words)
