"""Small games as data, each asking for what a whole match of Lycee asks for, and more.

A deck has eight cards here, so that a vector can be read. What the game would compute (its digests,
what a line makes public) is written down instead. Above: `reference`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reference_match import (
    AGREED,
    CONCEDE,
    DRAW,
    RULES,
    TIME,
    Event,
    Match,
    Player,
    write_match,
)
from reference_wire import pseudo

YES, PASS = "0079", "0078"  # lines, as in spec/notation.md
KEEP = YES
REDRAW = "007a"
DECKS = ([11, 12, 13, 14, 11, 12, 13, 15], [21, 22, 23, 24, 21, 22, 23, 25])
RECORDED = Path(__file__).with_name("games")


def shuffle(seat: int, handles: list[int], *, hidden: bool = True) -> Event:
    """Cards change places; in a hand their owner sees how."""
    return {"ask": "shuffle", "seat": seat, "handles": bytes(handles).hex(), "hidden": hidden}


def show(seat: int, handles: list[int], audience: str) -> Event:
    """Faces become known to the owner, the opponent or both."""
    return {"ask": "show", "seat": seat, "handles": bytes(handles).hex(), "audience": audience}


def decide(seat: int, line: str = PASS, *reveals: int, **more: Any) -> Event:  # noqa: ANN401
    """A line, and the cards that it makes public."""
    return {"ask": "decision", "seat": seat, "line": line, "reveals": bytes(reveals).hex(), **more}


def asked(seat: int) -> Event:
    """A decision that nobody makes: the match ends here."""
    return {"ask": "decision", "seat": seat}


def arrange(seat: int, handles: list[int]) -> Event:
    """The owner puts cards it knows into a secret order."""
    return {"ask": "arrange", "seat": seat, "handles": bytes(handles).hex()}


def roll(n: int, k: int) -> Event:
    """Different numbers below n."""
    return {"ask": "roll", "n": n, "k": k}


def over(winner: int) -> Event:
    """The rules ended the game."""
    return {"ask": "over", "winner": winner, "how": "deck-out in turn 3"}


H, G = [0, 1, 2, 3, 4, 5, 6, 7], [60, 61, 62, 63, 64, 65, 66, 67]  # the decks, top first
DEAL = [
    shuffle(0, H),
    shuffle(1, G),
    show(0, H[:3], "owner"),
    show(1, G[:3], "owner"),
]
START = [*DEAL, decide(0, KEEP), decide(1, KEEP), roll(2, 1)]

FULL = [
    *START,
    show(0, [3], "owner"),  # a draw: picked by the other side
    shuffle(0, [0, 1, 2, 3], hidden=False),  # the dirty hand
    decide(0, "0001", 1),  # plays a card
    decide(1, "003d", 61),  # a response
    decide(0),
    decide(1),
    show(1, [63], "both"),  # mill
    show(0, [0, 2, 3], "opponent"),  # a look at a hand
    shuffle(0, [0, 2, 3], hidden=False),
    show(1, [64, 65, 66, 67], "owner"),  # a search of the deck
    decide(1, "0041", 65),
    shuffle(1, [64, 66, 67]),
    shuffle(1, [60, 62, 65], hidden=False),
    show(0, [4, 5], "owner"),  # scry
    arrange(0, [4, 5]),
    shuffle(1, [60, 62, 65], hidden=False),  # a random discard
    roll(3, 2),
    show(1, [60, 65], "both"),
    show(0, [4], "owner"),  # a bound card is drawn: nothing is due
    decide(0, "0006"),  # the seventh card goes aside, seen by nobody
    shuffle(0, [5, 7]),  # and is bound before the rest is sealed anew
    shuffle(0, [5, 7]),  # nobody knows anything: nothing is due
    decide(1, "0090", claim={"handles": bytes([62]).hex(), "below": 21}),
    show(1, [64, 66], "both"),
    over(0),
]
REDRAWN = [
    *DEAL[:3],
    DEAL[3],
    decide(0, REDRAW, 0, 1, 2),
    shuffle(0, H),
    show(0, H[:3], "owner"),
    decide(0, KEEP),
    decide(1, KEEP),
    asked(0),
]
SHORT = [*START, decide(0), decide(1), asked(0)]
OFFERED = [*START, decide(0), decide(1, offer=True), asked(0)]
FLOWING = [*START, decide(0), decide(1), decide(0), asked(1)]
LONG_DECK = list(range(60))
ROUND = [*[shuffle(0, LONG_DECK, hidden=False)] * 8, decide(0), decide(1)]
LONG = [  # a hand of 60 that is sealed so often that its audit has the short form: P8.6
    shuffle(0, LONG_DECK),
    shuffle(1, [60 + card for card in LONG_DECK]),
    show(0, LONG_DECK, "owner"),
    *[event for _ in range(9) for event in ROUND],
    decide(0),
    asked(1),
]
DRAWN = [*START, decide(0), decide(1), show(0, [3], "both"), over(DRAW)]


def game_of(name: str, events: list[Event]) -> dict[str, Any]:
    """A game with digests."""
    n_deck = len(events[0]["handles"]) // 2
    written = [
        {**event, "digest": pseudo(f"{name}/digest/{at}").hex()} for at, event in enumerate(events)
    ]
    return {
        "rules": "vector/1",
        "rules_hash": pseudo("rules").hex(),
        "catalogue_hash": pseudo("catalogue").hex(),
        "n_cards": 64,
        "n_deck": n_deck,
        "n_copies": 2,
        "events": written,
    }


def small(
    name: str,
    about: str,
    events: list[Event],
    end: dict[str, Any],
    decks: tuple[list[int], list[int]] = DECKS,
    swaps: dict[int, int] | None = None,
) -> Match:
    """A match over a small game; swaps are those of the guest."""
    players = Player(0, decks[0], name), Player(1, decks[1], name, swaps=swaps or {})
    return write_match(name, about, game_of(name, events), players, end)


def small_matches() -> list[Match]:
    """One match for each way to end, and one for each way to deal."""
    by_rules = {"reason": RULES, "winner": 0, "first": 1}
    conceded = {"reason": CONCEDE, "winner": 1, "first": 0}
    crossing = {"reason": CONCEDE, "winner": 0, "first": 1, "crossing": 1}
    return [
        small("full", "every request, every part; host wins by the rules", FULL, by_rules),
        small("redraw", "the host redraws, then concedes", REDRAWN, conceded),
        small("waived", "a concession without an audit", SHORT, {**conceded, "waive": True}),
        small("time", "the host's time is over", SHORT, {**conceded, "reason": TIME}),
        small(
            "agreed",
            "the guest offers a draw, the host takes it",
            OFFERED,
            {"reason": AGREED, "winner": DRAW, "first": 0},
        ),
        small(
            "drawn",
            "drawn by the rules: the host ends first, both open",
            DRAWN,
            {"reason": RULES, "winner": DRAW, "first": 0},
        ),
        small("crossing", "the guest concedes while a Step is on its way", FLOWING, crossing),
    ]


def long_match() -> Match:
    """The host has more seals than a full audit could open."""
    end = {"reason": CONCEDE, "winner": 0, "first": 1}
    about = "so many seals that the audit has the short form"
    return small("long", about, LONG, end, (LONG_DECK, LONG_DECK))


def cheats() -> list[Match]:
    """Matches with a guest who cheats and wins; they are honest up to the place that convicts."""
    won = {"reason": CONCEDE, "winner": 1, "first": 0}
    hand = [show(1, [63], "owner"), shuffle(1, [60, 61, 62, 63], hidden=False)]
    shown = [show(1, [60, 61, 62, 63], "both"), asked(0)]
    unknown = [96, 96, 97, 97, 98, 98, 99, 99]  # no more of one than a deck may hold
    lied = decide(1, "0090", claim={"handles": bytes(G[:3]).hex(), "below": 63})
    same = [21] * 8
    return [
        small("cheat-swap", "a hand seal holds another card", [*START, *hand, asked(0)], won,
              swaps={1: 30}),
        small("cheat-deck", "a deck with eight copies", [*START, asked(0)], won, (DECKS[0], same)),
        small("cheat-size", "a card of the deck does not exist", [*START, asked(0)], won,
              (DECKS[0], unknown)),
        small("cheat-claim", "a claim that its cards contradict", [*START, lied, asked(0)], won),
        small("cheat-copies", "more copies are shown than a deck holds", [*START, *shown], won,
              (DECKS[0], same)),
        small("cheat-card", "a card is shown that does not exist", [*START, *shown], won,
              (DECKS[0], unknown)),
    ]  # fmt: skip


def recorded_matches() -> list[Match]:
    """Matches over games that were recorded: their requests are those of the real rules."""
    matches = []
    for path in sorted(RECORDED.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        players = tuple(
            Player(
                seat,
                one["deck"],
                path.stem,
                [list(order) for order in one["orders"]],
                [bytes.fromhex(pick) for pick in one["picks"]],
            )
            for seat, one in enumerate(data["players"])
        )
        assert len(players) == 2, path
        matches.append(write_match(path.stem, data["about"], data["game"], players, data["end"]))
    return matches
