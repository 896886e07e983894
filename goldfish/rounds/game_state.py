"""One player's cards and gold, as a frozen value; rules and moves are elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition
from goldfish.rounds.irregular_cards import gold_effects_of
from goldfish.setup_rules import SetupRules


class RoundPhase(StrEnum):
    """The phases of a round, in their order (RR, Appendix I; core rules of the first edition)."""

    PLOT = "plot"
    DRAW = "draw"
    MARSHALING = "marshaling"
    CHALLENGES = "challenges"
    DOMINANCE = "dominance"
    STANDING = "standing"
    TAXATION = "taxation"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInPlay:
    """A card face up in play; `number` is its own in this game, `bearer` that of its host."""

    card: Card
    number: int
    duplicates: tuple[Card, ...] = ()
    bearer: int | None = None
    kneeling: bool = False
    gold: int = 0


@dataclass(frozen=True, slots=True)
class EffectSource:
    """The source of an effect: a card in play, or number 0 for a plot, an agenda, a card in hand.

    `index` is the effect's place in the card's `gold_effects_of`.
    """

    card: Card
    number: int
    index: int

    @property
    def effect(self) -> GoldEffect:
        return gold_effects_of(self.card)[self.index]


@dataclass(frozen=True, slots=True)
class Use:
    """That an effect of limited use was used; it counts until the end of "phase" or "round"."""

    source: EffectSource
    lasts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """One player's cards and gold at one moment; made by `moves.start`, changed by `moves`.

    `deck` is the draw deck from the top, `plots` the plot deck, `plot` the revealed plot. `limited`
    counts Limited cards of this round, `ready` holds reductions that wait for a card, `uses` the
    limited effects used. `came_out` means that a card came out of shadows at the beginning of this
    phase (first edition). `gained` is the gold gained this round. With `takes_gold` choices are
    made for gold (see `CHOICE_EFFECTS`).
    """

    rules: SetupRules
    agendas: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    in_play: tuple[CardInPlay, ...] = ()
    shadows: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    plots: tuple[Card, ...] = ()
    plot: Card | None = None
    used_plots: tuple[Card, ...] = ()
    gold: int = 0
    round: int = 0
    phase: RoundPhase = RoundPhase.TAXATION
    limited: int = 0
    faction_kneels: bool = False
    came_out: bool = False
    takes_gold: bool = False
    gained: int = 0
    uses: tuple[Use, ...] = ()
    ready: tuple[EffectSource, ...] = ()
    next_number: int = 1

    @property
    def edition(self) -> Edition:
        return self.rules.edition

    @property
    def cards_in_play(self) -> tuple[Card, ...]:
        """The cards face up in play without duplicates."""
        return tuple(each.card for each in self.in_play)

    @property
    def characters(self) -> tuple[Card, ...]:
        return tuple(c for c in self.cards_in_play if c.type is CardType.CHARACTER)

    def numbered(self, number: int) -> CardInPlay:
        """Return the card in play with a number, or raise KeyError."""
        for each in self.in_play:
            if each.number == number:
                return each
        raise KeyError(number)

    def copy_in_play(self, card: Card) -> CardInPlay | None:
        """Return the unique card in play with the title of this card, or None."""
        if not card.unique:
            return None
        same = (e for e in self.in_play if e.card.unique and e.card.name == card.name)
        return next(same, None)

    def put(self, changed: CardInPlay) -> GameState:
        """Return the state with a card in play replaced by its changed self."""
        cards = tuple(changed if e.number == changed.number else e for e in self.in_play)
        return replace(self, in_play=cards)

    def controls(self, pattern: CardPattern) -> Iterator[CardInPlay]:
        """Yield the cards in play that match a pattern, in the order of entering."""
        return (each for each in self.in_play if pattern_matches(pattern, each.card))

    def was_used(self, source: EffectSource) -> int:
        return sum(use.source == source for use in self.uses)


def without_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the cards without one copy of a card; ValueError if it is missing."""
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])
