"""Writes spec/vectors: what every implementation of the peer protocol must accept and refuse.

Run it without arguments, or with a folder to write to. Nothing here is taken from the program; the
same inputs give the same bytes on every machine. One vector is one scenario with one fault at most,
and names the layer that must refuse it. Below: `reference_wire`, `reference_basics`,
`reference_match`, `reference_games`, `reference_faults`, `reference_forgeries`, `reference_files`,
`reference_resume`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from reference_basics import (
    bindings,
    channel,
    commitments,
    encoding,
    invites,
    plain,
    signatures,
)
from reference_faults import all_faults
from reference_files import files
from reference_games import cheats, long_match, recorded_matches, small_matches
from reference_match import CLOSE, END, PING, RESUME, STEP, Match, vector_bytes
from reference_resume import resumes
from reference_wire import (
    Vector,
    accept,
    encode,
    head,
    pseudo,
    refuse,
    sha,
)

KINDS = ("Hello", "Step", "End", "Resume", "Ping", "Close")
MAX_SHOWN = 100_000  # bytes of a match whose messages are written out


def messages(found: dict[str, Match]) -> Vector:
    """One message of every type and part, with its fields; and bytes that are none."""
    full, agreed = found["full"], found["agreed"]
    seen: dict[str, tuple[Match, int]] = {}
    for m in (full, agreed):
        for at, fields in enumerate(m.fields):
            parts = "".join(str(part[0]) for part in fields[3]) if fields[0] == STEP else ""
            opens = " with an audit" if fields[0] == END and fields[6] else ""
            name = f"{KINDS[fields[0]]}{f' of parts {parts}' if parts else opens}"
            seen.setdefault(name, (m, at))
    n, signer, hello = len(full.heads), full.players[0].signer, full.fields[0]
    words = {
        "Resume": [RESUME, n, full.heads[-1], pseudo("again"), [0, 1_200_000]],
        "Ping": [PING, n, full.heads[-1]],
        "Close LATER": [CLOSE, n, full.heads[-1], 1],
        "a Hello with a name of any script": [*hello[:6], "M\u00e4rz \u732b 3", *hello[7:]],
    }
    rows = [
        (name, m.fields[at], m, m.players[m.senders[at]].signer) for name, (m, at) in seen.items()
    ]
    rows += [(name, fields, full, signer) for name, fields in words.items()]
    vectors = []
    for name, fields, m, who in rows:
        context, body = m.context(fields), encode(fields)
        vectors.append(
            accept(
                name,
                "P5.1",
                fields=plain(fields),
                key_seed=who.seed.hex(),
                context=context.hex(),
                message=who.message(context, fields).hex(),
                head=head(body).hex(),
            )
        )
    vectors += [
        refuse(f.name, f.layer, f.section, message=f.raw.hex())
        for f in all_faults(found, [])
        if f.layer in {"decode", "shape"}
    ]
    steps = [
        'For "accept": encode `fields`, sign the body for `context` with the Ed25519 seed '
        "`key_seed`: body and signature are `message`, the head is `head`. Read it back.",
        'For "refuse": `message` is none, by the encoding (decode) or by the limits and types of '
        "its fields (shape). Signatures are not looked at; most of them are good.",
    ]
    return {"about": "single messages", "steps": steps, "vectors": vectors}


def matches(found: list[Match]) -> Vector:
    """Whole matches, byte for byte."""
    vectors = []
    for m in found:
        players = [
            {
                "key_seed": p.signer.seed.hex(),
                "key": p.signer.key.hex(),
                "ephemeral": p.ephemeral.hex(),
                "deck_secret": p.deck_secret.hex(),
                "deck": vector_bytes(p.deck).hex(),
                "orders": [vector_bytes(order).hex() for order in p.orders],
                "picks": [pick.hex() for pick in p.picks],
            }
            for p in m.players
        ]
        messages = [
            {"from": sender, "message": raw.hex()}
            for sender, raw in zip(m.senders, m.messages, strict=True)
        ]
        streams = [
            sha(
                m.channel.stream(
                    seat, [m.messages[i] for i in m.order(seat) if m.senders[i] == seat]
                )
            )
            for seat in (0, 1)
        ]
        vectors.append(
            accept(
                m.name,
                "P9.1",
                about=m.about,
                game=m.game,
                options=m.options,
                invite_secret=m.invite_secret.hex(),
                players=players,
                end=m.end,
                hash=m.channel.hash.hex(),
                sid=m.sid.hex(),
                heads=[h.hex() for h in m.heads],
                messages=messages if sum(map(len, m.messages)) < MAX_SHOWN else [],
                orders=[m.order(0), m.order(1)],
                streams=[stream.hex() for stream in streams],
                transcripts=[sha(m.file(seat, secrets=False)).hex() for seat in (0, 1)],
                journals=[sha(m.file(seat, secrets=True)).hex() for seat in (0, 1)],
            )
        )
    steps = [
        "`game` stands for the rules: its events are what it asks, one after the other. `digest` "
        "is that of the public state while the event is asked. A decision has the `line` that is "
        "played (every other one is illegal) and the handles it `reveals`; with a `claim`, it is "
        "legal only while no card behind these handles that is known is `below` a number. A card "
        "shown to the opponent or to both, or revealed, is public until it is sealed again. A "
        "legal deck has `n_deck` cards below `n_cards`, at most `n_copies` of one.",
        "`players` (host first) bring keys, secrets and lists; `orders` are the cards of their "
        "seals, slot by slot, `picks` their picks, in the order in which they were made. An event "
        "with `offer` is answered in a Step that offers a draw. `end` says who ends first and why.",
        "Write the match: the messages are `messages` (left out of a very long one, whose streams "
        "say it all), `hash` and `sid` are those of the handshake and of both Hellos, `heads` are "
        "those of the chain messages.",
        "Read it as the host and as the guest, in the order of `orders`: every message is taken.",
        "Encrypted and framed, what each side writes has the SHA-256 `streams`; its journal "
        "(without notes) has that of `journals`, its transcript that of `transcripts`, host first. "
        "Close is in neither.",
    ]
    return {"about": "whole matches", "steps": steps, "vectors": vectors}


def refusals(found: dict[str, Match], cheaters: list[Match]) -> Vector:
    """One bad message in an honest match."""
    faults = all_faults(found, cheaters)
    vectors = [
        refuse(
            f.name,
            f.layer,
            f.section,
            code=f.code,
            match=f.match.name,
            at=f.at,
            by=f.by,
            message=f.raw.hex(),
        )
        for f in faults
    ]
    vectors += [
        accept(
            f"{name}, as it was",
            "P7.2",
            match="full",
            at=at,
            by=found["full"].senders[at],
            message=found["full"].messages[at].hex(),
        )
        for name, at in [("an offer", 0), ("an answer", 1), ("a Step", 4), ("an End", 26)]
    ]
    steps = [
        "Let the other side of the match `match` of matches.json take the messages before `at`, "
        "and then `message` from the seat `by`.",
        'For "refuse": it is refused with the close code `code`, by the check `layer`, and nothing '
        "has changed. Codes ENCODING and SIGNATURE convict nobody; what the others prove to a "
        "stranger is P10.12.",
        "A guest expects the key of the host in matches.json; both sides have the terms and "
        "options of the match.",
    ]
    return {"about": "messages with one fault", "steps": steps, "vectors": vectors}


def write_all(folder: Path) -> None:
    """All files of vectors."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {m.name: m for m in small_matches()}
    cheaters = cheats()
    played = recorded_matches()
    written = {
        "encoding": encoding(),
        "signatures": signatures(),
        "commitments": commitments(),
        "bindings": bindings(),
        "channel": channel(),
        "invites": invites(),
        "messages": messages(found),
        "matches": matches([*found.values(), *cheaters, long_match(), *played]),
        "refusals": refusals(found, cheaters),
        "files": files(found, cheaters),
        "resumes": resumes(found),
    }
    for name, content in written.items():
        text = json.dumps(content, indent=1, ensure_ascii=True)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).resolve().parent / "vectors"
    parser.add_argument("folder", type=Path, nargs="?", default=default, help="where to write")
    write_all(parser.parse_args().folder)
