"""Hellos: what one side offers, and whether two programs fit together.

The host offers versions, suites and options; the guest answers with one version, one suite and the
same options. Both name the hashes of their rules and catalogue. Every refusal names both sides'
values and comes before any card is sealed. Below: `messages`, `game`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import CloseCode, HelloError
from .invite import hash_key
from .messages import Hello, Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Rules

VERSIONS = (1,)
SUITES = (0,)


@dataclass(frozen=True, slots=True)
class Terms:
    """What we bring to a match."""

    rules: Rules
    name: str
    program: str = "lycee-p2p"
    options: Options | None = None  # None: a guest takes what the host offers


def make_offer(terms: Terms, key: bytes, handshake_hash: bytes) -> Hello:
    """The host's Hello."""
    return _make_hello(terms, 0, handshake_hash, key, terms.options or Options(), VERSIONS, SUITES)


def make_answer(terms: Terms, key: bytes, offer: Hello, prev: bytes) -> Hello:
    """The guest's Hello to an offer that was checked."""
    version = max(set(VERSIONS).intersection(offer.versions))
    suite = max(set(SUITES).intersection(offer.suites))
    return _make_hello(terms, 1, prev, key, offer.options, (version,), (suite,))


def _make_hello(
    terms: Terms,
    n: int,
    prev: bytes,
    key: bytes,
    options: Options,
    versions: tuple[int, ...],
    suites: tuple[int, ...],
) -> Hello:
    rules = terms.rules
    return Hello(
        n,
        prev,
        versions,
        suites,
        key,
        terms.name,
        terms.program,
        rules.name,
        rules.rules_hash,
        rules.catalogue_hash,
        options,
    )


def check_offer(offer: Hello, terms: Terms, key_hash: bytes | None) -> None:
    """Whether a guest can answer the host's Hello; raises `HelloError`."""  # P5.2
    if key_hash is not None and hash_key(offer.key) != key_hash:
        raise HelloError(CloseCode.IDENTITY, "this is not the host of the invite")
    if not set(VERSIONS).intersection(offer.versions):
        ours, theirs = _listed(VERSIONS), _listed(offer.versions)
        raise HelloError(CloseCode.VERSION, f"we speak versions {ours}, the host {theirs}")
    if not set(SUITES).intersection(offer.suites):
        ours, theirs = _listed(SUITES), _listed(offer.suites)
        raise HelloError(CloseCode.SUITE, f"we know suites {ours}, the host {theirs}")
    _check_rules(offer, terms.rules)
    if terms.options is not None and terms.options != offer.options:
        ours, theirs = _options_text(terms.options), _options_text(offer.options)
        raise HelloError(CloseCode.OPTIONS, f"we want {ours}, the host offers {theirs}")


def check_answer(answer: Hello, offer: Hello, terms: Terms) -> None:
    """Whether the guest's Hello takes up what the host offered; raises `HelloError`."""  # P5.2
    if len(answer.versions) != 1 or answer.versions[0] not in offer.versions:
        ours, theirs = _listed(offer.versions), _listed(answer.versions)
        raise HelloError(CloseCode.VERSION, f"we offered versions {ours}, got {theirs}")
    if len(answer.suites) != 1 or answer.suites[0] not in offer.suites:
        ours, theirs = _listed(offer.suites), _listed(answer.suites)
        raise HelloError(CloseCode.SUITE, f"we offered suites {ours}, got {theirs}")
    _check_rules(answer, terms.rules)
    if answer.options != offer.options:
        ours, theirs = _options_text(offer.options), _options_text(answer.options)
        raise HelloError(CloseCode.OPTIONS, f"we offered {ours}, got {theirs}")


def _check_rules(hello: Hello, rules: Rules) -> None:
    if hello.rules_hash != rules.rules_hash or hello.rules != rules.name:
        ours, theirs = rules.rules_hash.hex()[:8], hello.rules_hash.hex()[:8]
        raise HelloError(
            CloseCode.RULES, f"our rules are {rules.name} {ours}, theirs {hello.rules} {theirs}"
        )
    if hello.catalogue_hash != rules.catalogue_hash:
        ours, theirs = rules.catalogue_hash.hex()[:8], hello.catalogue_hash.hex()[:8]
        text = f"our catalogue is {ours}, theirs {theirs}; both need the same card files"
        raise HelloError(CloseCode.CATALOGUE, text)


def _listed(numbers: Sequence[int]) -> str:
    return " and ".join(map(str, numbers)) or "none"


def _options_text(options: Options) -> str:
    looks = "open" if options.open_looks else "no open"
    return (
        f"a bank of {options.bank} s, {options.per_decision} s for each message, "
        f"{options.away} s away and {looks} looks"
    )
