"""Moves: functions from one table to the next, each checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from carddb.card import Card
from carddb.errors import AppError
from carddb.gold import GoldKind, Moment, Price, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType
from goldfish.rounds.actions import play_event, play_hidden, react
from goldfish.rounds.effects import amount, enters_kneeling, gained, sources
from goldfish.rounds.exceptions import (
    DRAWS,
    FEWER_HELD,
    KEEPS_ALL,
    KEEPS_ONE,
    LAYS_ASIDE,
    OWN_RESERVES,
    RESERVES,
    RETURNS_GOLD,
    TRADE_ROUTES,
    USED_RESERVES,
)
from goldfish.rounds.income import income
from goldfish.rounds.legality import hosts, why_no_duplicate, why_not
from goldfish.rounds.payment import pay
from goldfish.rounds.table import InPlay, Phase, Table, without
from goldfish.rounds.used_pile import in_used_pile
from goldfish.setup_plan import SetupPlan, Way
from goldfish.setup_rules import SetupRules


def start(
    rules: SetupRules,
    agendas: Iterable[Card],
    plots: Iterable[Card],
    plan: SetupPlan,
    deck: Iterable[Card],
) -> Table:
    """Return the table after setup: the plan placed, the hand filled up from the deck (RR, Setup).

    `deck` is what lies under the opening hand; `rules.in_play` came into play before it.
    """
    table = Table(rules=rules, agendas=tuple(agendas), plots=tuple(plots), deck=tuple(deck))
    for card in rules.in_play:
        table = _enter(table, card)
    placed = sorted(plan.placed, key=lambda each: each.host is not None)
    for each in placed:
        if each.way is Way.SHADOW:
            table = replace(table, shadows=(*table.shadows, each.card))
        elif each.way is Way.CARD:
            table = _enter(table, each.card, _setup_host(table, each.card, each.host))
    for each in placed:
        if each.way is Way.DUPLICATE:
            table = _double(table, each.card)
    table = replace(table, hand=tuple(left.card for left in plan.left))
    return draw(table, max(0, rules.refill_to - len(table.hand)))


def _setup_host(table: Table, card: Card, host: Card | None) -> int | None:
    if host is None:
        return None
    fitting = [each for each in hosts(table, card) if each.card.code == host.code]
    fitting = fitting or [each for each in table.in_play if each.card.code == host.code]
    return fitting[0].number


def draw(table: Table, count: int) -> Table:
    """Return the table after drawing cards, as many as there are."""
    return replace(table, hand=(*table.hand, *table.deck[:count]), deck=table.deck[count:])


def draws(table: Table) -> int:
    """Return how many cards the draw phase draws: 2, as effects of one's own cards change it."""
    codes = [card.code for card in (*table.agendas, *table.cards_in_play)]
    codes += [table.plot.code] if table.plot else []
    return max(0, table.rules.draw + sum(DRAWS.get(code, 0) for code in codes))


def begin(table: Table, phase: Phase) -> Table:
    """Return the table as a phase begins: what lasted until the end of the last one is over."""
    uses = tuple(use for use in table.uses if use.lasts == "round")
    begun = replace(table, phase=phase, ready=(), uses=uses, came_out=False)
    if phase is Phase.PLOT:
        return replace(begun, round=table.round + 1, limited=0, uses=(), gained=0)
    if phase is Phase.CHALLENGES and returns_gold(table):
        begun = replace(begun, gold=0)
    return react(begun, Trigger.CHALLENGES_BEGIN) if phase is Phase.CHALLENGES else begun


def returns_gold(table: Table) -> bool:
    """Tell whether all gold is returned as the challenges phase begins (Supporting the Faith)."""
    return table.plot is not None and table.plot.code in RETURNS_GOLD


def reveal(table: Table, plot: Card) -> Table:
    """Return the table after a plot is revealed; the last one goes to the used pile.

    Once the plot deck is empty the used plots come back, but not the one just revealed (RR, Plot
    Card; Appendix I, 1.3). With nobody else there the player wins initiative. Gold that follows on
    that, or that the plot gives when revealed, is gained.
    """
    if plot not in table.plots:
        raise AppError(f"{plot.name} is not in the plot deck.", "Choose a plot that is.")
    used = (*table.used_plots, *([table.plot] if table.plot else []))
    table = replace(table, plot=plot, plots=without(table.plots, plot), used_plots=used)
    table = react(table, Trigger.INITIATIVE_WON)
    for source in [*sources(table)]:
        gains = source.effect.kind is GoldKind.GAIN
        if source.card is plot and gains and source.effect.moment is Moment.WHEN_REVEALED:
            table = gained(table, amount(table, source))
    if plot.code in TRADE_ROUTES:
        there = sum(card.type is CardType.LOCATION for card in table.cards_in_play)
        table = gained(table, there)
    return table if table.plots else replace(table, plots=used, used_plots=())


def collect(table: Table) -> Table:
    """Return the table after income is collected, and the reactions to that."""
    return react(gained(table, income(table).total), Trigger.INCOME_COLLECTED)


def marshal(table: Table, card: Card, host: int | None = None, bestow: int = 0) -> Table:
    """Return the table after a card is marshaled from hand; the first host where none is named."""
    return _bring(table, card, Price.MARSHAL, host, bestow)


def ambush(table: Table, card: Card, host: int | None = None, bestow: int = 0) -> Table:
    """Return the table after a card is ambushed from hand."""
    return _bring(table, card, Price.AMBUSH, host, bestow)


def out_of_shadows(table: Table, card: Card, host: int | None = None, bestow: int = 0) -> Table:
    """Return the table after a card comes out of shadows, as a duplicate where its title is."""
    return replace(_bring(table, card, Price.OUT_OF_SHADOWS, host, bestow), came_out=True)


def into_shadows(table: Table, card: Card) -> Table:
    """Return the table after a card of the hand goes into shadows; no characteristics, no limit."""
    _check(why_not(table, card, Price.INTO_SHADOWS))
    paid = pay(table, card, Price.INTO_SHADOWS)
    return replace(paid, hand=without(paid.hand, card), shadows=(*paid.shadows, card))


def duplicate(table: Table, card: Card) -> Table:
    """Return the table after a card of the hand becomes a free duplicate (RR, Duplicates)."""
    _check(why_no_duplicate(table, card))
    return _double(replace(table, hand=without(table.hand, card)), card)


def play(table: Table, card: Card) -> Table:
    """Return the table after an event is paid for and discarded; what it does is not done here."""
    _check(why_not(table, card, Price.PLAY))
    return react(play_event(table, card), Trigger.PLAYED, card)


def play_out(table: Table, card: Card) -> Table:
    """Return the table after an event is played out of shadows; what it does is not done here."""
    _check(why_not(table, card, Price.OUT_OF_SHADOWS))
    table = react(play_hidden(table, card), Trigger.PLAYED, card)
    return react(table, Trigger.OUT_OF_SHADOWS, card)


def _check(why: str) -> None:
    if why:
        raise AppError(why, "Choose another move.")


def _bring(table: Table, card: Card, price: Price, host: int | None, bestow: int) -> Table:
    _check(why_not(table, card, price))
    bearer = _bearer(table, card, host)
    table = pay(table, card, price)
    if price is Price.OUT_OF_SHADOWS:
        table = replace(table, shadows=without(table.shadows, card))
    else:
        limited = price is Price.MARSHAL and card.keyword("limited") is not None
        hand = without(table.hand, card)
        table = replace(table, hand=hand, limited=table.limited + limited)
    if table.copy_in_play(card):
        return _double(table, card)
    table = _bestow(_kneeling(_enter(table, card, bearer), card), card, bestow)
    if price is Price.MARSHAL:
        table = react(table, Trigger.MARSHALED, card)
    if price is Price.OUT_OF_SHADOWS:
        table = react(table, Trigger.OUT_OF_SHADOWS, card)
    return react(table, Trigger.ENTERS_PLAY, card)


def _bearer(table: Table, card: Card, host: int | None) -> int | None:
    if card.host is None or table.copy_in_play(card):
        return None
    fitting = [each.number for each in hosts(table, card)]
    if host is not None and host not in fitting:
        raise AppError(f"That card may not bear {card.name}.", "Choose another host.")
    return fitting[0] if host is None else host


def _enter(table: Table, card: Card, bearer: int | None = None) -> Table:
    entered = InPlay(card=card, number=table.next_number, bearer=bearer)
    return replace(table, in_play=(*table.in_play, entered), next_number=table.next_number + 1)


def _kneeling(table: Table, card: Card) -> Table:
    """Return the table with the card that has just entered play knelt, where it enters so."""
    if not enters_kneeling(table, card):
        return table
    return table.put(replace(table.in_play[-1], kneeling=True))


def _double(table: Table, card: Card) -> Table:
    there = table.copy_in_play(card)
    if there is None:
        raise AppError(f"No copy of {card.name} is in play.", "Bring one out first.")
    return table.put(replace(there, duplicates=(*there.duplicates, card)))


def _bestow(table: Table, card: Card, gold: int) -> Table:
    """Move gold from the pool to the card that has just entered play (RR, Bestow)."""
    keyword = card.keyword("bestow")
    most = keyword.value if keyword and isinstance(keyword.value, int) else 0
    if not 0 <= gold <= min(most, table.gold):
        asked = f"{card.name} takes up to {min(most, table.gold)} gold when it enters play."
        raise AppError(asked, "Bestow less.")
    entered = replace(table.in_play[-1], gold=gold)
    return replace(table.put(entered), gold=table.gold - gold)


def stand(table: Table) -> Table:
    """Return the table with all its cards standing (RR, 6.2)."""
    cards = tuple(replace(each, kneeling=False) for each in table.in_play)
    return replace(table, in_play=cards, faction_kneels=False)


def kept(table: Table) -> int:
    """Return how much unspent gold is not returned in the taxation phase."""
    if table.plot and table.plot.code in KEEPS_ALL:
        return table.gold
    codes = KEEPS_ONE | LAYS_ASIDE if table.takes_gold else KEEPS_ONE
    return min(table.gold, sum(card.code in codes for card in table.cards_in_play))


def tax(table: Table) -> Table:
    """Return the table after unspent gold is returned (RR, 7.2)."""
    return replace(table, gold=kept(table))


def reserve(table: Table) -> int | None:
    """Return the reserve, never below 0 (RR, Reserve); the first edition has none (None)."""
    found = full_reserve(table)
    return None if found is None else max(0, found)


def full_reserve(table: Table) -> int | None:
    """Return the plot's reserve with the bonuses of agendas, used plots and cards in play."""
    plot = table.plot
    printed = plot.plot.reserve if plot and plot.plot else None
    if plot is None or not isinstance(printed, int):
        return None
    bonuses = sum(card.reserve for card in (*table.agendas, *table.cards_in_play))
    bonuses += sum(RESERVES.get(agenda.code, 0) for agenda in table.agendas)
    for used in table.used_plots:
        trait, more = USED_RESERVES.get(used.code, ("", 0))
        bonuses += more * (trait in plot.traits)
    if plot.code in OWN_RESERVES:
        bonuses += in_used_pile(table, CardPattern(traits=(OWN_RESERVES[plot.code],)))
    return printed + bonuses


def over_reserve(table: Table) -> int:
    """Return how many cards of the hand must go by the reserve (RR, 7.3)."""
    most = reserve(table)
    fewer = sum(card.code in FEWER_HELD for card in table.cards_in_play)
    return 0 if most is None else max(0, len(table.hand) - fewer - most)


def discard(table: Table, card: Card) -> Table:
    """Return the table after a card of the hand is discarded."""
    return replace(table, hand=without(table.hand, card), discard=(*table.discard, card))
