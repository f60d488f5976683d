# Positions of puzzles and tests: tokens put where they are to lie, and a turn that begins there.

from lycee_core.defs cimport *
from lycee_core.engine cimport advance
from lycee_core.hooks cimport hook_item
from lycee_core.moves cimport next_arrival
from lycee_core.pool cimport no_game
from lycee_core.readout cimport a_cell, a_token
from lycee_core.state cimport *
from lycee_core.tokens cimport put_deck_top, put_dust, put_hand, put_removed, take_out
from lycee_core.turn cimport TS_MAIN
from lycee_core.values cimport touch


cdef int put_token(Game *g, int token, int zone, int cell, bint tapped, bint new) except -1:
    cdef Character *ch
    a_token(token)
    if g == no_game():
        raise ValueError("a state without a catalogue has no positions")
    if g.s.place[token] not in (ZONE_DECK, ZONE_HAND, ZONE_DUST, ZONE_REMOVED):
        raise ValueError(f"token {token} is in play already")
    if g.s.face[token] == UNKNOWN_CARD:
        raise ValueError(f"token {token} has no face here")
    if zone in (ZONE_FIELD, ZONE_ITEM, ZONE_AREA):
        ch = &g.s.chars[a_cell(cell)]
        there = (ch.token if zone == ZONE_FIELD else NO_TOKEN if zone == ZONE_ITEM
                 else ch.area)
        if there != NO_TOKEN or (zone == ZONE_ITEM and ch.token == NO_TOKEN):
            raise ValueError(f"cell {cell} cannot take token {token}")
    elif zone not in (ZONE_DECK, ZONE_HAND, ZONE_DUST, ZONE_REMOVED):
        raise ValueError(f"zone {zone}")
    g.latest.n_listed = 0
    take_out(g, token)
    lay(g, token, zone, cell, tapped, new)
    touch(g)
    return 0


cdef void lay(Game *g, int token, int zone, int cell, bint tapped, bint new) noexcept nogil:
    if zone == ZONE_DECK:
        put_deck_top(g, token)
        g.s.know[token] = 0
    elif zone == ZONE_HAND:
        put_hand(g, token)
    elif zone == ZONE_DUST:
        put_dust(g, token)
    elif zone == ZONE_REMOVED:
        put_removed(g, token)
    else:
        g.s.place[token] = zone
        g.s.next[token] = cell
        g.s.know[token] = PUBLIC_KNOWN
        if zone == ZONE_ITEM:
            hook_item(g, token, cell)
        elif zone == ZONE_AREA:
            g.s.chars[cell].area = token
        else:
            g.s.chars[cell].arrival = next_arrival(g)
            g.s.chars[cell].token = token
            g.s.chars[cell].flags = (CH_TAPPED if tapped else 0) | (CH_NEW if new else 0)


cdef int begin_main(Game *g, int seat, int turn) except -1:
    if seat not in (0, 1) or g == no_game():
        raise ValueError(f"seat {seat}")
    g.latest.n_listed = 0
    g.s.turn = turn
    g.s.turn_player = seat
    g.s.first_player = 0
    g.s.phase = PH_MAIN
    g.s.dirty = 0
    g.s.dust_old[0] = g.s.dust_n[0]
    g.s.dust_old[1] = g.s.dust_n[1]
    g.s.n_frames = 1
    g.s.frames[0].step = TS_MAIN
    g.s.frames[0].a = 0
    g.s.frames[0].b = 1
    g.s.pend_kind = P_NONE
    advance(g)
    return 0
