"""Actions and reactions that gain gold or make cards cheaper: which there are, what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.errors import AppError
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Trigger
from carddb.terms import CardType, Edition, Faction
from goldfish.rounds.effects import (
    ACTIONS,
    amount,
    gained,
    holds,
    is_left,
    may_gain,
    sources,
)
from goldfish.rounds.exceptions import (
    BRAAVOS,
    CARPENTER,
    DOUBLING,
    FOR_SHADOWS,
    RETURNING,
    SUNSPEAR,
)
from goldfish.rounds.legality import why_not
from goldfish.rounds.payment import pay, used
from goldfish.rounds.table import InPlay, Phase, Source, Table, Use, without

_PHASES = {
    Moment.MARSHALING_ACTION: Phase.MARSHALING,
    Moment.CHALLENGES_ACTION: Phase.CHALLENGES,
    Moment.DOMINANCE_ACTION: Phase.DOMINANCE,
}


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """What an action asks for beside its own card: a card to kneel (its number), one to discard."""

    kneeling: int | None = None
    discarding: Card | None = None


NOTHING = ActionChoice()


def actions(table: Table) -> tuple[Source, ...]:
    """Return the actions on gold that a player may take now, as the cards entered play.

    Those are the structured gains and reductions whose phase it is, whose limit is not reached and
    whose price (kneeling, gold on the card, ...) can be met; beside them events in hand and in
    shadows that gain gold or make cards cheaper, and cost no more than there is.
    """
    offered = [*sources(table), *events(table)]
    return tuple(source for source in offered if why_not_act(table, source) == "")


def events(table: Table) -> Iterator[Source]:
    """Yield the effects of the events in hand and in shadows, whatever they ask for."""
    for card in dict.fromkeys((*table.hand, *table.shadows)):
        if card.type is CardType.EVENT:
            yield from (Source(card, 0, index) for index in range(len(card.gold_effects)))


def gains(source: Source) -> bool:
    """Tell whether an action gains gold; the others are reductions."""
    return source.effect.kind is GoldKind.GAIN or source.card.code in BRAAVOS


def why_not_act(table: Table, source: Source) -> str:
    """Return why an action cannot be taken now, as a sentence; empty if it can."""
    effect, card = source.effect, source.card
    structured = effect.kind in {GoldKind.GAIN, GoldKind.REDUCE} or card.code in BRAAVOS
    if not structured or effect.moment not in ACTIONS:
        return f"{card.name} has no such action."
    phase = _PHASES.get(effect.moment, table.phase)
    if phase is not table.phase:
        return f"This is an action of the {phase} phase."
    return _spent(table, source) or _unkneelable(table, source) or _unmet(table, source)


def _spent(table: Table, source: Source) -> str:
    """Return what conditions and limits keep an action from being taken, or nothing."""
    if not holds(table, source):
        return f"What {source.card.name} asks for is not the case now."
    if gains(source) and not may_gain(table):
        return "No gold may be gained now."
    if not is_left(table, source):
        return f"{source.card.name} was used as often as its limit lets it be."
    return ""


def _unkneelable(table: Table, source: Source) -> str:
    """Return what should kneel for an action and does already, or nothing."""
    effect, card = source.effect, source.card
    itself = table.numbered(source.number) if source.number else None
    kneels = effect.kneel or card.code in BRAAVOS
    if kneels and (itself is None or itself.kneeling):
        return f"{card.name} kneels already."
    if effect.kneel_faction and table.faction_kneels:
        return "The faction card kneels already."
    if effect.kneel_host and (itself is None or _bearer(table, itself).kneeling):
        return f"What bears {card.name} kneels already."
    if effect.kneels and not kneelable(table, effect):
        return f"No standing card is as {card.name} asks."
    return ""


def _unmet(table: Table, source: Source) -> str:
    """Return what else an action asks for and there is not, or nothing."""
    effect, card = source.effect, source.card
    itself = table.numbered(source.number) if source.number else None
    if effect.discards and not any(pattern_matches(effect.discards, each) for each in table.hand):
        return f"No card in hand is as {card.name} asks."
    if effect.own_gold and (itself is None or itself.gold < effect.own_gold):
        return f"There is no gold on {card.name}."
    return why_not(table, card, way_of(card)) if card.type is CardType.EVENT else ""


def way_of(event: Card) -> Price:
    """Return how an event is played: from hand, or out of shadows where a dash is its cost."""
    return Price.OUT_OF_SHADOWS if event.cost is None and event.keyword("shadow") else Price.PLAY


def _bearer(table: Table, borne: InPlay) -> InPlay:
    return table.numbered(borne.bearer) if borne.bearer else borne


def kneelable(table: Table, effect: GoldEffect) -> tuple[InPlay, ...]:
    """Return the standing cards that an action which kneels another card may kneel."""
    if effect.kneels is None:
        return ()
    return tuple(each for each in table.controls(effect.kneels) if not each.kneeling)


def act(table: Table, source: Source, asked: ActionChoice = NOTHING) -> Table:
    """Return the table after an action: gold gained, or a reduction that waits for its card.

    Where `asked` names nothing, the first fitting card kneels or is discarded. AppError where the
    action cannot be taken.
    """
    why = why_not_act(table, source)
    if why:
        raise AppError(why, "Choose another action.")
    gold = _factions(table) if source.card.code in BRAAVOS else amount(table, source)
    paid = _paid(table, source, asked)
    paid = gained(paid, gold) if gains(source) else replace(paid, ready=(*paid.ready, source))
    if source.card.type is not CardType.EVENT:
        return paid
    paid = react(paid, Trigger.PLAYED, source.card)
    hidden = way_of(source.card) is Price.OUT_OF_SHADOWS
    return react(paid, Trigger.OUT_OF_SHADOWS, source.card) if hidden else paid


def _factions(table: Table) -> int:
    return len(
        {faction for each in table.characters for faction in each.factions} - {Faction.NEUTRAL}
    )


def _paid(table: Table, source: Source, asked: ActionChoice) -> Table:
    """Return the table once what an action asks for is done."""
    effect, card = source.effect, source.card
    if effect.kneel or card.code in BRAAVOS:
        table = table.put(replace(table.numbered(source.number), kneeling=True))
    if effect.kneel_faction:
        table = replace(table, faction_kneels=True)
    if effect.kneel_host:
        table = table.put(replace(_bearer(table, table.numbered(source.number)), kneeling=True))
    if effect.kneels:
        offered = kneelable(table, effect)
        chosen = [each for each in offered if each.number == asked.kneeling]
        table = table.put(replace((chosen or list(offered))[0], kneeling=True))
    if effect.discards:
        fitting = [each for each in table.hand if pattern_matches(effect.discards, each)]
        thrown = asked.discarding if asked.discarding in fitting else fitting[0]
        hand = without(table.hand, thrown)
        table = replace(table, hand=hand, discard=(*table.discard, thrown))
    if effect.own_gold:
        itself = table.numbered(source.number)
        table = table.put(replace(itself, gold=itself.gold - effect.own_gold))
    if effect.sacrifice:
        table = leaves(table, source.number)
    if card.type is CardType.EVENT:
        hidden = way_of(card) is Price.OUT_OF_SHADOWS
        table = play_hidden(table, card) if hidden else play_event(table, card)
    return used(table, source)


def play_event(table: Table, card: Card) -> Table:
    """Return the table after an event is paid for, counted if Limited, and discarded."""
    paid = pay(table, card, Price.PLAY)
    return replace(
        paid,
        hand=without(paid.hand, card),
        discard=(*paid.discard, card),
        limited=paid.limited + (card.keyword("limited") is not None),
    )


def play_hidden(table: Table, card: Card) -> Table:
    """Return the table after an event is played out of shadows; A Very Large Shadow may return."""
    paid = pay(table, card, Price.OUT_OF_SHADOWS)
    limited = paid.limited + (card.keyword("limited") is not None)
    shadows = without(paid.shadows, card)
    paid = replace(paid, shadows=shadows, limited=limited, came_out=True)
    if table.plot and RETURNING.get(card.code) in table.plot.traits:
        return replace(paid, hand=(*paid.hand, card))
    return replace(paid, discard=(*paid.discard, card))


def leaves(table: Table, number: int) -> Table:
    """Return the table after a card leaves play; its duplicates are discarded.

    What it bore goes to hand; with the keyword Terminal, and in the first edition, it is discarded
    (RR, Attachment Cards, Terminal).
    """
    gone = table.numbered(number)
    borne = [each for each in table.in_play if each.bearer == number]
    home = [each.card for each in borne if _goes_home(table, each.card)]
    lost = [gone.card, *(each.card for each in borne if not _goes_home(table, each.card))]
    lost += [card for each in (gone, *borne) for card in each.duplicates]
    rest = tuple(each for each in table.in_play if each is not gone and each not in borne)
    hand, discard = (*table.hand, *home), (*table.discard, *lost)
    return replace(table, in_play=rest, hand=hand, discard=discard)


def _goes_home(table: Table, attachment: Card) -> bool:
    return table.edition is Edition.SECOND and attachment.keyword("terminal") is None


def react(table: Table, trigger: Trigger, card: Card | None = None) -> Table:
    """Return the table after every reaction on gold to something that happened, all taken.

    `card` is the one that was marshaled, played, or entered play.
    """
    for source in [*sources(table)]:
        effect = source.effect
        if effect.trigger is not trigger or not holds(table, source) or not is_left(table, source):
            continue
        by = effect.trigger_by
        if by is not None and (card is None or not pattern_matches(by, card)):
            continue
        if effect.own_gold and table.numbered(source.number).gold < effect.own_gold:
            continue
        gold = amount(table, source)
        table = _reacted(table, source)
        if effect.kind is GoldKind.GAIN:
            table = gained(table, gold)
        elif effect.kind is GoldKind.REDUCE:
            table = replace(table, ready=(*table.ready, source))
    if trigger is Trigger.INCOME_COLLECTED:
        return _named_reactions(table)
    if trigger is Trigger.CHALLENGES_BEGIN:
        illyrios = sum(each.code in FOR_SHADOWS for each in table.cards_in_play)
        return gained(table, illyrios * (len(table.shadows) // 2))
    entered = trigger is Trigger.ENTERS_PLAY and card is not None
    return _sunspear(table, card) if entered and card else table


def _sunspear(table: Table, card: Card) -> Table:
    """Return the table with gold on Sunspear for a Martell card that has entered play."""
    for each in table.in_play if Faction.MARTELL in card.factions else ():
        source = Source(each.card, each.number, 0)
        if each.card.code in SUNSPEAR and not table.was_used(source):
            noble = card.type is CardType.CHARACTER and {"Lord", "Lady"} & set(card.traits)
            table = table.put(replace(each, gold=each.gold + (2 if noble else 1)))
            table = replace(table, uses=(*table.uses, Use(source, "phase")))
    return table


def _reacted(table: Table, source: Source) -> Table:
    if source.effect.own_gold:
        itself = table.numbered(source.number)
        table = table.put(replace(itself, gold=itself.gold - source.effect.own_gold))
    return used(table, source)


def _named_reactions(table: Table) -> Table:
    """Return the table after the reactions to income that have rules of their own."""
    for each in table.in_play:
        if each.card.code in CARPENTER:
            table = gained(table, _watch_locations(table) // 2)
        if each.card.code in DOUBLING:
            most = DOUBLING[each.card.code]
            more = each.gold if most is None else min(each.gold, most)
            table = table.put(replace(each, gold=each.gold + more))
    return table


def _watch_locations(table: Table) -> int:
    return sum(
        card.type is CardType.LOCATION and Faction.NIGHTS_WATCH in card.factions
        for card in table.cards_in_play
    )
