# Words of the rules as numbers. Every one of these may stand in a digest, a transcript or a
# compiled catalogue: never renumber, only append.

cdef enum:
    N_TOKENS = 120
    SEAT_TOKENS = 60
    NO_TOKEN = 255
    NO_CELL = 255
    UNKNOWN_CARD = 0xFFFF
    CHANCE_SEAT = 2
    NOBODY_SEAT = 3
    PUBLIC_KNOWN = 3

cdef enum:  # zones (place of a token)
    ZONE_DECK = 0
    ZONE_HAND = 1
    ZONE_FIELD = 2
    ZONE_DUST = 3
    ZONE_REMOVED = 4
    ZONE_PAYMENT = 5
    ZONE_CHAIN = 6
    ZONE_ITEM = 7
    ZONE_AREA = 8
    ZONE_ASIDE = 9
    ZONE_PILE = 10
    ZONE_HELD = 11

cdef enum:  # where a card may be put, beside the zones
    TO_DECK_BOTTOM = 16
    TO_PILE = 32            # + number of its name: a pile of the owner that stays

cdef enum:  # card types, as bits, so that a selector can ask for several
    TYPE_CHARACTER = 1
    TYPE_EVENT_CARD = 2
    TYPE_ITEM = 4
    TYPE_AREA = 8
    TYPE_CELL = 16
    TYPE_DECLARATION = 32

cdef enum:  # decision codes (spec/notation.md)
    CODE_PASS = 120
    CODE_YES = 121
    CODE_NO = 122
    CODE_CELL = 128
    CODE_MASK = 140
    CODE_NUMBER = 204
    CODE_FIELD = 256
    CODE_OUTSIDE = 640
    CODE_END = 760

cdef enum:  # actions of a field code: CODE_FIELD + cell * 32 + action
    ACT_ATTACK = 0
    ACT_SUPPORT = 1
    ACT_SUPPORTER = 2
    ACT_STEP = 3
    ACT_SIDE_STEP = 4
    ACT_ORDER_STEP = 5
    ACT_JUMP = 6
    ACT_TOUCH = 7
    ACT_ESCAPE = 8
    ACT_ABILITY = 16    # 16..23: special ability of the character
    ACT_ITEM = 24       # 24..27: ability of its item
    ACT_AREA = 28       # 28..31: ability of the area of the cell

cdef enum:  # pending kinds
    P_NONE = 0
    P_KEEP = 1
    P_WAKE_UP = 2
    P_MAIN = 3
    P_RESPOND = 4
    P_BATTLE = 5
    P_CELL = 6
    P_BEARER = 7
    P_COLUMN = 8
    P_TARGET = 9
    P_PAY = 10
    P_COST_CARD = 11
    P_DEFEND = 12
    P_HAND_LIMIT = 13
    P_CHOOSE = 14
    P_MAY = 15
    P_MODE = 16
    P_ORDER = 17
    P_NUMBER = 18
    P_AMOUNT = 19       # the number that a cost leaves open
    P_COST = 20         # the printed cost or the other one
    P_SHUFFLE = 32      # from here on chance
    P_ARRANGE = 33
    P_SHOW = 34
    P_ROLL = 35
    P_OVER = 63

cdef enum:  # audiences of a show
    AUDIENCE_OWNER = 1
    AUDIENCE_OPPONENT = 2
    AUDIENCE_BOTH = 3

cdef enum:  # basic abilities (bit numbers)
    B_DASH = 0
    B_AGGRESSIVE = 1
    B_STEP = 2
    B_SIDE_STEP = 3
    B_ORDER_STEP = 4
    B_JUMP = 5
    B_ESCAPE = 6
    B_SIDE_ATTACK = 7
    B_TAX_TRASH = 8
    B_TAX_WAKEUP = 9
    B_SUPPORTER = 10
    B_TOUCH = 11
    B_ATTACKER = 12
    B_DEFENDER = 13
    B_BONUS = 14
    B_DECK_BONUS = 15
    B_PENALTY = 16

cdef enum:  # ability kinds
    AK_ACTIVATED = 0
    AK_TRIGGERED = 1
    AK_EVENT_CARD = 2
    AK_PASSIVE = 3
    AK_AS_COST = 4
    AK_REPLACEMENT = 5
    AK_COUNT = 6        # of no card: only counts how often its event happened

cdef enum:
    HOST_SELF = 0
    HOST_BEARER = 1
    HOST_CELL = 2

cdef enum:
    USER_CONTROLLER = 0
    USER_CARD_OWNER = 1
    USER_ENEMY = 2
    USER_EITHER = 3
    USER_TURN_PLAYER = 4

cdef enum:  # Ability.works_in, beside the zones
    WORKS_ANYWHERE = 127
    WORKS_IN_PILE = 128     # + the number of the name of a pile

cdef enum:  # ability flags
    AF_UNANSWERABLE = 1     # may not be responded to
    AF_MAY = 2              # an optional replacement
    AF_COUNTED = 4          # its uses are counted though it has no limit
    AF_AND_THEN = 8         # the event happens too, after its replacement
    # The upper four bits, where all it does is to send a card past its dust box:
    REDIRECT_REMOVED = 1
    REDIRECT_HAND = 2
    REDIRECT_DECK_BOTTOM = 3
    REDIRECT_DECK_TOP = 4

cdef enum:
    PER_TURN = 0
    PER_BATTLE = 1
    PER_GAME = 2
    PER_ENTRY = 3
    PER_DECLARATION = 4

cdef enum:  # what a limit counts for itself
    EACH_ABILITY = 0
    EACH_TARGET = 1
    EACH_SEAT = 2
    EACH_MODE = 3
    EACH_NAME = 4       # all copies together

cdef enum:  # cards that a cost takes
    CP_HAND = 0
    CP_TAP = 1          # characters that are tapped
    CP_FIELD = 2
    CP_ITEM = 3
    CP_DUST = 4
    CP_PILE = 5

cdef enum:  # flags of a cost
    CO_MILL_ENEMY = 1   # the cards are milled from the enemy deck
    CO_X = 2            # a number is chosen at declaration
    CO_DYNAMIC = 4      # points or mill are amounts

cdef enum:  # rows beside the basic abilities that only carry a cost
    BASIC_ALT_COST = 254
    BASIC_PAY = 255

cdef enum:
    SIDE_OWN = 0
    SIDE_ENEMY = 1
    SIDE_ANY = 2

cdef enum:  # zones of selectors
    SZ_FIELD = 0        # characters, items, areas or cells, by `types`
    SZ_HAND = 1
    SZ_DECK = 2
    SZ_DECK_TOP = 3
    SZ_DECK_BOTTOM = 4
    SZ_DUST = 5
    SZ_REMOVED = 6
    SZ_PAYMENT = 7
    SZ_CHAIN = 8        # declarations
    SZ_PILE = 9
    SZ_HELD = 10
    SZ_ASIDE = 11
    SZ_REGISTER = 12    # what a register holds, wherever it is
    SZ_ROWS = 13        # a row is named by its left cell
    # a column by its AF cell; without a side by that of the own field, and spans both fields
    SZ_COLUMNS = 14
    SZ_SEATS = 15

cdef enum:
    N_EXACT = 0         # n; as many as there are when fewer
    N_UP_TO = 1         # 0..n
    N_ANY = 2           # 0..all
    N_ALL = 3           # all that match now, no choice

cdef enum:
    BY_YOU = 0
    BY_ENEMY = 1
    BY_OWNER = 2
    BY_CONTROLLER = 3
    BY_TURN_PLAYER = 4
    BY_RANDOM = 5

cdef enum:  # events that trigger (bit numbers) and that `events` reports
    EV_TURN_START = 0
    EV_WAKE_UP = 1
    EV_WARM_UP = 2
    EV_MAIN_START = 3
    EV_TURN_END = 4
    EV_ENTERED = 5
    EV_LEFT = 6
    EV_MOVED = 7
    EV_TAPPED = 8
    EV_UNTAPPED = 9
    EV_EQUIPPED = 10
    EV_ITEM_LEFT = 11
    EV_ATTACK_DECLARED = 12
    EV_DEFENDER_NAMED = 13
    EV_NO_DEFENDER = 14
    EV_SUPPORT_DECLARED = 15
    EV_SUPPORTED = 16
    EV_DOWNED = 17
    EV_DOWNS = 18
    EV_DECK_DAMAGE = 19
    EV_BATTLE_ENDED = 20
    EV_DECLARED = 21
    EV_REACHED_DUST = 22
    EV_AREA_PLACED = 23
    EV_AREA_LEFT = 24
    EV_BATTLE_STARTED = 25
    EV_RESOLVED = 26
    EV_CANCELLED = 27
    EV_STATE = 28
    EV_ABILITY_LOST = 29
    EV_TAKEN = 30
    EV_RETURNED_TO_DECK = 31
    EV_DRAWN = 32
    EV_MILLED = 33
    EV_DISCARDED = 34
    EV_SHUFFLED = 35
    EV_SHOWN = 36
    EV_KEPT = 37
    EV_REDRAWN = 38
    EV_STARTS = 39
    EV_PASSED = 40
    EV_OFFERED_END = 41
    EV_PAID = 42
    EV_FIZZLED = 43
    EV_PAYMENT_FAILED = 44
    EV_RETURNED = 45
    EV_REMOVED = 46
    EV_SENT = 47
    EV_VALUE_CHANGED = 48
    EV_ROLLED = 49
    EV_ARRANGED = 50
    EV_GAME_OVER = 51
    EV_TRIGGERED = 52
    EV_BASIC_CHANGED = 53
    EV_BATTLE_HALTED = 54
    EV_CONTROL_CHANGED = 55
    EV_BATTLES = 56         # takes part in a battle at all
    EV_SUPPORTS_CLOSED = 57
    EV_TARGETED = 58
    EV_BASIC_USED = 59
    EV_SPECIAL_USED = 60
    EV_EVENT_USED = 61
    # Facts alone, to which nothing listens: 64 and more.
    EV_VALUE_SET = 64       # cell: VAL_*
    EV_BECAME = 65          # cell: BECOME_*
    EV_RULED = 66           # cell: RULED_*, amount: WHAT_* of what is forbidden and so on

cdef enum:  # values
    VAL_AP = 0
    VAL_DP = 1
    VAL_SP = 2
    VAL_EX = 3
    VAL_COST = 4
    VAL_ORIGINAL_AP = 5
    VAL_ORIGINAL_DP = 6
    VAL_ORIGINAL_SP = 7
    VAL_ATTRIBUTES = 8
    VAL_BASICS = 9
    VAL_ORIGINAL_COST = 10
    VAL_ORIGINAL_EX = 11
    VAL_ITEMS = 12
    VAL_ATTRIBUTE_MASK = 20
    VAL_SEX = 21
    VAL_NAME = 22

cdef enum:  # references; an entity is a token 0..119, 128 + cell, 144 + link, or 255 none
    REF_SELF = 0
    REF_BEARER = 1
    REF_HERE = 2            # the character in the cell of an area
    REF_SUBJECT = 3
    REF_CAUSE = 4
    REF_CAND = 5            # the candidate a filter looks at
    REF_ATTACKER = 6
    REF_DEFENDER = 7
    REF_BATTLING_OWN = 8
    REF_BATTLING_ENEMY = 9
    REF_SUPPORTER = 10
    REF_SUPPORTED = 11
    REF_DECLARATION = 12    # the declaration being answered
    REF_REG = 16            # 16..31: the one element of a register
    REF_PAID = 32           # the card named for the cost
    REF_OUTER = 33          # the candidate of the filter around this selector
    REF_YOU = 48            # seats, as entities
    REF_ENEMY = 49
    REF_TURN_PLAYER = 50
    REF_REG_HIGH = 64       # 64..71: of registers 8 to 15
    REF_REMEMBERED = 80     # 80..95: what the card that speaks remembers under one of its names

cdef enum:  # durations
    UNTIL_TURN_END = 0
    UNTIL_BATTLE_END = 1
    UNTIL_ALWAYS = 2        # passives: recomputed
    UNTIL_OWN_TURN_START = 3
    UNTIL_OWN_TURN_END = 4
    UNTIL_ENEMY_TURN_START = 5
    UNTIL_ENEMY_TURN_END = 6
    UNTIL_WAKE_UP = 7
    UNTIL_WARM_UP = 8
    UNTIL_USED = 9
    UNTIL_LEAVES = 10
    UNTIL_MOVES = 11
    UNTIL_SOURCE_LEAVES = 12
    UNTIL_SOURCE_MOVES = 13
    UNTIL_GAME_END = 14
    UNTIL_WHILE = 15
    UNTIL_USED_THIS_TURN = 16
    UNTIL_NEVER = 255       # a free record

cdef enum:  # whose, of seats
    WHOSE_YOU = 0
    WHOSE_ENEMY = 1
    WHOSE_TURN_PLAYER = 2
    WHOSE_OWNER_OF_SUBJECT = 3
    WHOSE_MOST = 16         # 16 + ZONE_*: the seat with the most cards there
    WHOSE_LEAST = 32        # 32 + ZONE_*
    WHOSE_CONTROLLER = 48   # 48 + REF_*: of that entity, a seat is its own
    WHOSE_OWNER = 152       # 152 + REF_*

cdef enum:  # what an event is about beside its subject
    EVENT_CAUSE = 1
    EVENT_OTHER = 2
    EVENT_CELL = 3          # that a card left
    EVENT_PLACE = 4         # that a card is in now
    EVENT_LINK = 5
    EVENT_SUBJECT = 6

cdef enum:
    DETAIL_HALTED = 1
    DETAIL_SURVIVED = 2
    DETAIL_CONVERSION = 4
    DETAIL_SECOND = 8       # told already of another subject

cdef enum:  # flags of FR_EFFECT (frame.e) beside those of `stepping`
    EF_BASIC = 64       # the effect of a basic ability
    EF_AS_COST = 32     # inside a payment: its registers are 8 to 11

cdef enum:  # what no two of those picked may share; 6 + VAL_* is a value
    DISTINCT_NAME = 0
    DISTINCT_ROW = 1
    DISTINCT_COLUMN = 2
    DISTINCT_ATTRIBUTE = 3
    DISTINCT_NUMBER = 4
    DISTINCT_TYPE = 5
    DISTINCT_VALUE = 6

cdef enum:  # what else a battle must be
    BATTLE_SAME_COLUMN = 1
    BATTLE_OTHER_COLUMN = 2
    BATTLE_UNDEFENDED = 4
    BATTLE_DEFENDED = 8

cdef enum:  # what a word in the list of a card is
    TAG_NAME = 0
    TAG_TITLE = 1

cdef enum:  # directions of `in_front_of`
    AHEAD_COLUMN = 0
    AHEAD_NEAREST = 1
    AHEAD_LEFT = 2
    AHEAD_RIGHT = 3

cdef enum:  # what one number is made of many
    FOLD_SUM = 0
    FOLD_HIGHEST = 1
    FOLD_LOWEST = 2

cdef enum:  # what an operation let a seat choose
    CHOSEN_NUMBER = 0
    CHOSEN_NAME = 1         # number of a name
    CHOSEN_TYPE = 2         # TYPE_* bit
    CHOSEN_ATTRIBUTE = 3    # 0 to 4, 5 colourless
    CHOSEN_ROW = 4
    CHOSEN_COLUMN = 5       # as the chooser sees it
    CHOSEN_SEX = 6
    CHOSEN_TITLE = 7        # a title that is the name chosen

# Expressions: a stack machine, the result is the top of the stack at X_END. Codes 32 to 127 ask
# something of the candidate (push 1 or 0, or a number about it); 0 to 31 and 128 to 255 do not.
cdef enum:
    X_END = 0
    X_LIT = 1               # x
    X_VALUE = 2             # a = VAL_*, b = REF_*
    X_COUNT = 3             # x = selector: how many match now
    X_COUNT_REG = 4         # a = register
    X_SIZE = 5              # a = ZONE_*, b = WHOSE_*, c = number of the name of a pile
    X_DONE = 6              # cards the last operation really acted on
    X_DONE_FULL = 7         # 1 if the last operation was done in full
    X_EVENT_AMOUNT = 8
    X_CLOCK = 9             # number of the turn
    X_ADD = 10
    X_SUB = 11
    X_MUL = 12
    X_DIV = 13              # rounds toward minus infinity; by 0 gives 0
    X_MIN = 14
    X_MAX = 15
    X_LT = 16
    X_LE = 17
    X_EQ = 18
    X_NE = 19
    X_GE = 20
    X_GT = 21
    X_AND = 22
    X_OR = 23
    X_NOT = 24
    X_TURN = 25             # a = SIDE_*: it is the own / enemy turn
    # a = 0 outside battle, 1 in battle, 2 self takes part, 3 own character takes part, 4 the
    # bearer or who stands here, 5 one adjacent to self, 6 one in the column of self; b: 0 any role,
    # 1 attacker, 2 defender; c = BATTLE_*; x = pc of a filter on it, y = on its opponent
    X_BATTLE = 26
    # a = 0: not a response; a = 1: y = mask of 1 << LK_* (0 any), b = SIDE_*, x = selector the
    # card below must match (0 any)
    X_RESPONDING = 27
    X_IS = 28               # b = ref, x = pc of a filter about that ref
    X_ROW = 32              # candidate: a = 0 AF, 1 DF
    # candidate: a = mask of own columns L 1 C 2 R 4 (as its controller sees them)
    X_COLUMN = 33
    # candidate in the column of ref b, physically facing for the other side
    X_SAME_COLUMN = 34
    X_SAME_ROW = 35         # b = ref, by row name
    X_ADJACENT = 36         # candidate orthogonally next to ref b, same side
    X_ATTRIBUTE = 37        # a = mask: has any of them
    X_PURE = 38             # a = mask: has exactly these
    X_MULTI = 39
    X_NAME = 40             # x = name number
    X_SAME_NAME = 41        # b = ref
    X_SEX = 42              # a
    X_TAPPED = 43
    X_NEW = 44
    X_EQUIPPED = 45
    X_BASIC = 46            # a = B_*
    X_OTHER_THAN = 47       # b = ref: candidate is not it
    X_IN_REG = 48           # a = register
    X_EMPTY = 49            # candidate cell without character
    X_HAS_AREA = 50
    X_TYPE = 51             # a = mask of TYPE_*
    X_SIDE = 52             # a = SIDE_*: controller of the candidate
    X_SAME_ATTRIBUTE = 53   # b = ref
    X_LINK_KIND = 54        # candidate declaration: a, x = mask of LK_* bits (x)
    X_IN_FRONT = 55         # candidate cell/character is the nearest facing one of ref b
    X_CONVERSION = 56       # candidate is a conversion character
    X_SAME_CELL = 57        # b = ref: candidate stands in the cell of ref
    X_TITLE = 58            # x = string number of a title
    X_SAME_SEX = 59         # b = ref; a = 1: the opposite one
    X_COST_HAS = 60         # a = mask of attributes: the cost has points of any of them
    X_NAME_IN = 61          # x = pc of a list of names: bears any of them
    X_NUMBER = 62           # x = index of the card
    X_SPECIAL = 63          # a = mask of 1 << AK_*: has such a special ability
    X_COMPONENT = 65        # b = ref: names it as its component
    X_ENTERED = 66          # a = 0: this turn, 1: before ref b, 2: after it
    X_DID = 67              # a = mask of DID_*: did any of them this turn; b = ref: with it
    X_OWNER = 68            # a = SIDE_*: whose card it is
    X_DEPTH = 69            # a = 0: one of the top, 1: bottom; x = pc of how many
    X_ABOVE = 70            # b = ref: lies above it in the same zone
    X_BEHIND = 71           # b = ref: in the DF cell behind it
    X_NESTED = 72           # number: how many match selector x, this candidate being REF_OUTER
    # a = CHOSEN_* (attribute, type, row ...), b = slot: it is what was chosen there; N_CHOSEN: what
    # the rule keeps that is being read
    X_CHOSEN_IS = 73
    X_LINK_FROM = 74        # x = mask of 1 << ZONE_*: where the declared card came from
    X_LINK_INTO = 75        # x = selector: a cell it goes to
    X_LINK_TARGETS = 76     # x = selector: a target of it
    X_TO_RESPONSE = 77      # it answers another declaration
    X_LINK_ABILITY = 78     # x = string number of the name of the ability
    X_LINK_BASIC = 79       # a = B_*: it uses this basic ability
    X_IS_PAID = 80          # it was named for the cost
    X_NEW_DUST = 81         # it came into its dust box this turn and still lies there
    X_SAME_SIDE = 82        # b = ref
    X_GRANTED_BY = 83       # b = ref: has an ability that this card gave it
    X_GRANTED_LABEL = 84    # x = string number of a label
    X_NAME_PART = 85        # b = slot, x = pc of pairs: a name of it contains the name chosen there
    X_FOLD = 128            # a = VAL_*, b = FOLD_*, x = selector: over all that match now
    X_FOLD_REG = 129        # a = VAL_*, b = FOLD_*, c = register
    X_IS_REF = 130          # b = ref: 1 when it stands for something
    X_DAMAGE = 131          # the deck damage that this battle deals
    X_USES = 132            # a = PER_*, x = ability: how often this card used it
    # a = PER_*, x = place among the counting abilities: how often its event happened for that seat,
    # b = 1: for this very card
    X_HAPPENED = 133
    X_CHOSE = 144           # a = register of the modes picked, b = place of one
    X_CHOSEN = 134          # a = slot: the number chosen there
    X_TOTAL = 135           # a = VAL_*: over what is picked so far and the candidate
    # of an event: a = 0 where its card comes from, 1 where it goes; x = mask of 1 << ZONE_*
    X_EVENT_ZONE = 137
    X_EVENT_IS = 138        # a = EVENT_* entity, x = selector it must match
    X_CAUSE_IS = 139        # a = SIDE_* whose doing it is, x = mask of 1 << CAUSE_*
    X_EVENT_FLAG = 140      # a = DETAIL_*
    X_EVENT_SEAT = 141      # b = WHOSE_*: it is about that seat
    X_EVENT_BASIC = 142     # x = pc of a list of B_* numbers: it is about one of these
    X_EVENT_KIND = 143      # x = mask of LK_* bits of its declaration
    X_ANY_REG = 136         # a = register, x = pc of a filter: any of it matches
    X_MEMORY = 145          # a = name: the number remembered, or 1 where a card or cell is
    X_LINK_X = 201          # the number chosen for the cost of this declaration

cdef enum:  # operations
    O_END = 0
    # a = register, x = selector: picks of the selector's `by`; several may be asked one by one
    O_CHOOSE = 1
    O_SELECT = 2            # a = register, x = selector: all that match now
    O_REF = 3               # a = register, b = REF_*: the one card
    O_CHANGE = 4            # a = register, b = VAL_AP/DP/SP, c = UNTIL_*, x = pc of the amount
    O_SET = 5               # the same: becomes (reserved)
    O_TAP = 6               # a = register
    O_UNTAP = 7
    # a = register for the cards, b = WHOSE_*, x = pc of the amount
    O_DRAW = 8
    O_MILL = 9              # the same; c = 1: from the bottom
    O_DISCARD = 10          # a = register: to the owner's dust box from wherever it is
    O_RETURN = 11           # a = register: to the owner's hand (also `take`)
    O_REMOVE = 12           # a = register: from the game
    O_SEND = 13             # a = register, b = SEND_*
    O_MOVE = 14             # a = register of one character, b = register of one cell (typed CELL)
    O_SWAP = 15             # a, b = registers of one character each, same side
    O_CANCEL = 16           # a = register of a declaration; b = 0 dust, 1 removed, 2 hand
    # a = register of deck cards (top cards or whole deck), b = WHOSE_* looks
    O_LOOK = 17
    O_REVEAL = 18           # a = register: to both
    O_SEARCH_END = 19       # reserved
    O_SHUFFLE = 20          # b = WHOSE_*: the deck; a = SHUFFLE_AFTER: of the operation before
    # a = register of cards just looked at: their owner's secret order, or one named openly by the
    # other seat; c = ARRANGE_*, b = N_* and x = pc of an amount: how many go there
    O_ARRANGE = 21
    O_MAY = 22              # b = WHOSE_*, x = pc to jump to on NO
    O_JUMP = 23             # x = pc
    O_UNLESS = 24           # x = pc of a condition, y = pc to jump to when it is false
    # a = number of modes, b = WHOSE_*; mode i jumps to the O_JUMP at pc+1+i
    O_MODE = 25
    O_GAIN_BASIC = 26       # a = register, b = B_*, c = UNTIL_*
    O_LOSE_BASIC = 27       # a = register, b = B_* (255 all), c = UNTIL_*
    O_SKIP_WAKE_UP = 28     # a = register
    O_HALT_BATTLE = 29
    # a = source register, b = register for the one: takes the next of a; x = pc to jump to when a
    # is empty
    O_EACH = 30
    O_COPY = 31             # a = register, b = from register
    O_LOSE_GAME = 32        # b = WHOSE_*
    O_CLEAR = 33            # a = register
    O_KEEP = 34             # a = register: not downed by this battle
    # deck damage: a = register of the attacker it is about (255: this battle), b = 0 changes by, 1
    # becomes, c = UNTIL_*, x = pc of the amount, y = 1 + WHOSE_* whose deck takes the same
    O_DAMAGE = 35
    # how long what the next instruction brings lasts: b = UNTIL_*, c = how often, x = pc of `while`
    O_UNTIL = 36
    O_EXCHANGE = 37         # a = register, b and y = VAL_*, c = UNTIL_*
    O_RESET = 38            # a = register, b = mask of 1 << VAL_AP/DP/SP
    # a = register, b = BECOME_*, c = UNTIL_*, x = the value; y = 1: x = pc of an expression, 2: of
    # the place of an attribute
    O_BECOME = 39
    O_GRANT = 40            # a = register, c = UNTIL_*, x = ability, y = label (string)
    # a = register, b = LOSE_*, c = UNTIL_*, x = ability, y = label (string)
    O_LOSE_SPECIAL = 41
    # a = register, b = register to copy from, c = UNTIL_*, x = 1: no doubles
    O_COPY_BASICS = 42
    # a = register of whom, or 255: x = selector of whom (0: all), b = WHAT_*, c = UNTIL_*,
    # y = RULE_* flags, with RULE_FROM and a register x = mask of 1 << ZONE_*, 0 any; RULE_CHOSEN
    # keeps what was chosen at the place y >> RULE_PLACE; O_OF behind it says what it is about
    O_FORBID = 43
    O_PERMIT = 44
    O_REQUIRE = 45
    # a = SIDE_* of the declaration, b = 1 + register of the others, c = mask of CAUSE_*,
    # x = selector of the other or of the declaration, y = mask of link kinds
    O_OF = 46
    O_SUPPORT_RULE = 47     # a = register, b = SUPPORT_*, c = UNTIL_*, x = selector, y = SR_* flags
    O_DOWN = 48             # a = register
    # a = register, b = 1 attacker, 2 defender, y = 1: of the next battle
    O_PARTICIPANT = 49
    O_SUPPORT = 50          # a = register, b = 1 + register of whom, y = RULE_* flags
    O_START_BATTLE = 51     # a = register of the attacker, b = of the defender
    O_LATER = 52            # b = 1: every time, c = UNTIL_*, x = ability, y = how often
    O_REMEMBER = 53         # a = register (255: x = pc of an amount), b = number of the name
    O_HAND_LIMIT = 54       # a = register of seats, b = 0 changes by, 1 becomes, c, x = amount
    O_WARM_UP = 55          # the same
    # a = register of seats, b = 0 by, 1 becomes, c, x = amount, y = selector
    O_DAMAGE_TO_DECK = 56
    O_ADJACENT = 57         # a = register, c = UNTIL_*, x = selector of what counts as adjacent
    O_LOSE_ONE = 58         # a = register of one: one of its special abilities is chosen
    O_BECOME_NEW = 59       # a = register, b = 1 new, 0 not new
    O_DOWN_NOW = 60         # a = register
    # 70..99: zones, cells, entries, loops
    O_JOIN = 70             # a = register, b = from register: the members of b too
    O_SET_NUMBER = 71       # a = register that becomes a number, x = pc of the amount
    O_REPEAT = 72           # a = number register: one less; x = pc to jump to when it is 0
    O_OTHER_SEAT = 73       # "you" is the other seat from here on
    # a = number of modes, b = WHOSE_*, c = register for the chosen ones, x = pc of an amount,
    # y = N_*, + 16 where O_ONCE follows: several modes
    O_MODES = 74
    O_WHEN_MODE = 75        # a = register of modes, b = the mode; x = pc to jump to when not chosen
    O_SHIFT = 76            # a = register, b = 0 round, 1 left, 2 right
    O_REARRANGE = 77        # a = register, b = BY_*
    O_PICK_ORDER = 84       # a = register, b = BY_*: its cards one by one, in an order named openly
    # a = register of cards just put at an end of a deck, b = ORDER_*, c = SEND_*, y = 0 those of
    # the turn player, 1 the others
    O_ORDER = 85
    O_SHUFFLE_PILE = 86     # a = pile, b = WHOSE_*, y as above
    O_TO_PAYMENT = 87       # a = register: they are designated for what is being paid
    # a = register, b = pile, c = FACE_* | PILE_*, x = pc of the most it holds (0 none), y = WHOSE_*
    O_PILE = 88
    O_HOLD = 89             # a = register, b = register of the card they are kept on, c = FACE_*
    O_ASIDE = 90            # a = register, b = FACE_*
    # a = register of one card, b = register of its cell or bearer, c = PUT_*, x = pc of an amount
    O_ENTER = 91
    O_EQUIP = 92
    O_PLACE_AREA = 93
    # a = register: the places where the card in register b may be put by the operation x, c = PUT_*
    O_ROOM = 94
    O_LIFT = 96             # a = register: shown to both; a card of the hand lies aside then
    # a = place of the choice, b = NAME_*, c = WHOSE_*, x and y = pcs of the lowest and the highest
    # number, or x = mask of the words that may be named
    O_NAME = 95
    O_TALLY = 79            # a = register meant, b = register of what was really acted on
    O_ONCE = 78             # a = PER_*, x = number of the first mode: each mode works once
    O_MARK = 80             # a = register: the members of b too if the operation before was done
    O_VIEW = 82             # a = register that keeps the seat, b = WHOSE_*, who is "you" now
    O_VIEW_BACK = 83        # a = register: "you" is who it was
    # a = register of one card, b = 1 + where it goes (0 the dust box), c = PUT_PAID, PUT_PRICED,
    # x = pc of an amount
    O_USE = 98
    # behind O_ROOM and what puts a card into play, which counts as another: b = 1 + register of a
    # card that is copied, or x = 1 + the index of a card
    O_AS = 99
    O_CELL_OF = 97          # a = register: the cells in which the characters of b stand
    O_FIELDS = 81           # a = register: all cells of the fields on which those of b are
    # b = WHOSE_*: who pays; x = row of the basic abilities; c = 1: what register a costs instead
    O_PAY = 100
    O_ITSELF = 101          # b = where the event card goes, as put_zone has it
    O_VOID_PAYMENT = 102    # a = register of designated cards, b = where they go
    O_RETARGET = 103        # a = register of a declaration
    # b = POINTS_*, a = register of cards or place of a choice, c = mask of attributes, x = pc of
    # how many points
    O_POINTS = 104
    # a = register of a declaration, b = 1 + where its paid cards go, c = mask of attributes and
    # (1 + EX) << 5 that its designated cards count as
    O_RIDER = 105
    # a rule: a = 255, b = CHANGE_*, c = UNTIL_*, x = selector of the declarations; behind it:
    O_COST_CHANGE = 106
    # behind O_CHANGE_BY, in its place: x = pc of six amounts, one behind the other
    O_CHANGE_AMOUNTS = 109
    # a rule: a = 255, b = 0 changes by, 1 becomes, c = UNTIL_*, x = selector of cards, y = pc of
    # the amount
    O_EX_CHANGE = 110
    # a, b, c = four bits for S M, F L, N *; x = 1 + least cost that remains, 0 the default of
    # R5.28; y = mask of 1 << LK_*, 0 any
    O_CHANGE_BY = 107

cdef enum:  # of which attributes points are
    POINTS_FIXED = 0        # each of any of a set
    POINTS_OWN = 1          # each of any attribute of the card that speaks
    POINTS_CHOSEN = 2       # all of the attribute that was chosen
    POINTS_OF = 3           # each of any attribute of some cards

cdef enum:  # of a shuffle
    SHUFFLE_AFTER = 1       # it belongs to the operation before, whose count stays

cdef enum:
    SEND_DECK_TOP = 0
    SEND_DECK_BOTTOM = 1
    SEND_DECK = 2           # then the compiler adds O_SHUFFLE
    SEND_DUST = 3
    SEND_HAND = 4

cdef enum:  # how cards lie that are set aside, in a pile or kept on another
    FACE_UP = 0
    FACE_OWNER = 1          # only their owner knows them
    FACE_DOWN = 2           # nobody looks
    FACE_MASK = 3
    PILE_STAYS = 4          # outlives its maker
    PILE_DOOMED = 8         # its maker has left

cdef enum:  # how an effect puts a card into play
    PUT_ANYWHERE = 1        # field limits do not matter
    PUT_PLAIN = 2           # without conversion
    PUT_TAPPED = 4
    PUT_PAID = 8            # its own cost is paid
    PUT_PRICED = 16         # an amount is paid
    PUT_OVER = 32           # beside other items
    PUT_AS = 64             # as another card: O_AS follows

cdef enum:  # what a seat can name
    NAME_NUMBER = 0
    NAME_ATTRIBUTE = 1
    NAME_TYPE = 2
    NAME_ROW = 3
    NAME_COLUMN = 4
    NAME_SEX = 5
    NAME_CARD_NAME = 6

cdef enum:  # where arranged cards go
    ARRANGE_BOTTOM = 1      # so many of them, from the last, to the bottom
    ARRANGE_TOP = 2         # so many of them, from the first, on top

cdef enum:
    ORDER_RANDOM = 1
    ORDER_CHOSEN = 2        # secretly, by the owner

cdef enum:
    MOST_NUMBERS = 52       # numbers that a seat can be asked for: 0 to 51

cdef enum:
    BECOME_ATTRIBUTE = 0
    BECOME_SEX = 1
    BECOME_NAME = 2
    BECOME_TITLE = 3
    BECOME_TYPE = 4
    BECOME_NEW = 5

cdef enum:
    LOSE_ALL = 0
    LOSE_PASSIVE = 1
    LOSE_ABILITY = 2        # x = its number
    LOSE_ONE = 3            # chosen
    LOSE_LABEL = 4

cdef enum:  # what is forbidden, permitted or required
    WHAT_ATTACK = 0
    WHAT_BE_ATTACKER = 1
    WHAT_DEFEND = 2
    WHAT_BATTLE = 3
    WHAT_SUPPORT = 4
    WHAT_BE_SUPPORTED = 5
    WHAT_RESPOND = 6
    WHAT_PLAY = 7
    WHAT_USE = 8
    WHAT_BE_TARGET = 9
    WHAT_BE_CHANGED = 10
    WHAT_BE_MOVED = 11
    WHAT_LEAVE_BY_EFFECT = 12
    WHAT_PAY_TAP = 13
    WHAT_MOVE = 14
    WHAT_WAKE_UP = 15
    WHAT_UNTAP = 16
    WHAT_DRAW = 17
    WHAT_WIN_BY = 18
    WHAT_PAY = 19
    WHAT_ENTER = 20
    WHAT_EQUIP = 21
    WHAT_COPY_IN_PLAY = 22

cdef enum:  # what a lasting effect brings that is no value (EV_RULED)
    RULED_GIVEN = 0         # a special ability
    RULED_TAKEN = 1
    RULED_FORBIDDEN = 2
    RULED_PERMITTED = 3
    RULED_REQUIRED = 4
    RULED_KEPT = 5
    RULED_DOOMED = 6
    RULED_DAMAGE = 7
    RULED_SUPPORT = 8
    RULED_HAND_LIMIT = 9
    RULED_WARM_UP = 10
    RULED_DECK_DAMAGE = 11
    RULED_ADJACENT = 12
    RULED_COSTS = 13
    RULED_EXCHANGED = 14
    RULED_NO_WAKE_UP = 15
    RULED_NEXT_BATTLE = 16

cdef enum:  # flags of a rule
    RULE_TAPPED = 1         # even if tapped
    RULE_NEW = 2
    RULE_NOT_ADJACENT = 4
    RULE_ITSELF = 8
    RULE_FREE = 16
    RULE_OVER_LIMIT = 32
    RULE_FREE_CELLS = 64
    RULE_ANY_COLUMN = 128
    RULE_OTHER_COLUMN = 256
    RULE_FROM = 512         # cards that lie open outside play are played like hand cards
    RULE_CHOSEN = 1024      # its filters read something that was chosen when it was made
    RULE_PLACE = 11         # the place of that choice stands from this bit on

cdef enum:
    SUPPORT_AS_EVER = 0
    SUPPORT_AP = 1
    SUPPORT_DP = 2
    SUPPORT_BOTH = 3
    SUPPORT_CHOOSE = 4
    SUPPORT_REVERSED = 5

cdef enum:  # flags of a support rule
    SR_RECEIVED = 1         # the support given to it, else the support it gives
    SR_ANY = 2              # reach
    SR_NEIGHBOURS = 4
    SR_SAME_ITEM = 8
    SR_FREE = 16            # without tapping
    SR_VOID = 32
    SR_ALSO = 64            # it goes to those of x too
    SR_INSTEAD = 128        # it goes to one of those of x instead

cdef enum:  # causes of an event (bit numbers in masks)
    CAUSE_BATTLE = 0
    CAUSE_EVENT_CARD = 1
    CAUSE_SPECIAL = 2
    CAUSE_BASIC = 3
    CAUSE_COST = 4
    CAUSE_RULE = 5
    ABOUT_CELLS = 128       # beside the causes of O_OF: about cells that something goes into

cdef enum:  # the steps in which continuous values are worked out (R14.7)
    STEP_BECOME = 1
    STEP_GRANT = 2
    STEP_LOSE = 4
    STEP_SET = 8
    STEP_CHANGE = 16
    STEP_RULE = 32

cdef enum:  # link kinds (bit numbers in masks)
    LK_ENTRY = 0
    LK_EVENT_CARD = 1
    LK_ITEM = 2
    LK_AREA = 3
    LK_SPECIAL = 4
    LK_BASIC = 5
    LK_ATTACK = 6
    LK_SUPPORT = 7
    LK_CONVERSION = 8

cdef enum:  # changes of costs, in the order in which they apply
    CHANGE_MORE = 1
    CHANGE_LESS = 2
    CHANGE_FREE = 3

cdef enum:  # further bits of the masks of link kinds
    IS_PAYMENT = 9          # any declaration for which cards are designated
    IS_DOWNED = 10          # the window of R8.30
    IS_TAX = 11
    IS_THIS_CARD = 12       # the very card that gives points

cdef enum:  # card flags
    CF_PASSIVE = 1          # has a passive ability
    CF_ACTIVATED = 2        # has an activated ability on the field
    CF_TRIGGERED = 4
    CF_REPLACEMENT = 8
    CF_AS_COST = 16
    CF_OUTSIDE = 32         # has an ability that works outside the field
    CF_ALT_COST = 64        # another cost may be paid for it
    CF_OPEN_LOOK = 128      # lets a seat look at part of the other's deck

cdef enum:  # what passive abilities may read beside who stands where
    DEP_TAP = 1
    DEP_ZONES = 2
    DEP_BATTLE = 4
    DEP_TURN = 8
    DEP_CHAIN = 16
    DEP_EVERYTHING = 63     # what is not known in advance may read anything
    DEP_HISTORY = 32    # what happened this turn
    DEP_FOREIGN = 128   # has an activated ability that another than the controller may use

cdef enum:  # phases
    PH_SETUP = 0
    PH_START = 1
    PH_WAKE_UP = 2
    PH_WARM_UP = 3
    PH_MAIN = 4
    PH_END = 5
    PH_OVER = 6

cdef enum:  # how the game ended
    END_NONE = 0
    END_DECK_OUT = 1
    END_CONCEDE = 2
    END_LIMIT = 3
    END_CARD = 4

cdef enum:  # flags of a character
    CH_TAPPED = 1
    CH_RESERVED = 2     # its [T] is designated for a declaration or a support
    CH_NEW = 4          # R6: no turn of its controller has begun since it entered
    CH_SKIP_WAKE_UP = 8
    CH_KEEP = 16        # not downed by this battle
    CH_NO_WAKE_UP = 32  # Tax Wakeup unpaid: this turn only
    CH_ENTERED = 64     # entered this turn
    CH_MORE_ITEMS = 128     # it has items beside the one with the lowest token

cdef enum:  # what a character did this turn
    DID_ATTACKED = 1
    DID_DEFENDED = 2
    DID_BATTLED = 4
    DID_SUPPORTED = 8
    DID_MOVED = 16
    DID_WAS_TAPPED = 32
    DID_USED = 64
    DID_PAID = 128          # was tapped as a cost, or gave points
