# A game before its first card: sixty unknown cards a deck, and a turn to begin.

from libc.string cimport memset

from lycee_core.agenda cimport push_frame
from lycee_core.state cimport *
from lycee_core.tokens cimport put_deck_bottom


cdef void state_init(Game *g) noexcept nogil:
    cdef State *s = &g.s
    cdef int i, seat
    memset(s, 0, sizeof(State))
    memset(&g.x, 0, sizeof(Scratch))
    forget_latest(g)
    for i in range(N_TOKENS):
        s.face[i] = UNKNOWN_CARD
        s.next[i] = NO_TOKEN
    for i in range(12):
        s.chars[i].token = NO_TOKEN
        s.chars[i].item = NO_TOKEN
        s.chars[i].area = NO_TOKEN
    for i in range(N_LAST_KNOWN):
        s.last_known[i].token = NO_TOKEN
    for seat in range(2):
        s.deck_head[seat] = NO_TOKEN
        s.deck_tail[seat] = NO_TOKEN
        s.dust_head[seat] = NO_TOKEN
        s.dust_tail[seat] = NO_TOKEN
        for i in range(SEAT_TOKENS):
            put_deck_bottom(g, seat * SEAT_TOKENS + i)
    s.attacker = NO_TOKEN
    s.cause = NO_TOKEN
    s.defender = NO_TOKEN
    s.supported = NO_TOKEN
    s.supporter = NO_TOKEN
    s.winner = NOBODY_SEAT
    s.turn_player = NOBODY_SEAT
    s.first_player = NOBODY_SEAT
    push_frame(g, FR_TURN, 0)
