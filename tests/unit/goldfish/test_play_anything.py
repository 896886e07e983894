"""Whatever is legal: no card is lost or doubled, no gold owed, and every step can be undone."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from carddb.card import Card
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from decks.deck import Deck
from goldfish.play.game import BY_EFFECT, Game, Move, MoveKind, Record, Zone
from goldfish.play.moves import LegalMove, do, dropped
from goldfish.play.setup_moves import deal
from tests.filled import Wanted
from tests.long_run import times
from tests.unit.goldfish.games import all_moves

TELLING = ("shadow", "bestow", "ambush", "limited", "terminal", "setup")
STEPS = 60
FEW = settings(
    max_examples=times(short=3, long=12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def is_telling(card: Card) -> bool:
    """Return whether a card has something that the rules of a round are about."""
    return bool(
        card.type is CardType.PLOT
        or card.gold_effects
        or card.unique
        or card.type is CardType.ATTACHMENT
        or any(card.keyword(name) for name in TELLING)
    )


def full_of(pool: CardPool, house: Faction) -> dict[str, int]:
    """Return copies of some cards of each telling keyword that a House may play."""
    wanted: dict[str, int] = {}
    for name in TELLING:
        found = [
            card
            for card in pool
            if card.keyword(name)
            and card.in_draw_deck
            and card.only_in is None
            and not card.house_only
            and (card.neutral or house in card.factions)
        ]
        wanted |= {card.code: min(3, card.deck_limit) for card in found[:3]}
    return wanted


@cache
def decks(pool: CardPool) -> tuple[Deck, ...]:
    """Return decks that are full of such cards, with agendas that do something."""
    agendas = {
        Edition.SECOND: ("01027", "08039", "09045"),
        Edition.FIRST: ("btns_119", "asots_18", "bwb_59"),
    }
    houses = (Faction.LANNISTER, Faction.STARK, Faction.MARTELL)
    return tuple(
        Wanted(
            faction=house, cards=full_of(pool, house), accept=is_telling, agendas=(agenda,)
        ).deck(pool)
        for house, agenda in zip(houses, agendas[pool.edition], strict=True)
    )


def everything(game: Game) -> list[tuple[int, str]]:
    return sorted((copy.number, copy.card.code) for copy, _ in game.places())


def picked(game: Game, pick: int) -> LegalMove:
    """Return one of the legal moves, seldom one for effects alone."""
    found = all_moves(game)
    usual = [each for each in found if each.move.kind not in BY_EFFECT]
    candidates = usual if usual and pick % 5 else found
    return candidates[pick % len(candidates)]


def check(game: Game, dealt: Game) -> None:
    assert everything(game) == everything(dealt)
    assert game.gold >= 0
    hosts = {each.number for each in game.in_play}
    assert all(each.host is None or each.host in hosts for each in game.in_play)
    titles = [each.card.name for each in game.in_play if each.card.unique]
    assert len(titles) == len(set(titles))
    if game.phase.in_round:
        return
    spent = sum(each.paid for each in game.in_play)
    spent += game.rules.shadow_price * len(game.shadows)
    assert game.gold + spent == (game.rules.gold if game.phase != "hand" else 0)


@pytest.mark.parametrize("edition", Edition)
@FEW
@given(
    which=st.integers(0, 2),
    seed=st.integers(0, 10**6),
    picks=st.lists(st.integers(0, 10**6), min_size=20, max_size=STEPS),
)
def test_random_legal_moves_lose_nothing_and_are_undone(
    pools: Pools, edition: Edition, which: int, seed: int, picks: list[int]
) -> None:
    dealt = deal(decks(pools[edition])[which], seed)
    record = Record.of(dealt)
    for pick in picks:
        legal = picked(record.now, pick)
        assert do(record.now, legal.move) == legal.after
        record = record.took(legal.after)
        check(record.now, dealt)
        assert len(record.now.log) > len(record.games[record.at - 1].log)
    for _ in picks:
        record = record.undone()
    assert record.now == dealt
    assert not record.may_undo


@pytest.mark.parametrize("edition", Edition)
@FEW
@given(
    seed=st.integers(0, 10**6),
    picks=st.lists(st.integers(0, 10**6), max_size=40),
    move=st.builds(
        Move,
        st.sampled_from(MoveKind),
        st.integers(0, 90),
        st.one_of(st.none(), st.integers(0, 90)),
        st.integers(-3, 9),
    ),
    zone=st.sampled_from(Zone),
)
def test_what_is_not_legal_is_refused_with_a_sentence(
    pools: Pools, edition: Edition, *, seed: int, picks: list[int], move: Move, zone: Zone
) -> None:
    game = dealt = deal(decks(pools[edition])[0], seed)
    for pick in picks:
        game = picked(game, pick).after
    for dragged in (False, True):
        sentence = ""
        try:
            after = dropped(game, move.number, zone, move.host) if dragged else do(game, move)
            check(after, dealt)
        except AppError as error:
            sentence = error.sentence
        assert sentence.endswith(".") or not sentence
