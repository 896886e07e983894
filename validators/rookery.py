"""Rookery: a side pool of at most 10 draw cards and 2 plots, swapped in before the opening hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from carddb.terms import CardType
from validators.messages import card_names
from validators.problem import Problem, Rule, Severity
from validators.shapes import BoundShape, NoneOf
from validators.tally import DeckTally, codes

SOURCE = "Rookery announcement of 3 April 2018: twelve cards, 10 for the draw deck and 2 plots"
DRAW_MOST, PLOTS_MOST = 10, 2


@dataclass(frozen=True, slots=True)
class RookerySize:
    """At most 10 draw-deck cards and 2 plots, and nothing else."""

    code: str = "rookery.too-many"
    plots_code: str = "rookery.too-many-plots"
    other_code: str = "rookery.not-a-deck-card"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        rookery = tally.deck.rookery
        known = [slot for slot in rookery if slot[0].code in tally.pool]
        draw = [slot for slot in known if slot[0].in_draw_deck]
        plots = [slot for slot in known if slot[0].type is CardType.PLOT]
        other = [slot for slot in rookery if slot not in draw and slot not in plots]
        listed = card_names([card for card, _ in other], tally.pool)
        return [
            Problem(code, message, SOURCE, codes(c for c, _ in slots), found=found, wanted=most)
            for code, slots, most, template in (
                (self.code, draw, DRAW_MOST, "{found} draw-deck cards; at most 10 are allowed"),
                (self.plots_code, plots, PLOTS_MOST, "{found} plots; at most 2 are allowed"),
                (self.other_code, other, 0, "cards for neither deck: {listed}"),
            )
            if (found := sum(copies for _, copies in slots)) > most
            for message in [f"The rookery has {template.format(found=found, listed=listed)}."]
        ]


@dataclass(frozen=True, slots=True)
class RookeryCopies:
    """More copies of a title over deck and rookery than its limit: a warning, no error."""

    code: str = "rookery.copies"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        deck = tally.deck
        problems = []
        for title, plot in sorted({(c.name, c.type is CardType.PLOT) for c, _ in deck.rookery}):
            of_title = [
                (card, copies)
                for card, copies in (*deck.slots, *deck.rookery)
                if card.name == title and (card.type is CardType.PLOT) == plot
            ]
            found = sum(copies for _, copies in of_title)
            wanted = min(card.deck_limit for card, _ in of_title)
            if found > wanted:
                cards = tuple(dict.fromkeys(card.code for card, _ in of_title))
                problems.append(self._warning(title, cards, found, wanted))
        return problems

    def _warning(self, title: str, cards: tuple[str, ...], found: int, wanted: int) -> Problem:
        message = (
            f"{found} copies of {title} over deck and rookery; after swapping the deck may hold "
            f"{wanted}."
        )
        source = "Rookery: no source settles whether the limit spans both, so this is a warning"
        return Problem(
            self.code, message, source, cards, severity=Severity.WARNING, found=found, wanted=wanted
        )


@dataclass(frozen=True, slots=True)
class RookeryCards:
    """A card of the rookery must be one that the deck may hold: by faction, agenda, list, day."""

    rules: tuple[Rule, ...]
    code: str = "rookery.card"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        if not tally.deck.rookery:
            return ()
        as_deck = replace(tally.deck, slots=tally.deck.rookery, agendas=(), rookery=())
        side = DeckTally(as_deck, tally.pool)
        return [
            replace(each, code=self.code, message=f"In the rookery: {each.message}")
            for rule in self.rules
            for each in rule.check(side)
        ]


CARD_CODES = frozenset({"faction.other", "format.only-in", "release.later", "list.banned"})


def rookery_rules(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Return the rules about the side pool; `rules` are those of the deck."""
    about_cards = tuple(rule for rule in rules if rule.code in CARD_CODES or _forbids(rule))
    return (RookerySize(), RookeryCards(about_cards), RookeryCopies())


def _forbids(rule: Rule) -> bool:
    """Return whether an agenda forbids cards, which then cannot be swapped in either."""
    return isinstance(rule, BoundShape) and isinstance(rule.shape, NoneOf)
