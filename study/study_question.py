"""What a study asks of each of its decks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum

from carddb.errors import AppError
from goldfish.rounds.most_rounds import MOST_ROUNDS


class Ask(StrEnum):
    """The questions; each is that of the command of its name."""

    CHECK = "check"
    HANDS = "hands"
    GOLDFISH = "goldfish"
    ADVISE = "advise"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyQuestion:
    """A question with its options, as the command of its name has them.

    Days are ISO dates: `date` is the one asked for, `today` that of decks that state none. It is
    never left to the clock of a worker.
    """

    ask: Ask
    today: str = ""
    date: str = ""
    format_name: str = ""
    list_code: str = ""
    premier: bool = False
    exact: bool = False
    hands: int | None = None
    rounds: int = 3
    games: int | None = None
    seed: int = 1
    policy: str = "keep"
    goal: str = "cards"
    top: int = 10

    def __post_init__(self) -> None:
        if self.exact and self.hands:
            raise AppError("Either every hand is counted, or some are sampled.", "Choose one.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise AppError(
                f"{self.rounds} rounds cannot be played.", f"Choose 1 to {MOST_ROUNDS} rounds."
            )

    @property
    def text(self) -> str:
        """The question as a text: two that differ have different answers."""
        options = {name: getattr(self, name) for name in sorted(OPTIONS[self.ask])}
        return json.dumps({"ask": self.ask.value, **options}, ensure_ascii=False)

    def check_options(self) -> None:
        """Raise AppError for an option that is not of this question."""
        for field in fields(self):
            foreign = field.default is not MISSING and field.name not in OPTIONS[self.ask]
            # Whoever asks sets the day whether it matters or not.
            if foreign and field.name != "today" and getattr(self, field.name) != field.default:
                askers = ", ".join(ask for ask in Ask if field.name in OPTIONS[ask])
                name = field.name.removesuffix("_code").removesuffix("_name")
                raise AppError(
                    f"The question {self.ask} has no option “{name}”.", f"It is for {askers}."
                )


# The options that each question has.
OPTIONS: Mapping[Ask, frozenset[str]] = {
    Ask.CHECK: frozenset({"today", "date", "format_name", "list_code", "premier"}),
    Ask.HANDS: frozenset({"exact", "hands", "seed", "policy"}),
    Ask.GOLDFISH: frozenset({"rounds", "games", "seed", "policy"}),
    Ask.ADVISE: frozenset({"goal", "top", "hands", "seed", "policy", "list_code", "today"}),
}
