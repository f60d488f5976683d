"""Matches under faults, repeatable from a seed: cuts, kills, power cuts, backups, crossing ends.

Two sides of the toy game, each with a disk that can lose what was not synced, and a wire that can
be cut at any byte, inside a handshake too. After every fault the sides start again and somebody
dials. A match must end on both sides with one result, both transcripts must verify, and no number
may be signed twice. By hand: `python -m tests.net.simulate --matches 100000 --first 1000`, in a
process for each processor, with hashes for signatures.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import hashlib
import os
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import lycee_net.chain
from lycee_net.channel import Role
from lycee_net.errors import LinkLostError, SignatureError
from lycee_net.events import (
    NEED_DATA,
    Accept,
    AgreeDraw,
    ArrangeCards,
    Asked,
    Concede,
    Decide,
    Greeted,
    OfferDraw,
    PeerBroke,
    Resumed,
    TimeOver,
)
from lycee_net.game import Arrange
from lycee_net.greeting import Terms
from lycee_net.identity import Identity
from lycee_net.invite import hash_key
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import Step
from lycee_net.protocol import Protocol, Seat
from lycee_net.quick import read_message_untrusted
from lycee_net.records import (
    CHECK_SIZE,
    HEADER_SIZE,
    RecordKind,
    decode_made_untrusted,
    read_journal,
)
from lycee_net.states import State
from lycee_net.verify import VerdictKind, verify_transcript_untrusted

from .pair import GUEST_KEY, HOST_KEY, SECRET, seeded_entropy
from .toy import ToyGame, ToyRules, random_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lycee_net.events import Event, Intent
    from lycee_net.resume import Visitor

MAX_FAULTS = 12
MAX_ROUNDS = 20_000
PROGRESS = 500  # matches between two lines of a long run
BATCH = 50  # matches that a process is given at a time
RULES = ToyRules()


class KilledError(BaseException):
    """The process ends here."""


class HashIdentity(Identity):
    """Signs with a hash: for long runs, where signatures are not what is tested."""

    def sign(self, context: bytes, body: bytes) -> bytes:
        return hash_signature(self.key, context, body)


def hash_signature(key: bytes, context: bytes, body: bytes) -> bytes:
    return hashlib.sha512(key + context + body).digest()


def verify_hash_untrusted(key: bytes, context: bytes, body: bytes, signature: bytes) -> None:
    if signature != hash_signature(key, context, body):
        raise SignatureError("the signature does not fit")


class Disk(MemoryStorage):
    """Storage that can end its process at any write, and lose what was not synced."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(data)
        self.fuse: int | None = None  # writes and syncs left before the kill
        self._unsynced: list[bytes] = []
        self.signed: dict[int, bytes] = {}  # number -> body of every own chain message ever synced

    def _burn(self) -> None:
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse < 0:
                raise KilledError

    def append(self, data: bytes) -> None:
        self._burn()
        super().append(data)
        self._unsynced.append(data)
        self._burn()

    def sync(self) -> None:
        self._burn()
        super().sync()
        self._note_signed()
        self._burn()

    def _note_signed(self) -> None:
        records, self._unsynced = self._unsynced, []
        for record in records:
            if record[HEADER_SIZE - 1] != RecordKind.MADE:
                continue
            made = decode_made_untrusted(record[HEADER_SIZE:-CHECK_SIZE])
            signed = read_message_untrusted(made.message)
            if isinstance(signed.message, Step):
                n = signed.message.n
                assert self.signed.setdefault(n, signed.body) == signed.body, f"{n} signed twice"

    def lose_power(self, rng: random.Random) -> None:
        """What was not synced survives in part, and its last bytes may be garbage."""
        kept = self.n_synced + rng.randint(0, len(self._data) - self.n_synced)
        lost = kept < len(self._data)
        del self._data[kept:]
        if lost and rng.random() < 0.3:
            self._data += bytes(rng.randint(1, 40))

    def restart(self) -> Journal | None:
        """Open the journal as `open_journal` does; None if nothing had begun."""
        self.fuse = None
        self._unsynced = []
        reading = read_journal(self.read())
        del self._data[reading.end :]
        self.n_synced = len(self._data)
        return Journal(self, reading.check) if reading.records else None

    def restore(self, rng: random.Random) -> bool:
        """An old backup comes back: some of the last records are gone."""
        records = read_journal(self.read()).records
        if len(records) < 3:
            return False
        del self._data[records[rng.randint(max(1, len(records) - 4), len(records) - 1)].offset :]
        self.n_synced = len(self._data)
        return True


class Side:
    """A player, its disk, and the process it has at the moment."""

    def __init__(self, role: Role, seed: object, identity: Identity, host_key: bytes) -> None:
        self.role = role
        self.identity = identity
        self.rng = random.Random(f"{seed}/{role.name}")
        self.cards = RULES.random_deck(self.rng)
        self.entropy = seeded_entropy(f"{seed}/{role.name}/cards")
        self.channel = seeded_entropy(f"{seed}/{role.name}/channel")
        self.disk = Disk()
        self.wishes: list[Concede | TimeOver | AgreeDraw] = []  # how it would end the match now
        self.offers_draws = self.rng.random() < 0.3
        self.events: list[Event] = []
        key_hash = hash_key(host_key) if role is Role.GUEST else None
        seat = Seat(role, identity, Terms(RULES, role.name), self.cards, SECRET, key_hash)
        self.protocol = Protocol(
            seat, lambda: Journal(self.disk), entropy=self.entropy, channel_entropy=self.channel
        )

    @property
    def has_begun(self) -> bool:
        return self.protocol._archive.is_open

    def restart(self) -> bool:
        """Start a new process on the old disk; whether there was a match on it."""
        journal = self.disk.restart()
        if journal is None:
            return False
        self.protocol = Protocol.revive(
            journal, self.identity, RULES, entropy=self.entropy, channel_entropy=self.channel
        )
        return True

    def act(self) -> None:
        """React to all events as a player who plays at random."""
        while (event := self.protocol.next_event()) is not NEED_DATA:
            self.events.append(event)
            assert not isinstance(event, PeerBroke), event
            self._end()
            self._respond(event)
        self._end()

    def _end(self) -> None:
        """End the match in one of the ways that are wished, if that is possible now."""
        wishes, self.wishes = self.wishes, []
        for wish in wishes:
            if self._may_end(wish):
                self._say(wish)
            else:
                self.wishes.append(wish)

    def _may_end(self, wish: Concede | TimeOver | AgreeDraw) -> bool:
        if not self.has_begun or self.protocol._awaits_mark or self.protocol.is_closed:
            return False
        if isinstance(wish, Concede):
            return self.protocol.state in {State.STEP_ME, State.STEP_YOU}
        is_offered = self.protocol.chain._offered_by == 1 - self.role.value
        is_mine = self.protocol.state is State.STEP_ME
        return is_mine and (isinstance(wish, TimeOver) or is_offered)

    def _say(self, intent: Intent) -> None:
        self.protocol._outgoing += self.protocol.send(intent)

    def _respond(self, event: Event) -> None:
        match event:
            case Greeted() if not self.protocol.is_closed:
                self._say(Accept())
            case Asked(request) if self.protocol.asked == request:
                game = self.protocol.mine
                assert isinstance(game, ToyGame)
                if isinstance(request, Arrange):
                    cards = [game.face(handle) for handle in request.handles]
                    self.rng.shuffle(cards)
                    self._say(ArrangeCards(tuple(cards)))
                else:
                    if self.offers_draws:
                        self._say(OfferDraw())
                    self._say(Decide(random_line(game, self.rng)))


@dataclass
class Wire:
    """One connection: who dialled, whom it reaches, the bytes on their way."""

    dialler: Side
    listener: Side
    visitor: Visitor | None  # until it has proved itself
    to_dialler: bytearray = field(default_factory=bytearray)
    to_listener: bytearray = field(default_factory=bytearray)


class Simulation:
    """One match and everything that happens to it."""

    def __init__(self, seed: object, identities: tuple[Identity, Identity]) -> None:
        self.rng = random.Random(f"{seed}/faults")
        self.seed, self.identities, self.attempt = seed, identities, 0
        self.count: Counter[str] = Counter()
        self.n_faults = self.rng.randrange(MAX_FAULTS)
        self.rarity = self.rng.choice((5, 15, 50))
        self.wants_end = self.rng.random() < 0.6
        self.begin()

    def begin(self) -> None:
        """Two new sides and their first connection."""
        self.attempt += 1
        seed = f"{self.seed}/{self.attempt}"
        host_key = self.identities[0].key
        self.host, self.guest = (
            Side(role, seed, identity, host_key)
            for role, identity in zip(Role, self.identities, strict=True)
        )
        self.wire: Wire | None = Wire(self.guest, self.host, None)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.host, self.guest

    def run(self) -> None:
        """Play to the end; raises `AssertionError` if anything is not as it must be."""
        for _ in range(MAX_ROUNDS):
            if all(side.protocol.state is State.DONE for side in self.sides):
                self.check()
                return
            self.round()
        raise AssertionError("the match does not end")

    def round(self) -> None:
        if self.n_faults and self.rng.randrange(self.rarity) == 0:
            self.n_faults -= 1
            self.fault()
        for side in self.sides:
            self.guard(side, side.act)
        if self.wants_end and self.rng.random() < 0.01:
            self.wants_end = False
            for side in self.rng.sample(self.sides, self.rng.choice((1, 2))):
                side.wishes.append(self.rng.choice((Concede(), Concede(), TimeOver(), AgreeDraw())))
        if self.wire is None:
            self.reconnect()
        else:
            self.carry(self.wire)

    def guard(self, side: Side, act: object, *arguments: object) -> None:
        """Let a side do something; its process may end at any write."""
        assert callable(act)
        try:
            act(*arguments)
        except KilledError:
            self.count["killed at a write"] += 1
            self.kill(side, has_power=self.rng.random() < 0.5)

    # The wire

    def carry(self, wire: Wire) -> None:
        """Move some bytes in both directions."""
        wire.to_listener += wire.dialler.protocol.data_to_send()
        source = wire.listener.protocol if wire.visitor is None else wire.visitor
        wire.to_dialler += source.data_to_send()
        for buffer, receive, side in (
            (wire.to_listener, self.reach_listener, wire.listener),
            (wire.to_dialler, wire.dialler.protocol.receive_data, wire.dialler),
        ):
            size = len(buffer) if self.rng.random() < 0.7 else self.rng.randint(0, len(buffer))
            chunk = bytes(buffer[:size])
            del buffer[:size]
            if chunk and self.wire is wire:
                self.guard(side, receive, chunk)
        if self.wire is wire and any(side.protocol.is_closed for side in self.sides):
            quiet = not wire.to_dialler and not wire.to_listener
            if quiet or self.rng.random() < 0.05:
                self.cut()

    def reach_listener(self, chunk: bytes) -> None:
        wire = self.wire
        assert wire is not None
        if wire.visitor is None:
            wire.listener.protocol.receive_data(chunk)
            return
        try:
            wire.visitor.receive_data(chunk)
        except LinkLostError:
            self.cut()
            return
        if wire.visitor.resume is not None:
            visitor, wire.visitor = wire.visitor, None
            wire.to_dialler += visitor.data_to_send()
            wire.to_dialler += wire.listener.protocol.admit(visitor)

    def cut(self) -> None:
        """Everything on the way is lost; each side notices, or does not."""
        self.wire = None
        for side in self.sides:
            if self.rng.random() < 0.7:
                side.protocol.receive_end()

    def reconnect(self) -> None:
        """Somebody dials; both must have begun, else the match is void."""
        if not all(side.has_begun and side.protocol.can_resume for side in self.sides):
            for side in self.sides:
                assert side.protocol.state in {State.CONNECTED, State.ERROR} or (
                    side.protocol.chain.n <= 2 or not side.protocol.can_resume
                ), "a match that both had begun is lost"
            self.count["void"] += 1
            self.begin()
            return
        dialler, listener = self.rng.sample(self.sides, 2)
        dialler.protocol.data_to_send()
        listener.protocol.data_to_send()
        self.wire = Wire(dialler, listener, listener.protocol.new_visitor())
        self.wire.to_listener += dialler.protocol.dial()
        self.count["dialled"] += 1

    # Faults

    def fault(self) -> None:
        kind = self.rng.choice(("cut", "cut", "kill", "power", "fuse", "fuse", "backup"))
        side = self.rng.choice(self.sides)
        self.count[kind] += 1
        match kind:
            case "cut":
                self.cut()
            case "kill" | "power":
                self.kill(side, has_power=kind == "kill")
            case "fuse":
                side.disk.fuse = self.rng.randrange(8)
            case "backup":
                self.restore(side)

    def kill(self, side: Side, *, has_power: bool) -> None:
        """End a process; without power, what was not synced may be gone."""
        if not has_power:
            side.disk.lose_power(self.rng)
        self.cut()
        if not side.restart():
            self.count["void"] += 1
            self.begin()

    def restore(self, side: Side) -> None:
        """An old backup of what the other side holds and has on its disk."""
        other = self.guest if side is self.host else self.host
        if not (side.has_begun and other.has_begun):
            return
        bodies = {read_message_untrusted(raw).body for _, raw in other.protocol._archive.ends}
        is_held = all(
            read_message_untrusted(raw).body in bodies for _, raw in side.protocol._archive.ends
        )
        if not is_held or other.protocol.chain.n < side.protocol.chain.n:
            return
        other.disk.fuse = None
        other.disk.sync()
        if side.disk.restore(self.rng):
            self.cut()
            assert side.restart()

    # The end

    def check(self) -> None:
        results = [side.protocol.chain.result for side in self.sides]
        assert results[0] == results[1]
        verdicts = []
        for side in self.sides:
            transcript = side.protocol._archive.journal.transcript()
            verdicts.append(verify_transcript_untrusted(transcript, RULES))
        assert verdicts[0].kind is VerdictKind.FINISHED, verdicts[0].text
        assert verdicts[1].kind is VerdictKind.FINISHED, verdicts[1].text
        assert verdicts[0].text == verdicts[1].text
        for side in self.sides:
            self.count["resumed"] += sum(isinstance(event, Resumed) for event in side.events)
        self.count["messages"] += self.host.protocol.chain.n
        assert results[0] is not None
        self.count[results[0].reason.name.lower()] += 1


def simulate(seed: object, identities: tuple[Identity, Identity]) -> Counter[str]:
    """One match; what happened in it."""
    simulation = Simulation(seed, identities)
    simulation.run()
    return simulation.count


def simulate_batch(seeds: range, real_keys: bool) -> Counter[str]:
    """The matches of some seeds; a failure names its seed."""
    identities: tuple[Identity, Identity] = (HOST_KEY, GUEST_KEY)
    if not real_keys:
        vars(lycee_net.chain)["verify_untrusted"] = verify_hash_untrusted
        identities = (HashIdentity(b"h" * 32), HashIdentity(b"g" * 32))
    total: Counter[str] = Counter()
    for seed in seeds:
        try:
            total += simulate(seed, identities)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    return total


def batches(first: int, matches: int) -> Iterator[range]:
    """The seeds of a run, in portions for one process each."""
    end = first + matches
    for seed in range(first, end, BATCH):
        yield range(seed, min(seed + BATCH, end))


def main() -> None:
    """Many matches, in several processes, with hashes for signatures."""
    parser = argparse.ArgumentParser(prog="python -m tests.net.simulate", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--real-keys", action="store_true")
    arguments = parser.parse_args()
    total: Counter[str] = Counter()
    began, n_done, told = time.monotonic(), 0, 0
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        pending = {
            pool.submit(simulate_batch, seeds, arguments.real_keys): len(seeds)
            for seeds in batches(arguments.first, arguments.matches)
        }
        try:
            for done in concurrent.futures.as_completed(pending):
                total += done.result()
                n_done += pending[done]
                if n_done - told >= PROGRESS:
                    told, seconds = n_done, time.monotonic() - began
                    print(
                        f"{n_done} matches, {n_done / seconds:.1f}/s", file=sys.stderr, flush=True
                    )
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    seconds = time.monotonic() - began
    print(f"{n_done} matches in {seconds:.1f} s, {n_done / seconds:.1f}/s: {dict(total)}")


if __name__ == "__main__":
    main()
