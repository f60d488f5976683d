"""Our code against the vectors of whole matches, and of matches with one fault."""

from __future__ import annotations

import pytest

import lycee_net.draft
import lycee_net.identity
from lycee_core import Catalogue
from lycee_net.chain import Chain, Who
from lycee_net.errors import CloseCode, RemoteProtocolError
from lycee_net.match import LyceeRules
from lycee_net.messages import Reason
from lycee_net.records import FIRST_CHECK, RecordKind, format_record, read_journal, strip_secrets
from lycee_net.states import State

from .replayer import Replayer, drawn, play, shuffled
from .vectors import (
    HONEST,
    MATCHES,
    RECORD_AGAIN,
    SHOWN,
    Vector,
    each,
    feed,
    is_good,
    new_chain,
    sha256,
    take,
)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", SHOWN)
def test_every_message_of_a_match_is_taken(name: str, seat: int) -> None:
    vector = MATCHES[name]
    chain = feed(vector, seat, vector["orders"][seat])
    assert chain.state is State.DONE
    assert chain.sid.hex() == vector["sid"]
    assert [one.hex() for one in chain._heads] == vector["heads"]
    result = chain.result
    assert result is not None
    end = vector["end"]
    assert (result.winner, result.reason) == (end["winner"], Reason(end["reason"]))


@pytest.mark.parametrize("name", [name for name in HONEST if name != "crossing"])
def test_our_two_sides_write_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    vector = MATCHES[name]
    monkeypatch.setattr(lycee_net.draft, "shuffled", shuffled)
    monkeypatch.setattr(lycee_net.draft, "drawn", drawn)
    players = [Replayer(vector, seat) for seat in (0, 1)]
    play(players)
    assert [player.protocol.state for player in players] == [State.DONE, State.DONE]
    assert not any(player.orders or player.picks for player in players)
    assert [sha256(player.written) for player in players] == vector["streams"]
    read = [read_journal(player.storage.read()) for player in players]
    assert [sha256(strip_secrets(one.records)) for one in read] == vector["transcripts"]
    journals = [without_notes(player.storage.read()) for player in players]
    assert [sha256(one) for one in journals] == vector["journals"]


def test_the_recorded_match_is_played_by_the_real_rules() -> None:
    """P10.5 with the rules in place of the script: every line legal, every digest the same."""
    vector, rules = MATCHES["lycee"], LyceeRules(Catalogue.starter())
    game, first = vector["game"], vector["game"]["events"][0]
    recorded = game["rules"], game["rules_hash"], game["catalogue_hash"], first["digest"]
    ours = rules.name, rules.rules_hash.hex(), rules.catalogue_hash.hex()
    if recorded != (*ours, rules.new_game().digest().hex()):
        pytest.skip(f"recorded under other rules: {RECORD_AGAIN}")
    chain = new_chain(vector, 0, rules)
    try:
        for at in vector["orders"][0]:
            take(vector, chain, at)
    except RemoteProtocolError as error:
        pytest.fail(f"{error}. If the rules changed on purpose: {RECORD_AGAIN}")
    assert chain.state is State.DONE


def without_notes(journal: bytes) -> bytes:
    """The journal as if nothing had been noted in it."""
    data, check = b"", FIRST_CHECK
    for record in read_journal(journal).records:
        if record.kind is not RecordKind.NOTE:
            written = format_record(check, record.kind, record.payload)
            data, check = data + written, written[-len(FIRST_CHECK) :]
    return data


@each("refusals")
def test_refusals(vector: Vector) -> None:
    """Every bad message is refused with its code, and nothing changes."""
    played = MATCHES[vector["match"]]
    seat = 1 - vector["by"]
    order = played["orders"][seat]
    chain = feed(played, seat, order[: order.index(vector["at"])])
    raw = bytes.fromhex(vector["message"])
    before = state_of(chain)
    if is_good(vector):
        chain.take_untrusted(Who.YOU, raw)
        return
    with pytest.raises(RemoteProtocolError) as caught:
        chain.take_untrusted(Who.YOU, raw)
    assert caught.value.code is CloseCode[vector["code"]], caught.value
    assert caught.value.code.name in CODES_OF_LAYERS[vector["layer"]].split()
    assert (caught.value.rule == "P3.2") == (vector["layer"] == "decode")
    assert state_of(chain) == before


# P7.2: which code a check gives; the two checks of ENCODING are told apart by their section.
CODES_OF_LAYERS = {
    "decode": "ENCODING",
    "shape": "ENCODING",
    "signature": "SIGNATURE",
    "greeting": "VERSION SUITE RULES CATALOGUE OPTIONS IDENTITY",
    "order": "ORDER",
    "chain": "CHAIN",
    "part": "PART",
    "pick": "PICK",
    "opening": "COMMITMENT",
    "legality": "ILLEGAL",
    "digest": "DIGEST",
    "result": "RESULT",
    "audit": "AUDIT",
}


def state_of(chain: Chain) -> tuple[object, ...]:
    """What a refused message must not change."""
    if chain.n < 2:
        return chain.state, chain.n, tuple(chain._heads)
    table = chain.table
    bags = [(deck.n_seals, deck.bag_slots) for deck in table.decks]
    facts = table.observer.digest(), table.owed, table.request, bags
    return chain.state, chain.n, tuple(chain._heads), facts, chain.result, len(chain.ends)
