"""Which changes promise most for the first rounds, told from few games of each card.

There are ten thousand changes, so cards in and cards out are screened apart, in the same shuffled
decks: each card of the deck goes for one fixed card of it, each card to come in takes the place of
the card that is missed least. The latter are changes already, known roughly. What the two gain adds
up nearly enough to say which pairs are worth playing whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from carddb.card import Card
from carddb.gold import GoldEffect, Price
from carddb.terms import CardType
from decks.deck import changed_slots
from goldfish.attachments import is_host, may_bear
from goldfish.report import Estimate
from goldfish.rounds import irregular_cards
from goldfish.rounds.effects import concerns
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.reference_games import unsupported_cards
from goldfish.rounds.rounds_kernel import RoundsKernel
from goldfish.setup_part_tables import Floats
from goldfish.setup_plan import strength_of
from goldfish.swaps.goal import Goal, GoalKind
from goldfish.swaps.hand_changes import changed_opening
from goldfish.swaps.paired_games import PairedGames
from goldfish.swaps.rated_change import Changes, RatedChange

# Games in which cards are screened, and where they have to be played one at a time.
SCREENED = 1024
SLOW_SCREENED = 128

# Cards that are screened by one kernel: it has them beside its deck.
TOGETHER = 16

# Cards of those that are screened as one that are played with each card that goes.
EACH = 2

# The price of cards that leave least gold unspent.
DEAR = 5

# Keywords that the policy of the first rounds looks at.
_SEEN = frozenset({"limited", "shadow", "ambush", "bestow"})

_IRREGULAR = frozenset(
    code
    for group in vars(irregular_cards).values()
    if isinstance(group, (frozenset, dict))
    for code in group
)


class RoundScreening:
    """Tells what cards are worth from games of the deck with one card changed.

    `rough` holds the changes that it comes across; `screened` is how many cards it looks at in how
    many `games`, `pairs` how many changes the best are chosen from.
    """

    def __init__(self, games: PairedGames, changes: Changes, goal: Goal) -> None:
        self._games = games
        self._plan = games.plan
        self._changes = changes
        self._goal = goal
        self.games = SLOW_SCREENED if games.is_slow else SCREENED
        self.rough: dict[tuple[Card, Card], RatedChange] = {}
        self._legal = {out: frozenset(cards) for out, cards in changes.items()}
        self._groups = self._group()
        self._outs: dict[Card, float] = {}
        self._ins: dict[Card, float] = {}
        self._pairs = [
            (out, first, card)
            for first, cards in self._groups.items()
            for out, legal in self._legal.items()
            for card in [each for each in cards if each in legal][:EACH]
        ]
        self.screened = len(changes) + len(self._groups)
        self.pairs = len(self._pairs)

    def rate_outs(self) -> Iterator[int]:
        """Rate the cards that may go; yield how many are."""
        # One card of the deck stands in for each that goes.
        slots = self._plan.opening.slots
        fixed = max((card for card, _ in slots), key=lambda each: (not each.unique, each.code))
        outs = list(self._changes)
        for start in range(0, len(outs), TOGETHER):
            some = outs[start : start + TOGETHER]
            pairs = [(out, fixed) for out in some]
            gains = self._games.rough_gains(self._games.kernel, pairs, self._sample())
            self._outs |= {o: float(gain.mean()) for o, gain in zip(some, gains, strict=True)}
            yield len(self._outs)

    def rate_ins(self) -> Iterator[int]:
        """Rate the cards that may come, for the one that is missed least; yield how many are."""
        missed_least = max(self._outs, key=lambda out: (self._outs[out], out.code))
        for cards in self._chunks():
            kernel = RoundsKernel(changed_plan(self._plan, (), cards), self._games.policy)
            pairs = [(missed_least, card) for card in cards]
            gains = self._games.rough_gains(kernel, pairs, self._sample(*cards))
            for card, gain in zip(cards, gains, strict=True):
                self._ins[card] = float(gain.mean())
                if card in self._legal[missed_least]:
                    self.rough[missed_least, card] = rated(missed_least, card, estimate_of(gain))
            yield len(self._outs) + len(self._ins)

    def best_pairs(self, count: int) -> list[tuple[Card, Card]]:
        """Return the changes that promise most, each kind of card to come in with its best outs."""
        promising = [
            (self._outs[out] + self._ins[first], out, card) for out, first, card in self._pairs
        ]
        promising.sort(key=lambda each: (-each[0], each[1].code, each[2].code))
        return [(out, into) for _, out, into in promising[:count]]

    def _sample(self, *cards: Card) -> slice:
        """Return the games in which some cards to come in are screened."""
        return slice(0, SLOW_SCREENED if plays_slowly(self._plan, *cards) else self.games)

    def _chunks(self) -> Iterator[list[Card]]:
        """Yield the cards to come in that a kernel plays together: the promising first."""
        quick = [card for card in self._groups if not plays_slowly(self._plan, card)]
        chunk: list[Card] = []
        for card in quick:
            if len(chunk) == TOGETHER or (chunk and plays_slowly(self._plan, *chunk, card)):
                yield chunk
                chunk = []
            chunk.append(card)
        if chunk:
            yield chunk
        yield from ([card] for card in self._groups if card not in set(quick))

    def _group(self) -> dict[Card, list[Card]]:
        """Return cards to come in by the first of those that the games hardly tell apart."""
        found: dict[Hashable, list[Card]] = defaultdict(list)
        cards = dict.fromkeys(card for legal in self._changes.values() for card in legal)
        titles = {card.name for card in self._plan.cards if card.unique}
        effects = [effect for each in self._plan.cards for effect in each.gold_effects]
        for card in sorted(cards, key=lambda each: (-self._promise(each), each.code)):
            special = card.gold_effects or card.income or card.reserve or card.code in _IRREGULAR
            doubled = card.unique and card.name in titles
            seen = card.code if special or doubled else self._look(card, effects)
            found[seen].append(card)
        return {group[0]: group for group in found.values()}

    def _promise(self, card: Card) -> float:
        """Return a guess at what a card is worth, by which the first ranking is a useful one."""
        price = self._plan.opening.rules.price(card) or 0
        if self._goal.kind is GoalKind.UNSPENT:
            return -abs(price - DEAR)
        return strength_of(card) - price / 2

    def _look(self, card: Card, effects: Sequence[GoldEffect]) -> Hashable:
        """Return what the policy sees of a card that gains no gold: its prices, type and STR."""
        rules, bare = self._plan.opening.rules, self._plan.bare
        concerned = (any(concerns(each, card, price, bare) for price in Price) for each in effects)
        keywords = tuple(each for each in card.keywords if each.name in _SEEN)
        hosts = [host for host in self._plan.cards if is_host(host) and may_bear(host, card)]
        return (
            (card.type, rules.price(card), strength_of(card), rules.into_shadows(card)),
            (keywords, card.type is CardType.ATTACHMENT and bool(hosts), tuple(concerned)),
        )


def changed_plan(plan: GamePlan, out: Sequence[Card], into: Sequence[Card]) -> GamePlan:
    """Return the games of a deck with some cards changed; what agendas found stays as it is."""
    deck = replace(plan.deck, slots=changed_slots(plan.deck.slots, out, into))
    return replace(plan, deck=deck, opening=changed_opening(plan.opening, out=out, into=into))


def plays_slowly(plan: GamePlan, *cards: Card) -> bool:
    """Return whether games of a deck with some cards more are left to the reference for them."""
    return bool(unsupported_cards(changed_plan(plan, (), cards)) - unsupported_cards(plan))


def rated(out: Card, into: Card, gain: Estimate) -> RatedChange:
    """Return a change that is known from games; what comes of the goal follows from its number."""
    return RatedChange(out=(out,), into=(into,), gain=gain, after=0.0, exact=False)


def estimate_of(numbers: Floats) -> Estimate:
    """Return the mean of a number of each game."""
    return Estimate.sampled(float(numbers.mean()), float(numbers.var()), len(numbers))
