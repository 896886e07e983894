"""The steps of a game: every state since the deal, and which of them is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from goldfish.play.game import Game, PlayPhase


@dataclass(frozen=True, slots=True)
class Record:
    """All states of a game, the deal first; those behind `at` were undone."""

    games: tuple[Game, ...]
    at: int = 0

    @classmethod
    def of(cls, game: Game) -> Record:
        """Return the record of a game that was just dealt."""
        return cls((game,))

    @property
    def now(self) -> Game:
        """The state that is shown."""
        return self.games[self.at]

    @property
    def may_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self.at > 0

    @property
    def may_redo(self) -> bool:
        """Whether a step was undone."""
        return self.at < len(self.games) - 1

    @property
    def cards_set_up(self) -> int | None:
        """How many cards left the hand in setup so far; None before the hand was kept."""
        setups = [each for each in self.games[: self.at + 1] if each.phase is PlayPhase.SETUP]
        if not setups:
            return None
        placed = (each for each in setups[-1].in_play if not each.began)
        return len(setups[-1].shadows) + sum(1 + len(each.duplicates) for each in placed)

    def took(self, game: Game) -> Record:
        """Return the record with one more step; what was undone is forgotten."""
        return Record((*self.games[: self.at + 1], game), self.at + 1)

    def undone(self) -> Record:
        """Return the record one step back; at the deal, as it is."""
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> Record:
        """Return the record one step on; where nothing was undone, as it is."""
        return replace(self, at=min(len(self.games) - 1, self.at + 1))

    def at_entry(self, index: int) -> Record:
        """Return the record at the first state whose log holds the line of that index."""
        for at, game in enumerate(self.games):
            if len(game.log) > index:
                return replace(self, at=at)
        return self
