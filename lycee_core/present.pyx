"""What holds at present beside who lies where: piles, lasting changes, rules, what waits, uses.

Theory of operation. All of it is public: the digest covers it, or it is worked out of what the
digest covers. It is returned as plain numbers, as the state has them; `standing` gives them words.
Who asks for it is a view, never the rules.
"""

from lycee_core.defs cimport *
from lycee_core.game cimport GameState
from lycee_core.hooks cimport next_item
from lycee_core.program cimport Ability, Card, Ins
from lycee_core.reading cimport Ctx, ability_ctx, counted, limit_key
from lycee_core.selectors cimport holds
from lycee_core.state cimport *
from lycee_core.values cimport fresh


# What an instruction that goes on holding brings.
_KINDS = {
    O_CHANGE: "change", O_SET: "set", O_EXCHANGE: "exchange", O_BECOME: "become",
    O_GAIN_BASIC: "gain", O_COPY_BASICS: "copy", O_LOSE_BASIC: "lose", O_GRANT: "give",
    O_LOSE_SPECIAL: "take", O_FORBID: "forbid", O_PERMIT: "permit", O_REQUIRE: "require",
    O_KEEP: "keep", O_DOWN: "doom", O_DAMAGE: "damage", O_SUPPORT_RULE: "support",
    O_HAND_LIMIT: "hand_limit", O_WARM_UP: "warm_up", O_DAMAGE_TO_DECK: "deck_damage",
    O_ADJACENT: "adjacent", O_COST_CHANGE: "costs", O_EX_CHANGE: "ex",
    O_SKIP_WAKE_UP: "no_wake_up", O_REMEMBER: "remember", O_PARTICIPANT: "next_battle",
    O_AS: "as",
}


cdef dict _CHOICES = {
    CHOSEN_NUMBER: "number", CHOSEN_NAME: "name", CHOSEN_TITLE: "name", CHOSEN_TYPE: "type",
    CHOSEN_ATTRIBUTE: "attribute", CHOSEN_ROW: "row", CHOSEN_COLUMN: "column", CHOSEN_SEX: "sex",
}


cdef object number_or_none(int token):
    return None if token >= N_TOKENS else token


def piles(GameState state not None):
    """Return every pile.

    Tuples (number of its name, seat, its maker's token or None, FACE_* of its cards, whether it
    stays when its maker leaves, tokens rising).
    """
    cdef Game *g = state.g
    cdef int slot, t
    cdef list found = []
    for slot in range(N_PILES):
        if g.s.piles[slot].name == 0:
            continue
        cards = tuple([t for t in range(N_TOKENS)
                       if g.s.place[t] == ZONE_PILE and g.s.next[t] == slot])
        found.append((g.s.piles[slot].name, g.s.piles[slot].seat,
                      number_or_none(g.s.piles[slot].maker),
                      g.s.piles[slot].flags & FACE_MASK,
                      bool(g.s.piles[slot].flags & PILE_STAYS), cards))
    return found


def kept(GameState state not None):
    """Return (token, token of the card on which it is kept, or None) of every card kept."""
    cdef Game *g = state.g
    cdef int t
    return [(t, number_or_none(g.s.next[t])) for t in range(N_TOKENS)
            if g.s.place[t] == ZONE_HELD]


cdef tuple one_effect(Game *g, int pc, int amount, int subject, int source, int seat, int until,
                      int count, int aux, bint is_on):
    cdef const Ins *ins = &g.book.code[pc]
    return (_KINDS[ins.op], ins.b, ins.x, ins.y, amount, subject, number_or_none(source), seat,
            until, count, aux, is_on, kept_kind(g, pc))


cdef object kept_kind(Game *g, int pc):
    """The word of `_CHOICES` for what a rule keeps in its amount; None for nothing (R14.14)."""
    cdef const Ins *ins = &g.book.code[pc]
    cdef int kind = -1
    if not (ins.op == O_FORBID or ins.op == O_PERMIT or ins.op == O_REQUIRE) \
            or not ins.y & RULE_CHOSEN:
        return None
    if ins.a == 255:
        kind = kind_in_filter(g, ins.x)
    ins = &g.book.code[pc + 1]
    if kind < 0 and ins.op == O_OF:
        kind = kind_in_filter(g, ins.x)
    return _CHOICES[max(kind, CHOSEN_NUMBER)]


cdef int kind_in_filter(Game *g, int selector) noexcept:
    """The kind of choice of a rule that a selector asks about, -1 for none or a number."""
    cdef const Ins *ins = &g.book.code[g.book.selectors[selector].filter]
    while ins.op != X_END:
        if ins.op == X_CHOSEN_IS and ins.b == N_CHOSEN:
            return ins.a
        if ins.op == X_NAME_PART and ins.b == N_CHOSEN:
            return CHOSEN_NAME
        ins += 1
    return -1


def effects(GameState state not None):
    """Return what effects brought that goes on holding, then the rules of passive abilities.

    Tuples (word of the operation, b, x, y of its instruction, amount, subject as an entity, 255 for
    whatever it matches, token of the source or None, seat that is "you", UNTIL_*, times left, what
    was copied or is remembered, whether its `while` is true now, word of `_CHOICES` for what a rule
    keeps in its amount or None).
    """
    cdef Game *g = state.g
    cdef int i
    cdef Modifier *m
    cdef Ctx c
    cdef bint is_on
    cdef list found = []
    fresh(g)
    for i in range(g.s.n_modifiers):
        m = &g.s.modifiers[i]
        is_on = True
        if m.until == UNTIL_WHILE:
            ability_ctx(&c, m.seat, m.source, m.cell, 255)
            is_on = holds(g, &c, g.book.code[m.pc - 1].x)
        found.append(one_effect(g, m.pc, m.amount, m.subject, m.source, m.seat, m.until, m.count,
                                m.aux, is_on))
    for i in range(g.x.n_rules):
        if g.rules[i].modifier == 0:
            found.append(one_effect(g, g.rules[i].pc, g.rules[i].amount, g.rules[i].subject,
                                    g.rules[i].source, g.rules[i].seat, UNTIL_ALWAYS, 0,
                                    g.rules[i].aux, True))
    return found


def watchers(GameState state not None):
    """Return what waits.

    Tuples (EV_*, seat, token of its source or None, UNTIL_*, times left, 0 for every time, entities
    it remembers).
    """
    cdef Game *g = state.g
    cdef int i, k
    cdef Watcher *w
    cdef list found = []
    for i in range(g.s.n_watchers):
        w = &g.s.watchers[i]
        if w.until != UNTIL_NEVER:
            found.append((g.book.abilities[w.ability].event, w.seat, number_or_none(w.source),
                          w.until, w.count,
                          tuple([w.names[k] for k in range(3) if w.names[k] != 255])))
    return found


cdef int add_uses(Game *g, list found, int token, int seat) except -1:
    cdef const Card *card = card_of(g, token)
    cdef const Ability *a
    cdef int i, number
    for i in range(card.n_abilities):
        number = card.first_ability + i
        a = &g.book.abilities[number]
        if a.limit_n:
            found.append((token, i, a.limit_n, a.limit_per,
                          counted(g, limit_key(a, token, seat), number, a.limit_per)))
    return 0


def uses(GameState state not None):
    """Return every printed ability with a limit, of cards in play.

    Tuples (token, place on the card, limit, PER_*, uses so far).
    """
    cdef Game *g = state.g
    cdef int cell, item
    cdef list found = []
    for cell in range(12):
        if g.s.chars[cell].token != NO_TOKEN:
            add_uses(g, found, g.s.chars[cell].token, cell // 6)
            item = g.s.chars[cell].item
            while item != NO_TOKEN:
                add_uses(g, found, item, seat_of(item))
                item = next_item(g, cell, item)
        if g.s.chars[cell].area != NO_TOKEN:
            add_uses(g, found, g.s.chars[cell].area, seat_of(g.s.chars[cell].area))
    return found


def traits(GameState state not None, int cell):
    """Return what the character in a cell is now, as numbers.

    (attributes, sex, number of its name, of its title or 0, TYPE_* or 0, original AP, DP, SP,
    places of printed special abilities that are lost, tokens of who gave it others)

    Raises:
        ValueError: there is no character.
    """
    cdef Game *g = state.g
    cdef const Card *card
    cdef int i
    cdef bint became
    state.values(cell)                              # raises, and works out everything
    card = card_of(g, g.s.chars[cell].token)
    became = (g.x.became >> cell) & 1
    original = (card.ap, card.dp, card.sp)
    if (g.x.original_set >> cell) & 1:
        original = (g.x.original[cell][0], g.x.original[cell][1], g.x.original[cell][2])
    return (g.x.attributes[cell] if became else card.attributes,
            g.x.sex[cell] if became else card.sex,
            g.x.name[cell] if became else card.name,
            g.x.title[cell] if became else 0, g.x.type[cell] if became else 0, original,
            tuple([i for i in range(card.n_abilities) if (g.x.lost[cell] >> i) & 1]),
            tuple([number_or_none(g.granted[i].source) for i in range(g.x.n_granted)
                   if g.granted[i].cell == cell]))


def sums(GameState state not None, int cell):
    """Return what ends with the turn or the battle for the character in a cell.

    (changes of AP, DP, SP in the turn, in the battle, basic abilities gained, lost, whether it
    skips its next wake-up, whether it is not downed by this battle)
    """
    cdef Game *g = state.g
    cdef Character *ch
    cdef int i
    state.values(cell)
    ch = &g.s.chars[cell]
    return (tuple([ch.turn_change[i] for i in range(3)]),
            tuple([ch.battle_change[i] for i in range(3)]), ch.gained, ch.lost,
            bool(ch.flags & (CH_SKIP_WAKE_UP | CH_NO_WAKE_UP)), bool(ch.flags & CH_KEEP))


def links(GameState state not None):
    """Return (number that was chosen, whether it is cancelled) of the links that `chain` lists."""
    cdef Game *g = state.g
    cdef int i
    return [(g.s.links[i].x, bool(g.s.links[i].flags & LF_CANCELLED)) for i in range(g.s.n_links)
            if g.s.links[i].card != UNKNOWN_CARD]
