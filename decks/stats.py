"""Statistics of a deck: tables and figures for charts and the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import TypeVar

from carddb.card import Card
from carddb.gold import GoldEffect, GoldKind
from carddb.terms import CardType, Crest, Edition, Faction, Icon, Number, PlotStats, Printed
from decks.categories import copies_in
from decks.deck import Deck, Slots, slots_of
from decks.deck_section import DRAW_HEADINGS
from rulebook.card_text import printed_value

DASH = "\N{EN DASH}"
LETTER = Printed.X.value
TYPES = DRAW_HEADINGS
Key = TypeVar("Key")
_KEYWORDS = ("limited", "shadow", "ambush", "bestow", "prized", "no-attachments")


@dataclass(frozen=True, slots=True)
class LabelCount:
    """How many copies fall under a label; `key` is stable, `label` is for people."""

    key: str
    label: str
    copies: int


@dataclass(frozen=True, slots=True)
class CountTable:
    """Counts under one heading, in display order."""

    key: str
    label: str
    counts: tuple[LabelCount, ...]

    def copies(self, key: str) -> int:
        return next((count.copies for count in self.counts if count.key == key), 0)

    @property
    def most(self) -> int:
        return max((count.copies for count in self.counts), default=0)


@dataclass(frozen=True, slots=True)
class ValueStatistics:
    """A printed value over all copies of cards that have it.

    `mean`, `least` and `greatest` are None if no card has a number. `letters` and `dashes` are
    the copies with an X and without a value; they are in none of the other numbers.
    """

    key: str
    label: str
    copies: int
    total: int
    mean: float | None
    least: int | None
    greatest: int | None
    letters: int = 0
    dashes: int = 0


@dataclass(frozen=True, slots=True)
class GoldLine:
    """Copies of a card that changes what cards cost or brings gold, with one of its effects."""

    card: Card
    copies: int
    effect: GoldEffect


@dataclass(frozen=True, slots=True)
class PlotLine:
    """Copies of a plot with its four values."""

    card: Card
    copies: int
    stats: PlotStats


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckStats:
    """Everything that is counted of a deck; tables and figures come in the order to show them.

    `tables` and `figures` can be found by key. `reducers` and `gains` are facts of the second
    edition's cards alone: those of the first edition are not known.
    """

    edition: Edition
    tables: tuple[CountTable, ...]
    figures: tuple[ValueStatistics, ...]
    plots: tuple[PlotLine, ...]
    reducers: tuple[GoldLine, ...]
    gains: tuple[GoldLine, ...]

    def table(self, key: str) -> CountTable:
        return {table.key: table for table in self.tables}[key]

    def figure(self, key: str) -> ValueStatistics:
        return {figure.key: figure for figure in self.figures}[key]


def stats_of(deck: Deck) -> DeckStats:
    """Return the counts of a deck, with all plot decks, without rookery and drafted cards."""
    draw = tuple(deck.draw())
    plots = slots_of([*deck.plots(), *chain.from_iterable(deck.plot_decks)])
    return DeckStats(
        edition=deck.edition,
        tables=tuple(_tables(deck, draw, plots)),
        figures=tuple(_figures(draw, plots)),
        plots=tuple(PlotLine(card, n, card.plot) for card, n in plots if card.plot),
        reducers=_gold(deck, plots, (GoldKind.REDUCE,)),
        gains=_gold(deck, plots, (GoldKind.GAIN, GoldKind.PLOT_VALUE)),
    )


def _tables(deck: Deck, draw: Slots, plots: Slots) -> Iterable[CountTable]:
    characters = _of_type(draw, CardType.CHARACTER)
    if deck.categories:
        rows = ((each.name, each.name, copies_in(deck, each)) for each in deck.categories)
        yield _table("categories", "Categories", rows)
    yield _table(
        "types", "Types", ((t, label, _total(_of_type(draw, t))) for t, label in TYPES.items())
    )
    yield _by_number("cost", "Cost", draw, _cost)
    for card_type, label in TYPES.items():
        held = _of_type(draw, card_type)
        if held:
            yield _by_number(f"cost.{card_type}", f"Cost of {label.lower()}", held, _cost)
    yield _by_number("strength", "Strength", characters, _strength)
    yield _table(
        "icons", "Icons", ((i, i.capitalize(), _total(_with_icon(characters, i))) for i in Icon)
    )
    yield _combinations(characters)
    yield _icon_strength(characters)
    yield _factions(draw)
    yield _kinds(draw)
    yield _traits("traits", "Traits", draw)
    yield _traits("plot-traits", "Traits of plots", plots)
    yield _bonuses(draw)
    if deck.edition is Edition.FIRST:
        yield from _first_edition(deck, draw)


def _first_edition(deck: Deck, draw: Slots) -> Iterable[CountTable]:
    """Yield what only the first edition has: crests, influence, and the price of other Houses.

    A card out of House costs 2 gold more, events apart (core rules, Gold penalty); agendas that
    waive it are ignored.
    """
    yield _table(
        "crests",
        "Crests",
        ((c, c.capitalize(), _copies(draw, lambda card, c=c: c in card.crests)) for c in Crest),  # type: ignore[misc]
    )
    given = sum(card.influence * copies for card, copies in draw)
    giving = _copies(draw, lambda card: card.influence > 0)
    rows = (("cards", "Cards that give influence", giving), ("influence", "Influence", given))
    yield _table("influence", "Influence", rows)
    own = deck.faction
    out = [
        (card, n)
        for card, n in draw
        if card.factions and own not in card.factions and card.type is not CardType.EVENT
    ]
    cards = ((card.code, card.name, n) for card, n in out) if own else ()
    yield _table("gold-penalty", "Out of House, 2 gold more", cards)


def _figures(draw: Slots, plots: Slots) -> Iterable[ValueStatistics]:
    characters = _of_type(draw, CardType.CHARACTER)
    yield _figure("cost", "Cost of the draw deck", draw, _cost)
    yield _figure("character-cost", "Cost of characters", characters, _cost)
    yield _figure("strength", "Strength", characters, _strength)
    held = tuple((card, n) for card, n in plots if card.plot)
    for key in ("income", "initiative", "claim", "reserve"):
        label = f"{key.capitalize()} of plots"
        figure = _figure(f"plot-{key}", label, held, attrgetter(f"plot.{key}"))
        if figure.dashes < figure.copies or not held:
            yield figure


_cost, _strength = attrgetter("cost"), attrgetter("strength")


def _figure(
    key: str, label: str, slots: Slots, value: Callable[[Card], Number | None]
) -> ValueStatistics:
    values = [(value(card), copies) for card, copies in slots]
    numbers = [(number, copies) for number, copies in values if isinstance(number, int)]
    total, counted = sum(n * copies for n, copies in numbers), sum(c for _, c in numbers)
    return ValueStatistics(
        key,
        label,
        sum(copies for _, copies in values),
        total,
        total / counted if counted else None,
        min((n for n, _ in numbers), default=None),
        max((n for n, _ in numbers), default=None),
        letters=sum(copies for n, copies in values if isinstance(n, Printed)),
        dashes=sum(copies for n, copies in values if n is None),
    )


def _table(key: str, label: str, rows: Iterable[tuple[str, str, int]]) -> CountTable:
    return CountTable(key, label, tuple(LabelCount(str(k), shown, n) for k, shown, n in rows))


def _count(slots: Slots, keys: Callable[[Card], Iterable[Key]]) -> Counter[Key]:
    """Return the copies of cards by each of their keys."""
    counts: Counter[Key] = Counter()
    for card, copies in slots:
        for key in keys(card):
            counts[key] += copies
    return counts


def _by_number(
    key: str, label: str, slots: Slots, value: Callable[[Card], Number | None]
) -> CountTable:
    """Count by a printed value: every number up to the highest, then X, then the dash."""
    counts = _count(slots, lambda card: (printed_value(value(card)),))
    highest = max((int(each) for each in counts if each not in {LETTER, DASH}), default=-1)
    labels = [*map(str, range(highest + 1)), *(each for each in (LETTER, DASH) if counts[each])]
    keys = {LETTER: "x", DASH: "none"}
    return _table(key, label, ((keys.get(each, each), each, counts[each]) for each in labels))


def _combinations(characters: Slots) -> CountTable:
    """Count characters by exactly which icons they have, from none to all three."""
    counts = _count(characters, lambda card: (tuple(i for i in Icon if i in card.icons),))
    ways = sorted(
        (tuple(icon for bit, icon in enumerate(Icon) if number >> bit & 1) for number in range(8)),
        key=len,
    )
    rows = (
        ("-".join(way) or "none", " + ".join(way).capitalize() or "No icon", counts[way])
        for way in ways
    )
    return _table("icon-combinations", "Icons together", rows)


def _icon_strength(characters: Slots) -> CountTable:
    rows = []
    for icon in Icon:
        figure = _figure(icon, icon, _with_icon(characters, icon), _strength)
        rows.append((icon.value, icon.capitalize(), figure.total))
    return _table("icon-strength", "Strength by icon", rows)


def _factions(draw: Slots) -> CountTable:
    """Count by faction; a card of several counts for each of them."""
    counts = _count(draw, lambda card: card.factions or (Faction.NEUTRAL,))
    rows = ((f, f.label, counts[f]) for f in Faction if counts[f])
    return _table("factions", "Factions", rows)


def _kinds(draw: Slots) -> CountTable:
    unique = _copies(draw, lambda card: card.unique)
    loyal = _copies(draw, lambda card: card.loyal)
    rows = [("unique", "Unique", unique), ("loyal", "Loyal", loyal)]
    names = _count(draw, lambda card: {each.name for each in card.keywords})
    others = sorted(set(names) - set(_KEYWORDS), key=lambda name: (-names[name], name))
    rows += [
        (name, name.replace("-", " ").capitalize(), names[name]) for name in (*_KEYWORDS, *others)
    ]
    return _table("kinds", "Keywords and marks", (row for row in rows if row[2]))


def _traits(key: str, label: str, slots: Slots) -> CountTable:
    counts = _count(slots, lambda card: card.traits)
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return _table(key, label, ((trait, trait, copies) for trait, copies in ordered))


def _bonuses(draw: Slots) -> CountTable:
    """Add up the bonuses of cards in play; letters are counted, not added."""
    rows: list[tuple[str, str, int]] = []
    for name in ("income", "initiative", "reserve"):
        value = attrgetter(name)
        figure = _figure(name, name, draw, value)
        cards = sum(copies for card, copies in draw if value(card) != 0)
        if cards:
            rows.append((f"{name}-cards", f"Cards that change {name}", cards))
            rows.append((name, f"{name.capitalize()} of all of them", figure.total))
        if figure.letters:
            rows.append((f"{name}-letters", f"Of them with an X for {name}", figure.letters))
    return _table("modifiers", "Modifiers", rows)


def _gold(deck: Deck, plots: Slots, kinds: tuple[GoldKind, ...]) -> tuple[GoldLine, ...]:
    agendas = ((card, 1) for card in deck.agendas)
    return tuple(
        GoldLine(card, copies, effect)
        for card, copies in slots_of([*deck.draw(), *plots, *agendas])
        for effect in card.gold_effects
        if effect.kind in kinds
    )


def _total(slots: Slots) -> int:
    return sum(copies for _, copies in slots)


def _of_type(slots: Slots, card_type: CardType) -> Slots:
    return tuple(slot for slot in slots if slot[0].type is card_type)


def _with_icon(slots: Slots, icon: Icon) -> Slots:
    return tuple(slot for slot in slots if icon in slot[0].icons)


def _copies(slots: Slots, test: Callable[[Card], bool]) -> int:
    return sum(copies for card, copies in slots if test(card))
