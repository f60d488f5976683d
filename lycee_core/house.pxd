# House rules: every number or choice that the rule sources leave to us, in one place.
# A change of any value here changes the rules hash, so two peers with other values refuse each
# other (P3.2).

cdef enum:
    DECK_SIZE = 60              # R1: cards in a deck
    COPIES = 4                  # R1: copies of one name in a deck
    OPENING_HAND = 7            # R3: cards drawn before the game
    HAND_LIMIT = 7              # R4: cards kept at the end of the own turn
    WARM_UP_DRAW = 2            # R4: cards drawn in warm-up
    FIRST_WARM_UP_DRAW = 1      # R4: the same in the first turn of the first player
    CHAIN_LIMIT = 12            # R7: links of one chain
    ABILITY_TURN_LIMIT = 20     # R7: declarations of one ability in one turn
    DECLARATION_TURN_LIMIT = 200  # R7: declarations of both seats in one turn
    COUNTERS_KEPT = 16          # R15: counters left for limits when texts ask what happened
    COUNTER_LIMIT = 32          # R7: different (card, ability) pairs counted in one turn
    PICK_LIMIT = 6              # R7: picks (targets) of one declaration
    PILE_LIMIT = 8              # R13: named piles with cards at the same time
    REPEAT_LIMIT = 60           # R15: rounds of one repeated part of an effect
    # R15: triggers waiting at once; more end the game as a draw by limit
    TRIGGER_LIMIT = 24
    # R15: triggers carried out in one ply; more end the game as a draw by limit
    TRIGGER_PLY_LIMIT = 500
    TURN_LIMIT = 250            # R16: turns of one game; then a draw by limit
    MODIFIER_LIMIT = 25         # R14: lasting changes at once; more do nothing
    WATCHER_LIMIT = 12          # R14: texts that wait for something at once; more do nothing
    DOWNED_WINDOW = 1           # R8: a "when downed" window opens if an ability in play can use it
    VALUE_LIMIT = 999           # R14: values stay within +/- this
    DEFENCE_RESPONDABLE = 0     # R8: naming the defender cannot be answered
    SPLIT_ATTRIBUTES = 1        # R5: the attribute is chosen per point of a multi-attribute card
    BOTH_DECKS_EMPTY_IS_DRAW = 1  # R16: both decks reach 0 in one operation
    SKIP_DEAD_WINDOWS = 1       # R7: a window that is dead by public facts is not opened
    FRESH_MOVE_LIMIT = 1        # R10: uses of one move-type basic ability per turn
