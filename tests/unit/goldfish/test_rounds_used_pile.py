"""How many plots are considered to be in the used pile, and every card that counts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from carddb.card import Card
from carddb.gold import Price
from carddb.pool import CardPool
from carddb.terms import Faction
from decks.deck import Deck
from goldfish.dealer import Dealer
from goldfish.play import phases
from goldfish.play.card_moves import reserve_of
from goldfish.play.game import Copy, MoveKind, PlayPhase, Zone
from goldfish.play.moves import moves_of
from goldfish.rounds.effects import income
from goldfish.rounds.game import played
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.moves import cards_over_reserve, reserve, reveal
from goldfish.rounds.prices import current_cost
from goldfish.rounds.round_play import FIELDS
from goldfish.rounds.rounds_kernel import RoundsKernel
from tests.long_run import times
from tests.unit.goldfish.game_states import laid
from tests.unit.goldfish.play_games import doing, game_with, number

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


@pytest.mark.parametrize(("there", "expected"), [((), (3, 3, 5)), ((GULLTOWN,), (6, 4, 4))])
def test_the_table_by_hand(
    second: CardPool, there: Sequence[str], expected: tuple[int, int, int]
) -> None:
    used = (Copy(90, second.card(CITIES[0])),)
    in_play = [second.card(code) for code in there]
    festival = game_with(
        plots=[second.card(FESTIVAL), second.card(PLAIN)],
        in_play=in_play,
        phase=PlayPhase.PLOT,
        used=used,
    )
    gained = doing(festival, MoveKind.CHOOSE, "City Festival").gold
    wealth = game_with(
        [second.card(GUARD)],
        in_play=in_play,
        phase=PlayPhase.MARSHALING,
        gold=9,
        used=used,
        revealed=second.card(WEALTH),
    )
    found = moves_of(wealth, number(wealth, "Gulltown City Guard"))
    words = next(o.words for o in found if o.move.kind is MoveKind.MARSHAL)
    assert (gained, reserve_of(wealth)) == expected[:2]
    assert f"{expected[2]} gold" in words
    assert wealth.find(number(wealth, "Gulltown City Guard"))[1] is Zone.HAND


def test_qartheen_galleas_are_one_card_fewer_in_hand(second: CardPool) -> None:
    hand = [PLAIN] * 9
    told = laid(second, plot=PLAIN, hand=hand)
    kept = reserve(told)
    assert kept is not None
    assert cards_over_reserve(told) == 9 - kept
    galleas = [second.card("26074")] * 2
    assert (
        cards_over_reserve(laid(second, plot=PLAIN, hand=hand, in_play=("26074", "26074")))
        == 7 - kept
    )
    game = game_with(
        [second.card(code) for code in hand],
        in_play=galleas,
        phase=PlayPhase.TAXATION,
        revealed=second.card(PLAIN),
    )
    assert phases.excess_of_reserve(game) == 7 - kept


def agreed(made: GamePlan, games: int = GAMES) -> int:
    """Compare the games of a plan with the reference; return how many the kernel played."""
    kernel = RoundsKernel(made)
    deck_shuffler = kernel.setting_up.deck_shuffler
    order = deck_shuffler.order(Dealer(5, deck_shuffler.draws).words())[:, :games]
    found, outside = kernel.play(order)
    inside = np.flatnonzero(~outside)
    for game in inside:
        tallies = played(made, [made.cards[index] for index in order[:, game]])
        assert found[:, :, game].tolist() == [[getattr(t, f) for f in FIELDS] for t in tallies]
    return len(inside)


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
    assert agreed(made) == GAMES


@pytest.mark.parametrize("code", [HOTAH, GARDENS, BERSERKERS])
def test_games_in_which_used_plots_are_counted_otherwise_go_to_the_reference(
    second: CardPool, code: str
) -> None:
    made = cities(second, HILLS, GUARD, code, plots=(CITIES[0], WEALTH, CITIES[1]))
    assert 0 < agreed(made) < GAMES
    kernel = RoundsKernel(cities(second, GULLTOWN, code, plots=(CITIES[0], WEALTH)))
    unsupported = {
        card.code
        for card, left in zip(kernel.plan.cards, kernel.arrays.unsupported, strict=True)
        if left
    }
    assert unsupported == (set() if code == HOTAH else {GULLTOWN})
