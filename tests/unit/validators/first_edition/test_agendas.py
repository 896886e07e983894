"""Every agenda of the first edition: one deck that passes, and one that fails by one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Crest, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import EVENT, LOCATION, both, draw, neutral, no, trait
from tests.verdicts import errors, exchanged, only, problems, some_draw_card, swapped
from validators.first_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES
from validators.problem import Severity

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
        """Return the legal deck, seeded with one copy of some titles that `seed` accepts."""
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
        slug=slug, agendas=agendas, wanted=Wanted(), change=beside(stranger), code="agenda.too-many"
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


HOUSES = tuple(f for f in Faction if f not in {Faction.NIGHTS_WATCH, Faction.TYRELL})
BOUND = (
    ("low_48", Faction.STARK),
    ("lotr_48", Faction.LANNISTER),
    ("qod_48", Faction.TARGARYEN),
    ("kr_98", Faction.BARATHEON),
    ("kr_99", Faction.GREYJOY),
    ("kr_119", Faction.MARTELL),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_a_deck_is_legal_and_one_that_differs_by_one_card_is_not(row: Row, pool: CardPool) -> None:
    legal, broken = row.deck(pool), row.broken(pool)
    assert errors(legal, pool) == []
    assert errors(broken, pool) == [row.code]
    before, after = _cards(legal), _cards(broken)
    assert (before - after).total() <= 1
    assert (after - before).total() <= 1
    assert before != after


def _cards(deck: Deck) -> Counter[Card]:
    return Counter(dict(deck.slots)) + Counter(deck.agendas)


def test_every_row_of_the_table_has_its_two_decks() -> None:
    assert [row.slug for row in ROWS] == [row.slug for row in AGENDAS]
    assert [row.agendas[0] for row in ROWS] == [row.codes[0] for row in AGENDAS]


def test_every_agenda_of_the_data_is_in_one_of_the_two_tables(pool: CardPool) -> None:
    tables = [row.codes[0] for row in AGENDAS] + [code for code, _ in NO_CONSTRUCTION_RULES]
    agendas = [card.code for card in pool if card.type is CardType.AGENDA]
    assert sorted(tables) == agendas
    assert (len(agendas), len(NO_CONSTRUCTION_RULES)) == (33, 23)


@pytest.mark.parametrize(("code", "name"), NO_CONSTRUCTION_RULES)
def test_an_agenda_without_construction_rules_changes_nothing(
    code: str, name: str, pool: CardPool
) -> None:
    house = dict(BOUND).get(code, Faction.STARK)
    assert pool.card(code).name == name
    assert errors(Wanted(faction=house, agendas=(code,)).deck(pool), pool) == []


@pytest.mark.parametrize(("code", "house"), [*BOUND, ("asots_60", Faction.NEUTRAL)])
def test_a_house_bound_agenda_needs_its_house(code: str, house: Faction, pool: CardPool) -> None:
    wanted = Wanted(agendas=(code,), draw=85)
    for each in HOUSES:
        expected = [] if each is house else ["house.only"]
        assert errors(replace(wanted, faction=each).deck(pool), pool) == expected, each


@pytest.mark.parametrize("company", [NIGHTS_WATCH, WILDLING], ids=["Night's Watch", "Wildling"])
def test_a_company_may_be_run_alone_in_pairs_and_whole(
    company: tuple[str, ...], pool: CardPool
) -> None:
    for size in (1, 2, 3):
        for agendas in combinations(company, size):
            assert errors(Wanted(agendas=agendas).deck(pool), pool) == []


def test_companies_are_not_mixed(pool: CardPool) -> None:
    for one in NIGHTS_WATCH:
        for other in WILDLING:
            assert errors(Wanted(agendas=(one, other)).deck(pool), pool) == ["agenda.too-many"]
    mixed = Wanted(agendas=(*NIGHTS_WATCH, WILDLING[0])).deck(pool)
    assert only(mixed, pool, "agenda.too-many").found == 4


def test_the_same_agenda_of_a_company_twice(pool: CardPool) -> None:
    twice = Wanted(agendas=(NIGHTS_WATCH[0], NIGHTS_WATCH[0])).deck(pool)
    assert errors(twice, pool) == ["agenda.twice"]


def test_no_source_is_a_paragraph_of_the_second_edition(pool: CardPool) -> None:
    twice = Wanted(agendas=(NIGHTS_WATCH[0], NIGHTS_WATCH[0])).deck(pool)
    house_card = Wanted().deck(pool, ccore_210=1)
    for deck, code in ((twice, "agenda.twice"), (house_card, "deck.not-a-deck-card")):
        source = only(deck, pool, code).source
        assert "Rules Reference" not in source
        assert "4.1" not in source


def test_the_maesters_path_sets_chains_of_different_titles_aside(pool: CardPool) -> None:
    chains = [card.code for card in pool if "Chain" in card.traits]
    wanted = Wanted(agendas=("soo_19",), accept=no(trait("Chain")))
    for titles, copies, left in ((0, 1, 60), (4, 1, 56), (4, 3, 56), (12, 1, 48), (12, 3, 48)):
        deck = replace(wanted, cards=dict.fromkeys(chains[:titles], copies)).deck(pool)
        note = only(deck, pool, "agenda.the-maesters-path.chains")
        assert (note.severity, note.found) == (Severity.NOTE, titles)
        assert f"{titles} different Chains" in note.message
        assert f"{left} cards" in note.message
        assert errors(deck, pool) == []


def test_the_maesters_path_counts_the_chains_towards_sixty(pool: CardPool) -> None:
    chains = [card.code for card in pool if "Chain" in card.traits]
    wanted = Wanted(agendas=("soo_19",), cards=dict.fromkeys(chains, 1), draw=59)
    assert errors(wanted.deck(pool), pool) == ["draw.too-few"]


def test_house_of_dreams_wants_a_location_of_its_own_house(pool: CardPool) -> None:
    wanted = Wanted(agendas=("btns_119",), accept=no(both(LOCATION, lambda card: card.unique)))
    code = "agenda.house-of-dreams.no-location"
    bare = wanted.deck(pool)
    warning = only(bare, pool, code)
    assert warning.severity is Severity.WARNING
    assert errors(bare, pool) == []
    with_home = exchanged(bare, some_draw_card(bare), pool.card("asots_87"))
    assert code not in {each.code for each in problems(with_home, pool)}
    foreign = _first(pool, Faction.LANNISTER, limited=False)
    assert only(exchanged(bare, some_draw_card(bare), foreign), pool, code)


def _first(pool: CardPool, house: Faction, *, limited: bool) -> Card:
    return next(
        card
        for card in pool
        if card.factions == (house,)
        and LOCATION(card)
        and card.unique
        and not card.house_only
        and (card.keyword("limited") is not None) == limited
    )


def test_dark_wings_counts_a_title_over_its_printings(pool: CardPool) -> None:
    titles = {name: cards for name, cards in pool.by_title.items() if len(cards) > 1}
    two = next(
        cards
        for cards in titles.values()
        if all(card.type is CardType.EVENT and card.neutral for card in cards)
    )
    wanted = Wanted(agendas=("cad_80",), draw=75, accept=lambda card: card.type != CardType.EVENT)
    deck = replace(wanted, cards={two[0].code: 1, two[1].code: 1}).deck(pool)
    assert errors(deck, pool) == ["agenda.dark-wings-dark-words.events"]


def test_defiance_needs_ten_plots_exactly(pool: CardPool) -> None:
    wanted = Wanted(agendas=("cad_2",))
    for plots, expected in (
        (7, ["plots.too-few"]),
        (9, ["plots.too-few"]),
        (10, []),
        (11, ["plots.too-many"]),
    ):
        assert errors(replace(wanted, plots=plots).deck(pool), pool) == expected
