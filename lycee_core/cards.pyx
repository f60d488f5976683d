"""The catalogue of compiled cards: read in place from bytes, shared by all states.

The bytes are made by `blob` (from card files by `loader` and `program`); here they are only
pointed into, so that a game starts without parsing anything. Names and texts are decoded when
somebody asks for them.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.program cimport Ability, Basic, Card, Ins, Selector, Sieve, is_test
from lycee_core.steps cimport step_of
from lycee_core.timing cimport EVERY_WINDOW, MAIN_WINDOW, windows_of

from lycee_core.errors import CardDataError

cdef enum:
    N_SECTIONS = 8
    HEAD_BYTES = 44     # LYCEECAT, version, number of sections, hash
    VERSION = 2         # of the layout

ATTRIBUTES = ("snow", "moon", "flower", "space", "sun")
LETTERS = "SMFLN*"
TYPES = {1: "character", 2: "event_card", 4: "item", 8: "area"}
SEXES = ("none", "f", "m")


cdef bint sift_one(Sieve *sieve, const Ins *test, bint negated):
    """Adds one test to a sieve; False when it is none of those a sieve can hold."""
    if test.op == X_ROW and not negated:
        sieve.cells &= 0x38 if test.a else 0x07
    elif test.op == X_COLUMN and not negated:
        sieve.cells &= test.a * 9
    elif test.op == X_ADJACENT and test.b == REF_SELF and not negated:
        sieve.near |= 1
    elif test.op == X_SAME_COLUMN and test.b == REF_SELF and not negated:
        sieve.near |= 2
    elif test.op == X_OTHER_THAN and test.b == REF_SELF and not negated:
        sieve.near |= 4
    elif test.op == X_TAPPED and negated:
        sieve.no_flags |= CH_TAPPED
    elif test.op == X_TAPPED:
        sieve.flags |= CH_TAPPED
    elif test.op == X_NEW and not negated:
        sieve.flags |= CH_NEW
    elif test.op == X_ATTRIBUTE and not negated and sieve.attributes == 0:
        sieve.attributes = test.a
    else:
        return False
    return True


cdef int instruction_reads(const Ins *ins) noexcept:
    """Mask of DEP_*: what one instruction of an expression reads itself."""
    cdef int op = ins.op
    if op == X_SIZE or op == X_DONE or op == X_ABOVE:
        return DEP_ZONES | DEP_BATTLE | DEP_CHAIN | DEP_TURN    # the seat may be the turn player
    if op == X_DEPTH or op == X_NEW_DUST:
        return DEP_ZONES | DEP_TURN
    if op == X_TAPPED or op == X_NEW:
        return DEP_TAP
    if op == X_ENTERED:
        return DEP_TAP | DEP_TURN | DEP_BATTLE | DEP_CHAIN
    if op == X_HAPPENED or op == X_USES:
        return DEP_HISTORY | DEP_TURN | DEP_BATTLE
    if op == X_DID:
        return DEP_HISTORY | DEP_TURN | DEP_BATTLE
    if op == X_BATTLE or op == X_DAMAGE or op == X_IS:
        return DEP_BATTLE
    if op == X_TURN or op == X_CLOCK:
        return DEP_TURN
    if op == X_RESPONDING or op == X_IS_PAID or (op >= X_LINK_FROM and op <= X_LINK_BASIC):
        return DEP_CHAIN
    if op != X_LIT and ins.b >= REF_ATTACKER and ins.b <= REF_DECLARATION:
        return DEP_BATTLE | DEP_CHAIN
    return 0


cdef bint has_amount(const Ins *ins) noexcept:
    """Whether an operation that goes on holding works out an expression, at x."""
    cdef int op = ins.op
    return op == O_CHANGE or op == O_SET or op == O_DAMAGE or op == O_HAND_LIMIT \
        or op == O_WARM_UP or op == O_DAMAGE_TO_DECK or (op == O_BECOME and ins.y)


@cython.final
cdef class CardDef:
    """One card of a catalogue, as people read it.

    Attributes:
        index: its place in the catalogue, the card number of the protocol.
        number: printed number such as `CH-9001`.
        name: the first name given.
        names: pairs (language, name).
        type: `character`, `event_card`, `item` or `area`.
        attributes: tuple of attribute words; empty for colourless.
        cost: letters of the points, `0` for none.
        ex: points it gives as payment, 0 to 4.
        ap, dp, sp: printed values of a character.
        cells: field limits, `AF/DF` from the owner's view, such as `LCR/-C-`.
        sex: `f`, `m` or `none`.
        lines: abilities in plain words.
        house: names of values that are invented.
    """

    cdef readonly int index
    cdef readonly str number, name, type, cost, cells, sex, note
    cdef readonly tuple names, attributes, lines, house, titles
    cdef readonly int ex, ap, dp, sp, copies, copies_per_number

    def __repr__(self):
        return f"<CardDef {self.number} {self.name!r}>"


cdef inline Py_ssize_t aligned(Py_ssize_t start) noexcept:
    # Where the section begins that would stand here.
    return (start + 7) & ~7


@cython.final
cdef class Catalogue:
    """All cards that may stand in a deck, in the order of their numbers.

    Args:
        blob: a compiled catalogue (`catalogue.bin` or what `loader` makes).

    Raises:
        CardDataError: when the bytes are no catalogue of this version.
    """

    def __init__(self, bytes blob not None):
        if self.blob is not None:
            raise ValueError("a catalogue is filled once: states point into it")
        self.blob = blob
        self._numbers = None
        self._places = None
        self._display = None
        self._is_checked = False
        self._point()

    cdef int _point(self) except -1:
        cdef const uint8_t *p = self.blob
        cdef Py_ssize_t size = len(self.blob), start, i
        cdef uint32_t lengths[8]
        cdef Py_ssize_t starts[8]
        if size < HEAD_BYTES + 4 * N_SECTIONS or self.blob[:8] != b"LYCEECAT":
            raise CardDataError("catalogue: found other bytes, expected a compiled catalogue")
        if p[8] != VERSION or p[10] != N_SECTIONS:
            raise CardDataError(f"catalogue: found version {p[8]}, expected version {VERSION}")
        start = HEAD_BYTES + 4 * N_SECTIONS
        for i in range(N_SECTIONS):
            lengths[i] = (<const uint32_t *>(p + HEAD_BYTES))[i]
            starts[i] = aligned(start)
            start = starts[i] + lengths[i]
        if start != size:
            raise CardDataError(f"catalogue: found {size} bytes, expected another length")
        self.book.cards = <const Card *>(p + starts[0])
        self.book.n_cards = lengths[0] // sizeof(Card)
        self.book.abilities = <const Ability *>(p + starts[1])
        self.book.basics = <const Basic *>(p + starts[2])
        self.book.selectors = <const Selector *>(p + starts[3])
        self.book.code = <const Ins *>(p + starts[4])
        self._steps = bytearray([
            self._steps_of(self.book.abilities[i].effect)
            if self.book.abilities[i].kind == AK_PASSIVE
            else STEP_LOSE if self.book.abilities[i].limit_after else 0
            for i in range(lengths[1] // sizeof(Ability))])
        self.book.steps = <const uint8_t *><char *>self._steps
        self._card_steps = bytearray(self.book.n_cards)
        for i in range(self.book.n_cards):
            first = self.book.cards[i].first_ability
            for k in range(self.book.cards[i].n_abilities):
                self._card_steps[i] |= self._steps[first + k]
        self.book.first_count = lengths[1] // sizeof(Ability)
        self.book.n_counts = 0
        self.book.counted = 0
        self.book.n_basics = lengths[2] // sizeof(Basic)
        self.book.as_costs = 0
        self.book.downed_timings = 0
        self.book.outside = 0
        for i in range(lengths[1] // sizeof(Ability)):
            self.book.as_costs += self.book.abilities[i].kind == AK_AS_COST
            self.book.downed_timings += self.book.abilities[i].kind == AK_ACTIVATED \
                and self.book.abilities[i].event == EV_DOWNED
            if self.book.abilities[i].limit_n \
                    and self.book.abilities[i].limit_per == PER_DECLARATION:
                self.book.outside |= 4
            if self.book.abilities[i].works_in != ZONE_FIELD:
                if self.book.abilities[i].kind == AK_ACTIVATED:
                    self.book.outside |= 2
                elif self.book.abilities[i].kind != AK_AS_COST \
                        and self.book.abilities[i].kind != AK_COUNT:
                    self.book.outside |= 1
            if self.book.abilities[i].kind == AK_COUNT:
                self.book.n_counts += 1
                self.book.first_count -= 1
                self.book.counted |= (<uint64_t>1) << self.book.abilities[i].event
            elif self.book.abilities[i].kind == AK_TRIGGERED \
                    and self.book.abilities[i].event == EV_STATE:
                self.book.counted |= (<uint64_t>1) << EV_STATE
        self.book.card_steps = <const uint8_t *><char *>self._card_steps
        self._depends = bytearray([self._passives_read(i) for i in range(self.book.n_cards)])
        self.book.depends = <const uint8_t *><char *>self._depends
        self._windows = bytearray([
            self._windows_of(i) for i in range(lengths[1] // sizeof(Ability))])
        self.book.windows = <const uint8_t *><char *>self._windows
        self._card_windows = bytearray([
            self._card_windows_of(i) for i in range(self.book.n_cards)])
        self.book.card_windows = <const uint8_t *><char *>self._card_windows
        self._card_opens = bytearray(self.book.n_cards)
        for i in range(self.book.n_cards):
            first = self.book.cards[i].first_ability
            for k in range(self.book.cards[i].n_abilities):
                self._card_opens[i] |= self._windows[first + k]
        self.book.card_opens = <const uint8_t *><char *>self._card_opens
        count = lengths[3] // sizeof(Selector)
        self._sieves = bytearray(count * sizeof(Sieve))
        self.book.sieves = <const Sieve *><char *>self._sieves
        for i in range(count):
            self._sift(i)
        return 0

    cdef int _sift(self, int selector) except -1:
        """Splits a filter of plain tests joined by `and` into masks; else all of it is rest."""
        cdef Sieve *sieve = &(<Sieve *><char *>self._sieves)[selector]
        cdef const Ins *ins = &self.book.code[self.book.selectors[selector].filter]
        cdef const Ins *test
        cdef bint negated
        sieve.cells = 0x3F
        if self.book.selectors[selector].filter == 0:
            return 0
        while ins.op != X_END:
            test = ins
            ins += 1
            negated = ins.op == X_NOT
            if negated:
                ins += 1
            if not sift_one(sieve, test, negated):
                return self._unsift(sieve, selector)
            if ins.op == X_AND:
                ins += 1
            elif ins.op != X_END and not is_test(ins.op):
                return self._unsift(sieve, selector)
        return 0

    cdef int _unsift(self, Sieve *sieve, int selector):
        sieve.cells = 0x3F
        sieve.near = 0
        sieve.flags = 0
        sieve.no_flags = 0
        sieve.attributes = 0
        sieve.rest = self.book.selectors[selector].filter
        return 0

    # ---- what passive abilities read, so that a change of anything else leaves the values alone

    cdef int _expression_reads(self, int pc):
        cdef const Ins *ins = &self.book.code[pc]
        cdef int found = 0
        if pc == 0:
            return 0
        while ins.op != X_END:
            if ins.op == X_COUNT or ins.op == X_NESTED or ins.op == X_FOLD \
                    or ins.op == X_LINK_INTO or ins.op == X_LINK_TARGETS:
                found |= self._selector_reads(ins.x)
            elif ins.op == X_IS or ins.op == X_DEPTH or ins.op == X_ANY_REG:
                found |= self._expression_reads(ins.x)
            elif ins.op == X_BATTLE:
                found |= self._expression_reads(ins.x) | self._expression_reads(ins.y)
            found |= instruction_reads(ins)
            ins += 1
        return found

    cdef int _selector_reads(self, int selector):
        cdef const Selector *sel = &self.book.selectors[selector]
        cdef int found = self._expression_reads(sel.filter) | self._expression_reads(sel.amount)
        found |= self._expression_reads(sel.depth)
        if sel.zone != SZ_FIELD:
            found |= DEP_ZONES | DEP_CHAIN
        return found

    cdef int _program_reads(self, int pc):
        cdef const Ins *ins = &self.book.code[pc]
        cdef int found = 0
        while ins.op != O_END:
            if ins.op == O_SELECT:
                found |= self._selector_reads(ins.x)
            elif ins.op == O_UNLESS or has_amount(ins):
                found |= self._expression_reads(ins.x)
            elif ins.op == O_EX_CHANGE:
                found |= self._expression_reads(ins.y)
            elif ins.op == O_REF and ins.b == REF_TURN_PLAYER:
                found |= DEP_TURN
            elif ins.op == O_REF and ins.b >= REF_ATTACKER and ins.b <= REF_DECLARATION:
                found |= DEP_BATTLE | DEP_CHAIN
            ins += 1
        return found

    cdef int _steps_of(self, int pc):
        cdef const Ins *ins = &self.book.code[pc]
        cdef int found = 0
        while ins.op != O_END:
            found |= step_of(ins.op)
            ins += 1
        return found

    cdef int _passives_read(self, int card):
        cdef const Card *c = &self.book.cards[card]
        cdef const Ability *a
        cdef int i, found = 0
        for i in range(c.n_abilities):
            a = &self.book.abilities[c.first_ability + i]
            if a.kind == AK_PASSIVE:
                found |= self._expression_reads(a.cond) | self._program_reads(a.effect)
            elif a.kind == AK_ACTIVATED and a.by != USER_CONTROLLER:
                found |= DEP_FOREIGN
        return found

    cdef int _windows_of(self, int ability):
        cdef const Ability *a = &self.book.abilities[ability]
        if a.kind != AK_ACTIVATED and a.kind != AK_EVENT_CARD:
            return 0
        return windows_of(self.book.code, a.when)

    cdef int _card_windows_of(self, int card):
        cdef const Card *c = &self.book.cards[card]
        cdef int i
        if c.type != TYPE_EVENT_CARD:
            return MAIN_WINDOW
        for i in range(c.n_abilities):
            if self.book.abilities[c.first_ability + i].kind == AK_EVENT_CARD:
                return self._windows[c.first_ability + i]
        return EVERY_WINDOW

    @staticmethod
    def starter():
        """Return the starter set, compiled in advance."""
        global _starter
        if _starter is None:
            import os
            path = os.path.join(os.path.dirname(__file__), "starter", "catalogue.bin")
            with open(path, "rb") as file:
                _starter = Catalogue(file.read())
        return _starter

    @staticmethod
    def load(*paths):
        """Compile card files.

        Args:
            paths: TOML files in the card language.

        Raises:
            CardDataError: a fault in a file, with file, line, card and field.
        """
        from lycee_core.blob import pack
        from lycee_core.loader import load_files
        from lycee_core.program import compile_cards
        return Catalogue(pack(compile_cards(load_files(*paths))))

    def __len__(self):
        return self.book.n_cards

    cdef bytes _section(self, int which):
        cdef const uint8_t *p = self.blob
        cdef Py_ssize_t start = HEAD_BYTES + 4 * N_SECTIONS, i
        cdef const uint32_t *lengths = <const uint32_t *>(p + HEAD_BYTES)
        for i in range(which):
            start = aligned(start) + lengths[i]
        start = aligned(start)
        return self.blob[start:start + lengths[which]]

    @property
    def hash(self):
        """32 bytes that two peers compare before they play; checked against the tables.

        Raises:
            CardDataError: the bytes were altered.
        """
        if not self._is_checked:
            from lycee_core.blob import sections
            sections(self.blob)
            self._is_checked = True
        return self.blob[12:44]

    @property
    def numbers(self):
        """Printed numbers in the order of the catalogue."""
        if self._numbers is None:
            self._numbers = tuple(self._section(6).decode().split("\0")[:-1])
        return self._numbers

    def index(self, str number not None):
        """Return the place of a printed number; a letter behind it marks the same card (R1.7).

        Raises:
            KeyError: no such card.
        """
        if self._places is None:
            self._places = {n: i for i, n in enumerate(self.numbers)}
        if number in self._places:
            return self._places[number]
        bare = number.strip().upper()
        if bare and bare[-1].isalpha():
            bare = bare[:-1].strip()
        return self._places[bare]

    def card(self, int index):
        """Return one card as people read it.

        Raises:
            IndexError: outside 0 .. len - 1.
        """
        cdef const Card *c
        cdef CardDef d
        cdef int i
        if index < 0 or index >= self.book.n_cards:
            raise IndexError(f"card {index} of {self.book.n_cards}")
        if self._display is None:
            from lycee_core.blob import display
            self._display = display(self._section(7))
        c = &self.book.cards[index]
        d = CardDef.__new__(CardDef)
        d.index = index
        d.number, d.names, d.titles, d.house, d.lines, d.note = self._display[index]
        d.name = d.names[0][1] if d.names else d.number
        d.type = TYPES[c.type]
        d.attributes = tuple([w for i, w in enumerate(ATTRIBUTES) if (c.attributes >> i) & 1])
        d.cost = "".join([LETTERS[i] * c.cost[i] for i in range(6)]) or "0"
        d.cells = "/".join(["".join(["LCR"[i] if (c.cells >> (r * 3 + i)) & 1 else "-"
                                     for i in range(3)]) for r in range(2)])
        d.sex = SEXES[c.sex]
        d.ex = c.ex
        d.ap = c.ap
        d.dp = c.dp
        d.sp = c.sp
        d.copies = c.copies
        d.copies_per_number = c.copies_per
        return d

    def pile_name(self, int number):
        """Return the name behind the number of a pile, from 1 (R13.12).

        Raises:
            IndexError: no such pile.
        """
        from lycee_core.blob import pile_names
        names = pile_names(self._section(7))
        if number < 1 or number > len(names):
            raise IndexError(f"pile {number} of {len(names)}")
        return names[number - 1]

    def name_of(self, int number):
        """Return a name or a title for people: that of the first card with this identity, else the
        text as rules compare it.

        Raises:
            IndexError: no such text.
        """
        cdef int i
        for i in range(self.book.n_cards):
            if self.book.cards[i].name == number:
                return self.card(i).name
        texts = self._section(5).decode().split("\0")
        if number < 0 or number >= len(texts) - 1:
            raise IndexError(f"text {number} of {len(texts) - 1}")
        return texts[number]

    def name_identity(self, int index):
        """Return the number of the full name of a card; cards of one name share it (R12.1)."""
        if index < 0 or index >= self.book.n_cards:
            raise IndexError(f"card {index} of {self.book.n_cards}")
        return self.book.cards[index].name

    def copies(self, int index):
        """Return (n, per number) of the deck limit of a card (R1.3, R1.5)."""
        if index < 0 or index >= self.book.n_cards:
            raise IndexError(f"card {index} of {self.book.n_cards}")
        return self.book.cards[index].copies, bool(self.book.cards[index].copies_per)

    def needs_open_look(self, int index):
        """Whether a card lets a player look at part of the other's deck: both must agree to it."""
        if index < 0 or index >= self.book.n_cards:
            raise IndexError(f"card {index} of {self.book.n_cards}")
        return bool(self.book.cards[index].flags & CF_OPEN_LOOK)

    def is_character(self, int index):
        """Whether a card is a character."""
        if index < 0 or index >= self.book.n_cards:
            raise IndexError(f"card {index} of {self.book.n_cards}")
        return self.book.cards[index].type == TYPE_CHARACTER

    def __reduce__(self):
        return Catalogue, (self.blob,)


_starter = None
