# Places: where a card may enter, be put or move, each refusal with its one rule number.

from lycee_core.defs cimport *
from lycee_core.in_force cimport any_ban, any_permission, forbidden, permitted
from lycee_core.moves cimport is_component
from lycee_core.program cimport Card
from lycee_core.selectors cimport *
from lycee_core.state cimport *


cdef int conversion_rule(Game *g, int seat, const Card *card, int cell) noexcept nogil:
    """R11.2 to R11.6, R11.10: whether the character in a cell can be exchanged for a card."""
    cdef const Card *who
    cdef int other
    if g.s.chars[cell].token == NO_TOKEN:
        return 1102                                 # R11.2
    who = card_of(g, g.s.chars[cell].token)
    if who.component[0] != 0xFFFF:
        return 1105                                 # R11.5
    if not is_component(g, card, g.s.chars[cell].token):
        return 1104                                 # R11.4
    if not (card.cells >> (cell % 6)) & 1:
        return 1106                                 # R11.6
    if card.component[1] == 0xFFFF:
        return 0
    for other in range(seat * 6, seat * 6 + 6):
        if other != cell and g.s.chars[other].token != NO_TOKEN \
                and is_component(g, card, g.s.chars[other].token):
            return 0
    return 1110                                     # R11.10


cdef int entry_cell_rule(Game *g, int seat, int token, int cell) noexcept nogil:
    if cell // 6 != seat:
        return 602                                  # R6.2
    if forbidden(g, WHAT_PLAY, token, 128 + cell, LK_ENTRY) \
            or forbidden(g, WHAT_ENTER, token, 128 + cell, LK_ENTRY):
        return 1414                                 # R14.14
    if card_of(g, token).component[0] != 0xFFFF:
        return conversion_rule(g, seat, card_of(g, token), cell)
    if not (card_of(g, token).cells >> (cell % 6)) & 1 \
            and not permitted(g, WHAT_ENTER, token, token, RULE_FREE_CELLS):
        return 603                                  # R6.3
    if g.s.chars[cell].token != NO_TOKEN:
        return 604                                  # R6.4
    return 0


cdef int bearer_rule(Game *g, int seat, int token, int cell) noexcept nogil:
    return item_rule(g, seat, token, cell, False)


cdef int item_rule(Game *g, int seat, int token, int cell, bint over) noexcept nogil:
    """Whether an item may be put on the character in a cell; `over`: beside others (R9.12)."""
    cdef Ctx c
    cdef int put_on = card_of(g, token).put_on
    if cell < 0 or cell >= 12 or g.s.chars[cell].token == NO_TOKEN:
        return 901                                  # R9.1
    if g.s.chars[cell].item != NO_TOKEN and not over \
            and not permitted(g, WHAT_EQUIP, g.s.chars[cell].token, token, RULE_OVER_LIMIT) \
            and not permitted(g, WHAT_EQUIP, token, g.s.chars[cell].token, RULE_OVER_LIMIT):
        return 902                                  # R9.2
    if forbidden(g, WHAT_EQUIP, token, g.s.chars[cell].token, LK_ITEM) \
            or forbidden(g, WHAT_EQUIP, g.s.chars[cell].token, token, LK_ITEM):
        return 1414                                 # R14.14
    ability_ctx(&c, seat, token, cell, 255)
    if put_on and matches(g, &c, put_on, g.s.chars[cell].token) != 1:
        return 903                                  # R9.3
    return 0


cdef int area_rule(Game *g, int seat, int token, int cell) noexcept nogil:
    cdef Ctx c
    cdef int put_on = card_of(g, token).put_on
    if cell < 0 or cell >= 12:
        return 907                                  # R9.7
    if g.s.chars[cell].area != NO_TOKEN:
        return 908                                  # R9.8
    ability_ctx(&c, seat, token, cell, 255)
    if put_on and matches(g, &c, put_on, 128 + cell) != 1:
        return 903                                  # R9.3
    return 0


cdef int touch_partner(int cell) noexcept nogil:
    return cell + 3 if cell % 6 < 3 else cell - 3


cdef int move_rule(Game *g, int cell, int action, int to) noexcept nogil:
    """R10.5, R10.6, R10.8.

    Whether Step, Side Step, Order Step or Jump may go from a cell to another.
    """
    if to < 0 or to >= 12 or to // 6 != cell // 6:
        return 1006                                 # R10.6
    if action != ACT_JUMP and not adjacent(cell, to):
        return 1005                                 # R10.5
    if action == ACT_SIDE_STEP and cell // 3 != to // 3:
        return 1005                                 # R10.5
    if action == ACT_ORDER_STEP and cell // 3 == to // 3:
        return 1005                                 # R10.5
    if g.s.chars[to].token != NO_TOKEN:
        return 1008                                 # R10.8
    return 0

cdef bint any_way(Game *g, int cell, int action) noexcept nogil:
    """Whether there is a cell to which such a move may go."""
    cdef int to
    for to in range(cell // 6 * 6, cell // 6 * 6 + 6):
        if move_rule(g, cell, action, to) == 0:
            return True
    return False


cdef bint any_place(Game *g, int seat, int token, int type_) noexcept nogil:
    cdef int cell, limits
    if type_ == TYPE_CHARACTER and card_of(g, token).component[0] != 0xFFFF:
        for cell in range(seat * 6, seat * 6 + 6):
            if entry_cell_rule(g, seat, token, cell) == 0:
                return True
        return False
    if type_ == TYPE_CHARACTER:
        limits = card_of(g, token).cells
        if any_ban(g, WHAT_PLAY) or any_ban(g, WHAT_ENTER) or any_permission(g, WHAT_ENTER):
            for cell in range(seat * 6, seat * 6 + 6):
                if entry_cell_rule(g, seat, token, cell) == 0:
                    return True
            return False
        for cell in range(6):
            if (limits >> cell) & 1 and g.s.chars[seat * 6 + cell].token == NO_TOKEN:
                return True
        return False
    for cell in range(12):
        if type_ == TYPE_ITEM and bearer_rule(g, seat, token, cell) == 0:
            return True
        if type_ == TYPE_AREA and area_rule(g, seat, token, cell) == 0:
            return True
    return False


cdef int goes_there(Game *g, int seat, int token, int kind, int cell) noexcept nogil:
    if kind == LK_ITEM:
        return bearer_rule(g, seat, token, cell)
    if kind == LK_AREA:
        return area_rule(g, seat, token, cell)
    return entry_cell_rule(g, seat, token, cell)


cdef int place_of_type_rule(int type_) noexcept nogil:
    return 907 if type_ == TYPE_AREA else 901
