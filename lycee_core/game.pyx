"""A game state for Python callers: the five verbs, and read access to what a replica holds.

A thin class around the C struct of `state.pxd`; the rules are in `engine` and below, what callers
read of it in `readout`, its memory in `pool`, what a seat may see of it in `view`.
"""

cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memcpy

from lycee_core.cards cimport Catalogue
from lycee_core.defs cimport *
from lycee_core.digest cimport write_public
from lycee_core.engine cimport *
from lycee_core.pool cimport copy_game, drop_game, is_same, no_game, take_game
from lycee_core.positions cimport begin_main, put_token
from lycee_core.readout cimport *
from lycee_core.selectors cimport cell_of
from lycee_core.state cimport *
from lycee_core.values cimport fresh, touch

from operator import index

from lycee_core import defs as _names
from lycee_core.agenda cimport request_tokens
from lycee_core.errors import IllegalDecisionError, LineError, MissingFaceError

STATE_BYTES = sizeof(State)

# One int object a code, made once: a list of decisions allocates nothing but itself.
cdef tuple codes = tuple(range(CODE_END))


cdef str rule_name(int rule):
    return f"R{rule // 100}.{rule % 100}"


@cython.final
@cython.no_gc
@cython.freelist(64)
cdef class GameState:
    """The state of one game, as one replica holds it.

    Args:
        catalogue: the cards.
        decks: two decks: a state that knows every face (headless); None: a replica that knows
        none.
    """

    def __cinit__(self):
        self.g = no_game()

    def __dealloc__(self):
        drop_game(self.g)

    def __init__(self, Catalogue catalogue not None, decks=None):
        cdef int seat, i
        if self.g == no_game():
            self.g = take_game()
        self.catalogue = catalogue
        self.g.book = catalogue.book
        start(self.g)
        if decks is None:
            return
        self.g.x.knows_all = 1
        for seat in range(2):
            cards = decks[seat].cards
            if len(cards) != SEAT_TOKENS:
                raise ValueError(f"deck of seat {seat}: found {len(cards)} cards, expected 60")
            for i in range(SEAT_TOKENS):
                if not 0 <= cards[i] < catalogue.book.n_cards:
                    raise ValueError(f"deck of seat {seat}: card {cards[i]} is not in the "
                                     "catalogue")
                self.g.s.face[seat * SEAT_TOKENS + i] = cards[i]

    # ---- the five verbs

    def pending(self):
        """Return what the engine waits for, as a `Pending`."""
        return read_pending(self.g)

    def decider(self):
        """Return the seat that decides, -1 while chance is asked or the game is over."""
        return self.g.s.pend_seat if self.g.s.pend_kind < P_SHUFFLE else -1

    @cython.binding(False)
    def legal_decisions(self):
        """Return the legal decision codes of the pending seat, whose faces must be held here.

        Conceding is always legal and not listed.
        """
        cdef int n, i
        cdef list found
        cdef object code
        if not self._holds_hand():
            raise MissingFaceError(f"seat {self.g.s.pend_seat} decides, and this replica does not "
                                   "hold its hand")
        n = list_options(self.g, self.g.latest.listed)
        self.g.latest.n_listed = n
        found = PyList_New(n)
        for i in range(n):
            code = <object>PyTuple_GET_ITEM(codes, self.g.latest.listed[i])
            Py_INCREF(code)
            PyList_SET_ITEM(found, i, code)
        return found

    def check(self, int code):
        """Judge one code.

        LEGAL, ILLEGAL, or UNREFUTED where only the owner of a hidden card can tell.
        """
        cdef int rule = check_code(self.g, code)
        if rule == 0:
            return 0
        return 2 if rule < 0 else 1

    def illegal_rule(self, int code):
        """Return the number of the rule that forbids a code, such as `R6.5`.

        None when nothing is known against it.
        """
        cdef int rule = check_code(self.g, code)
        return rule_name(rule) if rule > 0 else None

    @cython.binding(False)
    def apply(self, int code):
        """Apply one decision of the pending seat and run on to the next question.

        Args:
            code: a decision code (spec/notation.md).

        Raises:
            IllegalDecisionError: a rule forbids it; `.rule` is its number. Nothing has changed.
            MissingFaceError: it makes a card public whose face this replica was not taught.
            Nothing has changed.
        """
        self._apply_code(code, True)

    cdef int _apply_code(self, int code, bint restores) except -1:
        """`apply`; without `restores` a failure half way leaves the state to the caller."""
        cdef int rule = 0
        cdef State before
        if not self._was_listed(code):
            rule = check_code(self.g, code)
        if rule > 0:
            raise IllegalDecisionError(f"{rule_name(rule)} forbids {code} at "
                                       f"{_names.PENDING_NAMES[self.g.s.pend_kind]}",
                                       rule=rule_name(rule))
        if not self.g.x.knows_all:
            if restores:
                memcpy(&before, &self.g.s, sizeof(State))
            if rule < 0 and self._face_missing(code):
                raise MissingFaceError(f"the face of token {code} is not known here")
        decide(self.g, code)
        if self.g.x.status == ST_MISSING_FACE:
            if restores:
                self._restore(&before)
            raise MissingFaceError(f"decision {code} makes a card public whose face is not "
                                   "known here")
        if self.g.x.status != ST_OK:
            raise AssertionError("a capacity of the state was exceeded")
        return 0

    cdef bint _holds_hand(self) noexcept:
        """Whether the faces of the hand of the seat that decides are here."""
        cdef int seat = self.g.s.pend_seat
        cdef uint64_t m
        if self.g.x.knows_all or self.g.s.pend_kind >= P_SHUFFLE:
            return True
        m = self.g.s.hand[seat]
        while m:
            if not known(self.g, seat * SEAT_TOKENS + ctz64(m)):
                return False
            m &= m - 1
        return True

    cdef bint _was_listed(self, int code) noexcept:
        cdef int i
        for i in range(self.g.latest.n_listed):
            if self.g.latest.listed[i] == code:
                return True
        return False

    cdef void _restore(self, const State *before) noexcept:
        """Back to a state before a step that failed half way."""
        memcpy(&self.g.s, before, sizeof(State))
        touch(self.g)
        self.g.x.status = ST_OK
        forget_latest(self.g)

    cdef bint _face_missing(self, int code) noexcept:
        cdef int kind = self.g.s.pend_kind
        if code >= CODE_OUTSIDE:
            code -= CODE_OUTSIDE
        return code < N_TOKENS and self.g.s.face[code] == UNKNOWN_CARD and \
            (kind == P_MAIN or kind == P_RESPOND or kind == P_BATTLE or kind == P_PAY
             or kind == P_COST_CARD)

    def apply_line(self, bytes line not None):
        """Apply a whole line (2 bytes a code, big-endian), all or nothing.

        Raises:
            LineError: it is empty, of odd length, too long, stops short or runs on.
            IllegalDecisionError, MissingFaceError: as `apply`.
        """
        cdef list facts = []
        self.play_line(line, None, facts)
        return facts

    cpdef tuple play_line(self, bytes line, shown=None, list facts=None):
        """Apply a whole line with the faces that its owner opened with it, all or nothing.

        Args:
            line: 2 bytes a code, big-endian.
            shown: token -> card, each taught as `learn` does.
            facts: what happened is added to it; None if nobody will ask.

        Returns the tokens, rising, whose faces are public now and were not.

        Raises what `apply_line` raises.
        """
        cdef State before
        if line is None:
            raise TypeError("a line is bytes")
        memcpy(&before, &self.g.s, sizeof(State))
        try:
            if shown:
                for token, card in shown.items():
                    self.learn(token, card)
            self._run_line(line, facts)
        except Exception:
            self._restore(&before)
            raise
        return self._revealed(&before)

    cdef int _run_line(self, bytes line, list facts) except -1:
        cdef const uint8_t *p = line
        cdef int n = len(line), i, code
        if n == 0 or n % 2 or n > 256:
            raise LineError(f"a line of {n} bytes; expected 2 to 256 bytes, 2 for each decision")
        for i in range(0, n, 2):
            if i and not self.g.s.mid_line:
                raise LineError(f"the line goes on after it was complete, at code {i // 2}")
            code = p[i] * 256 + p[i + 1]
            self._apply_code(code, False)
            if facts is not None:
                facts.extend(self.events())
        if self.g.s.mid_line:
            raise LineError("the line stops before its declaration is complete: "
                            f"{_names.PENDING_NAMES[self.g.s.pend_kind]} is still asked")
        return 0

    cdef tuple _revealed(self, const State *before):
        """The tokens that became public since then."""
        if memcmp(before.know, self.g.s.know, sizeof(self.g.s.know)) == 0:
            return ()
        return tuple([token for token in range(N_TOKENS)
                      if self.g.s.know[token] == PUBLIC_KNOWN
                      and before.know[token] != PUBLIC_KNOWN])

    def answer(self, values):
        """Answer the pending chance request.

        Args:
            values: SHUFFLE, ARRANGE: the card behind each token afterwards, in the order of
            `pending().tokens`, UNKNOWN where this
                replica may not know; SHOW: faces in that order; ROLL: the numbers.

        Raises:
            ValueError: no chance is pending, or the values do not fit it. Nothing has changed.
            MissingFaceError: a face that becomes public is missing.
        """
        cdef uint16_t out[120]
        cdef uint8_t tokens[120]
        cdef int n, i, limit
        cdef State before
        if self.g.s.pend_kind < P_SHUFFLE or self.g.s.pend_kind == P_OVER:
            asked = _names.PENDING_NAMES[self.g.s.pend_kind]
            raise ValueError(f"no chance is pending, but {asked}")
        if self.g.s.pend_kind == P_ROLL:
            n = self.g.s.pend_k
            limit = self.g.s.pend_n
        else:
            n = request_tokens(self.g, tokens)
            limit = self.g.book.n_cards
        if len(values) != n:
            raise ValueError(f"found {len(values)} values, expected {n}")
        for i in range(n):
            value = index(values[i])
            if not 0 <= value < limit and \
                    (value != UNKNOWN_CARD or self.g.s.pend_kind == P_ROLL
                     or self.g.x.knows_all):
                raise ValueError(f"value {i} is {value}, expected less than {limit}")
            out[i] = value
        if self.g.s.pend_kind == P_ROLL and len(set(values)) != n:
            raise ValueError("a roll gives different numbers")
        memcpy(&before, &self.g.s, sizeof(State))
        answer_chance(self.g, tokens, out, n)
        if self.g.x.status == ST_MISSING_FACE:
            self._restore(&before)
            raise MissingFaceError("a card that becomes public has no face here")
        if self.g.x.status != ST_OK:
            raise AssertionError("a capacity of the state was exceeded")

    @cython.binding(False)
    def clone(self):
        """Return an independent copy."""
        return self.copy()

    cdef GameState copy(self):
        cdef GameState other = GameState.__new__(GameState)
        other.catalogue = self.catalogue
        other.g = take_game()
        copy_game(other.g, self.g)
        return other

    def copy_from(self, GameState other not None):
        """Become a copy of another state of the same catalogue, without allocating."""
        if other.catalogue is not self.catalogue:
            raise ValueError("copy_from needs a state of the same catalogue")
        if self.g != other.g:
            copy_game(self.g, other.g)

    def digest(self):
        """Return the SHA-256 of the public state (spec/state.md).

        32 bytes, equal on all replicas.
        """
        from hashlib import sha256
        return sha256(self.public_bytes()).digest()

    cpdef bytes public_bytes(self):
        """Return what the digest covers."""
        cdef uint8_t out[8192]
        cdef int n = write_public(self.g, out)
        return PyBytes_FromStringAndSize(<char *>out, n)

    # ---- lines, faces, the end

    def mid_line(self):
        """Whether the pending decision belongs to the line in progress."""
        return bool(self.g.s.mid_line)

    def learn(self, int token, int card):
        """Teach this replica a face that a decision is about to show; no knowledge bit is set."""
        a_token(token)
        if not 0 <= card < self.g.book.n_cards:
            raise ValueError(f"card {card} of {self.g.book.n_cards}")
        if self.g.s.know[token] == PUBLIC_KNOWN and self.g.s.face[token] != card:
            raise ValueError(f"token {token} is public, its face cannot change")
        self.g.s.face[token] = card
        self.g.latest.n_listed = 0
        touch(self.g)

    def forget(self, int token):
        """Take a face out of this replica again; public ones cannot be forgotten."""
        a_token(token)
        if self.g.s.know[token] != PUBLIC_KNOWN:
            self.g.s.face[token] = UNKNOWN_CARD

    cpdef int face(self, int token) except -1:
        """Return the card behind a token, UNKNOWN where this replica does not hold it."""
        a_token(token)
        return self.g.s.face[token]

    def knowledge(self, int token):
        """Return who knows the face of a token: bit 0 seat 0, bit 1 seat 1; 3 is public."""
        a_token(token)
        return self.g.s.know[token]

    cpdef dict public_faces(self, int seat):
        """Return token and card of every card of an owner whose face both seats know."""
        return read_public_faces(self.g, seat)

    def concede(self, int seat):
        """Give up for a seat, at any time (R16.5).

        Raises:
            ValueError: the game is over, or the seat is neither 0 nor 1.
        """
        if seat not in (0, 1):
            raise ValueError(f"seat {seat}")
        if self.g.s.winner != NOBODY_SEAT:
            raise ValueError("the game is over")
        forget_latest(self.g)
        game_over(self.g, 1 - seat, END_CONCEDE)
        self.g.s.pend_kind = P_NONE
        advance(self.g)

    @cython.binding(False)
    def outcome(self):
        """Return the `Outcome`, or None while the game goes on."""
        return read_outcome(self.g)

    cpdef list events(self):
        """Return the public facts of the last decision or answer, in order."""
        return read_events(self.g)

    def __eq__(self, other):
        if not isinstance(other, GameState):
            return NotImplemented
        return is_same(&self.g.s, &(<GameState>other).g.s)

    __hash__ = None

    # ---- looking at it

    def zone(self, int seat, int zone):
        """Return the tokens of a zone of one owner.

        Hand and removed rising, deck top first, dust box oldest first.
        """
        return read_zone(self.g, seat, zone)

    def place(self, int token):
        """Return the zone of a token."""
        a_token(token)
        return self.g.s.place[token]

    def cell_of(self, int token):
        """Return the cell of a card in play, or -1."""
        a_token(token)
        cdef int cell = cell_of(self.g, token)
        return -1 if cell == NO_CELL else cell

    def cell_character(self, int cell):
        """Return the token of the character in a cell, or -1."""
        a_cell(cell)
        return -1 if self.g.s.chars[cell].token == NO_TOKEN else self.g.s.chars[cell].token

    def cell_item(self, int cell):
        """Return the token of the item on the character in a cell, or -1."""
        a_cell(cell)
        return -1 if self.g.s.chars[cell].item == NO_TOKEN else self.g.s.chars[cell].item

    def cell_items(self, int cell):
        """Return the tokens of all items on the character in a cell, in their order (R9.12)."""
        return read_items(self.g, cell)

    def cell_area(self, int cell):
        """Return the token of the area of a cell, or -1."""
        a_cell(cell)
        return -1 if self.g.s.chars[cell].area == NO_TOKEN else self.g.s.chars[cell].area

    def is_tapped(self, int cell):
        """Whether the character in a cell is tapped."""
        a_cell(cell)
        return bool(self.g.s.chars[cell].flags & CH_TAPPED)

    def is_new(self, int cell):
        """Whether the character in a cell is new (R6.9)."""
        a_cell(cell)
        return bool(self.g.s.chars[cell].flags & CH_NEW)

    def values(self, int cell):
        """Return (AP, DP, SP) of the character in a cell as they are now."""
        a_cell(cell)
        if self.g.s.chars[cell].token == NO_TOKEN:
            raise ValueError(f"cell {cell} is empty")
        fresh(self.g)
        return (self.g.x.values[cell][0], self.g.x.values[cell][1], self.g.x.values[cell][2])

    def basics(self, int cell):
        """Return the mask of basic abilities of the character in a cell, bits as in
        `defs.BASICS`."""
        a_cell(cell)
        fresh(self.g)
        return self.g.x.basics[cell] if self.g.s.chars[cell].token != NO_TOKEN else 0

    @property
    def turn(self):
        """Number of the turn, 1 for the first; 0 before."""
        return self.g.s.turn

    @property
    def turn_player(self):
        """Seat whose turn it is; NOBODY before the first turn."""
        return self.g.s.turn_player

    @property
    def phase(self):
        """Word of the phase."""
        return _names.PHASES[self.g.s.phase]

    def hand_limit(self, int seat):
        """Return how many cards a seat may keep at the end of its turn (R4.16)."""
        return read_hand_limit(self.g, seat)

    def battle(self):
        """Return (attacker cell, defender cell, attacked column as the attacked seat sees it), -1
        for none; None outside battle."""
        return read_battle(self.g)

    def chain(self):
        """Return the links of the chain, oldest first.

        Tuples (kind word, seat, token, card, action, cell, target, targets, payment tokens).
        """
        return read_chain(self.g)

    def owed(self):
        """Return the points that the declaration being built owes, (S, M, F, L, N, colourless)."""
        return read_owed(self.g)

    def given(self):
        """Return the points that abilities gave to the payment in progress (R5.40).

        Pairs (mask of attributes, how many); each point is any of its attributes.
        """
        return read_given(self.g)

    # ---- positions (puzzles, tests): the only way into a state beside decisions

    def put(self, int token, int zone, int cell=-1, *, tapped=False, new=False):
        """Move a token of a position being set up; nothing is reported or triggered.

        Args:
            token: 0 to 119; its face must be held here, and becomes public outside deck and hand.
            zone: ZONE_DECK (on top), ZONE_HAND, ZONE_DUST, ZONE_REMOVED, ZONE_FIELD, ZONE_ITEM or
            ZONE_AREA.
            cell: 0 to 11, for the three zones in play.
            tapped, new: of a character.

        Raises:
            ValueError: another zone, an occupied cell, a token in play or a missing face.
        """
        put_token(self.g, token, zone, cell, tapped, new)

    def begin(self, int seat, int turn=3):
        """Start the main phase of a seat from the position that was set up.

        Raises:
            ValueError: the seat is neither 0 nor 1.
        """
        begin_main(self.g, seat, turn)

    def __sizeof__(self):
        """Return the bytes of the object and of the block it holds."""
        return type(self).__basicsize__ + sizeof(Game)

    def __reduce__(self):
        raise TypeError("a game state is not pickled; replay its decisions")
