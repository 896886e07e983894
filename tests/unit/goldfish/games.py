"""States and games that begin where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

import pytest

from carddb.card import Card
from carddb.pattern import ANY_CHARACTER
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Keyword, PlotStats
from core.errors import AppError
from decks.deck import Deck
from goldfish.play.game import Copy, CopyInPlay, Game, Move, MoveKind, PlayPhase
from goldfish.play.moves import LegalMove, do, general_moves, moves_of
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.game_state import CardInPlay, GameState, RoundPhase
from goldfish.setup_rules import rules_for
from tests.builders import card


def laid(
    pool: CardPool,
    *,
    in_play: Sequence[str] = (),
    hand: Sequence[str] = (),
    shadows: Sequence[str] = (),
    agendas: Sequence[str] = (),
    plot: str | None = None,
    used: Sequence[str] = (),
    faction: Faction = Faction.STARK,
    **fields: Any,
) -> GameState:
    """Return a state in the marshaling phase; `fields` overrule (gold, phase, ...)."""

    def cards(codes: Sequence[str]) -> tuple[Card, ...]:
        return tuple(map(pool.card, codes))

    announced = cards(agendas)
    there = [
        CardInPlay(card=card, number=number) for number, card in enumerate(cards(in_play), start=1)
    ]
    given: dict[str, Any] = {"phase": RoundPhase.MARSHALING, "round": 1, **fields}
    return GameState(
        rules=rules_for(pool.edition, faction, announced),
        agendas=announced,
        in_play=tuple(there),
        next_number=len(there) + 1,
        hand=cards(hand),
        shadows=cards(shadows),
        plot=pool.card(plot) if plot else None,
        used_plots=cards(used),
        **given,
    )


def plan_of(
    pool: CardPool,
    *codes: str,
    faction: Faction = Faction.STARK,
    agendas: Sequence[str] = (),
    rounds: int = 1,
) -> GamePlan:
    """Return the plan of a deck that holds these cards, filled up with events."""
    cards = [pool.card(code) for code in codes]
    events = [c for c in pool if c.type is CardType.EVENT and c.neutral and not c.gold_effects]
    plot = next(c for c in pool if c.type is CardType.PLOT and not c.gold_effects)
    slots = [*((card, 1) for card in dict.fromkeys(cards)), *((c, 1) for c in events[:40])]
    announced = [(pool.card(code), 1) for code in agendas]
    deck = Deck.of("Laid", pool.edition, faction, [*slots, (plot, 1), *announced])
    return plan_game(deck, rounds=rounds)


LIMITED = Keyword("limited")
FACTION = Faction.STARK


def shadow(value: int) -> Keyword:
    return Keyword("shadow", value)


def person(name: str = "Hedge Knight", cost: int = 2, **fields: Any) -> Card:
    return card(name, cost=cost, strength=cost, **fields)


def place(name: str = "Gate", cost: int = 1, **fields: Any) -> Card:
    return card(name, CardType.LOCATION, cost=cost, **fields)


def attachment(name: str = "Longclaw", cost: int = 1, **fields: Any) -> Card:
    fields.setdefault("host", ANY_CHARACTER)
    return card(name, CardType.ATTACHMENT, cost=cost, **fields)


def event(name: str = "Raid", cost: int | None = 1, **fields: Any) -> Card:
    return card(name, CardType.EVENT, cost=cost, **fields)


def plot(name: str = "A Noble Cause", gold: int = 5, reserve: int | None = 6) -> Card:
    return card(name, CardType.PLOT, plot=PlotStats(gold, 3, 1, reserve))


def game_with(
    hand: Sequence[Card] = (),
    *,
    phase: PlayPhase = PlayPhase.SETUP,
    edition: Edition = Edition.SECOND,
    in_play: Iterable[Card] = (),
    shadows: Iterable[Card] = (),
    pile: Iterable[Card] = (),
    plots: Iterable[Card] = (),
    dead: Iterable[Card] = (),
    agendas: Iterable[Card] = (),
    revealed: Card | None = None,
    gold: int | None = None,
    **fields: Any,
) -> Game:
    """Return a game in which these cards lie so; in setup with the whole budget."""
    numbers = count(1)

    def copies(cards: Iterable[Card]) -> tuple[Copy, ...]:
        return tuple(Copy(next(numbers), each) for each in cards)

    rules = rules_for(edition, FACTION, agendas)
    return Game(
        deck=Deck.of("Played", edition, FACTION, {}),
        rules=rules,
        seed=1,
        phase=phase,
        round=1 if phase.in_round else 0,
        hand=copies(hand),
        in_play=tuple(CopyInPlay(copy=copy) for copy in copies(in_play)),
        shadows=copies(shadows),
        pile=copies(pile),
        plots=copies(plots),
        dead=copies(dead),
        agendas=copies(agendas),
        revealed=next(iter(copies([revealed])), None) if revealed else None,
        gold=rules.gold if gold is None and phase is PlayPhase.SETUP else gold or 0,
        **fields,
    )


def number(game: Game, name: str, place: int = 0) -> int:
    """Return the number of the copy of a title, of several the one at a place."""
    found = [copy.number for copy, _ in game.places() if copy.card.name == name]
    return sorted(found)[place]


def all_moves(game: Game) -> tuple[LegalMove, ...]:
    found = [each for copy, _ in game.places() for each in moves_of(game, copy.number)]
    return (*found, *general_moves(game))


def doing(game: Game, kind: MoveKind, name: str = "", **fields: int) -> Game:
    """Return the game after a move of this kind with the first copy of a title."""
    place = fields.pop("place", 0)
    return do(game, Move(kind, number(game, name, place) if name else 0, **fields))


def refused(game: Game, kind: MoveKind, name: str = "", words: str = "", **fields: int) -> None:
    """Check that a move is not legal, for a reason with these words."""
    with pytest.raises(AppError, match=words):
        doing(game, kind, name, **fields)


def names(copies: Iterable[Copy]) -> list[str]:
    return [copy.card.name for copy in copies]


def first_edition(make: Callable[..., Card], *args: Any, **fields: Any) -> Card:
    """Return a card of the first edition."""
    return make(*args, edition=Edition.FIRST, **fields)
