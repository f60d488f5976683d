"""Decks: a text with one line a card becomes sixty card indices, or a list of its faults.

A deck file holds lines `4 CH-9101`, comments from `#` to the end of the line, and at most one line
`name: Harbour Watch`, before the first card. Invariant: a `Deck` obeys R1.2 to R1.8; what does not
is never made. The audit of a network match asks `Deck.faults` about bare lists. Below: the
catalogue; above: whoever starts a game.
"""

from __future__ import annotations

from lycee_core.errors import DeckError, printable

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from lycee_core.cards import Catalogue

DECK_SIZE = 60  # R1.2


class Deck:
    """A legal deck.

    Attributes:
        name: what its file calls it; the name of the source where the file does not say.
        cards: sixty indices of the catalogue, rising.
    """

    __slots__ = ("cards", "name")

    cards: tuple[int, ...]
    name: str

    def __init__(self, name: str, cards: Sequence[int], catalogue: Catalogue) -> None:
        """Check the list by R1.2 to R1.8 and keep it in order; DeckError when a rule is broken."""
        faults = Deck.faults(cards, catalogue)
        if faults:
            raise DeckError("\n".join(f"{name}: {fault}" for fault in faults))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "cards", tuple(sorted(cards)))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deck does not change: {name}")

    def __repr__(self) -> str:
        return f"<Deck {self.name!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self.name == other.name and self.cards == other.cards

    def __hash__(self) -> int:
        return hash((self.name, self.cards))

    @classmethod
    def parse(cls, text: str, catalogue: Catalogue, *, source: str = "deck") -> Deck:
        """Read a deck from text.

        Args:
            text: the lines of a deck file.
            catalogue: the cards there are.
            source: how errors call the text.

        Raises:
            DeckError: one line for each fault: source, line, what was found, what was expected.
        """
        reading = _Reading(text, catalogue, source)
        if reading.faults:
            raise DeckError("\n".join(reading.faults))
        return cls(reading.name or source, reading.cards, catalogue)

    @classmethod
    def load(cls, path: str | PathLike[str], catalogue: Catalogue) -> Deck:
        """Read a deck file.

        Raises:
            OSError: the file cannot be read.
            DeckError: as `parse`, or the file is not UTF-8 text.
        """
        with open(path, "rb") as file:
            data = file.read()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            found = f"found byte {data[error.start]:#04x} at offset {error.start}"
            raise DeckError(f"{path}: {found}, expected UTF-8 text") from None
        return cls.parse(text, catalogue, source=str(path))

    @classmethod
    def starter(cls, name: str, catalogue: Catalogue) -> Deck:
        """Return a deck of the starter set.

        Args:
            name: one of `Deck.starter_names()`, such as `harbour`.
            catalogue: the starter catalogue, or one that holds its cards.

        Raises:
            DeckError: there is no deck of that name.
        """
        names = cls.starter_names()
        if name not in names:
            known = ", ".join(names)
            raise DeckError(f"starter deck: found {name!r}, expected one of: {known}")
        return cls.load(f"{_starter_folder()}/{name}.deck", catalogue)

    @staticmethod
    def starter_names() -> tuple[str, ...]:
        """Return the names of the starter decks in alphabetical order."""
        import os

        files = sorted(os.listdir(_starter_folder()))
        return tuple(file[:-5] for file in files if file.endswith(".deck"))

    @staticmethod
    def faults(cards: Sequence[int], catalogue: Catalogue) -> tuple[str, ...]:
        """Say what is wrong with a bare list of card indices; nothing when it is a legal deck."""
        found = []
        if len(cards) != DECK_SIZE:
            found.append(f"found {len(cards)} cards, expected {DECK_SIZE} (R1.2)")
        found += [
            f"found card {card}, expected 0 to {len(catalogue) - 1} (R1.8)"
            for card in sorted(set(cards))
            if not 0 <= card < len(catalogue)
        ]
        found += [fault for _, fault in copies_faults(cards, catalogue)]
        return tuple(found)


def copies_faults(cards: Sequence[int], catalogue: Catalogue) -> list[tuple[int, str]]:
    """Say which cards are too many, as pairs of a card index and a sentence.

    A card printed with a limit for its own number is counted by number and beside the others of its
    name (R1.5); all others are counted by full name (R1.4), and the lowest limit printed on one of
    them binds (R1.9). Cards that the catalogue does not have are passed over.
    """
    counts: dict[tuple[str, int], int] = {}
    limits: dict[tuple[str, int], int] = {}
    last: dict[tuple[str, int], int] = {}
    for card in cards:
        if not 0 <= card < len(catalogue):
            continue
        most, by_number = catalogue.copies(card)
        group = ("number", card) if by_number else ("name", catalogue.name_identity(card))
        counts[group] = counts.get(group, 0) + 1
        limits[group] = min(most, limits.get(group, most))
        last[group] = card
    found = []
    for group, count in counts.items():
        if count > limits[group]:
            printed = catalogue.card(last[group])
            what = printed.number if group[0] == "number" else f'cards named "{printed.name}"'
            rule = "R1.3" if limits[group] == 4 else "R1.5"
            sentence = f"found {count} {what}, expected at most {limits[group]} ({rule})"
            found.append((last[group], sentence))
    return found


class _Reading:
    """One pass over the text of a deck: its name, its cards and every fault with its line."""

    def __init__(self, text: str, catalogue: Catalogue, source: str) -> None:
        self.name = ""
        self.cards: list[int] = []
        self.faults: list[str] = []
        self._catalogue = catalogue
        self._source = source
        self._lines: dict[int, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            self._read(number, line.partition("#")[0].strip())
        self._judge()

    def _fault(self, line: int, sentence: str) -> None:
        where = f"{self._source}:{line}" if line else self._source
        self.faults.append(f"{where}: {printable(sentence)}")

    def _read(self, number: int, line: str) -> None:
        if not line:
            return
        if line.startswith("name:"):
            if self.name or self.cards:
                self._fault(number, "found another name, expected one, before the first card")
            self.name = line[5:].strip()
            return
        words = line.split()
        if len(words) != 2 or not words[0].isascii() or not words[0].isdigit():
            self._fault(number, f'found "{line}", expected a count and a number: 4 CH-9001')
            return
        count = int(words[0][:6])
        if not 1 <= count <= DECK_SIZE:
            self._fault(number, f"found {words[0]} copies, expected 1 to {DECK_SIZE}")
            return
        try:
            card = self._catalogue.index(words[1])
        except KeyError:
            self._fault(number, f"found {words[1]}, expected a card of the catalogue (R1.8)")
            return
        self._lines[card] = number
        self.cards += [card] * count

    def _judge(self) -> None:
        """The rules of the whole deck; its size only where every line was understood."""
        if not self.faults and len(self.cards) != DECK_SIZE:
            sentence = f"found {len(self.cards)} cards, expected {DECK_SIZE} (R1.2)"
            self._fault(0, sentence)
        for card, sentence in copies_faults(self.cards, self._catalogue):
            self._fault(self._lines[card], sentence)


def _starter_folder() -> str:
    import os

    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "starter", "decks")
