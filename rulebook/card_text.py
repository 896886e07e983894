"""The text of a card as plain or rich text, and its facts as sentences."""

from __future__ import annotations

import re
from html import escape

from carddb.card import Card
from carddb.host import ANY_CHARACTER
from carddb.terms import CardType, Edition
from rulebook.card_facts import figures_of, kind_line, printed_value
from rulebook.card_paragraphs import MARKUP, SYMBOLS, Run, paragraphs_of
from rulebook.gold_text import gold_text

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
    """Return a card's text as HTML by paragraph; whatever is no known markup in it is escaped."""
    paragraphs = paragraphs_of(card.text or "", card.keywords)
    return ["".join(map(_html_of, paragraph)) for paragraph in paragraphs]


def _html_of(run: Run) -> str:
    html = escape(run.text)
    html = f"<i>{html}</i>" if run.italic else html
    return f"<b>{html}</b>" if run.bold else html


def type_text(card: Card) -> str:
    """Return the line of a card's type: "Character · Loyal"."""
    marks = ["Loyal"] * card.loyal + ["Endless"] * card.endless
    return " · ".join([card.type.value.capitalize(), *marks])


def cost_text(card: Card) -> str:
    """Return what is printed as the cost: "3", "X", a dash, "s1"; empty where there is none."""
    if not card.in_draw_deck:
        return ""
    if card.edition is Edition.FIRST and card.keyword("shadow"):
        return shadow_text(card)
    return printed_value(card.cost)


def shadow_text(card: Card) -> str:
    """Return the shadow cost as a card bears it, "s3"; empty without the keyword."""
    keyword = card.keyword("shadow")
    return f"s{printed_value(keyword.value)}" if keyword else ""


def bonus_texts(card: Card) -> tuple[str, ...]:
    """Return the bonuses that a card in play gives: "+1 income", "2 influence"."""
    signed = (("income", card.income), ("initiative", card.initiative), ("reserve", card.reserve))
    bonuses = []
    for name, value in signed:
        if value and card.plot is None:
            number = f"{value:+d}".replace("-", "\N{MINUS SIGN}") if isinstance(value, int) else "X"
            bonuses.append(f"{number} {name}")
    if card.influence:
        bonuses.append(f"{card.influence} influence")
    return tuple(bonuses)


def fact_lines(card: Card) -> tuple[str, ...]:
    """Return, in our own words, what is known of a text that was not fetched."""
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
    """Return everything that the drawn card shows as sentences, for screen readers and copying."""
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
