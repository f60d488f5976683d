"""The catalogue of compiled cards: read in place from bytes, shared by all states.

The bytes are made by `blob` (from card files by `loader` and `program`); here they are only
pointed into, so that a game starts without parsing anything. Names and texts are decoded when
somebody asks for them.
"""

cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.dependence cimport passives_read
from lycee_core.program cimport Ability, Basic, Book, Card, Ins, Selector, Sieve
from lycee_core.sieves cimport sift_filter
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


cdef int steps_of(const Book *book, int pc) noexcept:
    cdef const Ins *ins = &book.code[pc]
    cdef int found = 0
    while ins.op != O_END:
        found |= step_of(ins.op)
        ins += 1
    return found


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
        self.book.n_basics = lengths[2] // sizeof(Basic)
        self._count_abilities(lengths[1] // sizeof(Ability))
        self._make_tables(lengths[1] // sizeof(Ability), lengths[3] // sizeof(Selector))
        return 0

    cdef void _count_abilities(self, int n_abilities):
        """What there is at all: whatever no card has is never looked for in a game."""
        cdef int i
        self.book.first_count = n_abilities
        self.book.n_counts = 0
        self.book.counted = 0
        self.book.as_costs = 0
        self.book.downed_timings = 0
        self.book.outside = 0
        for i in range(n_abilities):
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

    cdef void _make_tables(self, int n_abilities, int n_selectors):
        """What the engine looks up for each ability, card and selector instead of reading them."""
        cdef int i, k, first
        self._steps = bytearray([
            steps_of(&self.book, self.book.abilities[i].effect)
            if self.book.abilities[i].kind == AK_PASSIVE
            else STEP_LOSE if self.book.abilities[i].limit_after else 0
            for i in range(n_abilities)])
        self.book.steps = <const uint8_t *><char *>self._steps
        self._card_steps = bytearray(self.book.n_cards)
        for i in range(self.book.n_cards):
            first = self.book.cards[i].first_ability
            for k in range(self.book.cards[i].n_abilities):
                self._card_steps[i] |= self._steps[first + k]
        self.book.card_steps = <const uint8_t *><char *>self._card_steps
        self._depends = bytearray([passives_read(&self.book, i) for i in range(self.book.n_cards)])
        self.book.depends = <const uint8_t *><char *>self._depends
        self._windows = bytearray([self._windows_of(i) for i in range(n_abilities)])
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
        self._sieves = bytearray(n_selectors * sizeof(Sieve))
        self.book.sieves = <const Sieve *><char *>self._sieves
        for i in range(n_selectors):
            sift_filter(&self.book, &(<Sieve *><char *>self._sieves)[i], i)

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
