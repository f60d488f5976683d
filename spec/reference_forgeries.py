"""Vectors of files that somebody made to convict an honest side: good signatures, another order.

Whoever has a file owns a key of the match, and can leave out, repeat, move, sign anew and mark what
it likes. Each file is judged as it is and, with its owner on the other side, once more: nobody
signs who owns it. Below: `reference_match`; above: `reference_files`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference_match import (
    AGREED,
    CLOSE,
    CONCEDE,
    DRAW,
    END,
    GOT,
    MADE,
    PING,
    REFUSED,
    RESUME,
    RULES,
    START,
    STEP,
    TIME,
)
from reference_wire import Signer, accept, encode, pseudo, records, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reference_match import Fields, Match
    from reference_wire import Vector

    Contents = list[tuple[int, bytes]]

HOST, GUEST = 0, 1
STRANGER = Signer(pseudo("key/stranger"))
CUT = 6  # the number of the message that a forged one replaces; the guest holds 6 messages then


def contents_of(m: Match, seat: int) -> Contents:
    """The records of a transcript."""
    contents = [(START, encode([1, seat, m.channel.hash, *m.messages[:2]]))]
    for at in m.order(seat):
        if at >= 2 and m.fields[at][0] != CLOSE:
            raw, is_own = m.messages[at], m.senders[at] == seat
            contents.append((MADE, encode([raw, []])) if is_own else (GOT, raw))
    return contents


class Forger:
    """Makes files out of one match, as a seat wrote it down."""

    def __init__(self, match: Match, owner: int) -> None:
        self.match = match
        self.owner = owner
        self.vectors: list[Vector] = []

    def at(self, place: int) -> tuple[int, bytes]:
        """The record of a message."""
        raw, is_own = self.match.messages[place], self.match.senders[place] == self.owner
        return (MADE, encode([raw, []])) if is_own else (GOT, raw)

    def upto(self, n: int) -> Contents:
        """The file up to message n, exclusive."""
        return contents_of(self.match, self.owner)[: n - 1]

    def signed(self, fields: Fields, seat: int, kind: int | None = None) -> tuple[int, bytes]:
        """The record of a message that this seat signed."""
        signer = self.match.players[seat].signer
        raw = signer.message(self.match.context(fields), fields)
        if kind is None:
            kind = MADE if seat == self.owner else GOT
        return (MADE, encode([raw, []])) if kind == MADE else (kind, raw)

    def add(
        self,
        name: str,
        contents: Contents,
        verdict: str,
        broken: int | None = None,
        *,
        is_turned: bool = True,
    ) -> None:
        """A file, and the same from the other side, with one verdict."""
        self.put(name, contents, verdict, broken)
        if is_turned:
            self.put(f"{name}, from the other side", self.turned(contents), verdict, broken)

    def put(self, name: str, contents: Contents, verdict: str, broken: int | None) -> None:
        """One file with its verdict."""
        winner = self.match.end["winner"] if verdict == "finished" else None
        row: dict[str, Any] = {"kind": "verdict", "match": self.match.name}
        row |= {"data": records(*contents).hex(), "verdict": verdict}
        row |= {"winner": winner, "broken_by": broken}
        is_good = verdict in {"finished", "unfinished"}
        section = "P10.12"
        self.vectors.append(
            accept(name, section, **row) if is_good else refuse(name, "file", section, **row)
        )

    def turned(self, contents: Contents) -> Contents:
        """The same records with the owner on the other side."""
        m = self.match
        out = [(START, encode([1, 1 - self.owner, m.channel.hash, *m.messages[:2]]))]
        for kind, payload in contents[1:]:
            if kind == MADE:
                out.append((GOT, unwrapped(payload)))
            else:
                out.append((MADE, encode([payload, []])))
        return out


def unwrapped(payload: bytes) -> bytes:
    """The message of a MADE without cards: 0x82, the head of a byte string, 0x80 at the end."""
    size = {0x58: 2, 0x59: 3}[payload[1]]
    return payload[1 + size : -1]


def forgeries(found: dict[str, Match]) -> list[Vector]:
    """Every file that P10.12 speaks of."""
    full = Forger(found["full"], HOST)
    among_the_messages(full)
    twice_under_one_number(full)
    ends_of_a_game(full)
    begun_with_a_close(full)
    agreed, waived = Forger(found["agreed"], HOST), Forger(found["waived"], HOST)
    ends_that_were_changed(agreed, waived)
    return [*full.vectors, *agreed.vectors, *waived.vectors]


def among_the_messages(f: Forger) -> None:
    """A Hello or a Resume where no message of its type is legal."""
    m = f.match
    kept, prev = f.upto(CUT), m.heads[CUT - 1]
    hello = list(m.fields[1])
    hello[1:3] = CUT, prev
    other = [*hello[:5], STRANGER.key, *hello[6:]]
    forged = STRANGER.message(m.context(other), other)
    for kind, how in ((GOT, "taken"), (REFUSED, "refused")):
        name = f"a second Hello under another key, {how}"
        f.add(name, [*kept, (kind, forged)], "broken", is_turned=False)
    f.add("a second Hello of its own key", [*kept, f.signed(hello, GUEST)], "broken", GUEST,
          is_turned=False)  # fmt: skip
    resume = [RESUME, CUT, prev, bytes(32), [0, 0]]
    f.add("a Resume among the messages", [*kept, f.signed(resume, GUEST)], "damaged")
    for n in (0, 1):
        early = [RESUME, n, prev, bytes(32), [0, 0]]
        name = f"a Resume that holds {n} messages, refused"
        f.add(name, [*kept, f.signed(early, GUEST, REFUSED)], "broken", GUEST, is_turned=False)


def twice_under_one_number(f: Forger) -> None:
    """Two bodies of one key under one number, in one file."""  # P10.9
    kept, n = f.upto(CUT), CUT - 1
    assert f.match.senders[n] == GUEST
    second = [STEP, n, bytes(32), [], bytes(32), False]
    for kind, how in ((GOT, "taken"), (REFUSED, "refused")):
        record = f.signed(second, GUEST, kind)
        f.add(f"a second body of message {n}, {how}", [*kept, record], "broken", GUEST,
              is_turned=False)  # fmt: skip
    wrong = [STEP, n - 1, bytes(32), [], bytes(32), False]
    f.add("a Step under a number of the other side, refused",
          [*kept, f.signed(wrong, GUEST, REFUSED)], "unfinished", is_turned=False)  # fmt: skip


def first_end(m: Match) -> int:
    """The place of the first End."""
    return next(at for at, fields in enumerate(m.fields) if fields[0] == END)


def ends_of_a_game(f: Forger) -> None:
    """The host won by the rules: Ends that are repeated, false on the chain, or claims."""
    m, first = f.match, first_end(f.match)
    kept = f.upto(first)
    end, confirm = f.at(first), f.at(first + 1)
    assert (m.senders[first], m.fields[first][3:5]) == (GUEST, [HOST, RULES])
    f.add("an End that stands twice", [*kept, end, end, confirm], "damaged")
    f.add("an End, and once more refused", [*kept, end, (REFUSED, end[1])], "unfinished",
          is_turned=False)  # fmt: skip
    ping = [PING, len(m.heads), m.heads[-1]]
    f.add("a Ping in place of a claim", [*kept, f.signed(ping, HOST)], "unfinished")
    f.add("a claim", [*kept, confirm], "unfinished", is_turned=False)
    f.add("two claims", [*kept, confirm, confirm], "unfinished", is_turned=False)
    f.add("claims before both Ends", [*kept, confirm, confirm, end, confirm], "finished",
          is_turned=False)  # fmt: skip
    lies: Sequence[tuple[str, int, int]] = (
        ("a draw by the rules", DRAW, RULES),
        ("an agreed draw that nobody offered", DRAW, AGREED),
        ("a concession behind the end", HOST, CONCEDE),
        ("a time-out behind the end", HOST, TIME),
    )
    for name, winner, reason in lies:
        lie = [*m.fields[first][:3], winner, reason, *m.fields[first][5:]]
        for kind, how in ((GOT, "taken"), (REFUSED, "refused")):
            record = f.signed(lie, GUEST, kind)
            f.add(f"{name}, {how}", [*kept, record], "broken", GUEST, is_turned=kind == GOT)


def ends_that_were_changed(agreed: Forger, waived: Forger) -> None:
    """A first End that its own signer replaces, under the confirmation of the other."""
    m, first = agreed.match, first_end(agreed.match)
    assert (m.senders[first], m.fields[first][3:5]) == (HOST, [DRAW, AGREED])
    conceded = [*m.fields[first][:3], GUEST, CONCEDE, False, []]
    agreed.add(
        "a concession in place of an agreed draw",
        [*agreed.upto(first), agreed.signed(conceded, HOST), agreed.at(first + 1)],
        "damaged",
    )
    m, first = waived.match, first_end(waived.match)
    assert (m.senders[first], m.fields[first][5]) == (HOST, True)
    demanded = [*m.fields[first][:5], False, *m.fields[first][6:]]
    waived.add(
        "a waiver that is taken back afterwards",
        [*waived.upto(first), waived.signed(demanded, HOST), waived.at(first + 1)],
        "damaged",
    )
    waived.add(
        "an End that lost the waiver it answers",
        [*waived.upto(first), waived.at(first + 1)],
        "damaged",
    )


def begun_with_a_close(f: Forger) -> None:
    """A file whose greeting is a Close: it needs no key to be looked at."""  # P10.5
    m = f.match
    close = [CLOSE, 0, bytes(32), 0]
    raw = m.players[GUEST].signer.message(m.channel.hash, close)
    for at, which in enumerate(("first", "second")):
        hellos = list(m.messages[:2])
        hellos[at] = raw
        start = (START, encode([1, HOST, m.channel.hash, *hellos]))
        name = f"a Close in place of the {which} Hello"
        f.add(name, [start, *f.upto(CUT)[1:]], "broken", is_turned=False)


def strange_pairs(found: dict[str, Match]) -> list[Vector]:
    """Two files that are not of one match: they convict nobody."""  # P10.9
    m = found["full"]
    whole = records(*contents_of(m, HOST))
    hello = list(m.fields[0])
    hello[5] = STRANGER.key
    hellos = [STRANGER.message(m.channel.hash, hello), m.messages[1]]
    step = [STEP, 4, bytes(32), [], bytes(32), False]
    greeted = [
        (START, encode([1, GUEST, m.channel.hash, *hellos])),
        (GOT, STRANGER.message(m.sid, step)),
    ]
    others = [
        ("a greeting of another key, under the same session", records(*greeted)),
        ("files of two matches", records(*contents_of(found["waived"], HOST))),
    ]
    return [
        refuse(name, "file", "P10.9", kind="pair", data=whole.hex(), other=other.hex(), n=None,
               broken_by=None)
        for name, other in others
    ]  # fmt: skip
