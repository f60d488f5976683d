# What could be declared as a cost for a payment, and whether it would help. Above: costs. Below:
# affording, gifting.

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from lycee_core.defs cimport *
from lycee_core.points cimport Pool
from lycee_core.program cimport Ability, Card
from lycee_core.selectors cimport Ctx
from lycee_core.state cimport Game, card_of, seat_of

cdef enum:
    MOST_HELPERS = 8
    ANY_ATTRIBUTE = 31
    MOST_POINTS = 28            # that abilities give to one payment: four kinds of at most seven

cdef struct Helper:             # an ability that could be declared as a cost
    uint16_t ability
    uint16_t code               # its decision code
    uint8_t token
    uint8_t cell
    uint8_t points              # that it gives, or MOST_POINTS where only its effect will tell
    uint8_t attributes          # mask
    uint8_t of_one              # all its points are of one attribute that is chosen
    uint8_t again               # it may be declared more than once
    uint8_t owed[6]             # what it costs itself

cdef struct Helpers:
    Helper list[8]
    int n
    int seat
    int link                    # the declaration that is paid for
    int declared                # the card that is being declared, or NO_TOKEN
    int tries                   # ways of paying that are still looked at

cdef inline int link_of_card(const Card *card) noexcept nogil:
    # LK_* of the declaration of a hand card.
    if card.component[0] != 0xFFFF:
        return LK_CONVERSION
    if card.type == TYPE_CHARACTER:
        return LK_ENTRY
    if card.type == TYPE_ITEM:
        return LK_ITEM
    return LK_AREA if card.type == TYPE_AREA else LK_EVENT_CARD

cdef inline bint may_use(Game *g, const Ability *a, int seat, int token, int cell) noexcept nogil:
    # R7.8, R9.11: the controller of the character that has it, unless the text names another.
    cdef int user = cell // 6
    if g.s.place[token] != ZONE_FIELD and a.host == HOST_SELF:
        user = seat_of(token)
    if a.by == USER_EITHER:
        return True
    if a.by == USER_CARD_OWNER:
        return seat == seat_of(token)
    if a.by == USER_ENEMY:
        return seat != user
    if a.by == USER_TURN_PLAYER:
        return seat == g.s.turn_player
    return seat == user

cdef void find_helpers(Game *g, const Ctx *c, int link, int tapped, uint64_t hand,
                       Helpers *out) noexcept nogil
cdef bint helped(Game *g, Helpers *h, uint64_t hand, const uint8_t *owed) noexcept nogil
