"""What changes are measured against: the whole reckoning of each deck, and decks to change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from decks.deck import Deck
from goldfish.draw_deck import DrawDeck
from goldfish.exact import exact_hands
from goldfish.odds import WantedCards, odds
from goldfish.setup import DEFAULT_ORDER, Order
from goldfish.setup_kernel import SetupKernel
from goldfish.swaps.hand_changes import changed_opening
from goldfish.swaps.outcomes_without import Question
from goldfish.swaps.rated_change import GoalKind, RatedChange


@lru_cache(8)  # the same deck is what many changes begin with
def number(opening: DrawDeck, question: Question, order: Order = DEFAULT_ORDER) -> float:
    """Return what a goal comes to, from every hand of a deck."""
    kernel = SetupKernel(opening, order)
    goal = question.goal
    if goal.test is not None:
        wanted = WantedCards(test=goal.test, by_round=goal.by_round)
        return odds(kernel, question.policy, wanted).probability.mean
    report = exact_hands(kernel, question.policy)
    if goal.kind is GoalKind.POOR:
        return report.poor.mean
    if goal.kind is GoalKind.GREAT:
        return report.great.mean
    count = {
        GoalKind.CARDS: report.cards,
        GoalKind.GOLD: report.gold,
        GoalKind.CHARACTERS: report.characters,
    }[goal.kind]
    return count.mean.mean


def counted_gain(
    opening: DrawDeck, change: RatedChange, question: Question, order: Order = DEFAULT_ORDER
) -> float:
    """Return what a change gains: both decks reckoned whole."""
    after = changed_opening(opening, out=change.out, into=change.into)
    return question.goal.gain(number(opening, question, order), number(after, question, order))


# What bears on other cards, of which a deck picked at random has few.
_LIKED = (CardType.ATTACHMENT, CardType.LOCATION)


def picked_deck(
    pool: CardPool, faction: Faction, random: Random, agendas: Iterable[Card] = (), size: int = 12
) -> tuple[Deck, Sequence[Card]]:
    """Return a small deck of cards picked at random, and all cards that it might have had.

    A location and attachments are among them, for agendas that ask for them.
    """
    cards = [
        card
        for card in pool
        if card.in_draw_deck
        and (card.neutral or faction in card.factions)
        and card.reprint_of is None
    ]
    special = [
        card
        for card in cards
        if card.type in _LIKED or card.keyword("shadow") or card.keyword("limited")
    ]
    some = {*random.sample(cards, size * 2 // 3), *random.sample(special, size // 3)}
    # Copies of a title in several versions are duplicates of each other.
    versions = [c for c in cards if c.unique and any(c.name == e.name and c.unique for e in some)]
    some |= set(random.sample(versions, min(2, len(versions))))
    slots = [(card, random.choice((1, 2, 3, 3))) for card in sorted(some, key=lambda c: c.code)]
    return Deck.of("Picked", pool.edition, faction, [*slots, *((a, 1) for a in agendas)]), cards
