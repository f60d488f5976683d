"""Attacks on encoding, signatures and numbers (groups 3 and 4 of `conform`).

Every message here is decrypted well and most are signed well; what is wrong is how the bytes are
put, who signed them, or which number they bear. Below: `lies`.
"""

from __future__ import annotations

from dataclasses import replace
from types import EllipsisType
from typing import TYPE_CHECKING

from lycee_net.channel import Role
from lycee_net.codec import encode
from lycee_net.errors import CloseCode
from lycee_net.identity import GROUP_ORDER, Identity
from lycee_net.messages import Close, Decide, Ping, Step, head

from .cases import LOST, UNFINISHED, Case, Ending, broken, misplaced
from .faults import PEER
from .lies import is_early, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.codec import Value
    from lycee_net.hostile import Hostile
    from lycee_net.messages import Message

    from .duel import Attack, Duel

    Lie = Callable[[Step, Hostile], Message | bytes]
    Respell = Callable[[bytes, Step], bytes]

STEP_YOU, STEP_ME, GREET_YOU = "STEP_YOU", "STEP_ME", "GREET_YOU"
WEAK_R = (1).to_bytes(32, "little")
C = CloseCode


def spell(respell: Respell) -> Attack:
    """Spell the body of an honest Step in another way, and sign what came of it."""

    def lie(step: Step, peer: Hostile) -> bytes:
        return peer.sign_body(respell(peer.sign(step).body, step))

    return tell(lie)


def fields(*values: Value | EllipsisType) -> Attack:
    """Sign other fields than those of a Step; `...` stands for the three of the envelope."""

    def respell(_: bytes, step: Step) -> bytes:
        envelope: list[Value] = [1, step.n, step.prev]
        whole: list[Value] = []
        for value in values:
            whole += envelope if isinstance(value, EllipsisType) else [value]
        return encode(whole)

    return spell(respell)


def with_part(*part: Value) -> Attack:
    """A Step of one part with these fields."""
    return spell(lambda _, step: encode([1, step.n, step.prev, [list(part)], step.digest, False]))


def with_item(item: bytes) -> Attack:
    """A Step whose last field, true or false, is another item of CBOR."""
    return spell(lambda body, _: body[:-1] + item)


def long_number(body: bytes, step: Step) -> bytes:
    """Spell the number in two bytes instead of one."""
    assert body[2] == step.n, "one byte, by the condition of the case"
    return body[:2] + bytes([0x18, step.n]) + body[3:]


def long_length(body: bytes, step: Step) -> bytes:
    """The length of prev, 32, in two bytes instead of one."""
    del step
    at = body.index(b"\x58\x20")
    return body[:at] + b"\x59\x00\x20" + body[at + 2 :]


def chunked_prev(body: bytes, step: Step) -> bytes:
    """Prev as a byte string of indefinite length."""
    return body.replace(b"\x58\x20" + step.prev, b"\x5f\x58\x20" + step.prev + b"\xff", 1)


def other_key(step: Step, peer: Hostile) -> bytes:
    """Signed well, by somebody else."""
    return peer.sign(step, identity=Identity(b"x" * 32)).raw


def large_s(step: Step, peer: Hostile) -> bytes:
    """The same signature with the order of the group added to S."""
    raw = peer.sign(step).raw
    s = int.from_bytes(raw[-32:], "little") + GROUP_ORDER
    return raw[:-32] + s.to_bytes(32, "little")


def weak_r(step: Step, peer: Hostile) -> bytes:
    """A signature whose R has small order."""
    signed = peer.sign(step)
    return signed.body + WEAK_R + signed.signature[32:]


def flipped_signature(step: Step, peer: Hostile) -> bytes:
    """One bit of the signature is another."""
    raw = bytearray(peer.sign(step).raw)
    raw[-40] ^= 1
    return bytes(raw)


def other_context(step: Step, peer: Hostile) -> bytes:
    """Signed for another match."""
    return peer.sign(step, context=bytes(32)).raw


def hello_context(step: Step, peer: Hostile) -> bytes:
    """Signed as if the match had not begun."""
    return peer.sign(step, context=peer.link.hash).raw


def signed_before_changed(step: Step, peer: Hostile) -> bytes:
    """The signature of another Step than the one that is sent."""
    signed = peer.sign(step)
    changed = peer.sign(replace(step, offer=True))
    return changed.body + signed.signature


def their_last(_: Step, peer: Hostile) -> bytes:
    """The other side's own Step, sent back to it."""
    return peer.heard[-1].raw


def old_prev(step: Step, peer: Hostile) -> Step:
    """Build on our own last message, not on theirs."""
    own = peer.last_raw[:-64]
    return replace(step, prev=head(own))


GUESS = (Decide(b"\x00\x78"),)


def while_they_owe(lie: Lie, *, is_one_segment: bool = False) -> Attack:
    """Send an honest Step, and while the other side thinks about it, something more."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        prepared = await duel.play(lambda step: step.n > 7)
        await duel.opposite.hush()
        duel.peer.send_step(prepared)
        if not is_one_segment:
            await duel.flush()
        duel.n_accepted = duel.peer.chain.n
        await duel.say(lie(prepared.step, duel.peer))

    return attack


def one_more(_: Step, peer: Hostile) -> Step:
    """The Step that would follow if we were asked twice."""
    return Step(peer.chain.n, peer.chain.last_head, GUESS, bytes(32), False)


def on_a_guess(_: Step, peer: Hostile) -> Step:
    """Builds on an answer that was not yet given."""
    guessed = Step(peer.chain.n, peer.chain.last_head, GUESS, bytes(32), False)
    return Step(guessed.n + 1, head(peer.sign(guessed).body), GUESS, bytes(32), False)


def other_of_the_number(step: Step, _: Hostile) -> Step:
    """Two signed Steps under one number: the pair proves it to anybody."""
    return replace(step, offer=True)


def ping_often(n: int) -> Attack:
    """Many signs of life at once."""

    async def attack(duel: Duel) -> None:
        await duel.greet()
        await duel.play(is_early)
        for _ in range(n):
            duel.peer.say(duel.peer.make_ping())
        await duel.flush()

    return attack


def closing(code: int) -> Callable[[Step, Hostile], Close]:
    """A last word, out of place or not."""
    return lambda step, _: Close(step.n, step.prev, code)


async def leave_and_play_on(duel: Duel) -> None:
    """A last word is the last: what comes behind it is not looked at."""
    await duel.greet()
    prepared = await duel.play(is_early)
    duel.peer.say(closing(C.LATER)(prepared.step, duel.peer))
    await duel.say(prepared.step)


ACCUSED = Ending(None, PEER, (UNFINISHED,), "refuses")
S = STEP_YOU
E = broken(C.ENCODING)
G = Role.GUEST
DEEP = b"\x81" * 5_000 + b"\x00"
CASES = [
    Case(301, "sends a message of 10 bytes", "P5.1", (19,), S, tell(lambda *_: bytes(10)), E),
    Case(302, "sends a signature without a body", "P5.1", (19,), S, tell(lambda *_: bytes(64)), E),
    Case(303, "spells n in two bytes", "P3.2", (30,), S, spell(long_number), E),
    Case(304, "spells a length in two bytes", "P3.2", (30,), S, spell(long_length), E),
    Case(305, "sends an array of indefinite length", "P3.2", (30,), S,
         spell(lambda body, _: b"\x9f" + body[1:] + b"\xff"), E),
    Case(306, "sends a byte string of indefinite length", "P3.2", (30,), S, spell(chunked_prev),
         E),
    Case(307, "signs a byte behind the body", "P3.2", (30,), S,
         spell(lambda body, _: body + b"\x00"), E),
    Case(308, "nests 5,000 arrays", "P3.2", (19,), S, spell(lambda *_: DEEP), E),
    Case(309, "announces an array of 2^32 items", "P3.2", (19,), S,
         spell(lambda *_: b"\x9b\x00\x00\x00\x01\x00\x00\x00\x00"), E),
    Case(310, "announces a byte string of 2^63 bytes", "P3.2", (19,), S,
         spell(lambda *_: b"\x83\x01\x07\x5b\x80" + bytes(7)), E),
    Case(311, "puts null for a flag", "P3.2", (30,), S, with_item(b"\xf6"), E),
    Case(312, "puts a float for a flag", "P3.2", (30,), S, with_item(b"\xf9\x3c\x00"), E),
    Case(313, "puts a map for a flag", "P3.2", (30,), S, with_item(b"\xa0"), E),
    Case(314, "puts a negative number for a flag", "P3.2", (30,), S, with_item(b"\x20"), E),
    Case(315, "puts a big number for a flag", "P3.2", (30,), S, with_item(b"\xc2\x41\x01"), E),
    Case(316, "puts a regular expression for a flag", "P3.2", (30,), S,
         with_item(b"\xd8\x23\x63(a)"), E),
    Case(317, "puts 1 for a flag", "P3.2", (30,), S, with_item(b"\x01"), E),
    Case(318, "puts true for the type", "P3.2", (30,), S,
         spell(lambda body, _: body[:1] + b"\xf5" + body[2:]), E),
    Case(319, "puts text for prev", "P3.2", (30,), S,
         spell(lambda body, step: body.replace(b"\x58\x20" + step.prev, b"\x78\x20" + b"a" * 32)),
         E),
    Case(320, "sends a message of type 9", "P5.1", (30,), S,
         spell(lambda _, step: encode([9, step.n, step.prev])), E),
    Case(321, "sends a Step with a field too many", "P5.1", (30,), S,
         fields(..., [], bytes(32), False, 0), E),
    Case(322, "sends a Step with a field too few", "P5.1", (30,), S, fields(..., [], bytes(32)),
         E),
    Case(323, "sends a number where a message must be", "P5.1", (30,), S,
         spell(lambda *_: b"\x07"), E),
    Case(324, "puts a number of 33 bits for n", "P5.6", (30,), S,
         spell(lambda _, step: encode([1, 1 << 32, step.prev, [], step.digest, False])), E),
    Case(325, "sends a Step of 16,001 bytes", "P11", (19,), S,
         with_part(6, bytes(15_000)), E),
    Case(326, "sends a part of code 7", "P5.3", (30,), S, with_part(7, b""), E),
    Case(327, "sends a part without a code", "P5.3", (30,), S, with_part(), E),
    Case(328, "sends a line of 257 bytes", "P5.3", (19,), S, with_part(6, bytes(257)), E),
    Case(329, "sends a seal of 33 bytes", "P5.3", (30,), S, with_part(0, bytes(33)), E),
    Case(330, "sends a seal of 256 leaves", "P11", (19,), S, with_part(0, bytes(32 * 256)), E),
    Case(331, "sends a roll commitment of 31 bytes", "P5.3", (30,), S, with_part(3, bytes(31)),
         E),
    Case(332, "shows a handle of two bytes", "P5.6", (30,), S,
         with_part(2, [[256, 0, bytes(32)]]), E),
    Case(333, "shows with a salt of 31 bytes", "P5.3", (3, 30), S,
         with_part(2, [[60, 0, bytes(31)]]), E),
    Case(334, "sends a Ping with a field", "P5.1", (30,), S,
         spell(lambda _, step: encode([4, step.n, step.prev, 0])), E),
    Case(335, "puts a prev of 31 bytes", "P5.1", (30,), S,
         spell(lambda _, step: encode([1, step.n, bytes(31), [], step.digest, False])), E),
    Case(336, "spells n in two bytes, as host", "P3.2", (30,), S, spell(long_number), E,
         victim=G),
    Case(337, "sends a message of 10 bytes, as host", "P5.1", (19,), S,
         tell(lambda *_: bytes(10)), E, victim=G),

    Case(401, "signs with another key", "P3.4", (15, 50), S, tell(other_key),
         broken(C.SIGNATURE)),
    Case(402, "signs with S above the order", "P3.4", (29,), S, tell(large_s),
         broken(C.SIGNATURE)),
    Case(403, "signs with an R of small order", "P3.4", (29,), S, tell(weak_r),
         broken(C.SIGNATURE)),
    Case(404, "flips a bit of the signature", "P3.4", (15,), S, tell(flipped_signature),
         broken(C.SIGNATURE)),
    Case(405, "signs for another match", "P3.4", (2, 28), S, tell(other_context),
         broken(C.SIGNATURE)),
    Case(406, "signs a Step as if it were a Hello", "P3.4", (2, 28), S, tell(hello_context),
         broken(C.SIGNATURE)),
    Case(407, "changes a Step after it signed it", "P3.4", (15,), S, tell(signed_before_changed),
         broken(C.SIGNATURE)),
    Case(408, "sends the other side's Step back to it", "P3.4", (1, 43), S, tell(their_last),
         broken(C.SIGNATURE)),
    Case(409, "sends a Step while the other side owes", "P7.1", (27,), STEP_ME,
         while_they_owe(one_more), broken(C.ORDER), is_typed=True),
    Case(410, "sends two Steps in one segment", "P1.3", (27,), STEP_ME,
         while_they_owe(on_a_guess, is_one_segment=True), misplaced(C.ORDER), is_typed=True),
    Case(411, "signs two Steps under one number", "P1.3", (14, 35), STEP_ME,
         while_they_owe(other_of_the_number), broken(C.ORDER), is_typed=True),
    Case(412, "leaves a number out", "P7.2", (15,), S,
         tell(lambda step, _: replace(step, n=step.n + 2)), misplaced(C.ORDER)),
    Case(413, "sends its last Step again", "P7.2", (13, 15), S,
         tell(lambda _, peer: peer.last_raw), misplaced(C.ORDER)),
    Case(414, "goes back to an older number", "P7.2", (13, 15), S,
         tell(lambda step, _: replace(step, n=step.n - 2)), broken(C.ORDER)),
    Case(415, "builds on the message before the last", "P7.2", (15,), S, tell(old_prev),
         misplaced(C.CHAIN)),
    Case(416, "builds on nothing", "P7.2", (15,), S,
         tell(lambda step, _: replace(step, prev=bytes(32))), misplaced(C.CHAIN)),
    Case(417, "states another digest", "P7.2", (17, 37), S,
         tell(lambda step, _: replace(step, digest=bytes(32))), broken(C.DIGEST)),
    Case(418, "pings from the future", "P5.1", (15,), S,
         tell(lambda step, _: Ping(step.n + 1, step.prev)), misplaced(C.ORDER)),
    Case(419, "pings on another chain", "P5.1", (15,), S,
         tell(lambda step, _: Ping(step.n, bytes(32))), misplaced(C.CHAIN)),
    Case(420, "pings seventy times in a row", "P11", (19, 47), S, ping_often(70),
         broken(C.FLOOD)),
    Case(421, "states another digest, as host", "P7.2", (17, 37), S,
         tell(lambda step, _: replace(step, digest=bytes(32))), broken(C.DIGEST), victim=G),
    Case(422, "signs with another key, as host", "P3.4", (15, 50), S, tell(other_key),
         broken(C.SIGNATURE), victim=G),
    Case(423, "builds on the message before the last, as host", "P7.2", (15,), S, tell(old_prev),
         misplaced(C.CHAIN), victim=G),
    Case(424, "sends its seal again", "P7.2", (13,), S,
         tell(lambda _, peer: peer.last_raw, lambda step: step.n == 5), misplaced(C.ORDER)),
    Case(431, "accuses the other side of an illegal decision", "P12", (32, 37), S,
         tell(closing(C.ILLEGAL)), ACCUSED),
    Case(432, "closes with a code that does not exist", "P12", (30,), S, tell(closing(200)),
         ACCUSED),
    Case(433, "closes a running match as done", "P12", (12,), S, tell(closing(C.DONE)), ACCUSED),
    Case(434, "leaves for later", "P13.8", (20,), S, tell(closing(C.LATER)), LOST),
    Case(435, "closes under another key", "P3.4", (15, 32), S,
         tell(lambda step, peer: peer.sign(closing(C.LATER)(step, peer),
                                           identity=Identity(b"x" * 32)).raw),
         broken(C.SIGNATURE)),
    Case(436, "closes another match", "P3.4", (28, 32), S,
         tell(lambda step, peer: peer.sign(closing(C.LATER)(step, peer), context=bytes(32)).raw),
         broken(C.SIGNATURE)),
    Case(437, "leaves for later and plays on", "P5.5", (27,), S, leave_and_play_on, LOST),
]  # fmt: skip
