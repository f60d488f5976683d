"""A card used inside an effect: declared, paid and carried out at once (R15.10).

Theory of operation. FR_USE asks whether the card is used, since only its user knows whether the
price can be paid. Then a link of its own is declared above the one that is being carried out, and
resolves as soon as it stands. It answers nothing, so conditions about what is answered see nothing.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy

from lycee_core.affording cimport cost_rule
from lycee_core.agenda cimport ask, pop_frame, push_frame
from lycee_core.defs cimport *
from lycee_core.from_hand cimport event_ability
from lycee_core.gifts cimport link_of_card
from lycee_core.links cimport fill_from_hand
from lycee_core.moves cimport name_in_play
from lycee_core.paying cimport drop_link, new_link
from lycee_core.places cimport area_rule, bearer_rule, entry_cell_rule
from lycee_core.program cimport Ability, Card, Cost
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.targeting cimport targets_possible

cdef enum:
    US_ASK = 0
    US_START = 1
    US_DONE = 2
    US_REFUSED = 3
    DEEP = 9                # frames above which no card is used inside another


cdef bint has_place(Game *g, int seat, int token, const Card *card) noexcept nogil:
    """Whether a character, item or area could be put anywhere now."""
    cdef int cell
    if card.type == TYPE_CHARACTER and name_in_play(g, token, seat, NO_CELL):
        return False
    for cell in range(12):
        if card.type == TYPE_CHARACTER and entry_cell_rule(g, seat, token, cell) == 0:
            return True
        if card.type == TYPE_ITEM and bearer_rule(g, seat, token, cell) == 0:
            return True
        if card.type == TYPE_AREA and area_rule(g, seat, token, cell) == 0:
            return True
    return False


cdef int price_rule(Game *g, const Frame *f, const Card *card, const Cost *cost) noexcept nogil:
    """Whether what the card costs here could be paid."""
    cdef uint8_t owed[6]
    cdef int i
    if f.b & PUT_PAID:
        return cost_rule(g, f.seat, cost, card.cost, f.a, NO_CELL, f.a, NULL)
    for i in range(6):
        owed[i] = 0
    owed[5] = f.x if f.x > 0 else 0
    return cost_rule(g, f.seat, NULL, owed, f.a, NO_CELL, f.a, NULL)


cdef int card_rule(Game *g, const Frame *f, int link) noexcept nogil:
    """Whether the card could be declared behind a link that exists for the question only."""
    cdef const Card *card = card_of(g, f.a)
    cdef const Ability *a
    cdef Ctx c
    cdef int number = event_ability(g, card)
    ability_ctx(&c, f.seat, f.a, NO_CELL, link)
    if card.play_if and not holds(g, &c, card.play_if):
        return 723                                  # R7.23
    if card.type != TYPE_EVENT_CARD:
        if not has_place(g, f.seat, f.a, card):
            return 604                              # R6.4
        return price_rule(g, f, card, NULL)
    if number == 0xFFFF:
        return price_rule(g, f, card, NULL)
    a = &g.book.abilities[number]
    if not holds(g, &c, a.when):
        return 723                                  # R7.23
    if not targets_possible(g, &c, a, 0):
        return 719                                  # R7.19
    return price_rule(g, f, card, &a.cost)


cdef int use_rule(Game *g, const Frame *f) noexcept nogil:
    """0, or the rule that keeps the card from being used; leaves the state as it was."""
    cdef uint64_t lo[N_REGISTERS]
    cdef uint64_t hi[N_REGISTERS]
    cdef uint8_t kind[N_REGISTERS]
    cdef uint8_t was[N_WAS]
    cdef uint8_t follows = g.s.follows
    cdef Link *decl
    cdef int rule
    if g.s.n_links >= N_LINKS or g.s.n_frames > DEEP:
        return 732                                  # R7.32
    memcpy(lo, g.s.reg_lo, sizeof(lo))
    memcpy(hi, g.s.reg_hi, sizeof(hi))
    memcpy(kind, g.s.reg_kind, sizeof(kind))
    memcpy(was, g.s.reg_was, sizeof(was))
    decl = new_link(g, f.seat)
    decl.flags = LF_NESTED
    decl.token = f.a
    decl.card = g.s.face[f.a]
    decl.kind = link_of_card(card_of(g, f.a))
    rule = card_rule(g, f, g.s.n_links - 1)
    drop_link(g)
    memcpy(g.s.reg_lo, lo, sizeof(lo))
    memcpy(g.s.reg_hi, hi, sizeof(hi))
    memcpy(g.s.reg_kind, kind, sizeof(kind))
    memcpy(g.s.reg_was, was, sizeof(was))
    g.s.follows = follows
    return rule


cdef void start(Game *g, Frame *f) noexcept nogil:
    cdef Link *decl = new_link(g, f.seat)
    cdef int i, place = g.s.place[f.a]
    fill_from_hand(g, decl, f.a)
    decl.flags |= LF_NESTED
    decl.goes = f.c
    if place != ZONE_HAND and place != ZONE_DECK:
        decl.action = place << 4
    if not f.b & PUT_PAID:
        decl.action |= PLAYED_PRICED
        for i in range(6):
            decl.owed[i] = 0
        decl.owed[5] = f.x if f.x > 0 else 0
    push_frame(g, FR_DECLARE, f.seat).a = g.s.n_links - 1


cdef void use_run(Game *g) noexcept nogil:
    """Advances FR_USE."""
    cdef Frame *f = top_frame(g)
    cdef bint done = f.step == US_DONE
    if f.step == US_ASK:
        ask(g, P_MAY, f.seat)
    elif f.step == US_START:
        f.step = US_DONE
        start(g, f)
    else:
        if g.s.place[f.a] == ZONE_HAND:
            g.s.dirty |= 1 << seat_of(f.a)          # it was shown (R2.23)
        pop_frame(g)
        g.s.done_full = done
        g.s.done_n = done


cdef int use_check(Game *g, int code) noexcept nogil:
    if code == CODE_NO:
        return 0
    return use_rule(g, top_frame(g)) if code == CODE_YES else 112      # R1.12


cdef int use_options(Game *g, uint16_t *out) noexcept nogil:
    out[0] = CODE_NO
    out[1] = CODE_YES
    return 2 if use_check(g, CODE_YES) == 0 else 1


cdef void use_decide(Game *g, int code) noexcept nogil:
    top_frame(g).step = US_START if code == CODE_YES else US_REFUSED
