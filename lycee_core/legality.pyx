# The rules that refuse.
#
# Theory of operation. Every function returns 0 (legal), -1 (this replica lacks a face and cannot
# say), or the number of the one rule that forbids it: chapter * 100 + number, so R6.5 is 605. The
# same functions list what may be declared and judge what a peer declared, so the two can never
# disagree.

from libc.stdint cimport uint8_t
from libc.string cimport memset

from lycee_core.affording cimport cost_rule
from lycee_core.changes cimport change_owed, cost_may_change, costs_change, imagined
from lycee_core.costs cimport alt_cost, tap_rule
from lycee_core.defs cimport *
from lycee_core.gifts cimport link_of_card, may_use
from lycee_core.hooks cimport next_item
from lycee_core.house cimport *
from lycee_core.in_force cimport any_ban, forbidden, permitted, rule_for
from lycee_core.moves cimport name_in_play
from lycee_core.permission cimport is_free, may_play_from
from lycee_core.places cimport *
from lycee_core.points cimport *
from lycee_core.program cimport Ability, Card, Cost, works_in_play
from lycee_core.selectors cimport *
from lycee_core.state cimport *
from lycee_core.support cimport support_rule
from lycee_core.targeting cimport targets_possible
from lycee_core.triggers cimport counter_free, counter_key, uses
from lycee_core.values cimport entry_number, fresh, has_basic
from lycee_core.worth cimport as_printed


cdef int event_ability(Game *g, const Card *card) noexcept nogil:
    cdef int i
    for i in range(card.n_abilities):
        if g.book.abilities[card.first_ability + i].kind == AK_EVENT_CARD:
            return card.first_ability + i
    return 0xFFFF


cdef int basic_of_action(int action) noexcept nogil:
    if action == ACT_SUPPORTER:
        return B_SUPPORTER
    if action == ACT_TOUCH:
        return B_TOUCH
    if action == ACT_ESCAPE:
        return B_ESCAPE
    return B_STEP + action - ACT_STEP               # Step, Side Step, Order Step, Jump


# ---- from the hand ------------------------------------------------------------------------------

cdef int imagined_cost_rule(Game *g, const Link *decl, const Cost *cost, const uint8_t *points,
                            int declared) noexcept nogil:
    """`cost_rule` for an imagined link, after what cards change of its points (R5.28)."""
    cdef uint8_t owed[6]
    cdef int i
    for i in range(6):
        owed[i] = points[i]
    change_owed(g, g.s.n_links, owed)
    return cost_rule(g, decl.seat, cost, owed, decl.token, decl.cell if declared == NO_TOKEN
                     else NO_CELL, declared, NULL)


cdef int changed_card_rule(Game *g, int seat, int token, const Card *card,
                           const Cost *cost) noexcept nogil:
    """`card_cost_rule` where cards change costs: payable in one place is enough."""
    cdef int kind = link_of_card(card), cell, rule = 503
    cdef Link *decl = imagined(g, seat, kind, token, NO_CELL, 0xFFFF)
    cdef const Cost *other = alt_cost(g, card)
    for cell in range(12):
        if kind != LK_EVENT_CARD and goes_there(g, seat, token, kind, cell):
            continue
        if kind == LK_ENTRY or kind == LK_CONVERSION:
            decl.cell = cell
        elif kind != LK_EVENT_CARD:
            decl.target = cell
        rule = imagined_cost_rule(g, decl, cost, card.cost, token)
        if rule and other != NULL:
            rule = imagined_cost_rule(g, decl, other, other.points, token)
        if rule == 0 or kind == LK_EVENT_CARD:
            break
    memset(decl, 0, sizeof(Link))
    return rule


cdef int changed_rule(Game *g, int seat, int kind, int token, int cell, int ability,
                      const Cost *cost, int declared) noexcept nogil:
    """`cost_rule` of what a card in play does, where cards change costs; NULL: it is free.

    `declared`: the hand card whose ability it is, or NO_TOKEN.
    """
    cdef uint8_t nothing[6]
    cdef Link *decl
    cdef int rule
    if g.s.n_links >= CHAIN_LIMIT:
        return 732                                  # R7.32
    memset(nothing, 0, sizeof(nothing))
    decl = imagined(g, seat, kind, token, cell, ability)
    if cost == NULL:
        rule = imagined_cost_rule(g, decl, NULL, nothing, declared)
    else:
        rule = imagined_cost_rule(g, decl, cost, cost.points, declared)
    memset(decl, 0, sizeof(Link))
    return rule


cdef int card_cost_rule(Game *g, int seat, int token, const Card *card, const Cost *cost,
                        const Pool *pool) noexcept nogil:
    """Whether the printed cost of a hand card, or the other one it has, can be paid (R5.39)."""
    cdef int rule
    cdef const Cost *other
    if is_free(g, seat, token):
        return 0                                    # R7.40
    if cost_may_change(g, g.s.face[token]):
        return changed_card_rule(g, seat, token, card, cost)
    if cost == NULL and pool != NULL and as_printed(g):
        rule = 0 if covers_without(pool, card, card.cost) else 503      # R5.3
        if rule and g.book.as_costs:
            rule = cost_rule(g, seat, NULL, card.cost, token, NO_CELL, token, pool)
    else:
        rule = cost_rule(g, seat, cost, card.cost, token, NO_CELL, token, pool)
    if rule and card.flags & CF_ALT_COST:
        other = alt_cost(g, card)
        if cost_rule(g, seat, other, other.points, token, NO_CELL, token, pool) == 0:
            return 0
    return rule


cdef int event_rule(Game *g, int seat, int token, const Card *card,
                    const Pool *pool) noexcept nogil:
    cdef int number = event_ability(g, card)
    cdef const Ability *a
    cdef Ctx c
    if number == 0xFFFF and card.flags & CF_AS_COST:
        return 520                                  # R5.20
    if number == 0xFFFF:
        return card_cost_rule(g, seat, token, card, NULL, pool)
    a = &g.book.abilities[number]
    # The cheap half first.
    if pool != NULL and not card.flags & CF_ALT_COST and not covers_without(pool, card, card.cost) \
            and not cost_may_change(g, g.s.face[token]) and not g.book.as_costs \
            and as_printed(g) and not is_free(g, seat, token):
        return 503                                  # R5.3
    ability_ctx(&c, seat, token, NO_CELL, g.s.n_links)
    if not holds(g, &c, a.when):
        return 723                                  # R7.23
    if not targets_possible(g, &c, a, 0):
        return 719                                  # R7.19
    return card_cost_rule(g, seat, token, card, &a.cost, pool)


cdef bint may_not_respond(Game *g, int seat, int kind) noexcept nogil:
    """R14.14: whether a seat is forbidden to answer what lies on top of the chain."""
    if kind != P_RESPOND or g.s.n_links == 0 or not any_ban(g, WHAT_RESPOND):
        return False
    return forbidden(g, WHAT_RESPOND, 160 + seat, 144 + g.s.n_links - 1,
                     g.s.links[g.s.n_links - 1].kind)


cdef bint may_not_play(Game *g, int seat, int kind, int token, const Card *card) noexcept nogil:
    """R14.14: whether a rule of a card forbids this card."""
    cdef int made = link_of_card(card)
    if may_not_respond(g, seat, kind) or forbidden(g, WHAT_PLAY, token, token, made):
        return True
    if card.type == TYPE_CHARACTER:
        return forbidden(g, WHAT_ENTER, token, token, made)
    return card.type == TYPE_ITEM and forbidden(g, WHAT_EQUIP, token, token, made)


cdef int full_rule(Game *g) noexcept nogil:
    """0, or the rule by which no further declaration is possible now."""
    if g.s.n_links >= CHAIN_LIMIT:
        return 732                                  # R7.32
    return 734 if g.s.declared >= DECLARATION_TURN_LIMIT else 0     # R7.34


cdef int hand_rule(Game *g, int seat, int kind, int token, const Pool *pool) noexcept nogil:
    """Whether a hand card, or one played like one, may be declared in a window of this kind.

    `pool` is the whole hand, or NULL where faces are missing.
    """
    cdef const Card *card
    cdef Ctx c
    cdef int rule
    if g.s.place[token] != ZONE_HAND or seat_of(token) != seat:
        if not may_play_from(g, seat, token):
            return 709                              # R7.9, R7.40
        pool = NULL                                 # it is no part of the hand
    if not known(g, token):
        return -1
    card = card_of(g, token)
    if g.x.n_rules and may_not_play(g, seat, kind, token, card):
        return 1414                                 # R14.14
    if card.type != TYPE_EVENT_CARD and kind != P_MAIN:
        return 815 if kind == P_BATTLE else 704     # R8.15, R7.4
    if kind == P_BATTLE and downed_window(g) != NULL:
        return 705                                  # R7.5, R8.30
    rule = full_rule(g)
    if rule:
        return rule
    if card.play_if:
        ability_ctx(&c, seat, token, NO_CELL, g.s.n_links)
        if not holds(g, &c, card.play_if):
            return 723                              # R7.23
    if card.type == TYPE_EVENT_CARD:
        return event_rule(g, seat, token, card, pool)
    rule = card_cost_rule(g, seat, token, card, NULL, pool)
    if rule:
        return rule
    if card.type == TYPE_CHARACTER and name_in_play(g, token, seat, NO_CELL):
        return 605                                  # R6.5
    if not any_place(g, seat, token, card.type):
        if card.component[0] != 0xFFFF:
            return 1102                             # R11.2
        if card.type == TYPE_CHARACTER:
            return 604                              # R6.4
        return place_of_type_rule(card.type)
    return 0


# ---- from the field -----------------------------------------------------------------------------

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
