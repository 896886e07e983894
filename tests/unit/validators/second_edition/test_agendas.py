"""Every agenda of the second edition: one deck that passes, and one that fails by one card."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import (
    ATTACHMENT,
    CHARACTER,
    EVENT,
    LANNISTER,
    LOCATION,
    PLOT,
    STARK,
    Test,
    bestow,
    both,
    draw,
    either,
    foreign_card,
    limited,
    loyal,
    neutral,
    no,
    of,
    plain,
    shadow,
    trait,
    trident,
)
from tests.verdicts import errors, swapped
from validators.second_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES


@dataclass(frozen=True, kw_only=True)
class Row:
    """An agenda's two decks: the first is legal; with one `put` for one `take` it fails.

    `holds` are the copies of cards that the deck is seeded with: test, copies, copies of each.
    `beside` are the problems that come with that of the agenda.
    """

    slug: str
    agenda: str
    holds: tuple[tuple[Test, int, int], ...] = ()
    wanted: Wanted = field(default_factory=Wanted)
    take: Test
    put: Test
    code: str
    beside: tuple[str, ...] = ()

    def deck(self, pool: CardPool) -> Deck:
        """Return the legal deck."""
        cards: dict[str, int] = {}
        titles: set[str] = set()
        for test, copies, each in self.holds:
            missing = copies
            for card in pool:
                if missing > 0 and plain(card) and test(card) and card.name not in titles:
                    cards[card.code] = min(each, missing)
                    titles.add(card.name)
                    missing -= each
            assert missing <= 0, f"no {copies} cards for the deck of {self.slug}"
        return replace(self.wanted, agendas=(self.agenda,), cards=cards).deck(pool)


def banner(slug: str, agenda: str, faction: Faction) -> Row:
    """Return a Banner's row: 12 cards of its house, none loyal; with 11 it fails."""
    theirs = both(of(faction), draw, no(loyal))
    own = Faction.STARK if faction is not Faction.STARK else Faction.LANNISTER
    return Row(
        slug=slug,
        agenda=agenda,
        holds=((theirs, 12, 3),),
        wanted=Wanted(faction=own),
        take=of(faction),
        put=both(draw, neutral, plain),
        code=f"agenda.{slug}.too-few",
    )


def foreign(slug: str, agenda: str, allowed: Test, refused: Test) -> Row:
    """Return the row of an agenda that allows some non-loyal cards, and refuses others."""
    other = both(LANNISTER, draw, plain)
    return Row(
        slug=slug,
        agenda=agenda,
        holds=((both(other, allowed, no(loyal)), 2, 2),),
        take=both(STARK, draw),
        put=both(other, refused, no(loyal)),
        code="faction.other",
    )


def different(slug: str, agenda: str, word: str, what: str) -> Row:
    """Return the row of an agenda that needs seven titles with a trait; six fail."""
    characters = both(trait(word), CHARACTER, draw, no(loyal))
    return Row(
        slug=slug,
        agenda=agenda,
        holds=((characters, 7, 1),),
        wanted=Wanted(accept=no(both(trait(word), CHARACTER))),
        take=characters,
        put=both(draw, neutral, plain, no(trait(word))),
        code=f"agenda.{slug}.{what}",
    )


def without(slug: str, agenda: str, wrong: Test, code: str, take: Test = PLOT) -> Row:
    """Return the row of an agenda that forbids some cards."""
    return Row(
        slug=slug,
        agenda=agenda,
        wanted=Wanted(accept=no(wrong)),
        take=take,
        put=both(wrong, plain, no(foreign_card)),
        code=f"agenda.{slug}.{code}",
    )


def singly(slug: str, agenda: str, kind: Test, code: str, size: int = 60, also: Test = draw) -> Row:
    """Return the row of an agenda that allows one copy of each card of a kind."""
    return Row(
        slug=slug,
        agenda=agenda,
        holds=((both(kind, draw, neutral, also), 5, 1),),
        wanted=Wanted(draw=size, accept=no(kind)),
        take=OWN,
        put=both(kind, also),
        code=f"agenda.{slug}.{code}",
    )


DRAFT = Wanted(draw=40, plots=5, format="draft")
OWN = both(STARK, draw)
OTHERS = both(draw, no(STARK), no(neutral))


def named(slug: str, agenda: str, legal: Test, wrong: Test) -> Row:
    """Return the row of a draft agenda that names a faction, two, or a trait."""
    return Row(
        slug=slug,
        agenda=agenda,
        holds=((both(draw, legal), 6, 3),),
        wanted=DRAFT,
        take=OWN,
        put=both(draw, plain, no(loyal), wrong),
        code="faction.other",
    )


TWO_FACTIONS = ((both(draw, LANNISTER), 3, 3), (both(draw, of(Faction.MARTELL)), 3, 3))
NO_KNIGHT = both(LANNISTER, no(trait("Knight")), no(trait("Army")), CHARACTER)

ROWS = (
    named("the-power-of-wealth", "00001", LANNISTER, of(Faction.MARTELL)),
    named(
        "protectors-of-the-realm",
        "00002",
        both(LANNISTER, CHARACTER, either(trait("Knight"), trait("Army"))),
        NO_KNIGHT,
    ),
    replace(named("treaty", "00003", neutral, of(Faction.TYRELL)), holds=TWO_FACTIONS),
    replace(
        named("uniting-the-seven-kingdoms", "00004", OTHERS, neutral),
        take=PLOT,
        put=both(PLOT, LANNISTER, plain),
        code="faction.loyal",
    ),
    replace(
        foreign(
            "the-kings-voice",
            "00030",
            trait("Small Council", CardType.CHARACTER),
            no(trait("Small Council")),
        ),
        wanted=Wanted(format="hand-of-the-king"),
    ),
    named("sealing-the-pact", "00362", LANNISTER, of(Faction.MARTELL)),
    replace(
        named("unknown-and-unknowable", "00363", neutral, of(Faction.TYRELL)), holds=TWO_FACTIONS
    ),
    named("pass-beneath-the-shadow", "00364", both(LANNISTER, shadow), both(LANNISTER, no(shadow))),
    named(
        "seeking-fortunes",
        "00365",
        both(LANNISTER, either(LOCATION, bestow)),
        both(LANNISTER, CHARACTER, no(bestow)),
    ),
    named("join-forces", "00366", both(LANNISTER, trait("Knight")), trait("Clansman")),
    Row(
        slug="desperate-hope",
        agenda="00367",
        holds=((both(LANNISTER, draw), 3, 3), (both(LANNISTER, PLOT), 1, 1)),
        wanted=DRAFT,
        take=PLOT,
        put=both(EVENT, neutral, plain),
        code="plots.too-few",
    ),
    Row(
        slug="fealty",
        agenda="01027",
        holds=((both(neutral, draw), 15, 3),),
        wanted=Wanted(accept=either(PLOT, STARK)),
        take=OWN,
        put=both(draw, neutral, plain),
        code="agenda.fealty.neutral",
    ),
    banner("banner-of-the-stag", "01198", Faction.BARATHEON),
    banner("banner-of-the-kraken", "01199", Faction.GREYJOY),
    banner("banner-of-the-lion", "01200", Faction.LANNISTER),
    banner("banner-of-the-sun", "01201", Faction.MARTELL),
    banner("banner-of-the-watch", "01202", Faction.NIGHTS_WATCH),
    banner("banner-of-the-wolf", "01203", Faction.STARK),
    banner("banner-of-the-dragon", "01204", Faction.TARGARYEN),
    banner("banner-of-the-rose", "01205", Faction.TYRELL),
    without("kings-of-summer", "04037", both(PLOT, trait("Winter")), "winter"),
    without("kings-of-winter", "04038", both(PLOT, trait("Summer")), "summer"),
    Row(
        slug="the-rains-of-castamere",
        agenda="05045",
        holds=((both(PLOT, trait("Scheme"), neutral), 5, 1),),
        wanted=Wanted(plots=12, accept=no(both(PLOT, trait("Scheme")))),
        take=trait("Scheme", CardType.PLOT),
        put=both(PLOT, neutral, plain, no(trait("Scheme"))),
        code="agenda.the-rains-of-castamere.schemes",
    ),
    Row(
        slug="alliance",
        agenda="06018",
        wanted=Wanted(draw=75),
        take=OWN,
        put=both(PLOT, neutral, plain),
        code="draw.too-few",
        beside=("plots.too-many",),
    ),
    without("the-brotherhood-without-banners", "06119", both(CHARACTER, loyal), "loyal", take=OWN),
    Row(
        slug="the-conclave",
        agenda="09045",
        holds=((both(trait("Maester"), CHARACTER, no(loyal), draw), 12, 3),),
        wanted=Wanted(accept=no(trait("Maester"))),
        take=trait("Maester", CardType.CHARACTER),
        put=both(draw, neutral, plain, no(trait("Maester"))),
        code="agenda.the-conclave.maesters",
    ),
    Row(
        slug="the-wars-to-come",
        agenda="10045",
        wanted=Wanted(plots=10),
        take=PLOT,
        put=both(draw, neutral, plain),
        code="plots.too-few",
    ),
    Row(
        slug="the-free-folk",
        agenda="11079",
        wanted=Wanted(accept=neutral),
        take=both(draw, neutral),
        put=both(OWN, plain),
        code="agenda.the-free-folk.faction",
    ),
    foreign("kingdom-of-shadows", "13079", both(CHARACTER, shadow), both(CHARACTER, no(shadow))),
    different("the-white-book", "13099", "Kingsguard", "kingsguard"),
    singly("valyrian-steel", "13118", ATTACHMENT, "attachments", size=75),
    singly("dark-wings-dark-words", "16028", EVENT, "events", size=75),
    Row(
        slug="the-long-voyage",
        agenda="16030",
        wanted=Wanted(draw=100),
        take=OWN,
        put=both(PLOT, neutral, plain),
        code="draw.too-few",
        beside=("plots.too-many",),
    ),
    without("sea-of-blood-r", "17149", both(EVENT, neutral), "neutral-events", take=OWN),
    Row(
        slug="the-free-folk-r",
        agenda="17150",
        holds=((both(trait("Wildling"), CHARACTER, no(loyal), draw), 12, 3),),
        wanted=Wanted(accept=neutral),
        take=both(draw, neutral),
        put=both(OWN, plain, no(trait("Wildling"))),
        code="agenda.the-free-folk-r.faction",
    ),
    foreign(
        "a-mummers-farce",
        "20051",
        trait("Fool", CardType.CHARACTER),
        both(CHARACTER, no(trait("Fool"))),
    ),
    without("the-many-faced-god", "20052", both(PLOT, trait("Kingdom")), "kingdom"),
    Row(
        slug="battle-of-the-trident",
        agenda="21030",
        wanted=Wanted(plots=10, accept=either(draw, trident)),
        take=PLOT,
        put=both(PLOT, neutral, plain, no(trident)),
        code="agenda.battle-of-the-trident.plots",
    ),
    Row(
        slug="banner-of-the-falcon",
        agenda="23040",
        holds=((both(trait("House Arryn"), draw, neutral), 12, 3),),
        wanted=Wanted(accept=no(trait("House Arryn"))),
        take=trait("House Arryn"),
        put=both(draw, neutral, plain, no(trait("House Arryn"))),
        code="agenda.banner-of-the-falcon.too-few",
    ),
    without("the-gift-of-mercy", "25080", both(PLOT, trait("Omen")), "omen"),
    Row(
        slug="uniting-the-realm",
        agenda="25120",
        holds=((both(LANNISTER, draw, CHARACTER, no(loyal)), 9, 3), (OWN, 9, 3)),
        wanted=Wanted(accept=neutral),
        take=both(draw, neutral),
        put=both(LANNISTER, CHARACTER, draw, plain, no(loyal)),
        code="agenda.uniting-the-realm.titles",
    ),
    different("the-small-council", "26040", "Small Council", "small-council"),
    singly("trading-with-braavos", "26080", LOCATION, "locations", also=no(limited)),
    without(
        "armed-to-the-teeth",
        "26120",
        both(ATTACHMENT, no(trait("Weapon"))),
        "attachments",
        take=OWN,
    ),
)
SECOND_COPY = {"valyrian-steel", "dark-wings-dark-words", "trading-with-braavos"}


def broken(row: Row, pool: CardPool) -> Deck:
    """Return the deck that differs by one card and fails."""
    deck = row.deck(pool)
    if row.slug not in SECOND_COPY:
        return swapped(deck, row.take, row.put, pool)
    twice = next(card for card, _ in deck.slots if row.put(card))
    out = next(card for card, _ in deck.slots if row.take(card))
    return deck.with_copies(out, deck.copies(out) - 1).with_copies(twice, 2)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.slug)
def test_a_deck_is_legal_and_one_that_differs_by_one_card_is_not(row: Row, pool: CardPool) -> None:
    legal, wrong = row.deck(pool), broken(row, pool)
    assert errors(legal, pool) == []
    assert errors(wrong, pool) == [row.code, *row.beside]
    before, after = dict(legal.slots), dict(wrong.slots)
    moved = [before.get(card, 0) - after.get(card, 0) for card in {*before, *after}]
    assert sorted(each for each in moved if each) == [-1, 1]


def test_every_row_of_the_table_has_its_two_decks() -> None:
    assert [row.slug for row in ROWS] == [row.slug for row in AGENDAS]


def test_every_printing_of_a_row_judges_alike(pool: CardPool) -> None:
    for row, rules in zip(ROWS, AGENDAS, strict=True):
        for code in rules.codes:
            again = replace(row, agenda=code)
            assert errors(again.deck(pool), pool) == []
            assert row.code in errors(broken(again, pool), pool)


def test_every_agenda_of_the_data_is_in_one_of_the_two_tables(pool: CardPool) -> None:
    tables = [code for row in AGENDAS for code in row.codes] + [c for c, _ in NO_CONSTRUCTION_RULES]
    agendas = [card.code for card in pool if card.type is CardType.AGENDA]
    assert sorted(tables) == agendas
    assert (len(agendas), len(NO_CONSTRUCTION_RULES)) == (60, 13)


def test_the_texts_about_deck_building_are_those_of_the_agendas_with_rules(pool: CardPool) -> None:
    assert {card.code for card in pool if card.deckbuilding} == {
        c for r in AGENDAS for c in r.codes
    }


@pytest.mark.parametrize(("code", "name"), NO_CONSTRUCTION_RULES)
def test_an_agenda_without_construction_rules_changes_nothing(
    code: str, name: str, pool: CardPool
) -> None:
    assert pool.card(code).name == name
    assert errors(Wanted(agendas=(code,)).deck(pool), pool) == []
