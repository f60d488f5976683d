"""What happened, in words: battles, support, items, cancels, taps, values; nothing hidden."""

from __future__ import annotations

import random

import pytest
from lycee_cli.battles import BATTLE_METHODS
from lycee_cli.narration import GROUPS, METHODS, MUST, RULES, SENTENCES, SILENT, Narrator
from lycee_cli.standing import Teller

from lycee_core import GameState, defs
from lycee_core.view import view
from tests.core.builder import Game, Position, character, event_card
from tests.core.table import Lockstep, step
from tests.core.test_all_cards import deck, everything

SISTERS = "Edelfelt Sisters (Fake)"  # 3/3


def who(seat: int) -> str:
    """The seats as a match names them."""
    return ("host", "guest")[seat]


def told(game: Game, *words: str | int) -> list[str]:
    """What a spectator is told of these words, without card numbers."""
    narrator = Narrator(game.state.catalogue, who, None)
    lines: list[str] = []
    for word in words:
        for code in codes_of(game, word):
            before = game.state.clone()
            game.state.apply(code)
            lines += narrator.tell(game.state.events(), game.state, before)
            while game.state.pending().seat == defs.CHANCE:
                pending = game.state.pending()
                faces = [game.state.face(token) for token in pending.tokens]
                game.state.answer(faces or list(range(pending.k)))
                lines += narrator.tell(game.state.events(), game.state, None)
    return [bare(game, line) for line in lines]


def codes_of(game: Game, word: str | int) -> list[int]:
    """The codes of a word; `fight` passes as long as it asks."""
    if word != "fight":
        return [game.code(word)]
    trial, passes = game.state.clone(), 0
    while trial.pending().kind in (defs.RESPOND, defs.BATTLE):
        trial.apply(defs.CODE_PASS)
        passes += 1
    return [defs.CODE_PASS] * passes


def bare(game: Game, line: str) -> str:
    """A line with the names of cards alone."""
    for number in game.state.catalogue.numbers:
        line = line.replace(f"{number} ", "")
    return line


def test_a_battle_says_who_fights_whom_with_which_values_and_who_is_downed() -> None:
    # R8.27: 3 against DP 2, 1 against DP 3.
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").begin()
    assert told(game, "attack 0AL", "fight", "1DR", "fight") == [
        f"{SISTERS} (AP 3, DP 3) attacks towards guest's DFR, where Euryale (AP 1, DP 2) stands",
        "Euryale (AP 1, DP 2) defends",
        f"{SISTERS} (AP 3, DP 3) against Euryale (AP 1, DP 2): Euryale is downed",
    ]


def test_a_battle_without_a_defender_says_what_the_deck_lost() -> None:
    # R8.32: the original AP, 3 of 30 cards.
    game = Position().on("0AL", SISTERS).begin()
    assert told(game, "attack 0AL", "fight") == [
        f"{SISTERS} (AP 3, DP 3) attacks towards guest's DFR, where nobody stands",
        "nobody defends",
        "guest loses from the deck: Filler, Filler, Filler",
        "3 damage: guest has 27 cards left in the deck",
    ]


def test_a_battle_in_which_nobody_is_downed_says_so_and_support_says_who_helps_whom() -> None:
    # R8.22: SP 2 in the AF of the same column goes to the DP of the defender, 2 + 2 = 4 > 3.
    game = Position().on("0AL", SISTERS).on("1DR", "Euryale").on("1AR", "Stheno").begin()
    lines = told(game, "attack 0AL", "fight", "1DR", "pass", "support 1AR", "fight")
    assert lines[2:] == [
        "Stheno supports Euryale",
        "Euryale gets +2 by support, now AP 1, DP 4",
        f"{SISTERS} (AP 3, DP 3) against Euryale (AP 1, DP 4): nobody is downed",
    ]


def test_a_deck_that_runs_out_is_told() -> None:
    # R16.1: three damage to a deck of three cards.
    game = Position().on("0AL", SISTERS).deck(1, 3).begin()
    assert told(game, "attack 0AL", "fight")[-1] == "guest has no card left in the deck"
    assert game.end == (0, "deck-out")


def test_both_may_be_downed() -> None:
    twin = character("Twin", "", values="3/2/1")
    game = Position(twin).on("0AL", "Twin").on("1DR", "Twin").begin()
    assert told(game, "attack 0AL", "fight", "1DR", "fight")[-1] == (
        "Twin (AP 3, DP 2) against Twin (AP 3, DP 2): both are downed"
    )


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("{ tap = { side = \"enemy\", type = \"character\" } }", "tapped: Euryale"),
        ("{ return = { side = \"enemy\", type = \"character\" } }",
         "Euryale leaves guest's AFL for the hand"),
        ("{ change = { side = \"enemy\", type = \"character\" }, ap = 2 }",
         "Euryale gets +2 AP"),
        ("{ mill = 2 }", "host loses from the deck: Filler, Filler"),
        ("{ draw = 2 }", "host draws Filler, Filler"),
    ],
    ids=["tap", "return", "change", "mill", "draw"],
)  # fmt: skip
def test_what_an_effect_does_is_told(effect: str, expected: str) -> None:
    game = Position(event_card(effect)).hand(0, "Test").on("1AL", "Euryale").begin()
    lines = told(game, "Test", "fight")
    assert lines[0] == "host declares Test"
    assert expected in lines


def test_an_item_is_put_on_its_bearer() -> None:
    item = """
[[card]]
number = "IT-1234"
name = { en = "Cap" }
type = "item"
attributes = []
cost = "0"
ex = 0
"""
    game = Position(item).hand(0, "Cap").on("0AL", "Euryale").begin()
    assert told(game, "Cap", "@0AL", "fight") == [
        "host declares Cap, aimed at Euryale",
        "Cap is put on Euryale",
    ]


def test_a_cancelled_declaration_says_which_one() -> None:
    free = event_card("{ draw = 1 }", name="Free")
    stop = event_card("{ cancel = 'declaration' }".replace("'", '"'), name="Stop",
                      more='when = [{ responding = { kind = "event_card" } }]')  # fmt: skip
    game = Position(free + stop).hand(0, "Free").hand(1, "Stop").begin()
    lines = told(game, "Free", "Stop", "fight")
    assert lines == [
        "host declares Free",
        "guest declares Stop",
        "the event card of Free is cancelled",
    ]


def test_a_move_says_from_where_to_where() -> None:
    game = Position().on("0AL", "Ivy").begin()
    assert told(game, "step 0AL", "@0AC", "fight") == [
        "host declares step of Ivy",
        "Ivy moves from host's AFL to host's AFC",
    ]


def test_no_sentence_of_a_spectator_names_what_only_a_seat_knows() -> None:
    for seed in range(6):
        game = Lockstep(seed)
        observer = game.partial[2]
        narrator = Narrator(game.all.catalogue, who, None)
        mine = Narrator(game.all.catalogue, who, 0)
        for _ in range(400):
            if game.all.outcome() is not None:
                break
            before = observer.clone()
            game.step()
            events = observer.events()
            public = list(narrator.tell(events, observer, before))
            assert all(line and "|" not in line and "{" not in line for line in public)
            # A seat reads the same sentences, with names only where it knows more.
            own = list(mine.tell(game.partial[0].events(), game.partial[0], before))
            assert len(own) >= len(public)
            unknown = [
                event.token
                for event in events
                if event.name == "drawn" and observer.face(event.token) == defs.UNKNOWN
            ]
            names = [game.all.catalogue.card(game.all.face(token)).name for token in unknown]
            draws = [line for line in public if " draws " in line]
            assert not [name for name in names for line in draws if name in line]


LASTING = [
    ('{ change = { name = "Ash" }, ap = 2, until = "enemy_turn_end" }', "Ash gets +2 AP"),
    ('{ set = { name = "Ash" }, dp = 7 }', "DP of Ash becomes 7"),
    ('{ become = { name = "Ash" }, attribute = ["moon", "sun"] }', "Ash becomes moon and sun"),
    ('{ become = { name = "Ash" }, sex = "m" }', "Ash becomes male"),
    ('{ grant = { name = "Ash" }, basic = "Dash", until = "game_end" }', "Ash gains Dash"),
    ('{ lose = { name = "Ash" }, special = "all" }', "Ash loses special abilities"),
    ('{ forbid = "attack", whom = { name = "Ash", n = 1 } }', "Ash may not attack"),
    (
        '{ permit = "attack", whom = { name = "Ash", n = 1 }, even_if = "new" }',
        "Ash may now attack",
    ),
    ('{ forbid = "draw", whom = "enemy" }', "guest may not draw"),
    ('{ hand_limit = { add = 1 }, seat = "enemy" }', "the hand limit of guest changes"),
    ('{ skip_wake_up = { name = "Ash", n = 1 } }', "Ash does not wake up next time"),
]


@pytest.mark.parametrize(("effect", "line"), LASTING, ids=[line for _, line in LASTING])
def test_a_lasting_change_is_told(effect: str, line: str) -> None:
    game = Position(event_card(effect)).on("0AL", "Ash").hand(0, "Test").begin()
    assert line in told(game, "Test", "fight")


# ---- every kind of event, over games of all cards


TOLD = frozenset((*SENTENCES, *GROUPS, *METHODS, *BATTLE_METHODS, "sent"))
# What stands in a sentence only where the narrator did not know better.
UNSAID = ("|", "{", "seat 3", "a value", "  ", "None", "codes ", "seat 2", ": ,")


def test_every_event_has_words_or_a_reason_to_have_none() -> None:
    assert set(defs.EVENT_NAMES.values()) == TOLD | SILENT
    assert not TOLD & SILENT


def test_every_rule_has_words() -> None:
    assert set(defs.RULED) == {*RULES, *MUST}


def standing_lines(state: GameState) -> list[str]:
    """All that is said of what lies apart, lasts, waits and stands in a cell."""
    teller = Teller(view(state, 0), state.catalogue, who)
    cells = [line for cell in range(12) for line in teller.cell(cell) if "  now: " in line]
    return [*teller.apart(), *teller.lasting(), *teller.used(), *cells]


@pytest.mark.parametrize("chunk", range(8))
def test_random_games_of_all_cards_are_told_in_whole_sentences(chunk: int) -> None:
    for seed in range(chunk, 200, 8):
        rng = random.Random(seed)
        state = GameState(everything(), (deck(rng), deck(rng)))
        narrator = Narrator(everything(), who, None)
        while state.outcome() is None:
            before = state.clone()
            step(state, rng)
            lines = list(narrator.tell(state.events(), state, before))
            if rng.random() < 0.05:
                lines += standing_lines(state)
            for line in lines:
                assert line.strip(), seed
                assert not [one for one in UNSAID if one in line.strip()], (seed, line)


def test_cards_that_go_aside_onto_piles_or_under_cards_are_told_with_where() -> None:
    pile = event_card('{ pile = { zone = "dust", side = "own", name = "Elm" }, to = "Pool" }')
    game = Position(pile).hand(0, "Test").dust(0, "Elm", "Ivy").begin()
    assert "put onto the pile “Pool”: Elm" in told(game, "Test", "fight")
    keep = '{ pile = { zone = "dust", side = "own", n = 1, name = "Elm" }, on = "self" }'
    keeper = character("Keeper", f'kind = "activated"\ncost = {{}}\neffect = [{keep}]')
    game = Position(keeper).on("0AL", "Keeper").dust(0, "Elm").begin()
    assert "kept on Keeper: Elm" in told(game, "ability 0AL", "fight")
    down = event_card(
        '{ send = { zone = "dust", side = "own", name = "Elm" }, to = "deck_bottom" }'
    )
    game = Position(down).hand(0, "Test").dust(0, "Elm").begin()
    assert "put under the deck: Elm" in told(game, "Test", "fight")


def test_a_rule_for_whoever_matches_is_not_told_of_a_player() -> None:
    rule = event_card('{ forbid = "attack", whom = { name = "Ash" } }')
    game = Position(rule).hand(0, "Test").on("0AL", "Ash").begin()
    lines = told(game, "Test", "fight")
    assert [line for line in lines if "may not attack" in line] == [
        "whoever the text means may not attack"
    ]
