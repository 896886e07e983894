"""Games played by hand: the deal, setup, rounds, effects, undo."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pattern import CardPattern, Host, HostOption, Side
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Keyword
from core.errors import AppError
from decks.deck import Deck
from goldfish.dealer import Deal, Dealer, draws_for
from goldfish.draw_deck import opening
from goldfish.play.card_moves import excess_of_reserve, next_words
from goldfish.play.game import Copy, Game, Move, MoveKind, PlayPhase, Record, Zone
from goldfish.play.moves import do, dropped, main_move, moves_of, uses
from goldfish.play.setup_moves import (
    MOST_SEED,
    best_plan,
    deal,
    finish,
    keep,
    mulligan,
    planned_copies,
    read_seed,
    with_plan,
)
from tests.filled import Wanted
from tests.unit.goldfish.games import (
    LIMITED,
    attachment,
    doing,
    event,
    first_edition,
    game_with,
    names,
    number,
    person,
    place,
    plot,
    refused,
    shadow,
)


def test_a_card_is_placed_for_its_cost_and_taken_back() -> None:
    game = game_with([person("Osha", 3)])
    placed = doing(game, MoveKind.PLACE, "Osha")
    assert (placed.gold, names(placed.hand)) == (5, [])
    assert placed.log[-1].words == "Placed Osha for 3 gold."
    back = doing(placed, MoveKind.TAKE_BACK, "Osha")
    assert (back.gold, names(back.hand), back.in_play) == (8, ["Osha"], ())


def test_there_are_eight_gold_and_no_more() -> None:
    game = doing(game_with([person("Osha", 5), person("Hodor", 4)]), MoveKind.PLACE, "Osha")
    refused(game, MoveKind.PLACE, "Hodor", "costs 4 gold, and 3 of 8 are left")


def test_one_limited_card_and_its_duplicate_is_one_too_many() -> None:
    hand = [place("Gate", keywords=(LIMITED,)), place("Road", keywords=(LIMITED,))]
    game = doing(game_with(hand), MoveKind.PLACE, "Gate")
    refused(game, MoveKind.PLACE, "Road", "Only one Limited card may be placed, and Gate is")
    unique = place("Wall", unique=True, keywords=(LIMITED,))
    wall = doing(game_with([unique, unique]), MoveKind.PLACE, "Wall")
    refused(wall, MoveKind.DUPLICATE, "Wall", "Only one Limited", place=1)


def test_further_copies_of_a_unique_title_are_free_duplicates() -> None:
    arya = person("Arya Stark", 4, unique=True)
    game = doing(game_with([arya, arya, arya]), MoveKind.PLACE, "Arya Stark")
    refused(game, MoveKind.PLACE, "Arya Stark", "in play already", place=1)
    double = doing(game, MoveKind.DUPLICATE, "Arya Stark", place=1)
    assert (double.gold, len(double.in_play), len(double.in_play[0].duplicates)) == (4, 1, 1)
    one_back = doing(double, MoveKind.TAKE_BACK, "Arya Stark", place=1)
    assert (one_back.gold, len(one_back.hand)) == (4, 2)
    all_back = doing(double, MoveKind.TAKE_BACK, "Arya Stark")
    assert (all_back.gold, len(all_back.hand), all_back.in_play) == (8, 3, ())


def test_a_duplicate_needs_its_title_in_play() -> None:
    game = game_with([person("Arya Stark", 4, unique=True), person("Hodor")])
    refused(game, MoveKind.DUPLICATE, "Arya Stark", "duplicate of nothing")
    refused(
        doing(game, MoveKind.PLACE, "Hodor"),
        MoveKind.DUPLICATE,
        "Arya Stark",
        "duplicate of nothing",
    )


def test_the_first_edition_has_five_gold_no_duplicates_and_asks_for_the_keyword_setup() -> None:
    own = {"edition": Edition.FIRST, "factions": (Faction.STARK,)}
    arya = person("Arya Stark", 2, unique=True, **own)
    hand = [arya, arya, attachment("Needle", 1, **own)]
    game = doing(game_with(hand, edition=Edition.FIRST), MoveKind.PLACE, "Arya Stark")
    assert (game.gold, game.rules.gold) == (3, 5)
    refused(game, MoveKind.DUPLICATE, "Arya Stark", "not placed during setup", place=1)
    refused(game, MoveKind.PLACE, "Needle", "keyword Setup")
    ready = attachment("Ice", 1, keywords=(Keyword("setup"),), **own)
    with_ice = doing(game_with([arya, ready], edition=Edition.FIRST), MoveKind.PLACE, "Arya Stark")
    assert doing(with_ice, MoveKind.PLACE, "Ice").in_play[1].host == number(with_ice, "Arya Stark")


def test_cards_with_shadow_go_face_down_for_two_gold_events_too() -> None:
    hand = [
        person("Varys", 6, keywords=(shadow(4),)),
        event("Ashes", None, keywords=(shadow(2),)),
        person("Osha", 3),
    ]
    game = doing(doing(game_with(hand), MoveKind.SHADOW, "Varys"), MoveKind.SHADOW, "Ashes")
    assert (game.gold, names(game.shadows)) == (4, ["Varys", "Ashes"])
    refused(game, MoveKind.SHADOW, "Osha", "Only|cannot lie in shadows")
    back = doing(game, MoveKind.TAKE_BACK, "Varys")
    assert (back.gold, names(back.shadows)) == (6, ["Ashes"])


def test_a_first_edition_card_with_the_crest_goes_into_shadows_and_nowhere_else() -> None:
    varys = first_edition(person, "Varys", 3, keywords=(shadow(1),))
    game = game_with([varys], edition=Edition.FIRST)
    refused(game, MoveKind.PLACE, "Varys", "into shadows, and nowhere else")
    assert doing(game, MoveKind.SHADOW, "Varys").gold == 3


def test_events_and_cards_without_a_cost_are_not_placed() -> None:
    game = game_with([event("Raid"), event("Ashes", None, keywords=(shadow(1),))])
    refused(game, MoveKind.PLACE, "Raid", "Events are not placed")
    refused(game, MoveKind.PLACE, "Ashes", "into shadows, and nowhere else")


def test_an_attachment_needs_a_host_and_is_taken_back_with_it() -> None:
    game = game_with([attachment("Ice"), person("Osha"), person("Hodor")])
    refused(game, MoveKind.PLACE, "Ice", "No card in play may bear Ice")
    both = doing(doing(game, MoveKind.PLACE, "Osha"), MoveKind.PLACE, "Hodor")
    on_hodor = doing(both, MoveKind.PLACE, "Ice", host=number(both, "Hodor"))
    assert on_hodor.attachments_of(number(both, "Hodor"))[0].card.name == "Ice"
    back = doing(on_hodor, MoveKind.TAKE_BACK, "Hodor")
    assert sorted(names(back.hand)) == ["Hodor", "Ice"]
    assert back.gold == 6


def test_hosts_are_asked_for_what_they_allow() -> None:
    knightly = Host((HostOption(CardPattern(traits=("Knight",))),), "Knight character")
    theirs = Host((HostOption(CardPattern(types=(CardType.CHARACTER,)), Side.OPPONENTS),))
    hand = [attachment("Mare", host=knightly), attachment("Chain", host=theirs), person("Osha")]
    game = doing(game_with(hand), MoveKind.PLACE, "Osha")
    refused(game, MoveKind.PLACE, "Mare", "may not bear Mare", host=number(game, "Osha"))
    refused(game, MoveKind.PLACE, "Mare", "No card in play may bear Mare")
    refused(game, MoveKind.PLACE, "Chain", "opponent's card only")
    knight = person("Sandor", keywords=(Keyword("no-attachments"),), traits=("Knight",))
    shut = doing(game_with([attachment("Ice"), knight]), MoveKind.PLACE, "Sandor")
    refused(shut, MoveKind.PLACE, "Ice", "Sandor may not bear Ice", host=number(shut, "Sandor"))


def test_nothing_is_placed_before_the_hand_is_kept_or_after_setup() -> None:
    refused(
        game_with([person("Osha")], phase=PlayPhase.HAND), MoveKind.PLACE, "Osha", "Keep the hand"
    )
    refused(
        game_with([person("Osha")], phase=PlayPhase.PLOT), MoveKind.PLACE, "Osha", "Setup is over"
    )
    refused(
        game_with(in_play=[person("Osha")], phase=PlayPhase.PLOT),
        MoveKind.TAKE_BACK,
        "Osha",
        "over",
    )
    with pytest.raises(AppError, match="Setup is over already"):
        finish(game_with(phase=PlayPhase.DRAW))


def test_what_began_in_play_stays_and_bears_duplicates() -> None:
    wall = place("Wall", unique=True)
    game = game_with([wall], in_play=[wall])
    began = game.with_in_play(game.in_play[0].__class__(copy=game.in_play[0].copy, began=True))
    refused(began, MoveKind.TAKE_BACK, "Wall", "began in play", place=1)
    double = doing(began, MoveKind.DUPLICATE, "Wall")
    assert len(double.in_play[0].duplicates) == 1


def test_after_setup_the_hand_is_drawn_up_to_seven_and_gold_is_lost() -> None:
    game = doing(
        game_with([person("Osha")], pile=[person(f"P{i}") for i in range(9)]),
        MoveKind.PLACE,
        "Osha",
    )
    after = finish(game)
    assert (len(after.hand), len(after.pile), after.gold, after.round) == (7, 2, 0, 1)
    assert after.phase is PlayPhase.PLOT
    assert after.log[-1].words.startswith("Drew P0, P1")


def test_the_best_setup_is_proposed_and_placed_in_every_sample(samples: tuple[Deck, ...]) -> None:
    for deck in samples:
        for seed in range(5):
            game = keep(deal(deck, seed))
            plan = best_plan(game)
            placed = with_plan(game, plan)
            assert placed.rules.gold - placed.gold == plan.gold
            assert len(game.hand) - len(placed.hand) == plan.cards
            assert sorted(names(placed.hand)) == sorted(left.card.name for left in plan.left)
            assert len(placed.log) == len(game.log) + 1
            assert best_plan(placed) == plan
            assert with_plan(placed, plan).gold == placed.gold


def test_a_setup_is_proposed_before_the_first_round_only() -> None:
    with pytest.raises(AppError, match="proposed before the first round"):
        best_plan(game_with(phase=PlayPhase.DRAW))


def test_a_setup_is_proposed_before_the_hand_is_kept_copy_by_copy() -> None:
    hand = [person("Bran", 3), person("Bran", 3), person("Robb", 7)]
    game = game_with(hand, phase=PlayPhase.HAND)
    plan = best_plan(game)
    planned = planned_copies(game, plan)
    assert [each.card.name for each in planned.values()] == ["Bran", "Bran"]
    assert len(planned) == len(plan.placed)
    assert set(planned) < {copy.number for copy in game.hand}


def test_dragging_in_setup_moves_a_placed_card_elsewhere_in_one_step() -> None:
    hand = [person("Varys", 6, keywords=(shadow(4),)), attachment("Ice"), person("A"), person("B")]
    game = game_with(hand)
    varys = number(game, "Varys")
    placed = dropped(game, varys, Zone.PLAY)
    hidden = dropped(placed, varys, Zone.SHADOWS)
    assert (placed.gold, hidden.gold, names(hidden.shadows)) == (2, 6, ["Varys"])
    assert dropped(hidden, varys, Zone.HAND).gold == 8
    both = dropped(dropped(game, number(game, "A"), Zone.PLAY), number(game, "B"), Zone.PLAY)
    on_a = dropped(both, number(game, "Ice"), Zone.PLAY, number(game, "A"))
    on_b = dropped(on_a, number(game, "Ice"), Zone.PLAY, number(game, "B"))
    borne = on_b.in_play_with(number(game, "Ice"))
    assert borne is not None
    assert borne.host == number(game, "B")
    with pytest.raises(AppError, match="lies there already"):
        dropped(game, varys, Zone.HAND)
    with pytest.raises(AppError, match="No card goes from hand to draw deck"):
        dropped(game, varys, Zone.PILE)


def test_a_card_offers_what_is_legal_the_main_move_first() -> None:
    arya = person("Arya Stark", 4, unique=True)
    game = game_with([arya, arya, attachment("Ice"), event("Raid")])
    assert [o.words for o in moves_of(game, number(game, "Arya Stark"))] == ["Place for 4 gold"]
    assert moves_of(game, number(game, "Raid")) == ()
    placed = doing(game, MoveKind.PLACE, "Arya Stark")
    second = number(game, "Arya Stark", 1)
    assert [o.words for o in moves_of(placed, second)] == ["Add as a duplicate, free"]
    ice = [o.words for o in moves_of(placed, number(game, "Ice"))]
    assert ice == ["Place on Arya Stark for 1 gold"]
    raid = main_move(placed, number(game, "Raid"))
    assert raid is not None
    assert raid.kind is MoveKind.PLACE
    assert moves_of(game, 999) == ()


def cards(copies: tuple[Copy, ...]) -> list[Card]:
    return [copy.card for copy in copies]


def sampled(deck: Deck, seed: int) -> tuple[list[Card], list[Card]]:
    """Return the first hand that is sampled with a seed, and the one after its mulligan."""
    opened = opening(deck)
    rules = opened.rules
    counts = [count for _, count in opened.slots]
    numbers = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
    draws = draws_for(len(numbers), rules.hand_size, halved=rules.halved)
    dealt = Deal(numbers, Dealer(seed, draws).words(), rules.hand_size, halved=rules.halved)

    def hand(columns: np.ndarray) -> list[Card]:
        return [opened.slots[int(number)][0] for number in columns[:, 0]]

    return hand(dealt.first), hand(dealt.second)


@pytest.mark.parametrize("seed", [0, 1, 7, MOST_SEED])
def test_the_hand_is_the_first_that_is_sampled_with_the_seed(
    samples: tuple[Deck, ...], seed: int
) -> None:
    for deck in samples[:4]:
        game = deal(deck, seed)
        first, second = sampled(deck, seed)
        assert cards(game.hand) == first
        assert cards(mulligan(game).hand) == second


def test_a_halved_deck_is_dealt_as_it_is_sampled(first: CardPool) -> None:
    deck = Wanted(agendas=("asots_18",)).deck(first)
    game = deal(deck, 3)
    hand, again = sampled(deck, 3)
    assert (cards(game.hand), cards(mulligan(game).hand)) == (hand, again)
    half = game.hand + game.pile[: 30 - len(game.hand)]
    assert set(mulligan(game).hand) <= set(half)


def test_a_seed_deals_the_same_on_every_machine(samples: tuple[Deck, ...]) -> None:
    game = deal(next(each for each in samples if each.name == "Wolves of Winter (WotN)"), 7)
    assert ", ".join(names(game.hand)) == (
        "As Hard as Winter, Summer, The Roseroad, Frozen Solid, Direwolf Pup, "
        "The Kingsroad, Sansa Stark"
    )
    assert ", ".join(names(game.pile[:4])) == (
        "Arya Stark, The Kingsroad, The Kingsroad, Winter Is Coming"
    )
    assert game == deal(game.deck, 7)
    assert cards(game.hand) != cards(deal(game.deck, 8).hand)


def test_every_copy_is_dealt_once(samples: tuple[Deck, ...]) -> None:
    for deck in samples:
        for game in (deal(deck, 1), mulligan(deal(deck, 1))):
            numbers = [copy.number for copy, _ in game.places()]
            assert len(set(numbers)) == len(numbers)
            dealt = sorted(copy.card.code for copy, _ in game.places())
            listed = [card.code for card, count in deck.slots for _ in range(count)]
            assert dealt == sorted([*listed, *(agenda.code for agenda in deck.agendas)])


def test_one_mulligan_and_then_the_hand_must_be_kept(samples: tuple[Deck, ...]) -> None:
    game = deal(samples[0], 5)
    assert game.may_mulligan
    again = mulligan(game)
    assert not again.may_mulligan
    assert set(again.hand) != set(game.hand)
    assert set(again.hand + again.pile) == set(game.hand + game.pile)
    with pytest.raises(AppError, match="The one mulligan is taken"):
        mulligan(again)
    with pytest.raises(AppError, match="kept already"):
        mulligan(keep(game))


def test_the_conclave_takes_seven_cards_once_the_hand_is_kept(second: CardPool) -> None:
    deck = Wanted(agendas=("09045",)).deck(second)
    game = deal(deck, 2)
    kept = keep(game)
    assert kept.under == game.pile[:7]
    assert kept.pile == game.pile[7:]
    assert "7 cards of the deck went under the agenda" in kept.log[-1].words


def test_what_an_agenda_finds_begins_in_play(second: CardPool) -> None:
    deck = Wanted(agendas=("08039",), cards={"01155": 3}).deck(second)
    game = deal(deck, 2)
    assert [each.card.name for each in game.in_play if each.began] != []
    assert game.rules.gold == 4
    assert "starts in play" in game.log[0].words


def test_schemes_are_no_part_of_the_plot_deck_of_the_rains(samples: tuple[Deck, ...]) -> None:
    deck = next(each for each in samples if each.name.startswith("You Win Or You Die"))
    game = deal(deck, 1)
    assert len(game.plots) == 7
    assert {"Scheme" in copy.card.traits for copy in game.under} == {True}
    assert not any("Scheme" in copy.card.traits for copy in game.plots)


@pytest.mark.parametrize(
    ("text", "seed"), [("0", 0), (" 17 ", 17), ("0" * 30 + "7", 7), (str(MOST_SEED), MOST_SEED)]
)
def test_seeds_are_whole_numbers(text: str, seed: int) -> None:
    assert read_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "1.5", "winter", "٣", str(MOST_SEED + 1), "9" * 500])
def test_other_texts_are_no_seeds(text: str) -> None:
    with pytest.raises(AppError):
        read_seed(text)


STEWARD = GoldEffect(
    kind=GoldKind.REDUCE,
    moment=Moment.MARSHALING_ACTION,
    amount=1,
    applies=CardPattern(types=(CardType.CHARACTER,)),
    prices=(Price.MARSHAL,),
    reach=Reach.NEXT,
    lasts="phase",
    kneel=True,
)
MINT = GoldEffect(kind=GoldKind.GAIN, moment=Moment.MARSHALING_ACTION, amount=2, kneel=True)


def on(game: Game, steps: int = 1) -> Game:
    for _ in range(steps):
        game = do(game, Move(MoveKind.NEXT))
    return game


def marshaling(*hand: Card, gold: int = 6, **fields: Any) -> Game:
    return game_with(hand, phase=PlayPhase.MARSHALING, gold=gold, **fields)


def words(game: Game) -> str:
    return game.log[-1].words


def test_a_round_from_plot_to_plot() -> None:
    pile = [person(f"P{i}") for i in range(9)]
    start = game_with(
        [person("Osha", 3)],
        phase=PlayPhase.PLOT,
        pile=pile,
        plots=[plot("Cause", 5), plot("Feast", 2)],
        in_play=[place("Mint", income=1)],
    )
    refused(start, MoveKind.NEXT, words="Reveal a plot first")
    chosen = doing(start, MoveKind.CHOOSE, "Cause")
    refused(chosen, MoveKind.CHOOSE, "Feast", "plot is chosen: Cause")
    drawn = on(chosen)
    assert (drawn.phase, names(drawn.hand)) == (PlayPhase.DRAW, ["Osha", "P0", "P1"])
    rich = on(drawn)
    assert (rich.phase, rich.gold) == (PlayPhase.MARSHALING, 6)
    assert words(rich) == "Income: 6 gold (Cause +5, Mint +1)."
    poorer = doing(rich, MoveKind.MARSHAL, "Osha")
    assert (poorer.gold, words(poorer)) == (3, "Marshaled Osha for 3 gold.")
    dominance = on(poorer, 2)
    assert words(dominance) == "Dominance: 3 printed STR standing and 3 gold, 6 in all."
    taxed = on(dominance)
    assert (taxed.phase, taxed.gold, words(taxed)) == (PlayPhase.TAXATION, 0, "Returned 3 gold.")
    again = on(taxed)
    assert (again.phase, again.round, words(again)) == (PlayPhase.PLOT, 2, "Round 2 begins.")
    later = doing(again, MoveKind.CHOOSE, "Feast")
    assert (names(later.plots), later.used, "last plot" in words(later)) == (["Cause"], (), True)


def test_what_the_next_step_is_stands_on_its_button() -> None:
    found = []
    game = game_with([], phase=PlayPhase.HAND, plots=[plot("Cause", 5, 9)], pile=[person()] * 9)
    for _ in range(8):
        found.append(next_words(game))
        if game.phase is PlayPhase.PLOT:
            game = doing(game, MoveKind.CHOOSE, "Cause")
            found.append(next_words(game))
        game = on(game)
    assert "; ".join(found) == (
        "Keep this hand; Finish setup, draw 7; Reveal a plot; Draw 2; Collect income; "
        "To challenges; To dominance; To taxation; Start round 2"
    )


def test_cards_are_marshaled_in_their_phase_for_gold_that_is_there() -> None:
    game = marshaling(person("Osha", 3), person("Robb", 7), event("Raid"))
    refused(game, MoveKind.MARSHAL, "Robb", "costs 7 gold, and there is 6")
    refused(game, MoveKind.MARSHAL, "Raid", "events are not marshaled")
    refused(on(game), MoveKind.MARSHAL, "Osha", "marshaling phase")


def test_a_steward_kneels_and_the_next_character_is_cheaper() -> None:
    steward = person("Steward", 1, gold_effects=(STEWARD,))
    game = marshaling(person("Osha", 3), place("Gate", 1), in_play=[steward])
    used = doing(game, MoveKind.USE, "Steward")
    assert used.in_play[0].knelt
    assert words(used) == "Steward: kneel it, the next character 1 less."
    refused(used, MoveKind.USE, "Steward", "kneels already")
    gate = doing(used, MoveKind.MARSHAL, "Gate")
    osha = doing(gate, MoveKind.MARSHAL, "Osha")
    assert (gate.gold, osha.gold) == (5, 3)
    assert words(osha) == "Marshaled Osha for 2 gold (printed 3; Steward \N{MINUS SIGN}1)."
    first = next(iter(moves_of(game, number(game, "Steward"))))
    assert first.words == "Kneel it, the next character 1 less"


def test_a_location_kneels_for_gold_and_stands_again() -> None:
    game = marshaling(in_play=[place("Mint", gold_effects=(MINT,))], gold=1)
    richer = doing(game, MoveKind.USE, "Mint")
    assert (richer.gold, words(richer)) == (3, "Mint: kneel it, gain 2 gold.")
    taxed = on(richer, 3)
    assert not taxed.in_play[0].knelt
    assert words(taxed) == "Stood 1 card. Returned 3 gold."
    assert not list(uses(taxed, taxed.in_play[0].copy, Zone.PLAY))


def test_a_title_in_play_or_in_the_dead_pile_is_not_marshaled_again() -> None:
    arya = person("Arya", 2, unique=True)
    refused(marshaling(arya, in_play=[arya]), MoveKind.MARSHAL, "Arya", "duplicate")
    refused(marshaling(arya, dead=[arya]), MoveKind.MARSHAL, "Arya", "dead pile")
    refused(marshaling(arya), MoveKind.DUPLICATE, "Arya", "No copy of Arya is in play")
    dead = doing(marshaling(in_play=[arya]), MoveKind.KILL, "Arya")
    assert names(dead.dead) == ["Arya"]


def test_shadows_in_for_two_and_out_for_the_cost_in_any_phase() -> None:
    varys = person("Varys", 6, keywords=(shadow(3),))
    game = doing(marshaling(varys), MoveKind.SHADOW, "Varys")
    assert (game.gold, names(game.shadows)) == (4, ["Varys"])
    out = doing(on(game), MoveKind.EMERGE, "Varys")
    assert (out.phase, out.gold, out.shadows) == (PlayPhase.CHALLENGES, 1, ())
    assert [each.card.name for each in out.in_play] == ["Varys"]
    assert out.log[-1].words == "Brought out of shadows: Varys for 3 gold."
    poor = game_with(shadows=[varys], phase=PlayPhase.DRAW, gold=2)
    refused(poor, MoveKind.EMERGE, "Varys", "costs 3 gold, and there is 2")
    refused(marshaling(person("Osha")), MoveKind.SHADOW, "Osha", "cannot lie in shadows")


def test_events_come_out_of_shadows_and_are_discarded() -> None:
    ashes = event("Ashes", None, keywords=(shadow(2),))
    game = game_with(shadows=[ashes], phase=PlayPhase.CHALLENGES, gold=3)
    out = doing(game, MoveKind.EMERGE, "Ashes")
    assert (out.gold, names(out.discard)) == (1, ["Ashes"])
    assert out.log[-1].words == "Brought out of shadows: Ashes for 2 gold."


def test_the_first_edition_brings_one_card_out_at_the_beginning_of_a_phase() -> None:
    hidden = [first_edition(person, name, 3, keywords=(shadow(1),)) for name in ("Varys", "Meera")]
    game = game_with(
        [first_edition(person, "Osha", 1)],
        phase=PlayPhase.MARSHALING,
        edition=Edition.FIRST,
        shadows=hidden,
        gold=6,
    )
    acted = doing(game, MoveKind.MARSHAL, "Osha")
    refused(acted, MoveKind.EMERGE, "Varys", "beginning of a phase")
    challenges = on(acted)
    out = doing(challenges, MoveKind.EMERGE, "Varys")
    assert out.gold == challenges.gold - 1
    refused(out, MoveKind.EMERGE, "Meera", "beginning of")
    assert doing(on(out), MoveKind.EMERGE, "Meera").shadows == ()


def test_income_does_not_pay_for_what_comes_out_before_it() -> None:
    varys = first_edition(person, "Varys", 4, keywords=(shadow(2),))
    drawn = game_with(
        phase=PlayPhase.DRAW,
        edition=Edition.FIRST,
        shadows=[varys],
        revealed=plot("Cause", 5, None),
    )
    refused(on(drawn), MoveKind.EMERGE, "Varys", "the phase began with 0 gold")


def test_ambush_in_the_challenges_phase_and_gold_is_bestowed_right_then() -> None:
    boros = person("Boros", 5, keywords=(Keyword("ambush", 3), Keyword("bestow", 2)))
    game = marshaling(boros, person("Osha"))
    refused(game, MoveKind.AMBUSH, "Boros", "challenges phase")
    out = doing(on(game), MoveKind.AMBUSH, "Boros")
    assert (out.gold, words(out)) == (3, "Ambushed with Boros for 3 gold.")
    assert [o.words for o in moves_of(out, number(out, "Boros"))][:2] == [
        "Bestow 1 gold",
        "Bestow 2 gold",
    ]
    given = doing(out, MoveKind.BESTOW, "Boros", amount=2)
    assert (given.gold, given.in_play[0].gold) == (1, 2)
    refused(given, MoveKind.BESTOW, "Boros", "right as it enters play", amount=1)
    refused(out, MoveKind.BESTOW, "Boros", "up to 2 gold", amount=3)
    late = doing(out, MoveKind.TURN, "Boros")
    refused(late, MoveKind.BESTOW, "Boros", "right as it enters play", amount=1)
    refused(on(game), MoveKind.AMBUSH, "Osha", "not have the keyword Ambush")


def test_attachments_are_marshaled_on_the_host_that_is_asked_for() -> None:
    game = marshaling(attachment("Ice"), in_play=[person("Osha"), person("Hodor")])
    found = [o.words for o in moves_of(game, number(game, "Ice"))]
    assert found[:2] == ["Marshal on Osha for 1 gold", "Marshal on Hodor for 1 gold"]
    on_hodor = doing(game, MoveKind.MARSHAL, "Ice", host=number(game, "Hodor"))
    assert words(on_hodor) == "Marshaled Ice on Hodor for 1 gold."
    refused(marshaling(attachment("Ice")), MoveKind.MARSHAL, "Ice", "No card in play may bear Ice")
    dragged = dropped(game, number(game, "Ice"), Zone.PLAY, number(game, "Hodor"))
    assert dragged.in_play[-1].host == number(game, "Hodor")


def test_what_a_leaving_card_bore_goes_home_or_to_the_discard_pile() -> None:
    ice = attachment("Ice")
    chain = attachment("Chain", keywords=(Keyword("terminal"),))
    game = marshaling(ice, chain, in_play=[person("Osha")])
    both = doing(doing(game, MoveKind.MARSHAL, "Ice"), MoveKind.MARSHAL, "Chain")
    killed = doing(both, MoveKind.KILL, "Osha")
    assert (names(killed.hand), names(killed.discard), names(killed.dead)) == (
        ["Ice"],
        ["Chain"],
        ["Osha"],
    )
    old = first_edition(attachment, "Needle")
    first = game_with(
        [old],
        edition=Edition.FIRST,
        phase=PlayPhase.MARSHALING,
        gold=3,
        in_play=[first_edition(person, "Osha")],
    )
    gone = doing(doing(first, MoveKind.MARSHAL, "Needle"), MoveKind.DISCARD, "Osha")
    assert sorted(names(gone.discard)) == ["Needle", "Osha"]


def test_the_reserve_asks_for_cards_of_ones_choice() -> None:
    hand = [person(f"P{i}") for i in range(8)]
    game = on(game_with(hand, phase=PlayPhase.DOMINANCE, revealed=plot("Cause", 5, 6)))
    assert excess_of_reserve(game) == 2
    assert "The reserve is 6: discard 2 cards." in words(game)
    refused(game, MoveKind.NEXT, words="Your reserve is 6, and you hold 8 cards")
    assert main_move(game, number(game, "P3")) == Move(MoveKind.DISCARD, number(game, "P3"))
    fewer = doing(doing(game, MoveKind.DISCARD, "P3"), MoveKind.DISCARD, "P0")
    assert on(fewer).round == 2
    old = game_with(
        hand, phase=PlayPhase.TAXATION, edition=Edition.FIRST, revealed=plot("Cause", 5, None)
    )
    assert excess_of_reserve(old) == 0


def test_events_are_played_for_their_cost() -> None:
    game = game_with([event("Raid", 2)], phase=PlayPhase.CHALLENGES, gold=2)
    played = doing(game, MoveKind.PLAY, "Raid")
    assert (played.gold, names(played.discard)) == (0, ["Raid"])
    refused(game_with([event("Raid")]), MoveKind.PLAY, "Raid", "once setup is over")
    oath = first_edition(event, "Oath", None, keywords=(Keyword("deathbound"),))
    free = game_with([oath], phase=PlayPhase.DRAW, edition=Edition.FIRST)
    assert names(doing(free, MoveKind.PLAY, "Oath").dead) == ["Oath"]


def test_effects_are_done_by_hand() -> None:
    game = game_with(phase=PlayPhase.PLOT, pile=[person("Osha")], in_play=[place("Gate")])
    drawn = doing(game, MoveKind.DRAW)
    assert names(drawn.hand) == ["Osha"]
    refused(drawn, MoveKind.DRAW, words="draw deck is empty")
    richer = doing(game, MoveKind.GOLD, amount=1)
    assert richer.gold == 1
    refused(game, MoveKind.GOLD, words="no gold to lose", amount=-1)
    refused(game, MoveKind.KILL, "Gate", "Only characters can be killed")
    knelt = doing(game, MoveKind.TURN, "Gate")
    assert knelt.in_play[0].knelt
    assert not doing(knelt, MoveKind.TURN, "Gate").in_play[0].knelt
    refused(game_with([person("Osha")]), MoveKind.DISCARD, "Osha", "wait until setup is over")


def test_undo_goes_back_to_the_deal_and_redo_forth() -> None:
    start = marshaling(person("Osha", 3), person("Hodor", 1))
    record = Record.of(start)
    for name in ("Osha", "Hodor"):
        record = record.took(doing(record.now, MoveKind.MARSHAL, name))
    last = record.now
    assert not record.may_redo
    back = record.undone().undone().undone()
    assert back.now == start
    assert not back.may_undo
    assert back.redone().redone().redone().now == last
    other = back.took(doing(start, MoveKind.MARSHAL, "Hodor"))
    assert (len(other.games), other.may_redo) == (2, False)
    assert record.at_entry(0).at == 1
    assert record.at_entry(99) == record


def hiding(second: CardPool, **fields: Any) -> Game:
    """Return a game with two copies of A Very Large Shadow and two characters in shadows."""
    shade = second.card("13090")
    people = [person(name, 6, keywords=(shadow(4),)) for name in ("Varys", "Syrio")]
    return game_with(shadows=[shade, shade, *people], phase=PlayPhase.CHALLENGES, gold=5, **fields)


SHADE = "A Very Large Shadow"


def test_a_very_large_shadow_is_played_once_a_phase(second: CardPool) -> None:
    out = doing(hiding(second), MoveKind.EMERGE, SHADE)
    assert (out.gold, names(out.discard)) == (5, [SHADE])
    refused(out, MoveKind.EMERGE, SHADE, "as often as its limit allows", place=1)
    varys = doing(out, MoveKind.EMERGE, "Varys")
    assert varys.gold == 4
    later = on(varys)
    assert doing(later, MoveKind.EMERGE, SHADE, place=1).shadows != later.shadows


def test_it_returns_to_hand_while_a_scheme_is_revealed(second: CardPool) -> None:
    out = doing(hiding(second, revealed=second.card("02016")), MoveKind.EMERGE, SHADE)
    assert (names(out.hand), out.discard) == ([SHADE], ())
    assert doing(out, MoveKind.EMERGE, "Varys").gold == 4
    shade = number(out, SHADE)
    assert not [o for o in moves_of(out, shade) if o.move.kind is MoveKind.USE]


def test_a_limited_event_out_of_shadows_is_the_limited_card_of_the_round() -> None:
    gold = event("All the Gold", None, keywords=(LIMITED, shadow(0)))
    mint = person("Mint", 1, keywords=(LIMITED,))
    game = game_with([mint], shadows=[gold], phase=PlayPhase.MARSHALING, gold=3)
    out = doing(game, MoveKind.EMERGE, "All the Gold")
    assert out.limited == 1
    refused(out, MoveKind.MARSHAL, "Mint", "No more Limited")
    refused(
        doing(game, MoveKind.MARSHAL, "Mint"), MoveKind.EMERGE, "All the Gold", "No more Limited"
    )


def old(name: str) -> Card:
    return first_edition(person, name, 4, keywords=(shadow(2),))


def test_the_first_edition_lets_one_card_out_as_each_phase_begins() -> None:
    """As dominance, standing and taxation begin too, while the gold is still there."""
    names_of = ("Varys", "Meera", "Bran", "Osha")
    game = game_with(
        phase=PlayPhase.MARSHALING,
        edition=Edition.FIRST,
        shadows=[old(name) for name in names_of],
        revealed=plot("Cause", 5, None),
        plots=[plot("Feast", 4, None)],
        gold=9,
    )
    steps = []
    for name in names_of:
        steps.append(next_words(game))
        game = doing(on(game), MoveKind.EMERGE, name)
    assert steps == ["To challenges", "To dominance", "To standing", "To taxation"]
    assert (game.phase, game.gold, game.shadows) == (PlayPhase.TAXATION, 1, ())
    after = on(game)
    assert (after.phase, after.gold) == (PlayPhase.PLOT, 0)
    assert after.log[-1].words == "Returned 1 gold. Round 2 begins."


def test_supporting_the_faith_takes_the_gold_as_challenges_begin(second: CardPool) -> None:
    game = game_with(phase=PlayPhase.MARSHALING, gold=3, revealed=second.card("01023"))
    after = on(game)
    assert (after.gold, after.log[-1].words) == (0, "Returned 3 gold. Challenges, with 0 gold.")


def test_a_duplicate_is_marshaled_for_nothing_and_discarded_alone() -> None:
    arya = person("Arya", 2, unique=True)
    double = doing(marshaling(arya, in_play=[arya]), MoveKind.DUPLICATE, "Arya")
    gone = doing(double, MoveKind.DISCARD, "Arya", place=0)
    assert (double.gold, gone.in_play[0].duplicates, names(gone.discard)) == (6, (), ["Arya"])
    assert words(gone) == "Discarded a duplicate of Arya."


def test_unspent_gold_is_kept_under_the_long_plan(second: CardPool) -> None:
    game = on(game_with(phase=PlayPhase.DOMINANCE, gold=3, revealed=second.card("02016")))
    assert (game.gold, words(game)) == (3, "Returned 0 gold. Kept 3 gold.")
