"""Every hole of the protocol has a negative test at its layer, and a case where a peer can try it.

The numbers are those of the spec's security considerations and stand in the cases of `lycee
conform` too. The table says which tests hold a hole shut; the tests below it are those that stand
nowhere else.
"""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from lycee_cli.conform import CASES, chosen_cases
from lycee_cli.duel import Duel
from lycee_cli.rig import run_victim
from lycee_cli.spawner import open_spawner

import lycee_net.chain
from lycee_core import Catalogue
from lycee_net.codec import decode_untrusted
from lycee_net.errors import CloseCode
from lycee_net.events import LinkLost, MatchEnded, PeerBroke
from lycee_net.identity import Identity
from lycee_net.match import verify_file_untrusted
from lycee_net.messages import Close, Seal, Step, sign_message
from lycee_net.states import State
from lycee_net.verify import VerdictKind

from ..fuzz.targets import long_match, written
from .liars import LyingProtocol, has, lie_once
from .pair import HOST_KEY, Pair

TESTS = Path(__file__).parents[1]
N_HOLES = 50

# What a peer cannot try, because it is about what we do, keep or print by ourselves.
NO_PEER = {18, 24, 38, 39, 42, 45, 46, 49}

HOLES: dict[int, tuple[str, str]] = {
    1: ("my commitments and openings mirrored",
        "net/test_leaves.py::test_a_leaf_of_another_place_or_purpose_is_another_leaf"),
    2: ("replay from another match, epoch, zone or purpose",
        "net/test_leaves.py::test_a_leaf_of_another_place_or_purpose_is_another_leaf"
        " net/test_greeting.py::test_a_hello_of_an_earlier_connection_is_refused"
        " net/test_channel.py::test_a_frame_cannot_be_replayed_or_reflected"),
    3: ("brute force of a small domain",
        "net/test_deck.py::test_salts_differ_within_a_seal_and_between_seals"),
    4: ("a value chosen last biases what is derived",
        "net/test_commit.py::test_either_value_changes_the_dice"
        " net/test_audit.py::test_an_opening_that_does_not_fit_is_refused"),
    5: ("picks early or late", "net/test_hostile.py::test_a_lie_is_refused_with_its_code"),
    6: ("picks twice or out of range",
        "net/test_deck.py::test_a_slot_is_named_once_and_must_be_in_the_bag"
        " net/test_deck.py::test_one_pick_cannot_name_a_slot_twice"),
    7: ("an illegal deck", "net/test_audit.py::test_an_illegal_deck_is_found_at_the_audit"),
    8: ("cards swapped at a seal",
        "net/test_deck.py::test_a_seal_with_another_card_than_its_zone_fails_the_audit"
        " net/test_audit.py::test_a_hand_seal_with_a_swapped_card_is_found_and_named"),
    9: ("a card that was public and returned is tracked",
        "net/test_deck.py::test_a_shuffle_seals_bound_cards_too_and_forgets_where_they_are"),
    10: ("cards of a hand linked to the turn they were drawn",
         "net/test_holes.py::test_a_hand_that_drew_is_sealed_before_its_owner_decides"),
    11: ("the last opener of a roll aborts",
         "net/test_hostile.py::test_a_lie_is_refused_with_its_code"
         " net/test_transport.py::"
         "test_a_link_without_a_sign_of_life_is_lost_after_thirty_seconds"),
    12: ("an abort to avoid the audit",
         "net/test_hostile.py::test_a_winner_that_refuses_the_audit_has_not_won"
         " net/test_protocol.py::test_the_loser_ends_first_and_the_winner_opens"),
    13: ("rollback after a bad draw",
         "net/test_journal.py::"
         "test_own_messages_are_on_disk_before_they_leave_and_carry_the_others_along"),
    14: ("two signed messages under one number",
         "net/test_protocol_losses.py::test_we_never_sign_two_messages_under_one_number"
         " net/test_simulation.py::test_a_number_that_is_signed_twice_is_noticed"),
    15: ("a transcript cut or forged",
         "net/test_verify.py::test_a_cut_tail_is_unfinished_and_never_a_crash"
         " net/test_holes.py::test_an_end_that_lost_the_one_it_confirms_convicts_nobody"
         " net/test_forgers.py::test_no_file_that_one_side_makes_convicts_the_other"
         " net/test_verify.py::test_any_single_flipped_byte_is_detected"),
    16: ("other rules, catalogue or versions",
         "net/test_greeting.py::test_other_rules_are_refused_by_the_guest_naming_both"),
    17: ("replicas diverge", "net/test_hostile.py::test_a_lie_is_refused_with_its_code"),
    18: ("timing tells the hand",
         "core/test_lockstep.py::test_what_is_pending_does_not_depend_on_hidden_cards"),
    19: ("giant frames, bombs for the decoder",
         "net/test_frames.py::test_a_later_frame_has_16_to_16384_bytes"
         " net/test_codec.py::test_a_hostile_form_is_refused"
         " net/test_transport.py::test_strangers_do_not_keep_a_guest_out"),
    20: ("stalling",
         "net/test_protocol_ends.py::test_running_out_of_time_is_declared_by_the_side_that_owes"
         " net/test_transport.py::test_a_silent_stranger_is_given_ten_seconds"),
    21: ("joining oneself",
         "net/test_greeting.py::test_our_own_hello_sent_back_is_refused_by_its_number"
         " net/test_greeting.py::test_the_same_player_on_both_sides_is_let_in"),
    22: ("keys derived from what an audit opens",
         "net/test_protocol.py::test_no_secret_derives_from_another"),
    23: ("a hand swapped although every opening was checked",
         "net/test_audit.py::test_more_public_copies_than_a_deck_may_hold_are_refused_at_once"
         " net/test_verify.py::"
         "test_a_hand_seal_with_a_swapped_card_is_found_by_the_audit_of_the_file"),
    24: ("a permutation opened while entries of it live",
         "net/test_deck.py::test_a_look_at_an_unnamed_slot_would_break_it"),
    25: ("handles and slots bound in two ways",
         "net/test_deck.py::test_a_seal_of_a_hand_binds_by_rising_handle"
         " net/test_deck.py::test_an_opening_fits_the_latest_seal_only"),
    26: ("shows too many, shows too few",
         "net/test_hostile.py::test_a_lie_is_refused_with_its_code"
         " net/test_match.py::test_a_redraw_shows_the_whole_hand_and_seals_the_whole_deck"),
    27: ("a Step cut short, or run on",
         "net/test_hostile.py::test_a_step_while_we_owe_is_refused"
         " net/test_protocol.py::test_one_side_owes_after_every_step_and_never_its_sender"),
    28: ("double signing shown with messages of two matches",
         "net/test_identity.py::test_a_signature_fits_its_key_context_and_body_only"),
    29: ("weak keys",
         "net/test_identity.py::test_all_fourteen_encodings_of_small_order_are_refused"
         " net/test_identity.py::test_a_weak_r_is_refused"
         " net/test_channel.py::test_a_weak_ephemeral_key_is_a_lost_link"),
    30: ("side doors of the encoding",
         "net/test_codec.py::test_a_hostile_form_is_refused"
         " net/test_messages.py::test_a_wrong_shape_is_refused"),
    31: ("a replayed handshake takes the seat or cuts a match",
         "net/test_transport.py::test_strangers_do_not_keep_a_guest_out"
         " net/test_relink.py::test_strangers_at_the_door_change_nothing"),
    32: ("garbage on the path convicts the peer",
         "net/test_protocol_losses.py::"
         "test_garbage_on_the_line_is_a_lost_link_and_convicts_nobody"),
    33: ("the man in the middle",
         "net/test_greeting.py::test_a_host_with_another_key_than_the_invites_is_refused"
         " net/test_greeting.py::test_a_hello_of_an_earlier_connection_is_refused"),
    34: ("a resume with the public invite, or replayed",
         "net/test_channel.py::test_the_resume_key_is_not_the_invite_key"
         " net/test_relink.py::test_strangers_at_the_door_change_nothing"),
    35: ("two processes, an old backup",
         "net/test_journal.py::test_a_second_program_is_kept_out"
         " net/test_simulation.py::test_a_number_that_is_signed_twice_is_noticed"),
    36: ("a concession or a draw crosses a Step",
         "net/test_protocol_ends.py::test_a_concession_that_crosses_a_step_stands"
         " net/test_protocol_ends.py::test_a_concession_that_crosses_the_last_step_is_void"
         " net/test_protocol_ends.py::test_when_both_concede_the_side_that_owed_loses"),
    37: ("a false digest makes a lost match a fault of the program",
         "net/test_holes.py::test_a_false_digest_convicts_whoever_signed_it"),
    38: ("evidence and dumps hold my hand",
         "net/test_hidden.py::"
         "test_a_transcript_holds_no_secret_before_the_audit_and_only_the_winners_after_it"),
    39: ("a refusal by name tells the deck",
         "net/test_holes.py::test_a_close_carries_a_code_and_nothing_else"),
    40: ("catalogues that differ in spelling or order",
         "net/test_greeting.py::test_other_rules_are_refused_by_the_guest_naming_both"
         " net/test_audit.py::test_a_card_that_does_not_exist_is_refused_when_it_is_shown"),
    41: ("a name with escape codes",
         "net/test_messages.py::test_a_name_that_could_steer_a_terminal_is_refused"),
    42: ("a known name under a new key",
         "net/test_holes.py::test_a_peer_is_shown_by_its_key_and_not_by_its_name_alone"),
    43: ("the same person on both sides",
         "net/test_greeting.py::test_the_same_player_on_both_sides_is_let_in"
         " net/test_channel.py::test_a_frame_cannot_be_replayed_or_reflected"),
    44: ("leaving after a roll that is not liked",
         "net/test_journal.py::test_a_match_that_never_counted_leaves_no_folder"),
    45: ("a seed in a real match", "cli/test_network.py::test_a_seed_is_refused"),
    46: ("a peer that never reads",
         "net/test_transport.py::test_a_peer_that_never_reads_is_a_lost_link"),
    47: ("pings and endless matches",
         "net/test_holes.py::test_a_match_without_end_ends_without_a_result_and_convicts_nobody"),
    48: ("picks before a decision that should not know them",
         "net/test_hostile.py::test_a_lie_is_refused_with_its_code"),
    49: ("spectators",
         "net/test_hidden.py::"
         "test_nothing_unopened_is_in_the_other_sides_memory_bytes_or_transcript"),
    50: ("a stolen identity key",
         "net/test_channel.py::test_two_connections_of_one_invite_have_different_hashes"
         " net/test_verify.py::test_a_flipped_byte_under_good_checks_is_found_by_the_signatures"),
}  # fmt: skip


@functools.cache
def names_in(path: str) -> set[str]:
    """The names of the tests of a file."""
    tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_the_table_has_every_hole_of_the_spec() -> None:
    page = (TESTS.parent / "spec" / "protocol.md").read_text(encoding="utf-8")
    considerations = page[page.index("## P15") :]
    numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", considerations, re.MULTILINE)]
    assert list(HOLES) == sorted(set(numbers)) == list(range(1, N_HOLES + 1))


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_has_a_test_and_a_case_where_a_peer_can_try_it(hole: int) -> None:
    _, named = HOLES[hole]
    for test in named.split():
        path, _, name = test.partition("::")
        assert name in names_in(path), test
    cases = [case.number for case in CASES if hole in case.holes]
    assert bool(cases) != (hole in NO_PEER), cases


# ---- tests that stand nowhere else -------------------------------------------------------------


def test_a_hand_that_drew_is_sealed_before_its_owner_decides() -> None:
    def without_seal(step: Step, _: LyingProtocol) -> Step:
        return replace(step, parts=tuple(p for p in step.parts if not isinstance(p, Seal)))

    caught = lie_once(without_seal, has(Seal))
    assert caught.broke.code is CloseCode.PART
    assert "seal is due" in caught.broke.error.reason


def test_a_false_digest_convicts_whoever_signed_it() -> None:
    caught = lie_once(lambda step, _: replace(step, digest=bytes(32)))
    assert caught.broke.code is CloseCode.DIGEST
    assert caught.broke.code.is_provable
    assert caught.forged in caught.victim.storage.read()


@pytest.mark.parametrize("is_swapped", [False, True])
def test_an_end_that_lost_the_one_it_confirms_convicts_nobody(is_swapped: bool) -> None:
    """A confirmation names the chain alone: whoever made the file may have taken the first out."""
    *rest, first, last = long_match()
    damaged = [*rest, last, first] if is_swapped else [*rest, last]
    verdict = verify_file_untrusted(written(damaged), Catalogue.starter())
    assert verdict.kind is VerdictKind.DAMAGED
    assert verdict.broken_by is None


@pytest.mark.parametrize("code", CloseCode)
def test_a_close_carries_a_code_and_nothing_else(code: CloseCode) -> None:
    body = sign_message(Close(7, bytes(32), code), HOST_KEY, bytes(32)).body
    assert decode_untrusted(body) == (5, 7, bytes(32), int(code))


def test_a_match_without_end_ends_without_a_result_and_convicts_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lycee_net.chain, "MAX_CHAIN", 12)
    pair = Pair(1)
    pair.play()
    for player in pair.players:
        assert player.protocol.chain.n == 12
        assert player.protocol.state is State.ERROR
        assert player.count(MatchEnded) == player.count(PeerBroke) == 0
        assert "no result after 12 messages" in str(player.last(LinkLost))


def test_a_peer_is_shown_by_its_key_and_not_by_its_name_alone(tmp_path: Path) -> None:
    (case,) = chosen_cases([601])
    identity = Identity(b"k" * 32)

    async def greet() -> list[str]:
        async with (
            open_spawner() as spawner,
            run_victim(spawner, case, tmp_path, identity) as victim,
        ):
            await victim.has_invite.wait()
            assert victim.invite is not None
            duel = Duel(Catalogue.starter(), identity, case.victim, victim.invite.secret, victim)
            await case.attack(duel)
            await duel.last_word()
            await victim.run.wait()
            await trio.testing.wait_all_tasks_blocked(0.05)
            await duel.aclose()
            return victim.said

    said = "\n".join(trio.run(greet))
    assert f"playing against a player (key {identity.key.hex()[:16]}, new)" in said
