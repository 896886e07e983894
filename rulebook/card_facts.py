"""A card's facts as text, in the order in which a view of it shows them."""

from __future__ import annotations

from collections.abc import Iterator

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType, Number, Printed


def printed_value(value: Number | None) -> str:
    """Return a value as printed on the card: a number, X or a dash."""
    if value is None:
        return "\N{EN DASH}"
    return value.value if isinstance(value, Printed) else str(value)


def figures_of(card: Card) -> dict[str, str]:
    """Return what a player looks at first by its caption: a plot's values, or cost, STR, icons."""
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
    """Yield the card's other facts with their labels; what does not apply is left out."""
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
