"""The contents of the deck sheet that a player hands in at an event, without its layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from html import escape
from itertools import chain

from carddb.card import Card
from carddb.local_names import name_order
from carddb.pool import CardPool
from carddb.terms import CardType, Edition
from decks.deck import Deck, Slots, slots_of
from decks.deck_section import DRAW_HEADINGS
from decks.formats.local_words import heading_in
from decks.formats.sections import pack_name

CIVIL_WAR = "civil-war"
EDITIONS = {Edition.FIRST: "First edition", Edition.SECOND: "Second edition"}
MOST_AGENDAS = 3  # in the head of a sheet, as many as Alliance allows; more get a section
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEvent:
    """The head of a sheet; the player fills in the empty fields."""

    event: str = ""
    day: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRuling:
    """The verdict in words, with format, list and day; `reasons` say why a deck is illegal."""

    legal: bool
    format: str
    list_name: str = ""
    day: str = ""
    reasons: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Copies of a printing: its title, the name of its product and its number there."""

    copies: int
    name: str
    product: str
    number: int


@dataclass(frozen=True, slots=True)
class SheetSection:
    """Cards under a heading, in alphabetical order."""

    title: str
    lines: tuple[SheetLine, ...]

    @property
    def copies(self) -> int:
        return sum(line.copies for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckSheet:
    """The sheet of one deck; `totals` and `parts` are labelled numbers, of decks and by type.

    `ruling` is None if the deck was not judged, and `faction` is empty if it has none.
    `players` is set only for a Civil War, `digest` only for a list handed in at an event.
    """

    name: str
    edition: Edition
    format: str
    faction: str
    agendas: tuple[SheetLine, ...]
    sections: tuple[SheetSection, ...]
    totals: tuple[tuple[int, str], ...]
    parts: tuple[tuple[int, str], ...]
    event: SheetEvent = SheetEvent()
    ruling: SheetRuling | None = None
    players: int | None = None
    digest: str = ""


def deck_sheet(
    deck: Deck, pool: CardPool, event: SheetEvent | None = None, ruling: SheetRuling | None = None
) -> DeckSheet:
    """Return the sheet of a deck, with one line for each card, product and number."""
    sections = tuple(section for section in _sections(deck, pool) if section.lines)
    totals, parts = _totals(deck)
    return DeckSheet(
        name=deck.name,
        edition=deck.edition,
        format=ruling.format if ruling else deck.format.replace("-", " "),
        faction=deck.faction.card_name if deck.faction else "",
        agendas=_lines(((card, 1) for card in deck.agendas), pool),
        sections=sections,
        totals=totals,
        parts=parts,
        event=event or SheetEvent(),
        ruling=ruling,
        players=(deck.players or len(plot_decks_of(deck))) if deck.format == CIVIL_WAR else None,
    )


def written_day(day: date) -> str:
    """Return a day in words: 20 November 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def plot_decks_of(deck: Deck) -> tuple[Slots, ...]:
    """Return the plot decks of a Civil War; plots outside them form another one."""
    loose = tuple(deck.plots())
    return (*deck.plot_decks, loose) if loose else deck.plot_decks


def _sections(deck: Deck, pool: CardPool) -> Iterable[SheetSection]:
    def section(title: str, slots: Iterable[tuple[Card, int]]) -> SheetSection:
        return SheetSection(title, _lines(slots, pool))

    def passing(slots: Slots, test: Callable[[Card], bool]) -> Slots:
        return tuple(slot for slot in slots if test(slot[0]))

    if len(deck.agendas) > MOST_AGENDAS:
        yield section("Agendas", slots_of((card, 1) for card in deck.agendas))
    for card_type in DRAW_HEADINGS:
        title = heading_in(pool.language, card_type)
        yield section(title, passing(deck.slots, lambda card, of=card_type: card.type is of))  # type: ignore[misc]
    others = passing(
        deck.slots, lambda card: not card.in_draw_deck and card.type is not CardType.PLOT
    )
    yield section("Other cards", others)
    if deck.format == CIVIL_WAR or deck.plot_decks:
        for number, slots in enumerate(plot_decks_of(deck), 1):
            yield section(f"Plot deck {number}", slots)
    else:
        yield section(heading_in(pool.language, CardType.PLOT), tuple(deck.plots()))
    yield section(
        "Rookery cards", passing(deck.rookery, lambda card: card.type is not CardType.PLOT)
    )
    yield section("Rookery plots", passing(deck.rookery, lambda card: card.type is CardType.PLOT))
    yield section("Drafted, in neither deck", _left_over(deck))


def _left_over(deck: Deck) -> Slots:
    played = Counter(dict(deck.slots)) + Counter(deck.agendas)
    left = ((card, copies - played[card]) for card, copies in deck.drafted)
    return tuple((card, copies) for card, copies in left if copies > 0)


def _lines(slots: Iterable[tuple[Card, int]], pool: CardPool) -> tuple[SheetLine, ...]:
    lines = [
        SheetLine(count, card.name, pack_name(card, pool), card.position) for card, count in slots
    ]
    return tuple(sorted(lines, key=lambda line: (name_order(line.name), line.product, line.number)))


def _totals(deck: Deck) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return the number of cards in each deck, and in the draw deck by type."""
    copies: Counter[CardType] = Counter()
    for card, count in chain(deck.slots, *deck.plot_decks):
        copies[card.type] += count
    parts = [(copies[card_type], title.lower()) for card_type, title in DRAW_HEADINGS.items()]
    draw, plots = sum(count for count, _ in parts), copies[CardType.PLOT]
    side = sum(count for _, count in deck.rookery)
    whole = [(draw, "cards"), (plots, "plots"), (side, "in the rookery")]
    return _counted(whole), _counted(parts)


def _counted(numbers: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    return tuple((n, label.removesuffix("s") if n == 1 else label) for n, label in numbers if n)


_PAGE = "font-family:Inter,Helvetica,Arial,sans-serif;font-size:10pt;color:#000;background:#fff"
_TABLE = "border-collapse:collapse;width:100%;margin:0 0 12pt 0"
_LABEL = "font-size:8pt;color:#4a4a4a;text-align:left;font-weight:normal;padding:2pt 12pt 2pt 0"
_VALUE = "font-weight:600;text-align:left;padding:2pt 0"
_HEADING = "text-align:left;border-bottom:1pt solid #000;padding:2pt 0"
_COUNT = "text-align:right;border-bottom:1pt solid #000;padding:2pt 0"
_ROW = "border-bottom:0.5pt solid #b4b4b4;padding:2pt 0"
_FIGURES = "font-variant-numeric:tabular-nums;text-align:right;width:2em"
_QUIET = "color:#4a4a4a;font-size:9pt;text-align:right"


def sheet_html(sheet: DeckSheet) -> str:
    """Return an HTML fragment with the contents of the PDF except the judge's box."""
    parts = [
        f'<div style="{_PAGE}">',
        f'<h1 style="font-size:14pt;margin:0 0 6pt 0">{escape(sheet.name) or "Deck list"}</h1>',
        _facts(sheet),
        _ruling(sheet.ruling) if sheet.ruling else "",
        _totals_html(sheet),
        *map(_section, sheet.sections),
        "</div>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def _facts(sheet: DeckSheet) -> str:
    event, ruling = sheet.event, sheet.ruling
    agendas = "<br>".join(escape(agenda_text(line)) for line in sheet.agendas)
    facts = (
        ("Player", escape(event.player)),
        ("Event", escape(event.event)),
        ("Date", escape(event.day)),
        ("Edition", EDITIONS[sheet.edition]),
        ("Format", escape(format_text(sheet))),
        ("Players", str(sheet.players or "")),
        ("Restricted list", escape(ruling.list_name or "none") if ruling else ""),
        ("House" if sheet.edition is Edition.FIRST else "Faction", escape(sheet.faction)),
        ("Agendas" if len(sheet.agendas) > 1 else "Agenda", agendas or "none"),
    )
    rows = "\n".join(
        f'<tr><th style="{_LABEL}">{label}</th><td style="{_VALUE}">{value}</td></tr>'
        for label, value in facts
        if value
    )
    return f'<table style="{_TABLE};width:auto">\n{rows}\n</table>'


def _ruling(ruling: SheetRuling) -> str:
    verdict = "✓ Legal" if ruling.legal else "✗ Not legal"
    basis = escape(" ".join(ruling_basis(ruling)))
    line = f'<p style="margin:0 0 6pt 0"><b>{verdict}</b> {basis}</p>'
    reasons = [*ruling.reasons, *(f"Warning: {each}" for each in ruling.warnings)]
    if not reasons:
        return line
    items = "".join(f"<li>{escape(reason)}</li>" for reason in reasons)
    return f'{line}\n<ul style="margin:0 0 6pt 0">{items}</ul>'


def _totals_html(sheet: DeckSheet) -> str:
    numbers = " · ".join(f"{count} {escape(label)}" for count, label in sheet.totals + sheet.parts)
    return f'<p style="margin:0 0 12pt 0">{numbers}</p>'


def _section(section: SheetSection) -> str:
    rows = "\n".join(map(_row, section.lines))
    heading = (
        f'<tr><th colspan="2" style="{_HEADING}">{escape(section.title)}</th>'
        f'<th colspan="2" style="{_COUNT}">{section.copies}</th></tr>'
    )
    return f'<table style="{_TABLE}">\n{heading}\n{rows}\n</table>'


def _row(line: SheetLine) -> str:
    return (
        f'<tr><td style="{_ROW};{_FIGURES};text-align:left"><b>{line.copies}</b></td>'
        f'<td style="{_ROW}">{escape(line.name)}</td>'
        f'<td style="{_ROW};{_QUIET}">{escape(line.product)}</td>'
        f'<td style="{_ROW};{_QUIET};{_FIGURES}">{line.number}</td></tr>'
    )


def agenda_text(line: SheetLine) -> str:
    return f"{line.name} ({line.product} {line.number})"


def format_text(sheet: DeckSheet) -> str:
    """Return the name of the format with a capital first letter."""
    return sheet.format[:1].upper() + sheet.format[1:]


def ruling_basis(ruling: SheetRuling) -> list[str]:
    """Return the list and the day that a deck was judged under."""
    under = f"under {ruling.list_name}" if ruling.list_name else "under no list"
    return [under, f"on {ruling.day}"] if ruling.day else [under]
