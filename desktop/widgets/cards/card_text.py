"""A card in words: its text as plain or rich text, and all of its facts as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from carddb.card import Card
from carddb.host import ANY_CHARACTER
from carddb.terms import CardType, Edition, Faction, Icon
from desktop.widgets.cards.card_facts import figures_of, kind_of, printed
from desktop.widgets.cards.gold_text import gold_words

NO_TEXT = "No text."
LATER = "Text comes with a sync"

_MARKUP = re.compile(r"<\s*(/?)\s*(b|strong|i|em|br)\s*(/?)\s*>|\[([a-z]+)\]|\n", re.IGNORECASE)
_TAGS = {"b": "b", "strong": "b", "i": "i", "em": "i"}
_SIGNS: dict[str, str] = {
    **{icon.value: icon.value for icon in Icon},
    **{faction.value: faction.label for faction in Faction},
}


def plain_text(text: str) -> str:
    """Return a card's text without markup; signs are said in words."""

    def said(found: re.Match[str]) -> str:
        if found.group() == "\n" or (found.group(2) or "").lower() == "br":
            return "\n"
        sign = (found.group(4) or "").lower()
        return _SIGNS.get(sign, found.group() if sign else "")

    return _MARKUP.sub(said, text).strip()


def rich_text(text: str, sign: Callable[[str], str] | None = None) -> str:
    """Return a card's text as the few tags that are drawn; whatever else is in it is escaped.

    `sign` makes the HTML of a faction or challenge icon of that name; without it words stand there.
    """
    parts: list[str] = []
    open_tags: list[str] = []
    end = 0
    for found in _MARKUP.finditer(text):
        parts.append(escape(text[end : found.start()]))
        end = found.end()
        parts.extend(_html_of(found, open_tags, sign))
    parts.append(escape(text[end:]))
    parts.extend(f"</{tag}>" for tag in reversed(open_tags))
    return "".join(parts)


def _html_of(
    found: re.Match[str], open_tags: list[str], sign: Callable[[str], str] | None
) -> Iterator[str]:
    name = (found.group(4) or "").lower()
    tag = _TAGS.get((found.group(2) or "").lower(), "")
    if name:
        if name not in _SIGNS:
            yield escape(found.group())
        else:
            yield sign(name) if sign else escape(_SIGNS[name])
    elif not tag:
        yield "<br>"
    elif not found.group(1):
        open_tags.append(tag)
        yield f"<{tag}>"
    elif tag in open_tags:
        while True:
            closed = open_tags.pop()
            yield f"</{closed}>"
            if closed == tag:
                break


def type_words(card: Card) -> str:
    """Return the line of a card's type: "Character · Loyal"."""
    marks = (("Loyal", card.loyal), ("Endless", card.endless))
    words = [card.type.value.capitalize(), *(word for word, holds in marks if holds)]
    return " · ".join(words)


def cost_words(card: Card) -> str:
    """Return what stands where the cost is: "3", "X", a dash, "s1"; empty where there is none."""
    if not card.in_draw_deck:
        return ""
    if card.edition is Edition.FIRST and card.keyword("shadow"):
        return shadow_words(card)
    return printed(card.cost)


def shadow_words(card: Card) -> str:
    """Return the shadow cost as a card bears it, "s3"; empty without the keyword."""
    keyword = card.keyword("shadow")
    return f"s{printed(keyword.value)}" if keyword else ""


def bonus_words(card: Card) -> tuple[str, ...]:
    """Return the bonuses that a card in play gives: "+1 gold", "2 influence"."""
    signed = (("gold", card.income), ("initiative", card.initiative), ("reserve", card.reserve))
    said = []
    for word, value in signed:
        if value and card.plot is None:
            number = f"{value:+d}".replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else "X"
            said.append(f"{number} {word}")
    if card.influence:
        said.append(f"{card.influence} influence")
    return tuple(said)


def fact_lines(card: Card) -> tuple[str, ...]:
    """Return what is known of the text of a card whose text is not here, in our own words."""
    lines = []
    if card.keywords:
        lines.append(" ".join(f"{keyword.words}." for keyword in card.keywords))
    if card.house_only:
        lines.append(f"Only for {' or '.join(house.card_name for house in card.house_only)}.")
    if card.host is not None and card.host.words:
        lines.append(f"Goes on: {card.host.words}.")
    elif card.type is CardType.ATTACHMENT and card.host in {None, ANY_CHARACTER}:
        lines.append("Goes on: any character.")
    lines.extend(said for effect in card.gold_effects if (said := gold_words(effect)))
    return tuple(lines)


def missing_words(card: Card) -> str:
    """Return why no text stands on the card; empty where one does or where none is ever kept."""
    if card.text or card.edition is Edition.FIRST:
        return ""
    return NO_TEXT if card.blank else LATER


def facts_sentence(card: Card, pack: str) -> str:
    """Return everything that the drawn card shows as sentences, to be read aloud or copied."""
    said = [f"{card.name}. {kind_of(card)}."]
    figures = [f"{each.caption} {each.value}" for each in figures_of(card)]
    if shadow := shadow_words(card):
        figures.append(f"shadow cost {shadow}")
    figures.extend(bonus_words(card))
    if figures:
        said.append(f"{', '.join(figures)}.")
    if card.crests:
        said.append(f"Crests: {', '.join(card.crests)}.")
    if card.naval:
        said.append(f"Naval: {', '.join(card.naval)}.")
    if card.traits:
        said.append(f"{'. '.join(card.traits)}.")
    said.extend([plain_text(card.text)] if card.text else fact_lines(card))
    drawn = f", illustrated by {card.illustrator}" if card.illustrator else ""
    said.append(f"{pack} {card.position}{drawn}.")
    return "\n".join(said)
