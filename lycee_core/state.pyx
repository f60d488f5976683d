# What is told of a game, and how it ends: facts that both seats see, cards that become public, the
# winner. The state itself is declared in `state.pxd`.

from lycee_core.house cimport *


# ---- facts --------------------------------------------------------------------------------------

cdef void note(Game *g, int kind, int seat, int token, int cell, int amount) noexcept nogil:
    cdef Fact *e
    if g.latest.n_events >= N_EVENTS:
        return
    e = &g.latest.events[g.latest.n_events]
    g.latest.n_events += 1
    e.kind = kind
    e.seat = seat
    e.token = token
    e.cell = cell
    e.amount = amount
    e.card = UNKNOWN_CARD
    if token < N_TOKENS and g.s.know[token] == PUBLIC_KNOWN:
        e.card = g.s.face[token]


# ---- the end ------------------------------------------------------------------------------------

cdef void game_over(Game *g, int winner, int termination) noexcept nogil:
    if g.s.winner != NOBODY_SEAT:
        return
    g.s.winner = winner
    g.s.termination = termination
    report(g, EV_GAME_OVER, winner, NO_TOKEN, NO_CELL, termination)


cdef void check_decks(Game *g) noexcept nogil:
    # R16: a deck of 0 loses at once; both in one operation is a draw (house rule
    # BOTH_DECKS_EMPTY_IS_DRAW).
    cdef bint empty0 = g.s.deck_n[0] == 0
    cdef bint empty1 = g.s.deck_n[1] == 0
    if empty0 and empty1 and BOTH_DECKS_EMPTY_IS_DRAW:
        game_over(g, 2, END_DECK_OUT)
    elif empty0:
        game_over(g, 1, END_DECK_OUT)
    elif empty1:
        game_over(g, 0, END_DECK_OUT)
