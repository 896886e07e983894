"""What is played: a deck ready to be drawn from, its plots in order, and what the policy needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind, Moment, Price
from carddb.terms import CardType, Edition
from core.errors import AppError
from decks.deck import Deck
from goldfish.draw_deck import NO_CHOICES, DrawDeck, OpeningChoices, opening
from goldfish.report import MOST_ROUNDS
from goldfish.rounds.effects import ACTIONS, bonus, concerns
from goldfish.rounds.game_state import EffectSource, GameState
from goldfish.rounds.irregular_cards import BRAAVOS, SCHEMES_APART
from goldfish.rounds.prices import printed_price
from goldfish.setup_rules import FACE_UP, printed_cost

# Plots with a lower reserve come last in the default order, because they empty the hand.
LEAST_RESERVE = 4

ECONOMY_UP_TO = 3  # economy cards cost at most this much


@dataclass(frozen=True)
class GamePlan:
    """A deck, its plots in the order in which they are revealed, and the number of rounds.

    Properties cache what depends on the deck alone: economy cards and the orders of the policy.
    """

    deck: Deck
    opening: DrawDeck
    plots: tuple[Card, ...]
    rounds: int

    @property
    def agendas(self) -> tuple[Card, ...]:
        return self.deck.agendas

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The different cards of the deck and those that start in play, by code."""
        found = {card for card, _ in self.opening.slots} | set(self.opening.rules.in_play)
        return tuple(sorted(found, key=lambda card: card.code))

    @cached_property
    def bare(self) -> GameState:
        """An empty state under the rules of this deck."""
        return GameState(rules=self.opening.rules, agendas=self.agendas, takes_gold=True)

    @cached_property
    def by_cost(self) -> tuple[Card, ...]:
        """The cards in the order in which a choice pays for them, the costliest first."""
        return tuple(sorted(self.cards, key=lambda card: (-printed_cost(card), card.code)))

    @cached_property
    def by_shadow(self) -> tuple[Card, ...]:
        """The cards that can come out of shadows, the costliest first."""
        cards = (card for card in self.cards if card.type in FACE_UP)
        found = [(printed_price(self.bare, card, Price.OUT_OF_SHADOWS), card) for card in cards]
        waiting = [(cost, card) for cost, card in found if cost is not None]
        return tuple(card for cost, card in sorted(waiting, key=lambda s: (-s[0], s[1].code)))

    @cached_property
    def economy(self) -> tuple[Card, ...]:
        """The cards marshaled before others: most income first, then the cheapest."""
        found = [card for card in self.cards if is_economy(card)]
        return tuple(sorted(found, key=lambda card: (-bonus(card), printed_cost(card), card.code)))

    @cached_property
    def by_use(self) -> tuple[Card, ...]:
        """The cards in the order in which the reserve discards them."""
        order = (CardType.EVENT, CardType.ATTACHMENT, CardType.LOCATION, CardType.CHARACTER)
        return tuple(
            sorted(
                self.cards, key=lambda card: (order.index(card.type), printed_cost(card), card.code)
            )
        )

    @cached_property
    def _widths(self) -> dict[GoldEffect, int]:
        return {}

    def width(self, source: EffectSource) -> int:
        """Return how many different cards of the deck a reducer affects."""
        effect = source.effect
        if effect not in self._widths:
            self._widths[effect] = sum(
                any(concerns(effect, card, price, self.bare) for price in Price)
                for card in self.cards
            )
        return self._widths[effect]


def kneels_itself(card: Card) -> bool:
    """Return whether an effect on gold makes the card kneel."""
    return card.code in BRAAVOS or any(effect.kneel for effect in card.gold_effects)


def is_idle(card: Card) -> bool:
    """Return whether a card is an event that is never played here."""
    useful = any(e.kind in {GoldKind.GAIN, GoldKind.REDUCE} for e in card.gold_effects)
    return card.type is CardType.EVENT and not useful


def is_economy(card: Card) -> bool:
    """Return whether a card costs 3 or less and makes gold while in play.

    That is a bonus to income, or an action that gains gold or reduces costs.
    """
    if card.type not in FACE_UP or printed_cost(card) > ECONOMY_UP_TO:
        return False
    makes = any(
        effect.kind in {GoldKind.GAIN, GoldKind.REDUCE}
        and effect.moment in ACTIONS - {Moment.CHALLENGES_ACTION}
        and not effect.discards
        for effect in card.gold_effects
    )
    return bonus(card) > 0 or makes or card.code in BRAAVOS


def plan_game(
    deck: Deck, plots: Sequence[str] = (), rounds: int = 3, choices: OpeningChoices = NO_CHOICES
) -> GamePlan:
    """Return the plan of a game; AppError for unknown plots or too many rounds.

    `plots` are codes in the order in which they are revealed. Other plots follow in the default
    order: highest gold, highest initiative, lowest code; plots with a low reserve come last.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise AppError(
            f"{rounds} rounds cannot be played alone.", f"Ask for 1 to {MOST_ROUNDS} rounds."
        )
    found = plot_cards(deck)
    if not found:
        raise AppError("The deck has no plots.", "Add the plots that are to be revealed.")
    named = [_taken(found, code, deck) for code in plots]
    return GamePlan(deck, opening(deck, choices), (*named, *default_plot_order(found)), rounds)


def plot_cards(deck: Deck) -> list[Card]:
    """Return the plot deck without Schemes that an agenda sets apart."""
    apart = any(agenda.code in SCHEMES_APART for agenda in deck.agendas)
    every = [card for card, copies in deck.plots() for _ in range(copies)]
    return [card for card in every if not (apart and "Scheme" in card.traits)]


def default_plot_order(plots: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(plots, key=_first_plots))


def _first_plots(plot: Card) -> tuple[bool, int, int, str]:
    stats = plot.plot
    reserve = stats.reserve if stats and isinstance(stats.reserve, int) else LEAST_RESERVE
    gold = stats.income if stats and isinstance(stats.income, int) else 0
    initiative = stats.initiative if stats and isinstance(stats.initiative, int) else 0
    return reserve < LEAST_RESERVE, -gold, -initiative, plot.code


def _taken(found: list[Card], code: str, deck: Deck) -> Card:
    for card in found:
        if card.code == code:
            found.remove(card)
            return card
    left = ", ".join(dict.fromkeys(f"{card.code} ({card.name})" for card in found)) or "no plot"
    again = any(card.code == code for card, _ in deck.plots())
    what = "is not in the plot deck so often" if again else "is not a plot of this deck"
    raise AppError(f"{code} {what}.", f"There is still: {left}.")


def is_second(plan: GamePlan) -> bool:
    return plan.opening.rules.edition is Edition.SECOND
