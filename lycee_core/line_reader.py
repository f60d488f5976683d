"""Reads the text of one line: the head by what is pending, its clauses as they are asked for.

What cannot be read is refused in one line: what was found, what could stand there. Below:
`line_words`, `wording`, `advice`; above: `notation`.
"""

from __future__ import annotations

from lycee_core import defs
from lycee_core.advice import listed, missing_part, payment_refusal
from lycee_core.errors import (
    AmbiguousNotationError,
    IllegalDecisionError,
    InvalidNotationError,
    printable,
)
from lycee_core.line_words import card_among, cell_of_word, joined_enemies, names, split_words
from lycee_core.wording import (
    CLAUSES,
    CODE_LINK,
    CODE_SEAT,
    COLUMNS,
    COUNTED,
    PARTS,
    VERBS,
    WINDOWS,
    card_verb,
    codes_of,
    describe_pending,
    entity_word,
    head_words,
    legal_texts,
    line_of,
)

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from lycee_core.game import GameState


class LineReader:
    """Reads one line on a clone: the head by what is pending, its clauses as they are asked."""

    def __init__(self, state: GameState, text: str) -> None:
        self._text = printable(text.strip())
        self._state = state.clone()
        self._pending = state.pending()
        self._seat = self._pending.seat
        words = joined_enemies(split_words(text))
        if not words:
            raise InvalidNotationError(f"found an empty line, {self._expected()}")
        self._words = words
        self._clauses: dict[str, list[str]] = {word: [] for word in CLAUSES.values()}

    def read(self) -> bytes:
        """The whole line."""
        if self._seat not in (0, 1):
            raise InvalidNotationError(f"found {self._text}, but nobody decides now: "
                                       f"{describe_pending(self._state)}")  # fmt: skip
        if self._words[0].lower() == "codes":
            return self._read_codes()
        codes = [self._first_part() if self._pending.kind in CLAUSES else self._head()]
        self._apply(codes[0], self._text)
        while self._state.mid_line():
            word, code = self._next_part()
            codes.append(code)
            self._apply(code, word)
        left = [word for clause in self._clauses.values() for word in clause]
        if left:
            raise InvalidNotationError(f"found {' '.join(left)}, expected the end of the line")
        return line_of(codes)

    # ---- errors

    def _expected(self) -> str:
        """What could stand where a word was not understood."""
        if self._seat not in (0, 1):
            return "expected nothing"
        return f"expected one of: {listed(legal_texts(self._state))}"

    def _unread(self, found: str) -> InvalidNotationError:
        return InvalidNotationError(f"found {found}, {self._expected()}")

    def _apply(self, code: int, word: str) -> None:
        rule = self._state.illegal_rule(code)
        if rule is not None:
            why = f": {payment_refusal(self._state, code)}" if rule == "R5.10" else ""
            raise IllegalDecisionError(f"{word}: {rule} forbids it{why}", rule=rule)
        self._state.apply(code)

    # ---- the head

    def _first_part(self) -> int:
        """The first code of a line that goes on with a payment (N6.16)."""
        if self._take_clauses(self._words):
            raise self._unread(self._text)
        return self._next_part()[1]

    def _read_codes(self) -> bytes:
        codes = []
        for word in self._words[1:]:
            if not (word.isascii() and word.isdigit()) or int(word[:6]) >= defs.CODE_END:
                raise InvalidNotationError(f"found {word}, expected a code from 0 to 759")
            codes.append(int(word))
        line = line_of(codes)
        codes_of(line)
        self._state.apply_line(line)
        return line

    def _head(self) -> int:
        kind = self._pending.kind
        verb = self._words[0].lower()
        if kind in WINDOWS:
            return self._window_head(verb)
        # A price that is accepted with `yes` may go on with what it asks for (R10.20).
        self._words = [self._words[0], *self._take_clauses(self._words[1:])]
        if kind == defs.KEEP:
            return self._fixed({"keep": defs.CODE_YES, "redraw": defs.CODE_NO})
        if kind == defs.MAY:
            return self._fixed({"yes": defs.CODE_YES, "no": defs.CODE_NO})
        if kind == defs.WAKE_UP:
            return self._wake_up(verb)
        if kind == defs.DEFEND:
            return self._defend(verb)
        if kind in COUNTED:
            return self._counted(COUNTED[kind], kind != defs.NUMBER)
        if verb == ("discard" if kind == defs.HAND_LIMIT else "choose") and len(self._words) == 2:
            return self._pick(self._words[1])
        raise self._unread(self._text)

    def _fixed(self, codes: dict[str, int]) -> int:
        code = codes.get(" ".join(self._words).lower())
        if code is None:
            raise self._unread(self._text)
        return code

    def _wake_up(self, verb: str) -> int:
        rest = self._words[1:]
        if verb == "wake" and [word.lower() for word in rest] == ["all"]:
            return defs.CODE_MASK
        if verb == "wake" and [word.lower() for word in rest] == ["none"]:
            return max(self._state.legal_decisions())
        if verb != "leave" or not rest:
            raise self._unread(self._text)
        mask = 0
        for word in rest:
            cell = cell_of_word(word, self._seat)
            if cell // 6 != self._seat:
                raise self._unread(word)
            mask |= 1 << cell % 6
        return defs.CODE_MASK + mask

    def _defend(self, verb: str) -> int:
        if [word.lower() for word in self._words] in (["no", "defender"], ["pass"]):
            return defs.CODE_PASS
        if verb != "defend" or len(self._words) > 2:
            raise self._unread(self._text)
        if len(self._words) == 2:
            return self._pick(self._words[1])
        options = [code for code in self._state.legal_decisions() if code != defs.CODE_PASS]
        if len(options) != 1:
            raise self._unread(self._text)
        return options[0]

    def _counted(self, verb: str, first: int) -> int:
        words = self._words
        if len(words) != 2 or words[0].lower() != verb or not words[1].isdecimal():
            raise self._unread(self._text)
        number = int(words[1][:6]) - first
        if not 0 <= number < 52:
            raise self._unread(self._text)
        return defs.CODE_NUMBER + number

    def _window_head(self, verb: str) -> int:
        if verb in ("pass", "end"):
            # What resolves then may ask the same seat for new targets (N6.16).
            if self._take_clauses(self._words[1:]) or (
                verb == "end" and self._pending.kind != defs.MAIN
            ):
                raise self._unread(self._text)
            return defs.CODE_PASS
        known = verb in VERBS or verb in ("enter", "use", "declare", "ability")
        if not known or len(self._words) == 1:
            raise self._unread(self._text)
        rest = self._take_clauses(self._words[2:])
        if verb == "ability":
            return self._ability(self._words[1], rest)
        if verb in VERBS:
            self._clauses["on"][:0] = rest
            return self._from_cell(self._words[1], VERBS[verb])
        self._clauses["on"][:0] = rest
        token = self._hand_card(self._words[1], verb)
        is_character = card_verb(self._state, token) == "enter"
        if verb in ("enter", "use") and is_character != (verb == "enter"):
            right = "enter" if is_character else "use"
            raise InvalidNotationError(f"found {verb} {self._words[1]}, expected {right}")
        return token

    def _hand(self) -> tuple[int, ...]:
        return self._state.zone(self._seat, defs.ZONE_HAND)

    def _hand_card(self, word: str, verb: str) -> int:
        """The hand card that a word means: one that may be declared now before one that may not."""
        state, hand = self._state, self._hand()
        tokens = [code for code in state.legal_decisions() if code < defs.N_TOKENS]
        named = [token for token in tokens if names(state, word, token)]
        if not named and not any(names(state, word, token) for token in hand):
            # It is told what could follow the verb.
            hand = tuple(t for t in hand if card_verb(state, t) in (verb, "declare")) or hand
        return card_among(state, word, named or hand)

    def _take_clauses(self, words: list[str]) -> list[str]:
        """Give the words behind `on`, `target` and so on to their clauses; return those before."""
        rest: list[str] = []
        target = rest
        for word in words:
            if word.lower() in self._clauses:
                target = self._clauses[word.lower()]
            else:
                target.append(word)
        return rest

    def _from_cell(self, word: str, action: int) -> int:
        cell = cell_of_word(word, self._seat)
        if cell < 0:
            raise self._unread(word)
        return defs.CODE_FIELD + cell * 32 + action

    def _ability(self, where: str, rest: list[str]) -> int:
        """`ability CELL`, `ability CELL.item`, `ability CELL.area`, each with a number or alone;
        `ability CARD` of a card outside play."""
        word, _, part = where.partition(".")
        if cell_of_word(word, self._seat) < 0:
            return self._ability_outside(where)
        if part.lower() not in PARTS or len(rest) > 1:
            raise self._unread(self._text)
        first = self._from_cell(word, PARTS[part.lower()])
        last = first + (8 if not part else 4)
        if rest:
            if not rest[0].isdecimal() or not first < first + int(rest[0][:6]) <= last:
                raise self._unread(rest[0])
            return first + int(rest[0]) - 1
        options = [code for code in self._state.legal_decisions() if first <= code < last]
        if len(options) > 1:
            texts = listed([head_words(self._state, code) for code in options])
            raise AmbiguousNotationError(f"found ability {where}, which may be any of: {texts}")
        if options:
            return options[0]
        # None may be used now: name the one that is there, so that its rule is told.
        rules = {code: self._state.illegal_rule(code) for code in range(first, last)}
        return next((code for code, rule in rules.items() if rule != "R7.8"), first)

    def _ability_outside(self, word: str) -> int:
        """The ability of a card of the hand, a dust box or a pile: one that may be used first."""
        codes = self._state.legal_decisions()
        outside = [code - defs.CODE_OUTSIDE for code in codes if code >= defs.CODE_OUTSIDE]
        known = [token for token in outside if names(self._state, word, token)]
        return defs.CODE_OUTSIDE + card_among(self._state, word, known or self._hand())

    # ---- the rest of a declaration

    def _next_part(self) -> tuple[str, int]:
        """The next word of the clause that answers the pending sub-question, and its code."""
        self._pending = self._state.pending()
        kind = self._pending.kind
        clause = self._clauses[CLAUSES[kind]]
        if clause:
            word = clause.pop(0)
            if kind in (defs.AMOUNT, defs.COST):
                return word, self._amount(word, kind)
            return word, self._column(word) if kind == defs.COLUMN else self._pick(word)
        options = self._state.legal_decisions()
        if defs.CODE_PASS in options:
            return "none", defs.CODE_PASS
        if kind == defs.COLUMN:
            # Its own column, which is always offered (R10.11); the head named its cell.
            own = defs.CODE_NUMBER + cell_of_word(self._words[1], self._seat) % 3
            return COLUMNS[own - defs.CODE_NUMBER], own
        if kind in (defs.CELL, defs.BEARER, defs.COST, defs.AMOUNT) and len(options) == 1:
            if kind in (defs.COST, defs.AMOUNT):
                return self._text, options[0]
            return entity_word(self._state, options[0], self._seat), options[0]
        missing = missing_part(self._state, self._words[0])
        raise InvalidNotationError(f"found the end of the line, expected {missing}")

    def _amount(self, word: str, kind: int) -> int:
        """A number behind `x`, or behind `cost` which of the two costs, counted from 1."""
        if not word.isdecimal():
            raise self._unread(word)
        number = int(word[:6]) - (kind == defs.COST)
        if not 0 <= number < 52:
            raise self._unread(word)
        return defs.CODE_NUMBER + number

    def _column(self, word: str) -> int:
        if word.upper() not in COLUMNS:
            raise self._unread(word)
        return defs.CODE_NUMBER + COLUMNS.index(word.upper())

    def _pick(self, word: str) -> int:
        """The code that a word names where a card, a cell or a declaration is asked for."""
        if word.lower() == "none":
            return defs.CODE_PASS
        options = self._state.legal_decisions()
        if word.startswith("+") and self._pending.kind == defs.PAY:
            return self._gift(word[1:], options)
        if word.startswith("@") and word[1:].isdecimal() and 1 <= int(word[1:][:6]) <= 16:
            return CODE_LINK + int(word[1:]) - 1
        seats = {"me": self._seat, "other": 1 - self._seat}
        if word.lower() in seats:
            return CODE_SEAT + seats[word.lower()]
        bare, _, part = word.partition(".")
        cell = cell_of_word(bare, self._seat)
        if cell >= 0:
            return self._in_cell(word, cell, part.lower(), options)
        tokens = [code for code in options if code < defs.N_TOKENS]
        if any(names(self._state, word, token) for token in tokens):
            return card_among(self._state, word, tokens)
        # Not an option; a card of the hand is still understood, so that its rule is told.
        hand = [token for token in self._hand() if names(self._state, word, token)]
        if hand and self._pending.kind in (defs.PAY, defs.COST_CARD, defs.HAND_LIMIT):
            return hand[0]
        raise self._unread(word)

    def _gift(self, word: str, options: list[int]) -> int:
        """An ability declared as a cost: a card of the hand, or of a cell with or without N."""
        where, _, number = word.partition("/")
        bare, _, part = where.partition(".")
        if cell_of_word(bare, self._seat) < 0:
            gifts = [code - defs.CODE_OUTSIDE for code in options if code >= defs.CODE_OUTSIDE]
            known = [token for token in gifts if names(self._state, word, token)]
            return defs.CODE_OUTSIDE + card_among(self._state, word, known or self._hand())
        if part.lower() not in PARTS or (number and not number.isdecimal()):
            raise self._unread(f"+{word}")
        first = self._from_cell(bare, PARTS[part.lower()])
        last = first + (4 if part else 8)
        if number:
            if not first < first + int(number[:6]) <= last:
                raise self._unread(f"+{word}")
            return first + int(number[:6]) - 1
        found = [code for code in options if first <= code < last]
        if len(found) != 1:
            raise self._unread(f"+{word}")
        return found[0]

    def _in_cell(self, word: str, cell: int, part: str, options: list[int]) -> int:
        """A cell where cells are asked for, else what lies in it."""
        cells_asked = self._pending.kind in (defs.CELL, defs.BEARER, defs.DEFEND)
        if cells_asked or any(defs.CODE_CELL <= code < defs.CODE_CELL + 12 for code in options):
            return defs.CODE_CELL + cell
        state = self._state
        reading = {"": state.cell_character, "item": state.cell_item, "area": state.cell_area}
        token = reading[part](cell) if part in reading else -1
        if token < 0:
            raise self._unread(word)
        return token
