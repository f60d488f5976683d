"""Vectors of what needs no match: encoding, signatures, commitments, bindings, channel, invites.

Above: `reference`.
"""

from __future__ import annotations

from typing import Any

from reference_faults import flip
from reference_match import Seals
from reference_wire import (
    WEAK,
    L,
    P,
    Signer,
    Vector,
    accept,
    card_leaf,
    decode,
    dice,
    encode,
    handshake,
    invite,
    invite_psk,
    is_good_signature,
    pseudo,
    refuse,
    resume_psk,
    roll_leaf,
    roll_secret,
    salts,
    sha,
    sign_with_torsion,
    small_order_encodings,
    u,
)

WORD = 2**64


def plain(value: Any) -> Any:  # noqa: ANN401
    """A value for JSON: bytes as {"hex": ...}."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def encoding() -> Vector:
    """The subset of CBOR."""
    deep: Any = 0
    for _ in range(6):
        deep = [deep]
    numbers = [0, 1, 23, 24, 255, 256, 65_535, 65_536, 2**32 - 1, 2**32, 2**64 - 1]
    sizes = [b"", b"a", bytes(23), bytes(24), bytes(255), bytes(256)]
    good = [
        False,
        True,
        *numbers,
        *sizes,
        "",
        "a",
        "Ä猫",
        [],
        [1, [2, b"\3"]],
        list(range(25)),
        deep,
    ]
    vectors = [accept(f"value {i}", "P3.2", value=plain(v), data=encode(v).hex())
               for i, v in enumerate(good)]  # fmt: skip
    hostile = {
        "nothing": "", "half float": "f93c00", "single float": "fa3f800000",
        "double float": "fb3ff0000000000000", "not a number": "f97e00", "null": "f6",
        "undefined": "f7", "simple value 0": "e0", "simple value 255": "f8ff",
        "true in two bytes": "f815", "break alone": "ff", "empty map": "a0", "map": "a10102",
        "minus one": "20", "minus 2^64": "3bffffffffffffffff", "bignum": "c249010000000000000000",
        "small bignum": "c24101", "decimal fraction": "c48221196ab3", "rational": "d81e820102",
        "set": "d9010280", "regular expression": "d82363612a62", "epoch date": "c11a514b67b0",
        "unknown tag": "d9ffff00", "self described": "d9d9f700", "shared value": "d81c00",
        "bytes of open length": "5f4100ff", "text of open length": "7f6161ff",
        "array of open length": "9f00ff", "reserved length": "1c", "7 in two bytes": "1807",
        "255 in three bytes": "1900ff", "65535 in five bytes": "1a0000ffff",
        "2^32-1 in nine bytes": "1b00000000ffffffff", "length of bytes not shortest": "580100",
        "length of array not shortest": "980100", "array of 2^32": "9b0000000100000000",
        "array of 2^64-1": "9bffffffffffffffff", "bytes of 2^32": "5b0000000100000000" + "00" * 10,
        "text of 2^32-1": "7affffffff", "seven nested arrays": "81" * 7 + "00",
        "5000 nested arrays": "81" * 5000 + "00", "text that is not UTF-8": "62c328",
        "lone surrogate": "63eda080", "overlong text": "62c080", "cut integer": "1901",
        "cut bytes": "436162", "cut array": "8200", "one byte more": "0000",
    }  # fmt: skip
    vectors += [refuse(name, "decode", "P3.2", data=data) for name, data in hostile.items()]
    for vector in vectors:
        check_decoding(vector)
    steps = [
        "Decode `data`.",
        'For "accept": the value is `value`; encoding it gives `data` again, byte for byte.',
        'For "refuse": the decoder refuses, within the memory that the data takes.',
    ]
    return {"about": "the encoding", "steps": steps, "vectors": vectors}


def check_decoding(vector: Vector) -> None:
    """The reference believes its own vectors."""
    data = bytes.fromhex(vector["data"])
    try:
        value = decode(data)
    except (ValueError, RecursionError):
        assert vector["expect"] == "refuse", vector["name"]
    else:
        assert vector["expect"] == "accept", vector["name"]
        assert encode(value) == data, vector["name"]


def signatures() -> Vector:
    """Keys, contexts, and points that no library should take."""
    signer, context, body = Signer(pseudo("key/0")), pseudo("context"), b"body"
    key, good = signer.key, signer.sign(context, body)
    rows = [("a signature", "", key, context, body, good)]
    other = Signer(pseudo("key/1"))
    rows += [
        ("another key", "signature", other.key, context, body, good),
        ("another context", "signature", key, flip(context), body, good),
        ("another body", "signature", key, context, b"bodz", good),
        ("a bit of R", "signature", key, context, body, flip(good)),
        ("a bit of S", "signature", key, context, body, good[:63] + flip(good[63:])),
        ("without the tag", "signature", key, b"", body, other.sign(context, body)),
    ]
    s = int.from_bytes(good[32:], "little") + L
    rows.append(
        ("S not reduced", "signature", key, context, body, good[:32] + s.to_bytes(32, "little"))
    )
    for i, weak in enumerate(small_order_encodings()):
        rows.append((f"weak key {i}", "signature", weak, context, body, weak + bytes(32)))
        rows.append((f"weak R {i}", "signature", key, context, body, weak + good[32:]))
    for y in (P, P + 2, P + 18):
        point = y.to_bytes(32, "little")
        rows.append((f"key with y not below p, {y - P}", "signature", point, context, body, good))
    taken = [0, 0]
    for i in range(200):
        if taken == [2, 2]:
            break
        text = u(i, 1)
        mixed_key, mixed = sign_with_torsion(pseudo("torsion"), context, text)
        is_good = is_good_signature(mixed_key, context, text, mixed)
        if taken[is_good] < 2:
            taken[is_good] += 1
            layer = "" if is_good else "signature"
            rows.append((f"key with a torsion part {i}", layer, mixed_key, context, text, mixed))
    assert taken == [2, 2], taken
    vectors = []
    for name, layer, point, ctx, text, signature in rows:
        assert is_good_signature(point, ctx, text, signature) == (not layer), name
        facts = {"key": point.hex(), "context": ctx.hex(), "body": text.hex(),
                 "signature": signature.hex()}  # fmt: skip
        vectors.append(
            refuse(name, layer, "P3.4", **facts) if layer else accept(name, "P3.4", **facts)
        )
    assert len(WEAK) == 14
    steps = [
        'Verify `signature` by `key` over "lycee/1/sign", a zero byte, `context` and `body`.',
        "A key with a torsion part shows whether the equation is cofactorless: a cofactored check "
        "takes all four of its signatures, this protocol two.",
    ]
    return {"about": "keys and signatures", "steps": steps, "vectors": vectors}


def commitments() -> Vector:
    """Leaves, salts, dice."""
    sid, secret, salt = pseudo("sid"), pseudo("secret"), pseudo("salt")
    vectors = []
    for seat, epoch, slot, card in [(0, 0, 0, 0), (1, 258, 59, 300), (1, 2**32 - 1, 254, 65_535)]:
        leaf = card_leaf(sid, seat, epoch, slot, salt, card)
        facts = {"sid": sid.hex(), "seat": seat, "epoch": epoch, "slot": slot, "salt": salt.hex()}
        name = f"leaf of card {card} in slot {slot} of seal {epoch}"
        vectors.append(accept(name, "P3.3", kind="leaf", **facts, card=card, leaf=leaf.hex()))
        wrong: dict[str, Any] = {
            "sid": flip(sid).hex(), "seat": 1 - seat, "epoch": (epoch + 1) % 2**32,
            "slot": (slot + 1) % 255, "salt": flip(salt).hex(), "card": card ^ 1,
        }  # fmt: skip
        for what, value in wrong.items():
            changed = {**facts, "card": card, what: value}
            name = f"{what} of the leaf of card {card} is another"
            vectors.append(refuse(name, "opening", "P3.3", kind="leaf", **changed, leaf=leaf.hex()))
    value = pseudo("value")
    for roll in (0, 5):
        leaf = roll_leaf(sid, 0, roll, salt, value)
        facts = {
            "sid": sid.hex(),
            "seat": 0,
            "roll": roll,
            "salt": salt.hex(),
            "value": value.hex(),
        }
        vectors.append(
            accept(f"leaf of roll {roll}", "P3.3", kind="roll leaf", **facts, leaf=leaf.hex())
        )
        wrong = {"sid": flip(sid).hex(), "seat": 1, "roll": roll + 1, "salt": flip(salt).hex(),
                 "value": flip(value).hex()}  # fmt: skip
        for what, one in wrong.items():
            changed = {**facts, what: one}
            name = f"{what} of the leaf of roll {roll} is another"
            vectors.append(
                refuse(name, "opening", "P3.3", kind="roll leaf", **changed, leaf=leaf.hex())
            )
    for epoch, n in [(0, 60), (1, 8), (7, 1), (300, 255)]:
        joined = b"".join(salts(secret, sid, epoch, n))
        vectors.append(
            accept(
                f"{n} salts of seal {epoch}",
                "P3.5",
                kind="salts",
                secret=secret.hex(),
                sid=sid.hex(),
                epoch=epoch,
                n=n,
                salts=joined.hex(),
            )
        )
    for roll in (0, 1, 70_000):
        made = roll_secret(secret, sid, roll)
        vectors.append(
            accept(
                f"secrets of roll {roll}",
                "P3.5",
                kind="roll secret",
                secret=secret.hex(),
                sid=sid.hex(),
                roll=roll,
                salt=made[0].hex(),
                value=made[1].hex(),
            )
        )
    for roll, n, k in [(0, 2, 1), (1, 60, 60), (2, 7, 3), (3, 1, 1), (4, 120, 5)]:
        numbers = dice(sid, roll, salt, value, n, k)
        vectors.append(
            accept(
                f"{k} numbers below {n}",
                "P3.6",
                kind="dice",
                sid=sid.hex(),
                roll=roll,
                committed=salt.hex(),
                answered=value.hex(),
                n=n,
                k=k,
                numbers=numbers,
            )
        )
    for word, m in [
        (0, 3),
        (WORD - 2, 3),
        (WORD - 1, 3),
        (WORD - 1, 4),
        (WORD - 16, 60),
        (WORD - 17, 60),
    ]:
        facts = {"kind": "word", "word": f"{word:016x}", "m": m}
        name = f"word {word:016x} below {m}"
        if word < WORD - WORD % m:
            vectors.append(accept(name, "P3.6", **facts, number=word % m))
        else:
            vectors.append(refuse(name, "dice", "P3.6", **facts))
    steps = [
        "leaf, roll leaf: compute the leaf of the facts; it is `leaf`, or for a refusal it is not.",
        "salts: derive `n` salts; joined they are `salts`. roll secret: derive `salt` and `value`.",
        "dice: draw `k` numbers below `n`; they are `numbers`.",
        "word: reduce a word to a number below `m`; it is `number`, or for a refusal the word is "
        "skipped.",
    ]
    return {"about": "commitments and dice", "steps": steps, "vectors": vectors}


def bindings() -> Vector:
    """Which slot a handle is bound to, after seals and picks."""
    deck = list(range(60, 68))
    cases: list[tuple[str, list[list[Any]]]] = [
        ("a sealed deck binds nothing", [["bag", deck]]),
        ("a pick binds in the order asked for", [["bag", deck], ["pick", [62, 60], "0301"]]),
        (
            "a hand seal binds by rising handle",
            [["bag", deck], ["pick", [60, 61, 62], "070501"], ["bound", [60, 61, 62]]],
        ),
        (
            "an arrangement binds in its own order",
            [["bag", deck], ["pick", [60, 61], "0100"], ["bound", [61, 60]]],
        ),
        ("a new bag unbinds", [["bag", deck], ["pick", [60, 61], "0100"], ["bag", deck[1:]]]),
        (
            "the slots of a new bag are counted anew",
            [["bag", deck], ["pick", [60], "07"], ["bag", deck[1:]], ["pick", [67, 61], "0600"]],
        ),
        (
            "two seals of a hand",
            [
                ["bag", deck],
                ["pick", [60, 61], "0100"],
                ["bound", [60, 61]],
                ["pick", [62], "04"],
                ["bound", [60, 61, 62]],
            ],
        ),
    ]
    vectors = []
    for name, acts in cases:
        seals = Seals()
        for act in acts:
            carry_out(seals, act)
        bound = {str(h): list(place) for h, place in sorted(seals.bound.items())}
        facts = {"acts": acts, "bound": bound, "bag": sorted(seals.slots)}
        vectors.append(accept(name, "P6.2", **facts))
    base: list[list[Any]] = [["bag", deck], ["pick", [60, 61], "0100"]]
    faults: list[tuple[str, str, list[Any]]] = [
        ("a slot named before", "pick", ["pick", [62], "01"]),
        ("a slot twice", "pick", ["pick", [62, 63], "0202"]),
        ("the size of the bag", "pick", ["pick", [62], "08"]),
        ("slot 255", "pick", ["pick", [62], "ff"]),
        ("a slot too few", "part", ["pick", [62, 63], "02"]),
        ("a slot too many", "part", ["pick", [62], "0203"]),
        ("a leaf too few", "part", ["leaves", deck, 7]),
        ("a leaf too many", "part", ["leaves", deck, 9]),
    ]
    vectors += [refuse(name, layer, "P6.3", acts=[*base, act]) for name, layer, act in faults]
    steps = [
        "Carry out the acts on the cards of one owner. bag: a seal of a hidden zone with these "
        "handles. bound: a seal of a hand or an arrangement. pick: handles that are asked for, and "
        "the slots. leaves: a bag with that many leaves.",
        'For "accept": `bound` maps each bound handle to epoch and slot; `bag` are the slots left.',
        'For "refuse": the last act is refused at `layer`, and nothing has changed.',
    ]
    return {"about": "binding of handles and slots", "steps": steps, "vectors": vectors}


def carry_out(seals: Seals, act: list[Any]) -> None:
    """One act of a binding vector."""
    handles = act[1]
    if act[0] == "bag":
        seals.seal_bag(handles, [0] * len(handles))
    elif act[0] == "bound":
        seals.seal_bound(handles, [0] * len(handles))
    else:
        seals.name(handles, bytes.fromhex(act[2]))


def channel() -> Vector:
    """The handshake and what follows it."""
    vectors = []
    for i in range(3):
        psk = invite_psk(pseudo(f"invite/{i}", 16))
        guest, host = pseudo(f"guest/{i}"), pseudo(f"host/{i}")
        made = handshake(psk, guest, host)
        texts = [b"", b"message", bytes(16_368)][: i + 1]
        facts = {"psk": psk.hex(), "guest": guest.hex(), "host": host.hex()}
        outcome = {
            "messages": [m.hex() for m in made.messages], "hash": made.hash.hex(),
            "keys": [k.hex() for k in made.keys], "texts": [t.hex() for t in texts],
            "streams": [sha(made.stream(role, texts)).hex() for role in (0, 1)],
        }  # fmt: skip
        vectors.append(accept(f"handshake {i}", "P4.1", **facts, **outcome))
    first, second = made.messages
    stream = made.stream(0, [b"one", b"two"])
    frames = [stream[:50], stream[50 : 50 + 21], stream[71:]]
    low = bytes(32) + first[32:]
    facts["hash"] = made.hash.hex()
    rows: list[tuple[str, str, str, bytes]] = [
        (
            "another secret",
            "channel",
            "host",
            u(48, 2) + handshake(pseudo("x"), guest, host).messages[0],
        ),
        ("a bit of the first tag", "channel", "host", u(48, 2) + first[:47] + flip(first[47:])),
        ("a bit of the first key", "channel", "host", u(48, 2) + flip(first)),
        ("a key of zeros", "channel", "host", u(48, 2) + low),
        ("a first frame of 47 bytes", "frame", "host", u(47, 2) + first[:47]),
        ("a first frame of 65,535 bytes", "frame", "host", u(65_535, 2)),
        ("a bit of the second tag", "channel", "guest", u(48, 2) + second[:47] + flip(second[47:])),
        ("a second key of zeros", "channel", "guest", u(48, 2) + bytes(32) + second[32:]),
        ("a second frame of 49 bytes", "frame", "guest", u(49, 2) + second + b"\0"),
        (
            "a bit of a ciphertext",
            "channel",
            "guest",
            frames[0] + frames[1][:-1] + flip(frames[1][-1:]),
        ),
        ("two frames exchanged", "channel", "guest", frames[0] + frames[2] + frames[1]),
        ("a frame again", "channel", "guest", frames[0] + frames[1] + frames[1]),
        ("a frame left out", "channel", "guest", frames[0] + frames[2]),
        ("a frame of 15 bytes", "frame", "guest", frames[0] + u(15, 2) + bytes(15)),
        ("an empty frame", "frame", "guest", frames[0] + u(0, 2)),
        ("a frame of 16,385 bytes", "frame", "guest", frames[0] + u(16_385, 2)),
    ]
    vectors += [
        refuse(
            name,
            layer,
            "P3.7" if layer == "frame" else "P4.3",
            **facts,
            side=side,
            stream=data.hex(),
        )
        for name, layer, side, data in rows
    ]
    steps = [
        "Both ephemeral private keys and the psk are inputs. The first message is the guest's.",
        'For "accept": both messages are `messages`, the handshake hash is `hash`, the keys of the '
        "directions guest to host and host to guest are `keys`. Then each side sends `texts`; the "
        "SHA-256 of all it writes is that of `streams`, host first.",
        'For "refuse": the side `side` reads `stream`, whole or in any pieces. The connection is '
        "lost, nobody is blamed; at layer frame before a byte of the spoiled body is read.",
    ]
    return {"about": "the channel and its frames", "steps": steps, "vectors": vectors}


def invites() -> Vector:
    """The line that a guest gets, and the secrets that follow from it."""
    vectors = []
    key = Signer(pseudo("key/0")).key
    secret, sid = pseudo("invite", 16), pseudo("sid")
    for host, port in [
        ("192.0.2.7", 7777),
        ("host.example", 1),
        ("2001:db8::7", 65_535),
        ("a", 80),
    ]:
        line = invite(host, port, secret, key)
        facts = {"host": host, "port": port, "secret": secret.hex(), "key": key.hex()}
        psks = {"psk": invite_psk(secret).hex(), "sid": sid.hex(),
                "resume_psk": resume_psk(secret, sid).hex()}  # fmt: skip
        vectors.append(accept(f"invite to {host}", "P4.2", invite=line, **facts, **psks))
    vectors.append(
        {
            **vectors[0],
            "name": "an invite in capitals",
            "invite": "LYCEE1:192.0.2.7:7777:" + line.rpartition(":")[2].upper(),
        }
    )
    tail = line.rpartition(":")[2]
    wrong = {
        "another scheme": f"lycee2:a:80:{tail}",
        "no scheme": f"a:80:{tail}",
        "no port": f"lycee1:a:{tail}",
        "port 0": f"lycee1:a:0:{tail}",
        "port 65536": f"lycee1:a:65536:{tail}",
        "a port with a zero in front": f"lycee1:a:080:{tail}",
        "a port in other digits": f"lycee1:a:\u0668\u0660:{tail}",
        "no host": f"lycee1::80:{tail}",
        "a host with a blank": f"lycee1:a b:80:{tail}",
        "a host with two dots in a row": f"lycee1:a..b:80:{tail}",
        "a host with 64 letters before a dot": f"lycee1:{'a' * 64}.b:80:{tail}",
        "a tail too short": f"lycee1:a:80:{tail[1:]}",
        "a tail too long": f"lycee1:a:80:{tail}a",
        "a tail with 1": f"lycee1:a:80:1{tail[1:]}",
        "a tail with padding": f"lycee1:a:80:{tail[:-1]}=",
        "an open bracket": f"lycee1:[::1:80:{tail}",
        "brackets around a name": f"lycee1:[a]:80:{tail}",
        "nothing": "",
        "an address without brackets": f"lycee1:2001:db8::7:80:{tail}",
    }
    vectors += [refuse(name, "invite", "P4.2", invite=text) for name, text in wrong.items()]
    steps = [
        'For "accept": the line names `host`, `port` and `secret`, and ends with the first '
        "14 bytes of the SHA-256 of `key`; the channel keys of the first and of later "
        "connections are `psk` "
        "and, in the session `sid`, `resume_psk`.",
        'For "refuse": the line is no invite.',
    ]
    return {"about": "invites", "steps": steps, "vectors": vectors}
