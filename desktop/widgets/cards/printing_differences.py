"""In which facts one printing of a title differs from another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.card import Card
from desktop.widgets.cards.card_facts import printed

SAME = "The same facts"
REPRINT = "Reprint"
# Attributes of cards and of their plot values, with their names.
_NUMBERS = {
    "cost": "cost",
    "strength": "STR",
    "income": "income",
    "initiative": "initiative",
    "reserve": "reserve",
    "influence": "influence",
    "deck_limit": "limit",
}
_PLOT_NUMBERS = {
    "income": "gold",
    "initiative": "plot initiative",
    "claim": "claim",
    "reserve": "plot reserve",
}


def differences(shown: Card, other: Card) -> str:
    """Return what the other printing has where the shown one has something else.

    "Cost 4, STR 5, +intrigue, no Lady"; where nothing differs, that it is a reprint or the same.
    """
    found = [*_kind(shown, other), *_numbers(shown, other, _NUMBERS)]
    if shown.plot is not None and other.plot is not None:
        found += _numbers(shown.plot, other.plot, _PLOT_NUMBERS)
    found += _lists(shown, other)
    if not found and shown.text and other.text and shown.text != other.text:
        found.append("another text")
    if other.errata and other.errata != shown.errata:
        found.append("errata")
    if found:
        text = ", ".join(found)
        return f"{text[0].upper()}{text[1:]}"
    reprint = (shown.reprint_of or shown.code) == (other.reprint_of or other.code)
    return REPRINT if reprint else SAME


def _kind(shown: Card, other: Card) -> Iterator[str]:
    if other.type is not shown.type:
        yield other.type.value
    if other.factions != shown.factions:
        yield " and ".join(each.label for each in other.factions) or "neutral"
    if other.unique is not shown.unique:
        yield "unique" if other.unique else "not unique"
    if other.loyal is not shown.loyal:
        yield "loyal" if other.loyal else "not loyal"


def _numbers(shown: object, other: object, names: dict[str, str]) -> Iterator[str]:
    for attribute, name in names.items():
        value = getattr(other, attribute)
        if value != getattr(shown, attribute):
            yield f"{name} {printed(value)}"


def _lists(shown: Card, other: Card) -> Iterator[str]:
    before, after = _all_of(shown), _all_of(other)
    yield from (f"+{each}" for each in after if each not in before)
    yield from (f"no {each}" for each in before if each not in after)


def _all_of(card: Card) -> Sequence[str]:
    keywords = [keyword.words for keyword in card.keywords]
    naval = [f"naval {icon}" for icon in card.naval]
    return [*card.icons, *card.traits, *keywords, *card.crests, *naval]
