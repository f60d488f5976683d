"""Compiles abilities, one after the other: when, what for, how often, for which cost, to do what.

What an ability may not have is refused here, in the words of its author. Below: `effects_compiler`,
`rows`, `traits`; above: `program`, which knows the cards that abilities belong to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lycee_core.effects_compiler import EffectsCompiler
from lycee_core.effects_costs import BasicRow
from lycee_core.errors import CardDataError
from lycee_core.listening import EventRow
from lycee_core.opcodes import HOUSE, D
from lycee_core.parsed import Amount, Condition, Node, Ref, Value
from lycee_core.rows import AbilityRow
from lycee_core.traits import ability_flags, answers_downed, asks_battle, only_for, works_unseen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lycee_core.effects_costs import CostRow
    from lycee_core.parsed import Ability, Basic, Limit

# Registers of what runs on its own, inside a payment, in the middle of another operation.
BANKS = {"": (0, 8), "as_cost": (8, 4), "replacement": (12, 4)}
# Rules whose applications a limit counts.
COUNTED_RULES = frozenset(("keep", "down", "damage", "damage_to_deck", "support_rule", "warm_up",
                           "permit", "cost_change"))  # fmt: skip
COUNTED_PERMISSIONS = {"attack", "defend", "play", "enter", "equip", "use"}
MAX_WORKING_PILES = 127
# What an effect in progress, a chain or an event has, and a value at rest has not.
MOMENTARY = {"responding", "done", "event"}


class AbilityCompiler(EffectsCompiler):
    """The compiler of abilities; their rows grow in the order in which they are compiled."""

    def __init__(self) -> None:
        super().__init__()
        self.abilities: list[AbilityRow] = []
        self.card_type = ""
        self.printed: tuple[int, ...] = ()  # cost of the card
        self.first = 0  # number of the first ability of the card
        self.most = 0  # abilities of a card that a decision can name

    def this_ability(self) -> int:
        """Return the number of the ability being compiled."""
        return len(self.abilities)

    def basic(self, basic: Basic, *, always: bool = False) -> None:
        """Keep a basic ability that carries a cost or an effect."""
        if basic.cost is None and not basic.effect and not always:
            return
        self.bank = BANKS[""]
        cost = self.cost(basic.cost)
        self.targets = {}
        effect = self.effect(basic.effect, (), is_passive=False)
        self.basics.append(BasicRow(D.named("B_", basic.name), effect, cost))

    def ability(self, ability: Ability, outer: tuple[str, ...] = ()) -> None:
        """Compile one special ability; `outer`: names of the effect that gives it away."""
        names = [*outer, *(name for name, _ in ability.targets)]
        self.has_uses = False
        self.targets = dict(ability.targets)
        self.bank = BANKS.get(ability.kind, BANKS[""])
        self.start(names)
        targets = self.target_rows(ability)
        event, what, whose, tests = self.heard(ability)
        when = self.conditions(ability.when, *tests)
        cond = self.conditions(ability.conditions)
        cost = self.cost(ability.cost)
        works_in = ability.works_in
        if ability.kind == "as_cost":
            what = only_for(ability.effect)
            if self.card_type == "event_card" and works_in in ("field", "hand"):
                works_in = "hand"
                cost = self.with_printed(cost, what)
        elif works_in != "field":
            self.check_works_in(ability)
        self.check_limit(ability)
        is_passive = ability.kind == "passive"
        if is_passive:
            self.refuse_in_passive((*ability.conditions, *ability.effect))
        effect = self.effect(ability.effect, names, is_passive=is_passive)
        if ability.kind == "activated" and len(self.abilities) - self.first >= self.most:
            raise self.unbuilt(f"more than {self.most} abilities")
        self.abilities.append(
            AbilityRow(
                kind=D.named("AK_", ability.kind),
                host=D.named("HOST_", ability.host),
                by=D.named("USER_", ability.by),
                works_in=self.alive_in(works_in),
                flags=ability_flags(ability) | (D.AF_COUNTED if self.has_uses else 0),
                event=event,
                whose=whose,
                when=when,
                cond=cond,
                effect=effect,
                what=what,
                name=self.string(ability.name),
                targets=tuple(targets + [0] * (4 - len(targets))),
                optional=tuple(
                    int(index < len(targets) and ability.targets[index][1].get("optional") is True)
                    for index in range(4)
                ),
                cost=cost,
                **limit_fields(ability.limit),
            )
        )

    def target_rows(self, ability: Ability) -> list[int]:
        """Compile the targets; `n` of each means how many are named at declaration."""
        targets = [self.selector(selector, one=True) for _, selector in ability.targets]
        if sum(self.selectors[number].n for number in targets) > HOUSE.PICK_LIMIT:  # R7.38
            raise self.unbuilt(f"more than {HOUSE.PICK_LIMIT} picks of one declaration, `target")
        return targets

    def with_printed(self, cost: CostRow, what: int) -> CostRow:
        """An event card that is declared as a cost owes its printed cost too."""
        if what >> D.IS_THIS_CARD & 1:
            return cost
        if cost.amounts:
            raise self.unbuilt("an amount of points in the cost of an event card, as `points")
        both = zip(cost.points, self.printed, strict=True)
        return cost._replace(points=tuple(own + printed for own, printed in both))

    def check_limit(self, ability: Ability) -> None:
        """Refuse a limit that cannot be counted: beside the uses in a battle, or of no rule."""
        limit = ability.limit
        if limit is None:
            return
        if limit.get("per") == "declaration" and asks_battle(ability):
            raise self.unbuilt("uses = battle` of an ability with such a limit, as `declaration")
        if ability.kind != "passive":
            return
        each = str(limit.get("each", "name"))
        if limit.has("after") or each not in ("name", "seat"):
            raise self.unbuilt("limit` of a passive for each target or mode, as `limit")
        for operation in ability.effect:
            doings = operation.value if isinstance(operation.value, tuple) else ()
            if operation.word not in COUNTED_RULES or (
                operation.word == "permit" and set(doings) - COUNTED_PERMISSIONS
            ):
                raise self.unbuilt(f"limit` of a passive `{operation.word}")

    def alive_in(self, zone: str) -> int:
        """Return the zone in which an ability is alive."""
        if zone == "any":
            return D.WORKS_ANYWHERE
        if not zone.startswith("pile:"):
            return D.named("ZONE_", zone)
        if self.pile(zone) >= MAX_WORKING_PILES:
            raise self.unbuilt(f"more than {MAX_WORKING_PILES} names of piles, as `works_in")
        return D.WORKS_IN_PILE + self.pile(zone)

    def check_works_in(self, ability: Ability) -> None:
        """Refuse what an ability outside play cannot have."""
        found, wanted = "", "what works outside play"
        if ability.works_in == "hand" and not works_unseen(ability):
            found = f"works_in = hand of a {ability.kind} ability"  # R1.14: nobody sees it
            wanted = "what works outside play where both see it: in `dust`, a pile, `any`"
        elif ability.host != "self":
            found = f"host = {ability.host}"
        elif ability.cost is not None and ability.cost.has("tap"):
            found = "[T]"
        if found:
            raise CardDataError(f"{self.where}: found {found}, expected {wanted}")

    def heard(self, ability: Ability) -> EventRow:
        """Compile the event that an ability waits for, or answers before it has its effect."""
        row = EventRow(0, 0, D.SIDE_ANY, ())
        if ability.on is not None:
            row = self.event_row(ability.on)
            happens = ability.on.get("is")
            if isinstance(happens, tuple):
                tests = (*row.tests, *(self.condition(item) for item in happens))
                row = row._replace(tests=tests)
        if not answers_downed(ability.when):
            return row
        if ability.kind != "activated":  # R7.24
            raise CardDataError(
                f"{self.where}: found kind = downed, expected it in an activated ability"
            )
        return row._replace(number=D.EV_DOWNED)

    def refuse_in_passive(self, nodes: Iterable[Value]) -> None:
        """Refuse what has no meaning in values that are recomputed at any moment."""
        for node in nodes:
            if not isinstance(node, Node):
                if isinstance(node, tuple):
                    self.refuse_in_passive(node)
                continue
            is_momentary = isinstance(node, Condition | Amount) and node.word in MOMENTARY
            if is_momentary or (isinstance(node, Ref) and node.word == "declaration"):
                raise CardDataError(
                    f"{self.where}: found `{node.word}` in a passive, expected what lasts"
                )
            self.refuse_in_passive((node.value, *(value for _, value in node.args)))


def limit_fields(limit: Limit | None) -> dict[str, int]:
    """Return the fields of a row that say how often the ability may be used."""
    if limit is None:
        return {"limit_n": 0, "limit_per": 0, "limit_each": 0, "limit_after": 0}
    n = limit.get("n", 1)
    assert isinstance(n, int), n
    return {
        "limit_n": n,
        "limit_per": D.named("PER_", str(limit.get("per"))),
        "limit_each": D.named("EACH_", str(limit.get("each", "ability"))),
        "limit_after": int(limit.has("after")),
    }
