"""In which facts one printing of a title differs from another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carddb.card import Card
from carddb.terms import Number, PlotStats
from desktop.widgets.cards.card_facts import printed

SAME = "The same facts"
REPRINT = "Reprint"


def differences(shown: Card, other: Card) -> str:
    """Return what the other printing has where the shown one has something else.

    "Cost 4, STR 5, +intrigue, no Lady"; where nothing differs, that it is a reprint or the same.
    """
    said = [*_kind(shown, other), *_numbers(shown, other), *_lists(shown, other)]
    if not said and shown.text and other.text and shown.text != other.text:
        said.append("another text")
    if other.errata and other.errata != shown.errata:
        said.append("errata")
    if said:
        words = ", ".join(said)
        return f"{words[0].upper()}{words[1:]}"
    return REPRINT if _linked(shown, other) else SAME


def _linked(one: Card, other: Card) -> bool:
    root = one.reprint_of or one.code
    return root == (other.reprint_of or other.code)


def _kind(shown: Card, other: Card) -> Iterator[str]:
    if other.type is not shown.type:
        yield other.type.value
    if other.factions != shown.factions:
        yield " and ".join(each.label for each in other.factions) or "neutral"
    for name, had, has in (
        ("unique", shown.unique, other.unique),
        ("loyal", shown.loyal, other.loyal),
    ):
        if had is not has:
            yield name if has else f"not {name}"


def _numbers(shown: Card, other: Card) -> Iterator[str]:
    pairs: list[tuple[str, Number | None, Number | None]] = [
        ("cost", shown.cost, other.cost),
        ("STR", shown.strength, other.strength),
        *_plot(shown.plot, other.plot),
        ("income", shown.income, other.income),
        ("initiative", shown.initiative, other.initiative),
        ("reserve", shown.reserve, other.reserve),
        ("influence", shown.influence, other.influence),
        ("limit", shown.deck_limit, other.deck_limit),
    ]
    yield from (f"{name} {printed(has)}" for name, had, has in pairs if had != has)


def _plot(
    shown: PlotStats | None, other: PlotStats | None
) -> list[tuple[str, Number | None, Number | None]]:
    if shown is None or other is None:
        return []
    return [
        ("gold", shown.income, other.income),
        ("plot initiative", shown.initiative, other.initiative),
        ("claim", shown.claim, other.claim),
        ("plot reserve", shown.reserve, other.reserve),
    ]


def _lists(shown: Card, other: Card) -> Iterator[str]:
    yield from _changed(shown.icons, other.icons)
    yield from _changed(shown.traits, other.traits)
    had = [keyword.words for keyword in shown.keywords]
    yield from _changed(had, [keyword.words for keyword in other.keywords])
    yield from _changed(shown.crests, other.crests)
    yield from _changed(
        [f"naval {icon}" for icon in shown.naval], [f"naval {icon}" for icon in other.naval]
    )


def _changed(had: Sequence[str], has: Sequence[str]) -> Iterator[str]:
    yield from (f"+{each}" for each in has if each not in had)
    yield from (f"no {each}" for each in had if each not in has)
