"""The core of a sentence about gold: what is reduced, gained or added, and by how much."""

from __future__ import annotations

import re
from dataclasses import replace

from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Price, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType
from carddb.text.gold_terms import SELF
from carddb.text.patterns import read_pattern

_WAY = r"(?P<way>[Rr]educe|[Ii]ncrease)"
_AMOUNT = (
    r"by (?P<amount>\d+|X)(?: for each (?P<per>[^()]+?))?"
    r"(?: \(to a minimum of (?P<minimum>\d+)\))?\.(?: X is the number of (?P<x>[^.]+)\.)?"
)
_VERB = r"(?:marshal|play|ambush|bring out of shadows)"
_VERBS = rf"(?P<verbs>{_VERB}(?:(?:, or |, | or ){_VERB})*)"
_LASTS = r"(?: (?:this|each) (?P<lasts>phase|round))?"
_OF_CARDS = re.compile(
    rf"{_WAY} the (?:gold )?cost of (?P<reach>the next|the first|each) (?P<what>.+?)"
    rf" you {_VERBS}{_LASTS} {_AMOUNT}"
)
_FIRSTS = re.compile(
    rf"{_WAY} the cost of (?P<firsts>the first \w+ your? marshal this round by \d+"
    r"(?:,(?: and)? the first \w+ your? marshal this round by \d+)+)\."
)
_ONE_FIRST = re.compile(r"the first (?P<what>\w+) your? marshal this round by (?P<amount>\d+)")
_OF_ITSELF = re.compile(rf"{_WAY} the cost to (?P<verb>\w+) {SELF}(?: out of shadows)? {_AMOUNT}")
_OF_NAMED = re.compile(rf"{_WAY} the cost to marshal (?:her|him|it) {_AMOUNT}")
_OF_EACH = re.compile(rf"{_WAY} the cost to ambush each of your (?P<what>.+?) {_AMOUNT}")
_FOR_EACH_PLAYER = "for each player to bring cards"
_INTO_SHADOWS = re.compile(
    rf"{_WAY} the cost to marshal (?P<reach>each of your cards|your first card) into shadows"
    rf"{_LASTS} {_AMOUNT}"
)
_OUT_OF_SHADOWS = re.compile(rf"{_WAY} the cost {_FOR_EACH_PLAYER} out of shadows {_AMOUNT}")
_GAIN = re.compile(
    r"(?:[Gg]ain|each player gains) (?P<amount>\d+|X) gold\."
    r"(?: X is the number of (?P<x>[^.]+)\.)?"
)
_PLOT_VALUE = re.compile(
    rf"{_WAY} the gold (?:value|value and reserve value) on your revealed"
    rf"(?P<what>(?: <i>[^<]+</i>)?) plot(?: card)? {_AMOUNT}"
)
_PLOT_VALUES = "gold, initiative, and reserve values"
_THIS_PLOT = re.compile(rf"{_WAY} the {_PLOT_VALUES} on this plot card {_AMOUNT}")
_PER = re.compile(
    r"(?P<what>.+?) (?P<where>you control|in your used pile|revealed)"
    r"|other (?P<shadows>card in shadows)"
)
_ZONES = {
    "you control": CountedZone.IN_PLAY,
    "in your used pile": CountedZone.USED_PILE,
    "revealed": CountedZone.REVEALED,
}
_PRICES = {
    "marshal": Price.MARSHAL,
    "play": Price.PLAY,
    "ambush": Price.AMBUSH,
    "bring": Price.OUT_OF_SHADOWS,
    "bring out of shadows": Price.OUT_OF_SHADOWS,
}
_REACHES = {
    "the next": Reach.NEXT,
    "the first": Reach.FIRST,
    "each": Reach.EACH,
    "your first card": Reach.FIRST,
    "each of your cards": Reach.EACH,
}
_ALLEGIANCES = {
    "neutral or out-of-faction ": Allegiance.NOT_IN_FACTION,
    "out-of-faction ": Allegiance.OUT_OF_FACTION,
    "in-faction ": Allegiance.IN_FACTION,
}


def read_amount(effect: GoldEffect, text: str) -> tuple[GoldEffect, ...] | None:
    """Read what is left of a sentence, to its full stop; None if any of it is not understood.

    One sentence may be several effects ("the first character ... by 3, the first location ...").
    """
    if match := _FIRSTS.fullmatch(text):
        return _read_firsts(effect, match)
    for wording, reader in (
        (_OF_CARDS, _read_of_cards),
        (_OF_ITSELF, _read_of_itself),
        (_OF_NAMED, _read_of_named),
        (_OF_EACH, _read_of_each),
        (_INTO_SHADOWS, _read_into_shadows),
        (_OUT_OF_SHADOWS, _read_out_of_shadows),
        (_GAIN, _read_gain),
        (_PLOT_VALUE, _read_plot_value),
        (_THIS_PLOT, _read_this_plot),
    ):
        if match := wording.fullmatch(text):
            counted = _counted(effect, match)
            read = reader(counted, match) if counted is not None else None
            return (read,) if read is not None else None
    return None


def _read_firsts(effect: GoldEffect, match: re.Match[str]) -> tuple[GoldEffect, ...] | None:
    read = []
    for first in _ONE_FIRST.finditer(match["firsts"]):
        applies = read_pattern(first["what"])
        if applies is None:
            return None
        reducer = replace(effect, amount=int(first["amount"]), applies=applies, lasts="round")
        read.append(_reducer(reducer, match, Reach.FIRST, Price.MARSHAL))
    return tuple(read)


def _read_of_cards(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    what = match["what"]
    for words, allegiance in _ALLEGIANCES.items():
        if what.startswith(words):
            what = what.removeprefix(words)
            effect = replace(effect, allegiance=allegiance)
            break
    applies = read_pattern(what)
    if applies is None:
        return None
    effect = replace(effect, applies=_or_any(applies), lasts=match["lasts"] or "")
    prices = tuple(_PRICES[verb] for verb in re.findall(_VERB, match["verbs"]))
    return _reducer(effect, match, _REACHES[match["reach"]], *prices)


def _read_of_itself(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    price = _PRICES.get(match["verb"])
    return _reducer(effect, match, Reach.ITSELF, price) if price is not None else None


def _read_of_named(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    """Read "marshal her", who is the card that the condition before it names."""
    if effect.applies is None:
        return None
    return _reducer(effect, match, Reach.EACH, Price.MARSHAL)


def _read_of_each(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    applies = read_pattern(match["what"])
    if applies is None:
        return None
    return _reducer(replace(effect, applies=_or_any(applies)), match, Reach.EACH, Price.AMBUSH)


def _read_into_shadows(effect: GoldEffect, match: re.Match[str]) -> GoldEffect:
    effect = replace(effect, lasts=match["lasts"] or "")
    return _reducer(effect, match, _REACHES[match["reach"]], Price.INTO_SHADOWS)


def _read_out_of_shadows(effect: GoldEffect, match: re.Match[str]) -> GoldEffect:
    return _reducer(effect, match, Reach.EACH, Price.OUT_OF_SHADOWS)


def _reducer(effect: GoldEffect, match: re.Match[str], reach: Reach, *prices: Price) -> GoldEffect:
    kind = GoldKind.REDUCE if match["way"].lower() == "reduce" else GoldKind.INCREASE
    return replace(effect, kind=kind, reach=reach, prices=prices)


def _read_gain(effect: GoldEffect, _match: re.Match[str]) -> GoldEffect:
    return replace(effect, kind=GoldKind.GAIN)


def _read_plot_value(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    applies = read_pattern(f"{match['what'].strip()} plot".strip())
    return _plot_value(replace(effect, applies=applies), match) if applies is not None else None


def _read_this_plot(effect: GoldEffect, match: re.Match[str]) -> GoldEffect:
    itself = CardPattern(types=(CardType.PLOT,), names=(SELF,))
    return _plot_value(replace(effect, applies=itself), match)


def _plot_value(effect: GoldEffect, match: re.Match[str]) -> GoldEffect:
    sign = -1 if match["way"].lower() == "reduce" else 1
    return replace(effect, kind=GoldKind.PLOT_VALUE, amount=sign * (effect.amount or 0))


def _counted(effect: GoldEffect, match: re.Match[str]) -> GoldEffect | None:
    """Return the effect with its amount and minimum, and with what the amount is counted by.

    "by X. X is the number of ..." is 1 for each of them.
    """
    found = match.groupdict()
    per, x = found.get("per"), found.get("x")
    if (found["amount"] == "X") != (x is not None) or (per is not None and x is not None):
        return None
    effect = replace(
        effect,
        amount=1 if x is not None else int(found["amount"]),
        minimum=int(found.get("minimum") or 0),
    )
    return effect if per is None and x is None else _counted_by(effect, per or x or "")


def _counted_by(effect: GoldEffect, text: str) -> GoldEffect | None:
    match = _PER.fullmatch(text)
    if match is None:
        return None
    if match["shadows"]:
        return replace(effect, per=CardPattern(), per_zone=CountedZone.SHADOWS)
    per = read_pattern(match["what"].replace(" and ", " or "))
    zone = _ZONES[match["where"]]
    if per is None or (zone is CountedZone.IN_PLAY) == (per.types == (CardType.PLOT,)):
        return None
    return replace(effect, per=per, per_zone=zone)


def _or_any(pattern: CardPattern) -> CardPattern | None:
    return None if pattern == CardPattern() else pattern
