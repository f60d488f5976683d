"""Vectors of journals and transcripts: records, torn and spoiled ends, and what a file proves.

Below: `reference_forgeries`; above: `reference`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reference_faults import all_faults, flip, signed
from reference_forgeries import contents_of, forgeries, strange_pairs
from reference_match import END, GOT, MADE, NOTE, REFUSED, START
from reference_wire import accept, encode, records, refuse

if TYPE_CHECKING:
    from reference_match import Match
    from reference_wire import Vector


def files(found: dict[str, Match], cheaters: list[Match]) -> Vector:
    """Records, journals and transcripts."""
    small = found["waived"]
    journal, transcript = small.file(0, secrets=True), small.file(0, secrets=False)
    vectors = [
        accept(
            "an empty record",
            "P10.1",
            kind="records",
            data=records((NOTE, b"")).hex(),
            records=[[NOTE, ""]],
            end=13,
        ),
        accept(
            "three records",
            "P10.1",
            kind="records",
            data=records((START, b"a"), (GOT, b"bc"), (NOTE, bytes(300))).hex(),
            records=[[START, "61"], [GOT, "6263"], [NOTE, "00" * 300]],
            end=342,
        ),
        accept(
            "a journal and its transcript",
            "P10.4",
            kind="transcript",
            data=journal.hex(),
            transcript=transcript.hex(),
        ),
    ]
    three = records((START, b"a"), (GOT, b"bc"), (NOTE, b"d"))
    ends = [14, 29, 43]
    for cut in (0, 1, 13, 14, 20, 28, 29, 42):
        whole = [end for end in ends if end <= cut]
        known = [[START, "61"], [GOT, "6263"]][: len(whole)]
        vectors.append(
            accept(
                f"a journal cut to {cut} bytes",
                "P10.3",
                kind="records",
                data=three[:cut].hex(),
                records=known,
                end=whole[-1] if whole else 0,
            )
        )
    for at in (29, 35, 42):
        torn = three[:at] + flip(three[at:])
        known = [[START, "61"], [GOT, "6263"]]
        name = f"a last record spoiled at byte {at}"
        facts = {"data": torn.hex(), "records": known, "end": 29}
        vectors += [accept(name, "P10.3", kind="records", **facts)]
    for at, damaged in [(0, 0), (5, 0), (13, 0), (14, 14), (19, 14), (28, 14)]:
        vectors.append(
            refuse(
                f"a record spoiled at byte {at}",
                "file",
                "P10.3",
                kind="records",
                data=(three[:at] + flip(three[at:])).hex(),
                damaged=damaged,
            )
        )
    for name, data in [
        ("kind 5", records((5, b"a"), (GOT, b"b"))),
        ("a record left out", three[:14] + three[29:] + records((GOT, b"x"))),
    ]:
        vectors.append(refuse(name, "file", "P10.1", kind="strict", data=data.hex()))
    vectors += verdicts(found, cheaters)
    vectors += forgeries(found)
    vectors += pairs(found)
    vectors += strange_pairs(found)
    steps = [
        'records: read a journal. For "accept": its whole records are `records` (kind, payload), '
        "the last ends at byte `end`, and what follows is cut off. For a refusal: it is damaged at "
        "byte `damaged`.",
        "strict: read a transcript, which has no right to a torn end: it is damaged.",
        "transcript: the journal without its secrets is `transcript`.",
        "stripped: without the records of Ends that carry an audit, `data` is `stripped`.",
        'pair: compare `data` and `other`. For "accept": they are files of one match, and nobody '
        "signed two bodies under one number. For a refusal: the seat `broken_by` did, under `n`; "
        "where both are null they are not of one match, and convict nobody.",
        'verdict: verify the file with the game and terms of `match`. For "accept": the verdict is '
        "`verdict`, with the winner `winner`, the seat `broken_by` or nobody.",
    ]
    return {"about": "journals and transcripts", "steps": steps, "vectors": vectors}


def transcript_of(contents: list[tuple[int, bytes]]) -> bytes:
    """A file with good checks."""
    return records(*contents)


def verdicts(found: dict[str, Match], cheaters: list[Match]) -> list[Vector]:
    """What whole files prove."""
    vectors: list[Vector] = []

    def add(name: str, m: Match, data: bytes, verdict: str, broken: int | None = None) -> None:
        winner = m.end["winner"] if verdict == "finished" else None
        facts = {"kind": "verdict", "match": m.name, "data": data.hex(), "verdict": verdict}
        row = {**facts, "winner": winner, "broken_by": broken}
        if verdict in {"finished", "unfinished"}:
            vectors.append(accept(name, "P10.5", **row))
        else:
            vectors.append(refuse(name, "file", "P10.5", **row))

    for m in found.values():
        for seat in (0, 1):
            add(f"{m.name}, by seat {seat}", m, m.file(seat, secrets=False), "finished")
    for m in cheaters:
        for seat in (0, 1):
            add(f"{m.name}, by seat {seat}", m, m.file(seat, secrets=False), "broken", 1)
    full = found["full"]
    contents = contents_of(full, 0)
    for n in (1, 5, len(contents) - 1):
        add(f"the first {n} records", full, transcript_of(contents[:n]), "unfinished")
    whole = transcript_of(contents)
    add("cut inside a record", full, whole[:-5], "unfinished")
    add("a spoiled byte", full, whole[:500] + flip(whole[500:]), "damaged")
    add("no file", full, b"", "foreign")
    add("text", full, b"lycee", "damaged")
    add("a first record that is none", full, records((GOT, b"a")), "foreign")
    add("another version", full, records((START, encode([2, 0, bytes(32), b"", b""]))), "foreign")
    fork = [*contents]
    fork[6], fork[7] = fork[7], fork[6]
    add("two messages exchanged", full, transcript_of(fork), "damaged")
    left_out = transcript_of(contents[:6] + contents[7:])
    add("a message left out", full, left_out, "damaged")
    twice = [*contents[:8], *contents[6:]]
    add("two messages repeated", full, transcript_of(twice), "damaged")
    assert full.senders[11] == 1
    later = [*contents[:8], (REFUSED, full.messages[11])]
    add("a later message as evidence", full, transcript_of(later), "unfinished")
    again = [*contents, (REFUSED, full.messages[-3])]
    add("a message refused behind the end", full, transcript_of(again), "finished")
    at = 9
    assert full.senders[at] == 1
    spoiled = full.messages[at][:-1] + flip(full.messages[at][-1:])
    add("a forged signature", full, transcript_of([*contents[: at - 1], (GOT, spoiled)]), "broken")
    refused = [*contents[: at - 1], (REFUSED, full.messages[at])]
    add("a message refused without reason", full, transcript_of(refused), "unfinished")
    forged = next(f for f in all_faults(found, []) if f.code == "DIGEST" and f.by == 0)
    other = contents_of(full, 1)[: forged.at - 1]
    add(
        "a message refused with reason",
        full,
        transcript_of([*other, (REFUSED, forged.raw)]),
        "broken",
        0,
    )
    return vectors


def pairs(found: dict[str, Match]) -> list[Vector]:
    """Two files of one match, and a file without its audits."""  # P10.9, P10.10
    full = found["full"]
    at = 9
    assert full.senders[at] == 1
    other = signed(full, at, [*full.fields[at][:5], True])
    mine, theirs = contents_of(full, 0), contents_of(full, 1)
    forked = transcript_of([*theirs[: at - 1], (MADE, encode([other, []]))])
    whole = transcript_of(mine)
    audits = {m for m, f in zip(full.messages, full.fields, strict=True) if f[0] == END and f[6]}
    open_to_all = [
        (kind, payload) for kind, payload in mine if not any(audit in payload for audit in audits)
    ]
    return [
        accept("both files of a match", "P10.9", kind="pair", data=whole.hex(),
               other=transcript_of(theirs).hex()),
        accept("a file and its beginning", "P10.9", kind="pair", data=whole.hex(),
               other=transcript_of(theirs[:6]).hex()),
        refuse("two bodies under one number", "file", "P10.9", kind="pair", data=whole.hex(),
               other=forked.hex(), n=at, broken_by=1),
        accept("a copy without the audit", "P10.10", kind="stripped", data=whole.hex(),
               stripped=transcript_of(open_to_all).hex()),
    ]  # fmt: skip
