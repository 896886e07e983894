"""Changes that make the first rounds better: screened in few games, the best played in many.

What promises most by the screening is played whole: both decks from the same shuffles, in games
that were not screened, so that what was chosen for its luck there loses it again. All of them are
played in few games first, the better half of them in more, and the best until the interval of the
difference is small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil
from time import perf_counter

from carddb.card import Card
from carddb.progress import Progress
from goldfish.mulligan import KeepPolicy
from goldfish.report import Estimate
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.rounds_kernel import ALWAYS_KEEP, RoundsKernel
from goldfish.rounds.simulate import Sums
from goldfish.swaps.goal import Goal
from goldfish.swaps.paired_games import PairedGames
from goldfish.swaps.rated_change import Changes, RatedChange, SwapAdvice, rank
from goldfish.swaps.round_screening import (
    RoundScreening,
    changed_plan,
    plays_slowly,
    rated,
)

# The most games in which a change is played, and where they have to be played one at a time.
GAMES = 32_768
SLOW_GAMES = 512

# Changes that are played whole, at least.
FINALISTS = 12

# The interval of a gain that is small, as a share of the goal.
SMALL = 0.01

# Which share of the changes goes on, and in which share of the games they are played then.
HEATS = ((1.0, 1 / 8), (0.5, 1 / 2), (0.25, 1.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOptions:
    """How the changes of a deck are played; `games` is the most for one of the best of them."""

    policy: KeepPolicy = ALWAYS_KEEP
    games: int = GAMES
    seed: int = 1
    top: int = 50


def advise_rounds(
    plan: GamePlan,
    changes: Changes,
    goal: Goal,
    options: RoundOptions,
    progress: Progress | None = None,
) -> Iterator[SwapAdvice]:
    """Yield the best changes known so far, each time that some of them have been played.

    Those known from few games have wide intervals. `progress` is told how far it is before there
    are any; it may raise CancelledError. Nothing is yielded where there is nothing to change.
    """
    if not changes:
        return
    started = perf_counter()
    games = PairedGames(plan, goal, options.policy, options.seed)
    screening = RoundScreening(games, changes, goal)
    finals = _Finals(games, screening.games, options)
    count = min(max(FINALISTS, options.top), screening.pairs)
    heats = [(min(count, max(FINALISTS, ceil(count * goes_on))), part) for goes_on, part in HEATS]
    total = screening.screened + sum(size for size, _ in heats)

    def advice(done: int, known: Iterable[RatedChange]) -> SwapAdvice:
        base = games.base
        best = sorted(known, key=rank)[: options.top]
        return SwapAdvice(
            goal=goal,
            base=base,
            base_chances=(),
            changes=tuple(_after(each, base.mean, goal) for each in best),
            considered=sum(map(len, changes.values())),
            classes=screening.screened,
            done=done,
            total=total,
            seconds=perf_counter() - started,
            remarks=plan.opening.remarks,
        )

    for done in screening.rate_outs():
        if progress:
            progress(done, total)
    for done in screening.rate_ins():
        if screening.rough:
            yield advice(done, screening.rough.values())
    pairs = screening.best_pairs(count)
    known = {pair: screening.rough[pair] for pair in pairs if pair in screening.rough}
    for size, part in heats:
        for pair in pairs[:size]:
            known[pair] = finals.played(*pair, part)
            done += 1
            yield advice(done, known.values())
        pairs.sort(key=lambda pair: rank(known[pair]))


def _after(change: RatedChange, base: float, goal: Goal) -> RatedChange:
    """Return a change with the goal's number in the changed deck."""
    return replace(change, after=base + goal.gain(0.0, change.gain.mean))


class _Finals:
    """Plays changes whole, each a little more every time."""

    def __init__(self, games: PairedGames, screened: int, options: RoundOptions) -> None:
        self._games = games
        self._screened = screened
        self._options = options
        self._gains: dict[tuple[Card, Card], Sums] = defaultdict(lambda: Sums(()))
        self._kernels: dict[tuple[Card, ...], RoundsKernel] = {}
        self._copies = dict(games.plan.opening.slots)

    def played(self, out: Card, into: Card, part: float) -> RatedChange:
        """Return a change with its gain from a part of all games, or from fewer if they will do."""
        plan, gains = self._games.plan, self._gains[out, into]
        games = self._options.games
        slow = self._games.is_slow or plays_slowly(plan, into)
        most = min(games, SLOW_GAMES) if slow else games
        wanted = max(1, round(most * part))
        if gains.n == 0 or (gains.n < wanted and not self._is_narrow(gains.estimate())):
            some = slice(self._screened + gains.n, self._screened + wanted)
            gains.add(self._games.gain(self._kernel(out, into), out, into, some))
        return rated(out, into, gains.estimate())

    def _is_narrow(self, gain: Estimate) -> bool:
        return gain.high - gain.low < SMALL * abs(self._games.base.mean)

    def _kernel(self, out: Card, into: Card) -> RoundsKernel:
        """Return a kernel of the changed deck: the same one for decks of the same cards."""
        gone = (out,) if self._copies[out] == 1 else ()
        plan = changed_plan(self._games.plan, gone, (into,))
        if plan.cards not in self._kernels:
            self._kernels[plan.cards] = RoundsKernel(plan, self._options.policy)
        return self._kernels[plan.cards]
