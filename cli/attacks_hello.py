"""Attacks on the greeting (group 5 of `conform`): Hellos that do not fit, lie, or come too soon.

A host that meets an unfit guest says why and waits for another; a guest gives up. Below: `duel`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lycee_net.channel import Role
from lycee_net.codec import encode
from lycee_net.errors import CloseCode
from lycee_net.identity import FIELD_PRIME, Identity
from lycee_net.messages import Close, Decide, Options, Ping, Step

from .cases import LISTENS, WON, Case, Ending, broken, unfit_guest, unfit_host
from .faults import PEER, USAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from lycee_net.hostile import Hostile
    from lycee_net.messages import Hello, Message

    from .duel import Attack, Duel

    Lie = Callable[[Hello, Hostile], Message | bytes]

GREET_YOU, STEP_YOU = "GREET_YOU", "STEP_YOU"
C, H, G = CloseCode, Role.HOST, Role.GUEST


def greet_with(lie: Lie) -> Attack:
    """Say another Hello than the honest one."""

    async def attack(duel: Duel) -> None:
        await duel.meet()
        await duel.say(lie(duel.peer.make_hello(), duel.peer))

    return attack


def changed(**changes: object) -> Attack:
    """An honest Hello but for some fields, signed well."""
    return greet_with(lambda hello, _: replace(hello, **changes))  # type: ignore[arg-type]


def named(name: str) -> Attack:
    """A Hello under a name that none may have; it is put past our own encoder."""

    def lie(hello: Hello, peer: Hostile) -> bytes:
        body = peer.sign(hello).body
        honest = encode(hello.name)
        assert honest in body, "the name stands in the body"
        return peer.sign_body(body.replace(honest, encode(name), 1))

    return greet_with(lie)


def not_utf8(hello: Hello, peer: Hostile) -> bytes:
    """A name of three bytes that are no text."""
    body = peer.sign(hello).body
    return peer.sign_body(body.replace(encode(hello.name), b"\x63\xff\xfe\xfd", 1))


def other_connection(hello: Hello, peer: Hostile) -> bytes:
    """A good Hello that was signed for another handshake."""
    return peer.sign(hello, context=bytes(32)).raw


def their_own(_: Hello, peer: Hostile) -> bytes:
    """The other side's Hello."""
    return peer.heard[0].raw


def other_person(hello: Hello, peer: Hostile) -> bytes:
    """A relay: another key, good in itself, than the invite promises."""
    other = Identity(b"relay" * 6 + b"!!")
    return peer.sign(replace(hello, key=other.key), identity=other).raw


async def step_before_hello(duel: Duel) -> None:
    """A Step where a Hello is due."""
    await duel.meet()
    link = duel.peer.link
    step = Step(1, link.hash, (Decide(b"\x00\x78"),), bytes(32), False)
    await duel.say(duel.peer.sign(step, context=link.hash).raw)


async def refuse_hello(duel: Duel) -> None:
    """A Close for a Hello: a claim of somebody who has shown no key."""
    await duel.meet()
    link = duel.peer.link
    n = duel.peer.chain.n
    close = Close(n, duel.peer.chain.last_head, C.VERSION)
    await duel.say(duel.peer.sign(close, context=link.hash).raw)
    await duel.aclose()


async def ping_before_hello(duel: Duel) -> None:
    """A Ping where a Hello is due."""
    await duel.meet()
    ping = Ping(0, duel.peer.link.hash)
    await duel.say(duel.peer.sign(ping, context=duel.peer.link.hash).raw)


async def hello_again(duel: Duel) -> None:
    """Our Hello under the number of a Step."""
    await duel.greet()
    prepared = await duel.play(lambda _: True)
    peer = duel.peer
    own = peer.chain.hellos[peer.seat].message
    again = replace(own, n=prepared.step.n, prev=prepared.step.prev)
    await duel.say(peer.sign(again, context=peer.link.hash).raw)


async def many_versions(duel: Duel) -> None:
    """More versions and suites than the other side knows do no harm."""
    await duel.meet()
    hello = replace(duel.peer.make_hello(), versions=(1, 2, 77), suites=(0, 5))
    signed = duel.peer.sign(hello)
    duel.peer.send_signed_hello(signed)
    await duel.flush()
    await duel.hear()
    await duel.play(lambda step: step.n > 3)
    await duel.concede()
    await duel.say_done()


WEAK = (1).to_bytes(32, "little")
BIG_Y = (FIELD_PRIME + 3).to_bytes(32, "little")
REFUSED = Ending(None, PEER, (), "version")
OTHER_HOST = Ending(C.IDENTITY, USAGE, (), "another key")  # the invite is wrong, so far as we know
CASES = [
    Case(501, "offers only later versions", "P5.2", (16,), GREET_YOU, changed(versions=(2, 3)),
         unfit_host(C.VERSION, "we speak versions 1, the host 2 and 3"), victim=G),
    Case(502, "offers no version", "P5.2", (16,), GREET_YOU, changed(versions=()),
         unfit_host(C.VERSION), victim=G),
    Case(503, "offers a suite nobody knows", "P5.2", (16,), GREET_YOU, changed(suites=(9,)),
         unfit_host(C.SUITE, "we know suites 0, the host 9"), victim=G),
    Case(504, "plays by other rules of the house", "P5.2", (16,), GREET_YOU,
         changed(rules_hash=bytes(32)), unfit_host(C.RULES, "00000000"), victim=G),
    Case(505, "names other rules", "P5.2", (16,), GREET_YOU, changed(rules="lycee/2"),
         unfit_host(C.RULES, "lycee/2"), victim=G),
    Case(506, "has another catalogue", "P5.2", (16, 40), GREET_YOU,
         changed(catalogue_hash=bytes(32)), unfit_host(C.CATALOGUE, "00000000"), victim=G),
    Case(507, "is not the host of the invite", "P4.2", (33,), GREET_YOU,
         greet_with(other_person), OTHER_HOST, victim=G),
    Case(508, "greets for another connection, as host", "P3.4", (2, 33), GREET_YOU,
         greet_with(other_connection), unfit_host(C.SIGNATURE), victim=G),
    Case(509, "shows a key of small order, as host", "P3.4", (29,), GREET_YOU, changed(key=WEAK),
         unfit_host(C.SIGNATURE), victim=G),
    Case(510, "bears a name with escape codes, as host", "P5.6", (41,), GREET_YOU,
         named("\x1b[2Jroot"), unfit_host(C.ENCODING), victim=G),
    Case(511, "bears a name of two lines, as host", "P5.6", (41,), GREET_YOU,
         named("you won\nlycee: bye"), unfit_host(C.ENCODING), victim=G),
    Case(512, "bears a name that runs to the left, as host", "P5.6", (41,), GREET_YOU,
         named("\u202eevil"), unfit_host(C.ENCODING), victim=G),
    Case(513, "greets with number 1, as host", "P5.2", (21, 43), GREET_YOU, changed(n=1),
         unfit_host(C.ORDER), victim=G),
    Case(514, "greets on another handshake, as host", "P3.3", (2,), GREET_YOU,
         changed(prev=bytes(32)), unfit_host(C.CHAIN), victim=G),
    Case(515, "sends a Step before its Hello, as host", "P7.1", (27,), GREET_YOU,
         step_before_hello, unfit_host(C.ORDER), victim=G),
    Case(516, "offers versions of the future beside ours", "P5.2", (16,), GREET_YOU,
         many_versions, WON, victim=G),

    Case(531, "answers with another version", "P5.2", (16,), GREET_YOU, changed(versions=(2,)),
         unfit_guest(C.VERSION)),
    Case(532, "answers with two versions", "P5.2", (16,), GREET_YOU, changed(versions=(1, 1)),
         unfit_guest(C.VERSION)),
    Case(533, "answers with a suite that was not offered", "P5.2", (16,), GREET_YOU,
         changed(suites=(1,)), unfit_guest(C.SUITE)),
    Case(534, "answers with other options", "P5.2", (16,), GREET_YOU,
         changed(options=Options(bank=60)), unfit_guest(C.OPTIONS)),
    Case(535, "answers with other rules of the house", "P5.2", (16,), GREET_YOU,
         changed(rules_hash=bytes(32)), unfit_guest(C.RULES)),
    Case(536, "answers with another catalogue", "P5.2", (16, 40), GREET_YOU,
         changed(catalogue_hash=bytes(32)), unfit_guest(C.CATALOGUE)),
    Case(537, "sends the host's Hello back to it", "P7.1", (1, 21, 43), GREET_YOU,
         greet_with(their_own), unfit_guest(C.ORDER)),
    Case(538, "greets for another connection", "P3.4", (2, 33), GREET_YOU,
         greet_with(other_connection), unfit_guest(C.SIGNATURE)),
    Case(539, "shows a key of small order", "P3.4", (29,), GREET_YOU, changed(key=WEAK),
         unfit_guest(C.SIGNATURE)),
    Case(540, "shows a key that is not canonical", "P3.4", (29,), GREET_YOU, changed(key=BIG_Y),
         unfit_guest(C.SIGNATURE)),
    Case(541, "shows the key of zeros", "P3.4", (29,), GREET_YOU, changed(key=bytes(32)),
         unfit_guest(C.SIGNATURE)),
    Case(542, "bears a name with escape codes", "P5.6", (41,), GREET_YOU, named("\x1b[31mroot"),
         unfit_guest(C.ENCODING)),
    Case(543, "bears a name of two lines", "P5.6", (41,), GREET_YOU, named("a\nb"),
         unfit_guest(C.ENCODING)),
    Case(544, "bears a name with a direction mark", "P5.6", (41,), GREET_YOU, named("a\u202eb"),
         unfit_guest(C.ENCODING)),
    Case(545, "bears a name of 65 bytes", "P5.6", (41,), GREET_YOU, named("n" * 65),
         unfit_guest(C.ENCODING)),
    Case(546, "bears a name of 4 KiB", "P11", (19, 41), GREET_YOU, named("n" * 4096),
         unfit_guest(C.ENCODING)),
    Case(547, "bears no name", "P5.6", (41,), GREET_YOU, named(""), unfit_guest(C.ENCODING)),
    Case(548, "bears a name that is no UTF-8", "P3.2", (30, 41), GREET_YOU, greet_with(not_utf8),
         unfit_guest(C.ENCODING)),
    Case(549, "sends a Step before its Hello", "P7.1", (27,), GREET_YOU, step_before_hello,
         unfit_guest(C.ORDER)),
    Case(550, "pings before its Hello", "P7.1", (31,), GREET_YOU, ping_before_hello,
         unfit_guest(C.ORDER)),
    Case(551, "greets with number 3", "P5.2", (15,), GREET_YOU, changed(n=3),
         unfit_guest(C.ORDER)),
    Case(552, "greets on another offer", "P3.3", (15,), GREET_YOU, changed(prev=bytes(32)),
         unfit_guest(C.CHAIN)),
    Case(553, "greets a second time", "P7.1", (27,), STEP_YOU, hello_again, broken(C.ORDER)),
    Case(554, "refuses the host's Hello", "P12", (16, 31), GREET_YOU, refuse_hello, LISTENS),
    Case(555, "refuses to greet, as host", "P12", (16,), GREET_YOU, refuse_hello, REFUSED,
         victim=G),
]  # fmt: skip
