"""Income, prices and legality in a state: the rules of gold, each by its cards."""

from __future__ import annotations

import pytest

from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import Faction
from goldfish.rounds.actions import actions
from goldfish.rounds.effects import income
from goldfish.rounds.game_state import GameState, RoundPhase
from goldfish.rounds.legality import hosts, limited_allowed, why_no_duplicate, why_not
from goldfish.rounds.moves import marshal, play
from goldfish.rounds.prices import current_cost
from tests.unit.goldfish.game_states import laid


def total(state: GameState, code: str, price: Price = Price.MARSHAL) -> int | None:
    card = next(c for c in (*state.hand, *state.shadows) if c.code == code)
    found = current_cost(state, card, price)
    return found.total if found else None


def plot_of(pool: CardPool, gold: int) -> str:
    plots = (c for c in pool if c.plot and not c.gold_effects and c.plot.income == gold)
    return next(plots).code


def test_d01_income_is_the_plot_and_every_bonus_told_part_by_part(second: CardPool) -> None:
    state = laid(
        second,
        plot=plot_of(second, 5),
        in_play=("01040", "01028", "09018"),
        agendas=("11118",),
    )
    found = income(state)
    assert found.total == 8
    assert [part.gold for part in found.parts] == [5, 1, 1, 2, -1]


def test_d03_a_reduction_of_its_own_stops_at_its_minimum(second: CardPool) -> None:
    watch = [
        card.code
        for card in second
        if Faction.NIGHTS_WATCH in card.factions
        and card.type.value in {"location", "attachment"}
        and not card.gold_effects
    ][:5]
    state = laid(second, in_play=watch, hand=("07006",), faction=Faction.NIGHTS_WATCH)
    assert total(state, "07006") == 1
    assert total(laid(second, in_play=watch[:2], hand=("07006",)), "07006") == 3


def test_no_reduction_makes_it_less_than_a_printed_minimum(second: CardPool) -> None:
    """The minimum floors the result, whatever else makes the card cheaper."""
    watch = [c.code for c in second if Faction.NIGHTS_WATCH in c.factions and c.type == "location"]
    state = laid(second, in_play=watch[:6], hand=("07006",), plot="10047")
    assert total(state, "07006") == 1
    assert total(laid(second, hand=("07006",), plot="10047"), "07006") == 2
    assert total(laid(second, in_play=watch[:3], hand=("07006",), plot="10047"), "07006") == 1


def test_d07_limited_cards_of_a_round(second: CardPool) -> None:
    hand = ("01040", "01039", "08044")
    for plot, allowed in ((plot_of(second, 5), 1), ("01024", 2)):
        state = laid(second, in_play=("01156",), hand=hand, plot=plot, gold=9)
        assert limited_allowed(state) == allowed
        for done, code in enumerate(hand):
            card = second.card(code)
            price = Price.PLAY if code == "08044" else Price.MARSHAL
            assert (why_not(state, card, price) == "") == (done < allowed), code
            if done < allowed:
                state = play(state, card) if price is Price.PLAY else marshal(state, card)


def test_elinor_allows_one_more_limited_card_and_the_blockade_none(second: CardPool) -> None:
    assert limited_allowed(laid(second, in_play=("06043",))) == 2
    assert limited_allowed(laid(second, in_play=("06043",), plot="25060")) == 0


@pytest.mark.parametrize(
    ("agenda", "plot", "expected"),
    [("13039", "01005", 3), ("00367", "01005", -1), ("01027", "01005", 0)],
)
def test_agendas_change_income(second: CardPool, agenda: str, plot: str, expected: int) -> None:
    stats = second.card(plot).plot
    assert stats is not None
    assert isinstance(stats.income, int)
    found = income(laid(second, plot=plot, agendas=(agenda,)))
    assert found.total == stats.income + expected


def test_hollow_hill_and_rains_of_autumn_shut_out_bonuses(second: CardPool) -> None:
    five = plot_of(second, 5)
    hill = laid(second, plot=five, agendas=("13039",), in_play=("01040",))
    assert income(hill).total == 5 + 3
    assert income(laid(second, plot="04019", in_play=("01040", "02006"))).total == 4 - 1


def test_conditions_on_plots_hold_for_income(second: CardPool) -> None:
    kingdom = next(c for c in second if c.plot and "Kingdom" in c.traits and not c.gold_effects)
    other = next(c for c in second if c.plot and "Kingdom" not in c.traits and not c.gold_effects)
    for plot, more in ((kingdom, 1), (other, 0)):
        alone = income(laid(second, plot=plot.code)).total
        assert income(laid(second, plot=plot.code, in_play=("04028",))).total == alone + more
    loan = laid(second, plot=plot_of(second, 5), used=("15051",))
    assert income(loan).total == 5 - 1


def test_income_is_never_below_nothing(second: CardPool) -> None:
    state = laid(second, plot="04039", agendas=("11118",))
    assert income(state).total == 0


def test_a_reducer_in_play_waits_until_it_kneels(second: CardPool) -> None:
    state = laid(second, in_play=("01152",), hand=("01141",), gold=3)
    assert total(state, "01141") == 3
    assert [source.card.code for source in actions(state)] == ["01152"]


def test_first_of_a_round_is_used_up_by_one_card(second: CardPool) -> None:
    state = laid(second, plot="01004", hand=("01141", "01147", "01152"), gold=9)
    assert total(state, "01147") == 1
    assert total(state, "01152") == 1
    after = marshal(state, second.card("01147"))
    assert after.gold == 8
    assert total(after, "01141") == 3


def test_each_attachment_of_r_hllor_is_cheaper_beside_selyse(second: CardPool) -> None:
    lord = next(
        c for c in second if c.type == "attachment" and "R'hllor" in c.traits and c.cost == 2
    )
    assert total(laid(second, in_play=("14008",), hand=(lord.code,)), lord.code) == 0
    assert total(laid(second, hand=(lord.code,)), lord.code) == 2


def test_shadows_cost_two_in_and_their_number_out(second: CardPool) -> None:
    state = laid(second, hand=("11014",), shadows=("11014",), gold=9)
    assert total(state, "11014", Price.INTO_SHADOWS) == 2
    assert total(state, "11014", Price.OUT_OF_SHADOWS) == 3
    assert total(state, "11014") == 4
    dear = laid(second, hand=("11014",), agendas=("17148",), faction=Faction.TYRELL)
    assert total(dear, "11014", Price.INTO_SHADOWS) == 3
    city = laid(second, hand=("11014",), in_play=("11017", "26078"))
    assert total(city, "11014", Price.INTO_SHADOWS) == 0


def test_an_x_behind_shadow_is_no_price(second: CardPool) -> None:
    state = laid(second, shadows=("17164",))
    assert current_cost(state, second.card("17164"), Price.OUT_OF_SHADOWS) is None


def test_ambush_is_for_the_challenges_phase_and_its_own_price(second: CardPool) -> None:
    state = laid(second, hand=("01092",), gold=2)
    cloaks = second.card("01092")
    assert total(state, "01092", Price.AMBUSH) == 2
    assert "challenges phase" in why_not(state, cloaks, Price.AMBUSH)
    later = laid(second, hand=("01092",), gold=2, phase=RoundPhase.CHALLENGES)
    assert why_not(later, cloaks, Price.AMBUSH) == ""
    assert "marshaling phase" in why_not(later, cloaks, Price.MARSHAL)


def test_a_sentence_says_what_is_in_the_way(second: CardPool) -> None:
    arya, ice = second.card("01141"), second.card("01153")
    state = laid(second, hand=("01141", "01153"), gold=2)
    assert why_not(state, arya, Price.MARSHAL) == "Arya Stark costs 3 gold, and there is 2."
    assert why_not(state, ice, Price.MARSHAL) == "No card in play may bear Ice."
    assert why_not(state, second.card("01142"), Price.MARSHAL) == "Bran Stark is not in hand."
    assert why_no_duplicate(state, arya) == "No copy of Arya Stark is in play."
    there = laid(second, in_play=("01141",), hand=("01141",), gold=9)
    assert "duplicate" in why_not(there, arya, Price.MARSHAL)
    assert why_no_duplicate(there, arya) == ""


def test_hosts_are_those_in_play_that_may_bear_it_now(second: CardPool) -> None:
    state = laid(second, in_play=("01141", "01168", "01040"), hand=("01153",))
    assert [each.card.code for each in hosts(state, second.card("01153"))] == ["01141"]


def test_first_edition_penalty_and_crest(first: CardPool) -> None:
    state = laid(first, hand=("acoa_11", "kl_25"), shadows=("kl_25",), faction=Faction.STARK)
    assert total(state, "acoa_11") == 3
    assert total(state, "kl_25") is None
    assert total(state, "kl_25", Price.INTO_SHADOWS) == 2
    assert total(state, "kl_25", Price.OUT_OF_SHADOWS) == 2 + 2
    foreign = laid(first, hand=("acoa_11",), faction=Faction.LANNISTER)
    assert total(foreign, "acoa_11") == 3 + 2
