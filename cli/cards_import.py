"""`lycee cards import`: a card file out of a table, and every doubt about it.

What a column says for certain becomes a field; what no column says is filled in and listed in
`house`; free text, and all that could not be read, is kept in `note`. What is written always passes
`lycee cards lint`. Below: `cards_table`, the core; above: `actions`.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from unicodedata import normalize

from lycee_core import grammar
from lycee_core.errors import printable

from .cards_basics import read_basics
from .cards_table import read_table

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Iterable

    Row = dict[str, str]

# Marks that stand for a minus or for nothing; NFKC has made plain ones of the wide ones.
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc", "-"))
NUMBER = re.compile(r"(?i)\b(CH|EV|IT|AR)[-_ ]?(\d{3,5})\s?([A-Z]?)(?![A-Za-z0-9])")
EXACT_NUMBER = re.compile(r"[A-Z0-9]{1,6}(-[A-Za-z0-9]{1,8}){1,2}")
CELLS = re.compile(r"(?:AF)?:?([L-][C-][R-])[/,]?(?:DF)?:?([L-][C-][R-])")
MARKS = str.maketrans("○◯●\u3007\u00d7✕✖・", "oooo----")
TYPES = {
    "character": ("character", "キャラ", "char"), "event_card": ("event", "イベント"),
    "item": ("item", "アイテム"), "area": ("area", "エリア"),
}  # fmt: skip
PREFIXES = {"CH": "character", "EV": "event_card", "IT": "item", "AR": "area"}
ATTRIBUTES = {
    "snow": ("snow", "雪"), "moon": ("moon", "月"), "flower": ("flower", "花"),
    "space": ("space", "lightning", "cosmos", "宙"), "sun": ("sun", "日"),
}  # fmt: skip
COLOURLESS = ("", "*", "star", "none", "colourless", "colorless", "無", "星", "-")
KANJI = str.maketrans("雪月花宙日無星★☆", "SMFLN****", "[]()")
SEXES = {"f": "f", "female": "f", "女": "f", "♀": "f", "m": "m", "male": "m", "男": "m", "♂": "m",
         "none": "none", "-": "none", "無": "none"}  # fmt: skip
HOUSE_VALUE, HOUSE_CELLS = 1, "LCR/LCR"
HEAD = """\
# Made from {}. What no column said is filled in and listed in `house`; text that stands for no
# field is kept in `note`: write it as abilities, and delete the note.
"""


def import_table(path: str) -> tuple[str, list[str], int, int]:
    """Make a card file out of a table.

    Returns:
        The card file; doubts, one line each; how many rows gave a card, and how many none.

    Raises:
        Fault: when the file is no table of cards.
    """
    name = printable(PurePath(path).name)
    # A table that comes through a pipe has a number for a name.
    parts = [HEAD.format("a table" if name.isdigit() or name == "-" else name)]
    doubts: list[str] = []
    seen: set[str] = set()
    n_lost = 0
    rows, unknown = read_table(path)
    if unknown:
        doubts.append(printable(f"{path}: columns: left out {', '.join(unknown)}, not known here"))
    for line, row in rows:
        card = RowReader(row, f"{path}:{line}", len(seen) + 1)
        text = card.toml()
        if text and card.number in seen:
            card.doubt("number", f"found {card.number} again, row left out")
            text = ""
        doubts += card.doubts
        n_lost += not text
        if text:
            seen.add(card.number)
            parts.append(text)
    return "\n".join(parts), doubts, len(seen), n_lost


def plain(text: str) -> str:
    """Make plain signs of wide ones, and a hyphen of everything that looks like a minus."""
    return normalize("NFKC", text).translate(DASHES).strip()


def quoted(text: str) -> str:
    """Write a text as a TOML string; controls become blanks."""
    shown = "".join(c if c.isprintable() or c == "\n" else " " for c in text)
    shown = shown.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{shown}"'


def listed(texts: Iterable[str]) -> str:
    """Write texts as a TOML list."""
    return f"[{', '.join(map(quoted, texts))}]"


class RowReader:
    """Reads one row into the fields of a card."""

    def __init__(self, row: Row, where: str, place: int) -> None:
        self.row = row
        self.where = where
        self.doubts: list[str] = []
        self.house: list[str] = []
        self.kept: list[str] = []  # what goes into the note because no field could take it
        self.number = self.read_number(place)

    def doubt(self, column: str, text: str) -> None:
        """Keep a doubt: what was found, and what was made of it."""
        number = getattr(self, "number", "")
        name = f"{number}, {column}" if number else column
        self.doubts.append(printable(f"{self.where}: {name}: {text}"))

    def toml(self) -> str:
        """Return the card as TOML, or nothing when the row cannot be one."""
        kind = self.read_type()
        if not kind:
            return ""
        fields = [f"number = {quoted(self.number)}", *self.read_names(), f'type = "{kind}"']
        fields.append(f"attributes = {listed(self.read_attributes())}")
        fields += [f'cost = "{self.read_cost()}"', f"ex = {self.read_whole('ex', 4, 0)}"]
        if kind == "character":
            fields += self.read_character()
        elif self.row.get("basic"):
            self.keep("basic", self.row["basic"])
        note = self.note()
        if note:
            fields.append(f"note = {quoted(note)}")
        return "\n".join(["[[card]]", *fields, ""])

    def keep(self, column: str, text: str) -> None:
        """Keep a text in the note and say so."""
        self.kept.append(f"{column}: {text}")
        self.doubt(column, f"found {text}, kept in the note")

    # -------------------------------------------------------------- fields

    def read_number(self, place: int) -> str:
        """Find the number, in its own column or in the name of the picture."""
        for key in ("number", "name", "image"):
            value = self.row.get(key, "")
            found = NUMBER.search(value)
            if key == "number" and EXACT_NUMBER.fullmatch(value):
                return value
            if found:
                number = f"{found[1].upper()}-{found[2]}{found[3].upper()}"
                if key == "number" and number != value.upper().replace(" ", ""):
                    self.doubt("number", f"found {value}, taken as {number}")
                return number
        number = f"NEW-{place:04d}"
        self.doubt("number", f"found {self.row.get('number', 'none')}, taken as {number}")
        return number

    def read_type(self) -> str:
        """Find the type, in its column or in the letters of the number."""
        told = self.row.get("type") or self.row.get("kind", "")
        value = told.lower()
        for kind, words in TYPES.items():
            if any(word in value for word in words):
                return kind
        kind = PREFIXES.get(self.number.partition("-")[0], "")
        made = f"taken as {kind} by its number" if kind else "row left out"
        if not kind or (value and value not in SEXES):
            self.doubt("type", f"found {told or 'none'}, {made}")
        return kind

    def read_names(self) -> list[str]:
        """Write the names; the Japanese one is the identity where there is one."""
        names = {key: self.row[key] for key in ("en", "ja") if self.row.get(key)}
        if not names and self.row.get("name"):
            bare = NUMBER.sub("", self.row["name"]).strip(" -_:")
            names["en"] = bare or self.row["name"]
        if not names:
            self.doubt("name", f"found none, taken as {self.number}")
            names["en"] = self.number
        inner = ", ".join(f"{language} = {quoted(name)}" for language, name in names.items())
        fields = [f"name = {{ {inner} }}"]
        return [*fields, f"key = {quoted(names['ja'])}"] if len(names) > 1 else fields

    def read_attributes(self) -> list[str]:
        """Find the attributes, as words, signs or letters."""
        value = plain(self.row.get("attribute", ""))
        if value.lower() in COLOURLESS:
            return []
        low = value.lower()
        found = [word for word, signs in ATTRIBUTES.items() if any(sign in low for sign in signs)]
        if not found and set(value) <= set("SMFLN, /&+"):
            pairs = zip("SMFLN", grammar.ATTRIBUTES, strict=True)
            return [word for letter, word in pairs if letter in value]
        left = low
        for signs in ATTRIBUTES.values():
            for sign in signs:
                left = left.replace(sign, "")
        if not found or left.strip(" ,/&+・、-"):
            made = f"taken as {' '.join(found) or 'colourless'}"
            self.doubt("attribute", f"found {value}, {made}")
        return found

    def read_cost(self) -> str:
        """Find the cost in letters; a plain number is so many points of any attribute."""
        value = self.row.get("cost", "").strip()
        text = plain(value).translate(KANJI).upper().replace(" ", "")
        if text == "0" or (text and set(text) <= set(grammar.LETTERS)):
            return "".join(sorted(text, key="0SMFLN*".index))
        cost = "0"
        if text.isascii() and text.isdigit() and int(text) <= 12:
            cost = "*" * int(text)
        self.doubt("cost", f"found {value or 'none'}, taken as {cost}")
        if value:
            self.kept.append(f"cost: {value}")
        return cost

    def read_whole(self, key: str, top: int, default: int) -> int:
        """Find a whole number from 0 to a top."""
        value = plain(self.row.get(key, ""))
        if value.isascii() and value.isdigit() and int(value[:6]) <= top:
            return int(value)
        if key == "ex" or value.strip("-"):
            self.doubt(key, f"found {value or 'none'}, taken as {default}")
        if key != "ex":
            self.house.append(key)
        return default

    # -------------------------------------------------------------- characters

    def read_character(self) -> list[str]:
        """Write what only characters have."""
        values = [f"{key} = {self.read_whole(key, 99, HOUSE_VALUE)}" for key in ("ap", "dp", "sp")]
        values += [f'sex = "{self.read_sex()}"', f'cells = "{self.read_cells()}"']
        if self.house:
            values.append(f"house = {listed(self.house)}")
            self.doubt("house", f"found no {', '.join(self.house)}, filled in")
        basics, left = read_basics(self.row.get("basic", ""))
        if basics:
            values.append(f"basic = [{', '.join(basics)}]")
        for text in left:
            self.keep("basic", text)
        names = self.read_conversion()
        return [*values, f"conversion = {{ of = {listed(names)} }}"] if names else values

    def read_sex(self) -> str:
        """Find the sex, in its column or among the words of the type."""
        value = self.row.get("sex", "").lower()
        about = f"{self.row.get('kind', '')} {self.row.get('type', '')}".lower()
        for word in (value, *re.findall(r"\w+|[♀♂]", about)):
            if word in SEXES:
                return SEXES[word]
        if value:
            self.doubt("sex", f"found {value}, taken as none")
        self.house.append("sex")
        return "none"

    def read_cells(self) -> str:
        """Find the field limit."""
        value = plain(self.row.get("cells", ""))
        text = re.sub(r"\s", "", value).upper().translate(MARKS)
        if re.fullmatch("[o-]{3}/?[o-]{3}", text):
            marks = zip("LCRLCR", text.replace("/", ""), strict=True)
            text = "".join(letter if mark == "o" else "-" for letter, mark in marks)
        found = CELLS.search(text)
        cells = f"{found[1]}/{found[2]}" if found else ""
        if not set(cells) & set("LCR"):
            cells = HOUSE_CELLS
        if not found or found[0] != text or cells == HOUSE_CELLS != value:
            self.house.append("cells")
            if value.strip("-"):
                self.doubt("cells", f"found {value}, taken as {cells}")
        return cells

    def read_conversion(self) -> list[str]:
        """Find the components of a conversion."""
        value = self.row.get("conversion", "")
        both = re.fullmatch(r"(.+) and (.+) \(both\)", value)
        if both:
            return [both[1], both[2]]
        if " and " in value or "&" in normalize("NFKC", value):
            self.doubt("conversion", f"found {value}, taken as one name")
        return [value] if value else []

    # -------------------------------------------------------------- text

    def note(self) -> str:
        """Join what no field takes."""
        texts = [self.row[key] for key in ("ability", "text", "rest") if self.row.get(key)]
        if self.row.get("targets"):
            texts.append(f"targets: {self.row['targets']}")
        about = [self.row[key] for key in ("set", "rarity", "source") if self.row.get(key)]
        if self.row.get("rest"):
            self.doubt("columns", f"found more values than columns, kept {self.row['rest']}")
        return "\n".join([*texts, *self.kept, *([", ".join(about)] if about else [])])
