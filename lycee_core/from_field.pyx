# Whether a character may attack, support or move, and whether an ability may be used.
#
# The numbers are those of `legality`.

from lycee_core.affording cimport cost_rule
from lycee_core.changes cimport costs_change
from lycee_core.costs cimport tap_rule
from lycee_core.counters cimport counter_free, counter_key, uses
from lycee_core.defs cimport *
from lycee_core.gifts cimport may_use
from lycee_core.holding cimport entry_number
from lycee_core.hooks cimport next_item
from lycee_core.house cimport *
from lycee_core.in_force cimport forbidden, permitted, rule_for
from lycee_core.legality cimport changed_rule, full_rule, may_not_respond
from lycee_core.places cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost, works_in_play
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.support cimport support_rule
from lycee_core.targeting cimport targets_possible
from lycee_core.values cimport fresh, has_basic


cdef int basic_of_action(int action) noexcept nogil:
    if action == ACT_SUPPORTER:
        return B_SUPPORTER
    if action == ACT_TOUCH:
        return B_TOUCH
    if action == ACT_ESCAPE:
        return B_ESCAPE
    return B_STEP + action - ACT_STEP               # Step, Side Step, Order Step, Jump


cdef int attack_rule(Game *g, int seat, int kind, int cell) noexcept nogil:
    cdef int rule, token
    if kind != P_MAIN:
        return 815 if kind == P_BATTLE else 704     # R8.15, R7.4
    if cell // 6 != seat or g.s.chars[cell].token == NO_TOKEN:
        return 802                                  # R8.2
    if cell % 6 >= 3:
        return 803                                  # R8.3
    if not g.x.n_rules:
        return attacker_rule(g, cell)
    token = g.s.chars[cell].token
    if forbidden(g, WHAT_ATTACK, token, 255, LK_ATTACK) \
            or forbidden(g, WHAT_BATTLE, token, 255, LK_ATTACK) \
            or forbidden(g, WHAT_BE_ATTACKER, token, 255, LK_ATTACK):
        return 1414                                 # R14.14
    rule = attacker_rule(g, cell)
    if rule == 805 and permitted(g, WHAT_ATTACK, token, 255, RULE_NEW):
        return 0
    if rule == 804 and g.s.chars[cell].flags & CH_TAPPED \
            and permitted(g, WHAT_ATTACK, token, 255, RULE_TAPPED):
        return 0
    return rule


cdef int attacker_rule(Game *g, int cell) noexcept nogil:
    """Whether the character in a cell can pay the tap of an attack."""
    cdef int rule = tap_rule(g, cell)
    if rule == 610:
        return 805                                  # R8.5
    return 804 if rule else 0                       # R8.4


cdef int owed_attack_rule(Game *g, int seat) noexcept nogil:
    """R14.15: 1415 while a character that must attack could, -1 when that cannot be said."""
    cdef int cell, rule, unsure = 0
    for cell in range(seat * 6, seat * 6 + 3):
        if g.s.chars[cell].token == NO_TOKEN or rule_for(
                g, O_REQUIRE, WHAT_ATTACK, g.s.chars[cell].token, 255, -1, -1) == NULL:
            continue
        # Whatever forbids the declaration, be it the limit of a turn, frees from the duty.
        rule = field_rule(g, seat, P_MAIN, CODE_FIELD + cell * 32 + ACT_ATTACK, NULL)
        if rule == 0:
            return 1415
        if rule < 0:
            unsure = -1
    return unsure


cdef int basic_cost_rule(Game *g, int seat, int cell, int basic, const Pool *pool) noexcept nogil:
    cdef int entry = entry_number(g, cell, basic)
    cdef const Cost *cost = NULL if entry < 0 else &g.book.basics[entry].cost
    if costs_change(g):
        return changed_rule(g, seat, LK_SUPPORT if basic == B_SUPPORTER else LK_BASIC,
                            g.s.chars[cell].token, cell,
                            0xFFFF if entry < 0 else 0x8000 | entry, cost, NO_TOKEN)
    if cost == NULL:
        return 0
    return cost_rule(g, seat, cost, cost.points, g.s.chars[cell].token, cell, NO_TOKEN, pool)


cdef int move_action_rule(Game *g, int seat, int kind, int cell, int action,
                          const Pool *pool) noexcept nogil:
    """R10.2: Step, Side Step, Order Step, Jump, Touch, Escape."""
    cdef Character *ch = &g.s.chars[cell]
    cdef Character *other
    if g.s.battle:
        return 815                                  # R8.15
    if seat != g.s.turn_player or kind == P_BATTLE:
        return 706                                  # R7.6
    if cell // 6 != seat or ch.token == NO_TOKEN \
            or not has_basic(g, cell, basic_of_action(action)):
        return 708                                  # R7.8
    if (ch.used >> (action - 1)) & 1:
        return 731                                  # R7.31
    if forbidden(g, WHAT_MOVE, ch.token, 255, LK_BASIC) \
            or forbidden(g, WHAT_USE, ch.token, 255, LK_BASIC):
        return 1414                                 # R14.14
    if ch.flags & CH_TAPPED and not permitted(g, WHAT_MOVE, ch.token, 255, RULE_TAPPED):
        return 1010 if action == ACT_ESCAPE else 1007   # R10.10, R10.7
    if action == ACT_TOUCH:
        other = &g.s.chars[touch_partner(cell)]
        if other.token == NO_TOKEN or other.flags & CH_TAPPED:
            return 1009                             # R10.9
    elif action != ACT_ESCAPE:
        if not any_way(g, cell, action):
            return 1008                             # R10.8
    return basic_cost_rule(g, seat, cell, basic_of_action(action), pool)


cdef int host_token(Game *g, int cell, int action) noexcept nogil:
    """The card in play whose ability a field code names."""
    if action >= ACT_AREA:
        return g.s.chars[cell].area
    if action >= ACT_ITEM:
        action -= ACT_ITEM
        return item_at(g, cell, &action)
    return g.s.chars[cell].token


cdef int item_at(Game *g, int cell, int *index) noexcept nogil:
    """R9.12: the item whose ability is meant, counted through all items; `index` becomes its place
    on that item."""
    cdef int item = g.s.chars[cell].item, behind = next_item(g, cell, item)
    while behind != NO_TOKEN and index[0] >= card_of(g, item).n_abilities:
        index[0] -= card_of(g, item).n_abilities
        item = behind
        behind = next_item(g, cell, item)
    return item


cdef int ability_number(Game *g, int cell, int action) noexcept nogil:
    """The ability that a field code names: printed ones first, then those that were given to the
    character (R7.8); 0xFFFF: none, or lost."""
    cdef int token = host_token(g, cell, action)
    cdef int index = action - (ACT_AREA if action >= ACT_AREA else
                               ACT_ITEM if action >= ACT_ITEM else ACT_ABILITY)
    cdef const Card *card
    cdef int i
    if token == NO_TOKEN:
        return 0xFFFF
    if action >= ACT_ITEM and action < ACT_AREA:
        item_at(g, cell, &index)
    card = card_of(g, token)
    if index < card.n_abilities:
        if action < ACT_ITEM and (g.x.lost[cell] >> index) & 1:
            return 0xFFFF
        return card.first_ability + index
    if action >= ACT_ITEM:
        return 0xFFFF
    index -= card.n_abilities
    for i in range(g.x.n_granted):
        if g.granted[i].cell == cell:
            if index == 0:
                return g.granted[i].ability
            index -= 1
    return 0xFFFF


cdef int ability_count(Game *g, int cell, int token) noexcept nogil:
    """How many abilities the codes of a card in play can name; of an item, those of all of them."""
    cdef int n = card_of(g, token).n_abilities, i
    if token == g.s.chars[cell].item:
        token = next_item(g, cell, token)
        while token != NO_TOKEN:
            n += card_of(g, token).n_abilities
            token = next_item(g, cell, token)
        return n if n < 4 else 4
    if token == g.s.chars[cell].token:
        for i in range(g.x.n_granted):
            n += g.granted[i].cell == cell
    return n if n < 8 else 8


cdef int special_rule(Game *g, int seat, int number, int token, int cell, int declared,
                      const Pool *pool) noexcept nogil:
    """Whether an ability that is alive may be used; `cell`, `declared`: as in `cost_rule`."""
    cdef const Ability *a = &g.book.abilities[number]
    cdef Ctx c
    cdef int rule
    if forbidden(g, WHAT_USE, token, token, LK_SPECIAL):
        return 1414                                 # R14.14
    rule = use_rule_of(g, a, number, seat, token)
    if rule:
        return rule
    if costs_change(g):
        rule = changed_rule(g, seat, LK_SPECIAL, token, cell, number, &a.cost, declared)
    else:
        rule = cost_rule(g, seat, &a.cost, a.cost.points, token, cell, declared, pool)
    if rule:
        return rule
    ability_ctx(&c, seat, token, cell, g.s.n_links)
    if not holds(g, &c, a.when):
        return 723                                  # R7.23
    return 0 if targets_possible(g, &c, a, 0) else 719     # R7.19


cdef int use_rule_of(Game *g, const Ability *a, int number, int seat, int token) noexcept nogil:
    """The limits that every ability has, wherever its card is."""
    cdef int key = counter_key(a, token, seat), rule = full_rule(g)
    if rule:
        return rule
    if a.limit_after and uses(g, key, number, PER_TURN) >= a.limit_n:
        return 708                                  # R7.8: gone until the end of the turn
    if a.limit_n and a.limit_each != EACH_TARGET \
            and uses(g, key, number, a.limit_per) >= a.limit_n \
            and not permitted(g, WHAT_USE, token, token, RULE_OVER_LIMIT):
        return 731                                  # R7.31
    if uses(g, key, number, PER_TURN) >= ABILITY_TURN_LIMIT:
        return 733                                  # R7.33
    return 0 if counter_free(g, key, number) else 737                       # R7.37


cdef int outside_ability(Game *g, int seat, int token) noexcept nogil:
    """The first ability of a card outside play that may be used there; 0xFFFF: none."""
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef int i
    for i in range(card.n_abilities):
        a = &g.book.abilities[card.first_ability + i]
        if a.kind == AK_ACTIVATED and works_here(g, a, token) and may_use(g, a, seat, token, 0):
            return card.first_ability + i
    return 0xFFFF


cdef int outside_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil:
    """Whether the ability of a card in the hand, a dust box or a pile may be used (R15.17)."""
    cdef bint in_hand = g.s.place[token] == ZONE_HAND
    cdef int number
    if may_not_respond(g, seat, kind):
        return 1414                                 # R14.14
    if in_hand and seat_of(token) != seat:
        return 709                                  # R7.9
    if in_hand and not known(g, token):
        return -1
    if not in_hand and g.s.know[token] != PUBLIC_KNOWN:
        return 708                                  # R7.8
    number = outside_ability(g, seat, token)
    if number == 0xFFFF:
        return 708                                  # R7.8
    if kind == P_BATTLE and downed_window(g) != NULL \
            and g.book.abilities[number].event != EV_DOWNED:
        return 705                                  # R7.5, R8.30
    return special_rule(g, seat, number, token, NO_CELL, token if in_hand else NO_TOKEN, pool)


cdef int ability_rule(Game *g, int seat, int cell, int action, const Pool *pool) noexcept nogil:
    cdef int token = host_token(g, cell, action)
    cdef int number = ability_number(g, cell, action)
    cdef const Ability *a
    if number == 0xFFFF:
        return 708                                  # R7.8
    a = &g.book.abilities[number]
    if a.kind != AK_ACTIVATED or not works_in_play(a) or not may_use(g, a, seat, token, cell):
        return 708                                  # R7.8
    if a.host != HOST_SELF and g.s.chars[cell].token == NO_TOKEN:
        return 708                                  # R7.8
    return special_rule(g, seat, number, token, cell, NO_TOKEN, pool)


cdef bint is_when_downed(Game *g, int cell, int action) noexcept nogil:
    """Whether a field code names an ability with the timing "when downed"."""
    cdef int number = ability_number(g, cell, action)
    return number != 0xFFFF and g.book.abilities[number].kind == AK_ACTIVATED \
        and g.book.abilities[number].event == EV_DOWNED


cdef bint waits_for_downed(Game *g) noexcept nogil:
    """Whether an ability in play has the timing "when downed" (R8.30)."""
    cdef int cell, i, k, base, token
    if not g.book.downed_timings:
        return False
    fresh(g)
    for cell in range(12):
        for k in range(3):
            base = ACT_ABILITY if k == 0 else ACT_ITEM if k == 1 else ACT_AREA
            token = host_token(g, cell, base)
            if token == NO_TOKEN:
                continue
            for i in range(ability_count(g, cell, token)):
                if is_when_downed(g, cell, base + i):
                    return True
    return False


cdef int field_rule(Game *g, int seat, int kind, int code, const Pool *pool) noexcept nogil:
    """Whether a field code may be declared in a window of this kind; `pool` as in `hand_rule`."""
    cdef int cell = (code - CODE_FIELD) // 32
    cdef int action = (code - CODE_FIELD) % 32
    cdef int rule
    if may_not_respond(g, seat, kind):
        return 1414                                 # R14.14
    if kind == P_BATTLE and downed_window(g) != NULL and not (
            action >= ACT_ABILITY and is_when_downed(g, cell, action)):
        return 705                                  # R7.5, R8.30
    if action == ACT_ATTACK:
        rule = attack_rule(g, seat, kind, cell)
    elif action == ACT_SUPPORT or action == ACT_SUPPORTER:
        if kind != P_BATTLE:
            return 707                              # R7.7
        rule = support_rule(g, seat, cell, action, 0)
        if rule == 0 and action == ACT_SUPPORTER:
            rule = basic_cost_rule(g, seat, cell, B_SUPPORTER, pool)
    elif action <= ACT_ESCAPE:
        rule = move_action_rule(g, seat, kind, cell, action, pool)
    elif action >= ACT_ABILITY:
        return ability_rule(g, seat, cell, action, pool)
    else:
        return 708                                  # R7.8
    if rule == 0 and action <= ACT_SUPPORT and costs_change(g):
        # An attack and a support are free, but a card may make them dearer.
        rule = changed_rule(g, seat, LK_ATTACK if action == ACT_ATTACK else LK_SUPPORT,
                            g.s.chars[cell].token, cell, 0xFFFF, NULL, NO_TOKEN)
    if rule:
        return rule
    return full_rule(g)
