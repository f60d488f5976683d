"""Journals survive what happens to files, and a transcript holds no secret."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lycee_net.channel import Role
from lycee_net.journal import (
    JOURNAL_NAME,
    FileStorage,
    Journal,
    MemoryStorage,
    discard_folder,
    no_sync,
    open_journal,
)
from lycee_net.records import (
    FIRST_CHECK,
    DamagedError,
    JournalError,
    Made,
    RecordKind,
    Secrets,
    Start,
    decode_made_untrusted,
    decode_start_untrusted,
    encode_start,
    format_record,
    read_journal,
    read_records_untrusted,
    strip_secrets,
)

if TYPE_CHECKING:
    from pathlib import Path

SECRETS = Secrets(b"i" * 16, b"d" * 32, b"list of cards")
START = Start(Role.GUEST, bytes(32), (b"hello of host", b"hello of guest"), SECRETS)


def write_match(journal: Journal) -> None:
    journal.start(START)
    journal.got(b"first")
    journal.made(b"second", [b"vector of cards"])
    journal.note(["banks", 1, 2])
    journal.got(b"third")
    journal.refused(b"fourth")


def example() -> bytes:
    storage = MemoryStorage()
    write_match(Journal(storage))
    return storage.read()


def test_a_journal_is_read_back() -> None:
    reading = read_records_untrusted(example())
    kinds = [record.kind.name for record in reading.records]
    assert kinds == ["START", "GOT", "MADE", "NOTE", "GOT", "REFUSED"]
    assert decode_start_untrusted(reading.records[0].payload) == START
    made = decode_made_untrusted(reading.records[2].payload)
    assert made == Made(b"second", (b"vector of cards",))
    assert not reading.is_torn


def test_own_messages_are_on_disk_before_they_leave_and_carry_the_others_along() -> None:
    storage = MemoryStorage()
    journal = Journal(storage)
    journal.start(START)
    synced = storage.n_synced
    journal.got(b"first")
    assert storage.n_synced == synced
    journal.made(b"second")
    assert storage.n_synced == len(storage.read())


@pytest.mark.parametrize("cut", range(1, 30))
def test_a_torn_last_record_is_as_if_never_written(cut: int) -> None:
    data = example()
    last = read_records_untrusted(data).records[-1].offset
    reading = read_journal(data[: last + cut] if last + cut < len(data) else data[:-1])
    assert reading.end == last
    assert reading.is_torn


def test_a_last_record_of_zeros_is_torn_too() -> None:
    data = example()
    assert read_journal(data + bytes(40)).end == len(data)


def test_a_bad_record_with_good_ones_behind_it_is_damage_named_by_byte() -> None:
    data = bytearray(example())
    second = read_records_untrusted(bytes(data)).records[1].offset
    data[second + 6] ^= 1
    with pytest.raises(DamagedError, match=f"damaged at byte {second}:"):
        read_journal(bytes(data))


@given(st.integers(0), st.integers(1, 255))
def test_a_flipped_byte_anywhere_is_detected(at: int, flip: int) -> None:
    data = bytearray(example())
    data[at % len(data)] ^= flip
    with pytest.raises(DamagedError):
        read_records_untrusted(bytes(data))


@given(st.binary(max_size=200))
def test_random_bytes_raise_nothing_but_a_journal_error(data: bytes) -> None:
    try:
        reading = read_records_untrusted(data)
    except JournalError:
        return
    assert reading.is_torn or not data


def test_swapped_records_are_detected() -> None:
    check, one, other = FIRST_CHECK, b"one", b"two"
    first = format_record(check, RecordKind.GOT, one)
    second = format_record(first[-8:], RecordKind.GOT, other)
    with pytest.raises(DamagedError, match="byte 0"):
        read_records_untrusted(second + first)


def test_a_transcript_holds_no_secret() -> None:
    transcript = strip_secrets(read_journal(example()).records)
    for secret in (SECRETS.invite_secret, SECRETS.deck_secret, SECRETS.cards, b"vector", b"banks"):
        assert secret in example()
        assert secret not in transcript
    kinds = [record.kind.name for record in read_records_untrusted(transcript).records]
    assert kinds == ["START", "GOT", "MADE", "GOT", "REFUSED"]


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x80",
        encode_start(START)[:-1],
        encode_start(START).replace(b"\x88\x01", b"\x88\x02", 1),
        encode_start(START).replace(b"\x88\x01\x01", b"\x88\x01\x02", 1),
        encode_start(START).replace(b"\x88\x01", b"\x88\xf5", 1),
    ],
)
def test_a_start_that_is_none_is_refused(payload: bytes) -> None:
    with pytest.raises(JournalError):
        decode_start_untrusted(payload)


def test_secrets_do_not_print() -> None:
    assert "d" * 8 not in repr(START)


def test_a_match_folder_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    journal = Journal(FileStorage(folder))
    write_match(journal)
    journal.close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / JOURNAL_NAME).stat().st_mode) == 0o600
    assert (folder / JOURNAL_NAME).read_bytes() == example()


def test_a_disk_that_is_full_is_told_with_the_name_of_the_journal(tmp_path: Path) -> None:
    (tmp_path / JOURNAL_NAME).symlink_to("/dev/full")
    journal = Journal(FileStorage(tmp_path, no_sync))
    with pytest.raises(OSError, match="No space left") as caught:
        write_match(journal)
    assert caught.value.filename == str(tmp_path / JOURNAL_NAME)
    journal.close()


def test_a_second_program_is_kept_out(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    journal = Journal(FileStorage(folder))
    write_match(journal)
    with pytest.raises(JournalError, match="in use"):
        open_journal(folder)
    journal.close()
    open_journal(folder)[0].close()


def test_an_opened_journal_goes_on_where_the_torn_one_ended(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    storage = FileStorage(folder, no_sync)
    storage.append(example() + b"\x00\x05\xff")
    storage.close()
    journal, reading = open_journal(folder, no_sync)
    assert len(reading.records) == 6
    journal.got(b"later")
    journal.close()
    records = read_records_untrusted((folder / JOURNAL_NAME).read_bytes()).records
    assert records[-1].payload == b"later"


def test_a_damaged_journal_is_not_opened_and_not_kept_locked(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    folder.mkdir()
    (folder / JOURNAL_NAME).write_bytes(example().replace(b"first", b"frist"))
    for _ in range(2):
        with pytest.raises(DamagedError):
            open_journal(folder)


def test_a_folder_without_a_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="holds no journal"):
        open_journal(tmp_path)


def test_the_injected_sync_sees_the_folder_and_each_own_message(tmp_path: Path) -> None:
    synced: list[int] = []
    journal = Journal(FileStorage(tmp_path / "match", synced.append))
    assert len(synced) == 2  # the folder and the folder it stands in
    write_match(journal)
    assert len(synced) == 2 + 4  # START, MADE, NOTE, REFUSED
    journal.close()


def test_a_match_that_never_counted_leaves_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "match"
    Journal(FileStorage(folder)).close()
    discard_folder(folder)
    assert os.listdir(tmp_path) == []
