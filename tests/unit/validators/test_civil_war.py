"""Civil War: one common draw deck for 2 to 6 players, a plot deck for each, in both editions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, Slots
from tests.filled import Wanted
from tests.questions import PLOT, neutral
from tests.verdicts import errors, only, problems
from validators.problem import Severity

SIZES = {2: 100, 3: 120, 4: 140, 5: 160, 6: 180}


@pytest.fixture(params=Edition)
def pool(request: pytest.FixtureRequest, pools: Pools) -> CardPool:
    """Return the cards of each edition in turn."""
    edition: Edition = request.param
    return pools[edition]


def common(card: Card) -> bool:
    """Return whether a Civil War deck may hold five copies of a card."""
    return not card.unique


def plot_deck(pool: CardPool, number: int = 7, *, offset: int = 0) -> Slots:
    """Return a plot deck of different neutral plots."""
    plots = {c.name: c for c in pool if PLOT(c) and neutral(c) and c.only_in is None}
    chosen = [c for c in plots.values() if c.code != "kr_79" and not c.house_only]
    return tuple((card, 1) for card in chosen[offset : offset + number])


def civil_war(pool: CardPool, players: int = 2, **cards: int) -> Deck:
    """Return a legal deck for a number of players, with these cards in it."""
    wanted = Wanted(draw=SIZES.get(players, 100), plots=0, each=5, accept=common)
    deck = replace(wanted, format="civil-war").deck(pool, **cards)
    plot_decks = tuple(plot_deck(pool, offset=index) for index in range(players))
    return replace(deck, players=players, plot_decks=plot_decks)


def less(deck: Deck) -> Deck:
    """Return the deck with one draw-deck card less."""
    card, copies = next(deck.draw())
    return deck.with_copies(card, copies - 1)


@pytest.mark.parametrize("players", SIZES)
def test_the_common_deck_grows_with_the_players(players: int, pool: CardPool) -> None:
    deck = civil_war(pool, players)
    assert errors(deck, pool) == []
    problem = only(less(deck), pool, "draw.too-few")
    assert (problem.found, problem.wanted) == (SIZES[players] - 1, SIZES[players])
    assert f"{players} players" in problem.message
    assert errors(less(deck), pool) == ["draw.too-few"]


@pytest.mark.parametrize(("players", "wanted"), [(1, 2), (7, 6)])
def test_one_player_and_seven_are_refused(players: int, wanted: int, pool: CardPool) -> None:
    problem = only(civil_war(pool, players), pool, "civil-war.players")
    assert (problem.found, problem.wanted) == (players, wanted)


def test_the_number_of_players_that_nobody_states(first: CardPool) -> None:
    deck = replace(civil_war(first), players=None, plot_decks=())
    problem = only(deck, first, "civil-war.players")
    assert problem.found is None
    assert "not stated" in problem.message


def test_the_plot_decks_tell_how_many_play(first: CardPool) -> None:
    three = replace(civil_war(first, 3), players=None)
    assert errors(three, first) == []
    assert only(less(three), first, "draw.too-few").wanted == 120


def test_a_unique_character_once(pool: CardPool) -> None:
    hero = "core_13" if pool.edition is Edition.FIRST else "01144"
    deck = civil_war(pool, 2, **{f"c{hero}": 1})
    assert errors(deck, pool) == []
    twice = only(deck.with_copies(pool.card(hero), 2), pool, "copies.too-many")
    assert (twice.found, twice.wanted, twice.cards) == (2, 1, (hero,))
    assert "unique" in twice.message


def test_a_unique_location_up_to_five_with_a_note(pool: CardPool) -> None:
    home = next(
        c
        for c in pool
        if c.unique
        and c.type is CardType.LOCATION
        and c.factions == (Faction.STARK,)
        and c.deck_limit == 3
        and c.only_in is None
        and not c.house_only
    )
    for copies, noted in ((1, False), (2, True), (5, True)):
        deck = civil_war(pool).with_copies(home, copies)
        found = [each for each in problems(deck, pool) if each.code == "civil-war.unique-copies"]
        assert [each.severity for each in found] == ([Severity.NOTE] if noted else [])
        assert errors(deck, pool) == []
    six = civil_war(pool).with_copies(home, 6)
    assert errors(six, pool) == ["copies.too-many"]
    assert only(six, pool, "copies.too-many").wanted == 5


def test_five_copies_of_any_other_card(pool: CardPool) -> None:
    deck = civil_war(pool)
    card, copies = next(deck.draw())
    assert copies == 5
    problem = only(deck.with_copies(card, 6), pool, "copies.too-many")
    assert (problem.found, problem.wanted) == (6, 5)


def test_a_printed_limit_of_one_still_holds(first: CardPool) -> None:
    assert errors(civil_war(first, 2, ccore_144=1), first) == []
    twice = only(civil_war(first, 2, ccore_144=2), first, "copies.too-many")
    assert twice.wanted == 1
    assert twice.message == (
        "2 copies of Shadowblack Lane in the common draw deck; the printed limit is 1."
    )


def test_a_card_of_a_second_house(pool: CardPool) -> None:
    foreign = next(
        c
        for c in pool
        if c.factions == (Faction.LANNISTER,)
        and c.in_draw_deck
        and not c.unique
        and not c.loyal
        and not c.house_only
        and c.only_in is None
    )
    problem = only(civil_war(pool).with_copies(foreign, 2), pool, "faction.other")
    assert (problem.cards, problem.found) == ((foreign.code,), 2)
    assert errors(civil_war(pool).with_copies(foreign, 2), pool) == ["faction.other"]


def test_a_card_of_several_houses_counts_for_each(first: CardPool) -> None:
    guard = first.card("acoa_58")
    assert set(guard.factions) == {Faction.STARK, Faction.BARATHEON}
    deck = civil_war(first).with_copies(guard, 5)
    assert errors(deck, first) == []
    dragon = first.card("acoa_59")
    assert errors(civil_war(first).with_copies(dragon, 1), first) == ["faction.other"]


def test_house_only_holds_in_a_civil_war(first: CardPool) -> None:
    prayer = first.card("asots_120")
    assert Faction.STARK not in prayer.house_only
    assert "house.only" in errors(civil_war(first).with_copies(prayer, 1), first)


def test_no_agenda(pool: CardPool) -> None:
    agenda = pool.card("ator_1" if pool.edition is Edition.FIRST else "08079")
    deck = replace(civil_war(pool), agendas=(agenda,))
    assert errors(deck, pool) == ["civil-war.agenda"]
    assert only(deck, pool, "civil-war.agenda").cards == (agenda.code,)


def test_an_agenda_changes_no_other_rule(second: CardPool) -> None:
    """The Rains of Castamere asks for 12 plots, and Kingdom of Shadows lets characters in."""
    rains = replace(civil_war(second), agendas=(second.card("05045"),))
    assert errors(rains, second) == ["civil-war.agenda"]
    twelve = replace(rains, plot_decks=(plot_deck(second, 12), *rains.plot_decks[1:]))
    assert "plots.too-many" in errors(twelve, second)


@pytest.mark.parametrize(("players", "notes"), [(2, 1), (3, 0), (6, 0)])
def test_a_card_for_melee_alone_is_noted_with_two_players(
    players: int, notes: int, second: CardPool
) -> None:
    tail = second.card("17147")
    deck = civil_war(second, players).with_copies(tail, 5)
    assert errors(deck, second) == []
    noted = [each for each in problems(deck, second) if each.code == "civil-war.melee-cards"]
    assert [each.severity for each in noted] == [Severity.NOTE] * notes
    for each in noted:
        assert each.message == "Only if you play it as melee: The Dragon's Tail (R)."
        assert each.cards == ("17147",)


def test_a_house_card(pool: CardPool) -> None:
    assert errors(replace(civil_war(pool), faction=None), pool) == ["faction.missing"]


@pytest.mark.parametrize(("number", "code"), [(6, "plots.too-few"), (8, "plots.too-many")])
def test_each_plot_deck_is_judged_alone(number: int, code: str, pool: CardPool) -> None:
    deck = civil_war(pool, 3)
    wrong = (deck.plot_decks[0], plot_deck(pool, number), deck.plot_decks[2])
    problem = only(replace(deck, plot_decks=wrong), pool, code)
    assert problem.message.startswith("Plot deck 2: ")
    assert (problem.found, problem.wanted) == (number, 7)


def test_players_may_bring_the_same_plots(first: CardPool) -> None:
    deck = civil_war(first, 4)
    assert errors(replace(deck, plot_decks=(plot_deck(first),) * 4), first) == []


def test_plot_decks_keep_the_rules_of_their_edition(first: CardPool, second: CardPool) -> None:
    def doubled(pool: CardPool, titles: int) -> list[str]:
        doubles = [c for c in pool if PLOT(c) and neutral(c) and c.deck_limit == 2]
        plain = [c for c in doubles if c.only_in is None][:titles]
        rest = tuple(slot for slot in plot_deck(pool, 20) if slot[0] not in plain)
        plots = (*((card, 2) for card in plain), *rest[: 7 - 2 * titles])
        deck = civil_war(pool)
        return errors(replace(deck, plot_decks=(plots, deck.plot_decks[1])), pool)

    assert doubled(second, 1) == []
    assert doubled(second, 2) == ["plots.doubled"]
    assert doubled(first, 3) == []
    twice = plot_deck(first, 6)
    deck = civil_war(first)
    same = ((twice[0][0], 2), *twice[1:])
    assert errors(replace(deck, plot_decks=(same, same)), first) == ["plots.copies"] * 2


def test_a_plot_deck_holds_plots_alone(first: CardPool) -> None:
    deck = civil_war(first)
    with_character = (*deck.plot_decks[0], (first.card("core_13"), 1))
    found = errors(replace(deck, plot_decks=(with_character, deck.plot_decks[1])), first)
    assert len(found) == 1


def test_missing_plot_decks_are_a_warning(first: CardPool) -> None:
    deck = civil_war(first, 3)
    two = replace(deck, plot_decks=deck.plot_decks[:2])
    warning = only(two, first, "civil-war.plot-decks")
    assert (warning.severity, warning.found, warning.wanted) == (Severity.WARNING, 2, 3)
    assert errors(two, first) == []


def test_more_plot_decks_than_players(first: CardPool) -> None:
    deck = replace(civil_war(first, 2), plot_decks=civil_war(first, 3).plot_decks)
    problem = only(deck, first, "civil-war.plot-decks")
    assert (problem.severity, problem.found, problem.wanted) == (Severity.ERROR, 3, 2)


def test_plots_among_the_common_cards_are_one_more_plot_deck(first: CardPool) -> None:
    deck = civil_war(first, 2)
    loose = replace(
        deck,
        slots=tuple(sorted([*deck.slots, *deck.plot_decks[1]], key=lambda slot: slot[0].code)),
        plot_decks=deck.plot_decks[:1],
    )
    assert errors(loose, first) == []


def test_one_plot_deck_does_not_say_that_one_plays(first: CardPool) -> None:
    """A deck read from a list has one plot deck; it says nothing of the number of players."""
    deck = replace(civil_war(first, 2), players=None)
    one = replace(deck, plot_decks=deck.plot_decks[:1])
    assert "1 players" not in only(one, first, "civil-war.players").message


@pytest.mark.parametrize(("neutrals", "noted"), [(25, False), (26, True)])
def test_neutral_cards_above_a_quarter_carry_a_note(
    neutrals: int, noted: bool, pool: CardPool
) -> None:
    deck = civil_war(pool)
    assert not any(neutral(card) for card, _ in deck.draw())
    cards = [c for c in pool if neutral(c) and c.in_draw_deck and common(c) and c.only_in is None]
    fitting = list({c.name: c for c in cards if c.deck_limit == 3 and not c.house_only}.values())
    for number in range(neutrals):
        out = some_five(deck)
        deck = deck.with_copies(out, deck.copies(out) - 1)
        card = fitting[number // 5]
        deck = deck.with_copies(card, deck.copies(card) + 1)
    found = [each for each in problems(deck, pool) if each.code == "civil-war.neutral"]
    assert [(each.severity, each.found) for each in found] == (
        [(Severity.NOTE, neutrals)] if noted else []
    )
    assert errors(deck, pool) == []


def some_five(deck: Deck) -> Card:
    """Return a card of the House, of which the deck holds a copy."""
    return next(card for card, _ in deck.draw() if not neutral(card))


def test_no_restricted_list_concerns_it(second: CardPool) -> None:
    deck = civil_war(second, 2)
    found = {each.code for each in problems(deck, second, "gotstandard2.1")}
    assert not any(code.startswith("list.") for code in found)
