# Leaves: the commitments to cards, one a slot of a seal.

from collections.abc import Sequence
from typing import Final, SupportsIndex

LEAF_SIZE: Final[int]

def card_leaf(
    sid: bytes,
    seat: SupportsIndex,
    epoch: SupportsIndex,
    slot: SupportsIndex,
    salt: bytes,
    card: SupportsIndex,
) -> bytes: ...
def seal_leaves(
    sid: bytes, seat: SupportsIndex, epoch: SupportsIndex, salts: list[bytes], cards: Sequence[int]
) -> bytes: ...
