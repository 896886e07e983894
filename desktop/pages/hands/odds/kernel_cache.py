"""The solvers of the decks that were asked about last."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

from goldfish.draw_deck import DrawDeck
from goldfish.rounds.game_plan import GamePlan

if TYPE_CHECKING:
    from goldfish.kernel import Kernel
    from goldfish.rounds.kernel import RoundsKernel

# A deck and the one that it is compared with; their tables may take 100 megabytes each.
MOST_KEPT = 2

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class _Cache(Generic[Key, Made]):
    """Makes one thing at a time, and keeps the last ones."""

    def __init__(self, make: Callable[[Key], Made]) -> None:
        self._make = make
        self._lock = Lock()
        self._kept: dict[Key, Made] = {}

    def of(self, key: Key) -> Made:
        """Return what belongs to a key, made now if need be."""
        with self._lock:
            made = self._kept.pop(key) if key in self._kept else self._make(key)
            self._kept[key] = made
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            return made


class KernelCache:
    """Makes solvers in worker threads, each in some tenths of a second, and keeps the last ones."""

    def __init__(self) -> None:
        self._hands: _Cache[DrawDeck, Kernel] = _Cache(_kernel)
        self._rounds: _Cache[GamePlan, RoundsKernel] = _Cache(_rounds_kernel)

    def of(self, opening: DrawDeck) -> Kernel:
        """Return what solves the hands of an opening."""
        return self._hands.of(opening)

    def of_rounds(self, course: GamePlan) -> RoundsKernel:
        """Return what plays the games of a course."""
        return self._rounds.of(course)


def _kernel(opening: DrawDeck) -> Kernel:
    from goldfish.kernel import Kernel  # noqa: PLC0415 - numpy, in the worker

    return Kernel(opening)


def _rounds_kernel(course: GamePlan) -> RoundsKernel:
    from goldfish.rounds.kernel import RoundsKernel  # noqa: PLC0415 - numpy, in the worker

    return RoundsKernel(course)
