"""Who is to blame, and the number that says so on the wire.

Every error of this package is a `ProtocolError`. A `LocalProtocolError` is our own mistake and
never leaves the program. A `RemoteProtocolError` is the peer's and carries the code of the Close
message that answers it. A `LinkLostError` is nobody's: anybody on the path can cut a line or spoil
a frame, so it convicts no one and the match can go on later. Nothing stands below this module.
"""

from __future__ import annotations

from enum import IntEnum


class CloseCode(IntEnum):
    """Why a connection ends; codes only, never a text from the peer."""  # P12

    DONE = 0
    LATER = 1
    VERSION = 2
    SUITE = 3
    RULES = 4
    CATALOGUE = 5
    OPTIONS = 6
    IDENTITY = 7
    TIME = 8
    FLOOD = 9
    ENCODING = 10
    SIGNATURE = 11
    ORDER = 12
    CHAIN = 13
    PART = 14
    PICK = 15
    COMMITMENT = 16
    ILLEGAL = 17
    DIGEST = 18
    RESULT = 19
    AUDIT = 20
    FORK = 21
    INTERNAL = 22

    @property
    def is_provable(self) -> bool:
        """Whether the signed message, kept as evidence, proves the fault to a stranger."""
        return CloseCode.ORDER <= self <= CloseCode.AUDIT


class ProtocolError(Exception):
    """Something went wrong between two peers; the subclass says whose fault it was."""


class LocalProtocolError(ProtocolError):
    """We asked for something that the protocol does not allow now."""


class LinkLostError(ProtocolError):
    """The connection broke or carried garbage: nobody's fault, the match can be resumed."""


class FrameError(LinkLostError):
    """A frame has a length that none can have, or does not decrypt."""  # P4.3


class RemoteProtocolError(ProtocolError):
    """The peer broke the protocol.

    `code` is what our Close says; `reason` is one line for our own player; `rule` is the rule of
    the game or the section of the spec that was broken.
    """

    code = CloseCode.INTERNAL

    def __init__(self, reason: str, *, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class HelloError(RemoteProtocolError):
    """The two programs do not fit together, or the peer is not who the invite promised."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason, rule="P5.2")
        self.code = code


class MessageError(RemoteProtocolError):
    """The peer sent bytes that are no message, or a message over its limit."""

    code = CloseCode.ENCODING


class SignatureError(RemoteProtocolError):
    """A key or a signature of the peer is not acceptable."""

    code = CloseCode.SIGNATURE


class OrderError(RemoteProtocolError):
    """The peer sent a type or a number that is not legal now."""

    code = CloseCode.ORDER


class ChainError(RemoteProtocolError):
    """The peer built its message on another message than the last."""

    code = CloseCode.CHAIN


class PartError(RemoteProtocolError):
    """The peer sent a part that is not due, left one out, or sent one of the wrong size."""

    code = CloseCode.PART


class PickError(RemoteProtocolError):
    """The peer named a slot that is not there or was named before."""

    code = CloseCode.PICK


class CommitmentMismatchError(RemoteProtocolError):
    """The peer opened something else than it had committed to."""

    code = CloseCode.COMMITMENT


class IllegalPlyError(RemoteProtocolError):
    """The peer decided something that the rules of the game do not allow."""

    code = CloseCode.ILLEGAL


class DigestMismatchError(RemoteProtocolError):
    """The peer's public state is not ours."""

    code = CloseCode.DIGEST


class ResultError(RemoteProtocolError):
    """The peer claimed a result that the chain does not give."""

    code = CloseCode.RESULT


class AuditError(RemoteProtocolError):
    """The peer's opened secrets do not fit what it had done, or it did not open them."""

    code = CloseCode.AUDIT


class FloodError(RemoteProtocolError):
    """The peer sends more than a match needs."""

    code = CloseCode.FLOOD


class ForkError(RemoteProtocolError):
    """The peer holds another chain than we under one number."""

    code = CloseCode.FORK
