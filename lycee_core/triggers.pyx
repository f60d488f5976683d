# Who hears what.
#
# Theory of operation. `emit` is called while the fact is about to happen or has just happened on a
# board that still shows it: a leaving is emitted before the card moves, so that abilities alive
# just before see it (R15.3). What is triggered waits in a queue of small records; the ability is
# named by its number in the catalogue, not by its card, because the card may be hidden by the time
# it runs. The queue is bounded: an overflow ends the game as a draw by limit (R15.13), the same on
# both replicas.

from libc.stdint cimport uint8_t, uint64_t

from lycee_core.counters cimport counter_key, find_counter, use_counter
from lycee_core.defs cimport *
from lycee_core.doing cimport cause_of
from lycee_core.hooks cimport next_item
from lycee_core.house cimport *
from lycee_core.program cimport Ability, Card, works_in_play
from lycee_core.registers cimport *
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.values cimport fresh, touch_if


cdef bint tells_leaving(int event) noexcept nogil:
    """Whether an event is told while the cards it is about are still in play, about to leave."""
    return event == EV_LEFT or event == EV_ITEM_LEFT or event == EV_AREA_LEFT \
        or event == EV_DOWNED or event == EV_DOWNS


cdef int moves_with(Game *g, int ability, int subject) noexcept nogil:
    """TF_*: the moves that belong to the event itself, after which a card is still meant."""
    if ability & 0x8000 or tells_leaving(g.book.abilities[ability].event):
        return TF_LEAVES | TF_SELF_LEAVES
    if subject < N_TOKENS and (g.s.place[subject] == ZONE_CHAIN
                               or g.s.place[subject] == ZONE_PAYMENT):
        return TF_LEAVES                            # declared or paid: on its way
    return 0


cdef void enqueue(Game *g, int ability, int seat, int token, int subject, int cell, int amount,
                  int cause, int watcher) noexcept nogil:
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
    t.cause = cause
    t.amount = amount
    t.cause = cause
    t.watcher = watcher | moves_with(g, ability, subject)


cdef bint hears(Game *g, const Ability *a, Ctx *c, int clock_seat) noexcept nogil:
    """Whether a triggered ability answers to a fact, seen by `c`."""
    if a.whose != SIDE_ANY and clock_seat < 2 \
            and (clock_seat == c.seat) != (a.whose == SIDE_OWN):
        return False
    if a.what and c.subject != 255 and not told_matches(g, c, a.what, c.subject):
        return False
    return holds(g, c, a.when)


cdef void offer_ability(Game *g, int ability, int token, int cell, int seat, int clock_seat,
                        int subject, int cause, int amount) noexcept nogil:
    """Lets one triggered ability hear a fact of its event; seat 2: it is nobody's now."""
    cdef const Ability *a = &g.book.abilities[ability]
    cdef Ctx c
    if seat > 1:
        return
    ability_ctx(&c, seat, token, cell, 255)
    c.subject = subject
    c.cause = cause
    c.amount = amount
    if not hears(g, a, &c, clock_seat):
        return
    if a.limit_after and limit_reached(g, a, ability, token, seat, PER_TURN):
        return                                      # R7.31
    if (a.limit_n or a.flags & AF_COUNTED) \
            and not use_counter(g, counter_key(a, token, seat), ability, a.limit_n, a.limit_per):
        return
    enqueue(g, ability, seat, token, subject, cell, amount, cause_of(g, &c), 0)


cdef void offer_to(Game *g, int token, int cell, int seat, int event, int clock_seat, int subject,
                   int cause, int amount) noexcept nogil:
    """Lets the triggered abilities of one card in play hear one fact."""
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef int i, user
    if not (card.listens >> event) & 1:
        return
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind == AK_TRIGGERED and a.event == event and works_in_play(a) \
                and not (card.type == TYPE_CHARACTER and (g.x.lost[cell] >> i) & 1):
            user = user_of(g, a, token, cell, seat) if a.host or a.by else seat
            offer_ability(g, card.first_ability + i, token, cell, user, clock_seat, subject,
                          cause, amount)


cdef void offer_outside(Game *g, int event, int clock_seat, int subject, int cause,
                        int amount) noexcept nogil:
    """The same for public cards outside play whose abilities are alive there (R15.17)."""
    cdef uint8_t tokens[N_TOKENS]
    cdef const Card *card
    cdef const Ability *a
    cdef int i, k, n = outsiders(g, tokens)
    for i in range(n):
        card = card_of(g, tokens[i])
        for k in range(card.n_abilities):
            a = &g.book.abilities[card.first_ability + k]
            if a.kind == AK_TRIGGERED and a.event == event and works_here(g, a, tokens[i]):
                offer_ability(g, card.first_ability + k, tokens[i], NO_CELL,
                              user_of(g, a, tokens[i], NO_CELL, seat_of(tokens[i])), clock_seat,
                              subject, cause, amount)


cdef void offer_granted(Game *g, int event, int clock_seat, int subject, int cause,
                        int amount) noexcept nogil:
    """The same for abilities that characters were given."""
    cdef Granted given
    cdef int i, n = g.x.n_granted
    for i in range(n):
        given = g.granted[i]
        if g.book.abilities[given.ability].kind == AK_TRIGGERED \
                and g.book.abilities[given.ability].event == event:
            offer_ability(g, given.ability, given.token, given.cell,
                          user_of(g, &g.book.abilities[given.ability], given.token, given.cell,
                                  given.cell // 6), clock_seat, subject, cause, amount)


cdef void offer_watchers(Game *g, int event, int clock_seat, int subject, int cause,
                         int amount) noexcept nogil:
    """The same for what effects left behind to wait; it sees what its effect had named."""
    cdef Watcher *w
    cdef Ctx c
    cdef uint64_t lo[3]
    cdef uint64_t hi[3]
    cdef uint8_t kind[3]
    cdef int i, k
    for i in range(g.s.n_watchers):
        w = &g.s.watchers[i]
        if g.book.abilities[w.ability].event != event or w.until == UNTIL_NEVER:
            continue
        for k in range(3):
            lo[k] = g.s.reg_lo[k]
            hi[k] = g.s.reg_hi[k]
            kind[k] = g.s.reg_kind[k]
            fill_register(g, k, w.names[k])
        ability_ctx(&c, w.seat, w.source, w.cell, 255)
        c.subject = subject
        c.cause = cause
        c.amount = amount
        if hears(g, &g.book.abilities[w.ability], &c, clock_seat):
            enqueue(g, w.ability, w.seat, w.source, subject, w.cell, amount, cause_of(g, &c),
                    i + 1)
            if w.skip & WF_SELF_GONE:
                g.s.triggers[g.s.n_triggers - 1].watcher |= TF_SELF_GONE
            if w.count == 1:
                w.until = UNTIL_NEVER               # it has heard enough; its trigger drops it
            elif w.count:
                w.count -= 1
        for k in range(3):
            g.s.reg_lo[k] = lo[k]
            g.s.reg_hi[k] = hi[k]
            g.s.reg_kind[k] = kind[k]


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


cdef void count_for_card(Game *g, int number, int token, int cell, int clock_seat, int subject,
                         int cause, int amount) noexcept nogil:
    """Counts an event for one copy of the card that asks about it."""
    cdef Ctx c
    if token == NO_TOKEN or g.s.face[token] != g.book.abilities[number].name - 1:
        return
    ability_ctx(&c, cell // 6 if g.s.place[token] == ZONE_FIELD else seat_of(token), token, cell,
                255)
    c.subject = subject
    c.cause = cause
    c.amount = amount
    if (g.s.n_counters < COUNTER_LIMIT - COUNTERS_KEPT
            or find_counter(g, token, number) != NULL) \
            and hears(g, &g.book.abilities[number], &c, clock_seat):
        use_counter(g, token, number, 0, PER_TURN)
        touch_if(g, DEP_HISTORY)


cdef void count_for_cards(Game *g, int number, int clock_seat, int subject, int cause,
                          int amount) noexcept nogil:
    cdef int cell, item
    for cell in range(12):
        count_for_card(g, number, g.s.chars[cell].token, cell, clock_seat, subject, cause, amount)
        item = g.s.chars[cell].item
        while item != NO_TOKEN:
            count_for_card(g, number, item, cell, clock_seat, subject, cause, amount)
            item = next_item(g, cell, item)
        count_for_card(g, number, g.s.chars[cell].area, cell, clock_seat, subject, cause, amount)


cdef void count_event(Game *g, int event, int seat, int subject, int cause,
                      int amount) noexcept nogil:
    """Counts an event that some text may ask about, from the view of either seat (R15.15)."""
    cdef int i, number, who
    cdef Ctx c
    fresh(g)
    for i in range(g.book.n_counts):
        number = g.book.first_count + i
        if g.book.abilities[number].event != event:
            continue
        if g.book.abilities[number].name:
            count_for_cards(g, number, seat, subject, cause, amount)
            continue
        for who in range(2):
            ability_ctx(&c, who, NO_TOKEN, NO_CELL, 255)
            c.subject = subject
            c.cause = cause
            c.amount = amount
            if (g.s.n_counters < COUNTER_LIMIT - COUNTERS_KEPT
                    or find_counter(g, N_TOKENS + who, number) != NULL) \
                    and hears(g, &g.book.abilities[number], &c, seat):
                use_counter(g, N_TOKENS + who, number, 0, PER_TURN)
                touch_if(g, DEP_HISTORY)


cdef void tell_listeners(Game *g, int event, int seat, int subject, int cause,
                         int amount) noexcept nogil:
    """Offers a fact to everything that may listen to it."""
    cdef int cell, item
    cdef Character *ch
    for cell in range(12):
        ch = &g.s.chars[cell]
        if ch.token != NO_TOKEN:
            offer_to(g, ch.token, cell, cell // 6, event, seat, subject, cause, amount)
        item = ch.item
        while item != NO_TOKEN:
            offer_to(g, item, cell, seat_of(item), event, seat, subject, cause, amount)
            item = next_item(g, cell, item)
        if ch.area != NO_TOKEN:
            offer_to(g, ch.area, cell, seat_of(ch.area), event, seat, subject, cause, amount)
    if g.x.n_granted:
        offer_granted(g, event, seat, subject, cause, amount)
    if g.book.outside & 1:
        offer_outside(g, event, seat, subject, cause, amount)
    if g.s.n_watchers:
        offer_watchers(g, event, seat, subject, cause, amount)


cdef void queue_basic(Game *g, int basic, int cell, int subject, int amount) noexcept nogil:
    """Queues the effects of Bonus, Deck Bonus or Penalty of the character in a cell (R10.16 to
    R10.18): printed and granted ones."""
    cdef int token = g.s.chars[cell].token
    cdef const Card *card = card_of(g, token)
    cdef int i
    if not (g.x.basics[cell] >> basic) & 1:
        return
    for i in range(card.n_basics):
        if g.book.basics[card.first_basic + i].basic == basic:
            # Marked by the high bit: the number of a Basic, not of an Ability.
            enqueue(g, 0x8000 | (card.first_basic + i), cell // 6, token, subject, cell, amount,
                    255, 0)
    for i in range(g.x.n_basic_entries):
        if g.x.basic_cell[i] == cell and g.book.basics[g.x.basic_entry[i]].basic == basic:
            enqueue(g, 0x8000 | g.x.basic_entry[i], cell // 6, token, subject, cell, amount, 255,
                    0)
