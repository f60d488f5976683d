# The compiled form of cards: flat tables without pointers to Python objects, shared by all states.
# Above: loader and compiler (plain Python) write these tables; below: selectors, values and
# effects read them. Everything here is public knowledge: a catalogue is the same on both peers
# (its hash stands in the hello).

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from lycee_core.defs cimport WORKS_ANYWHERE, ZONE_FIELD

# One instruction, 8 bytes. Expressions (X_*) run on a small stack of integers; operations (O_*)
# run one by one.
cdef struct Ins:
    uint8_t op
    uint8_t a
    uint8_t b
    uint8_t c
    int16_t x
    int16_t y

cdef struct Selector:           # 28 bytes; index 0 is never used, so 0 means "none"
    uint8_t zone                # SZ_*
    uint8_t side                # SIDE_*
    # mask of TYPE_* bits; 0 = characters on the field, any card elsewhere
    uint8_t types
    uint8_t n_kind              # N_*
    uint8_t n                   # how many (N_EXACT, N_UP_TO); 0 with `amount` set
    uint8_t by                  # BY_*: who picks
    uint16_t filter             # pc of a boolean expression about REF_CAND; 0 = every candidate
    uint16_t amount             # pc of an amount that gives n; 0 = the literal n
    # pc of an amount: how many cards of SZ_DECK_TOP / SZ_DECK_BOTTOM; 0 = one
    uint16_t depth
    uint16_t zones              # mask of 1 << SZ_*: several zones; 0 = `zone` alone
    uint8_t pile                # number of a pile name; SZ_REGISTER: the register
    uint8_t of                  # 1 + REF_*: kept on this card, paid for this declaration; 0 = any
    uint32_t distinct           # mask of 1 << DISTINCT_*: what no two of those picked may share
    uint16_t total              # pc of bounds on the sums of values over those picked; 0 = none
    uint16_t most               # pc of those bounds that a further pick can only break
    # only those with the highest (1 + VAL_*) or the lowest (65 + VAL_*) value; 0 = no matter
    uint8_t best
    uint8_t follow              # 1: a name for what it picks holds wherever that goes
    uint16_t pad2

cdef struct CostPart:           # 8 bytes: cards that a cost takes
    uint8_t kind                # CP_*
    uint8_t n_kind              # N_*
    uint8_t n                   # how many (N_EXACT, N_UP_TO); 0 with `amount` set
    uint8_t to                  # where they go, as put_zone has it; CP_TAP: nowhere
    uint16_t selector           # what they must match; 0 = any hand card
    uint16_t amount             # pc of an amount that gives n; 0 = the literal n

cdef struct Cost:               # 54 bytes
    uint8_t points[6]           # S M F L N and colourless
    uint8_t tap                 # 1: [T], the host is tapped
    uint8_t mill                # cards from the top of a deck
    uint8_t leave               # 0, or 1 + where the source goes, as put_zone has it
    uint8_t flags               # CO_*
    uint8_t n_parts
    uint8_t pad
    uint16_t amounts            # pc of six amounts, one behind the other, for `points`; 0 = plain
    uint16_t mill_amount        # pc of the amount of `mill`; 0 = plain
    uint16_t x_least            # pc of bounds of the number that is chosen (CO_X); 0 = none
    uint16_t x_most
    uint16_t after              # pc of operations that follow the payment; 0 = none
    CostPart parts[4]

# one printed basic ability that carries a cost or an effect, 58 bytes
cdef struct Basic:
    uint8_t basic               # B_* number
    uint8_t pad
    uint16_t effect             # pc, Bonus / Deck Bonus / Penalty; 0 = none
    Cost cost

cdef struct Ability:            # 88 bytes
    uint8_t kind                # AK_*
    uint8_t host                # HOST_*
    uint8_t by                  # USER_*
    uint8_t works_in            # ZONE_FIELD, ZONE_HAND, ZONE_DUST, WORKS_*
    uint8_t limit_n             # 0 = no limit
    uint8_t limit_per           # PER_*
    uint8_t flags               # AF_*
    # EV_* that triggers it or that it replaces; EV_DOWNED of an activated one: "when downed"
    uint8_t event
    uint8_t whose               # SIDE_*: turn_start whose = own / enemy / each
    uint8_t n_targets
    # pc of a condition, checked at declaration and at resolution; 0 = none
    uint16_t when
    # pc of a condition, checked when it is carried out (passive: while); 0 = none
    uint16_t cond
    uint16_t effect             # pc of operations
    # selector the subject of the event must match; of an as_cost ability the mask of declarations
    # it pays for, 1 << LK_* or IS_*; 0 = any
    uint16_t what
    # string number; of one that only counts: 1 + the card for each copy of which it counts, 0 seats
    uint16_t name
    uint16_t target[4]          # selectors; target i is fixed into register i at declaration
    uint8_t target_optional[4]  # 1: only its own part is skipped when it is gone
    Cost cost
    uint8_t limit_each          # EACH_*
    uint8_t limit_after         # 1: lost until the end of the turn once used

cdef struct Card:               # 64 bytes
    uint64_t listens            # mask of EV_* bits of its triggered abilities
    uint64_t replaces           # mask of EV_* bits of its replacements
    int16_t ap
    int16_t dp
    int16_t sp
    uint16_t name               # full-name identity
    uint16_t also[2]            # further names it counts as; 0xFFFF = none
    uint16_t component[2]       # conversion: names of the components; 0xFFFF = none
    uint16_t first_ability
    uint16_t first_basic
    uint16_t put_on             # items, areas: selector of bearers or cells; 0 = the default
    uint16_t play_if            # pc of a condition; 0 = none
    uint32_t basics             # mask of B_* bits
    uint8_t type                # TYPE_* bit
    uint8_t attributes          # mask S 1, M 2, F 4, L 8, N 16; 0 = colourless
    uint8_t ex
    uint8_t cells               # field limits: AF L 1 C 2 R 4, DF L 8 C 16 R 32
    uint8_t sex                 # 0 none, 1 f, 2 m
    uint8_t n_abilities
    uint8_t n_basics
    uint8_t cost_total          # printed points, colourless included
    uint8_t cost[6]
    uint8_t flags               # CF_*
    uint8_t copies              # deck limit
    uint8_t copies_per          # 0 per name, 1 per number
    uint8_t pad
    uint16_t tags               # pc of a list of further names and titles; 0 = none

# The part of a selector's filter that is a set of cells or a bit test.
cdef struct Sieve:
    uint8_t cells               # of the candidate's own field, AF L 1 .. DF R 32
    uint8_t near                # 1: adjacent to the source; 2: in its column; 4: not the source
    uint8_t flags               # bits of a character that must be set
    uint8_t no_flags            # and that must not
    uint8_t attributes          # any of these; 0 = no test
    uint8_t pad
    uint16_t rest               # pc of what is left of the filter; 0 = nothing

# what an engine gets: bare pointers into a Catalogue that outlives it
cdef struct Book:
    const Card *cards
    const Ability *abilities
    const Basic *basics
    const Selector *selectors
    const Ins *code
    uint16_t n_cards
    const Sieve *sieves         # beside the selectors
    const uint8_t *depends      # a card: mask of DEP_* its passive abilities read
    const uint8_t *steps        # an ability: mask of STEP_* its passive effect takes part in
    const uint8_t *card_steps   # a card: of all its passive abilities
    const uint8_t *windows      # an ability that is declared: mask of windows (`timing`), else 0
    const uint8_t *card_windows     # a card: of the declaration that it is, from the hand
    const uint8_t *card_opens       # a card: of all its activated abilities
    uint64_t counted            # mask of EV_* that counting abilities, or `state`, listen to
    uint16_t first_count        # the abilities that only count stand last
    uint16_t n_counts
    uint16_t n_basics
    uint16_t as_costs           # abilities that are declared as a cost
    uint16_t downed_timings     # activated abilities with the timing "when downed"
    # 1: a card outside the field may hear, replace or change something; 2: may be used there; 4: an
    # ability counts its uses for each declaration
    uint16_t outside

cdef inline bint works_in_play(const Ability *a) noexcept nogil:
    # Whether an ability is alive while its card is in play.
    return a.works_in == ZONE_FIELD or a.works_in == WORKS_ANYWHERE

cdef inline bint is_test(int op) noexcept nogil:
    # Codes 32 to 127 of expressions ask something of the candidate, all others do not.
    return op >= 32 and op < 128
