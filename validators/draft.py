"""Draft decks: only drafted cards, and the changes of the Tower of Joy cube."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carddb.pool import CardPool
from core.text_format import count_of
from validators.deck_rules import PlotDeckSize, RequiredSize
from validators.problem import Problem, Rule, Severity
from validators.tally import DeckTally

TOWER_OF_JOY = "ToJ"
DRAFT_PLOTS, TOWER_PLOTS = 5, 7


@dataclass(frozen=True, slots=True)
class NotDrafted:
    """A deck may hold only drafted copies; checked only if the drafted cards are known."""

    code: str = "draft.not-drafted"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Compare the copies of each printing, agendas included, with those drafted."""
        deck = tally.deck
        if not deck.drafted:
            return ()
        drafted = {card.code: copies for card, copies in deck.drafted}
        in_deck = [*deck.slots, *((card, deck.agendas.count(card)) for card in set(deck.agendas))]
        return [
            Problem(
                self.code,
                f"The deck has {count_of(copies, 'copy')} of {tally.pool.label(card)}; "
                f"drafted: {drafted.get(card.code, 0)}.",
                "Draft rules: only drafted cards, each printing by its own copies",
                (card.code,),
                found=copies,
                wanted=drafted.get(card.code, 0),
            )
            for card, copies in sorted(in_deck, key=lambda slot: slot[0].code)
            if copies > drafted.get(card.code, 0)
        ]


@dataclass(frozen=True, slots=True)
class DraftPlots:
    """Five plots; a deck from the Tower of Joy cube may have seven (ruling 8)."""

    exactly: RequiredSize
    tower_bits: int
    code: str = "draft.tower-of-joy-plots"

    @classmethod
    def bind(cls, pool: CardPool, exactly: RequiredSize) -> DraftPlots:
        return cls(exactly, pool.bits_of(card.code for card in pool if card.pack == TOWER_OF_JOY))

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        found = tally.plot_count
        usual = self.exactly.number == DRAFT_PLOTS
        if not (usual and found == TOWER_PLOTS and tally.present(self.tower_bits)):
            return PlotDeckSize(self.exactly).check(tally)
        message = "7 plots: the Tower of Joy cube's own page allows them; other draft decks have 5."
        return (
            Problem(
                self.code,
                message,
                "Ruling 8: the sources disagree, 5 and 7 are both accepted",
                severity=Severity.NOTE,
                found=found,
                wanted=self.exactly.number,
            ),
        )


def draft_rules(pool: CardPool, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """Return the construction rules of a draft deck, from those of any other."""
    sizes = [rule.exactly for rule in rules if isinstance(rule, PlotDeckSize)]
    others = [rule for rule in rules if not isinstance(rule, PlotDeckSize)]
    return (*others, *(DraftPlots.bind(pool, size) for size in sizes), NotDrafted())
