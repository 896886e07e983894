"""The second edition's base rules by paragraph of the Rules Reference, and the worked cases."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.questions import CHARACTER, EVENT, PLOT, both, draw, loyal, neutral, no, of, plain, trait
from tests.verdicts import errors, exchanged, only, problems, some_draw_card

FEALTY, GREENSIGHT, ALLIANCE, KINGS_VOICE = "01027", "08079", "06018", "00030"
LION, ROSE, DRAGON = "01200", "01205", "01204"
FALCON, QOHOR, BRAAVOS, COMPANIES = OTHER_BANNERS = ("23040", "11039", "26080", "18019")
STARK = Wanted()


def bannermen(pool: CardPool, *factions: Faction) -> dict[str, int]:
    """Return 12 non-loyal characters of each faction, three copies each."""
    cards: dict[str, int] = {}
    for faction in factions:
        own = [c for c in pool if both(of(faction), CHARACTER, draw, plain, no(loyal))(c)]
        titles = {card.name: card.code for card in reversed(own)}
        cards |= dict.fromkeys(list(titles.values())[-4:], 3)
    return cards


def alliance(pool: CardPool, *agendas: str, factions: tuple[Faction, ...] = ()) -> Wanted:
    """Return an Alliance deck that keeps what its Banners ask for."""
    cards = bannermen(pool, *factions)
    return Wanted(agendas=agendas, cards=cards, draw=75, format=STARK.format)


LION_AND_ROSE = (Faction.LANNISTER, Faction.TYRELL)


@pytest.mark.parametrize("faction", [None, Faction.NEUTRAL])
def test_rr_deckbuilding_one_faction_card(faction: Faction | None, pool: CardPool) -> None:
    deck = replace(STARK.deck(pool), faction=faction)
    problem = only(deck, pool, "faction.missing")
    assert (problem.found, problem.wanted) == (0, 1)
    assert errors(deck, pool) == ["faction.missing"]


@pytest.mark.parametrize("faction", [each for each in Faction if each is not Faction.NEUTRAL])
def test_rr_deckbuilding_eight_factions(faction: Faction, pool: CardPool) -> None:
    assert errors(Wanted(faction=faction).deck(pool), pool) == []


@pytest.mark.parametrize(
    ("draw_deck", "expected"), [(0, "draw.too-few"), (59, "draw.too-few"), (60, ""), (99, "")]
)
def test_rr_deckbuilding_at_least_sixty(draw_deck: int, expected: str, pool: CardPool) -> None:
    deck = replace(STARK, draw=draw_deck).deck(pool)
    assert errors(deck, pool) == ([expected] if expected else [])
    if expected:
        assert str(draw_deck) in only(deck, pool, expected).message


@pytest.mark.parametrize(
    ("plots", "expected"), [(0, "plots.too-few"), (6, "plots.too-few"), (8, "plots.too-many")]
)
def test_rr_plot_deck_exactly_seven(plots: int, expected: str, pool: CardPool) -> None:
    problem = only(replace(STARK, plots=plots).deck(pool), pool, expected)
    assert (problem.found, problem.wanted) == (plots, 7)


def test_rr_plot_deck_one_doubled_title(pool: CardPool) -> None:
    plots = [c.code for c in pool if both(PLOT, neutral, plain)(c) and c.deck_limit == 2]
    one = replace(STARK, cards={plots[0]: 2}).deck(pool)
    assert errors(one, pool) == []
    two = replace(STARK, cards={plots[0]: 2, plots[1]: 2}).deck(pool)
    problem = only(two, pool, "plots.doubled")
    assert (problem.found, problem.wanted) == (2, 1)
    assert set(problem.cards) == {plots[0], plots[1]}
    thrice = replace(STARK, cards={plots[0]: 3}).deck(pool)
    assert errors(thrice, pool) == ["plots.copies"]


def test_rr_plot_deck_a_title_doubled_over_two_printings(pool: CardPool) -> None:
    pair = next(
        cards
        for cards in pool.by_title.values()
        if len([c for c in cards if PLOT(c) and plain(c) and c.deck_limit == 2]) == 2
    )
    one, other = (c.code for c in pair if PLOT(c) and plain(c) and c.deck_limit == 2)
    assert errors(replace(STARK, cards={one: 1, other: 1}).deck(pool), pool) == []
    three = replace(STARK, cards={one: 2, other: 1}).deck(pool)
    assert errors(three, pool) == ["plots.copies"]


def test_rr_plot_deck_limit_the_lowest_of_the_printings(pool: CardPool) -> None:
    for one, other in (("15050", "17156"), ("10048", "17154"), ("12047", "17157")):
        limits = {pool.card(code).deck_limit for code in (one, other)}
        assert limits == {1, 2}
        deck = replace(STARK, cards={one: 1, other: 1}).deck(pool)
        assert errors(deck, pool) == ["plots.copies"]


def test_rr_copy_by_title_over_printings(pool: CardPool) -> None:
    deck = replace(STARK, cards={"01144": 1, "03003": 3}).deck(pool)
    problem = only(deck, pool, "copies.too-many")
    assert (problem.found, problem.wanted, problem.cards) == (4, 3, ("01144", "03003"))
    assert errors(replace(STARK, cards={"01144": 1, "03003": 2}).deck(pool), pool) == []


def test_rr_copy_by_title_over_card_types(pool: CardPool) -> None:
    assert {pool.card(code).type for code in ("02004", "22017")} == {
        CardType.CHARACTER,
        CardType.ATTACHMENT,
    }
    deck = replace(STARK, cards={"02004": 2, "22017": 2}).deck(pool)
    assert errors(deck, pool) == ["copies.too-many"]


def test_rr_deckbuilding_plots_are_counted_apart(pool: CardPool) -> None:
    wanted = Wanted(faction=Faction.LANNISTER, cards={"16006": 3, "06100": 2})
    assert errors(wanted.deck(pool), pool) == []


def test_rr_deckbuilding_cards_of_another_faction(pool: CardPool) -> None:
    deck = replace(STARK, cards={"01094": 2}).deck(pool)
    problem = only(deck, pool, "faction.other")
    assert (problem.cards, problem.found, problem.wanted) == (("01094",), 2, 0)
    assert "Lannisport Merchant" in problem.message
    assert errors(deck, pool) == ["faction.other"]


def test_rr_loyal_cards_need_their_own_faction(pool: CardPool) -> None:
    loyal_lannister = next(c for c in pool if both(of(Faction.LANNISTER), loyal, draw, plain)(c))
    cards = {loyal_lannister.code: 1, **bannermen(pool, Faction.LANNISTER)}
    deck = replace(STARK, agendas=(LION,), cards=cards).deck(pool)
    assert errors(deck, pool) == ["faction.loyal"]
    assert only(deck, pool, "faction.loyal").cards == (loyal_lannister.code,)
    both_kinds = replace(STARK, cards={loyal_lannister.code: 1, "01094": 1}).deck(pool)
    assert errors(both_kinds, pool) == ["faction.other", "faction.loyal"]


@pytest.mark.parametrize("agendas", [(), (LION,)], ids=["alone", "with the Banner"])
def test_rr_deckbuilding_plots_of_another_faction(agendas: tuple[str, ...], pool: CardPool) -> None:
    cards = {"02030": 1, **(bannermen(pool, Faction.LANNISTER) if agendas else {})}
    deck = replace(STARK, agendas=agendas, cards=cards).deck(pool)
    assert errors(deck, pool) == ["faction.loyal"]


def test_rr_agenda_cards_one_agenda(pool: CardPool) -> None:
    assert errors(replace(STARK, agendas=(GREENSIGHT,)).deck(pool), pool) == []
    two = replace(STARK, agendas=(GREENSIGHT, "02060")).deck(pool)
    problem = only(two, pool, "agenda.too-many")
    assert (problem.found, problem.wanted) == (2, 1)
    assert errors(two, pool) == ["agenda.too-many"]


def test_rr_agenda_cards_never_the_same_twice(pool: CardPool) -> None:
    twice = replace(STARK, agendas=(GREENSIGHT, GREENSIGHT)).deck(pool)
    assert errors(twice, pool) == ["agenda.twice", "agenda.too-many"]
    assert only(twice, pool, "agenda.twice").cards == (GREENSIGHT,)


def test_rr_agenda_cards_two_printings_are_the_same_agenda(pool: CardPool) -> None:
    both_printings = Wanted(agendas=("13079", "17148")).deck(pool)
    problem = only(both_printings, pool, "agenda.twice")
    assert problem.cards == ("13079", "17148")


def test_alliance_with_one_and_two_banners(pool: CardPool) -> None:
    one = alliance(pool, ALLIANCE, LION, factions=(Faction.LANNISTER,))
    assert errors(one.deck(pool), pool) == []
    two = alliance(pool, ALLIANCE, LION, ROSE, factions=LION_AND_ROSE)
    assert errors(two.deck(pool), pool) == []
    assert errors(replace(two, draw=74).deck(pool), pool) == ["draw.too-few"]


def test_alliance_with_every_banner_that_names_no_faction(pool: CardPool) -> None:
    for banner in OTHER_BANNERS:
        deck = alliance(pool, ALLIANCE, banner).deck(pool)
        assert "agenda.too-many" not in errors(deck, pool), banner


def test_alliance_with_three_banners(pool: CardPool) -> None:
    factions = (*LION_AND_ROSE, Faction.TARGARYEN)
    deck = alliance(pool, ALLIANCE, LION, ROSE, DRAGON, factions=factions).deck(pool)
    problem = only(deck, pool, "agenda.too-many")
    assert (problem.found, problem.wanted) == (4, 3)
    assert errors(deck, pool) == ["agenda.too-many"]


def test_alliance_with_an_agenda_that_is_no_banner(pool: CardPool) -> None:
    deck = alliance(pool, ALLIANCE, GREENSIGHT).deck(pool)
    problem = only(deck, pool, "agenda.too-many")
    assert (problem.found, problem.wanted) == (2, 1)
    beside = alliance(pool, ALLIANCE, LION, GREENSIGHT, factions=(Faction.LANNISTER,))
    assert only(beside.deck(pool), pool, "agenda.too-many").wanted == 2


def test_alliance_with_the_same_banner_twice(pool: CardPool) -> None:
    deck = alliance(pool, ALLIANCE, LION, LION, factions=(Faction.LANNISTER,)).deck(pool)
    assert errors(deck, pool) == ["agenda.twice"]


def test_each_banner_of_an_alliance_keeps_its_own_rule(pool: CardPool) -> None:
    deck = alliance(pool, ALLIANCE, LION, ROSE, factions=(Faction.LANNISTER,)).deck(pool)
    assert errors(deck, pool) == ["agenda.banner-of-the-rose.too-few"]


def test_the_kings_voice_with_one_agenda_more(pool: CardPool) -> None:
    voice = Wanted(format="hand-of-the-king")
    for agendas, expected in (
        ((KINGS_VOICE,), []),
        ((KINGS_VOICE, GREENSIGHT), []),
        ((KINGS_VOICE, GREENSIGHT, "02060"), ["agenda.too-many"]),
        ((KINGS_VOICE, KINGS_VOICE), ["agenda.twice", "agenda.too-many"]),
    ):
        assert errors(replace(voice, agendas=agendas).deck(pool), pool) == expected


def test_the_kings_voice_with_alliance_and_its_banners(pool: CardPool) -> None:
    factions = (*LION_AND_ROSE, Faction.TARGARYEN)

    def voiced(*agendas: str) -> list[str]:
        wanted = alliance(pool, KINGS_VOICE, *agendas, factions=factions[: len(agendas) - 1])
        return errors(replace(wanted, format="hand-of-the-king").deck(pool), pool)

    assert voiced(ALLIANCE) == []
    assert voiced(ALLIANCE, LION, ROSE) == []
    assert voiced(ALLIANCE, LION, ROSE, DRAGON) == ["agenda.too-many"]


def test_the_kings_voice_is_for_hand_of_the_king_alone(pool: CardPool) -> None:
    deck = Wanted(agendas=(KINGS_VOICE,)).deck(pool)
    problem = only(deck, pool, "format.only-in")
    assert problem.cards == (KINGS_VOICE,)
    assert "Hand of the King" in problem.message


def test_rr_deckbuilding_the_larger_minimum_of_two_agendas_holds(pool: CardPool) -> None:
    voice = Wanted(agendas=(KINGS_VOICE, "16030"), format="hand-of-the-king", draw=99)
    assert only(voice.deck(pool), pool, "draw.too-few").wanted == 100


def test_titles_are_no_cards_of_a_deck(pool: CardPool) -> None:
    for title in (card for card in pool if card.type is CardType.TITLE):
        deck = STARK.deck(pool).with_copies(title, 1)
        problem = only(deck, pool, "deck.not-a-deck-card")
        assert problem.cards == (title.code,)


def test_a_card_of_the_other_edition(pools: Pools, pool: CardPool) -> None:
    stranger = pools[Edition.FIRST].card("core_13")
    deck = STARK.deck(pool)
    found = only(exchanged(deck, some_draw_card(deck), stranger), pool, "deck.not-a-deck-card")
    assert found.cards == ("core_13",)
    assert stranger.name in found.message


def test_an_agenda_of_the_other_edition(pools: Pools, pool: CardPool) -> None:
    stranger = pools[Edition.FIRST].card("btns_119")
    alone = replace(STARK.deck(pool), agendas=(stranger,))
    assert errors(alone, pool) == ["deck.not-a-deck-card"]
    beside = replace(STARK.deck(pool), agendas=(stranger, pool.card(GREENSIGHT)))
    assert set(errors(beside, pool)) >= {"agenda.too-many"}


def test_every_problem_at_once_each_once(pool: CardPool) -> None:
    wanted = Wanted(cards={"01144": 4, "01094": 1, "01012": 2}, draw=50, plots=8)
    deck = replace(wanted, agendas=(GREENSIGHT, FEALTY)).deck(pool)
    found = problems(deck, pool)
    assert len(set(found)) == len(found)
    assert sorted(errors(deck, pool)) == [
        "agenda.too-many",
        "copies.too-many",
        "draw.too-few",
        "faction.other",
        "plots.copies",
        "plots.too-many",
    ]


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
