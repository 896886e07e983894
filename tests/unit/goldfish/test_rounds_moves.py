"""Moves from state to state: plots, taxation, reducers, the used pile, cards that come and go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.rounds.effects import income
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.game_state import RoundPhase
from goldfish.rounds.moves import (
    ActionChoice,
    act,
    actions,
    begin,
    cards_over_reserve,
    collect,
    draw,
    draws,
    duplicate,
    into_shadows,
    leaves,
    marshal,
    out_of_shadows,
    reserve,
    reveal,
    stand,
    tax,
    untaxed,
    why_not_act,
)
from goldfish.rounds.prices import current_cost
from goldfish.rounds.rounds_kernel import RoundsKernel
from tests.long_run import times
from tests.property.test_rounds_property import agree
from tests.unit.goldfish.game_states import laid


def plots(pool: CardPool, count: int) -> tuple[Card, ...]:
    return tuple(c for c in pool if c.plot and not c.gold_effects)[:count]


def test_d05_used_plots_come_back_but_not_the_one_just_revealed(second: CardPool) -> None:
    seven = plots(second, 7)
    state = laid(second, plots=seven)
    for turn, plot in enumerate(seven, start=1):
        state = reveal(begin(state, RoundPhase.PLOT), plot)
        assert len(state.plots) == (7 - turn or 6)
    assert set(state.plots) == set(seven[:6])
    assert state.plot == seven[6]
    assert state.used_plots == ()
    again = reveal(begin(state, RoundPhase.PLOT), seven[0])
    assert len(again.plots) == 5
    assert again.used_plots == (seven[6],)


def test_a_plot_that_is_not_in_the_plot_deck_is_not_revealed(second: CardPool) -> None:
    with pytest.raises(AppError, match="not in the plot deck"):
        reveal(laid(second, plots=plots(second, 1)), second.card("01004"))


def test_gold_of_a_plot_that_is_revealed_or_as_challenges_begin(second: CardPool) -> None:
    festival, lions = second.card("19020"), second.card("05046")
    assert reveal(laid(second, plots=(festival,)), festival).gold == 3
    routes = second.card("09051")
    assert reveal(laid(second, plots=(routes,), in_play=("01040", "01141")), routes).gold == 1
    state = laid(second, plot=lions.code, gold=1)
    assert begin(state, RoundPhase.CHALLENGES).gold == 4
    assert begin(state, RoundPhase.DOMINANCE).gold == 1


def test_unspent_gold_is_returned_but_for_what_is_kept(second: CardPool) -> None:
    plain = plots(second, 1)[0].code
    assert tax(laid(second, plot=plain, gold=4)).gold == 0
    assert tax(laid(second, plot="02016", gold=4)).gold == 4
    assert untaxed(laid(second, plot=plain, gold=4, in_play=("26066", "26066"))) == 2


def test_draws_and_reserve_follow_plot_and_cards_in_play(second: CardPool) -> None:
    assert draws(laid(second, plot="05051")) == 3
    assert draws(laid(second, plot="05052")) == 1
    assert draws(laid(second, plot="01004", agendas=("16030",))) == 3
    assert draws(laid(second, plot="05052", in_play=("12038",))) == 2
    bonus = next(c for c in second if c.type == "location" and c.reserve == 1)
    plain = second.card("01004")
    assert reserve(laid(second, plot=plain.code, in_play=(bonus.code,))) == 7


def test_agendas_and_used_plots_change_the_reserve(second: CardPool) -> None:
    plain = second.card("01004")
    assert reserve(laid(second, plot=plain.code)) == 6
    assert reserve(laid(second, plot=plain.code, agendas=("04037",))) == 7
    assert reserve(laid(second, plot=plain.code, agendas=("04038",))) == 5
    winter = next(c for c in second if c.plot and "Winter" in c.traits and c.code != "11080")
    assert winter.plot is not None
    assert isinstance(winter.plot.reserve, int)
    found = reserve(laid(second, plot=winter.code, used=("11080",)))
    assert found == winter.plot.reserve + 1
    cities = [c.code for c in second if c.plot and "City" in c.traits and c.code != "13119"]
    alone = reserve(laid(second, plot="13119"))
    assert alone is not None
    assert reserve(laid(second, plot="13119", used=cities[:2])) == alone + 2


def test_drawing_stops_with_the_deck(second: CardPool) -> None:
    state = laid(second, deck=plots(second, 1))
    assert len(draw(state, 2).hand) == 1


def test_a_knelt_reducer_waits_for_its_card_and_is_used_up(second: CardPool) -> None:
    state = laid(second, in_play=("01152",), hand=("01141", "01040"), gold=3)
    knelt = act(state, actions(state)[0])
    assert knelt.in_play[0].kneeling
    assert actions(knelt) == ()
    road, arya = second.card("01040"), second.card("01141")
    knelt = marshal(knelt, road)
    charge = current_cost(knelt, arya, Price.MARSHAL)
    assert charge is not None
    assert (charge.printed, charge.total) == (3, 2)
    done = marshal(knelt, arya)
    assert done.gold == 1
    assert done.ready == ()
    assert not stand(done).in_play[0].kneeling


def test_what_is_not_used_is_over_with_the_phase(second: CardPool) -> None:
    state = laid(second, in_play=("01152",), hand=("01141",), gold=3)
    knelt = act(state, actions(state)[0])
    assert begin(knelt, RoundPhase.CHALLENGES).ready == ()


def test_a_sacrificed_reducer_leaves_play_with_what_it_bears(second: CardPool) -> None:
    state = laid(second, in_play=("01039",), hand=("01141",), gold=3)
    after = act(state, actions(state)[0])
    assert [card.code for card in after.discard] == ["01039"]
    assert marshal(after, second.card("01141")).gold == 3
    bearer = laid(second, in_play=("01141", "01153"))
    bearer = bearer.put(replace(bearer.in_play[1], bearer=1))
    gone = leaves(bearer, 1)
    assert [[card.code for card in pile] for pile in (gone.hand, gone.discard)] == [
        ["01153"],
        ["01141"],
    ]
    terminal = laid(second, in_play=("01141", "01035"))
    terminal = terminal.put(replace(terminal.in_play[1], bearer=1))
    assert leaves(terminal, 1).hand == ()
    assert len(leaves(terminal, 1).discard) == 2


def test_fealty_kneels_the_faction_card_once_a_round(second: CardPool) -> None:
    state = laid(second, agendas=("01027",), hand=("04042",), gold=2)
    ready = act(state, actions(state)[0])
    assert ready.faction_kneels
    assert "kneels already" in why_not_act(ready, actions(state)[0])
    after = marshal(ready, second.card("04042"))
    # Bear Island itself is loyal: a reaction to its own marshaling gains one gold.
    assert after.gold == 1


def test_gains_kneel_what_they_ask_for(second: CardPool) -> None:
    gift = laid(second, in_play=("07017", "01133"), faction=Faction.NIGHTS_WATCH)
    source = next(s for s in actions(gift) if s.card.code == "07017")
    once = act(gift, source, ActionChoice(kneeling=2))
    assert once.gold == 1
    assert once.numbered(2).kneeling
    assert "fits The New Gift" in why_not_act(once, source)


def test_braavos_counts_factions_and_the_carpenter_locations(second: CardPool) -> None:
    braavos = laid(second, in_play=("15042", "01141", "01147", "01133"))
    source = next(s for s in actions(braavos) if s.card.code == "15042")
    assert act(braavos, source).gold == 2
    watch = [
        c.code
        for c in second
        if c.type == "location" and Faction.NIGHTS_WATCH in c.factions and not c.income
    ][:5]
    state = laid(second, in_play=("06005", *watch))
    assert collect(state).gold == 2


def test_bestow_takes_gold_from_the_pool_and_kayce_makes_more_of_it(second: CardPool) -> None:
    state = laid(second, hand=("06089",), gold=4, faction=Faction.LANNISTER)
    kayce = second.card("06089")
    with pytest.raises(AppError, match="takes up to 2 gold"):
        marshal(state, kayce, bestow=3)
    after = marshal(state, kayce, bestow=2)
    assert (after.gold, after.in_play[0].gold) == (0, 2)
    collected = collect(after)
    assert (collected.gold, collected.in_play[0].gold) == (2, 1)


def test_the_iron_bank_doubles_and_pays_in_marshaling(second: CardPool) -> None:
    state = laid(second, hand=("08019", "01141"), gold=2)
    after = collect(marshal(state, second.card("08019"), bestow=1))
    assert (after.gold, after.in_play[0].gold) == (0, 2)
    rich = replace(after, gold=1)
    bought = marshal(rich, second.card("01141"))
    assert (bought.gold, bought.in_play[0].gold) == (0, 0)


def test_into_and_out_of_shadows(second: CardPool) -> None:
    aegon = second.card("11014")
    state = laid(second, hand=("11014", "11014"), gold=7)
    state = into_shadows(state, aegon)
    assert (state.gold, len(state.shadows)) == (5, 1)
    state = out_of_shadows(begin(state, RoundPhase.DOMINANCE), aegon)
    assert (state.gold, state.shadows) == (2, ())
    doubled = duplicate(replace(state, phase=RoundPhase.MARSHALING), aegon)
    assert doubled.in_play[0].duplicates == (aegon,)
    assert doubled.gold == 2


def test_first_edition_lets_one_card_out_as_a_phase_begins(first: CardPool) -> None:
    state = laid(first, shadows=("kl_25", "kl_25"), gold=9, faction=Faction.LANNISTER)
    after = out_of_shadows(state, first.card("kl_25"))
    with pytest.raises(AppError, match="One card comes out"):
        out_of_shadows(after, first.card("kl_25"))
    assert (
        len(out_of_shadows(begin(after, RoundPhase.CHALLENGES), first.card("kl_25")).in_play) == 2
    )


GULLTOWN, GUARD, FESTIVAL, WEALTH = "19019", "19017", "19020", "13119"
HILLS, RICASSO, HOTAH, GARDENS, BERSERKERS = "25012", "06015", "10006", "08017", "26031"
GAMES = times(short=10, long=40)
CITIES = ("13019", "13020", "13040", "13060")
PLAIN = "01004"


def price(pool: CardPool, code: str, way: Price = Price.MARSHAL, **fields: object) -> int:
    place = "shadows" if way is Price.OUT_OF_SHADOWS else "hand"
    asked = current_cost(laid(pool, **{place: (code,)}, **fields), pool.card(code), way)  # type: ignore[arg-type]
    assert asked is not None
    return asked.total


@pytest.mark.parametrize(
    ("there", "used", "gold"),
    [
        ((), (), 3),
        ((), CITIES[:1], 3),
        ((), CITIES[:2], 6),
        ((GULLTOWN,), (), 3),
        ((GULLTOWN,), (PLAIN,), 3),
        ((GULLTOWN,), CITIES[:1], 6),
        (("00320",), CITIES[:1], 6),
    ],
)
def test_city_festival(
    second: CardPool, there: Sequence[str], used: Sequence[str], gold: int
) -> None:
    for code in (FESTIVAL, "00331"):
        plot = second.card(code)
        shown = reveal(laid(second, plots=(plot,), in_play=there, used=used), plot)
        assert shown.gold == gold
        assert income(shown).total == 2 + len(there)


@pytest.mark.parametrize(
    ("there", "used", "expected"),
    [
        ((), (), (2, 2)),
        ((), CITIES[:2], (4, 4)),
        # Gulltown: its own 1 gold, and one more city.
        ((GULLTOWN,), (), (4, 3)),
        ((GULLTOWN,), (*CITIES[:2], PLAIN), (6, 5)),
    ],
)
def test_city_of_wealth(
    second: CardPool, there: Sequence[str], used: Sequence[str], expected: tuple[int, int]
) -> None:
    told = laid(second, plot=WEALTH, in_play=there, used=used)
    assert (income(told).total, reserve(told)) == expected


@pytest.mark.parametrize(
    ("there", "used", "expected"),
    [
        ((), (), 6),
        ((), (CITIES[0], PLAIN), 5),
        ((GULLTOWN,), (), 5),
        ((GULLTOWN,), CITIES[:3], 2),
        ((GULLTOWN,), (*CITIES, "13080", "13100"), 1),
    ],
)
def test_gulltown_city_guard(
    second: CardPool, there: Sequence[str], used: Sequence[str], expected: int
) -> None:
    for code in (GUARD, "00345"):
        assert price(second, code, in_play=there, used=used) == expected


@pytest.mark.parametrize(
    ("there", "used", "expected"),
    [
        ((), 2, 2),
        ((GULLTOWN,), 2, 3),
        ((HILLS,), 2, 1),
        ((HILLS, HILLS), 2, 0),
        ((HILLS, HILLS), 1, 0),
        ((GULLTOWN, HILLS), 2, 2),
    ],
)
def test_plots_whatever_their_traits(
    second: CardPool, there: Sequence[str], used: int, expected: int
) -> None:
    """Areo Hotah's ambush for 6, and House Umber Berserkers, for 1 at least."""
    told = (PLAIN, "01025")[:used]
    assert price(second, HOTAH, Price.AMBUSH, in_play=there, used=told) == 6 - expected
    out = price(second, BERSERKERS, Price.OUT_OF_SHADOWS, in_play=there, used=told)
    assert out == max(1, expected)


def test_lonely_hills_stand_for_it_and_know_no_trait(second: CardPool) -> None:
    told = laid(second, in_play=(HILLS,), hand=(HOTAH, GUARD), used=CITIES[:2])
    knelt = told.put(replace(told.in_play[0], kneeling=True))
    found = [current_cost(each, second.card(HOTAH), Price.AMBUSH) for each in (told, knelt)]
    assert [each.total for each in found if each] == [5, 4]
    guard = current_cost(told, second.card(GUARD), Price.MARSHAL)
    assert guard is not None
    assert guard.total == 4


def test_ricasso_counts_the_gold_on_him(second: CardPool) -> None:
    told = laid(second, in_play=(RICASSO,), hand=(HOTAH, GUARD), used=(PLAIN,))
    told = told.put(replace(told.in_play[0], gold=2))
    hotah = current_cost(told, second.card(HOTAH), Price.AMBUSH)
    guard = current_cost(told, second.card(GUARD), Price.MARSHAL)
    assert (hotah and hotah.total, guard and guard.total) == (3, 6)


def test_qartheen_galleas_are_one_card_fewer_in_hand(second: CardPool) -> None:
    hand = [PLAIN] * 9
    told = laid(second, plot=PLAIN, hand=hand)
    kept = reserve(told)
    assert kept is not None
    assert cards_over_reserve(told) == 9 - kept
    assert (
        cards_over_reserve(laid(second, plot=PLAIN, hand=hand, in_play=("26074", "26074")))
        == 7 - kept
    )


def cities(pool: CardPool, *codes: str, plots: Sequence[str], rounds: int = 5) -> GamePlan:
    """Return a deck of some cards, three copies each, whose plots come as they are named."""
    rest = [c for c in pool if c.in_draw_deck and c.neutral and not c.only_in and c.cost == 3]
    slots: list[tuple[Card, int]] = [(pool.card(code), 3) for code in codes]
    slots += [(card, 2) for card in rest if card.code not in codes][:12]
    told = [(pool.card(code), 1) for code in plots]
    deck = Deck.of("Cities", pool.edition, Faction.STARK, [*slots, *told])
    return plan_game(deck, plots, rounds=rounds)


@pytest.mark.parametrize(
    "plots",
    [
        (CITIES[0], FESTIVAL, WEALTH, CITIES[1], "00331", PLAIN),
        (WEALTH, CITIES[0], FESTIVAL, PLAIN, CITIES[1], CITIES[2]),
        # The used plots come back: the first plot is revealed again with a city in the used pile.
        (FESTIVAL, CITIES[0]),
        (PLAIN, FESTIVAL, WEALTH),
    ],
)
def test_the_kernel_counts_cities_as_the_reference_does(
    second: CardPool, plots: Sequence[str]
) -> None:
    made = cities(second, GULLTOWN, "00320", GUARD, "23030", HILLS, "26074", plots=plots)
    assert agree(made, GAMES, seed=5) == GAMES


@pytest.mark.parametrize("code", [HOTAH, GARDENS, BERSERKERS])
def test_games_in_which_used_plots_are_counted_otherwise_go_to_the_reference(
    second: CardPool, code: str
) -> None:
    made = cities(second, HILLS, GUARD, code, plots=(CITIES[0], WEALTH, CITIES[1]))
    assert agree(made, GAMES, seed=5) > 0
    kernel = RoundsKernel(cities(second, GULLTOWN, code, plots=(CITIES[0], WEALTH)))
    unsupported = {
        card.code
        for card, left in zip(kernel.plan.cards, kernel.arrays.unsupported, strict=True)
        if left
    }
    assert unsupported == (set() if code == HOTAH else {GULLTOWN})
