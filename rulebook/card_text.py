"""The text of a card as plain or rich text, and its facts as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TypeAlias

from carddb.card import Card
from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import ANY_CHARACTER, CardPattern
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction, Icon, Keyword, Number, Printed

MARKUP = re.compile(r"<\s*(/?)\s*(b|strong|i|em|br)\s*(/?)\s*>|\[([a-z]+)\]|\n", re.IGNORECASE)
SYMBOLS: dict[str, str] = {
    **{icon.value: icon.value for icon in Icon},
    **{faction.value: faction.label for faction in Faction},
}
# "Forced Reaction:", "When Revealed:", "Any Phase:", but not "While you control:".
_LEAD_IN = re.compile(r"(?:[A-Z][a-z]+ ){0,2}[A-Z][a-z]+:(?=\s)")
_BONUSES = re.compile(
    r"(?:[+\-\N{MINUS SIGN}\N{EN DASH}]?(?:\d+|X) (?:gold|income|initiative|reserve|influence)"
    r"[.,]?\s*)+",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"([^"]*)"')
_NEGATIVE = re.compile(r"(?<![\w-])-(?=[\dX])")
_LONGEST_KEYWORD = 60
_SENTENCE = re.compile(r"[^.\s][^.]*")


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one style; `symbol` is the code of a faction or challenge icon, `text` its name."""

    text: str
    bold: bool = False
    italic: bool = False
    symbol: str = ""


Paragraph: TypeAlias = tuple[Run, ...]


def paragraphs_of(text: str, keywords: Iterable[Keyword] = ()) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a card's text; unknown markup stays text."""
    starts = (*map(_start, keywords), "immune to ")
    return tuple(_emphasized(each, starts) for each in _paragraphs(text))


def keyword_spans(words: str, keywords: Iterable[Keyword]) -> Iterator[tuple[int, int, Keyword]]:
    """Yield start, end and keyword for each keyword of a paragraph that is a line of keywords."""
    known = tuple(keywords)
    if not known or not _is_keywords(words, (*map(_start, known), "immune to ")):
        return
    for found in _SENTENCE.finditer(words):
        said = found.group().lower()
        for keyword in known:
            if said.startswith((_start(keyword), keyword.words.lower())):
                yield found.start(), found.end(), keyword
                break


def typographic(words: str) -> str:
    """Return words with typographic quotation marks and minus signs."""
    words = _QUOTED.sub("\N{LEFT DOUBLE QUOTATION MARK}\\1\N{RIGHT DOUBLE QUOTATION MARK}", words)
    words = _NEGATIVE.sub("\N{MINUS SIGN}", words)
    return words.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def _paragraphs(text: str) -> Iterator[Paragraph]:
    """Yield the paragraphs with their markup; an unclosed tag ends with its paragraph."""
    runs: list[Run] = []
    kind, end = Run(""), 0
    for found in (*MARKUP.finditer(text), None):
        if letters := text[end : found.start() if found else len(text)]:
            runs.append(replace(kind, text=letters))
        tag = (found.group(2) or "").lower() if found else "br"
        symbol = (found.group(4) or "").lower() if found else ""
        if found is None or found.group() == "\n" or tag == "br":
            if "".join(run.text for run in runs).strip():
                yield tuple(runs)
            runs, kind = [], Run("")
        elif symbol:
            known = SYMBOLS.get(symbol)
            runs.append(replace(kind, text=known or found.group(), symbol=symbol if known else ""))
        elif tag in {"b", "strong"}:
            kind = replace(kind, bold=not found.group(1))
        else:
            kind = replace(kind, italic=not found.group(1))
        end = found.end() if found else end


def _emphasized(paragraph: Paragraph, keywords: tuple[str, ...]) -> Paragraph:
    """Make a line of keywords or bonuses bold, or a lead-in such as "Reaction:"."""
    words = "".join(run.text for run in paragraph).strip()
    if _is_keywords(words, keywords) or _BONUSES.fullmatch(words):
        return tuple(replace(run, bold=True) for run in paragraph)
    first = paragraph[0]
    lead_in = None if first.bold or first.symbol else _LEAD_IN.match(first.text)
    if lead_in is None:
        return paragraph
    rest = replace(first, text=first.text[lead_in.end() :])
    return replace(first, text=lead_in.group(), bold=True), rest, *paragraph[1:]


def _start(keyword: Keyword) -> str:
    return keyword.name.replace("-", " ").removesuffix(" with")


def _is_keywords(words: str, keywords: tuple[str, ...]) -> bool:
    """Return whether a line has only keywords and restrictions: "Stark only. Stealth."."""
    return all(
        len(each) < _LONGEST_KEYWORD and (each.startswith(keywords) or each.endswith(" only"))
        for each in re.split(r"\.\s*", words.lower())
        if each
    )


def printed_value(value: Number | None) -> str:
    """Return a value as printed on the card: a number, X or a dash."""
    if value is None:
        return "\N{EN DASH}"
    return value.value if isinstance(value, Printed) else str(value)


def figures_of(card: Card) -> dict[str, str]:
    """Return the main values with captions: a plot's values, or cost, STR and icons."""
    if card.plot is not None:
        plot = card.plot
        values = {"Income": plot.income, "Initiative": plot.initiative, "Claim": plot.claim}
        if plot.reserve is not None:
            values["Reserve"] = plot.reserve
        return {caption: printed_value(value) for caption, value in values.items()}
    figures = {"Cost": printed_value(card.cost)} if card.in_draw_deck else {}
    if card.type is CardType.CHARACTER:
        figures["STR"] = printed_value(card.strength)
        figures["Icons"] = ", ".join(card.icons) or "none"
    return figures


def kind_line(card: Card) -> str:
    """Return faction and type in a line: "House Stark · Character · Loyal"."""
    factions = " / ".join(faction.label for faction in card.factions) or "Neutral"
    marks = [name for name, holds in (("Unique", card.unique), ("Loyal", card.loyal)) if holds]
    return " · ".join([factions, card.type.value.capitalize(), *marks])


def labelled_facts(card: Card, pool: CardPool) -> Iterator[tuple[str, str]]:
    """Yield the card's other facts with their labels, without empty ones."""
    bonuses = [
        f"{printed_value(value)} {name}"
        for name, value in (
            ("income", card.income),
            ("initiative", card.initiative),
            ("reserve", card.reserve),
            ("influence", card.influence),
        )
        if value and card.plot is None
    ]
    pack = pool.packs.get(card.pack)
    others = [pool.pack_name(each) for each in pool.printings(card) if each.code != card.code]
    pairs = (
        ("English", card.english),
        ("Keywords", ", ".join(keyword.words for keyword in card.keywords)),
        ("Crests", ", ".join(crest.capitalize() for crest in card.crests)),
        ("Naval", ", ".join(icon.capitalize() for icon in card.naval)),
        ("Gives", ", ".join(bonuses)),
        ("Attach to", card.host.words if card.host else ""),
        ("Only for", " or ".join(house.card_name for house in card.house_only)),
        ("Only in", (card.only_in or "").capitalize()),
        ("Limit", f"{card.deck_limit} in a deck" if card.deck_limit != 3 else ""),
        ("Errata", ", ".join(f"{each.issuer} {each.version}".strip() for each in card.errata)),
        ("Edition", card.edition.label),
        ("Pack", f"{pool.pack_name(card)}, no. {card.position}"),
        ("Released", pack.released if pack else ""),
        ("Same title in", ", ".join(dict.fromkeys(others))),
        ("Doubtful", "; ".join(card.doubts)),
    )
    yield from (pair for pair in pairs if pair[1])


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
    """Return an effect as a sentence; empty if its details are unknown."""
    if effect.kind is GoldKind.IRREGULAR or effect.amount is None:
        return ""
    conditions = ", ".join(_conditions(effect))
    result = ", ".join([_result(effect), *_limits(effect)])
    text = f"{conditions}: {result}" if conditions else result
    if effect.moment is not Moment.CONSTANT:
        return f"{effect.moment.replace('-', ' ').capitalize()}: {text}."
    return f"{text[0].upper()}{text[1:]}."


def pattern_text(pattern: CardPattern | None, among: str = "card") -> str:
    """Describe the cards of a pattern as a noun: "unique Stark character with cost 6 or more"."""
    if pattern is None:
        return among
    if pattern.names and not pattern.traits:
        return " or ".join(pattern.names)
    noun = _either([each.value for each in pattern.types]) if pattern.types else among
    parts = [*_adjectives(pattern), noun]
    if pattern.without_types:
        excluded = _either([each.value for each in pattern.without_types])
        parts.append(f"that is not {_one(excluded)}")
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


NO_TEXT = "No text."
LATER = "Full text not here yet"


def plain_text(text: str) -> str:
    """Return a card's text without markup; symbols become names."""

    def plain(found: re.Match[str]) -> str:
        if found.group() == "\n" or (found.group(2) or "").lower() == "br":
            return "\n"
        symbol = (found.group(4) or "").lower()
        return SYMBOLS.get(symbol, found.group() if symbol else "")

    return MARKUP.sub(plain, text).strip()


def rich_paragraphs(card: Card) -> list[str]:
    """Return a card's text as HTML by paragraph; unknown markup is escaped."""
    paragraphs = paragraphs_of(card.text or "", card.keywords)
    return ["".join(map(_html_of, paragraph)) for paragraph in paragraphs]


def _html_of(run: Run) -> str:
    html = escape(run.text)
    html = f"<i>{html}</i>" if run.italic else html
    return f"<b>{html}</b>" if run.bold else html


def cost_text(card: Card) -> str:
    """Return the cost as printed: "3", "X", a dash or "s1"; empty if the card has none."""
    if not card.in_draw_deck:
        return ""
    if card.edition is Edition.FIRST and card.keyword("shadow"):
        return shadow_text(card)
    return printed_value(card.cost)


def shadow_text(card: Card) -> str:
    """Return the shadow cost as printed, "s3"; empty without the keyword."""
    keyword = card.keyword("shadow")
    return f"s{printed_value(keyword.value)}" if keyword else ""


def bonus_texts(card: Card) -> tuple[str, ...]:
    """Return the bonuses that a card in play gives: "+1 income", "2 influence".

    Those that its text states are left out.
    """
    signed = (("income", card.income), ("initiative", card.initiative), ("reserve", card.reserve))
    bonuses = []
    for name, value in signed:
        if value and card.plot is None:
            number = f"{value:+d}".replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else "X"
            bonuses.append(f"{number} {name}")
    if card.influence:
        bonuses.append(f"{card.influence} influence")
    stated = (card.text or "").casefold()
    return tuple(each for each in bonuses if each.replace("\N{MINUS SIGN}", "-") not in stated)


def fact_lines(card: Card) -> tuple[str, ...]:
    """Return the known facts of a card whose text was not downloaded, in our own words."""
    lines = []
    if card.keywords:
        lines.append(" ".join(f"{keyword.words}." for keyword in card.keywords))
    if card.house_only and card.type is not CardType.HOUSE:
        lines.append(f"Only for {' or '.join(house.card_name for house in card.house_only)}.")
    if card.host is not None and card.host.words:
        lines.append(f"Attach to: {card.host.words}.")
    elif card.type is CardType.ATTACHMENT and card.host in {None, ANY_CHARACTER}:
        lines.append("Attach to: any character.")
    lines.extend(filter(None, map(gold_text, card.gold_effects)))
    return tuple(lines)


def missing_text(card: Card) -> str:
    """Return why the card has no text here; empty if it has one, or if its edition has none."""
    if card.text or card.edition is Edition.FIRST:
        return ""
    return NO_TEXT if card.blank else LATER


def facts_sentence(card: Card, pack: str) -> str:
    """Return all facts of the card as sentences, for screen readers and copying."""
    figures = [f"{caption} {value}" for caption, value in figures_of(card).items()]
    if shadow := shadow_text(card):
        figures.append(f"shadow cost {shadow}")
    figures.extend(bonus_texts(card))
    sentences = (
        f"{card.name}. {kind_line(card)}",
        ", ".join(figures),
        f"Crests: {', '.join(card.crests)}" if card.crests else "",
        f"Naval: {', '.join(card.naval)}" if card.naval else "",
        ". ".join(card.traits),
    )
    text = [plain_text(card.text)] if card.text else fact_lines(card)
    drawn = f", illustrated by {card.illustrator}" if card.illustrator else ""
    source = f"{pack} {card.position}{drawn}."
    return "\n".join([*(f"{each}." for each in sentences if each), *text, source])
