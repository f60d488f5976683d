"""Characters that change cells by an effect: moving, changing places, shifting, rearranging.

Theory of operation. What one operation moves changes places first, all of it, and is announced
afterwards: whatever hears it sees the new places (R15.3). A character that comes to the other field
changes its controller by that (R13.2): names are checked then, field limits never.
"""

from libc.stdint cimport uint8_t, uint16_t

from lycee_core.agenda cimport ask
from lycee_core.defs cimport *
from lycee_core.hooks cimport hook_item, unhook_item
from lycee_core.in_force cimport barred
from lycee_core.lasting cimport card_moved
from lycee_core.moves cimport exchange_cells, name_in_play
from lycee_core.program cimport Ins
from lycee_core.registers cimport *
from lycee_core.selectors cimport cell_of
from lycee_core.state cimport *
from lycee_core.stepping cimport *
from lycee_core.triggers cimport emit
from lycee_core.values cimport fresh, touch


# Cells of a field clockwise, as its owner sees them.
cdef uint8_t[6] RING = [0, 1, 2, 5, 4, 3]


cdef int cells_in(Game *g, int r, uint8_t *out) noexcept nogil:
    """The cells that a register holds or whose characters it holds.

    In the order of the table: rows from the front, columns from the left of seat 0, so that facing
    cells of two fields have the same place in their lists.
    """
    cdef uint8_t found[120]
    cdef int n = reg_list(g, r, found)
    cdef int i, mask = 0, row, column, seat, cell, m = 0
    for i in range(n):
        if found[i] < N_TOKENS and g.s.place[found[i]] != ZONE_FIELD:
            continue
        cell = cell_of(g, found[i])
        if cell != NO_CELL and found[i] < 140:
            mask |= 1 << cell
    for row in range(2):
        for column in range(3):
            for seat in range(2):
                cell = seat * 6 + row * 3 + (2 - column if seat else column)
                if (mask >> cell) & 1:
                    out[m] = cell
                    m += 1
    return m


cdef bint may_cross(Game *g, int token, int start, int end, int leaving) noexcept nogil:
    """R12.5, R13.2: whether a character may come to stand in a cell; `leaving` is given up."""
    if token == NO_TOKEN or start // 6 == end // 6:
        return True
    return not name_in_play(g, token, end // 6, leaving)


cdef bint may_be_moved(Game *g, int token) noexcept nogil:
    """R14.14: whether no rule keeps a character where it is, in the effect that is carried out."""
    return token == NO_TOKEN or not barred(g, top_frame(g), WHAT_BE_MOVED, token)


cdef void board(Game *g, uint8_t *out) noexcept nogil:
    cdef int cell
    for cell in range(12):
        out[cell] = g.s.chars[cell].token


cdef void change_hands(Game *g, int cell) noexcept nogil:
    """R6.9, R6.14, R8.24: what a change of control means for the character now in a cell."""
    cdef Character *ch = &g.s.chars[cell]
    if not ch.flags & CH_ENTERED and cell // 6 == g.s.turn_player:
        ch.flags &= ~CH_NEW             # a turn of its new controller has begun since it entered
    if g.s.attacker == ch.token:
        g.s.attacker = NO_TOKEN
    if g.s.defender == ch.token:
        g.s.defender = NO_TOKEN


cdef int announce(Game *g, const uint8_t *before) noexcept nogil:
    """Says which characters stand elsewhere than before; returns how many."""
    cdef uint8_t start[12]
    cdef int k, cell, old, n = 0
    for cell in range(12):
        start[cell] = NO_CELL
        for old in range(12):
            if g.s.chars[cell].token != NO_TOKEN and before[old] == g.s.chars[cell].token:
                start[cell] = old
        if start[cell] != NO_CELL and start[cell] != cell and g.s.n_modifiers:
            card_moved(g, g.s.chars[cell].token)
        if start[cell] != NO_CELL and start[cell] // 6 != cell // 6:
            change_hands(g, cell)
    touch(g)
    fresh(g)
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        if start[cell] == NO_CELL or start[cell] == cell:
            continue
        n += 1
        telling(g).cell = start[cell]
        emit(g, EV_MOVED, cell // 6, g.s.chars[cell].token, 255, start[cell])
        if start[cell] // 6 != cell // 6:
            telling(g).cell = start[cell]
            emit(g, EV_CONTROL_CHANGED, cell // 6, g.s.chars[cell].token, 255, start[cell])
    return n


# ---- moving -------------------------------------------------------------------------------------

cdef int march(Game *g, const uint8_t *start, const uint8_t *end, int n,
               bint areas) noexcept nogil:
    """Moves each character to its cell; who stands in the way of another goes first if it can.

    Returns how many moved.
    """
    cdef int done = 0, i, last = -1
    cdef uint8_t gone[12]
    for i in range(n):
        gone[i] = g.s.chars[start[i]].token == NO_TOKEN or start[i] == end[i]
    while done != last:
        last = done
        for i in range(n):
            if gone[i] or g.s.chars[end[i]].token != NO_TOKEN \
                    or not may_be_moved(g, g.s.chars[start[i]].token) \
                    or not may_cross(g, g.s.chars[start[i]].token, start[i], end[i], NO_CELL):
                continue
            exchange_cells(g, start[i], end[i])
            if areas:
                carry_area(g, start[i], end[i])
            gone[i] = 1
            done += 1
    return done


cdef void carry_area(Game *g, int start, int end) noexcept nogil:
    """The area of a cell goes along, where the other cell has none (R2.15)."""
    cdef int area = g.s.chars[start].area
    if area == NO_TOKEN or g.s.chars[end].area != NO_TOKEN:
        return
    g.s.chars[start].area = NO_TOKEN
    g.s.chars[end].area = area
    g.s.next[area] = end


cdef void op_move(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_MOVE.

    Characters, or those of whole rows and columns, to cells in the same order.
    """
    cdef uint8_t before[12]
    cdef uint8_t start[12]
    cdef uint8_t end[12]
    cdef int n = cells_in(g, ins.a, start)
    cdef int m = cells_in(g, ins.b, end)
    cdef int i, wanted = 0
    if n > m:
        n = m
    for i in range(n):
        wanted += g.s.chars[start[i]].token != NO_TOKEN
    board(g, before)
    i = march(g, start, end, n, ins.c & 1)
    if i:
        announce(g, before)
    finish(g, f, i, wanted > 0 and i == wanted)


# ---- changing places ----------------------------------------------------------------------------

cdef bint trade_cards(Game *g, int one, int other) noexcept nogil:
    """Two items change bearers, or two areas cells."""
    cdef int a = cell_of(g, one), b = cell_of(g, other)
    cdef int zone = g.s.place[one]
    if zone != g.s.place[other] or (zone != ZONE_ITEM and zone != ZONE_AREA) or one == other:
        return False
    if zone == ZONE_ITEM:
        unhook_item(g, one)
        unhook_item(g, other)
        hook_item(g, other, a)
        hook_item(g, one, b)
    else:
        g.s.chars[a].area = other
        g.s.chars[b].area = one
        g.s.next[one] = b
        g.s.next[other] = a
    touch(g)
    return True


cdef void op_swap(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_SWAP.

    Characters, items or areas change places one by one; rows and columns cell by cell.
    """
    cdef uint8_t before[12]
    cdef uint8_t one[12]
    cdef uint8_t other[12]
    cdef int n = cells_in(g, ins.a, one)
    cdef int m = cells_in(g, ins.b, other)
    cdef int i, a, b, pairs, done = 0
    cdef bint ok
    if n == 0 or m == 0:
        a = reg_first(g, ins.a)
        b = reg_first(g, ins.b)
        ok = a < N_TOKENS and b < N_TOKENS and trade_cards(g, a, b)
        finish(g, f, 2 if ok else 0, ok)
        return
    pairs = n if n < m else m
    board(g, before)
    for i in range(pairs):
        a = g.s.chars[one[i]].token
        b = g.s.chars[other[i]].token
        if one[i] == other[i] or not may_be_moved(g, a) or not may_be_moved(g, b) \
                or not may_cross(g, a, one[i], other[i], other[i]) \
                or not may_cross(g, b, other[i], one[i], one[i]):
            continue
        exchange_cells(g, one[i], other[i])
        done += 1
    if done:
        announce(g, before)
    finish(g, f, done, done == pairs)


# ---- shifting -----------------------------------------------------------------------------------

cdef void roll_ring(Game *g, const uint8_t *ring, int n, bint back) noexcept nogil:
    """What stands in the cells of a ring goes on by one cell, or back by one."""
    cdef int i
    for i in range(n - 1):
        if back:
            exchange_cells(g, ring[i], ring[i + 1])
        else:
            exchange_cells(g, ring[n - 1 - i], ring[n - 2 - i])


cdef int ring_of(int mask, int seat, int first, int last, uint8_t *out) noexcept nogil:
    """The chosen cells of some rows in the order in which they follow each other.

    Within one row from the left; clockwise where both rows have some.
    """
    cdef bint both = mask & 7 and mask & 56 and first == 0 and last == 6
    cdef int i, cell, n = 0
    for i in range(6):
        cell = RING[i] if both else i
        if cell >= first and cell < last and (mask >> cell) & 1:
            out[n] = seat * 6 + cell
            n += 1
    return n


cdef void shift_field(Game *g, int mask, int seat, int way) noexcept nogil:
    """Shifts the chosen cells of one field: round (0), to the left (1) or to the right (2).

    A column has two cells: whatever way, they change places.
    """
    cdef uint8_t ring[6]
    cdef int row, n
    cdef bint sideways = way and (mask & (mask >> 1) & 0x1B or mask & (mask >> 2) & 0x09)
    if not sideways:
        roll_ring(g, ring, ring_of(mask, seat, 0, 6, ring), way == 1)
        return
    for row in range(2):
        n = ring_of(mask, seat, row * 3, row * 3 + 3, ring)
        roll_ring(g, ring, n, way == 1)


cdef void op_shift(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_SHIFT: everything in the cells of a register goes on by one of them."""
    cdef uint8_t before[12]
    cdef uint8_t cells[12]
    cdef int n = cells_in(g, ins.a, cells)
    cdef int mask = 0, i, seat, done
    for i in range(n):
        if may_be_moved(g, g.s.chars[cells[i]].token):
            mask |= 1 << cells[i]
    board(g, before)
    for seat in range(2):
        shift_field(g, (mask >> (6 * seat)) & 63, seat, ins.b)
    done = announce(g, before)
    finish(g, f, done, done > 0)


# ---- rearranging --------------------------------------------------------------------------------

cdef int movers(Game *g, int r, uint8_t *out) noexcept nogil:
    """What is rearranged, in the order in which it is asked for: characters, then areas."""
    cdef int cell, k, n = 0
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        if g.s.chars[cell].token != NO_TOKEN and reg_has(g, r, g.s.chars[cell].token) \
                and n < PICK_ORDER and may_be_moved(g, g.s.chars[cell].token):
            out[n] = g.s.chars[cell].token
            n += 1
    for k in range(12):
        cell = (k + 6 * g.s.turn_player) % 12
        if g.s.chars[cell].area != NO_TOKEN and reg_has(g, r, g.s.chars[cell].area) \
                and n < PICK_ORDER:
            out[n] = g.s.chars[cell].area
            n += 1
    return n


cdef bint is_open(Game *g, int r, const uint8_t *who, int i, int cell) noexcept nogil:
    """Whether the i-th of those who are rearranged may be put into a cell of its field."""
    cdef int zone = g.s.place[who[i]], k
    cdef int there = g.s.chars[cell].token if zone == ZONE_FIELD else g.s.chars[cell].area
    if cell // 6 != cell_of(g, who[i]) // 6 or (there != NO_TOKEN and not reg_has(g, r, there)) \
            or (zone == ZONE_FIELD and not may_be_moved(g, there)):
        return False
    for k in range(i):
        if g.s.picked[k] == 128 + cell and g.s.place[who[k]] == zone:
            return False
    return True


cdef int rearrange_options(Game *g, const Ins *ins, uint16_t *out) noexcept nogil:
    cdef uint8_t who[PICK_ORDER]
    cdef int cell, n = 0
    movers(g, ins.a, who)
    for cell in range(12):
        if is_open(g, ins.a, who, g.s.n_picked, cell):
            out[n] = CODE_CELL + cell
            n += 1
    return n


cdef void rearrange_decide(Game *g, int code) noexcept nogil:
    g.s.picked[g.s.n_picked] = code
    g.s.n_picked += 1


cdef void rearrange_run(Game *g, Frame *f, const Ins *ins) noexcept nogil:
    """O_REARRANGE: a seat names a cell for each; when all are named they change places at once."""
    cdef uint8_t before[12]
    cdef uint8_t who[PICK_ORDER]
    cdef int n = movers(g, ins.a, who)
    cdef int i, cell, to, done
    if f.step == ES_START:
        f.step = ES_PICKING
        g.s.n_picked = 0
    if g.s.n_picked < n:
        ask(g, P_CHOOSE, seat_of_pick(g, f, ins.b))
        return
    board(g, before)
    for i in range(n):
        cell = cell_of(g, who[i])
        to = g.s.picked[i] - 128
        # Whoever stands there is rearranged too and finds its own place by a later exchange.
        if g.s.place[who[i]] == ZONE_FIELD:
            exchange_cells(g, cell, to)
        else:
            trade_areas(g, cell, to)
    done = announce(g, before)
    g.s.n_picked = 0
    finish(g, f, done, n > 0)


cdef void trade_areas(Game *g, int a, int b) noexcept nogil:
    cdef int one = g.s.chars[a].area, other = g.s.chars[b].area
    g.s.chars[a].area = other
    g.s.chars[b].area = one
    if other != NO_TOKEN:
        g.s.next[other] = a
    if one != NO_TOKEN:
        g.s.next[one] = b


cdef int seat_of_pick(Game *g, const Frame *f, int by) noexcept nogil:
    if by == BY_ENEMY:
        return 1 - f.seat
    return g.s.turn_player if by == BY_TURN_PLAYER else f.seat
