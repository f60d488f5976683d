# The zones of a game and the primitive facts about tokens.
#
# Theory of operation. A token is a place: token -> owner is fixed, token -> card is not (a shuffle
# changes it). Deck, dust box and payments are singly linked lists through `next`, hands and
# removed cards are bit sets, cards in play carry their cell in `next`. No function here decides a
# rule: it moves tokens, keeps the knowledge bits true and notes public facts.

from libc.string cimport memmove, memset

from lycee_core.house cimport *


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


# ---- agenda -------------------------------------------------------------------------------------

cdef Frame *push_frame(Game *g, int kind, int seat) noexcept nogil:
    cdef Frame *f
    if g.s.n_frames >= N_FRAMES:
        # Depth is bounded by construction (turn, battle, chain, resolve, effect, draw, triggers
        # ...).
        g.x.status = ST_OVERFLOW
        return &g.s.frames[N_FRAMES - 1]
    f = &g.s.frames[g.s.n_frames]
    memset(f, 0, sizeof(Frame))
    f.kind = kind
    f.seat = seat
    g.s.n_frames += 1
    return f


cdef void pop_frame(Game *g) noexcept nogil:
    g.s.n_frames -= 1
    memset(&g.s.frames[g.s.n_frames], 0, sizeof(Frame))


# ---- what is pending ----------------------------------------------------------------------------

cdef void ask(Game *g, int kind, int seat) noexcept nogil:
    # R13: a hand that gained a card is shuffled before its owner decides, or a token would link
    # the draw to the play.
    if g.s.dirty & (1 << seat):
        if g.s.hand[seat]:
            ask_chance(g, P_SHUFFLE, seat, SRC_HAND, 0, 0)
            return
        g.s.dirty &= ~(1 << seat)
    g.s.pend_kind = kind
    g.s.pend_seat = seat
    g.s.pend_src = SRC_NONE
    g.s.pend_n = 0
    g.s.pend_k = 0
    g.s.pend_owner = 0


cdef void ask_chance(Game *g, int kind, int owner, int src, int n, int k) noexcept nogil:
    g.s.pend_kind = kind
    g.s.pend_seat = CHANCE_SEAT
    g.s.pend_src = src
    g.s.pend_n = n
    g.s.pend_k = k
    g.s.pend_owner = owner


cdef int request_tokens(Game *g, uint8_t *out) noexcept nogil:
    """Writes the tokens that the pending chance request is about, top of the deck first.

    Returns how many.
    """
    cdef int n = 0, t, limit = 0, _
    cdef int seat = g.s.pend_owner
    cdef uint64_t m
    if g.s.pend_src == SRC_DECK_TOP or g.s.pend_src == SRC_DECK \
            or g.s.pend_src == SRC_DECK_BOTTOM:
        limit = g.s.pend_n if g.s.pend_src == SRC_DECK_TOP else SEAT_TOKENS
        t = g.s.deck_head[seat]
        if g.s.pend_src == SRC_DECK_BOTTOM:
            for _ in range(g.s.deck_n[seat] - g.s.pend_n):
                t = g.s.next[t]
        while t != NO_TOKEN and n < limit:
            out[n] = t
            n += 1
            t = g.s.next[t]
    elif g.s.pend_src == SRC_HAND:
        m = g.s.hand[seat]
        while m:
            out[n] = seat * SEAT_TOKENS + ctz64(m)
            n += 1
            m &= m - 1
    elif g.s.pend_src == SRC_REG:
        n = request_register(g, seat, out)
    else:
        for t in range(seat * SEAT_TOKENS, (seat + 1) * SEAT_TOKENS):
            if (g.s.pend_src == SRC_PILE and g.s.place[t] == ZONE_PILE
                    and g.s.next[t] == g.s.pend_n) \
                    or (g.s.pend_src == SRC_ADRIFT and is_adrift(g, t)
                        and g.s.know[t] != PUBLIC_KNOWN):
                out[n] = t
                n += 1
    return n


cdef int request_register(Game *g, int seat, uint8_t *out) noexcept nogil:
    """The cards of one owner in a register; a show to both leaves out what is public already."""
    cdef uint8_t found[120]
    cdef int n = 0, i
    for i in range(reg_list(g, g.s.pend_n, found)):
        if found[i] >= N_TOKENS or seat_of(found[i]) != seat:
            continue
        if g.s.pend_k == AUDIENCE_BOTH and g.s.know[found[i]] == PUBLIC_KNOWN:
            continue
        out[n] = found[i]
        n += 1
    return n


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


cdef void make_public(Game *g, int token) noexcept nogil:
    if g.s.face[token] == UNKNOWN_CARD:
        g.x.status = ST_MISSING_FACE
        # Any card keeps the tables in range; the caller throws the whole step away.
        g.s.face[token] = 0
    g.s.know[token] = PUBLIC_KNOWN


# ---- zones --------------------------------------------------------------------------------------

cdef void list_remove(Game *g, uint8_t *head, uint8_t *tail, int token) noexcept nogil:
    cdef int t = head[0], before = NO_TOKEN
    while t != token and t != NO_TOKEN:
        before = t
        t = g.s.next[t]
    if t == NO_TOKEN:
        g.x.status = ST_OVERFLOW
        return
    if before == NO_TOKEN:
        head[0] = g.s.next[token]
    else:
        g.s.next[before] = g.s.next[token]
    if tail[0] == token:
        tail[0] = before
    g.s.next[token] = NO_TOKEN


cdef void forget_known(Game *g, int token) noexcept nogil:
    """Nobody remembers any more what a card was when it left play: its token is another card."""
    cdef int i
    for i in range(N_LAST_KNOWN):
        if g.s.last_known[i].token == token:
            memmove(&g.s.last_known[i], &g.s.last_known[i + 1],
                    (N_LAST_KNOWN - 1 - i) * sizeof(LastKnown))
            memset(&g.s.last_known[N_LAST_KNOWN - 1], 0, sizeof(LastKnown))
            g.s.last_known[N_LAST_KNOWN - 1].token = NO_TOKEN
            return


cdef bint is_new_dust(Game *g, int token) noexcept nogil:
    """Whether a card of a dust box came there this turn; the oldest lie first."""
    cdef int seat = seat_of(token)
    cdef int t = g.s.dust_head[seat], _
    for _ in range(g.s.dust_old[seat]):
        if t == token:
            return False
        t = g.s.next[t]
    return True


# A reference points at a card in the zone where it found it (R15.8). `part_ways` is called by
# whatever takes a card out of a zone; an operation that moves the cards of a register puts them
# back into it, since it names them anew.

cdef void drop_from_registers(Game *g, int token, const uint64_t *half) noexcept nogil:
    cdef uint64_t *mine = &g.s.reg_lo[0] if token < SEAT_TOKENS else &g.s.reg_hi[0]
    cdef int r
    for r in range(N_REGISTERS):
        if half[r] & bit_of(token) == 0 or g.s.reg_kind[r] != REG_TOKENS:
            continue
        if r < N_WAS and (g.s.follows >> r) & 1:
            continue
        mine[r] &= ~bit_of(token)
        if r < N_WAS and g.s.reg_lo[r] | g.s.reg_hi[r] == 0:
            g.s.reg_was[r] = token + 1


cdef bint is_resolving(Game *g, int link) noexcept nogil:
    cdef int i
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_RESOLVE and g.s.frames[i].a == link:
            return True
    return False


cdef void part_from_links(Game *g, int token) noexcept nogil:
    """A declaration whose card or target leaves; what its own payment moves is still its own."""
    cdef Link *decl
    cdef int i, k, word
    for i in range(g.s.n_links):
        decl = &g.s.links[i]
        if decl.token == token and not decl.lost & LOST_SELF and not is_resolving(g, i):
            decl.lost |= LOST_SELF
        for k in range(decl.n_picks):
            if decl.picks[k] != token:
                continue
            word = (decl.pick_of[k // 2] >> (4 * (k % 2))) & 15
            if decl.ability & 0x8000 or not g.book.selectors[
                    g.book.abilities[decl.ability].target[word]].follow:
                decl.lost |= 2 << k


cdef bint sees_leaving(Game *g, int watcher, int token) noexcept nogil:
    """Whether what a watcher heard is that this card leaves."""
    cdef int i
    for i in range(g.s.n_triggers):
        if g.s.triggers[i].watcher & TF_WATCHER == watcher + 1 \
                and g.s.triggers[i].subject == token and g.s.triggers[i].watcher & TF_LEAVES:
            return True
    return False


cdef void part_from_waiting(Game *g, int token) noexcept nogil:
    """What waits: the names of watchers first, since they ask what their triggers saw."""
    cdef Watcher *w
    cdef Trigger *t
    cdef int i, k
    for i in range(g.s.n_watchers):
        w = &g.s.watchers[i]
        if w.source == token:
            w.skip |= WF_SELF_GONE
        for k in range(3):
            if w.names[k] == token and not w.skip & (WF_FOLLOW << k) \
                    and not sees_leaving(g, i, token):
                w.names[k] = 255
    for i in range(g.s.n_triggers):
        t = &g.s.triggers[i]
        if t.subject == token:
            t.watcher = t.watcher & ~TF_LEAVES if t.watcher & TF_LEAVES \
                else t.watcher | TF_SUBJECT_GONE
        if t.token == token:
            t.watcher = t.watcher & ~TF_SELF_LEAVES if t.watcher & TF_SELF_LEAVES \
                else t.watcher | TF_SELF_GONE


cdef void part_ways(Game *g, int token) noexcept nogil:
    """A card leaves its zone: whoever pointed at it there does so no longer (R15.8)."""
    cdef const uint64_t *half = &g.s.reg_lo[0] if token < SEAT_TOKENS else &g.s.reg_hi[0]
    cdef uint64_t held = 0
    cdef int i
    for i in range(N_REGISTERS):
        held |= half[i]
    if held & bit_of(token):
        drop_from_registers(g, token, half)
    if g.s.n_links:
        part_from_links(g, token)
    if g.s.n_watchers | g.s.n_triggers:
        part_from_waiting(g, token)
    if g.s.n_modifiers:
        part_from_lasting(g, token)


cdef void part_from_lasting(Game *g, int token) noexcept nogil:
    """What cards remember of it, and what lets it be played from where it lay (R7.40)."""
    cdef const Ins *ins
    cdef Modifier *m
    cdef int i = 0
    while i < g.s.n_modifiers:
        m = &g.s.modifiers[i]
        ins = &g.book.code[m.pc]
        if ins.op == O_REMEMBER and m.aux == token and not m.aux2:      # aux2: it follows
            m.aux = 255
            g.x.fresh = 0
        if ins.op == O_PERMIT and ins.y & RULE_FROM and m.subject == token:
            g.s.n_modifiers -= 1
            memmove(m, m + 1, (g.s.n_modifiers - i) * sizeof(Modifier))
            memset(&g.s.modifiers[g.s.n_modifiers], 0, sizeof(Modifier))
            g.x.fresh = 0
        else:
            i += 1


cdef int holders(Game *g, int token) noexcept nogil:
    """The registers that hold a card, as a set."""
    cdef int r, found = 0
    for r in range(N_REGISTERS):
        if g.s.reg_kind[r] == REG_TOKENS and reg_has(g, r, token):
            found |= 1 << r
    return found


cdef void name_anew(Game *g, int token, int registers) noexcept nogil:
    """An operation put a card elsewhere: whatever named it for this means it there."""
    cdef int r
    for r in range(N_REGISTERS):
        if (registers >> r) & 1:
            reg_add(g, r, token)


cdef void take_out(Game *g, int token) noexcept nogil:
    """Takes a token out of the zone it lies in, for good.

    What lies in play or on the chain is unhooked by its own module.
    """
    part_ways(g, token)
    lift_out(g, token)


cdef void lift_out(Game *g, int token) noexcept nogil:
    """Takes a token out of where it lies; its zone may stay the same."""
    cdef int seat = seat_of(token)
    cdef int zone = g.s.place[token]
    if zone == ZONE_HAND or zone == ZONE_DECK:
        forget_known(g, token)
    if zone == ZONE_HAND:
        g.s.hand[seat] &= ~bit_of(token)
    elif zone == ZONE_DECK:
        list_remove(g, &g.s.deck_head[seat], &g.s.deck_tail[seat], token)
        g.s.deck_n[seat] -= 1
    elif zone == ZONE_DUST:
        if not is_new_dust(g, token):
            g.s.dust_old[seat] -= 1
        list_remove(g, &g.s.dust_head[seat], &g.s.dust_tail[seat], token)
        g.s.dust_n[seat] -= 1
    elif zone == ZONE_REMOVED:
        g.s.removed[seat] &= ~bit_of(token)
    elif zone == ZONE_PAYMENT:
        take_unpaid(g, token)
    elif zone == ZONE_PILE and pile_size(g, g.s.next[token]) == 1:
        memset(&g.s.piles[g.s.next[token]], 0, sizeof(Pile))    # the last one: the pile is gone


cdef void take_unpaid(Game *g, int token) noexcept nogil:
    """Takes a designated card out of the payment of its declaration (R5.34)."""
    cdef int i, k, t, before
    cdef Link *decl
    for i in range(g.s.n_links):
        decl = &g.s.links[i]
        t = decl.pay_head
        before = NO_TOKEN
        for k in range(decl.n_pay):
            if t == token:
                if before == NO_TOKEN:
                    decl.pay_head = g.s.next[t]
                else:
                    g.s.next[before] = g.s.next[t]
                if k < 8:
                    decl.foreign = (decl.foreign & ((1 << 2 * k) - 1)) \
                        | (decl.foreign >> (2 * k + 2) << 2 * k)
                if k < decl.n_cost_cards:
                    decl.n_cost_cards -= 1
                    decl.flags |= LF_SHORT
                decl.n_pay -= 1
                g.s.next[t] = NO_TOKEN
                return
            before = t
            t = g.s.next[t]


# ---- piles and cards adrift ---------------------------------------------------------------------

cdef int pile_size(Game *g, int slot) noexcept nogil:
    cdef int t, n = 0
    for t in range(N_TOKENS):
        n += g.s.place[t] == ZONE_PILE and g.s.next[t] == slot
    return n


cdef bint is_adrift(Game *g, int token) noexcept nogil:
    """Whether a card lies on nothing any more: the next thing that happens is that it is discarded.

    Cards set aside wait for the end of the outermost effect, or for a delayed one that knows them.
    """
    cdef int zone = g.s.place[token], i, k
    if zone == ZONE_HELD:
        return g.s.next[token] == NO_TOKEN
    if zone == ZONE_PILE:
        return g.s.piles[g.s.next[token]].flags & PILE_DOOMED
    if zone != ZONE_ASIDE:
        return False
    for i in range(g.s.n_frames):
        if g.s.frames[i].kind == FR_EFFECT:
            return False
    for i in range(N_WATCHERS):
        for k in range(3):
            if g.s.watchers[i].until != UNTIL_NEVER and g.s.watchers[i].names[k] == token:
                return False
    return True


cdef void put_hand(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_HAND
    g.s.next[token] = NO_TOKEN
    g.s.hand[seat] |= bit_of(token)
    g.s.know[token] |= 1 << seat
    g.s.dirty |= 1 << seat


cdef void put_dust(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DUST
    g.s.next[token] = NO_TOKEN
    make_public(g, token)
    if g.s.dust_n[seat] == 0:
        g.s.dust_head[seat] = token
    else:
        g.s.next[g.s.dust_tail[seat]] = token
    g.s.dust_tail[seat] = token
    g.s.dust_n[seat] += 1


cdef void put_removed(Game *g, int token) noexcept nogil:
    g.s.place[token] = ZONE_REMOVED
    g.s.next[token] = NO_TOKEN
    make_public(g, token)
    g.s.removed[seat_of(token)] |= bit_of(token)


cdef void put_deck_top(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DECK
    g.s.next[token] = g.s.deck_head[seat]
    g.s.deck_head[seat] = token
    if g.s.deck_n[seat] == 0:
        g.s.deck_tail[seat] = token
    g.s.deck_n[seat] += 1


cdef void put_deck_bottom(Game *g, int token) noexcept nogil:
    cdef int seat = seat_of(token)
    g.s.place[token] = ZONE_DECK
    g.s.next[token] = NO_TOKEN
    if g.s.deck_n[seat] == 0:
        g.s.deck_head[seat] = token
    else:
        g.s.next[g.s.deck_tail[seat]] = token
    g.s.deck_tail[seat] = token
    g.s.deck_n[seat] += 1


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


# ---- registers ----------------------------------------------------------------------------------
# An entity is a token 0..119, a cell 128 + c, a link 144 + decl, or a seat 160 + s.

cdef void fill_register(Game *g, int r, int entity) noexcept nogil:
    """Makes a register hold one entity, or none."""
    reg_clear(g, r, REG_TOKENS)
    if entity == 255:
        return
    g.s.reg_kind[r] = kind_of_entity(entity)
    reg_add(g, r, entity)


cdef void reg_add(Game *g, int r, int entity) noexcept nogil:
    if entity < SEAT_TOKENS:
        g.s.reg_lo[r] |= (<uint64_t>1) << entity
    elif entity < N_TOKENS:
        g.s.reg_hi[r] |= (<uint64_t>1) << (entity - SEAT_TOKENS)
    elif entity >= 160 and entity < 162:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 160)
    elif entity >= 144 and entity < 160:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 144)
    elif entity >= 128 and entity < 140:
        g.s.reg_lo[r] |= (<uint64_t>1) << (entity - 128)


cdef int reg_count(Game *g, int r) noexcept nogil:
    return popcount64(g.s.reg_lo[r]) + popcount64(g.s.reg_hi[r])


cdef int reg_list(Game *g, int r, uint8_t *out) noexcept nogil:
    """Entities of a register in rising order; `out` has room for 120."""
    cdef int n = 0, base = kind_base(g.s.reg_kind[r])
    cdef uint64_t m = g.s.reg_lo[r]
    while m:
        out[n] = base + ctz64(m)
        n += 1
        m &= m - 1
    m = g.s.reg_hi[r]
    while m:
        out[n] = SEAT_TOKENS + ctz64(m)
        n += 1
        m &= m - 1
    return n


cdef int reg_first(Game *g, int r) noexcept nogil:
    cdef uint8_t out[120]
    if reg_list(g, r, out) == 0:
        return 255
    return out[0]


cdef int reg_meant(Game *g, int r) noexcept nogil:
    """The first entity of a register, to be read; or the card that it was, which left its zone."""
    cdef int entity = reg_first(g, r)
    if entity == 255 and r < N_WAS and g.s.reg_was[r]:
        return g.s.reg_was[r] - 1
    return entity


cdef bint reg_has(Game *g, int r, int entity) noexcept nogil:
    if entity < SEAT_TOKENS:
        return (g.s.reg_lo[r] >> entity) & 1
    if entity < N_TOKENS:
        return (g.s.reg_hi[r] >> (entity - SEAT_TOKENS)) & 1
    if entity >= 160:
        return g.s.reg_kind[r] == REG_SEATS and (g.s.reg_lo[r] >> (entity - 160)) & 1
    if entity >= 144:
        return g.s.reg_kind[r] == REG_LINKS and (g.s.reg_lo[r] >> (entity - 144)) & 1
    return g.s.reg_kind[r] == REG_CELLS and (g.s.reg_lo[r] >> (entity - 128)) & 1


cdef void reg_drop(Game *g, int r, int entity) noexcept nogil:
    """Takes one entity out of a register."""
    if entity < SEAT_TOKENS:
        g.s.reg_lo[r] &= ~bit_of(entity)
    elif entity < N_TOKENS:
        g.s.reg_hi[r] &= ~bit_of(entity)
    elif entity < 162:
        g.s.reg_lo[r] &= ~((<uint64_t>1) << (entity - kind_base(kind_of_entity(entity))))


# ---- items --------------------------------------------------------------------------------------

cdef int item_behind(Game *g, int cell, int item) noexcept nogil:
    """The first item of the character in a cell with a higher token, or NO_TOKEN."""
    cdef int t
    for t in range(item + 1, N_TOKENS):
        if g.s.place[t] == ZONE_ITEM and g.s.next[t] == cell:
            return t
    return NO_TOKEN


cdef void count_items(Game *g, int cell) noexcept nogil:
    """R9.12: the items of a character are in the order of their tokens; the first is named."""
    cdef int first = item_behind(g, cell, -1)
    g.s.chars[cell].item = first
    g.s.chars[cell].flags &= ~CH_MORE_ITEMS
    if first != NO_TOKEN and item_behind(g, cell, first) != NO_TOKEN:
        g.s.chars[cell].flags |= CH_MORE_ITEMS


cdef void hook_item(Game *g, int token, int cell) noexcept nogil:
    """A card lies on the character in a cell from now on."""
    g.s.place[token] = ZONE_ITEM
    g.s.next[token] = cell
    if g.s.chars[cell].item == NO_TOKEN:
        g.s.chars[cell].item = token
    else:
        count_items(g, cell)


cdef void unhook_item(Game *g, int token) noexcept nogil:
    """An item is taken off its character; the caller says where it lies then."""
    cdef int cell = g.s.next[token]
    g.s.next[token] = NO_TOKEN
    if g.s.chars[cell].flags & CH_MORE_ITEMS:
        count_items(g, cell)
    else:
        g.s.chars[cell].item = NO_TOKEN
