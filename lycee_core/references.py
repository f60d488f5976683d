"""The tables that all cards of a catalogue share, and the compiler of references and seats.

Equal expressions and equal selectors are kept once. Number 0 of code, selectors and strings means
"none". What the grammar knows and the machine has no instruction for is refused by name, as the
loader does. Below: `codes`, `parsed`; above: `amounts`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from lycee_core.codes import (
    NO_REGISTERS,
    SEATS,
    Code,
    Ins,
    SelectorRow,
    check_stack,
    normal,
)
from lycee_core.errors import CardDataError
from lycee_core.opcodes import D
from lycee_core.parsed import Ref, Selector, Value

NO_CARD = -1
MAX_MEMORIES = 16
# What an event that is counted for a seat cannot speak of.
OF_A_CARD = ("self", "bearer", "here", "paid", "remembered")


class References(ABC):
    """The shared tables, and what stands for one thing."""

    def __init__(self) -> None:
        self.code: list[Ins] = [Ins(D.O_END)]
        self.selectors: list[SelectorRow] = [SelectorRow(0, 0, 0, 0, 0, 0, 0, 0, 0)]
        self.strings: list[str] = [""]
        self.aliases: dict[str, str] = {}  # normal form of any name -> normal form of the key
        self.piles: list[str] = []  # names of piles; their numbers count from 1
        self.name_parts: dict[str, str] = {}  # any name of a card -> its identity
        self.components: set[str] = set()  # names of cards that a conversion is made of
        self.numbers: dict[str, int] = {}  # printed number -> index of the card
        self.chosen: dict[str, int] = {}  # what `name` let a seat choose: its place
        self.keeps = False  # the rule being compiled can keep something that was chosen
        self.reads_rule = False  # what is compiled is read from that rule, when choices are gone
        self.kept: int | None = None  # the place of the choice that it keeps
        self.has_uses = False  # the ability asks how often it was used
        self.modes: int | None = None  # the register of the modes picked last
        # Event, subject, whose, conditions; the card for each copy of which it is counted.
        self.counts: list[tuple[int, int, int, int, int]] = []
        self.is_of_nobody = False  # an event that is counted for a seat has no card that speaks
        self.speaks = False  # the event being counted asks for the card that speaks
        self.memories: list[str] = []  # names under which the card remembers something
        self.owner = NO_CARD  # index of the card being compiled
        self.registers = NO_REGISTERS
        self.where = ""  # "file:line: CARD, ability N", for refusals
        self._code_at: dict[Code, int] = {}

    def unbuilt(self, word: str) -> CardDataError:
        """Build the refusal of a word that the language has and the engine has not."""
        return CardDataError(f"{self.where}: `{word}` is part of the language but not built yet")

    # -------------------------------------------------------------- tables

    def place(self, code: Code) -> int:
        """Keep an expression once and return where it starts."""
        if code not in self._code_at:
            self._code_at[code] = len(self.code)
            self.code.extend((*code, Ins(D.X_END)))
            check_stack(code)
        return self._code_at[code]

    def listed(self, words: list[tuple[int, int]]) -> int:
        """Keep a list of (kind, number of a text) once and return where it starts."""
        code = tuple(Ins(D.X_LIT, kind, x=number) for kind, number in words)
        if code not in self._code_at:
            self._code_at[code] = len(self.code)
            self.code.extend((*code, Ins(D.X_END)))
        return self._code_at[code]

    def select(self, row: SelectorRow) -> int:
        """Keep a selector once and return its number."""
        if row not in self.selectors[1:]:
            self.selectors.append(row)
        return self.selectors.index(row, 1)

    def select_any(self, code: Code) -> int:
        """Keep a selector that is a filter alone, wherever what it judges lies."""
        place = self.place(code)
        return self.select(SelectorRow(D.SZ_FIELD, D.SIDE_ANY, 0, D.N_ALL, 0, 0, place, 0, 0))

    def string(self, text: str) -> int:
        """Keep a text once and return its number."""
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def name(self, text: str) -> int:
        """Return the number of the identity that a name belongs to."""
        name = normal(text)
        return self.string(self.aliases.get(name, name))

    # -------------------------------------------------------------- references

    def register_of(self, ref: Ref) -> int | None:
        """Return the register that `$name` or `it` stands for."""
        if ref.word.startswith("$"):
            return self.registers.names.get(ref.word[1:])
        if ref.word == "it":
            if self.registers.it is None:
                raise self.unbuilt("it` after an operation that names no cards, as `it")
            return self.registers.it
        return None

    def ref(self, value: Value) -> int:
        """Compile a reference to one card, cell or declaration."""
        assert isinstance(value, Ref), value
        if self.is_of_nobody and value.word in OF_A_CARD:
            if self.owner == NO_CARD or value.word == "paid":
                raise self.unbuilt(f"happened` with `{value.word}")
            self.speaks = True
        if value.word == "remembered":
            return D.REF_REMEMBERED + self.memory(str(value.value))
        register = self.register_of(value)
        if register is not None:
            return D.REF_REG + register if register < 8 else D.REF_REG_HIGH + register - 8
        if value.word.startswith("$") or value.value is not None:
            raise self.unbuilt(value.word)
        try:
            return D.named("REF_", value.word)
        except AttributeError:
            raise self.unbuilt(value.word) from None

    def memory(self, name: str) -> int:
        """Return the number of a name under which the card remembers something."""
        if name not in self.memories:
            self.memories.append(name)
        if len(self.memories) > MAX_MEMORIES:
            raise self.unbuilt(
                f"more than {MAX_MEMORIES} names that a card remembers, as `remember"
            )
        return self.memories.index(name)

    def whose(self, value: Value) -> int:
        """Compile a seat; absent means the user."""
        if value is None:
            return D.WHOSE_YOU
        word = value.word if isinstance(value, Ref) else str(value)
        if word in SEATS:
            return SEATS[word]
        assert isinstance(value, Ref), value
        if word in ("most", "least"):
            zone = D.named("ZONE_", str(value.value))
            return zone + (D.WHOSE_MOST if word == "most" else D.WHOSE_LEAST)
        if word == "owner_of":
            return D.WHOSE_OWNER + self.ref(value.value)
        return D.WHOSE_CONTROLLER + self.ref(value.value if word == "controller_of" else value)

    # -------------------------------------------------------------- what is compiled further up

    def this_ability(self) -> int:
        """Return the number of the ability being compiled."""
        raise NotImplementedError

    @abstractmethod
    def happened(self, value: Value, since: Value) -> Code:
        """Compile how often an event has happened."""

    @abstractmethod
    def pile(self, zone: str) -> int:
        """Return the number of the name in `pile:NAME`."""

    @abstractmethod
    def selector(
        self,
        value: Selector,
        *,
        everything: bool = False,
        one: bool = False,
        is_cell: bool = False,
        side: str = "",
        more: Code = (),
    ) -> int:
        """Compile a selector and return its number."""
