"""The terms around an effect on gold: conditions, triggers, payments and limits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from carddb.gold import GoldEffect, Trigger
from carddb.pattern import CardPattern
from carddb.text.patterns import read_pattern

SELF = "SELF"
"""The placeholder of the card's own title in a sentence."""

Read = tuple[GoldEffect | None, str]
"""The effect with what was read, None if that was not understood, and the rest of the sentence."""

_NOTE = re.compile(r"\s*\((?P<note>[^()]+)\.\)$")
_LIMIT = re.compile(r"Limit (?P<times>once|twice|\d+ times) per (?P<lasts>phase|round)")
_MAX = re.compile(r"Max 1 per (?P<lasts>phase|round)")
_INSTEAD = re.compile(
    r"By (?P<amount>\d+) instead if that character's printed cost is (?P<cost>\d+) or higher"
)
_MOST = re.compile(r"(?P<amount>\d+) gold instead if .+")
_TIMES = {"once": 1, "twice": 2}

_CONDITIONS = {
    "while_plot": re.compile(
        r"(?:While|If) there is an? <i>(?P<trait>[^<]+)</i> plot card revealed, (?P<rest>.+)"
    ),
    "unless_plot": re.compile(
        r"While there are no <i>(?P<trait>[^<]+)</i> plot cards revealed, (?P<rest>.+)"
    ),
    "while_standing": re.compile(rf"While {SELF} is standing, (?P<rest>.+)"),
    "while_used": re.compile(rf"While {SELF} is in your used pile, (?P<rest>.+)"),
    "while_controls": re.compile(r"While you control (?P<names>[A-Z][^,<]+), (?P<rest>.+)"),
    # A card is marshaled from hand: that it has to be there says only which card it is.
    "applies": re.compile(r"While you have (?P<names>[A-Z][^,<]+) in your hand, (?P<rest>.+)"),
}

_AFTER = re.compile(r"After (?P<what>[^,]+), (?P<rest>.+)")
_TRIGGERS = {
    "you collect income": Trigger.INCOME_COLLECTED,
    "you win initiative": Trigger.INITIATIVE_WON,
    "the challenges phase begins": Trigger.CHALLENGES_BEGIN,
}
_TRIGGERS_OF_CARDS = (
    (re.compile(r"you marshal (?P<what>.+)"), Trigger.MARSHALED),
    (re.compile(r"you play (?P<what>.+)"), Trigger.PLAYED),
    (re.compile(r"(?P<what>.+) is played"), Trigger.PLAYED),
    (re.compile(r"(?P<what>.+?) enters play(?: under your control)?"), Trigger.ENTERS_PLAY),
    (re.compile(r"(?P<what>.+) comes out of shadows"), Trigger.OUT_OF_SHADOWS),
)

_PAYMENT = re.compile(
    r"(?P<pay>(?:[Kk]neel|[Ss]acrifice|[Dd]iscard) .+?) to (?P<rest>(?:reduce|increase|gain) .+)"
)
_KNEEL = re.compile(r"[Kk]neel (?P<what>.+)")
_DISCARD = re.compile(r"[Dd]iscard 1 (?P<what>.+) from your hand")
_OWN_GOLD = re.compile(rf"[Dd]iscard (?P<amount>\d+) gold from {SELF}")
_ARTICLE = re.compile(r"an? ")


def read_notes(effect: GoldEffect, sentence: str) -> Read:
    """Read the notes in brackets at the end of a sentence: limits and other amounts."""
    while match := _NOTE.search(sentence):
        sentence, note = sentence[: match.start()], match["note"]
        if limit := _LIMIT.fullmatch(note) or _MAX.fullmatch(note):
            times = limit.groupdict().get("times", "once")
            number = _TIMES.get(times) or int(times.split(" ", 1)[0])
            effect = replace(effect, limit=number, limit_lasts=limit["lasts"])
        elif instead := _INSTEAD.fullmatch(note):
            costly = CardPattern(cost_at_least=int(instead["cost"]))
            effect = replace(effect, instead=int(instead["amount"]), instead_for=costly)
        elif most := _MOST.fullmatch(note):
            effect = replace(effect, most=int(most["amount"]))
        elif note != "Cannot be canceled":
            return None, sentence
    return effect, sentence


def read_condition(effect: GoldEffect, sentence: str) -> Read:
    """Read a "While ..." or "If ..." at the start of a sentence; an unknown one stays there."""
    for field, wording in _CONDITIONS.items():
        if match := wording.fullmatch(sentence):
            found = match.groupdict()
            names = found.get("names")
            value: Any = found.get("trait", True) if names is None else _named(names)
            return replace(effect, **{field: value}), found["rest"]
    return effect, sentence


def _named(names: str) -> CardPattern:
    return CardPattern(names=tuple(names.split(" or ")))


def read_trigger(effect: GoldEffect, sentence: str) -> Read:
    """Read an "After ..." at the start of a sentence."""
    match = _AFTER.fullmatch(sentence)
    if match is None:
        return effect, sentence
    what, rest = match["what"], match["rest"]
    if what in _TRIGGERS:
        return replace(effect, trigger=_TRIGGERS[what]), rest
    for wording, trigger in _TRIGGERS_OF_CARDS:
        if found := wording.fullmatch(what):
            by = read_one(found["what"])
            read = replace(effect, trigger=trigger, trigger_by=by) if by is not None else None
            return read, rest
    return None, rest


def read_payment(effect: GoldEffect, sentence: str) -> Read:
    """Read what the card asks before its "to": kneeling, sacrificing, discarding."""
    match = _PAYMENT.fullmatch(sentence)
    if match is None:
        return effect, sentence
    pay, rest = match["pay"], match["rest"]
    lower = pay[0].lower() + pay[1:]
    whole = {
        f"kneel {SELF}": replace(effect, kneel=True),
        f"sacrifice {SELF}": replace(effect, sacrifice=True),
        f"kneel and sacrifice {SELF}": replace(effect, kneel=True, sacrifice=True),
        "kneel your faction card": replace(effect, kneel_faction=True),
        "kneel attached character": replace(effect, kneel_host=True),
    }
    if lower in whole:
        return whole[lower], rest
    if gold := _OWN_GOLD.fullmatch(pay):
        return replace(effect, own_gold=int(gold["amount"])), rest
    if kneel := _KNEEL.fullmatch(pay):
        kneels = read_one(kneel["what"])
        return (replace(effect, kneels=kneels) if kneels is not None else None), rest
    if discard := _DISCARD.fullmatch(pay):
        discards = read_pattern(discard["what"].replace("character card", "character"))
        return (replace(effect, discards=discards) if discards is not None else None), rest
    return None, rest


def read_one(text: str) -> CardPattern | None:
    """Read "a <i>Steward</i> character" or the card's own name; None if not understood."""
    if text == SELF:
        return CardPattern(names=(SELF,))
    article = _ARTICLE.match(text)
    return read_pattern(text[article.end() :]) if article else None
