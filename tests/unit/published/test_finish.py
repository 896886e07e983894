"""A finished deck is legal, has every card of the started one, and none is worth more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from published.corpus import Corpus
from published.finish import FinishOptions, finish
from published.program import Program
from published.solver import SolutionStatus
from published.suggestions import neighbors_of, share_by_copies
from tests import builders
from tests.long_run import times
from tests.unit.published.decklists import draw_decklists, stored_corpus
from tests.verdicts import TODAY, judge_of
from validators.conditions import Conditions, find_format
from validators.search_facts import EditionConditions
from validators.second_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES

OPTIONS = FinishOptions()
AGENDA_CODES = [
    *(code for row in AGENDAS for code in row.codes),
    *(code for code, _ in NO_CONSTRUCTION_RULES),
]


def side_of(pool: CardPool, list_code: str = "", format_name: str = "joust") -> EditionConditions:
    restricted = pool.lists.get(list_code)
    conditions = Conditions(find_format(Edition.SECOND, format_name), restricted, TODAY)
    return EditionConditions(judge_of(pool), conditions)


@pytest.fixture(scope="module")
def corpus(second: CardPool, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return stored_corpus(second, draw_decklists(second, 300), tmp_path_factory.mktemp("decks"))


def satisfies(deck: Deck, side: EditionConditions) -> bool:
    """Return whether a deck meets the constraints made from the judge's rules."""
    pool = side.pool
    program = Program(pool, deck)
    for card, copies in deck.slots:
        program.add_card(card, copies)
    for rule in side.judge.rules(deck, side.conditions):
        program.add_rule(rule)
    return program.solver.solve().status is SolutionStatus.OPTIMAL


@pytest.mark.parametrize("code", AGENDA_CODES)
def test_constraints_and_judge_agree_on_random_decks(
    second: CardPool, samples: tuple[Deck, ...], code: str
) -> None:
    chance = random.Random(code)  # noqa: S311
    lists = ["", *sorted(second.lists)]
    cards = [card for card in second if card.in_draw_deck or card.type is CardType.PLOT]
    for _ in range(times(short=12, long=400)):
        base = chance.choice([each for each in samples if each.edition is Edition.SECOND])
        copies = Counter(dict(base.slots))
        for card in chance.sample(cards, chance.choice([0, 1, 2, 8])):
            copies[card] += chance.choice([1, 1, 2, 3, 4])
        for card in chance.sample(list(copies), chance.choice([0, 0, 1, 2, 5])):
            copies[card] -= chance.choice([1, 2, 3])
        agendas = (second.card(code), *chance.choice([(), (), base.agendas]))
        deck = replace(Deck.of("Changed", Edition.SECOND, base.faction, +copies), agendas=agendas)
        side = side_of(second, chance.choice(lists), chance.choice(["joust", "melee"]))
        legal = side.judge.verdict(deck, side.conditions).legal
        assert satisfies(deck, side) is legal


def test_every_rule_has_a_form(second: CardPool) -> None:
    for code in AGENDA_CODES:
        for format_name in ("joust", "melee"):
            for list_code in second.lists:
                side = side_of(second, list_code, format_name)
                deck = builders.deck(agendas=(second.card(code),))
                for rule in side.judge.rules(deck, side.conditions):
                    Program(second, deck).add_rule(rule)  # raises AppError without one


def value_of(deck: Deck, started: Deck, corpus: Corpus, neighbors: int = 50) -> float:
    """Return what the copies are worth that a deck has more than a started one."""
    shares = share_by_copies(corpus, neighbors_of(corpus, started, neighbors))
    before, after = corpus.title_copies(started), corpus.title_copies(deck)
    return sum(
        float(shares[title, number])
        for title in range(len(after))
        for number in range(before[title] + 1, after[title] + 1)
        if number < shares.shape[1]
    )


@pytest.mark.parametrize("seed", range(times(short=15, long=1000)))
def test_a_finished_deck_is_legal_and_has_every_card(
    second: CardPool, corpus: Corpus, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    side = side_of(second, chance.choice(["", *sorted(second.lists)]))
    base = corpus.deck(chance.randrange(len(corpus)))
    kept = chance.sample(base.slots, chance.randrange(len(base.slots)))
    started = replace(base, slots=tuple(sorted(kept, key=lambda slot: slot[0].code)))
    found = finish(started, corpus, side, OPTIONS)
    if found.status is SolutionStatus.INFEASIBLE:
        assert found.conflict is not None
        assert found.conflict.rules
        assert_conflicting(started, found.conflict.cards, found.conflict.rules, side)
        return
    assert found.status is SolutionStatus.OPTIMAL
    assert side.judge.verdict(found.deck, side.conditions).legal
    assert all(found.deck.copies(card) >= copies for card, copies in started.slots)
    assert found.value == pytest.approx(value_of(found.deck, started, corpus))
    assert found.value == pytest.approx(sum(each.value for each in found.added))
    assert found.bound == pytest.approx(found.value)
    draws = sum(copies for card, copies in started.slots if card.in_draw_deck)
    least = {"06018": 75, "13118": 75, "17152": 75, "16028": 75, "16030": 100}
    minimum = max([60, *(least.get(agenda.code, 0) for agenda in started.agendas)])
    assert found.deck.draw_count >= max(minimum, draws)


def assert_conflicting(
    deck: Deck, cards: Iterable[str], rules: Iterable[str], side: EditionConditions
) -> None:
    """Check that the cards of a conflict are the deck's, and that the judge objects to them."""
    own = {card.code for card, _ in deck.slots} | {card.code for card in deck.agendas}
    assert set(cards) <= own
    problems = side.judge.verdict(deck, side.conditions).problems
    assert set(rules) & {each.code for each in problems}


def small_pool(chance: random.Random) -> tuple[CardPool, Card]:
    """Return few cards, of several titles and versions, and an agenda with a rule."""
    cards = [
        builders.card(
            f"Card {number // 2 if number < 8 else number}",
            chance.choice([CardType.CHARACTER, CardType.LOCATION, CardType.EVENT]),
            code=f"{50001 + number}",
            factions=(Faction.STARK,) if chance.random() < 0.6 else (),
            deck_limit=chance.choice([1, 3, 3]),
        )
        for number in range(30)
    ]
    plots = [
        builders.card(f"Plot {number}", CardType.PLOT, code=f"{51001 + number}", deck_limit=2)
        for number in range(8)
    ]
    agenda = builders.card("Fealty", CardType.AGENDA, code="01027")
    return builders.pool(*cards, *plots, agenda), agenda


@pytest.mark.parametrize("seed", range(times(short=8, long=200)))
def test_no_legal_deck_scores_higher(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    pool, agenda = small_pool(chance)
    side = side_of(pool)
    draws = [card for card in pool if card.in_draw_deck]
    plots = [card for card in pool if card.type is CardType.PLOT]
    decklists = []
    for number in range(1, 9):
        slots = {card.code: chance.randint(1, card.deck_limit) for card in chance.sample(draws, 28)}
        filler = chance.choice(draws).code
        slots[filler] = slots.get(filler, 0) + max(0, 60 - sum(slots.values()))
        slots |= {card.code: 1 for card in chance.sample(plots, 7)}
        decklists.append(
            {
                "id": number,
                "name": "x",
                "date_creation": f"2024-01-0{number}T00:00:00+00:00",
                "faction_code": "stark",
                "agendas": ["01027"],
                "slots": slots,
            }
        )
    corpus = stored_corpus(pool, decklists, tmp_path)
    started = nearly_finished(pool, agenda, chance)
    found = finish(started, corpus, side, OPTIONS)
    best = max(
        (
            value_of(deck, started, corpus)
            for deck in all_finished(started, draws, plots)
            if side.judge.verdict(deck, side.conditions).legal
        ),
        default=None,
    )
    if best is None:
        assert found.status is SolutionStatus.INFEASIBLE or found.deck.draw_count > 60
    else:
        assert found.value == pytest.approx(best)


def nearly_finished(pool: CardPool, agenda: Card, chance: random.Random) -> Deck:
    """Return a deck that lacks two draw cards and a plot."""
    copies: Counter[Card] = Counter()
    draws = [card for card in pool if card.in_draw_deck]
    while copies.total() < 58:
        card = chance.choice(draws)
        if copies[card] < 3 or chance.random() < 0.02:
            copies[card] += 1
    for card in chance.sample([card for card in pool if card.type is CardType.PLOT], 6):
        copies[card] = 1
    return replace(Deck.of("Started", Edition.SECOND, Faction.STARK, copies), agendas=(agenda,))


def all_finished(started: Deck, draws: list[Card], plots: list[Card]) -> Iterable[Deck]:
    for two, plot in product(combinations_with_replacement(draws, 2), plots):
        copies = Counter(dict(started.slots))
        copies.update([*two, plot])
        yield replace(
            Deck.of(started.name, Edition.SECOND, started.faction, copies),
            agendas=started.agendas,
        )


def stark_deck(pool: CardPool, *codes: str) -> Deck:
    slots = [(pool.card(code), 3) for code in codes]
    return Deck.of("Started", Edition.SECOND, Faction.STARK, slots)


def test_a_conflict_names_few_cards_and_the_rule(second: CardPool, corpus: Corpus) -> None:
    neutral = [c for c in second if c.in_draw_deck and not c.factions and c.pack == "Core"]
    neutral = [card for card in neutral if card.deck_limit == 3][:6]
    slots = [(card, 3) for card in neutral]
    fealty = replace(
        Deck.of("Too neutral", Edition.SECOND, Faction.STARK, slots),
        agendas=(second.card("01027"),),
    )
    found = finish(fealty, corpus, side_of(second), OPTIONS)
    assert found.status is SolutionStatus.INFEASIBLE
    assert found.conflict is not None
    assert found.conflict.rules == ("agenda.fealty.neutral",)
    # 15 are allowed, so six cards of three copies are needed to break the rule.
    assert sorted(found.conflict.cards) == sorted(card.code for card in neutral)
    assert "18 neutral cards" in found.conflict.problems[0].message
    assert found.deck == fealty


def test_a_conflict_with_a_loyal_card_says_so(second: CardPool, corpus: Corpus) -> None:
    loyal = next(c for c in second if c.loyal and c.factions == (Faction.TYRELL,))
    other = next(
        c for c in second if c.in_draw_deck and c.factions == (Faction.TYRELL,) and not c.loyal
    )
    for card, code in (loyal, "faction.loyal"), (other, "faction.other"):
        started = stark_deck(second, card.code)
        conflict = finish(started, corpus, side_of(second), OPTIONS).conflict
        assert conflict is not None
        assert (conflict.cards, conflict.rules) == ((card.code,), (code,))
        (problem,) = conflict.problems
        assert card.name in problem.message


def test_a_draw_deck_grows_where_a_rule_needs_more_cards(second: CardPool, corpus: Corpus) -> None:
    own = [
        card
        for card in second
        if card.in_draw_deck
        and card.factions == (Faction.STARK,)
        and card.deck_limit == 3
        and card.pack == "Core"
    ][:20]
    started = replace(
        stark_deck(second, *(card.code for card in own)), agendas=(second.card("01200"),)
    )
    found = finish(started, corpus, side_of(second), OPTIONS)
    assert found.status is SolutionStatus.OPTIMAL
    assert found.deck.draw_count == 3 * len(own) + 12 > 60
    assert found.verdict.legal


def test_only_owned_cards_and_no_excluded_ones_are_added(second: CardPool, corpus: Corpus) -> None:
    decks = (corpus.deck(index) for index in range(len(corpus)))
    begun = (replace(deck, slots=((deck.slots[0][0], 1),)) for deck in decks)
    tried = ((each, finish(each, corpus, side_of(second), OPTIONS)) for each in begun)
    started, free = next((each, found) for each, found in tried if found.added)
    favorite = free.added[0].card
    owned = {card.design: 1 for card in second}
    options = FinishOptions(owned=owned, excluded=(favorite.code,))
    found = finish(started, corpus, side_of(second), options)
    assert all(each.copies == 1 for each in found.added)
    assert favorite.name not in {each.card.name for each in found.added}
    assert found.value < free.value


def test_other_formats_and_editions_are_refused(
    second: CardPool, first: CardPool, corpus: Corpus
) -> None:
    with pytest.raises(AppError, match="Only joust and melee"):
        finish(builders.deck(), corpus, side_of(second, format_name="civil-war"), OPTIONS)
    old = replace(builders.deck(), edition=Edition.FIRST)
    with pytest.raises(AppError, match="Only joust and melee"):
        finish(old, corpus, side_of(second), OPTIONS)
