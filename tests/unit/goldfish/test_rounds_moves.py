"""Moves from state to state: plots, taxation, reducers that kneel, what enters play and leaves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.card import Card
from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import Faction
from core.errors import AppError
from goldfish.rounds.actions import ActionChoice, act, actions, leaves, why_not_act
from goldfish.rounds.game_state import RoundPhase
from goldfish.rounds.moves import (
    ambush,
    begin,
    collect,
    draw,
    draws,
    duplicate,
    into_shadows,
    marshal,
    out_of_shadows,
    reserve,
    reveal,
    stand,
    tax,
    untaxed,
)
from goldfish.rounds.prices import current_cost
from tests.unit.goldfish.game_states import laid


def plots(pool: CardPool, count: int) -> tuple[Card, ...]:
    return tuple(c for c in pool if c.plot and not c.gold_effects)[:count]


def test_d05_used_plots_come_back_but_not_the_one_just_revealed(second: CardPool) -> None:
    seven = plots(second, 7)
    state = laid(second, plots=seven)
    for number, plot in enumerate(seven, start=1):
        state = reveal(begin(state, RoundPhase.PLOT), plot)
        assert len(state.plots) == (7 - number or 6)
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


def test_out_of_shadows_as_a_duplicate_still_costs(second: CardPool) -> None:
    state = laid(second, in_play=("11014",), shadows=("11014",), gold=3)
    after = out_of_shadows(state, second.card("11014"))
    assert after.gold == 0
    assert len(after.in_play[0].duplicates) == 1


def test_first_edition_lets_one_card_out_as_a_phase_begins(first: CardPool) -> None:
    state = laid(first, shadows=("kl_25", "kl_25"), gold=9, faction=Faction.LANNISTER)
    after = out_of_shadows(state, first.card("kl_25"))
    with pytest.raises(AppError, match="One card comes out"):
        out_of_shadows(after, first.card("kl_25"))
    assert (
        len(out_of_shadows(begin(after, RoundPhase.CHALLENGES), first.card("kl_25")).in_play) == 2
    )


def test_ambush_enters_play_for_its_price(second: CardPool) -> None:
    state = laid(second, hand=("01092",), gold=3, phase=RoundPhase.CHALLENGES)
    assert ambush(state, second.card("01092")).gold == 1
