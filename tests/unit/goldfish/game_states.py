"""Tables laid out by code, so that a test names only the cards that matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck
from goldfish.rounds.game_plan import GamePlan, plan_game
from goldfish.rounds.game_state import CardInPlay, GameState, RoundPhase
from goldfish.setup_rules import rules_for


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
