"""The spec against what it describes: vectors, CDDL, holes.

That every section cited in code exists is tested in test_rules_cited.py, that the tables of states
and of what is due are those of the code in net/test_states.py, the vectors in net/test_vectors.py.
"""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cbor2
import pycddl
import pytest

from lycee_net.chain import MAX_CHAIN
from lycee_net.channel import Link
from lycee_net.codec import MAX_DEPTH
from lycee_net.errors import CloseCode
from lycee_net.events import Leave, SayAlive
from lycee_net.frames import MAX_FRAME
from lycee_net.messages import (
    MAX_LINE,
    MAX_LISTS,
    MAX_SLOTS,
    SIZE_LIMITS,
    Kind,
    PartCode,
    Resume,
    sign_message,
)
from lycee_net.records import MAX_PAYLOAD
from lycee_net.transport import GREETING_SECONDS, LINK_SECONDS, N_WAITING, PING_SECONDS
from lycee_net.watch import END_SECONDS, MAX_PINGS

from .net.pair import Pair, Thinking
from .net.test_holes import HOLES
from .net.test_match import LyceePair

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
SPEC = ROOT / "spec"
VECTORS = SPEC / "vectors"
LAYERS = {
    "decode", "shape", "signature", "greeting", "order", "chain", "part", "pick", "opening",
    "legality", "digest", "result", "audit", "frame", "channel", "dice", "invite", "file", "resume",
}  # fmt: skip


@functools.cache
def load(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return data


NAMES = sorted(path.stem for path in VECTORS.glob("*.json"))


# Vectors


def test_the_reference_writes_the_vectors_again_byte_for_byte(tmp_path: Path) -> None:
    command = [sys.executable, str(SPEC / "reference.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.stem for path in tmp_path.iterdir()) == NAMES
    for name in NAMES:
        written = (tmp_path / f"{name}.json").read_bytes()
        assert written == (VECTORS / f"{name}.json").read_bytes(), f"run spec/reference.py: {name}"


def test_the_reference_takes_nothing_from_the_project() -> None:
    for path in SPEC.glob("*.py"):
        origins = re.findall(r"^\s*(?:from|import) (\w+)", path.read_text("utf-8"), re.MULTILINE)
        own = {one for one in origins if one.startswith("reference")}
        assert set(origins) - own <= sys.stdlib_module_names | {"cryptography"}, path


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_vectors_says_how_to_verify_it(name: str) -> None:
    data = load(name)
    assert list(data) == ["about", "steps", "vectors"]
    assert data["steps"]
    assert f"`{name}.json`" in (VECTORS / "README.md").read_text("utf-8")
    names = [vector["name"] for vector in data["vectors"]]
    assert len(set(names)) == len(names)
    for vector in data["vectors"]:
        assert vector["expect"] in {"accept", "refuse"}
        assert (vector["expect"] == "refuse") == (vector.get("layer") in LAYERS), vector["name"]
        assert vector["section"] in sections(), vector["name"]


def test_at_least_half_of_the_vectors_are_negative() -> None:
    kinds = [vector["expect"] for name in NAMES for vector in load(name)["vectors"]]
    assert kinds.count("refuse") >= len(kinds) / 2
    assert len(kinds) > 400


def test_the_faults_reach_every_code_of_a_message_and_every_layer() -> None:
    faults = [vector for vector in load("refusals")["vectors"] if vector["expect"] == "refuse"]
    codes = {fault["code"] for fault in faults}
    connection = {"DONE", "LATER", "TIME", "FLOOD", "FORK", "INTERNAL"}
    assert codes == {code.name for code in CloseCode} - connection
    used = {vector.get("layer") for name in NAMES for vector in load(name)["vectors"]}
    assert used - {None} == LAYERS


@functools.cache
def sections() -> frozenset[str]:
    """The numbers that spec/protocol.md defines."""
    text = (SPEC / "protocol.md").read_text("utf-8")
    return frozenset(re.findall(r"^[\s>#*|`\-\[(]*(P\d+(?:\.\d+)?)\b", text, re.MULTILINE))


# Numbers


def table(section: str) -> list[list[str]]:
    """The cells of the first table behind a section or chapter of spec/protocol.md."""
    text = (SPEC / "protocol.md").read_text("utf-8").split(section, 1)[1]
    rows = re.search(r"^\|.*?\n(?!\|)", text, re.MULTILINE | re.DOTALL)
    assert rows is not None, section
    lines = rows.group().splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_types_parts_and_codes_have_the_numbers_of_the_spec() -> None:
    types = {int(row[0]): row[1].upper() for row in table("**P5.1**")}
    assert types == {kind.value: kind.name for kind in Kind}
    parts = {int(row[0]): row[1].replace(" ", "_").upper() for row in table("**P5.3**")}
    assert parts == {code.value: code.name for code in PartCode}
    codes = {int(row[0]): row[1] for row in table("## P12 ")}
    assert codes == {code.value: code.name for code in CloseCode}


def test_limits_are_those_of_the_spec() -> None:
    limits = dict(table("## P11 "))
    written = {
        "ciphertext of a frame": f"{MAX_FRAME:,} bytes",
        "Hello, Step, End, any other message": ", ".join(
            f"{SIZE_LIMITS[kind]:,}" for kind in (Kind.HELLO, Kind.STEP, Kind.END, Kind.PING)
        )
        + " bytes",
        "slots of a seal or pick": f"{MAX_SLOTS}",
        "line of a decision": f"{MAX_LINE} bytes",
        "nesting": f"{MAX_DEPTH}",
        "chain messages of a match": f"{MAX_CHAIN:,}, then both sides Close FLOOD, no result",
        "handshakes waiting, time of a greeting": f"{N_WAITING}, {GREETING_SECONDS} s",
        "time without an own byte before a Ping": f"{PING_SECONDS} s",
        "time without a byte of the peer, or for one send, before a link is lost": (
            f"{LINK_SECONDS} s"
        ),
        "Pings of a peer in 60 s": f"{MAX_PINGS}, then FLOOD",
        "time for which an End is awaited": f"{END_SECONDS} s",
        "void concessions of a peer in one match (P7.5)": "1, then ORDER",
        "bytes of all lists in an audit, encoded": f"{MAX_LISTS:,}, then the short form (P8.6)",
        "payload of a record": f"{MAX_PAYLOAD:,} bytes",
    }
    assert limits == written


# CDDL

ROOTS = ("hello", "step", "end", "resume", "ping", "close")
# What CDDL cannot say: products, characters, the size of a whole message. The last one it could:
# the checker takes a text for a byte string of its size.
BEYOND_CDDL = {
    "leaves of 33 bytes",
    "a card list of three bytes",
    "a Step over its limit",
    "a name with an escape",
    "a name with a line end",
    "a name turned around",
    "a name with a combining mark",
    "a name with a zero width joiner",
    "prev as text",
}


@functools.cache
def schema(root: str) -> pycddl.Schema:
    """The rules of protocol.cddl, beginning with one of them."""
    return pycddl.Schema(f"root = {root}\n" + (SPEC / "protocol.cddl").read_text("utf-8"))


def validate(body: bytes) -> None:
    """Check a body by the rule of its type; raises `ValidationError` or `ValueError`."""
    fields = cbor2.loads(body)
    if not isinstance(fields, list) or not fields or type(fields[0]) is not int:
        raise ValueError("no message")
    if fields[0] >= len(ROOTS):
        raise ValueError("no such type")
    root = ROOTS[fields[0]]
    is_opened = root == "end" and len(fields) == 7 and fields[6] != []
    schema("opened-end" if is_opened else root).validate_cbor(body)


def messages_of_vectors() -> Iterator[bytes]:
    for match in load("matches")["vectors"]:
        for sent in match["messages"]:
            yield bytes.fromhex(sent["message"])[:-64]


def test_every_message_of_the_vectors_is_one_of_the_cddl() -> None:
    for body in messages_of_vectors():
        validate(body)


def test_what_our_shapes_refuse_the_cddl_refuses() -> None:
    taken = set()
    for vector in load("refusals")["vectors"]:
        if vector.get("layer") == "shape":
            try:
                validate(bytes.fromhex(vector["message"])[:-64])
            except (ValueError, cbor2.CBORDecodeError, pycddl.ValidationError):
                continue
            taken.add(vector["name"])
    assert taken == BEYOND_CDDL


def test_the_traffic_of_whole_matches_is_that_of_the_cddl(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    send = Link.send_message

    def send_message(link: Link, plaintext: bytes) -> None:
        sent.append(plaintext[:-64])
        send(link, plaintext)

    monkeypatch.setattr(Link, "send_message", send_message)
    Pair(1).play()
    LyceePair(2).play(limit=20_000)
    for asked in (True, False):
        pair = Thinking(1, 8)
        player = pair.settle()[0 if asked else 1]
        player.protocol.send(SayAlive())
        player.protocol.send(Leave(CloseCode.LATER))
        chain = player.protocol.chain
        resume = Resume(chain.n, chain.last_head, bytes(32), (0, 1_200_000))
        sent.append(sign_message(resume, player.identity, chain.sid).body)
    kinds = {cbor2.loads(body)[0] for body in sent}
    assert kinds == set(Kind)
    codes = {part[0] for body in sent if body[1] == Kind.STEP for part in cbor2.loads(body)[3]}
    assert codes == set(range(7))
    for body in sent:
        validate(body)


# Security considerations


def holes_of_spec() -> dict[int, tuple[str, ...]]:
    """The rows of the table in P15: number, attack, rule, sections, what remains."""
    text = (SPEC / "protocol.md").read_text("utf-8").split("## P15 ", 1)[1]
    rows = re.findall(r"^\| (\d+) \|(.+)\|$", text, re.MULTILINE)
    return {int(n): tuple(cell.strip() for cell in row.split("|")) for n, row in rows}


def test_all_fifty_holes_are_in_the_security_considerations() -> None:
    holes = holes_of_spec()
    assert sorted(holes) == list(range(1, 51))
    for n, (attack, rule, where, remains) in holes.items():
        assert attack, n
        assert rule, n
        assert remains, n
        cited = re.findall(r"P\d+(?:\.\d+)?", where)
        assert cited, n
        assert set(cited) <= sections(), n


def test_every_hole_of_the_spec_is_one_of_the_table_of_tests() -> None:
    """net/test_holes.py names for each hole the tests that hold it shut."""
    assert list(HOLES) == sorted(holes_of_spec())
