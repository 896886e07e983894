"""The worked cases of deck construction, each named by its number."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import EVENT, PLOT, neutral, no, plain, trait
from tests.verdicts import errors

STARK = Wanted()


def doubled(pool: CardPool, wanted: Wanted, *codes: str, others: int) -> Deck:
    """Return the deck with two copies of the coded plots and some other distinct ones."""
    cards = dict.fromkeys(codes, 2)
    return replace(wanted, cards=cards, plots=2 * len(codes) + others).deck(pool)


def test_a03_two_doubled_plots_need_the_wars_to_come(pool: CardPool) -> None:
    wars = Wanted(agendas=("17151",))
    assert errors(doubled(pool, STARK, "01010", "01021", others=3), pool) == ["plots.doubled"]
    assert errors(doubled(pool, wars, "01010", "01021", others=6), pool) == []
    assert errors(doubled(pool, wars, "01012", others=8), pool) == ["plots.copies"]
    assert errors(wars.deck(pool), pool) == ["plots.too-few"]


def test_a09_the_lowest_limit_of_a_title_holds(pool: CardPool) -> None:
    def crowns(**cards: int) -> list[str]:
        return errors(Wanted(faction=Faction.TARGARYEN).deck(pool, **cards), pool)

    assert crowns(c02034=1, c17134=1) == ["copies.too-many"]
    assert crowns(c17134=1, c02034=1) == ["copies.too-many"]
    assert crowns(c17134=3) == []
    assert crowns(c02034=1) == []


def test_a11_different_means_by_title(pool: CardPool) -> None:
    codes = ("01028", "13017", "01029", "05003", "18006", "26065", "02007")
    wanted = Wanted(
        faction=Faction.LANNISTER,
        agendas=("26040",),
        cards=dict.fromkeys(codes, 1),
        accept=no(trait("Small Council")),
    )
    assert errors(wanted.deck(pool), pool) == ["agenda.the-small-council.small-council"]


def test_a13_uniting_the_realm_counts_titles_of_each_faction(pool: CardPool) -> None:
    wanted = Wanted(agendas=("25120",), accept=neutral)
    lannister = {"22007": 1, "05005": 1, "15029": 1, "13009": 1}
    assert errors(replace(wanted, cards=lannister).deck(pool), pool) == []
    four = _titles(pool, Faction.STARK, 4)
    assert errors(replace(wanted, cards=four).deck(pool), pool) == [
        "agenda.uniting-the-realm.titles"
    ]
    each = {c: 1 for f in Faction if f is not Faction.NEUTRAL for c in _titles(pool, f, 3)}
    assert errors(replace(wanted, cards=each).deck(pool), pool) == []
    event = next(
        card.code
        for card in pool
        if EVENT(card) and plain(card) and Faction.LANNISTER in card.factions and not card.loyal
    )
    assert errors(replace(wanted, cards={event: 1}).deck(pool), pool) == ["faction.other"]


def _titles(pool: CardPool, faction: Faction, number: int) -> dict[str, int]:
    found: dict[str, str] = {}
    for card in pool:
        if (
            card.factions == (faction,)
            and card.type is CardType.CHARACTER
            and not card.loyal
            and plain(card)
        ):
            found.setdefault(card.name, card.code)
    return dict.fromkeys(list(found.values())[:number], 1)


def test_a17_fealty_counts_the_draw_deck_alone(pool: CardPool) -> None:
    neutrals = [c.code for c in pool if neutral(c) and c.in_draw_deck and plain(c)]
    wanted = Wanted(agendas=("01027",), accept=lambda card: PLOT(card) == neutral(card))
    fifteen = replace(wanted, cards=dict.fromkeys(neutrals[:5], 3))
    sixteen = replace(wanted, cards={**dict.fromkeys(neutrals[:5], 3), neutrals[7]: 1})
    deck = fifteen.deck(pool)
    assert errors(deck, pool) == []
    assert all(neutral(card) for card, _ in deck.plots())
    assert errors(sixteen.deck(pool), pool) == ["agenda.fealty.neutral"]


def test_a19_the_free_folk_narrows_even_the_own_faction(pool: CardPool) -> None:
    wanted = Wanted(agendas=("17150",), accept=neutral)
    assert errors(wanted.deck(pool), pool) == []
    assert errors(wanted.deck(pool, c01141=1), pool) == ["agenda.the-free-folk-r.faction"]
    plot = next(c for c in pool if PLOT(c) and plain(c) and Faction.STARK in c.factions)
    with_plot = replace(wanted, cards={plot.code: 1})
    assert errors(with_plot.deck(pool), pool) == ["agenda.the-free-folk-r.faction"]


def _unlisted(card: Card, pool: CardPool) -> bool:
    newest = pool.lists["gotstandard2.1"]
    listed = {*newest.banned}
    for _, part in newest.formats:
        listed |= part.restricted | part.banned
        listed |= {code for pod in part.pods for code in pod.cards}
    return card.code not in listed


def test_b03_a_pod_allows_one_of_its_cards(pool: CardPool) -> None:
    wanted = Wanted(faction=Faction.LANNISTER, accept=lambda card: _unlisted(card, pool))
    for cards, expected in (
        ({"c01097": 1}, []),
        ({"c25026": 1}, []),
        ({"c01097": 1, "c25026": 1}, ["list.pod"]),
    ):
        assert errors(wanted.deck(pool, **cards), pool, "gotstandard2.1") == expected


def test_b07_release_dates_hold_beside_the_list(pool: CardPool) -> None:
    wanted = Wanted(faction=Faction.NIGHTS_WATCH, accept=lambda card: card.pack in {"Core", "WotW"})
    deck = wanted.deck(pool, c21013=1)
    assert errors(deck, pool, "ffg1.2", day=date(2017, 12, 1)) == ["release.later"]
    assert errors(deck, pool, "none") == []
