"""The vectors of spec/vectors as tests take them, and the chains that take their messages.

Below: `scripted`. Above: `replayer`, `test_vectors*`.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lycee_net.chain import Chain, Who
from lycee_net.channel import Role
from lycee_net.greeting import Terms
from lycee_net.invite import hash_key
from lycee_net.messages import Options

from .scripted import ScriptedRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lycee_net.game import Rules

RECORD_AGAIN = "python -m tests.net.record_game && python spec/reference.py"
FOLDER = Path(__file__).parents[2] / "spec" / "vectors"
Vector = dict[str, Any]


def load(name: str) -> list[Vector]:
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    vectors: list[Vector] = data["vectors"]
    return vectors


def each(name: str) -> pytest.MarkDecorator:
    """One test for each vector of a file."""
    return pytest.mark.parametrize(
        "vector", [pytest.param(vector, id=vector["name"]) for vector in load(name)]
    )


def is_good(vector: Vector) -> bool:
    return bool(vector["expect"] == "accept")


def blob(vector: Vector, *names: str) -> list[bytes]:
    return [bytes.fromhex(vector[name]) for name in names]


def expect(vector: Vector, fault: type[Exception], act: Callable[[], object]) -> None:
    """The act passes or is refused, as the vector says."""
    if is_good(vector):
        act()
        return
    with pytest.raises(fault):
        act()


def unplain(value: object) -> object:
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return [unplain(item) for item in value] if isinstance(value, tuple) else value


MATCHES = {vector["name"]: vector for vector in load("matches")}
HONEST = [name for name in MATCHES if not name.startswith("cheat-")]
SHOWN = [name for name in HONEST if MATCHES[name]["messages"]]


def new_chain(vector: Vector, seat: int, rules: Rules | None = None) -> Chain:
    """The chain of one side, before the first message."""
    rules = rules or ScriptedRules(vector["game"])
    terms = Terms(rules, ("host", "guest")[seat], options=Options(*vector["options"]))
    host_key = bytes.fromhex(vector["players"][0]["key"])
    key_hash = hash_key(host_key) if seat else None
    return Chain(Role(seat), bytes.fromhex(vector["hash"]), terms, key_hash)


def feed(vector: Vector, seat: int, places: Iterable[int]) -> Chain:
    """A side that took these messages of a match."""
    chain = new_chain(vector, seat)
    for at in places:
        take(vector, chain, at)
    return chain


def take(vector: Vector, chain: Chain, at: int) -> None:
    sent = vector["messages"][at]
    who = Who.ME if sent["from"] == chain.role else Who.YOU
    signed = chain.take_untrusted(who, bytes.fromhex(sent["message"]))
    if at < 2:
        chain.hellos.append(signed)
    if at == 1:
        chain.deal(None)


def sha256(data: bytes | bytearray) -> str:
    return hashlib.sha256(data).hexdigest()
