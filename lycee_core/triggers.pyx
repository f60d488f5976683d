# Who hears what.
#
# Theory of operation. `emit` is called while the fact is about to happen or has just happened on a
# board that still shows it: a leaving is emitted before the card moves, so that abilities alive
# just before see it (R15.3). What is triggered waits in a queue of small records; the ability is
# named by its number in the catalogue, not by its card, because the card may be hidden by the time
# it runs. The queue is bounded: an overflow ends the game as a draw by limit (R15.13), the same on
# both replicas.

from libc.string cimport memset

from lycee_core.defs cimport *
from lycee_core.house cimport *
from lycee_core.program cimport Ability, Card
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.values cimport fresh, listen, touch_if


cdef Counter *find_counter(Game *g, int token, int ability) noexcept nogil:
    cdef int i
    for i in range(g.s.n_counters):
        if g.s.counters[i].token == token and g.s.counters[i].ability == ability:
            return &g.s.counters[i]
    return NULL


cdef int uses(Game *g, int token, int ability, int per) noexcept nogil:
    cdef Counter *k = find_counter(g, token, ability)
    if k == NULL:
        return 0
    if per == PER_BATTLE:
        return k.battle
    return k.game if per == PER_GAME else k.turn


cdef bint counter_free(Game *g, int token, int ability) noexcept nogil:
    """Whether a use can be counted at all.

    The table is a public limit (R7.37), never an overflow.
    """
    return g.s.n_counters < COUNTER_LIMIT or find_counter(g, token, ability) != NULL


cdef bint use_counter(Game *g, int token, int ability, int limit, int per) noexcept nogil:
    """Counts one use; False when the limit (0: none) was reached already or the table is full."""
    cdef Counter *k = find_counter(g, token, ability)
    if limit and uses(g, token, ability, per) >= limit:
        return False
    if k == NULL:
        if g.s.n_counters >= COUNTER_LIMIT:
            return False
        k = &g.s.counters[g.s.n_counters]
        g.s.n_counters += 1
        memset(k, 0, sizeof(Counter))
        k.token = token
        k.ability = ability
    k.turn += 1
    k.battle += 1
    k.game += k.game < 255
    return True


cdef void forget_counters(Game *g, int token) noexcept nogil:
    # R7.31: a character that leaves and enters again starts anew.
    cdef int i = 0
    while i < g.s.n_counters:
        if g.s.counters[i].token == token:
            g.s.n_counters -= 1
            g.s.counters[i] = g.s.counters[g.s.n_counters]
            memset(&g.s.counters[g.s.n_counters], 0, sizeof(Counter))
        else:
            i += 1


cdef void forget_turn(Game *g) noexcept nogil:
    """Counts start anew with every turn; uses in the whole game stay (R7.31)."""
    cdef int i, kept = 0
    for i in range(g.s.n_counters):
        if g.s.counters[i].token >= N_TOKENS:           # of a seat: a limit per game
            g.s.counters[kept] = g.s.counters[i]
            g.s.counters[kept].turn = 0
            g.s.counters[kept].battle = 0
            kept += 1
    memset(&g.s.counters[kept], 0, (N_COUNTERS - kept) * sizeof(Counter))
    g.s.n_counters = kept


cdef void enqueue(Game *g, int ability, int seat, int token, int subject, int cell,
                  int amount) noexcept nogil:
    cdef Trigger *t
    if g.s.n_triggers >= TRIGGER_LIMIT:
        game_over(g, 2, END_LIMIT)
        return
    t = &g.s.triggers[g.s.n_triggers]
    g.s.n_triggers += 1
    t.ability = ability
    t.seat = seat
    t.token = token
    t.subject = subject
    t.cell = cell
    t.amount = amount


cdef void offer_to(Game *g, int token, int cell, int seat, int event, int clock_seat, int subject,
                   int cause, int amount) noexcept nogil:
    """Lets the triggered abilities of one card in play hear one fact."""
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef Ctx c
    cdef int i
    if not (card.listens >> event) & 1:
        return
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind != AK_TRIGGERED or a.event != event or a.works_in != ZONE_FIELD:
            continue
        if a.whose != SIDE_ANY and clock_seat < 2 \
                and (clock_seat == seat) != (a.whose == SIDE_OWN):
            continue
        ability_ctx(&c, seat, token, cell, 255)
        c.subject = subject
        c.cause = cause
        c.amount = amount
        if a.what and subject != 255 and matches(g, &c, a.what, subject) != 1:
            continue
        if not holds(g, &c, a.when):
            continue
        if a.limit_n and not use_counter(g, token, card.first_ability + i, a.limit_n,
                                         a.limit_per):
            continue
        enqueue(g, card.first_ability + i, seat, token, subject, cell, amount)


cdef void remember_deed(Game *g, int token, int deed, int partner) noexcept nogil:
    """Keeps what a character did until the end of the turn (R4.2)."""
    cdef int cell
    if token >= N_TOKENS or g.s.place[token] != ZONE_FIELD:
        return
    cell = g.s.next[token]
    g.s.chars[cell].did |= deed
    if partner < N_TOKENS:
        g.s.chars[cell].partner = partner + 1
    touch_if(g, DEP_HISTORY)


cdef void remember_event(Game *g, int event, int subject, int cause) noexcept nogil:
    """What of an event a character will have done this turn."""
    if event == EV_TAPPED:
        remember_deed(g, subject, DID_WAS_TAPPED, NO_TOKEN)
    elif event == EV_MOVED:
        remember_deed(g, subject, DID_MOVED, NO_TOKEN)
    elif event == EV_BATTLE_STARTED:
        remember_deed(g, subject, DID_ATTACKED, NO_TOKEN)
    elif event == EV_DEFENDER_NAMED:
        remember_deed(g, subject, DID_DEFENDED | DID_BATTLED, cause)
        remember_deed(g, cause, DID_BATTLED, subject)
    elif event == EV_NO_DEFENDER:
        remember_deed(g, subject, DID_BATTLED, NO_TOKEN)
    elif event == EV_SUPPORTED:
        remember_deed(g, cause, DID_SUPPORTED, NO_TOKEN)


cdef void emit(Game *g, int event, int seat, int subject, int cause, int amount) noexcept nogil:
    """Notes a public fact and queues what listens to it; `seat` is whose turn or card it is."""
    report(g, event, seat, subject, cell_of(g, subject) if subject < N_TOKENS else NO_CELL, amount)
    if event <= EV_BATTLE_STARTED:
        remember_event(g, event, subject, cause)
    hear(g, event, seat, subject, cause, amount)


cdef void hear(Game *g, int event, int seat, int subject, int cause, int amount) noexcept nogil:
    """Queues what listens to a fact that another report tells already."""
    cdef int cell
    cdef Character *ch
    if not g.x.heard:
        listen(g)
    if not (g.x.listens >> event) & 1:
        return
    fresh(g)
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            offer_to(g, ch.token, cell, cell // 6, event, seat, subject, cause, amount)
        if ch.item != NO_TOKEN:
            offer_to(g, ch.item, cell, seat_of(ch.item), event, seat, subject, cause, amount)
        if ch.area != NO_TOKEN:
            offer_to(g, ch.area, cell, seat_of(ch.area), event, seat, subject, cause, amount)


cdef void queue_basic(Game *g, int basic, int cell, int subject, int amount) noexcept nogil:
    """Queues the effect of a printed Bonus, Deck Bonus or Penalty of the character in a cell
    (R10.16 to R10.18)."""
    cdef int token = g.s.chars[cell].token
    cdef const Card *card = card_of(g, token)
    cdef int i
    if not (g.x.basics[cell] >> basic) & 1:
        return
    for i in range(card.n_basics):
        if g.book.basics[card.first_basic + i].basic == basic:
            # Marked by the high bit: the number of a Basic, not of an Ability.
            enqueue(g, 0x8000 | (card.first_basic + i), cell // 6, token, subject, cell, amount)
