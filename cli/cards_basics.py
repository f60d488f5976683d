"""Reads basic abilities as tables of cards write them: `Dash, Side Step:[T]F, Tax Trash:S`.

Only what is certain becomes an ability: a name that the game has, with a cost that reads wholly.
Everything else is handed back as text. Below: the core; above: `cards_import`.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from lycee_core import grammar

NAMES = {
    "ダッシュ": "Dash", "アグレッシブ": "Aggressive", "ステップ": "Step",
    "サイドステップ": "Side Step", "オーダーステップ": "Order Step", "ジャンプ": "Jump",
    "エスケープ": "Escape", "サイドアタック": "Side Attack", "タックス・トラッシュ": "Tax Trash",
    "タックストラッシュ": "Tax Trash", "タックス・ウェイクアップ": "Tax Wakeup",
    "タックスウェイクアップ": "Tax Wakeup", "サポーター": "Supporter", "タッチ": "Touch",
    "アタッカー": "Attacker", "ディフェンダー": "Defender",
    **{name.lower(): name for name in grammar.BASICS},
}  # fmt: skip
KANJI = str.maketrans("雪月花宙日無星★☆", "SMFLN****")
TAP = re.compile(r"\[(?:T|tap|タップ)\]|\bT(?![a-z])", re.IGNORECASE)
DECK = re.compile(
    r"(?:own deck|deck|mill|山札|デッキ)\s*[:x]?\s*(\d{1,2})(?:\s*枚)?", re.IGNORECASE
)
HAND = re.compile(r"(?:own hand|hand|手札)\s*[:x]?\s*(\d)(?:\s*枚)?", re.IGNORECASE)
KNOWN = re.compile("|".join(sorted(map(re.escape, NAMES), key=len, reverse=True)), re.IGNORECASE)
SEPARATORS = re.compile(r"\s*(?:,|;|/|\|\|?|、|・(?=[ダアスサオジエデタ])|\n)\s*")


def read_basics(text: str) -> tuple[list[str], list[str]]:
    """Read a list of basic abilities.

    Returns:
        The abilities as TOML values; texts that are none for certain.
    """
    found: dict[str, str] = {}
    left: list[str] = []
    for part in filter(None, SEPARATORS.split(normalize("NFKC", text).strip())):
        parts = apart(part)
        if len(parts) > 1 and all(read_basic(one)[1] for one in parts):
            found |= dict(map(read_basic, parts))
            continue
        name, value = read_basic(part)
        if not value or name in found:
            left.append(part)
        else:
            found[name] = value
    return list(found.values()), left


def apart(text: str) -> list[str]:
    """Split a text before each name that it holds: `Dash Side Step:0`."""
    starts = [name.start() for name in KNOWN.finditer(text)]
    return [text[a:b].strip() for a, b in zip(starts, [*starts[1:], len(text)], strict=True)] \
        if starts and starts[0] == 0 else [text]  # fmt: skip


def read_basic(text: str) -> tuple[str, str]:
    """Read one basic ability: its name and its TOML, empty when it is not certain."""
    head, cost = split(text)
    name = NAMES.get(" ".join(re.split(r"[\s_-]+", head.lower())), "")
    if not name or name in grammar.BASICS_WITH_EFFECT:
        return name, ""
    if name not in grammar.BASICS_WITH_COST:
        return name, "" if cost else f'"{name}"'
    table = read_cost(cost)
    return name, f'{{ name = "{name}", cost = {table} }}' if table else ""


def split(text: str) -> tuple[str, str]:
    """Split `Side Step:[T]F` or `Side Step [F]` into the name and the cost."""
    cost = r":\s*(.*)|([\[(].*)|([\d*★☆].*)|(?<=\s)([SMFLN雪月花宙日無]+)"
    found = re.fullmatch(rf"([^:\[\]()*\d]+?)\s*(?:{cost})?", text.strip())
    if found is None:
        return text, ""
    return found[1].strip(" -"), next((part for part in found.groups()[1:] if part), "").strip()


def read_cost(text: str) -> str:
    """Read a cost into a TOML table; empty when a part of it is not certain."""
    rest = text.translate(KANJI)
    parts = []
    tap = TAP.search(rest)
    if tap:
        parts.append("tap = true")
        rest = rest[: tap.start()] + rest[tap.end() :]
    for pattern, part in ((DECK, "mill = {}"), (HAND, "hand = {{ n = {} }}")):
        taken = pattern.search(rest)
        if taken:
            parts.append(part.format(int(taken[1])))
            rest = rest[: taken.start()] + rest[taken.end() :]
    letters = re.sub(r"[\s\[\]()+&,]", "", rest).upper()
    if letters == "0" and not parts:
        return "{}"
    if letters and not set(letters) <= set(grammar.LETTERS):
        return ""
    if letters:
        letters = "".join(sorted(letters, key=grammar.LETTERS.index))
        parts.append(f'points = "{letters}"')
    return f"{{ {', '.join(parts)} }}" if parts else ""
