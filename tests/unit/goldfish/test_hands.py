"""Opening hands: exact against trying every hand, sampled against exact, odds by round."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from carddb.card import Card
from carddb.card_test import EVENT, LIMITED, CardTest
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError, CancelledError
from decks.deck import Deck
from goldfish.dealer import BLOCK, Deal, Dealer, Sampling
from goldfish.draw_deck import OpeningChoices, opening
from goldfish.exact import (
    different_hands,
    every_hand,
    exact_hands,
    fresh_chances,
    is_quick,
    merged_hands,
)
from goldfish.mulligan import KeepPolicy, PolicyKind, Score, read_policy, read_score
from goldfish.odds import WantedCards, any_of_cards, drawn_odds, odds, odds_by_round, plain_odds
from goldfish.outcomes import SetupValues
from goldfish.queries import (
    DealtDeck,
    HandsOptions,
    HandsQuestion,
    Method,
    PlayedDeck,
    RoundsQuestion,
)
from goldfish.query_answers import answer_to
from goldfish.report import HandsReport, poor_in_event
from goldfish.setup import SetupPlan, best_setup
from goldfish.setup_kernel import SetupKernel
from goldfish.simulate import compared, sampled_hands
from tests import builders
from tests.filled import Wanted as FilledDeck
from tests.long_run import times
from tests.odds_by_scipy import Hypergeometric, binomial
from tests.small_deck import small_deck

POLICIES = [
    KeepPolicy(),
    KeepPolicy(PolicyKind.POOR),
    KeepPolicy(PolicyKind.NEEDS, LIMITED),
    KeepPolicy(PolicyKind.NEEDS, EVENT),
    KeepPolicy(PolicyKind.NEEDS, EVENT | LIMITED),
    KeepPolicy(PolicyKind.OPTIMAL),
    KeepPolicy(PolicyKind.OPTIMAL, score=Score.GREAT),
]


def small(deck: Deck) -> Deck:
    """Return some 14 or 17 cards of a deck, few enough to try every hand."""
    slots = list(deck.draw())
    chosen = [slot for slot in slots if slot[0].keyword("limited")][:2]
    chosen += [slot for slot in slots if EVENT(slot[0])][:3]
    chosen += [slot for slot in slots if slot not in chosen][::3][: times(short=4, long=6)]
    return Deck.of("Small", deck.edition, deck.faction, chosen)


@cache
def every_setup(deck: Deck) -> list[tuple[list[Card], SetupPlan, float]]:
    """Return every hand of a deck with its best setup and its chance."""
    made = opening(deck)
    cards = [card for card, copies in made.slots for _ in range(copies)]
    counts = Counter(tuple(sorted(card.code for card in hand)) for hand in combinations(cards, 7))
    by_code = {card.code: card for card in cards}
    total = sum(counts.values())
    found = []
    for codes, count in counts.items():
        hand = [by_code[code] for code in codes]
        found.append((hand, best_setup(hand, made.rules), count / total))
    return found


def tried(deck: Deck, policy: KeepPolicy) -> dict[str, float]:
    """Return the results over every hand, in plain arithmetic."""
    found = every_setup(deck)
    scores = [_score(policy.score, plan) for _, plan, _ in found]
    mean = sum(score * share for score, (_, _, share) in zip(scores, found, strict=True))
    kept = [
        _keeps(policy, hand, plan, score >= mean - 1e-9)
        for (hand, plan, _), score in zip(found, scores, strict=True)
    ]
    taken = sum(share for (_, _, share), keep in zip(found, kept, strict=True) if not keep)
    totals: defaultdict[str, float] = defaultdict(float)
    for (hand, plan, share), keep in zip(found, kept, strict=True):
        weight = share * (keep + taken)
        totals["cards"] += weight * plan.cards
        totals["gold"] += weight * plan.gold
        totals["strength"] += weight * plan.tally.strength
        totals["poor"] += weight * (plan.cards <= 2)
        for code in {card.code for card in hand}:
            totals[f"{code} drawn"] += weight
        for code in set(plan.codes):
            totals[f"{code} set up"] += weight
    return {**totals, "taken": taken}


def _score(score: Score, plan: SetupPlan) -> float:
    return float(plan.cards >= 5) if score is Score.GREAT else float(plan.cards)


def _keeps(policy: KeepPolicy, hand: list[Card], plan: SetupPlan, good: bool) -> bool:
    if policy.kind is PolicyKind.NEEDS:
        return any(policy.needs is not None and policy.needs(card) for card in hand)
    kept = {PolicyKind.KEEP: True, PolicyKind.POOR: plan.cards > 2, PolicyKind.OPTIMAL: good}
    return kept[policy.kind]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: f"{policy.words}-{policy.score}")
def test_exact_is_what_trying_every_hand_comes_to(
    samples: tuple[Deck, ...], policy: KeepPolicy
) -> None:
    deck = small(samples[4])
    report = exact_hands(SetupKernel(opening(deck)), policy)
    expected = tried(deck, policy)
    assert report.exact
    assert report.cards.mean.mean == pytest.approx(expected["cards"])
    assert report.gold.mean.mean == pytest.approx(expected["gold"])
    assert report.strength.mean.mean == pytest.approx(expected["strength"])
    assert report.poor.mean == pytest.approx(expected.get("poor", 0.0))
    assert report.mulligan.taken.mean == pytest.approx(expected["taken"], abs=1e-12)
    for code, chance in report.by_card.items():
        assert chance.drawn == pytest.approx(expected[f"{code} drawn"])
        assert chance.set_up == pytest.approx(expected.get(f"{code} set up", 0.0), abs=1e-12)


def test_every_hand_is_there_once(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    dealt = sum(float(pairs.mine.sum() * pairs.theirs.sum()) for pairs in every_hand(kernel))
    assert dealt == comb(60, 7)
    assert merged_hands(kernel) < different_hands(kernel)


def test_the_number_of_hands_is_that_of_the_deck_by_codes(samples: tuple[Deck, ...]) -> None:
    iron_fleet = next(deck for deck in samples if deck.name.startswith("The Iron Fleet"))
    assert exact_hands(SetupKernel(opening(iron_fleet)), KeepPolicy()).hands == 7_460_408


def errors(report: HandsReport, exact: HandsReport) -> list[float]:
    """Return how far the sampled numbers are from the true ones, in standard errors."""
    spreads = ("cards", "gold", "characters", "strength")
    pairs = [(getattr(report, s).mean, getattr(exact, s).mean.mean) for s in spreads]
    return [abs(e.mean - true) / ((e.high - e.low) / 2 / 1.96) for e, true in pairs]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: f"{policy.words}-{policy.score}")
def test_sampled_and_exact_agree(samples: tuple[Deck, ...], policy: KeepPolicy) -> None:
    kernel = SetupKernel(opening(samples[10]))
    n = 20_000
    exact, report = exact_hands(kernel, policy), sampled_hands(kernel, policy, Sampling(n, 11))
    assert (exact.exact, report.exact, report.hands, report.seed) == (True, False, n, 11)
    assert max(errors(report, exact)) < 4
    pairs = [(exact.poor.mean, report.poor.mean), (exact.great.mean, report.great.mean)]
    pairs += [
        (getattr(exact.by_card[code], what), getattr(report.by_card[code], what))
        for code in exact.by_card
        for what in ("drawn", "set_up")
    ]
    for true, found in pairs:
        assert abs(true - found) <= 4 * sqrt(true * (1 - true) / n) + 1e-9


@pytest.mark.parametrize("score", Score)
def test_the_mean_of_a_fresh_hand_is_that_of_every_hand(
    samples: tuple[Deck, ...], score: Score
) -> None:
    kernel = SetupKernel(opening(samples[10]))
    values = SetupValues(kernel.keys)
    mean = values.score(score) @ fresh_chances(kernel, score, lambda done, total: None)
    report = exact_hands(kernel, KeepPolicy(score=score))
    assert mean == pytest.approx(report.mulligan.threshold, abs=1e-12)


def test_no_policy_beats_the_optimal_one(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    by_policy = {policy.words: exact_hands(kernel, policy).mulligan for policy in POLICIES[:6]}
    best = by_policy["optimal"]
    assert best.own == pytest.approx(best.optimal)
    assert all(each.own <= best.own for each in by_policy.values())
    assert best.gain == pytest.approx(best.optimal - by_policy["poor"].own)
    assert by_policy["keep"].own == pytest.approx(best.threshold)


WORDS = [[3658676650, 113462463, 1569714666], [3857405620, 701724656, 754654747]]
FIRST = [[51, 53, 34, 31, 18, 35, 42], [1, 10, 56, 20, 38, 40, 34]]


def test_a_seed_is_the_same_everywhere() -> None:
    words = Dealer(2026).words()
    assert words[:2, :3].tolist() == WORDS
    deck = np.arange(60, dtype=np.uint8)
    deal = Deal(deck, words, 7, halved=False)
    assert deal.first[:, :2].T.tolist() == FIRST
    assert all(len(set(hand)) == 7 for hand in deal.second.T.tolist())


def test_every_place_is_drawn_as_often() -> None:
    dealer, deck = Dealer(3), np.arange(60, dtype=np.uint8)
    counts = np.zeros(60)
    for _ in range(20):
        counts += np.bincount(Deal(deck, dealer.words(), 7, halved=False).first.ravel())
    expected = 20 * BLOCK * 7 / 60
    assert np.abs(counts - expected).max() < 5 * sqrt(expected)


def test_halves_deal_both_hands_from_one_half() -> None:
    deck = np.arange(20, dtype=np.uint8)
    deal = Deal(deck, Dealer(3, 17).words(), 7, halved=True)
    together = np.concatenate([deal.first, deal.second])
    assert max(len(set(column)) for column in together.T.tolist()) <= 10


def test_a_deck_against_itself_is_even_and_its_own_deals(samples: tuple[Deck, ...]) -> None:
    player = (SetupKernel(opening(samples[10])), KeepPolicy(PolicyKind.POOR))
    one, other, difference = compared(player, player, Sampling(10_000, 4))
    assert one.cards == other.cards
    assert (difference.cards.mean, difference.cards.low, difference.cards.high) == (0, 0, 0)


def test_shared_cards_make_a_difference_surer(samples: tuple[Deck, ...]) -> None:
    deck = samples[10]
    card, count = next(slot for slot in deck.draw() if slot[0].cost == 3)
    cheaper = next(slot[0] for slot in samples[4].draw() if slot[0].cost == 1)
    other = deck.with_copies(card, count - 1).with_copies(cheaper, deck.copies(cheaper) + 1)
    players = [(SetupKernel(opening(each)), KeepPolicy()) for each in (other, deck)]
    one, two, difference = compared(players[0], players[1], Sampling(20_000, 4))
    gap = difference.cards
    alone = one.cards.mean.high - one.cards.mean.low
    assert gap.high - gap.low < alone / 2
    assert gap.mean == pytest.approx(one.cards.mean.mean - two.cards.mean.mean)


def test_poor_setups_in_an_event_are_binomial() -> None:
    assert poor_in_event(0.1, 5) == pytest.approx(binomial(5, 0.1))


def test_work_can_be_stopped(samples: tuple[Deck, ...]) -> None:
    def stop(done: int, total: int) -> None:
        assert 0 < done <= total
        raise CancelledError("Stopped.")

    kernel = SetupKernel(opening(samples[10]))
    with pytest.raises(CancelledError):
        exact_hands(kernel, KeepPolicy(), stop)
    with pytest.raises(CancelledError):
        sampled_hands(kernel, KeepPolicy(), Sampling(), stop)


def test_policies_are_read() -> None:
    def query(text: str) -> CardTest:
        return CardTest(text, lambda _: True)

    assert read_policy("keep", query) == KeepPolicy()
    assert read_policy("needs:t:Knight x", query).words == "needs:t:Knight x"
    for wrong in ("needs:", "needs", "always", "poor:x", ""):
        with pytest.raises(AppError):
            read_policy(wrong, query)
    with pytest.raises(AppError):
        read_score("luck")


def test_untabled_hands_are_solved_by_the_reference(second: CardPool) -> None:
    codes = ("01123", "07021", "01035", "08064", "13044", "11016", "01152", "01040")
    copies = times(short=1, long=2)
    slots = [(second.card(code), 2 if code in codes[:5] else copies) for code in codes]
    deck = Deck.of("Untabled", second.edition, None, slots)
    kernel = SetupKernel(opening(deck))
    assert kernel.classes.untabled_pairs
    report, expected = exact_hands(kernel, KeepPolicy()), tried(deck, KeepPolicy())
    assert report.cards.mean.mean == pytest.approx(expected["cards"])
    assert report.strength.mean.mean == pytest.approx(expected["strength"])


def test_the_largest_sample_deck_is_exact(samples: tuple[Deck, ...]) -> None:
    assert is_quick(SetupKernel(opening(samples[0])))


def test_nothing_is_set_up_under_the_hollow_hill(second: CardPool) -> None:
    deck = FilledDeck(agendas=("13039",)).deck(second)
    for report in (
        exact_hands(SetupKernel(opening(deck)), KeepPolicy()),
        sampled_hands(SetupKernel(opening(deck)), KeepPolicy(), Sampling(5000)),
    ):
        assert report.cards.histogram == (1.0,)
        assert report.poor.mean == 1
        assert all(chance.set_up == 0 < chance.drawn for chance in report.by_card.values())


def test_a_pile_of_every_card_is_sampled(second: CardPool) -> None:
    every = [(card, 1) for card in second if card.in_draw_deck][:200]
    kernel = SetupKernel(opening(Deck.of("Pile", second.edition, None, every)))
    assert not is_quick(kernel)
    with pytest.raises(AppError, match="too many different hands"):
        exact_hands(kernel, KeepPolicy())
    report = sampled_hands(kernel, KeepPolicy(), Sampling(300))
    assert report.hands == 300
    assert len(report.by_card) == 200


def test_a_card_of_both_decks_is_drawn_as_often_as_it_is_in_each(samples: tuple[Deck, ...]) -> None:
    """Copies that only one of them has lie elsewhere in the deal, and count too."""
    one = next(deck for deck in samples if any(copies == 3 for _, copies in deck.draw()))
    card, copies = next(slot for slot in one.draw() if slot[1] == 3)
    other = one.with_copies(card, copies - 2)
    kernels = [SetupKernel(opening(deck)) for deck in (one, other)]
    sides = [(kernel, KeepPolicy()) for kernel in kernels]
    reports = compared(sides[0], sides[1], Sampling(20_000, 3))[:2]
    for deck, report in zip((one, other), reports, strict=True):
        cards, held = deck.draw_count, deck.copies(card)
        expected = 1 - Hypergeometric(cards, held, 7).pmf(0)
        error = sqrt(expected * (1 - expected) / 20_000)
        assert abs(report.by_card[card.code].drawn - expected) < 4 * error
        assert all(each.drawn >= each.set_up for each in report.by_card.values())


def test_more_copies_of_a_card_than_a_hand_holds_are_all_dealt() -> None:
    """A draft deck may hold any number of copies; each of them can be in the hand."""
    many, other = builders.card("Steward", cost=1), builders.card("Host", cost=8)
    made = opening(Deck.of("Many", Edition.SECOND, Faction.STARK, [(many, 20), (other, 40)]))
    report = exact_hands(SetupKernel(made), KeepPolicy())
    stewards = [Hypergeometric(60, 20, 7).sf(n) for n in range(7)]
    # As many stewards as there are, or one host where there is none.
    assert report.cards.mean.mean == pytest.approx(sum(stewards) + 1 - stewards[0])


@pytest.mark.parametrize(("copies", "drawn", "least"), [(3, 7, 1), (3, 11, 2), (6, 60, 6)])
def test_plain_odds_are_hypergeometric(copies: int, drawn: int, least: int) -> None:
    true = Hypergeometric(60, copies, drawn).sf(least - 1)
    assert drawn_odds(60, copies, drawn, least) == pytest.approx(true)


def test_round_0_is_the_opening_hand_and_each_round_draws_two(samples: tuple[Deck, ...]) -> None:
    made = opening(samples[10])
    card, copies = made.slots[0]
    for by_round in range(4):
        wanted = WantedCards(test=any_of_cards([card]), by_round=by_round, refill=False)
        found = plain_odds(made, wanted)
        true = Hypergeometric(60, copies, 7 + 2 * by_round).sf(0)
        assert found.probability.mean == pytest.approx(true)
        assert (found.seen, found.copies) == (7 + 2 * by_round, copies)


@pytest.mark.parametrize(
    "policy",
    [
        KeepPolicy(),
        KeepPolicy(PolicyKind.POOR),
        KeepPolicy(PolicyKind.NEEDS, LIMITED),
        KeepPolicy(PolicyKind.NEEDS, EVENT | LIMITED),
        KeepPolicy(PolicyKind.OPTIMAL),
    ],
    ids=lambda policy: policy.words,
)
@pytest.mark.parametrize("test", [LIMITED, EVENT, EVENT | LIMITED], ids=lambda test: test.label)
def test_exact_and_sampled_odds_agree(
    samples: tuple[Deck, ...], policy: KeepPolicy, test: CardTest
) -> None:
    kernel = SetupKernel(opening(samples[10]))
    wanted = WantedCards(test=test, at_least=2, by_round=2)
    exact = odds(kernel, policy, wanted)
    found = odds(kernel, policy, wanted, Sampling(40_000, 5))
    error = (found.probability.high - found.probability.low) / 2 / 1.96
    assert abs(exact.probability.mean - found.probability.mean) < 4 * error
    assert (exact.hands, found.hands, found.seed) == (None, 40_000, 5)
    assert exact.seen == pytest.approx(found.seen, abs=0.05)


def test_needing_a_card_makes_it_likelier_as_two_tries_would(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    card, copies = kernel.opening.slots[0]
    wanted = WantedCards(test=any_of_cards([card]))
    once = Hypergeometric(60, copies, 7).sf(0)
    policy = KeepPolicy(PolicyKind.NEEDS, any_of_cards([card]))
    assert odds(kernel, policy, wanted).probability.mean == pytest.approx(1 - (1 - once) ** 2)


def test_refill_only_adds(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    wanted = WantedCards(test=LIMITED, by_round=1)
    without = WantedCards(test=LIMITED, by_round=1, refill=False)
    more, less = (odds(kernel, KeepPolicy(), each) for each in (wanted, without))
    assert more.probability.mean > less.probability.mean
    assert more.seen > less.seen == 9


@pytest.mark.parametrize("policy", [KeepPolicy(), KeepPolicy(PolicyKind.POOR)])
@pytest.mark.parametrize("left_out", [0, 1, 3])
@pytest.mark.parametrize("sampling", [None, Sampling(2_000, 1)], ids=["exact", "sampled"])
def test_nearly_every_card_of_the_deck_may_be_wanted(
    samples: tuple[Deck, ...], policy: KeepPolicy, left_out: int, sampling: Sampling | None
) -> None:
    made = opening(samples[10])
    wanted = any_of_cards([card for card, _ in made.slots[left_out:]])
    question = WantedCards(test=wanted, at_least=1, by_round=5)
    found = odds_by_round(SetupKernel(made), policy, question, sampling)
    assert all(each.probability.mean == pytest.approx(1.0) for each in found)
    seven = odds_by_round(SetupKernel(made), policy, replace(question, at_least=7), sampling)
    assert all(0.0 <= each.probability.mean <= 1.0 + 1e-9 for each in seven)
    if not left_out:
        assert seven[0].probability.mean == pytest.approx(1.0)


def test_the_odds_by_round_are_those_of_each_round(samples: tuple[Deck, ...]) -> None:
    kernel = SetupKernel(opening(samples[10]))
    policy = KeepPolicy(PolicyKind.POOR)
    question = WantedCards(test=LIMITED, at_least=2, by_round=3)
    by_round = odds_by_round(kernel, policy, question)
    for number, found in enumerate(by_round):
        one = odds(kernel, policy, replace(question, by_round=number))
        assert found.probability.mean == pytest.approx(one.probability.mean)


def first_deck(first: CardPool, agenda: str, *, foreign: tuple[Faction, ...] = ()) -> Deck:
    """Return a Stark deck with three copies of three characters of each of other Houses."""
    slots: list[tuple[Card, int]] = [(first.card(agenda), 1)]
    for house in (Faction.STARK, *foreign):
        alike = [
            card
            for card in first
            if card.type is CardType.CHARACTER and card.factions == (house,) and not card.keywords
        ]
        slots += [(card, 3) for card in alike[: 12 if house is Faction.STARK else 3]]
    return Deck.of("Old", Edition.FIRST, Faction.STARK, slots)


@pytest.mark.parametrize("agenda", ["qod_47", "cad_1"])
def test_the_house_with_most_cards_out_of_house_is_named(first: CardPool, agenda: str) -> None:
    deck = first_deck(first, agenda, foreign=(Faction.MARTELL,))
    made = opening(deck)
    assert made.rules.waived == {Faction.MARTELL}
    assert made.remarks == (f"{first.card(agenda).name} waives the gold penalty of House Martell.",)
    chosen = opening(deck, OpeningChoices(named=Faction.GREYJOY))
    assert chosen.rules.waived == {Faction.GREYJOY}


def test_no_house_is_named_where_no_card_costs_a_penalty(first: CardPool) -> None:
    made = opening(first_deck(first, "qod_47"))
    assert not made.rules.waived
    assert "no card costs one" in made.remarks[0]


def test_it_is_said_that_no_location_is_found(second: CardPool) -> None:
    people = [c for c in second if c.type is CardType.CHARACTER and Faction.STARK in c.factions]
    slots = [(second.card("08039"), 1), *((card, 3) for card in people[:20])]
    made = opening(Deck.of("None", Edition.SECOND, Faction.STARK, slots))
    assert made.rules.in_play == ()
    assert made.remarks == ("The House With the Red Door finds no location in this deck.",)


def test_no_more_is_seen_of_a_halved_deck_than_its_half(first: CardPool) -> None:
    """Black Sails: the other half is never drawn."""
    made = opening(first_deck(first, "asots_18", foreign=(Faction.MARTELL,)))
    card, copies = made.slots[0]
    found = plain_odds(made, WantedCards(test=any_of_cards([card]), by_round=50))
    assert found.seen == made.size // 2
    true = Hypergeometric(made.size, copies, made.size // 2).sf(0)
    assert found.probability.mean == pytest.approx(true)


def test_a_half_that_fills_no_hand_is_refused(first: CardPool) -> None:
    people = [card for card in first if card.type is CardType.CHARACTER and not card.keywords]
    slots = [(first.card("asots_18"), 1), *((card, 1) for card in people[:13])]
    deck = Deck.of("Small", Edition.FIRST, Faction.STARK, slots)
    with pytest.raises(AppError, match="A hand is 7 cards, and half of the draw deck holds 6"):
        opening(deck)


def test_a_hand_is_seen_where_nothing_is_left_to_draw(second: CardPool) -> None:
    """The Conclave takes what a deck of ten has left: the seven cards of the hand are seen."""
    people = [card for card in second if card.type is CardType.CHARACTER and card.only_in is None]
    slots = [(second.card("09045"), 1), *((card, 1) for card in people[:10])]
    made = opening(Deck.of("Small", Edition.SECOND, Faction.STARK, slots))
    found = plain_odds(made, WantedCards(test=any_of_cards(people[:1]), by_round=2))
    assert found.seen == 7
    assert found.probability.mean == pytest.approx(0.7)


def silent(done: int, total: int) -> None:
    """Ignore progress."""


def test_one_kernel_is_kept_for_hands_and_rounds_and_none_of_the_deck_before(pools: Pools) -> None:
    deck = small_deck(pools)
    other = deck.with_copies(deck.slots[0][0], 1)
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=100)
    kept: dict[object, object] = {}

    def setups() -> list[SetupKernel]:
        return [each for each in kept.values() if isinstance(each, SetupKernel)]

    mine = DealtDeck.of("", deck)
    answer_to(HandsQuestion(mine, None, options), silent, kept)
    (first,) = setups()
    played = PlayedDeck("", deck, mine.draw_deck, (), ())
    answer_to(RoundsQuestion(played, None, games=10), silent, kept)
    assert setups() == [first]
    answer_to(HandsQuestion(DealtDeck.of("", other), None, options), silent, kept)
    (second,) = setups()
    assert second.opening == DealtDeck.of("", other).draw_deck
    assert len(kept) == 1
    # Only the tables are kept, not what is made of them in a moment.
    assert not {"_look_up", "_walks"} & set(vars(second))


def test_kept_kernels_answer_as_new_ones_do(pools: Pools) -> None:
    options = HandsOptions(KeepPolicy(), Method.SAMPLED, hands=200)
    question = HandsQuestion(DealtDeck.of("", small_deck(pools)), None, options)
    kept: dict[object, object] = {}
    answers = [answer_to(question, silent, each).mine for each in (kept, kept, {})]
    first, again, new = ((each.cards, each.gold, each.poor) for each in answers)
    assert first == again == new
