"""Back and forward among visited places, as in a browser."""

from __future__ import annotations

from dataclasses import dataclass, replace

_MOST = 200


@dataclass(frozen=True, slots=True)
class ReadingHistory:
    """Visited places, the current one at `at`; one shown in `passing` is replaced by the next."""

    places: tuple[str, ...] = ()
    at: int = -1
    passing: bool = False

    @property
    def current(self) -> str:
        """The place on screen, empty if there is none."""
        return self.places[self.at] if self.places else ""

    @property
    def can_go_back(self) -> bool:
        return self.at > 0

    @property
    def can_go_forward(self) -> bool:
        return self.at + 1 < len(self.places)

    def visit(self, place: str) -> ReadingHistory:
        """Return the history with a new place; places after the current one are dropped."""
        if place == self.current:
            return replace(self, passing=False)
        places = (*self.places[: self.at + 1], place)[-_MOST:]
        return ReadingHistory(places, len(places) - 1)

    def pass_by(self, place: str) -> ReadingHistory:
        """Return the history with a place that is shown in passing, instead of one such before."""
        if place == self.current:
            return self
        kept = ReadingHistory(self.places[: self.at], self.at - 1) if self.passing else self
        return replace(kept.visit(place), passing=True)

    def back(self) -> ReadingHistory:
        return replace(self, at=max(0, self.at - 1), passing=False) if self.places else self

    def forward(self) -> ReadingHistory:
        return replace(self, at=min(len(self.places) - 1, self.at + 1), passing=False)
