# The table both sit at: everything a Step changes, and the checks on every part.

from typing import SupportsIndex, final

from .bindings import PublicDeck
from .deck import OwnCards
from .game import Game, Request, Rules
from .messages import Part
from .states import Owed, RollProgress

@final
class Table:
    own: OwnCards | None
    def __init__(
        self,
        rules: Rules,
        sid: bytes,
        own: OwnCards | None,
        *,
        has_open_looks: object = False,
        keeps_facts: object = False,
        is_audit: object = False,
    ) -> None: ...
    @property
    def observer(self) -> Game: ...
    @property
    def mine(self) -> Game | None: ...
    @property
    def decks(self) -> tuple[PublicDeck, PublicDeck]: ...
    @property
    def roll(self) -> RollProgress | None: ...
    @property
    def owed(self) -> Owed | None: ...
    @property
    def request(self) -> Request: ...
    def clone(self) -> Table: ...
    def decide_own(self, line: bytes) -> list[Part]: ...
    def apply_part(self, seat: SupportsIndex, part: Part) -> None: ...
