"""Cards made at random from the card language, to meet what no starter card does.

A small grammar: a symbol is replaced by one of its forms until none is left. Blocks nest two deep.
The cards need not make sense; all of them compile. Below: the loader; above: `test_invented`.
"""

from __future__ import annotations

import random
import re
from functools import cache

from lycee_core import blob, loader, program
from lycee_core.cards import Catalogue
from lycee_core.game import GameState
from lycee_core.grammar_verbs import OF_CHARACTERS
from tests.core.builder import Cards

SYMBOL = re.compile(r"<(\w+)>")
TYPES = {"character": "CH", "event_card": "EV", "item": "IT", "area": "AR"}
FORMS: dict[str, list[str]] = {
    "side": ["own", "enemy", "any"],
    "attribute": ["snow", "moon", "flower", "space", "sun"],
    "filter": [
        "",
        ", tapped = true",
        ", tapped = false",
        ', row = "AF"',
        ', attribute = "<attribute>"',
        ", dp = { le = 2 }",
        ", new = true",
        ", equipped = true",
        ", ex = { ge = 1 }",
        ", cost = { le = 2 }",
    ],
    "n": ["", ", n = 1", ", n = 2", ", n = { up_to = 2 }", ', n = "any"', ', n = "all"'],
    "by": ["", "", "", ', by = "enemy"', ', by = "random"', ', by = "turn_player"'],
    "some": ['{ side = "<side>", type = "character"<filter><n><by> }'],
    "one": ['{ side = "<side>", type = "character"<filter>, n = 1 }'],
    "mine": ['{ side = "own", type = "character", n = 1 }'],
    "object": ["<some>", "<some>", "<ref>"],
    "hand": [
        '{ zone = "hand", side = "own", n = 1 }',
        '{ zone = "hand", side = "own", n = { up_to = 2 } }',
        '{ zone = "hand", side = "own", type = "character", n = 1 }',
        '{ zone = "hand", side = "enemy", n = 1, by = "random" }',
        '{ zone = "hand", side = "enemy", n = 2, by = "owner" }',
        '{ zone = "hand", side = "enemy", n = 1 }',
    ],
    "dust": [
        '{ zone = "dust", side = "own", n = 2 }',
        '{ zone = "dust", side = "enemy", type = "character", n = 1 }',
        '{ zone = "dust", side = "own", n = { up_to = 3 } }',
    ],
    "amount": [
        "1",
        "2",
        "-1",
        "3",
        '{ count = { side = "own", type = "character"<filter> } }',
        '{ size = "hand", seat = "enemy" }',
        '{ size = "dust", seat = "you" }',
        '{ clock = "turn" }',
    ],
    "steady": [  # conditions that a passive may have
        '{ turn = "own" }',
        '{ turn = "enemy" }',
        '{ battle = "none" }',
        '{ battle = "own" }',
        '{ exists = { side = "<side>", type = "character"<filter>, n = 2 } }',
        '{ none = { side = "enemy", type = "character"<filter> } }',
        '{ compare = [<amount>, "<=", <amount>] }',
        '{ not = { turn = "own" } }',
    ],
    "condition": ["<steady>", "<steady>", '{ responding = "none" }', '{ responding = "any" }'],
    "else": ["", ", else = [<block>]"],
    "simple": [
        "{ change = <object>, ap = <amount> }",
        '{ change = <object>, dp = <amount>, until = "battle_end" }',
        "{ change = <object>, sp = <amount> }",
        "{ tap = <object> }",
        "{ untap = <object> }",
        "{ draw = 1 }",
        '{ draw = 2, seat = "enemy" }',
        "{ mill = 2 }",
        '{ mill = 1, seat = "enemy" }',
        "{ discard = <hand> }",
        "{ discard = <one> }",
        '{ discard = { zone = "deck_top", side = "any", n = 1 } }',
        '{ discard = { type = "area" } }',
        "{ return = <one> }",
        '{ return = { type = "item", n = 1 } }',
        "{ take = <dust> }",
        "{ remove = <dust> }",
        "{ remove = <hand> }",
        '{ send = <dust>, to = "deck" }',
        '{ send = <one>, to = "deck_top" }',
        '{ send = <hand>, to = "deck_bottom" }',
        '{ move = <mine>, to = { side = "own", empty = true } }',
        "{ swap = [<mine>, <mine>] }",
        '{ look = { zone = "deck_top", side = "own", n = 2 } }',
        '{ look = { zone = "deck_top", side = "own", n = 3 } }, '
        '{ arrange = "it", to_bottom = { up_to = 2 } }',
        '{ search = { zone = "deck", side = "own", type = "item" }, shown = true, to = "hand" }',
        '{ search = { zone = "deck", side = "own", type = "character", n = 2 }, shown = true, '
        'to = "dust" }',
        '{ shuffle = "deck" }',
        '{ reveal = "hand", seat = "enemy" }',
        '{ reveal = { zone = "deck_top", side = "own", n = 2 } }',
        '{ grant = <object>, basic = ["Aggressive", { name = "Step", cost = {} }] }',
        '{ lose = <object>, basic = "all" }',
        "{ skip_wake_up = <object> }",
        "{ halt_battle = true }",
        '{ keep = "battling_own" }',
        '{ damage = "battle", add = <amount> }',
        '{ cancel = "declaration" }',
    ],
    "nested": [
        "{ may = [<block>]<else> }",
        '{ may = [<block>], by = "enemy" }',
        "{ if = [<condition>], then = [<block>]<else> }",
        "<simple>, { when_done = [<block>]<else> }",
        "{ one_of = [[<block>], [<block>]] }",
        '{ each = { side = "<side>", type = "character"<filter> }, as = "e", '
        'do = [{ change = "$e", ap = 1 }, { tap = "$e" }] }',
        '{ choose = "c", from = <some> }, { untap = "$c" }',
    ],
    "block": ["<simple>", "<simple>", "<simple>, <simple>", "<nested>"],
    "cost": [
        "{}",
        "{ tap = true }",
        '{ points = "S" }',
        '{ points = "M*" }',
        "{ mill = 1 }",
        '{ leave = "dust" }',
        '{ leave = "hand" }',
        "{ hand = { n = 1 } }",
        '{ hand = { n = 1, type = "event_card" }, points = "*" }',
        '{ tap = true, mill = 1, points = "*" }',
    ],
    "limit": ["", 'limit = { n = 1, per = "turn" }\n', 'limit = { n = 2, per = "battle" }\n'],
    "when": ["", "", "when = [<condition>]\n"],
    "target": [
        "",
        "",
        'target.t = { side = "<side>", type = "character"<filter> }\n',
        'target.t = { side = "<side>", type = "character", n = { up_to = 2 } }\n'
        'target.u = { side = "<side>", type = "character"<filter>, optional = true }\n',
    ],
    "clock": ["turn_start", "main_start", "turn_end"],
    "event": [
        'event = "<clock>", whose = "own"',
        'event = "<clock>", whose = "each"',
        *(
            f'event = "{word}"<what>'
            for word in [
                "entered",
                "left",
                "moved",
                "tapped",
                "untapped",
                "equipped",
                "attack_declared",
                "defender_named",
                "no_defender",
                "battle_started",
                "battle_ended",
                "support_declared",
                "supported",
                "downed",
                "downs",
                "deck_damage",
                "item_left",
                "area_placed",
                "reached_dust",
            ]
        ),
    ],
    "what": [""],
    "passive": [
        '{ change = { side = "<side>", type = "character"<filter> }, ap = <amount> }',
        '{ change = { side = "<side>", type = "character"<filter> }, dp = -1 }',
        '{ grant = { side = "own", type = "character"<filter> }, basic = "Dash" }',
        '{ lose = { side = "enemy", type = "character"<filter> }, basic = "all" }',
        '{ skip_wake_up = { side = "enemy", type = "character"<filter> } }',
    ],
    "activated_ability": [
        'kind = "activated"\ncost = <cost>\n<target><when><limit>effect = [<block>]'
    ],
    "triggered_ability": ['kind = "triggered"\non = { <event> }\n<when><limit>effect = [<block>]'],
    "passive_ability": [
        'kind = "passive"\neffect = [<passive>]',
        'kind = "passive"\nif = [<steady>]\neffect = [<passive>]',
    ],
    "event_card_ability": ['kind = "event_card"\n<target><when>effect = [<block>, <block>]'],
    "character_ability": ["<activated_ability>", "<triggered_ability>", "<passive_ability>"],
    "item_ability": ["<character_ability>"],
    "area_ability": ["<character_ability>"],
    "basic": [
        '"Dash"',
        '"Aggressive"',
        '"Attacker"',
        '"Defender"',
        '{ name = "Step", cost = {} }',
        '{ name = "Side Step", cost = { points = "*" } }',
        '{ name = "Order Step", cost = { mill = 1 } }',
        '{ name = "Jump", cost = { tap = true } }',
        '{ name = "Touch", cost = {} }',
        '{ name = "Escape", cost = {} }',
        '{ name = "Side Attack", cost = { points = "*" } }',
        '{ name = "Supporter", cost = {} }',
        '{ name = "Tax Trash", cost = { points = "*" } }',
        '{ name = "Tax Wakeup", cost = { mill = 1 } }',
        '{ name = "Bonus", effect = [<simple>] }',
        '{ name = "Deck Bonus", effect = [<simple>] }',
        '{ name = "Penalty", effect = [<simple>] }',
    ],
}


WORN = {"item": "bearer", "area": "here"}
ACTING = re.compile(rf'\b({"|".join(OF_CHARACTERS)}) = "self"')


def grown(rng: random.Random, text: str, depth: int = 0) -> str:
    """Replace every symbol of a text by one of its forms."""

    def form(match: re.Match[str]) -> str:
        symbol = match[1]
        if symbol == "ref":  # event cards have no self, see `card`
            return '"self"'
        if symbol == "nested" and depth > 1:
            symbol = "simple"
        deeper = depth + (symbol == "nested")
        return grown(rng, rng.choice(FORMS[symbol]), deeper)

    return SYMBOL.sub(form, text)


def card(rng: random.Random, number: int) -> str:
    """Return the text of one card."""
    kind = rng.choice(["character", "character", "character", "event_card", "item", "area"])
    attributes = rng.sample(FORMS["attribute"], rng.choice([0, 1, 1, 2]))
    lines = [
        "[[card]]",
        f'number = "{TYPES[kind]}-{1000 + number}"',
        f'name = {{ en = "Card {number}" }}',
        f'type = "{kind}"',
        f"attributes = {attributes}",
        f'cost = "{rng.choice(["0", "*", "S", "N", "M", "F", "L", "**", "SN"])}"',
        f"ex = {rng.choice([0, 1, 2, 2, 3])}",
    ]
    if kind == "character":
        lines += [
            f"ap = {rng.randrange(5)}",
            f"dp = {rng.randrange(5)}",
            f"sp = {rng.randrange(4)}",
        ]
        lines += ['sex = "f"', f'cells = "{rng.choice(["LCR/LCR", "LCR/---", "-C-/LCR"])}"']
        basics = rng.sample(FORMS["basic"], rng.choice([0, 0, 1, 2]))
        lines.append(f"basic = [{', '.join(grown(rng, basic) for basic in basics)}]")
        if number > 4 and rng.random() < 0.1:
            lines.append(f'conversion = {{ of = ["Card {rng.randrange(number)}"] }}')
    for _ in range(1 if kind == "event_card" else rng.choice([0, 1, 1, 2])):
        lines += ["[[card.ability]]", grown(rng, f"<{kind}_ability>")]
    text = "\n".join(lines) + "\n"
    if kind in WORN:  # it is no character
        text = ACTING.sub(rf'\1 = "{WORN[kind]}"', text)
    return text.replace('"self"', '"battling_own"') if kind == "event_card" else text


@cache
def invented(seed: int, size: int = 60) -> Catalogue:
    """Return a catalogue of cards made at random."""
    rng = random.Random(seed)
    text = "".join(card(rng, number) for number in range(size))
    return Catalogue(blob.pack(program.compile_cards(loader.load_text(text, source="invented"))))


def invented_decks(cards: Catalogue, seed: int) -> tuple[Cards, Cards]:
    """Return two decks of a catalogue: many copies of few cards, a third of them characters."""
    rng = random.Random(seed)
    characters = [index for index in range(len(cards)) if cards.is_character(index)]
    pool = rng.sample(range(len(cards)), 20) + rng.sample(characters, 8)
    return Cards(tuple(rng.choices(pool, k=60))), Cards(tuple(rng.choices(pool, k=60)))


def invented_game(seed: int) -> GameState:
    """Return an all-knowing state; twenty games share their cards."""
    cards = invented(seed // 20)
    return GameState(cards, invented_decks(cards, seed))
