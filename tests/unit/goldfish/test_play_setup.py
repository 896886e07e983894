"""The deal and setup of a game by hand."""

from __future__ import annotations

import numpy as np
import pytest

from carddb.card import Card
from carddb.pattern import CardPattern, Host, HostOption, Side
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Keyword
from core.errors import AppError
from decks.deck import Deck
from goldfish.dealer import Deal, Dealer, draws_for
from goldfish.draw_deck import opening
from goldfish.play.game import Copy, MoveKind, PlayPhase, Zone
from goldfish.play.moves import dropped, main_move, moves_of
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
from tests.unit.goldfish.play_games import (
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
    assert [copy.card.name for copy in game.hand] == [
        "As Hard as Winter",
        "Summer",
        "The Roseroad",
        "Frozen Solid",
        "Direwolf Pup",
        "The Kingsroad",
        "Sansa Stark",
    ]
    assert [copy.card.name for copy in game.pile[:4]] == [
        "Arya Stark",
        "The Kingsroad",
        "The Kingsroad",
        "Winter Is Coming",
    ]
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


@pytest.mark.parametrize(("text", "seed"), [("0", 0), (" 17 ", 17), (str(MOST_SEED), MOST_SEED)])
def test_seeds_are_whole_numbers(text: str, seed: int) -> None:
    assert read_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "1.5", "winter", "٣", str(MOST_SEED + 1), "9" * 500])
def test_other_texts_are_no_seeds(text: str) -> None:
    with pytest.raises(AppError):
        read_seed(text)
