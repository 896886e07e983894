"""One game of the first rounds, played by the policy: readable, and what the kernel must equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.gold import Price
from goldfish.rounds.effects import gained
from goldfish.rounds.exceptions import AT_THE_END, DOUBLING, VOYAGES
from goldfish.rounds.game_plan import GamePlan, is_second
from goldfish.rounds.moves import (
    begin,
    collect,
    discard,
    draw,
    draws,
    over_reserve,
    returns_gold,
    reveal,
    stand,
    start,
    tax,
)
from goldfish.rounds.policy import (
    Log,
    bring_out_waiting,
    choose,
    emerge,
    kept_back,
    marshal_economy,
    play_reductions,
    put_aside,
    take_duplicates,
    take_gains,
)
from goldfish.rounds.table import InPlay, Phase, Table
from goldfish.setup import best_setup
from goldfish.setup_plan import strength_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTally:
    """What one round of one game came to.

    `gold` is all gold that there was to spend, `unspent` what was left as taxation began, or was
    returned before;
    `marshaled` and `ambushed` count cards from hand, duplicates not among them. `shadows_gold_in`
    and `shadows_gold_out` are the gold paid for cards into and out of shadows. The others are
    counts at the end of the round; `waiting` are the cards in shadows.
    """

    gold: int
    marshaled: int
    ambushed: int
    shadows_in: int
    shadows_out: int
    shadows_gold_in: int
    shadows_gold_out: int
    unspent: int
    hand: int
    characters: int
    strength: int
    duplicates: int
    waiting: int


def opened(course: GamePlan, cards: Sequence[Card]) -> Table:
    """Return the table after the best setup of a shuffled deck, the top of it first."""
    rules = course.opening.rules
    plan = best_setup(cards[: rules.hand_size], rules)
    rest = cards[rules.hand_size + rules.under :]
    table = start(rules, course.agendas, course.plots, plan, rest)
    return replace(table, takes_gold=True)


def played(course: GamePlan, cards: Sequence[Card]) -> tuple[RoundTally, ...]:
    """Return what each round comes to for a shuffled deck, the top of it first."""
    table = opened(course, cards)
    tallies = []
    for _ in range(course.rounds):
        table, tally = play_round(course, table)
        tallies.append(tally)
    return tuple(tallies)


def play_round(course: GamePlan, table: Table) -> tuple[Table, RoundTally]:
    """Return the table after one round, and what the round came to."""
    log: Log = ()
    table = begin(table, Phase.PLOT)
    table, log = _shadows(course, table, log)
    table = next_plot(course, table)
    table = begin(table, Phase.DRAW)
    table, log = _shadows(course, table, log)
    table = draw(table, draws(table))
    if any(agenda.code in VOYAGES for agenda in table.agendas):
        table = replace(table, faction_kneels=True)
    table, log = _marshaling(course, table, log)
    returned = table.gold if returns_gold(table) else 0
    table, log = _challenges(course, table, log)
    table, log = _shadows(course, begin(table, Phase.DOMINANCE), log)
    table, log = _shadows(course, begin(table, Phase.STANDING), log)
    table, log = _shadows(course, begin(stand(table), Phase.TAXATION), log)
    unspent = table.gold + returned
    table = _down_to_reserve(course, tax(table))
    tally = _tally(table, log, unspent)
    more = AT_THE_END.get(table.plot.code, 0) if table.plot else 0
    return gained(table, more), tally


def next_plot(course: GamePlan, table: Table) -> Table:
    """Return the table after the next plot of the order is revealed; a single plot stays."""
    if not table.plots:
        return table
    place = (table.round - 1) % len(course.plots)
    order = (*course.plots[place:], *course.plots[:place])
    return reveal(table, next(plot for plot in order if plot in table.plots))


def _shadows(course: GamePlan, table: Table, log: Log) -> tuple[Table, Log]:
    """Bring out the one card that the first edition lets out as a phase begins."""
    if is_second(course):
        return table, log
    table, more = emerge(course, table)
    return table, log + more


def _marshaling(course: GamePlan, table: Table, log: Log) -> tuple[Table, Log]:
    """Duplicates, gains, economy, what waits in shadows, then the best use of gold; and again."""
    table, log = _shadows(course, begin(table, Phase.MARSHALING), log)
    table = collect(table)
    kept = 0 if is_second(course) else kept_back(course, table)
    table = replace(table, gold=table.gold - kept)
    while True:
        table = play_reductions(take_gains(course, take_duplicates(table)))
        table, more = marshal_economy(course, table)
        if is_second(course):
            table, out = bring_out_waiting(course, table)
            more += out
        if not more:
            table, more = choose(course, table, (Price.MARSHAL, Price.INTO_SHADOWS))
            table, more = _bestowed(table, more)
        log += more
        if not more:
            return put_aside(replace(table, gold=table.gold + kept)), log


def _bestowed(table: Table, brought: Log) -> tuple[Table, Log]:
    """Put left gold on cards with bestow that have just come out and make more of it.

    They might have taken it as they entered play, and nothing else would have changed; it counts
    as paid for them.
    """
    log = list(brought)
    for each in table.in_play:
        most = _makes_more_of(each)
        for place, entered in enumerate(log):
            if most and entered.card == each.card and entered.price is Price.MARSHAL:
                given = min(most, table.gold)
                table = replace(table.put(replace(each, gold=given)), gold=table.gold - given)
                log[place] = replace(entered, gold=entered.gold + given)
                break
    return table, tuple(log)


def _makes_more_of(each: InPlay) -> int:
    """Return how much gold a card may take that makes more of it and has none yet."""
    keyword = each.card.keyword("bestow")
    makes = each.card.code in DOUBLING or any(e.own_gold for e in each.card.gold_effects)
    most = keyword.value if keyword and makes and not each.gold else 0
    return most if isinstance(most, int) else 0


def _challenges(course: GamePlan, table: Table, log: Log) -> tuple[Table, Log]:
    """Gains, what waits in shadows, and the best ambushes; nobody is challenged."""
    table, log = _shadows(course, begin(table, Phase.CHALLENGES), log)
    while True:
        table = take_gains(course, table)
        more: Log = ()
        if is_second(course):
            table, more = bring_out_waiting(course, table)
        if not more:
            table, more = choose(course, table, (Price.AMBUSH,))
        log += more
        if not more:
            return table, log


def _down_to_reserve(course: GamePlan, table: Table) -> Table:
    """Discard down to the reserve (RR, 7.3): events, attachments, locations, characters."""
    over = over_reserve(table)
    for card in course.by_use:
        while over and card in table.hand:
            table, over = discard(table, card), over - 1
    return table


def _tally(table: Table, log: Log, unspent: int) -> RoundTally:
    count = Counter(each.price for each in log)
    gold: Counter[Price] = Counter()
    for each in log:
        gold[each.price] += each.gold
    return RoundTally(
        gold=gold.total() + unspent,
        marshaled=count[Price.MARSHAL],
        ambushed=count[Price.AMBUSH],
        shadows_in=count[Price.INTO_SHADOWS],
        shadows_out=count[Price.OUT_OF_SHADOWS],
        shadows_gold_in=gold[Price.INTO_SHADOWS],
        shadows_gold_out=gold[Price.OUT_OF_SHADOWS],
        unspent=unspent,
        hand=len(table.hand),
        characters=len(table.characters),
        strength=sum(strength_of(card) for card in table.characters),
        duplicates=sum(len(each.duplicates) for each in table.in_play),
        waiting=len(table.shadows),
    )
