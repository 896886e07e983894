"""A card's facts in the order and the words in which a view of it shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carddb.card import Card
from carddb.terms import CardType, Number, Printed
from desktop.session.loaded_cards import EDITION_LABELS, LoadedCards
from desktop.widgets import glyphs
from desktop.widgets.glyphs import Glyph


@dataclass(frozen=True, slots=True)
class Figure:
    """A value that is shown large, with its caption: a number or glyphs."""

    caption: str
    value: str = ""
    glyphs: tuple[Glyph, ...] = ()


def printed(value: Number | None) -> str:
    """Return a printed value as it stands on the card: a number, X or a dash."""
    if value is None:
        return "\N{EN DASH}"
    return value.value if isinstance(value, Printed) else str(value)


def figures_of(card: Card) -> tuple[Figure, ...]:
    """Return what a player looks at first: a plot's four values, or cost, STR and icons."""
    if card.plot is not None:
        stats = [
            Figure("Gold", printed(card.plot.income)),
            Figure("Initiative", printed(card.plot.initiative)),
            Figure("Claim", printed(card.plot.claim)),
        ]
        if card.plot.reserve is not None:
            stats.append(Figure("Reserve", printed(card.plot.reserve)))
        return tuple(stats)
    shown = []
    if card.in_draw_deck:
        shown.append(Figure("Cost", printed(card.cost)))
    if card.type is CardType.CHARACTER:
        shown.append(Figure("STR", printed(card.strength)))
        words = ", ".join(card.icons) or "none"
        shown.append(Figure("Icons", words, glyphs.of_icons(card)))
    return tuple(shown)


def kind_of(card: Card) -> str:
    """Return faction and type in a line: "House Stark · Character · Loyal"."""
    factions = " / ".join(faction.label for faction in card.factions) or "Neutral"
    marks = [word for word, holds in (("Unique", card.unique), ("Loyal", card.loyal)) if holds]
    return " · ".join([factions, card.type.value.capitalize(), *marks])


def facts_of(card: Card, cards: LoadedCards) -> Iterator[tuple[str, str]]:
    """Yield the card's other facts with their labels; what does not apply is left out."""
    bonuses = [
        f"{printed(value)} {word}"
        for word, value in (
            ("income", card.income),
            ("initiative", card.initiative),
            ("reserve", card.reserve),
            ("influence", card.influence),
        )
        if value and card.plot is None
    ]
    pairs = (
        ("Keywords", ", ".join(keyword.words for keyword in card.keywords)),
        ("Crests", ", ".join(crest.capitalize() for crest in card.crests)),
        ("Naval", ", ".join(icon.capitalize() for icon in card.naval)),
        ("Gives", ", ".join(bonuses)),
        ("Attach to", card.host.words if card.host else ""),
        ("Only for", " or ".join(house.card_name for house in card.house_only)),
        ("Only in", (card.only_in or "").capitalize()),
        ("Limit", f"{card.deck_limit} in a deck" if card.deck_limit != 3 else ""),
        ("Errata", ", ".join(f"{each.issuer} {each.version}".strip() for each in card.errata)),
    )
    yield from (pair for pair in pairs if pair[1])
    yield from _where(card, cards)


def _where(card: Card, cards: LoadedCards) -> Iterator[tuple[str, str]]:
    yield "Edition", EDITION_LABELS[card.edition]
    yield "Pack", f"{cards.pack_name(card)}, no. {card.position}"
    pack = cards.pools[card.edition].packs.get(card.pack)
    if pack is not None and pack.released:
        yield "Released", pack.released
    others = [each for each in cards.pools[card.edition].printings(card) if each.code != card.code]
    if others:
        packs = dict.fromkeys(cards.pack_name(each) for each in others)
        yield "Same title in", ", ".join(packs)
    if card.doubts:
        yield "Doubtful", "; ".join(card.doubts)
