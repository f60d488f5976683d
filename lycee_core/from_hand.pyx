# Whether a hand card, or one played like one, may be declared.
#
# The numbers are those of `legality`.

from libc.string cimport memset

from lycee_core.affording cimport cost_rule
from lycee_core.changes cimport cost_may_change, imagined
from lycee_core.costs cimport alt_cost
from lycee_core.defs cimport *
from lycee_core.gifts cimport link_of_card
from lycee_core.in_force cimport forbidden
from lycee_core.legality cimport full_rule, imagined_cost_rule, may_not_respond
from lycee_core.moves cimport name_in_play
from lycee_core.permission cimport is_free, may_play_from
from lycee_core.places cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.targeting cimport targets_possible
from lycee_core.worth cimport as_printed


cdef int event_ability(Game *g, const Card *card) noexcept nogil:
    cdef int i
    for i in range(card.n_abilities):
        if g.book.abilities[card.first_ability + i].kind == AK_EVENT_CARD:
            return card.first_ability + i
    return 0xFFFF


cdef int changed_card_rule(Game *g, int seat, int token, const Card *card,
                           const Cost *cost) noexcept nogil:
    """`card_cost_rule` where cards change costs: payable in one place is enough."""
    cdef int kind = link_of_card(card), cell, rule = 503
    cdef Link *decl = imagined(g, seat, kind, token, NO_CELL, 0xFFFF)
    cdef const Cost *other = alt_cost(g, card)
    for cell in range(12):
        if kind != LK_EVENT_CARD and goes_there(g, seat, token, kind, cell):
            continue
        if kind == LK_ENTRY or kind == LK_CONVERSION:
            decl.cell = cell
        elif kind != LK_EVENT_CARD:
            decl.target = cell
        rule = imagined_cost_rule(g, decl, cost, card.cost, token)
        if rule and other != NULL:
            rule = imagined_cost_rule(g, decl, other, other.points, token)
        if rule == 0 or kind == LK_EVENT_CARD:
            break
    memset(decl, 0, sizeof(Link))
    return rule


cdef int card_cost_rule(Game *g, int seat, int token, const Card *card, const Cost *cost,
                        const Pool *pool) noexcept nogil:
    """Whether the printed cost of a hand card, or the other one it has, can be paid (R5.39)."""
    cdef int rule
    cdef const Cost *other
    if is_free(g, seat, token):
        return 0                                    # R7.40
    if cost_may_change(g, g.s.face[token]):
        return changed_card_rule(g, seat, token, card, cost)
    if cost == NULL and pool != NULL and as_printed(g):
        rule = 0 if covers_without(pool, card, card.cost) else 503      # R5.3
        if rule and g.book.as_costs:
            rule = cost_rule(g, seat, NULL, card.cost, token, NO_CELL, token, pool)
    else:
        rule = cost_rule(g, seat, cost, card.cost, token, NO_CELL, token, pool)
    if rule and card.flags & CF_ALT_COST:
        other = alt_cost(g, card)
        if cost_rule(g, seat, other, other.points, token, NO_CELL, token, pool) == 0:
            return 0
    return rule


cdef int event_rule(Game *g, int seat, int token, const Card *card,
                    const Pool *pool) noexcept nogil:
    cdef int number = event_ability(g, card)
    cdef const Ability *a
    cdef Ctx c
    if number == 0xFFFF and card.flags & CF_AS_COST:
        return 520                                  # R5.20
    if number == 0xFFFF:
        return card_cost_rule(g, seat, token, card, NULL, pool)
    a = &g.book.abilities[number]
    # The cheap half first.
    if pool != NULL and not card.flags & CF_ALT_COST and not covers_without(pool, card, card.cost) \
            and not cost_may_change(g, g.s.face[token]) and not g.book.as_costs \
            and as_printed(g) and not is_free(g, seat, token):
        return 503                                  # R5.3
    ability_ctx(&c, seat, token, NO_CELL, g.s.n_links)
    if not holds(g, &c, a.when):
        return 723                                  # R7.23
    if not targets_possible(g, &c, a, 0):
        return 719                                  # R7.19
    return card_cost_rule(g, seat, token, card, &a.cost, pool)


cdef bint may_not_play(Game *g, int seat, int kind, int token, const Card *card) noexcept nogil:
    """R14.14: whether a rule of a card forbids this card."""
    cdef int made = link_of_card(card)
    if may_not_respond(g, seat, kind) or forbidden(g, WHAT_PLAY, token, token, made):
        return True
    if card.type == TYPE_CHARACTER:
        return forbidden(g, WHAT_ENTER, token, token, made)
    return card.type == TYPE_ITEM and forbidden(g, WHAT_EQUIP, token, token, made)


cdef int hand_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil:
    """Whether a hand card, or one played like one, may be declared in a window of this kind.

    `pool` is the whole hand, or NULL where faces are missing.
    """
    cdef const Card *card
    cdef Ctx c
    cdef int rule
    if g.s.place[token] != ZONE_HAND or seat_of(token) != seat:
        if not may_play_from(g, seat, token):
            return 709                              # R7.9, R7.40
        pool = NULL                                 # it is no part of the hand
    if not known(g, token):
        return -1
    card = card_of(g, token)
    if g.x.n_rules and may_not_play(g, seat, kind, token, card):
        return 1414                                 # R14.14
    if card.type != TYPE_EVENT_CARD and kind != P_MAIN:
        return 815 if kind == P_BATTLE else 704     # R8.15, R7.4
    if kind == P_BATTLE and downed_window(g) != NULL:
        return 705                                  # R7.5, R8.30
    rule = full_rule(g)
    if rule:
        return rule
    if card.play_if:
        ability_ctx(&c, seat, token, NO_CELL, g.s.n_links)
        if not holds(g, &c, card.play_if):
            return 723                              # R7.23
    if card.type == TYPE_EVENT_CARD:
        return event_rule(g, seat, token, card, pool)
    rule = card_cost_rule(g, seat, token, card, NULL, pool)
    if rule:
        return rule
    if card.type == TYPE_CHARACTER and name_in_play(g, token, seat, NO_CELL):
        return 605                                  # R6.5
    if not any_place(g, seat, token, card.type):
        if card.component[0] != 0xFFFF:
            return 1102                             # R11.2
        if card.type == TYPE_CHARACTER:
            return 604                              # R6.4
        return place_of_type_rule(card.type)
    return 0
