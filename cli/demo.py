"""`lycee demo`: two peers in two processes play a match over TCP, and both files are verified.

The parent starts `python -m lycee_cli.demo host ...` and, with the invite that it prints,
`... guest ...`; it prints what the host tells and then reads both transcripts as a stranger would.
With a seed the two peers use a generator in place of the system's randomness, so that the demo
repeats itself; that is why no other command takes one. Below: `peer`, `verify`.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lycee_core import Catalogue
from lycee_net.identity import Identity
from lycee_net.verify import VerdictKind

from .bots import make_bot
from .chair import Chair, Sources
from .decks import load_deck
from .faults import CHECK, INTERNAL, OK, Fault
from .home import Home, MatchFolder
from .peer import host, join, run_alone
from .players import BotPlayer
from .render import Printer, QuietPrinter
from .verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

LOCAL = "127.0.0.1"
DECKS = {"host": "harbour", "guest": "gale"}
FRESH = "-"  # in place of a seed: the system's randomness
SECONDS = 120


class DemoPrinter(Printer):
    """Prints for a spectator who knows the two by what they do on the network."""

    def who(self, seat: int) -> str:
        """Say a seat."""
        return ("host", "guest")[seat] if seat in (0, 1) else super().who(seat)


def seeded(seed: str, use: str) -> Callable[[int], bytes]:
    """Bytes that depend on a seed and a use alone. Never for a match that matters."""
    count = 0

    def entropy(n: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(f"lycee demo/{seed}/{use}/{count}".encode()).digest(n)

    return entropy


def demo(seed: int | None, out: TextIO) -> int:
    """Run the demo and return its exit code; the last line says who won and that both verified."""
    word = FRESH if seed is None else str(seed)
    with tempfile.TemporaryDirectory(prefix="lycee-demo-") as folder:
        _play(folder, word, out)
        catalogue = Catalogue.starter()
        verdicts = []
        for role in DECKS:
            verdict, _ = verify(f"{folder}/{role}", catalogue)
            out.write(f"file of the {role}: {verdict.text}\n")
            verdicts.append(verdict)
    if any(one.kind is not VerdictKind.FINISHED for one in verdicts):
        raise Fault(CHECK, "a file of the demo does not verify")
    if verdicts[0] != verdicts[1]:
        raise Fault(CHECK, "the two files of the demo tell different matches")
    result = verdicts[0].text.removeprefix("consistent, ")
    out.write(f"{result}; both files verified\n")
    return OK


def _play(folder: str, seed: str, out: TextIO) -> None:
    """Let the two children play, and print what the host tells."""
    # -P: the current folder may be a clone, whose sources are not compiled and must not come first.
    command = [sys.executable, "-P", "-m", "lycee_cli.demo"]
    hosting = subprocess.Popen(
        [*command, "host", f"{folder}/host", seed], stdout=subprocess.PIPE, text=True
    )
    assert hosting.stdout is not None, "it is a pipe"
    children = [hosting]
    try:
        invite = hosting.stdout.readline().strip()
        out.write(f"the host plays {DECKS['host']}, the guest {DECKS['guest']}\n")
        words = [*command, "guest", f"{folder}/guest", seed, invite]
        children.append(subprocess.Popen(words, text=True))
        for line in hosting.stdout:
            out.write(line)
        codes = [peer.wait(timeout=SECONDS) for peer in children]
    finally:
        for peer in reversed(children):  # a guest that outlives the host would say so
            peer.kill()
            peer.wait()
    if codes != [OK, OK]:
        raise Fault(INTERNAL, f"the peers of the demo ended with codes {codes}")


def child(words: list[str]) -> int:
    """One peer of the demo: role, folder, seed, and the invite for a guest."""
    role, folder, seed, *invite = words
    catalogue = Catalogue.starter()
    is_fresh = seed == FRESH
    kind = QuietPrinter if role == "guest" else DemoPrinter
    chair = Chair(
        catalogue=catalogue,
        deck=load_deck(DECKS[role], catalogue),
        identity=Home(folder).identity() if is_fresh else Identity(seeded(seed, role + "/key")(32)),
        name=f"demo {role}",
        folder=MatchFolder(Path(folder)),
        player=BotPlayer(make_bot("greedy", 0 if is_fresh else int(seed), catalogue)),
        printer=kind(sys.stdout, catalogue),
        sources=Sources()
        if is_fresh
        else Sources(seeded(seed, role + "/cards"), seeded(seed, role + "/channel")),
    )
    if role == "host":
        run_alone(lambda: host(chair, port=0, addresses=[LOCAL], bind=LOCAL, tell=_tell))
    else:
        run_alone(lambda: join(chair, invite[0]))
    chair.folder.close()
    return OK


def _tell(invites: list[str]) -> None:
    print(invites[0], flush=True)


if __name__ == "__main__":
    try:
        sys.exit(child(sys.argv[1:]))
    except Fault as fault:
        sys.stderr.write(f"lycee demo: {fault}\n")
        sys.exit(fault.code)
