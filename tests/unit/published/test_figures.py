"""Figures over published decklists, compared with a plain recount of their definitions."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck
from published.corpus import Corpus, Filters
from published.statistics import (
    Span,
    by_period,
    card_figures,
    figures_of_title,
    played_shares,
    played_together,
    wilson,
)
from published.suggestions import likeness, neighbors_of, suggest
from tests import builders
from tests.unit.published.decklists import Json, draw_decklists, stored_corpus
from tests.verdicts import judge_of
from validators.conditions import Conditions, find_format

Title = tuple[str, bool]


class Recount:
    """The same decklists, counted one by one."""

    def __init__(self, pool: CardPool, decklists: list[Json]) -> None:
        self.pool = pool
        self.usable = [each for each in decklists if self._is_usable(each)]
        first: dict[object, Json] = {}
        for each in sorted(self.usable, key=lambda each: (each["date_creation"], each["id"])):
            key = (each["faction_code"], *each["agendas"], *sorted(each["slots"].items()))
            first.setdefault(key, each)
        self.distinct = sorted(first.values(), key=lambda each: int(each["id"]))

    def _is_usable(self, each: Json) -> bool:
        slots = each["slots"]
        if not all(code in self.pool for code in [*slots, *each["agendas"]]):
            return False
        cards = [(self.pool.card(code), copies) for code, copies in slots.items()]
        draws = sum(copies for card, copies in cards if card.in_draw_deck)
        plots = sum(copies for card, copies in cards if card.type is CardType.PLOT)
        return bool(draws >= 60 and plots >= 7)

    def titles(self, slots: dict[str, int]) -> Counter[Title]:
        copies: Counter[Title] = Counter()
        for code, count in slots.items():
            card = self.pool.card(code)
            if card.in_draw_deck or card.type is CardType.PLOT:
                copies[card.name, card.in_draw_deck] += count
        return copies


@pytest.fixture(scope="module")
def decklists(second: CardPool) -> list[Json]:
    return draw_decklists(second, 300)


@pytest.fixture(scope="module")
def recount(second: CardPool, decklists: list[Json]) -> Recount:
    return Recount(second, decklists)


@pytest.fixture(scope="module")
def corpus(
    second: CardPool, decklists: list[Json], tmp_path_factory: pytest.TempPathFactory
) -> Corpus:
    return stored_corpus(second, decklists, tmp_path_factory.mktemp("published"))


def title_of(corpus: Corpus, code: str) -> Title:
    card = corpus.pool.card(code)
    return card.name, card.in_draw_deck


def test_usable_and_distinct_decklists(corpus: Corpus, recount: Recount) -> None:
    assert (corpus.stored, corpus.usable) == (300, len(recount.usable))
    assert [row[0] for row in corpus.decks] == [each["id"] for each in recount.distinct]
    assert 200 < len(corpus) < corpus.usable < 300


def test_filters(corpus: Corpus, recount: Recount) -> None:
    chosen = recount.distinct[50]
    faction, agenda = chosen["faction_code"], chosen["agendas"][0]
    cards = [code for code in chosen["slots"] if recount.pool.card(code).in_draw_deck]
    having, without = title_of(corpus, cards[0]), title_of(corpus, cards[-1])
    wanted = [
        each["id"]
        for each in recount.distinct
        if each["faction_code"] == faction
        and agenda in each["agendas"]
        and recount.titles(each["slots"])[having]
        and not recount.titles(each["slots"])[without]
        and "2024-01-10" <= each["date_creation"][:10] <= "2024-03-20"
        and "1" in each["name"]
    ]
    filters = Filters(
        faction=faction,
        agendas=(agenda,),
        including=(cards[0],),
        excluding=(cards[-1],),
        since="2024-01-10",
        until="2024-03-20",
        words="HIVER 1",
    )
    mask = corpus.select(filters)
    assert [row[0] for row, passes in zip(corpus.decks, mask, strict=True) if passes] == wanted


def test_a_list_selects_what_the_judge_calls_legal(corpus: Corpus) -> None:
    judge = judge_of(corpus.pool)
    joust = find_format(Edition.SECOND, "joust")
    found = set()
    for code, restricted in corpus.pool.lists.items():
        conditions = Conditions(joust, restricted, None)
        wanted = [judge.verdict(corpus.deck(at), conditions).legal for at in range(len(corpus))]
        assert corpus.select(Filters(list_code=code), judge).tolist() == wanted
        found |= set(wanted)
    assert found == {True, False}


def test_shares_are_those_of_the_usual_decks(corpus: Corpus, recount: Recount) -> None:
    chosen = Counter((each["faction_code"], *each["agendas"]) for each in recount.distinct)
    (faction, agenda), many = chosen.most_common(1)[0]
    pool, deck = corpus.pool, replace(builders.deck(), faction=Faction(faction))
    named = f"{Faction(faction).label} decks"
    of_faction = [each for each in recount.distinct if each["faction_code"] == faction]
    of_both = [each for each in of_faction if agenda in each["agendas"]]
    rare = next(
        c.code for c in pool if c.type is CardType.AGENDA and (faction, c.code) not in chosen
    )
    day = date(2026, 11, 20)
    for agendas, today, counted, words in (
        ((agenda,), day, of_both, f"{many} {named} with {pool.card(agenda).name} since 2024"),
        ((agenda,), date(2030, 1, 1), of_both, f"{many} {named} with {pool.card(agenda).name}"),
        ((rare,), day, of_faction, f"{len(of_faction)} {named} since 2024"),
    ):
        mine = replace(deck, agendas=tuple(map(pool.card, agendas)))
        played = played_shares(corpus, mine, today)
        assert played.words == words
        held = Counter(title for each in counted for title in recount.titles(each["slots"]))
        assert played.shares == {
            card.code: held[card.name, card.in_draw_deck] / len(counted)
            for card in pool
            if card.in_draw_deck or card.type is CardType.PLOT
        }
    everybody = played_shares(corpus, None, day)
    assert everybody.words == f"{len(corpus)} published decks since 2024"


def test_figures_of_every_card(corpus: Corpus, recount: Recount) -> None:
    faction = recount.distinct[0]["faction_code"]
    chosen = [each for each in recount.distinct if each["faction_code"] == faction]
    mask = corpus.select(Filters(faction=faction))
    found = card_figures(corpus, mask)
    for one in found[::20]:
        assert figures_of_title(corpus, mask, one.code) == one
    counted: dict[Title, Counter[int]] = {}
    printings: dict[Title, Counter[str]] = {}
    for each in chosen:
        for title, copies in recount.titles(each["slots"]).items():
            counted.setdefault(title, Counter())[copies] += 1
        for code in each["slots"]:
            printings.setdefault(title_of(corpus, code), Counter())[code] += 1
    assert len(found) == len(counted)
    for figures in found:
        decks = counted[title_of(corpus, figures.code)]
        assert figures.copies == decks
        assert figures.decks == decks.total()
        assert figures.share == decks.total() / len(chosen)
        assert figures.mean == sum(n * c for n, c in decks.items()) / decks.total()
        used = printings[title_of(corpus, figures.code)]
        assert figures.code == min(used, key=lambda code: (-used[code], code))
    assert found == sorted(found, key=lambda each: (-each.decks, each.code))


def test_the_interval_is_wilsons() -> None:
    # Brown, Cai, DasGupta: Interval Estimation for a Binomial Proportion (2001).
    assert wilson(640, 812) == pytest.approx((0.7587, 0.8149), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_cards_played_together(corpus: Corpus, recount: Recount) -> None:
    everything = corpus.select(Filters())
    code = card_figures(corpus, everything)[5].code
    this = title_of(corpus, code)
    decks = [recount.titles(each["slots"]) for each in recount.distinct]
    having = [each for each in decks if each[this]]
    found = played_together(corpus, everything, corpus.title_of(code))
    both = Counter(title for each in having for title in each if title != this)
    with_other = Counter(title for each in decks for title in each)
    least = max(5, len(having) / 100)
    assert len(found) == sum(count >= least for count in both.values())
    for each in found:
        other = title_of(corpus, each.code)
        assert each.both == both[other]
        assert each.share == both[other] / len(having)
        assert each.lift == pytest.approx(
            both[other] * len(decks) / (len(having) * with_other[other])
        )
    assert found == sorted(found, key=lambda each: (-each.lift, -each.both, each.code))


@pytest.mark.parametrize(
    ("span", "name"), [(Span.MONTH, "2024-02"), (Span.QUARTER, "2024-Q1"), (Span.YEAR, "2024")]
)
def test_periods(corpus: Corpus, recount: Recount, span: Span, name: str) -> None:
    found = by_period(corpus, corpus.select(Filters()), span)
    assert sum(each.decks for each in found) == len(recount.distinct)
    (period,) = [each for each in found if each.period == name]
    months = {"2024-02": ["02"], "2024-Q1": ["01", "02", "03"]}.get(name)
    chosen = [
        each for each in recount.distinct if not months or each["date_creation"][5:7] in months
    ]
    assert period.decks == len(chosen)
    assert period.factions == Counter(each["faction_code"] for each in chosen)
    assert period.agendas == Counter(code for each in chosen for code in each["agendas"])


def alike(one: Counter[Title], other: Counter[Title]) -> float:
    return (one & other).total() / (one | other).total()


def test_likeness_neighbors_and_suggestions(corpus: Corpus, recount: Recount) -> None:
    index = 20
    deck: Deck = corpus.deck(index)
    mine = recount.titles({card.code: copies for card, copies in deck.slots})
    likenesses = [alike(mine, recount.titles(each["slots"])) for each in recount.distinct]
    assert likeness(corpus, deck).tolist() == pytest.approx(likenesses)
    assert deck.faction is not None
    ranked = sorted(
        (
            (-value, -each["id"], at)
            for at, (value, each) in enumerate(zip(likenesses, recount.distinct, strict=True))
            if at != index and value > 0 and each["faction_code"] == deck.faction.value
        ),
    )[:12]
    assert neighbors_of(corpus, deck, 12).indices.tolist() == [at for _, _, at in ranked]
    weight = -sum(value for value, _, _ in ranked)
    expected: Counter[Title] = Counter()
    share: Counter[Title] = Counter()
    for value, _, at in ranked:
        for title, copies in recount.titles(recount.distinct[at]["slots"]).items():
            expected[title] -= copies * value / weight  # type: ignore[assignment]
            share[title] -= value / weight  # type: ignore[assignment]
    found = suggest(corpus, deck, lambda card: card.in_draw_deck, neighbors=12)
    assert found.neighbors == 12
    for each in (*found.add, *found.cut):
        title = title_of(corpus, each.code)
        assert each.expected == pytest.approx(expected[title])
        assert each.share == pytest.approx(share[title])
        assert each.in_deck == mine[title]
    more = {title for title in expected if expected[title] > mine[title] + 1e-9 and title[1]}
    assert {title_of(corpus, each.code) for each in found.add} == more
    less = {title for title in mine if mine[title] > expected[title] + 1e-9}
    assert {title_of(corpus, each.code) for each in found.cut} == less
    lacking = [each.expected - each.in_deck for each in found.add]
    assert lacking == sorted(lacking, reverse=True)


def test_a_deck_without_neighbors_gets_no_suggestions(second: CardPool, tmp_path: Path) -> None:
    corpus = stored_corpus(second, [], tmp_path)
    deck = Deck.of("Empty", second.edition, None, [(second.card("01141"), 3)])
    found = suggest(corpus, deck, lambda _: True)
    assert (found.neighbors, found.add, found.cut) == (0, (), ())
