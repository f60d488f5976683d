# The whole state of a game: one fixed-size struct without pointers. Above: program (compiled
# cards). Below: registers, hooks, parting, tokens, agenda and all that follows. Invariant: clone is
# a copy, equality is a comparison; caches live in Scratch and the last events in Latest, outside
# the compared part.

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from lycee_core.defs cimport *
from lycee_core.program cimport Book, Card, Ins

cdef enum:  # frames of the agenda
    FR_TURN = 1         # step = TS_*
    FR_CHAIN = 2        # step 0: seat may respond; 1: resolving
    FR_DECLARE = 3      # building a declaration: a = link
    FR_RESOLVE = 4      # carrying out link a
    FR_BATTLE = 5       # step = BS_*
    # running a program: a source token, b cell, c link, d subject, e flags, pc, x amount
    FR_EFFECT = 6
    FR_DRAW = 7         # seat draws x cards; a = 1 + register for them
    FR_MILL = 8         # seat mills x cards; the same; e = MILL_*
    FR_TRIGGERS = 9     # a = how many of the queue belong to this batch
    FR_PAY = 10         # designating: a = link
    FR_USE = 13         # a card is used in an effect: a token, b PUT_*, c where it goes, x price
    FR_TIDY = 12        # what is adrift goes to the dust box
    FR_REPLACE = 15     # a replacement: pc ability, a source, b cell, c entity, d cause, x amount
    FR_SUPPORT = 14     # a support is added: a supporter, b supported, c SUPPORT_*, x points
    FR_TAX = 11         # one Tax at the turn start: a token, pc number of the Basic, b link
    # a payment inside an effect: a token, b link, c cell, pc number of the Basic or 0xFFFF
    FR_PAYING = 20
    FR_RETARGET = 21    # new targets of link a: b target word, c picks of it

cdef enum:
    BS_DOWNED = 5           # step of FR_BATTLE: the window "when downed" (R8.30)

cdef enum:  # flags of a link
    LF_CANCELLED = 1
    LF_TAP = 2          # its [T] is reserved
    LF_TAPLESS = 4      # support by Supporter
    LF_TAX = 8          # on no chain, paid at once: a Tax, a price inside an effect, an as_cost
    LF_SHORT = 16       # a card named for a part of its cost was taken away
    LF_GIFTED = 32      # its payment holds more than cards, or these count as something else
    LF_NESTED = 128     # a card used inside an effect: carried out at once, answers nothing
    LF_ALT_COST = 64    # the other cost of its card is paid

cdef enum:  # action of a link that plays a card; from the fifth bit on its zone: 0 the hand
    PLAYED_PRICED = 1   # inside an effect, without its own price
    PLAYED_FREE = 2     # for nothing

cdef enum:  # what a link has lost since it was declared; from the second bit on: its picks
    LOST_SELF = 1       # its card left the zone in which it was declared

cdef enum:  # where the tokens of a chance request come from
    SRC_NONE = 0
    SRC_DECK_TOP = 1    # the top pend_n of the deck of pend_owner
    SRC_DECK = 2
    SRC_HAND = 3
    SRC_REG = 4         # register pend_n
    SRC_DECK_BOTTOM = 5     # the bottom pend_n of the deck of pend_owner, the upper first
    SRC_PILE = 6            # cards of pend_owner in the pile pend_n
    SRC_ADRIFT = 7          # cards of pend_owner that are adrift and not public

cdef enum:  # where designated cards come from (link.foreign)
    FROM_HAND = 0
    FROM_DUST = 1
    FROM_ELSEWHERE = 2

cdef enum:  # flags of FR_MILL (frame.e)
    MILL_DAMAGE = 1
    MILL_BOTTOM = 2

cdef enum:  # kinds of registers
    REG_TOKENS = 0
    REG_CELLS = 1
    REG_LINKS = 2
    REG_SEATS = 3
    REG_NUMBER = 4      # a counter of a loop, or a set of modes

cdef enum:
    PICK_ORDER = 16     # picks whose order is kept; further ones follow by token
    # 0..7 effects, 8..11 what runs inside a payment, 12..15 what runs in the middle of an operation
    N_REGISTERS = 16
    N_MODIFIERS = 25
    N_WATCHERS = 12
    N_COUNTERS = 32
    N_LINKS = 12
    N_FRAMES = 18
    N_TRIGGERS = 24
    N_LAST_KNOWN = 8
    N_PILES = 8
    N_REPLACED = 6
    N_CHOSEN = 4
    N_EXTRAS = 4
    N_NAMED = 7
    N_WAS = 8               # registers of ordinary effects

cdef enum:  # flags of a waiting trigger, beside the number of its watcher
    TF_WATCHER = 15
    TF_LEAVES = 16          # it saw its subject leave, or on its way: one move is part of the event
    TF_SUBJECT_GONE = 32    # the subject left its zone meanwhile
    TF_SELF_LEAVES = 64     # it saw its own card leave together with the subject
    TF_SELF_GONE = 128

cdef enum:  # flags of a watcher
    WF_SKIP = 1             # the end of this turn does not count
    WF_FOLLOW = 2           # << k: name k may leave its zone
    WF_SELF_GONE = 16       # its card left the zone in which it was

cdef enum:  # status of a step that could not be finished
    ST_OK = 0
    ST_MISSING_FACE = 1     # this replica lacks a face that the decision makes public
    ST_OVERFLOW = 2         # a capacity that a rule should have guarded: our fault

# 28 bytes, one a cell; the area belongs to the cell, the rest to the character
cdef struct Character:
    uint32_t gained         # basic abilities until turn end
    uint32_t lost
    int16_t turn_change[3]  # AP DP SP
    int16_t battle_change[3]
    uint8_t used            # basic abilities declared this turn, bit ACT_* - 1
    uint8_t arrival         # order of entering among the characters in play, from 1
    uint8_t token
    uint8_t item
    uint8_t area
    uint8_t flags
    uint8_t did             # DID_* of this turn
    uint8_t partner         # 1 + the token it battled last this turn

# 12 bytes: a change that outlives the turn or is no plain sum: an instruction that goes on holding
cdef struct Modifier:
    uint16_t pc             # the O_* instruction, as it stands in a passive ability too
    int16_t amount          # frozen when the effect was carried out
    uint8_t subject         # entity
    uint8_t source
    uint8_t seat            # "you"
    uint8_t cell            # of the source then
    uint8_t until           # UNTIL_*; 255: the record is free
    uint8_t count           # uses left, or wake-ups to come
    uint8_t aux
    uint8_t aux2

cdef struct Watcher:        # 12 bytes: a delayed or lasting trigger
    uint16_t ability        # compiled like a triggered ability, but of no card
    uint8_t seat
    uint8_t source
    uint8_t cell
    uint8_t until           # 255: the record is free
    uint8_t count           # times left; 0 = every time
    uint8_t subject         # whose leaving ends it
    uint8_t names[3]        # what it remembers of its effect: entities
    uint8_t skip            # WF_*

cdef struct Counter:        # 6 bytes: uses of one ability
    uint16_t ability        # its number in the catalogue
    uint8_t token           # of this card, or 120 + seat
    uint8_t turn
    uint8_t battle
    uint8_t game

cdef struct Link:           # 36 bytes: a declaration on the chain
    uint16_t card           # face of the source when it was declared
    uint16_t ability        # index into the ability table; 0xFFFF none
    uint8_t kind            # LK_*
    uint8_t seat
    uint8_t token           # the card, or the character whose ability it is
    uint8_t action          # ACT_* for basics and attacks
    # entry: destination; ability, attack, support: where the character stood
    uint8_t cell
    # destination cell of a move, supported cell, bearer's cell, attacked column
    uint8_t target
    uint8_t flags           # LF_*
    uint8_t n_picks
    uint8_t picks[6]        # targets: tokens, cells or links, by the kind of their selector
    uint8_t pick_of[3]      # nibbles: which target each pick belongs to
    uint8_t n_pay
    uint8_t pay_head        # designated cards in order, linked by next
    uint8_t owed[6]         # points, frozen at declaration (R5.22)
    # the first so many designated cards are hand cards of the cost, not points
    uint8_t n_cost_cards
    uint8_t tapping         # token of the character whose [T] is reserved (LF_TAP)
    uint8_t lost            # LOST_SELF, and 2 << i: pick i left its zone
    uint16_t foreign        # two bits each: where the first eight designated cards came from
    uint8_t x               # number chosen at declaration
    uint8_t goes            # where its card goes: 0 the dust box, else 1 + ZONE_*, as put_zone

cdef struct Extra:          # 16 bytes: what belongs to the payment of a link beside hand cards
    uint8_t link            # 1 + its link; 0: the record is free
    # nibbles: how many of `named` were named for each part of the cost
    uint8_t n_of[2]
    uint8_t named[7]        # tokens named for the parts, in their order
    uint8_t gifts[4]        # points given by as_cost abilities: attributes | number << 5
    uint8_t pay_to          # where paid cards go: 0 the dust box, else 1 + ZONE_*
    uint8_t paid_as         # a designated card counts as: attributes | (1 + EX) << 5; 0 as printed

cdef struct Frame:          # 12 bytes
    uint16_t pc
    int16_t x
    uint8_t kind
    uint8_t step
    uint8_t seat
    uint8_t a
    uint8_t b
    uint8_t c
    uint8_t d
    uint8_t e

cdef struct Trigger:        # 10 bytes: one waiting triggered ability
    uint16_t ability
    uint8_t seat
    uint8_t token
    uint8_t subject
    uint8_t cell
    int16_t amount
    uint8_t cause
    uint8_t watcher         # 1 + its number, where a watcher heard it; from bit 4 on TF_*

cdef struct LastKnown:      # 12 bytes: what a card was when it left
    uint16_t card
    int16_t ap
    int16_t dp
    int16_t sp
    uint8_t token
    uint8_t cell
    uint8_t flags
    uint8_t item

cdef struct Pile:           # 4 bytes: cards under one name, or set aside by it
    uint8_t name            # 1 + the number of its name; 0: the record is free
    uint8_t seat
    uint8_t maker           # token
    uint8_t flags

cdef struct Replaced:       # 4 bytes: a replacement that has had its say about one event
    uint16_t ability
    uint8_t token
    uint8_t event

cdef struct State:
    uint64_t hand[2]
    uint64_t removed[2]
    uint64_t reg_lo[N_REGISTERS]    # tokens 0..59, or cells, or links
    uint64_t reg_hi[N_REGISTERS]    # tokens 60..119
    uint16_t face[120]
    Character chars[12]
    Modifier modifiers[N_MODIFIERS]
    Watcher watchers[N_WATCHERS]
    Counter counters[N_COUNTERS]
    Link links[N_LINKS]             # beside the triggers: a clone leaves out what is not in use
    Trigger triggers[N_TRIGGERS]
    Extra extras[N_EXTRAS]
    Frame frames[N_FRAMES]
    LastKnown last_known[N_LAST_KNOWN]
    Pile piles[N_PILES]
    Replaced replaced[N_REPLACED]
    int16_t chosen[N_CHOSEN]    # numbers and names that the effect let a seat choose
    int16_t done_n          # cards the last operation acted on
    int16_t damage_change   # of the battle
    uint16_t turn
    uint16_t trigger_ply    # triggers carried out in this ply
    uint8_t place[120]
    uint8_t know[120]       # bit seat: that seat knows the face
    uint8_t next[120]       # deck, dust, payment: next in the zone; field, item, area: the cell
    uint8_t reg_kind[N_REGISTERS]
    uint8_t deck_head[2]
    uint8_t deck_tail[2]
    uint8_t deck_n[2]
    uint8_t dust_head[2]
    uint8_t dust_tail[2]
    uint8_t dust_n[2]
    uint8_t dust_old[2]     # how many of them lay there when the turn began
    int8_t hand_limit_change[2]
    int8_t warm_up_change[2]
    uint8_t turn_player
    uint8_t first_player
    uint8_t phase
    uint8_t n_frames
    uint8_t n_links
    uint8_t n_triggers
    uint8_t n_counters
    uint8_t n_modifiers
    uint8_t n_watchers
    uint8_t n_replaced
    uint8_t declared        # declarations of this turn
    uint8_t dirty           # bit seat: its hand gained a card since the last shuffle
    uint8_t winner          # 0, 1, 2 draw, 3 nobody yet
    uint8_t termination
    uint8_t pend_kind
    uint8_t pend_seat
    uint8_t pend_src
    uint8_t pend_n
    uint8_t pend_owner
    uint8_t pend_k
    uint8_t mid_line
    uint8_t done_full
    uint8_t battle          # 0 none, 1 from battle start on
    uint8_t attacker        # tokens
    uint8_t defender
    uint8_t column          # attacked column, 0..2 as the attacked seat sees it
    uint8_t supported       # token that the last support went to
    uint8_t supporter
    uint8_t n_picked        # picks of the last choice, in their order (R2.22)
    uint8_t picked[16]
    uint8_t cause           # token: who made the event happen that is being answered
    # a register whose last card left its zone: 1 + that card, so that what it was can still be read
    uint8_t reg_was[N_WAS]
    uint8_t follows         # bit r: what register r holds may leave its zone (`follow`)

cdef struct Fact:           # 8 bytes, public facts only: what `events` reports
    uint16_t card           # UNKNOWN_CARD unless public
    int16_t amount
    uint8_t kind
    uint8_t seat
    uint8_t token
    uint8_t cell

cdef enum:
    N_EVENTS = 128

cdef struct Detail:         # more about the event that is being told; not part of the state
    uint8_t on              # somebody filled it in
    uint8_t origin          # 1 + ZONE_* a card came from
    uint8_t goal            # 1 + ZONE_* it goes to
    uint8_t cell            # that it left
    uint8_t other           # entity: opponent, item, whom a support goes to, whose deck
    uint8_t link            # the declaration it is about
    uint8_t flags           # DETAIL_*
    uint8_t pad

cdef enum:
    N_RULES = 40
    N_GRANTED = 16

cdef struct Rule:           # 12 bytes: one rule in force, from a passive ability or a modifier
    uint16_t pc             # its instruction
    int16_t amount
    uint8_t subject         # entity it holds for; 255: whoever its selector matches
    uint8_t seat            # its view
    uint8_t source
    uint8_t cell
    uint8_t modifier        # 1 + the modifier it comes from; 0: a passive ability
    uint8_t aux
    uint16_t ability        # 1 + the passive ability whose limit counts it; 0: none

cdef struct Granted:        # 8 bytes: a special ability that a character has beside its own
    uint16_t ability
    uint8_t cell
    uint8_t token
    uint8_t source
    uint8_t modifier
    uint16_t label

cdef struct Scratch:
    Detail detail
    int16_t values[12][3]   # effective AP DP SP
    uint32_t basics[12]     # effective basic abilities
    uint64_t replaces       # events that abilities in play replace
    uint64_t listens        # union of the listening masks of all cards in play
    uint32_t forbids        # WHAT_* that some rule in force forbids somebody
    uint32_t permits        # and that some rule permits
    uint64_t rule_ops       # kinds of rules in force: bit opcode & 63
    uint16_t occupied       # cells with a character
    uint16_t active         # cells whose character has an activated ability
    uint16_t foreign        # of those, where another than the controller may use one
    uint16_t active_on      # cells whose item or area has an activated ability
    uint8_t no_wake_up[12]
    uint8_t lost[12]        # special abilities the character has lost, by their place on the card
    uint8_t attributes[12]  # where `became` says so
    uint8_t sex[12]
    uint16_t name[12]
    uint16_t title[12]          # 0: the printed ones
    uint8_t type[12]            # 0: the printed one
    uint16_t retyped            # cells whose character is no character for the texts of cards
    int16_t original[12][3]     # where `reset` says so
    uint16_t became         # cells whose attribute, sex or name is not the printed one
    uint16_t original_set   # cells whose original values are not the printed ones
    uint16_t basic_entry[N_GRANTED]     # granted basic abilities with a cost or an effect
    uint8_t basic_cell[N_GRANTED]
    uint8_t n_basic_entries
    uint8_t n_rules
    uint8_t n_granted
    uint8_t fresh           # values are up to date
    uint8_t depends         # mask of DEP_* that passive abilities in play read
    uint8_t status          # ST_*
    uint8_t knows_all       # no face is ever missing here
    uint8_t untidy          # something may be adrift
    uint16_t speaking       # 1 + the passive ability with a limit that is at work
    uint8_t weighing        # rules about the damage are being judged
    uint8_t quiet           # facts are not reported: nobody will ask (headless series)

cdef struct Latest:         # what the last step left: a clone begins without it
    uint16_t n_events
    uint16_t n_listed
    Fact events[128]
    uint16_t listed[512]    # what legal_decisions returned for this very state

cdef struct Game:
    State s
    Book book
    Scratch x
    # Lists that belong to the caches; a clone works them out anew where there is anything in them.
    Rule rules[N_RULES]
    Granted granted[N_GRANTED]
    Latest latest           # stands last

cdef inline int seat_of(int token) noexcept nogil:
    return 0 if token < SEAT_TOKENS else 1

cdef inline uint64_t bit_of(int token) noexcept nogil:
    return (<uint64_t>1) << (token if token < SEAT_TOKENS else token - SEAT_TOKENS)

cdef inline const Card *card_of(Game *g, int token) noexcept nogil:
    # The face must be known here: callers check `known` first where it may not be.
    return &g.book.cards[g.s.face[token]]

cdef inline bint known(Game *g, int token) noexcept nogil:
    return g.s.face[token] != UNKNOWN_CARD

cdef inline Frame *top_frame(Game *g) noexcept nogil:
    return &g.s.frames[g.s.n_frames - 1]

cdef inline Extra *extra_of(Game *g, int link) noexcept nogil:
    # What belongs to the payment of a link beside hand cards; NULL where there is nothing.
    cdef int i
    for i in range(N_EXTRAS):
        if g.s.extras[i].link == link + 1:
            return &g.s.extras[i]
    return NULL

cdef inline int origin_of(const Link *decl, int i) noexcept nogil:
    # Where the i-th designated card came from.
    return (decl.foreign >> (2 * i)) & 3 if i < 8 else FROM_HAND

cdef inline bint plays_card(const Link *decl) noexcept nogil:
    # Whether it is a card that is declared, no ability, attack or support.
    return decl.kind <= LK_AREA or decl.kind == LK_CONVERSION

cdef inline bint is_unpriced(const Link *decl) noexcept nogil:
    # Whether the price of its card is not what it owes.
    return plays_card(decl) and decl.action & (PLAYED_PRICED | PLAYED_FREE)

cdef inline int declared_from(const Link *decl) noexcept nogil:
    # The zone in which a declared card lay.
    return decl.action >> 4 if decl.action >> 4 else ZONE_HAND

cdef inline int named_for(const Extra *e, int part) noexcept nogil:
    return (e.n_of[part // 2] >> (4 * (part % 2))) & 15

cdef inline int named_count(const Extra *e) noexcept nogil:
    return named_for(e, 0) + named_for(e, 1) + named_for(e, 2) + named_for(e, 3)

cdef inline int ctz64(uint64_t v) noexcept nogil:
    return __builtin_ctzll(v)

cdef inline int popcount64(uint64_t v) noexcept nogil:
    # The builtin is a library call unless the machine is known to have the instruction.
    v = v - ((v >> 1) & 0x5555555555555555u)
    v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u)
    v = (v + (v >> 4)) & 0x0F0F0F0F0F0F0F0Fu
    return <int>((v * 0x0101010101010101u) >> 56)

cdef extern from *:
    int __builtin_ctzll(unsigned long long) noexcept nogil

cdef inline void report(Game *g, int kind, int seat, int token, int cell,
                        int amount) noexcept nogil:
    # A public fact, unless nobody will ask for it.
    if not g.x.quiet:
        note(g, kind, seat, token, cell, amount)

cdef inline void make_public(Game *g, int token) noexcept nogil:
    if g.s.face[token] == UNKNOWN_CARD:
        g.x.status = ST_MISSING_FACE
        # Any card keeps the tables in range; the caller throws the whole step away.
        g.s.face[token] = 0
    g.s.know[token] = PUBLIC_KNOWN

cdef inline void forget_latest(Game *g) noexcept nogil:
    g.latest.n_events = 0
    g.latest.n_listed = 0

cdef inline Detail *telling(Game *g) noexcept nogil:
    # For whoever tells an event: what filters may ask beside its subject.
    memset(&g.x.detail, 0, sizeof(Detail))
    g.x.detail.on = 1
    g.x.detail.cell = NO_CELL
    g.x.detail.other = 255
    g.x.detail.link = 255
    return &g.x.detail

# facts
cdef void note(Game *g, int kind, int seat, int token, int cell, int amount) noexcept nogil
# the end
cdef void game_over(Game *g, int winner, int termination) noexcept nogil
cdef void check_decks(Game *g) noexcept nogil
