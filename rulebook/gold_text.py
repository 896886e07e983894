"""What a card does to gold, in our own words from its facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import Faction

_TRIGGERS = {
    Trigger.INCOME_COLLECTED: "income is collected",
    Trigger.INITIATIVE_WON: "initiative is won",
    Trigger.CHALLENGES_BEGIN: "the challenges phase begins",
    Trigger.MARSHALED: "is marshaled",
    Trigger.PLAYED: "is played",
    Trigger.ENTERS_PLAY: "enters play",
    Trigger.OUT_OF_SHADOWS: "comes out of shadows",
}
_PRICES = {
    Price.MARSHAL: "marshaled",
    Price.PLAY: "played",
    Price.AMBUSH: "in ambush",
    Price.INTO_SHADOWS: "into shadows",
    Price.OUT_OF_SHADOWS: "out of shadows",
}
_PLAIN = ({Price.MARSHAL}, {Price.PLAY}, {Price.MARSHAL, Price.PLAY}, set[Price]())
_ZONES = {
    CountedZone.IN_PLAY: "in play",
    CountedZone.USED_PILE: "in the used pile",
    CountedZone.REVEALED: "that is revealed",
    CountedZone.SHADOWS: "in shadows",
}
_ALLEGIANCES = {
    Allegiance.IN_FACTION: "of the deck's faction",
    Allegiance.OUT_OF_FACTION: "of another faction",
    Allegiance.NOT_IN_FACTION: "not of the deck's faction",
}


def gold_text(effect: GoldEffect) -> str:
    """Return an effect as a sentence; empty where its facts only say that there is one."""
    if effect.kind is GoldKind.IRREGULAR or effect.amount is None:
        return ""
    conditions = ", ".join(_conditions(effect))
    result = ", ".join([_result(effect), *_limits(effect)])
    text = f"{conditions}: {result}" if conditions else result
    if effect.moment is not Moment.CONSTANT:
        return f"{effect.moment.replace('-', ' ').capitalize()}: {text}."
    return f"{text[0].upper()}{text[1:]}."


def pattern_text(pattern: CardPattern | None, among: str = "card") -> str:
    """Return what a card must be, as a noun: "unique Stark character with cost 6 or more"."""
    if pattern is None:
        return among
    if pattern.names and not pattern.traits:
        return " or ".join(pattern.names)
    noun = _either([each.value for each in pattern.types]) if pattern.types else among
    parts = [*_adjectives(pattern), noun]
    if pattern.without_types:
        parts.append(f"that is no {_either([each.value for each in pattern.without_types])}")
    if pattern.icons:
        parts.append(f"with {_either([each.value for each in pattern.icons])}")
    if pattern.cost_at_least is not None:
        parts.append(f"with cost {pattern.cost_at_least} or more")
    return " ".join(parts)


def _adjectives(pattern: CardPattern) -> Iterator[str]:
    if pattern.unique is not None:
        yield "unique" if pattern.unique else "non-unique"
    if pattern.loyal is not None:
        yield "loyal" if pattern.loyal else "non-loyal"
    yield from (f"non-{each.label}" for each in pattern.without_factions)
    if pattern.factions:
        neutral = Faction.NEUTRAL
        yield _either(["neutral" if each is neutral else each.label for each in pattern.factions])
    if pattern.traits:
        yield _either(pattern.traits)


def _either(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _one(noun: str) -> str:
    return f"{'an' if noun[0].lower() in 'aeio' else 'a'} {noun}"


def _conditions(effect: GoldEffect) -> list[str]:
    """Return what must have happened and what is paid."""
    found = []
    if effect.trigger is not None:
        by = effect.trigger_by
        who = (pattern_text(by) if by.names else _one(pattern_text(by))) + " " if by else ""
        found.append(f"after {who}{_TRIGGERS[effect.trigger]}")
    itself = " and ".join(["kneel"] * effect.kneel + ["sacrifice"] * effect.sacrifice)
    paid = (
        (itself, itself),
        (effect.kneel_faction, "kneel the faction card"),
        (effect.kneel_host, "kneel the character that bears it"),
        (effect.kneels, f"kneel {_one(pattern_text(effect.kneels))}"),
        (effect.discards, f"discard {_one(pattern_text(effect.discards))} from hand"),
        (effect.own_gold, f"discard {effect.own_gold} gold from it"),
    )
    return found + [words for holds, words in paid if holds]


def _result(effect: GoldEffect) -> str:
    amount = f"{abs(effect.amount or 0)}"
    if effect.most is not None:
        amount += f" to {effect.most}"
    per = ""
    if effect.per is not None:
        per = f" for each {pattern_text(effect.per)} {_ZONES[effect.per_zone]}"
    if effect.kind is GoldKind.GAIN:
        return f"gain {amount} gold{per}"
    if effect.kind is GoldKind.PLOT_VALUE:
        more = "less" if (effect.amount or 0) < 0 else "more"
        plot = pattern_text(effect.applies, "plot")
        named = effect.applies is not None and bool(effect.applies.names)
        return f"{plot if named else f'a revealed {plot}'} gives {amount} gold {more}{per}"
    more = "more" if effect.kind is GoldKind.INCREASE else "less"
    if effect.instead is not None:
        amount += f" ({effect.instead} for {_one(pattern_text(effect.instead_for))})"
    way = ""
    if set(effect.prices) not in _PLAIN:
        way = f" {_either([_PRICES[each] for each in effect.prices])}"
    return f"{_target(effect)} costs {amount} {more}{way}{per}"


def _target(effect: GoldEffect) -> str:
    """Return the cards whose cost is changed."""
    if effect.reach is Reach.ITSELF:
        return "it"
    of = _ALLEGIANCES.get(effect.allegiance, "")
    card = f"{pattern_text(effect.applies)}{f' {of}' if of else ''}"
    if effect.reach is Reach.FIRST:
        return f"the first {card} each {effect.lasts}"
    if effect.reach is Reach.NEXT:
        return f"the next {card} this {effect.lasts}"
    return f"each {card}{f' this {effect.lasts}' if effect.lasts else ''}"


def _limits(effect: GoldEffect) -> list[str]:
    times = {1: "once", 2: "twice"}.get(effect.limit or 0, f"{effect.limit} times")
    limits = (
        (effect.minimum, f"never under {effect.minimum}"),
        (effect.while_plot, f"while a {effect.while_plot} plot is revealed"),
        (effect.unless_plot, f"while no {effect.unless_plot} plot is revealed"),
        (effect.while_controls, f"while {pattern_text(effect.while_controls)} is yours"),
        (effect.while_standing, "while it stands"),
        (effect.while_used, "while this is in the used pile"),
        (effect.limit, f"{times} each {effect.limit_lasts}"),
    )
    return [words for holds, words in limits if holds]
