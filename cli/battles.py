"""Battles in words: who attacks whom, who helps, who is downed, what the deck loses.

Values are those that were compared; where they cannot be told for certain, they are left out.
Below: `scene`; above: `narration`.
"""

from __future__ import annotations

from lycee_core import defs

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lycee_core.facts import Event

    from .scene import Scene


class BattleTeller:
    """Tells battles, one after the other, and remembers who fights in the present one."""

    def __init__(self) -> None:
        self._attacker = self._defender = defs.NO_TOKEN
        self._is_told = False  # the result

    def note(self, event: Event) -> None:
        """Take notice of an event before it is told."""
        if event.name == "battle_started":
            self._attacker, self._defender = event.token, defs.NO_TOKEN
            self._is_told = False
        elif event.name == "defender_named":
            self._defender = event.token

    def attacked(self, scene: Scene, event: Event) -> str:
        """An attack: who, with what, and who could stand in the way."""
        cell = (1 - event.seat) * 6 + 3 + event.amount
        token = scene.eyes.cell_character(cell)
        there = "nobody stands"
        if token >= 0:
            tapped = " tapped" * scene.eyes.is_tapped(cell)
            there = f"{scene.fighter(token, scene.values(token))} stands{tapped}"
        attacker = scene.fighter(event.token, scene.values(event.token))
        return f"{attacker} attacks towards {scene.cell(cell)}, where {there}"

    def defended(self, scene: Scene, event: Event) -> str:
        """A defender."""
        return f"{scene.fighter(event.token, scene.values(event.token))} defends"

    def supported(self, scene: Scene, event: Event) -> str:
        """What a support gave; what it adds to depends on the row (R8.22)."""
        now = ""
        if scene.eyes.battle() is not None and (values := scene.values(event.token)):
            now = f", now AP {values[0]}, DP {values[1]}"
        return f"{scene.card(event)} gets {event.amount:+} by support{now}"

    def fought(self, scene: Scene, event: Event) -> str:
        """The result of a battle against a defender, told once."""
        del event
        if self._is_told:
            return ""
        self._is_told = True
        attacker, defender = self._fighters(scene)
        if defender == defs.NO_TOKEN:
            return ""
        mine, theirs = self._compared(scene, attacker, defender)
        downed = [scene.name(token) for token in (attacker, defender) if token in scene.downed]
        result = f"{downed[0]} is downed" if downed else "nobody is downed"
        if len(downed) == 2:
            result = "both are downed"
        return (
            f"{scene.fighter(attacker, mine)} against {scene.fighter(defender, theirs)}: {result}"
        )

    def _fighters(self, scene: Scene) -> tuple[int, int]:
        """The tokens in battle, from what was told or from the state before."""
        battle = scene.before.battle() if scene.before is not None else None
        attacker, defender = self._attacker, self._defender
        if battle is not None and scene.before is not None:
            cells = [scene.before.cell_character(cell) if cell >= 0 else -1 for cell in battle[:2]]
            attacker = cells[0] if cells[0] >= 0 else attacker
            defender = cells[1] if cells[1] >= 0 else defender
        return attacker, defender

    def _compared(
        self, scene: Scene, attacker: int, defender: int
    ) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """The values that were compared: those before, if nothing changed them in between."""
        before = scene.before
        changed = ("supported", "value_changed", "basic_changed", "left", "resolved", "untapped")
        if before is None or any(event.name in changed for event in self._until_result(scene)):
            return None, None
        if any(before.place(token) != defs.ZONE_FIELD for token in (attacker, defender)):
            return None, None
        mine, theirs = (before.values(before.cell_of(token))[:2] for token in (attacker, defender))
        downs = (mine[0] > theirs[1], theirs[0] > mine[1])
        found = (defender in scene.downed, attacker in scene.downed)
        # Dash and "is not downed" make fewer than the values say, never more (R8.27, R10.3).
        if any(one and not other for one, other in zip(found, downs, strict=True)):
            return None, None
        return mine, theirs

    def _until_result(self, scene: Scene) -> Iterator[Event]:
        for event in scene.events:
            if event.name in ("downed", "battle_ended"):
                return
            yield event

    def damaged(self, scene: Scene, event: Event) -> str:
        """Damage to the deck of the other side, and what is left of it."""
        self._is_told = True
        loser = 1 - event.seat
        left = len(scene.eyes.zone(loser, defs.ZONE_DECK))
        return f"{event.amount} damage: {scene.who(loser)} ha|s {left} cards left in the deck"

    def supports(self, scene: Scene, event: Event) -> str:
        """A support that is declared, and for whom."""
        battle = scene.eyes.battle()
        helped = [cell for cell in (battle or ())[:2] if cell >= 0 and cell // 6 == event.seat]
        name = scene.name(scene.eyes.cell_character(helped[0])) if helped else "the battle"
        return f"{scene.card(event)} supports {name}"


BATTLE_METHODS: dict[str, Callable[[BattleTeller, Scene, Event], str]] = {
    "attack_declared": BattleTeller.attacked, "defender_named": BattleTeller.defended,
    "support_declared": BattleTeller.supports, "supported": BattleTeller.supported,
    "downed": BattleTeller.fought, "battle_ended": BattleTeller.fought,
    "deck_damage": BattleTeller.damaged,
}  # fmt: skip
