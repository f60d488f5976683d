"""Vectors of resumed matches: what both journals hold, and what each side says on a new connection.

Above: `reference`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_faults import flip, signed
from reference_match import CLOSE, DONE, END, GOT, HELLO, MADE, PING, RESUME, START, STEP, Match
from reference_wire import (
    Signer,
    accept,
    encode,
    handshake,
    head,
    pseudo,
    records,
    refuse,
    resume_psk,
    sha,
)

if TYPE_CHECKING:
    from reference_wire import Channel, Vector

    Fields = list[Any]


def journal(match: Match, seat: int, n: int) -> bytes:
    """The journal of a seat that holds the first n messages."""
    player = match.players[seat]
    deck = b"".join(card.to_bytes(2, "big") for card in player.deck)
    start = [1, seat, match.channel.hash, *match.messages[:2], match.invite_secret]
    contents = [(START, encode([*start, player.deck_secret, deck]))]
    for at in range(2, n):
        if match.fields[at][0] == CLOSE:
            continue
        raw = match.messages[at]
        is_own = match.senders[at] == seat
        contents.append((MADE, encode([raw, match.vectors[at]])) if is_own else (GOT, raw))
    return records(*contents)


def held(match: Match, n: int) -> tuple[int, list[bytes]]:
    """How many chain messages are among the first n, and the Ends."""
    kinds = [fields[0] for fields in match.fields[:n]]
    ends = [match.messages[at] for at, kind in enumerate(kinds) if kind == END]
    return sum(kind in {HELLO, STEP} for kind in kinds), ends


def connection(match: Match, dialler: int) -> Channel:
    """The channel of a resumed match; whoever dials initiates."""
    psk = resume_psk(match.invite_secret, match.sid)
    return handshake(psk, ephemeral(match, dialler), ephemeral(match, 1 - dialler))


def ephemeral(match: Match, seat: int) -> bytes:
    """The ephemeral key of a seat on the new connection."""
    return pseudo(f"{match.name}/again/{seat}")


def resume(match: Match, seat: int, n: int, h: bytes) -> bytes:
    """The Resume of a seat that holds n chain messages."""
    fields: Fields = [RESUME, n, match.heads[n - 1], h, [0, 0]]
    return match.players[seat].signer.message(match.sid, fields)


def resumed(name: str, match: Match, has: tuple[int, int], dialler: int) -> Vector:
    """Both sides, each with the first so many messages of a match."""  # P10.6
    channel = connection(match, dialler)
    counts = [held(match, n)[0] for n in has]
    sent: list[list[bytes]] = []
    for seat in (0, 1):
        mine, theirs = counts[seat], counts[1 - seat]
        chain = [m for m, f in zip(match.messages, match.fields, strict=True) if f[0] in {0, STEP}]
        n = max(counts)
        ping = match.players[seat].signer.message(match.sid, [PING, n, match.heads[n - 1]])
        repeated = chain[theirs:mine]
        ends = held(match, has[seat])[1]
        sent.append([resume(match, seat, mine, channel.hash), *repeated, *ends, ping])
    if any(match.fields[at][0] == END for at in range(max(has))):  # the rest needs no person
        for at in range(max(has), len(match.messages)):
            sent[match.senders[at]].append(match.messages[at])
    if min(has) == len(match.messages):  # both were done: the last word again
        sent[match.senders[-1]].append(match.messages[-1])
    streams = [
        sha(channel.stream(1 if seat == dialler else 0, sent[seat])).hex() for seat in (0, 1)
    ]
    return accept(
        name,
        "P10.6",
        match=match.name,
        journals=[journal(match, seat, has[seat]).hex() for seat in (0, 1)],
        dialler=dialler,
        ephemerals=[ephemeral(match, seat).hex() for seat in (0, 1)],
        hash=channel.hash.hex(),
        sent=[[raw.hex() for raw in one] for one in sent],
        streams=streams,
    )


def refused(
    name: str,
    match: Match,
    raw: bytes,
    n: int,
    *,
    code: str | None = None,
    then: tuple[bytes, ...] = (),
) -> Vector:
    """What a dialler says first, and then, to a listener who holds the first n messages."""
    by = 1
    return refuse(
        name,
        "resume",
        "P10.6",
        match=match.name,
        journal=journal(match, 1 - by, n).hex(),
        by=by,
        ephemerals=[ephemeral(match, seat).hex() for seat in (0, 1)],
        message=raw.hex(),
        then=[one.hex() for one in then],
        code=code,
    )


def resumes(found: dict[str, Match]) -> Vector:
    """Everything about a new connection of an old match."""
    full, waived = found["full"], found["waived"]
    n = 10  # the host must decide; message 9 is the guest's
    assert full.senders[n - 1] == 1
    done = len(waived.messages)
    vectors = [
        resumed("nothing was lost, the guest dials", full, (n, n), 1),
        resumed("nothing was lost, the host dials", full, (n, n), 0),
        resumed("the last message did not arrive", full, (n - 1, n), 1),
        resumed("the last own message is lost from the disk", full, (n, n - 1), 1),
        resumed("three messages are lost from the disk", full, (n, n - 3), 0),
        resumed("an old copy of the journal", full, (n - 5, n), 0),
        resumed("the first End did not arrive", waived, (done - 2, done - 3), 1),
        resumed("both are done", waived, (done, done), 1),
    ]
    h = connection(full, 1).hash
    honest = resume(full, 1, n, h)
    other_step = [*full.fields[n - 1][:4], full.fields[n - 1][4], True]
    fork: Fields = [RESUME, n, head(signed(full, n - 1, other_step)[:-64]), h, [0, 0]]
    stranger = Signer(pseudo("stranger"))
    fields: Fields = [RESUME, n, full.heads[n - 1], h, [0, 0]]
    first = full.players[1].signer
    rows: list[tuple[str, bytes, str | None]] = [
        ("another chain under the last number", first.message(full.sid, fork), "FORK"),
        ("a number before the Hellos",
         first.message(full.sid, [RESUME, 1, full.heads[0], h, [0, 0]]), "FORK"),
        ("a Resume of another connection", resume(full, 1, n, flip(h)), None),
        ("a Resume of the first connection", resume(full, 1, n, full.channel.hash), None),
        ("a Resume by a stranger", stranger.message(full.sid, fields), None),
        ("a Resume of another match", first.message(bytes(32), fields), None),
        ("our own Resume sent back", resume(full, 0, n, h), None),
        ("a Step in place of Resume", full.messages[n - 1], None),
        ("a Hello in place of Resume", full.messages[1], None),
        ("a Ping in place of Resume", first.message(full.sid, [PING, n, full.heads[n - 1]]), None),
        ("a Close in place of Resume",
         first.message(full.sid, [CLOSE, n, full.heads[n - 1], DONE]), None),
        ("bytes in place of Resume", b"lycee", None),
        ("a bit of the signature", honest[:-1] + flip(honest[-1:]), None),
    ]  # fmt: skip
    vectors += [refused(name, full, raw, n, code=code) for name, raw, code in rows]
    ping = first.message(full.sid, [PING, n, full.heads[n - 1]])
    untrue = first.message(full.sid, [RESUME, n, flip(full.heads[n - 1]), h, [0, 0]])
    last = full.messages[n - 1]
    vectors += [
        refused("a Ping before the announced", full, honest, n - 1, code="ORDER", then=(ping,)),
        refused("another head than was announced", full, untrue, n - 1, code="FORK", then=(last,)),
        refused("another message than was announced", full, honest, n - 1, code="FORK",
                then=(signed(full, n - 1, other_step),)),
        refused("a Step where an End is repeated", full, honest, n, code="ORDER", then=(last,)),
    ]  # fmt: skip
    steps = [
        "Start both sides from `journals` (host first), with the keys of the players of `match`. "
        "`ephemerals` are those of the new connection, `dialler` the seat that dials.",
        'For "accept": `hash` is the new handshake hash; each side sends exactly the messages '
        "`sent`, in this order, and what it writes has the SHA-256 `streams`. Who owes a decision "
        "is asked and sends nothing more.",
        'For "refuse": the other side of `by` listens with `journal`; `by` dials and sends '
        "`message` first. With a `code` the listener answers its own Resume, takes the messages "
        "`then`, and closes with the code at the last of them (at once, if there are none); "
        "without one the connection is dropped, not a byte is said behind the handshake, and the "
        "match stays as it was.",
    ]
    return {"about": "resumed matches", "steps": steps, "vectors": vectors}
