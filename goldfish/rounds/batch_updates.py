"""What can be done to a block of games: cards brought out, moved, knelt, uses given back."""

from __future__ import annotations

import numpy as np

from carddb.gold import Price
from carddb.terms import CardType
from goldfish.rounds.deck_arrays import DeckArrays
from goldfish.rounds.effect_counters import EffectCounter
from goldfish.rounds.facts import RoundFacts
from goldfish.rounds.game_batch import GameBatch, Shorts, brought
from goldfish.rounds.game_plan import kneels_itself
from goldfish.rounds.irregular_cards import RETURNING
from goldfish.setup_part_tables import Ints, Truths

# No host is needed, or any will do.
PLENTY = np.int16(99)

_FIELDS = {
    Price.MARSHAL: "marshaled",
    Price.AMBUSH: "ambushed",
    Price.INTO_SHADOWS: "shadows_in",
    Price.OUT_OF_SHADOWS: "shadows_out",
}


class BatchUpdates:
    """A batch of games in one round; `count` counts what was brought out, by field and game."""

    def __init__(self, arrays: DeckArrays, facts: RoundFacts, batch: GameBatch) -> None:
        self.arrays = arrays
        self.counters = arrays.counters
        self.facts = facts
        self.batch = batch
        self.count = {field: np.zeros(batch.games, np.int64) for field in _FIELDS.values()}

    def total(self, classes: list[int]) -> Shorts:
        """Return how many cards of some classes are in play in each game."""
        total: Shorts = self.batch.in_play[classes].sum(axis=0, dtype=np.int16)
        return total

    def renew(self, lasts: str) -> None:
        """Give back the uses that lasted until the end of the phase or round."""
        counters = self.counters
        for counter in counters.limited:
            effect = counter.source.effect
            stays = effect.kneel or effect.kneel_faction
            limited = effect.trigger or effect.kneels or effect.discards is not None
            ends = (effect.limit_lasts if limited else effect.lasts) or "phase"
            if not stays and (lasts == "round" or ends == "phase"):
                self.batch.rows[counter.row] = self.sources(counter) * np.int16(counter.each)
        for counter in counters.events:
            self.batch.rows[counter.row] = 0
        for counter in counters.hidden:
            self.batch.rows[counter.row] = self.batch.shadows[list(counter.classes)].sum(axis=0) > 0
        for row, classes in counters.counted:
            self.batch.rows[row] = self.total(list(classes))

    def sources(self, counter: EffectCounter) -> Shorts:
        """Return how many cards in play bring an effect; a plot or agenda always does."""
        if counter.classes:
            return self.total(list(counter.classes))
        return np.ones(self.batch.games, np.int16)

    def stand(self) -> None:
        """Stand all cards."""
        self.batch.knelt[:] = 0
        if self.counters.faction is not None:
            self.batch.rows[self.counters.faction] = 1
        for counter in self.counters.reducers:
            effect = counter.source.effect
            if effect.kneel or effect.kneel_faction:
                self.batch.rows[counter.row] = self.sources(counter)

    def bring(self, index: int, way: Price, games: Ints) -> Ints:
        """Bring one copy of a class out in some games; return those in which it could be paid."""
        how = self.facts.bringing[way][index]
        if how is None or not len(games):
            return games[:0]
        can, rows = brought(self.batch.rows[:, games], how)
        done = games[can]
        if len(done):
            before = self.batch.rows[:, done]
            self.sacrifice(done, before, rows, {index: 1})
            self._play_hidden(done, before, rows)
            self.batch.rows[:, done] = rows
            self.move(index, way, done, np.int16(1))
        return done

    def move(self, index: int, way: Price, games: Ints, copies: Shorts | np.int16) -> None:
        """Move copies of a class to where they go in a way."""
        batch = self.batch
        self.count[_FIELDS[way]][games] += copies
        source = batch.shadows if way is Price.OUT_OF_SHADOWS else batch.hand
        source[index, games] -= copies
        target = batch.shadows if way is Price.INTO_SHADOWS else batch.in_play
        target[index, games] += copies
        if way is not Price.INTO_SHADOWS and index in self.arrays.kneeling:
            batch.knelt[index, games] += copies

    def sacrifice(
        self, games: Ints, before: Shorts, after: Shorts, entered: dict[int, Shorts | int]
    ) -> None:
        """Take sacrificed reducers out of play, as many as rows before and after show."""
        for counter in self.counters.reducers:
            if counter.source.effect.sacrifice:
                (index,) = counter.classes
                used = before[counter.row] - after[counter.row]
                if index not in self.arrays.kneeling:
                    used = used + entered.get(index, 0)
                self.batch.in_play[index, games] -= used.astype(np.int16)

    def _play_hidden(self, games: Ints, before: Shorts, after: Shorts) -> None:
        """Take events out of shadows that made a card cheaper; some return to hand."""
        plot = self.facts.plot
        for counter in self.counters.hidden:
            (index,) = counter.classes
            used = before[counter.row] - after[counter.row]
            self.batch.shadows[index, games] -= used
            self.count[_FIELDS[Price.OUT_OF_SHADOWS]][games] += used
            if plot and RETURNING.get(counter.source.card.code) in plot.traits:
                self.batch.hand[index, games] += used

    def free(self, index: int) -> Truths:
        """Return in which games no unique card of the title is in play."""
        title = self.arrays.title_of[index]
        if title < 0:
            return np.ones(self.batch.games, np.bool_)
        return np.asarray(self.total(self.arrays.titles[title]) == 0)

    def limit(self, index: int) -> Shorts:
        """Return how many copies hosts and uniqueness let come out of hand in each game."""
        batch = self.batch
        title = self.arrays.title_of[index]
        limit = np.full(batch.games, PLENTY if title < 0 else np.int16(1))
        if self.arrays.cards[index].type is CardType.ATTACHMENT:
            hosts = self.total(self.arrays.hosts[index])
            if self.arrays.once[index]:
                limit = np.minimum(limit, np.maximum(hosts - batch.in_play[index], 0))
            else:
                limit *= hosts > 0
        if title >= 0:
            for each in self.arrays.titles[title]:
                limit *= (batch.in_play[each] == 0) & (batch.shadows[each] == 0)
        return limit

    def may_come_out(self, index: int) -> Truths:
        """Return in which games a card of the class waits and may come out, but for the gold."""
        batch = self.batch
        able: Truths = batch.shadows[index] > 0
        if not able.any():
            return able
        able &= self.free(index)
        if self.arrays.cards[index].type is CardType.ATTACHMENT:
            mine = batch.in_play[index] if self.arrays.once[index] else np.int16(0)
            able &= self.total(self.arrays.hosts[index]) > mine
        return able

    def kneel_one(self, classes: list[int], able: Truths) -> Truths:
        """Kneel one standing card of some classes where that is possible; return where it was.

        Cards that have no use for it kneel first, then those of the lowest codes.
        """
        batch, knelt = self.batch, np.zeros_like(able)
        order = sorted(classes, key=lambda i: (kneels_itself(self.arrays.cards[i]), i))
        for index in order:
            row = self._kneeling_row(index)
            there = batch.in_play[index] - batch.knelt[index] if row < 0 else batch.rows[row]
            now = able & ~knelt & (there > 0)
            if row < 0:
                batch.knelt[index] += now
            else:
                batch.rows[row] -= now
            knelt |= now
        return knelt

    def _kneeling_row(self, index: int) -> int:
        """Return the row that counts the standing cards of a class of reducers, or -1."""
        for counter in self.counters.reducers:
            if index in counter.classes and counter.source.effect.kneel:
                return counter.row
        return -1
