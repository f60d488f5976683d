"""Losing a connection, restarting on the same disk, coming back, for the tests of resuming.

Below: `pair`. Above: `test_resume*`, `test_clock`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lycee_net.channel import Link, Role, resume_psk
from lycee_net.journal import Journal, MemoryStorage
from lycee_net.messages import Resume, parse_message_untrusted, sign_message
from lycee_net.protocol import Protocol
from lycee_net.records import (
    Record,
    RecordKind,
    decode_made_untrusted,
    read_journal,
    read_records_untrusted,
)

from .pair import SECRET, Pair, Player, seeded_entropy
from .toy import ToyRules

if TYPE_CHECKING:
    from lycee_net.messages import Message

RULES = ToyRules()


def lose_link(pair: Pair) -> None:
    for player in pair.players:
        player.protocol.data_to_send()
        player.protocol.receive_end()
        player.take_events()


def restart(player: Player) -> None:
    """A new process on the same disk."""
    reading = read_journal(player.storage.read())
    storage = MemoryStorage(player.storage.read()[: reading.end])
    player.storage = storage
    player.protocol = Protocol.revive(
        Journal(storage, reading.check),
        player.identity,
        RULES,
        entropy=seeded_entropy(f"{player.identity.key!r}/again"),
        channel_entropy=seeded_entropy(f"{len(storage.read())}/channel"),
    )


def cut_records(player: Player, n: int) -> None:
    """An old backup: the last n records never were."""
    records = read_records_untrusted(player.storage.read()).records
    kept = player.storage.read()[: records[-n].offset]
    player.storage = MemoryStorage(kept)


def reconnect(pair: Pair, dialler: Player) -> None:
    """Dial, prove, admit; then everything flows."""
    other = pair.other(dialler)
    visitor = other.protocol.new_visitor()
    visitor.receive_data(dialler.protocol.dial())
    dialler.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(dialler.protocol.data_to_send())
    other.protocol._outgoing += other.protocol.admit(visitor)
    for player in pair.players:
        for event in player.take_events():
            pair.react(player, event)
    pair.play()


def come_back(pair: Pair, dialler: Player) -> list[bytes]:
    """Dial and be admitted; the frames of the other side, its Resume first."""
    other = pair.other(dialler)
    visitor = other.protocol.new_visitor()
    visitor.receive_data(dialler.protocol.dial())
    dialler.protocol.receive_data(visitor.data_to_send())
    visitor.receive_data(dialler.protocol.data_to_send())
    data, frames = other.protocol.admit(visitor), []
    while data:
        end = 2 + int.from_bytes(data[:2], "big")
        frames.append(data[:end])
        data = data[end:]
    return frames


def made_and_got(player: Player) -> list[Record]:
    records = read_records_untrusted(player.storage.read()).records
    return [record for record in records if record.kind in {RecordKind.MADE, RecordKind.GOT}]


def message_in(record: Record) -> Message:
    is_made = record.kind is RecordKind.MADE
    raw = decode_made_untrusted(record.payload).message if is_made else record.payload
    return parse_message_untrusted(raw).message


def meet(pair: Pair, victim: Player, liar: Player, announced: Resume) -> None:
    """A connection on which the peer announces something, signed with its key."""
    link = Link(Role.GUEST, resume_psk(SECRET, liar.protocol.chain.sid), seeded_entropy("liar"))
    visitor = victim.protocol.new_visitor()
    visitor.receive_data(link.data_to_send())
    link.receive_data(visitor.data_to_send())
    link.next_message()
    resume = replace(announced, handshake_hash=link.hash)
    link.send_message(sign_message(resume, liar.identity, liar.protocol.chain.sid).raw)
    visitor.receive_data(link.data_to_send())
    victim.protocol.admit(visitor)
    liar.protocol._link = link
