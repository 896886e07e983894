"""Entries that name a card by a code, an id or a name -> decks, with a report of every entry."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.names import Match
from carddb.pool import CardPool
from carddb.terms import CardType, Edition, Faction
from decks.deck_section import DRAW_DECK, DeckSection
from decks.formats.deck_assembler import (
    EditionReader,
    LineResult,
    best_reader,
    result_by_code,
    result_by_name,
)
from decks.formats.deck_format import (
    EXPORT_HINT,
    MOST_COPIES,
    MOST_ENTRIES,
    MOST_LETTERS,
    SPLIT_HINT,
    ReadOptions,
)
from decks.formats.sections import faction_of
from decks.report import THE_FACTION, DeckFormatError, LineStatus, Reading, ReportLine

FACTION = None
"""The section of an entry that is not a card but the faction."""


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One entry of a source: a card with copies, a faction, or something to ignore.

    `copies` is None if the source holds no number; `code` is a card's code, an OCTGN id or a
    faction's code. `section` is where the card lies, FACTION for what is not a card. `remark` is
    set on an entry without meaning for the deck, and is why. `stated` is what the deck states
    of itself there ("format", "melee").
    """

    number: int
    text: str
    copies: int | None = 1
    name: str = ""
    code: str = ""
    pack: str = ""
    types: tuple[CardType, ...] = ()
    section: DeckSection | None = DRAW_DECK
    remark: str = ""
    stated: tuple[str, str] | None = None


Find = Callable[[CardPool, str], Card | Faction | None]
"""What a code means among the cards of a pool."""


@dataclass(frozen=True, slots=True)
class Coding:
    """How a format names its codes ("code", "id"), and how a card is found by one."""

    word: str
    find: Find


def read_entries(
    entries: Sequence[SourceEntry],
    options: ReadOptions,
    coding: Coding,
    stated: Edition | None = None,
) -> Reading:
    """Return the deck of some entries, as the edition that understands more of them."""
    first = entries[0].number if entries else None
    options.decks.add(first, len(entries))
    if len(entries) > MOST_ENTRIES:
        raise DeckFormatError(
            f"The deck has {len(entries):,} entries; at most {MOST_ENTRIES:,} are read.",
            SPLIT_HINT,
            first,
        )
    best = best_reader(
        _EntryReader(options.pools[edition], options, coding, entries)
        for edition in options.editions(stated)
    )
    if best is None or (best.doubts and not best.sense):
        raise DeckFormatError("No entry of it names a card or a faction.", EXPORT_HINT, first)
    options.decks.doubt(first, best.doubts)
    return best.reading()


class _EntryReader(EditionReader):
    """Reads the entries of one deck as one edition."""

    def __init__(
        self, pool: CardPool, options: ReadOptions, coding: Coding, entries: Iterable[SourceEntry]
    ) -> None:
        super().__init__(pool, options)
        self._coding = coding
        for entry in entries:
            self._take(entry)

    def _take(self, entry: SourceEntry) -> None:
        if entry.stated:
            known = self._gathered.state(*entry.stated, self._pool)
            self._report_entry(
                entry, LineStatus.IGNORED, f"The deck's {entry.stated[0]}." if known else ""
            )
        elif entry.remark:
            if entry.section is not FACTION:
                self._gathered.open(entry.section)
            self._report_entry(entry, LineStatus.IGNORED, entry.remark)
        elif entry.section is FACTION:
            self._take_faction(entry)
        elif entry.copies is None:
            self._lose(entry, "This is not a number of copies.")
        elif entry.copies > MOST_COPIES:
            self._lose(entry, f"No deck holds {entry.copies} copies of a card.")
        elif entry.copies == 0:
            self._report_entry(entry, LineStatus.IGNORED, "No copies.")
        else:
            self._take_card(entry, entry.copies)

    def _take_faction(self, entry: SourceEntry) -> None:
        coded = self._coding.find(self._pool, entry.code) if entry.code else None
        faction = coded if isinstance(coded, Faction) else None
        faction = faction or faction_of(entry.name, self._pool.edition)
        if faction is None and isinstance(coded, Card):
            self._take_card(entry, 1)
        elif faction is None:
            edition = self._pool.edition.value
            self._lose(entry, f"The {edition} edition has no such faction.")
        else:
            self._gathered.faction = faction
            known = coded is not None or not entry.code
            self.sense += 1 + known
            self.doubts += not known
            self._report_entry(entry, LineStatus.READ, THE_FACTION)

    def _take_card(self, entry: SourceEntry, copies: int) -> None:
        result = self._result(entry)
        if result.card is None and faction_of(entry.name, self._pool.edition):
            self._take_faction(entry)
            return
        section = entry.section or DRAW_DECK
        line = self._gathered.take(entry.number, entry.text, copies, result, section)
        self._report.append(line)
        self.sense += result.sense
        self.doubts += result.sense < 2

    def _result(self, entry: SourceEntry) -> LineResult:
        card = self._coding.find(self._pool, entry.code) if entry.code else None
        match = self._find(entry, guess=not isinstance(card, Card)) if entry.name else None
        if isinstance(card, Card):
            return result_by_code(card, match, self._coding.word)
        if match is None:
            return LineResult(LineStatus.UNKNOWN, None, self._no_card(entry), sense=0)
        named = result_by_name(match, self._pool)
        return self._doubted(named, entry) if entry.code and named.card else named

    def _doubted(self, named: LineResult, entry: SourceEntry) -> LineResult:
        sentence = f"No card has the {self._coding.word} {entry.code}; taken by its name."
        plain = named.status is LineStatus.READ
        status = LineStatus.CORRECTED if plain else named.status
        return named._replace(status=status, note=f"{sentence} {named.note}".strip(), sense=1)

    def _no_card(self, entry: SourceEntry) -> str:
        if not entry.code:
            return "Here stands neither a name nor a code."
        return f"No card of the {self._pool.edition.value} edition has this {self._coding.word}."

    def _find(self, entry: SourceEntry, *, guess: bool) -> Match:
        allowed, may = self._options.allowed, self._options.guesses.take if guess else False
        # An entity is a number, and Python takes no number of thousands of digits.
        name = html.unescape(entry.name) if len(entry.name) <= MOST_LETTERS else entry.name
        return self._index.find(name, entry.pack, entry.types, allowed, guess=may)

    def _lose(self, entry: SourceEntry, note: str) -> None:
        self.doubts += 1
        self._report_entry(entry, LineStatus.UNKNOWN, note)

    def _report_entry(self, entry: SourceEntry, status: LineStatus, note: str) -> None:
        section = entry.section if status is LineStatus.UNKNOWN else None
        line = ReportLine(entry.number, entry.text, status, note=note, section=section)
        self._report.append(line)
