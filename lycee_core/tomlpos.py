"""Line numbers for the keys of a TOML text that has already been parsed by `tomllib`.

`tomllib` drops positions, and a card author needs the line. This scanner walks a text known to be
well formed and records, for every key and array item, the line on which it starts. Its paths are
those of the parsed value: `("card", 0, "ability", 1, "effect", 2, "tap")`. Above: `reader`.
"""

from __future__ import annotations

Path = tuple[str | int, ...]


def positions(text: str) -> dict[Path, int]:
    """Map every path of a well-formed TOML text to its line.

    Args:
        text: the whole document, as `tomllib.loads` accepted it.

    Returns:
        Lines counted from 1, one for each table, key and array item.
    """
    return _Scanner(text.replace("\r\n", "\n")).document()


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest table around it that has one."""
    while path:
        line = lines.get(path)
        if line is not None:
            return line
        path = path[:-1]
    return 1


class _Scanner:
    """A cursor over the text; `lines` fills up as it moves on."""

    __slots__ = ("at", "line", "lines", "sizes", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.lines: dict[Path, int] = {}
        self.sizes: dict[Path, int] = {}  # items seen so far of each array of tables

    def document(self) -> dict[Path, int]:
        prefix: Path = ()
        self.blank(newlines=True)
        while self.at < len(self.text):
            if self.peek() == "[":
                prefix = self.header()
            else:
                self.key_value(prefix)
            self.blank(newlines=True)
        return self.lines

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def step(self, count: int = 1) -> None:
        self.line += self.text.count("\n", self.at, self.at + count)
        self.at += count

    def blank(self, *, newlines: bool) -> None:
        """Skip spaces and comments, and line ends where they mean nothing."""
        spaces = " \t\n" if newlines else " \t"
        while self.at < len(self.text):
            if self.peek() == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.peek() in spaces:
                self.step()
            else:
                return

    def header(self) -> Path:
        line = self.line
        is_array = self.text.startswith("[[", self.at)
        self.step(2 if is_array else 1)
        keys = self.dotted_key()
        self.step(2 if is_array else 1)
        prefix: Path = ()
        for key in keys[:-1]:
            prefix = self.current((*prefix, key))
        prefix = (*prefix, keys[-1])
        if is_array:
            self.lines.setdefault(prefix, line)
            self.sizes[prefix] = self.sizes.get(prefix, 0) + 1
            prefix = self.current(prefix)
        self.lines[prefix] = line
        return prefix

    def current(self, path: Path) -> Path:
        """A header below an array of tables means its latest item."""
        size = self.sizes.get(path)
        return path if size is None else (*path, size - 1)

    def key_value(self, prefix: Path) -> None:
        line = self.line
        path = prefix
        for key in self.dotted_key():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.step()  # the equals sign
        self.blank(newlines=False)
        self.value(path)

    def dotted_key(self) -> list[str]:
        keys: list[str] = []
        while True:
            self.blank(newlines=False)
            keys.append(self.bare_key() if self.peek() not in "\"'" else self.string())
            self.blank(newlines=False)
            if self.peek() != ".":
                return keys
            self.step()

    def bare_key(self) -> str:
        start = self.at
        while self.peek().isalnum() or self.peek() in ("-", "_"):
            self.at += 1
        return self.text[start : self.at]

    def string(self) -> str:
        quote = self.peek()
        if self.text.startswith(quote * 3, self.at):
            return self.long_string(quote)
        start = self.at + 1
        end = start
        while self.text[end] != quote:
            end += 2 if self.text[end] == "\\" and quote == '"' else 1
        self.at = end + 1
        return self.text[start:end]

    def long_string(self, quote: str) -> str:
        start = self.at + 3
        end = start
        while not self.text.startswith(quote * 3, end):
            end += 2 if self.text[end] == "\\" and quote == '"' else 1
        while self.text.startswith(quote, end + 3):  # up to two quotes may precede the closing ones
            end += 1
        self.step(end + 3 - self.at)
        return self.text[start:end]

    def value(self, path: Path) -> None:
        match self.peek():
            case '"' | "'":
                self.string()
            case "[":
                self.array(path)
            case "{":
                self.inline_table(path)
            case _:
                while self.at < len(self.text) and self.peek() not in ",]}\n#":
                    self.at += 1

    def array(self, path: Path) -> None:
        self.step()
        index = 0
        self.blank(newlines=True)
        while self.peek() != "]":
            self.lines[*path, index] = self.line
            self.value((*path, index))
            index += 1
            self.blank(newlines=True)
            if self.peek() == ",":
                self.step()
                self.blank(newlines=True)
        self.step()

    def inline_table(self, path: Path) -> None:
        self.step()
        self.blank(newlines=True)
        while self.peek() != "}":
            self.key_value(path)
            self.blank(newlines=True)
            if self.peek() == ",":
                self.step()
                self.blank(newlines=True)
        self.step()
