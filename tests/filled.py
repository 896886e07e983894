"""Whole decks around the few cards that a test is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck


def anything(_: Card) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a deck must hold; the rest is filled with cards that break nothing."""

    faction: Faction = Faction.STARK
    agendas: tuple[str, ...] = ()
    cards: Mapping[str, int] | None = None
    draw: int = 60
    plots: int = 7
    accept: Callable[[Card], bool] = anything
    each: int = 3
    format: str = "joust"

    def deck(self, pool: CardPool, **cards: int) -> Deck:
        """Return the deck; `cards` add to the wanted ones (c01234=1)."""
        wanted = dict(self.cards or {})
        for name, copies in cards.items():
            wanted[name.removeprefix("c")] = wanted.get(name.removeprefix("c"), 0) + copies
        slots = {pool.card(code): copies for code, copies in wanted.items()}
        _fill(slots, self._filler(pool, slots, draw=True), self.draw, self.each, draw=True)
        _fill(slots, self._filler(pool, slots, draw=False), self.plots, 1, draw=False)
        agendas = [(pool.card(code), 1) for code in self.agendas]
        return Deck.of(
            "Filled", pool.edition, self.faction, [*slots.items(), *agendas], format=self.format
        )

    def _filler(self, pool: CardPool, held: Mapping[Card, int], *, draw: bool) -> Iterator[Card]:
        titles = {card.name for card in held}
        for card in _own_first(pool, self.faction):
            if (
                card.in_draw_deck == draw
                and (draw or card.type is CardType.PLOT)
                and card.only_in is None
                and card.deck_limit >= (3 if draw else 1)
                and card.name not in titles
                and not card.house_only
                and self.accept(card)
            ):
                titles.add(card.name)
                yield card


def _own_first(pool: CardPool, faction: Faction) -> list[Card]:
    own = [card for card in pool if faction in card.factions]
    if pool.edition is Edition.SECOND:
        own = [card for card in own if card.factions == (faction,)]
    return [*own, *(card for card in pool if card.neutral)]


def _fill(
    slots: dict[Card, int], filler: Iterator[Card], size: int, each: int, *, draw: bool
) -> None:
    held = sum(
        copies
        for card, copies in slots.items()
        if (card.in_draw_deck if draw else card.type is CardType.PLOT)
    )
    while held < size:
        card = next(filler)
        slots[card] = min(each, size - held)
        held += slots[card]
