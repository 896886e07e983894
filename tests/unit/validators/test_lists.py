"""Restricted lists of the second edition: bans, restricted titles, pods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.restrictions import FormatList
from carddb.terms import CardType, Faction
from decks.deck import Deck
from tests.filled import Wanted
from tests.verdicts import errors, only, problems

NEWEST = "gotstandard2.1"
CONCLAVE = "conclave2.0"


def part(pool: CardPool, code: str, format_name: str) -> FormatList:
    """Return what a list says of a format."""
    found = pool.lists[code].of(format_name)
    assert found is not None
    return found


def free(pool: CardPool, code: str) -> Callable[[Card], bool]:
    """Return the test of cards that a list does not name in any way."""
    named = {*pool.lists[code].banned}
    for _, each in pool.lists[code].formats:
        named |= each.restricted | each.banned
        named |= {card for pod in each.pods for card in (*pod.cards, pod.trigger or "")}
    return lambda card: card.code not in named


def unlisted(pool: CardPool, code: str = NEWEST, faction: Faction = Faction.STARK) -> Wanted:
    """Return a deck that no part of a list touches."""
    return Wanted(faction=faction, accept=free(pool, code))


@pytest.mark.parametrize("format_name", ["joust", "melee"])
def test_a_deck_without_listed_cards_is_legal(format_name: str, pool: CardPool) -> None:
    for code in pool.lists:
        deck = replace(unlisted(pool, code), format=format_name).deck(pool)
        assert errors(deck, pool, code) == [], code


def test_top_level_bans_hold_in_joust_and_melee(pool: CardPool) -> None:
    banned = [c for c in pool.lists[NEWEST].banned if pool.card(c).factions == (Faction.STARK,)]
    for format_name in ("joust", "melee"):
        for code in sorted(banned):
            wanted = replace(unlisted(pool), cards={code: 1}, format=format_name)
            problem = only(wanted.deck(pool), pool, "list.banned", NEWEST)
            assert problem.cards == (code,)


def test_bans_of_one_format_hold_there_alone(pool: CardPool) -> None:
    assert part(pool, NEWEST, "melee").banned == {"13097", "25100"}
    for code in ("13097", "25100"):
        card = pool.card(code)
        wanted = unlisted(pool, faction=(*card.factions, Faction.STARK)[0])
        if card.type is CardType.AGENDA:
            deck = replace(wanted, agendas=(code,)).deck(pool)
        else:
            deck = replace(wanted, cards={code: 1}).deck(pool)
        assert errors(replace(deck, format="melee"), pool, NEWEST) == ["list.banned"]
        assert errors(deck, pool, NEWEST) == []


def test_every_banned_card_is_named(pool: CardPool) -> None:
    deck = replace(unlisted(pool), cards={"17134": 1, "02034": 1}).deck(pool)
    found = only(deck, pool, "list.banned", NEWEST)
    assert found.cards == ("02034",)
    assert "Crown of Gold (TRtW)" in found.message
    assert "2026-07-01" in found.source


def test_two_printings_of_one_title_are_one_restricted_card(pool: CardPool) -> None:
    restricted = part(pool, NEWEST, "melee").restricted
    assert {"01183", "17174"} <= restricted
    melee = replace(unlisted(pool, faction=Faction.TYRELL), format="melee")
    tarlys = replace(melee, cards={"01183": 2, "17174": 1})
    assert errors(tarlys.deck(pool), pool, NEWEST) == []
    others = [pool.card(code) for code in sorted(restricted - {"01183", "17174"})]
    third = next(card.code for card in others if card.factions == (Faction.TYRELL,))
    beside = replace(melee, cards={"01183": 1, "17174": 1, third: 1})
    problem = only(beside.deck(pool), pool, "list.restricted", NEWEST)
    assert (problem.found, problem.wanted) == (2, 1)
    assert set(problem.cards) == {"01183", "17174", third}


def test_a_restricted_card_in_three_copies_is_one(pool: CardPool) -> None:
    restricted = sorted(part(pool, NEWEST, "joust").restricted)
    own = [c for c in restricted if pool.card(c).in_draw_deck]
    for code in own[:6]:
        faction = (*pool.card(code).factions, Faction.STARK)[0]
        deck = replace(unlisted(pool, faction=faction), cards={code: 3}).deck(pool)
        assert errors(deck, pool, NEWEST) == [], code


def test_restricted_plots_and_agendas_count(pool: CardPool) -> None:
    wanted = replace(unlisted(pool), format="melee", cards={"01001": 1})
    assert errors(wanted.deck(pool), pool, NEWEST) == []
    with_agenda = replace(wanted, agendas=("02060",)).deck(pool)
    assert only(with_agenda, pool, "list.restricted", NEWEST).cards == ("01001", "02060")
    two_plots = replace(wanted, cards={"01001": 1, "01013": 1}).deck(pool)
    assert errors(two_plots, pool, NEWEST) == ["list.restricted"]


@pytest.mark.parametrize("format_name", ["joust", "melee"])
def test_pods_of_every_list_allow_one_title_each(format_name: str, pool: CardPool) -> None:
    for code in pool.lists:
        for pod in part(pool, code, format_name).pods:
            if pod.trigger is None:
                cards = [pool.card(each) for each in pod.cards]
                for one in cards:
                    assert podded(pool, code, format_name, one) == [], (code, one)
                for one, other in pairwise(cards):
                    found = podded(pool, code, format_name, one, other)
                    assert {one.code, other.code} in found, (code, one, other)


def podded(pool: CardPool, code: str, format_name: str, *cards: Card) -> list[set[str]]:
    """Return the cards of each pod problem that a deck of these cards has under a list."""
    deck = Deck.of("Podded", pool.edition, None, [(c, 1) for c in cards], format=format_name)
    return [set(each.cards) for each in problems(deck, pool, code) if each.code == "list.pod"]


def test_an_agenda_and_a_plot_of_one_pod(pool: CardPool) -> None:
    pod = next(
        pod
        for pod in part(pool, NEWEST, "joust").pods
        if {CardType.AGENDA, CardType.PLOT} <= {pool.card(code).type for code in pod.cards}
    )
    agenda = next(c for c in pod.cards if pool.card(c).type is CardType.AGENDA)
    plot = next(c for c in pod.cards if pool.card(c).type is CardType.PLOT)
    deck = replace(unlisted(pool), agendas=(agenda,), cards={plot: 1}).deck(pool)
    found = [each for each in problems(deck, pool, NEWEST) if each.code == "list.pod"]
    assert {agenda, plot} in [set(each.cards) for each in found]


@pytest.mark.parametrize("code", ["gotstandard1.10", "gotstandard1.11", "gotstandard1.12"])
def test_two_pods_with_the_same_two_cards_are_one_problem(code: str, pool: CardPool) -> None:
    """In Doran's Name and Secret Schemes share two pods of these lists."""
    wanted = unlisted(pool, code, Faction.MARTELL)
    deck = replace(wanted, cards={"02036": 1, "06076": 1}).deck(pool)
    found = [each for each in problems(deck, pool, code) if each.code == "list.pod"]
    assert len(found) == 1


TRIGGERED = (
    ("13085", "04026", Faction.NIGHTS_WATCH),
    ("13085", "11085", Faction.NIGHTS_WATCH),
    ("11021", "11081", Faction.STARK),
    ("11021", "11082", Faction.STARK),
    ("06040", "06100", Faction.STARK),
    ("06040", "06063", Faction.TYRELL),
)


@pytest.mark.parametrize(("trigger", "card", "faction"), TRIGGERED)
def test_triggered_pods_of_the_conclave(
    trigger: str, card: str, faction: Faction, pool: CardPool
) -> None:
    wanted = unlisted(pool, CONCLAVE, faction)
    for alone in (trigger, card):
        assert errors(replace(wanted, cards={alone: 1}).deck(pool), pool, CONCLAVE) == []
    both = replace(wanted, cards={trigger: 1, card: 1}).deck(pool)
    problem = only(both, pool, "list.pod-trigger", CONCLAVE)
    assert set(problem.cards) == {trigger, card}
    assert pool.card(trigger).name in problem.message
    assert errors(replace(both, format="melee"), pool, CONCLAVE) == []


def test_the_cards_behind_one_trigger_may_be_together_without_it(pool: CardPool) -> None:
    wanted = unlisted(pool, CONCLAVE, Faction.STARK)
    deck = replace(wanted, cards={"11081": 1, "11082": 1}).deck(pool)
    assert errors(deck, pool, CONCLAVE) == []


def test_unknown_codes_of_a_list_do_no_harm(pool: CardPool) -> None:
    unknown = {code for code in pool.lists["gotstandard1.13"].banned if code not in pool}
    assert len(unknown) == 100
    for format_name in ("joust", "melee"):
        deck = replace(unlisted(pool, "gotstandard1.13"), format=format_name).deck(pool)
        assert errors(deck, pool, "gotstandard1.13") == []


@pytest.mark.parametrize("pack", ["R", "R2"])
def test_valyrian_is_played_without_redesigns(pack: str, pool: CardPool) -> None:
    """The Valyrian format has the original cards and no redesign, of either pack."""
    redesign = next(c for c in pool if c.pack == pack and c.in_draw_deck and c.factions)
    wanted = unlisted(pool, "gotvalyrian1.0", redesign.factions[0])
    deck = replace(wanted, cards={redesign.code: 1}).deck(pool)
    assert errors(deck, pool, "gotvalyrian1.0") == ["list.banned"]
