"""Why a line is not legal: a few words for each rule that the engine can cite.

The rules themselves are in spec/rules.md; this says the usual reason, for people who look at the
table and not at the book. Nothing below.
"""

from __future__ import annotations

REASONS = {
    "R1.10": "nothing is to be decided by that seat now",
    "R1.11": "something else is asked",
    "R1.12": "that is not among the answers to this question",
    "R3.4": "there is a character in the hand",
    "R4.6": "only own tapped characters can stay tapped",
    "R4.17": "that card is not in your hand",
    "R5.3": "the cost cannot be paid",
    "R5.10": "that card would not be needed to pay",
    "R5.11": "only cards of your hand pay",
    "R5.12": "the payment does not cover the cost yet",
    "R5.16": "its tap is promised already",
    "R5.17": "it is tapped and cannot pay [T]",
    "R5.18": "the deck has too few cards",
    "R5.19": "the cost asks for another card",
    "R5.20": "that is declared while a cost is being paid, and at no other time",
    "R5.40": "that gives no points to this payment now",
    "R5.43": "no more cards from outside the hand pay here",
    "R6.2": "characters enter own cells",
    "R6.3": "its field limit does not have that cell",
    "R6.4": "a character stands there already",
    "R6.5": "a character of that name is on your field",
    "R6.10": "it is new and can neither attack nor pay [T]",
    "R7.2": "nothing can be declared now",
    "R7.4": "that is declared in your main phase, with nothing to answer",
    "R7.6": "only the turn player moves characters, in the main phase",
    "R7.7": "support is declared in battle only, and never as an answer",
    "R7.8": "there is no such ability for you there",
    "R7.9": "that card is not in your hand",
    "R7.19": "the target does not fit, or none does",
    "R7.20": "that was named already",
    "R7.23": "the condition of its text does not hold",
    "R7.31": "it was used as often as it may be this turn",
    "R7.32": "the chain is full",
    "R7.33": "that ability was used twenty times this turn",
    "R7.34": "two hundred declarations were made this turn",
    "R7.37": "too many abilities are counted this turn",
    "R8.2": "no own character stands there",
    "R8.3": "attackers stand in the AF",
    "R8.4": "it is tapped",
    "R8.5": "it is new",
    "R8.11": "only your character in the DF of the attacked column defends",
    "R8.12": "it is tapped",
    "R8.15": "that cannot be declared during a battle",
    "R8.16": "there is no character of yours in battle to support, or none there",
    "R8.17": "it is tapped",
    "R8.18": "it is in the battle itself",
    "R8.19": "it is not adjacent to your character in battle",
    "R9.1": "an item needs a character",
    "R9.2": "that character has an item already",
    "R9.3": "its text does not let it lie there",
    "R9.7": "an area needs a cell",
    "R9.8": "that cell has an area already",
    "R10.5": "it does not move that far",
    "R10.6": "it moves within its own field",
    "R10.7": "it is tapped",
    "R10.8": "the cell is taken",
    "R10.9": "it needs an untapped partner in its column",
    "R10.10": "it is tapped",
    "R10.11": "it attacks its own column or one beside it",
    "R10.13": "it has no Supporter",
    "R11.2": "the component is not on the field",
}


def with_reason(message: str, rule: str) -> str:
    """Add the usual reason of a rule to a message that cites it and gives none."""
    if message.endswith(f"{rule} forbids it") and rule in REASONS:
        return f"{message}: {REASONS[rule]}"
    return message
