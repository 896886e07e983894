"""The two decks of every agenda row: one that passes, and one that fails by one card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Crest, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import EVENT, both, draw, neutral, no
from tests.verdicts import exchanged, swapped

Change = Callable[[Deck, CardPool], Deck]

RANGERS, BUILDERS, STEWARDS = NIGHTS_WATCH = ("dotn_19", "dotn_59", "dotn_99")
FREE_FOLK, LAST_GIANTS, FIRST_MEN = WILDLING = ("dotn_39", "dotn_79", "dotn_119")
KINGS_OF_WINTER = "ator_21"


@dataclass(frozen=True, kw_only=True)
class Row:
    """An agenda's two decks: the first is legal; after `change`, of one card, it fails."""

    slug: str
    code: str
    wanted: Wanted
    change: Change
    seed: Callable[[Card], bool] | None = None
    titles: int = 0
    agendas: tuple[str, ...] = field(default=())

    def deck(self, pool: CardPool) -> Deck:
        """Return the legal deck, seeded with one copy of so many titles that `seed` accepts."""
        cards: dict[str, str] = {}
        for card in pool:
            if self.seed is not None and self.seed(card) and len(cards) < self.titles:
                cards.setdefault(card.name, card.code)
        seeded = dict.fromkeys(cards.values(), 1)
        return replace(self.wanted, cards=seeded, agendas=self.agendas).deck(pool)

    def broken(self, pool: CardPool) -> Deck:
        """Return the deck that differs by one card and fails."""
        return self.change(self.deck(pool), pool)


def shadow_crest(card: Card) -> bool:
    return Crest.SHADOW in card.crests


def lannister_only(card: Card) -> bool:
    return card.house_only == (Faction.LANNISTER,) and draw(card)


def swap(take: Callable[[Card], bool], put: Callable[[Card], bool]) -> Change:
    """Return the change of one card that passes `take` for one that passes `put`."""
    return lambda deck, pool: swapped(deck, take, put, pool)


def beside(code: str) -> Change:
    """Return the change that adds an agenda."""
    return lambda deck, pool: replace(deck, agendas=(*deck.agendas, pool.card(code)))


def second_copy(test: Callable[[Card], bool]) -> Change:
    """Return the change of one other card for a second copy of a card that passes."""

    def change(deck: Deck, _: CardPool) -> Deck:
        again = next(card for card, _ in deck.draw() if test(card))
        out = next(card for card, _ in deck.draw() if not test(card))
        return exchanged(deck, out, again)

    return change


def without_a_plot(deck: Deck, _: CardPool) -> Deck:
    plot, _copies = next(deck.plots())
    return deck.with_copies(plot, 0)


def without_a_card(deck: Deck, _: CardPool) -> Deck:
    card, copies = next(deck.draw())
    return deck.with_copies(card, copies - 1)


def company(slug: str, agendas: tuple[str, ...], stranger: str) -> Row:
    """Return the row of an agenda that goes with its company and with no other agenda."""
    return Row(
        slug=slug,
        agendas=agendas,
        wanted=Wanted(),
        change=beside(stranger),
        code="agenda.too-many",
    )


ROWS = (
    Row(
        slug="city-of-shadows",
        agendas=("kl_20",),
        wanted=Wanted(),
        seed=both(lannister_only, shadow_crest),
        titles=1,
        change=swap(draw, both(lannister_only, no(shadow_crest))),
        code="house.only",
    ),
    Row(
        slug="defiance",
        agendas=("cad_2",),
        wanted=Wanted(plots=10),
        change=without_a_plot,
        code="plots.too-few",
    ),
    Row(
        slug="the-long-voyage",
        agendas=("asots_60",),
        wanted=Wanted(faction=Faction.NEUTRAL, draw=85),
        change=without_a_card,
        code="draw.too-few",
    ),
    Row(
        slug="dark-wings-dark-words",
        agendas=("cad_80",),
        wanted=Wanted(draw=75, accept=no(EVENT)),
        seed=both(EVENT, draw, neutral),
        titles=5,
        change=second_copy(EVENT),
        code="agenda.dark-wings-dark-words.events",
    ),
    company("the-rangers", (RANGERS,), KINGS_OF_WINTER),
    company("the-builders", (BUILDERS, RANGERS), FREE_FOLK),
    company("the-stewards", (STEWARDS, RANGERS, BUILDERS), FIRST_MEN),
    company("the-free-folk", (FREE_FOLK,), KINGS_OF_WINTER),
    company("the-last-giants", (LAST_GIANTS, FREE_FOLK), STEWARDS),
    company("blood-of-the-first-men", (FIRST_MEN, FREE_FOLK, LAST_GIANTS), BUILDERS),
)
