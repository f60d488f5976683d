"""Reads the tables of a card file against the grammar and collects every fault.

A `Reader` turns parsed TOML values into the nodes of `parsed`, guided by the kinds that `grammar`
gives for each word. A fault never stops the reading: the value is dropped, the fault is kept as one
line `file:line: CARD, ability N, key: found ..., expected ...`. Below: `grammar`, `parsed`,
`tomlpos`; above: `ref_nodes` up to `nodes`, which know the single kinds.
"""

from __future__ import annotations

import difflib
from functools import cache
from typing import NamedTuple

from lycee_core import grammar
from lycee_core.errors import printable
from lycee_core.tomlpos import line_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lycee_core.built import Built
    from lycee_core.parsed import Value
    from lycee_core.tomlpos import Path


class Alternative(NamedTuple):
    """One of the things that may stand at a key."""

    is_list: bool
    name: str  # of a kind, or "" for words
    words: tuple[str, ...]


@cache
def alternatives(kind: str) -> tuple[Alternative, ...]:
    """Split a kind as `grammar` writes it into its alternatives."""
    found = []
    for part in kind.split(" | "):
        text = part.strip()
        is_list = text.startswith("*")
        text = text.lstrip("*").strip()
        words = tuple(text[1:].split()) if text.startswith("=") else ()
        found.append(Alternative(is_list, "" if words else text, words))
    return tuple(found)


@cache
def expected(kind: str) -> str:
    """Say in words what a kind allows."""
    texts: list[str] = []
    is_list = False
    for alternative in alternatives(kind):
        is_list = is_list or alternative.is_list
        if alternative.words:
            texts.extend(f'"{word}"' for word in alternative.words)
        else:
            texts.append(grammar.KINDS[alternative.name])
    return one_of(texts) + (", or a list of these" if is_list else "")


def one_of(texts: list[str]) -> str:
    """Join alternatives as English does."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"


def near(word: str, words: Iterable[str]) -> str:
    """Name the words of a family: the likely ones, or all when they are few."""
    known = sorted(words)
    close = difflib.get_close_matches(word, known, 3)
    if close:
        return one_of([f"`{item}`" for item in close])
    if len(known) > 16:
        return f"one of its {len(known)} words, `{known[0]}` to `{known[-1]}`"
    return one_of([f"`{item}`" for item in known]) if known else "nothing"


def toml(value: object) -> str:
    """Show a value as its author wrote it, cut to a readable length."""
    match value:
        case bool():
            text = "true" if value else "false"
        case str():
            text = f'"{value}"'
        case list():
            text = f"[{', '.join(toml(item) for item in value)}]"
        case dict():
            text = f"{{ {', '.join(f'{key} = {toml(item)}' for key, item in value.items())} }}"
        case _:
            text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."


class Reader:
    """Where we are in a file, and the faults found so far."""

    def __init__(self, source: str, lines: Mapping[Path, int], built: Built) -> None:
        self.source = source
        self.lines = dict(lines)
        self.built = built
        self.faults: list[tuple[int, str]] = []
        self._said: set[tuple[int, str]] = set()  # the same, for files with thousands of them
        self.card = ""
        self.ability = 0  # counted from 1; 0 outside special abilities
        self.root = 0  # length of the path of the card or ability named in messages
        self.kinds: dict[str, tuple[Callable[[object], bool], Callable[..., Value]]] = {}

    # -------------------------------------------------------------- faults

    def say(self, path: Path, text: str) -> None:
        """Keep a fault at a path."""
        line = line_of(self.lines, path)
        where = [f"{self.source}:{line}: {self.card or 'file'}"]
        if self.ability:
            where.append(f"ability {self.ability}")
        key = self.label(path[self.root :])
        if key:
            where.append(key)
        # One line whatever the file says: nothing of it reaches a terminal as a command.
        fault = (line, printable(f"{', '.join(where)}: {text}"))
        if fault not in self._said:
            self._said.add(fault)
            self.faults.append(fault)

    def label(self, path: Path) -> str:
        """Write a path with list places counted from 1."""
        text = ""
        for part in path:
            text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
        return text

    def fault(self, path: Path, found: object, wanted: str) -> None:
        """Keep a fault: what was found and what may stand there."""
        self.say(path, f"found {toml(found)}, expected {wanted}")

    def wrong(self, path: Path, found: str, wanted: str) -> None:
        """Keep a fault whose finding is a description instead of a value."""
        self.say(path, f"found {found}, expected {wanted}")

    def has_built(self, group: str, word: str, path: Path) -> bool:
        """Check that the engine carries the word out today, and refuse it by name otherwise."""
        words = self.built.get(group)
        if words is None or word in words:
            return True
        self.say(path, f"`{word}` is part of the language but not built yet")
        return False

    # -------------------------------------------------------------- values

    def read(self, kind: str, value: object, path: Path, group: str) -> Value:
        """Read a value of a kind; a starred alternative gives a tuple.

        Args:
            kind: alternatives as `grammar` writes them.
            value: what `tomllib` found.
            path: where it stands.
            group: the group of `BUILT` that plain words at this place belong to.

        Returns:
            The parsed value, or None when a fault was kept.
        """
        choices = alternatives(kind)
        for choice in choices:
            if self.fits(choice, value):
                item = self.read_one(choice, value, path, group)
                return (item,) if choice.is_list else item
        starred = [choice for choice in choices if choice.is_list]
        if isinstance(value, list) and starred and value:
            items: list[Value] = []
            for index, item in enumerate(value):
                fitting = next((choice for choice in starred if self.fits(choice, item)), None)
                if fitting is None:
                    self.fault((*path, index), item, expected(kind))
                else:
                    items.append(self.read_one(fitting, item, (*path, index), group))
            return tuple(items)
        self.fault(path, value, expected(kind))
        return None

    def fits(self, choice: Alternative, value: object) -> bool:
        """Tell by its shape alone whether a value may be meant as this alternative."""
        if choice.words:
            return value in choice.words if isinstance(value, str) else False
        return self.kinds[choice.name][0](value)

    def read_one(self, choice: Alternative, value: object, path: Path, group: str) -> Value:
        """Read a value that fits an alternative."""
        if choice.words:
            self.has_built(group, str(value), path)
            return str(value)
        return self.kinds[choice.name][1](value, path, group)

    def read_keys(
        self, table: Mapping[str, object], keys: Mapping[str, str], path: Path, owner: str
    ) -> tuple[tuple[str, Value], ...]:
        """Read the keys of a table, each by its kind, in the order of the grammar.

        Args:
            table: the TOML table.
            keys: kind of each key that may stand there.
            path: where the table stands.
            owner: name of the table in the groups of `BUILT`.
        """
        self.check_keys(table, keys, path)
        args: list[tuple[str, Value]] = []
        for key, kind in keys.items():
            if key in table and self.has_built(f"{owner} keys", key, (*path, key)):
                args.append((key, self.read(kind, table[key], (*path, key), f"{owner}.{key}")))
        return tuple(args)

    def check_keys(self, table: Mapping[str, object], keys: Iterable[str], path: Path) -> None:
        """Refuse every key that may not stand in a table."""
        known = list(keys)
        for key in table:
            if key not in known:
                self.wrong((*path, key), f"the key `{key}`", near(key, known))
