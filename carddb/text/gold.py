"""Sentences about gold in the rules text of a card as gold effects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType
from carddb.text.patterns import read_pattern
from carddb.text.sentences import sentences

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
    # A card is marshaled from hand, so this condition only names the card.
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


_MOMENT = re.compile(r"<b>(?:Forced )?(?P<moment>[A-Z][A-Za-z ]+):</b>\s*(?P<rest>.*)")
_MOMENTS = {
    "Marshaling Action": Moment.MARSHALING_ACTION,
    "Challenges Action": Moment.CHALLENGES_ACTION,
    "Dominance Action": Moment.DOMINANCE_ACTION,
    "Action": Moment.ACTION,
    "When Revealed": Moment.WHEN_REVEALED,
    "Reaction": Moment.REACTION,
    "Interrupt": Moment.INTERRUPT,
}
# What changes a cost, the gold value of a plot, or who has which gold. Paying gold for another
# effect ("pay 1 gold to ...") and counting it ("for each gold he has") do none of these.
_TOUCHES = re.compile(
    r"\b(?:reduc|increas)\w* the (?:gold )?cost\b"
    r"|\bgold,? (?:value|claim|initiative|bonus|modifier)"
    r"|\bgains? (?:(?:\d+|X|more than \d+) )?gold\b"
    r"|\b(?:move|return|give|place|spend|use)s? [^.]*(?<!-)\bgold\b"
    r"|\bunspent gold\b|\bwere \d+ gold\b",
    re.IGNORECASE,
)
_OTHER_USES = re.compile(r"\b(?:pay|discard) (?:\d+|X) gold\b|\bX is the number of .*")


def read_gold_effects(body: Sequence[str], name: str) -> tuple[GoldEffect, ...]:
    """Read the gold effects in a text's lines, each sentence by itself.

    A sentence that is understood to its last word becomes a structured effect; one that touches
    gold without that becomes an IRREGULAR one; the others have nothing to do with gold. `name` is
    the card's title, by which its text speaks of it.
    """
    effects: list[GoldEffect] = []
    moment = Moment.CONSTANT
    for line in body:
        prefix = _MOMENT.fullmatch(line)
        if prefix is not None:
            moment = _MOMENTS.get(prefix["moment"], Moment.ACTION)
        elif not line.startswith("-"):  # the points of a list belong to the line before them
            moment = Moment.CONSTANT
        if "gold" in line or "cost" in line:
            rest = prefix["rest"] if prefix is not None else line
            effects.extend(_read_line(_title_wording(name).sub(SELF, rest), moment))
    return tuple(dict.fromkeys(_with_title(effect, name) for effect in effects))


def _title_wording(name: str) -> re.Pattern[str]:
    """Return how a text writes its card's title; longer titles differ in capitals now and then."""
    title = re.escape(name.strip('"'))
    flags = re.IGNORECASE if " " in name else re.NOFLAG
    return re.compile(rf'(?<!<i>)(?<!\w)"?{title}"?(?!</i>)(?!\w)', flags)


def _read_line(line: str, moment: Moment) -> Iterator[GoldEffect]:
    for number, sentence in enumerate(_with_meaning_of_x(sentences(line))):
        # What an action's later sentences say may hang on the first one ("Choose ...").
        alone = number == 0 or moment is Moment.CONSTANT
        read = _read_sentence(sentence, moment) if alone else None
        if read is not None:
            yield from read
        elif _touches(sentence):
            yield GoldEffect(kind=GoldKind.IRREGULAR, moment=moment)


def _read_sentence(sentence: str, moment: Moment) -> tuple[GoldEffect, ...] | None:
    effect: GoldEffect | None = GoldEffect(kind=GoldKind.IRREGULAR, moment=moment)
    rest = sentence
    for reader in (read_notes, read_condition, read_trigger, read_payment):
        if effect is None:
            return None
        effect, rest = reader(effect, rest)
    if effect is None or (effect.trigger is None) == (moment is Moment.REACTION):
        return None
    return read_amount(effect, rest)


def _with_meaning_of_x(cut: Sequence[str]) -> list[str]:
    """Put "X is the number of ..." back to the sentence before it."""
    joined: list[str] = []
    for sentence in cut:
        if joined and sentence.startswith("X is "):
            joined[-1] = f"{joined[-1]} {sentence}"
        else:
            joined.append(sentence)
    return joined


def _with_title(effect: GoldEffect, name: str) -> GoldEffect:
    itself = {
        field: replace(pattern, names=(name,))
        for field in ("applies", "trigger_by")
        if (pattern := getattr(effect, field)) is not None and pattern.names == (SELF,)
    }
    return replace(effect, **itself) if itself else effect


def _touches(sentence: str) -> bool:
    return _TOUCHES.search(_OTHER_USES.sub("", sentence)) is not None
