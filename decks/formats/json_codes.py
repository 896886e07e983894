"""Card codes with copies, as JSON holds them -> cards, with a report line for every code."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from carddb.card import Card
from carddb.decoding import whole
from carddb.names import Ambiguous, FoundCard, Unknown, name_index
from carddb.terms import CardType, Edition, Faction
from decks.deck_section import AGENDAS, DRAW_DECK, DeckSection
from decks.formats.deck_format import ReadOptions
from decks.formats.json_text import JsonSource
from decks.formats.line_report import NOT_COMPARED
from decks.formats.source import MOST_COPIES, MOST_LETTERS
from decks.report import LineStatus, ReportLine

Copies = list[tuple[Card, int]]


class CodeReader:
    """Reads the codes of one deck; `report` is their lines, `house` a House card among them."""

    def __init__(
        self,
        source: JsonSource,
        span: tuple[int, int],
        options: ReadOptions,
        edition: Edition,
    ) -> None:
        self._source = source
        self._start, self._end = span
        self._pools = options.pools
        self._pool = options.pools[edition]
        self._guesses = options.guesses
        self._listed: Counter[str] = Counter()
        self._copies: Counter[tuple[DeckSection, Card]] = Counter()
        self.report: list[ReportLine] = []
        self.house: Faction | None = None

    def agendas(self, codes: Sequence[str]) -> Copies:
        """Return the cards of the codes under "agendas", one copy each."""
        self._listed.update(codes)
        lines = self._lines("agendas", codes)
        entries = [
            self._entry(line, json.dumps(code), code, 1)
            for code, line in zip(codes, lines, strict=True)
        ]
        return self._put(entries, AGENDAS)

    def slots(
        self, field: str, pairs: Sequence[tuple[str, Any]], section: DeckSection = DRAW_DECK
    ) -> Copies:
        """Return the cards of a field that holds codes with copies, which lie in a section.

        Copies of a repeated code add up. An agenda that "agendas" lists too counts once.
        """
        lines = self._lines(field, [code for code, _ in pairs])
        entries = []
        seen: set[str] = set()
        for (code, copies), line in zip(pairs, lines, strict=True):
            entry = self._entry(line, json_excerpt(code, copies), code, copies)
            if field == "slots" and entry.status is LineStatus.READ:
                entry = self._less_listed(entry)
            if code in seen and entry.status is LineStatus.READ:
                entry = _but(entry, LineStatus.CORRECTED, "This code stands twice; added up.")
            seen.add(code)
            entries.append(entry)
        return self._put(entries, section)

    def _lines(self, field: str, codes: Iterable[str]) -> Sequence[int]:
        at = self._source.find_field(field, self._start, self._end)
        return tuple(self._source.find_keys(codes, at, self._end))

    def _put(self, entries: Iterable[ReportLine], section: DeckSection) -> Copies:
        cards: Copies = []
        for entry in entries:
            if entry.code is None or not entry.copies:
                self.report.append(replace(entry, section=section))
                continue
            card = self._pool.card(entry.code)
            lies = section if section.aside else section.of(card)
            self._copies[lies, card] += entry.copies
            if self._copies[lies, card] > MOST_COPIES:
                self._copies[lies, card] -= entry.copies
                self.report.append(replace(_too_many(entry), section=lies))
                continue
            self.report.append(replace(entry, section=lies))
            if card.type is CardType.HOUSE:
                self.house = card.factions[0] if card.factions else Faction.NEUTRAL
            else:
                cards.append((card, entry.copies))
        return cards

    def _less_listed(self, entry: ReportLine) -> ReportLine:
        doubled = min(self._listed[entry.code or ""], entry.copies)
        if not doubled:
            return entry
        if doubled == entry.copies:
            note = "“agendas” lists it too; it counts once."
            return _but(entry, LineStatus.IGNORED, note, copies=0)
        return _but(entry, LineStatus.READ, "", copies=entry.copies - doubled)

    def _entry(self, line: int, text: str, code: str, copies: Any) -> ReportLine:
        if type(copies) is not int or not 0 <= copies <= MOST_COPIES:
            note = "This is no number of copies."
            return ReportLine(line, text, LineStatus.UNKNOWN, note=note)
        if code not in self._pool:
            note, near = self._about_unknown(code)
            return ReportLine(line, text, LineStatus.UNKNOWN, None, copies, note, near)
        if copies == 0:
            return ReportLine(line, text, LineStatus.IGNORED, code, note="No copies.")
        return ReportLine(line, text, LineStatus.READ, code, copies)

    def _about_unknown(self, code: str) -> tuple[str, tuple[str, ...]]:
        for edition, pool in self._pools.items():
            if code in pool:
                return f"This is the code of a card of the {edition.value} edition.", ()
        note = f"No card of the {self._pool.edition.value} edition has this code."
        if len(code) > MOST_LETTERS or any(letter.isdigit() for letter in code):
            return note, ()
        match = name_index(self._pool).find(code, guess=self._guesses.take)
        if isinstance(match, Unknown) and not match.compared:
            return f"{note} {NOT_COMPARED}", ()
        near = (match.card,) if isinstance(match, FoundCard) else match.candidates
        meant = isinstance(match, FoundCard | Ambiguous)
        return f"{note} A name is no code." if meant else note, tuple(each.code for each in near)


def json_excerpt(key: str, value: object) -> str:
    """Return a key and its value as JSON for a report line, shortened where it is long."""
    text = whole(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return text if len(text) <= 100 else f"{text[:99]}…"


def _too_many(entry: ReportLine) -> ReportLine:
    note = f"With this there would be more than {MOST_COPIES} copies of the card."
    lost = ReportLine(entry.line, entry.text, LineStatus.UNKNOWN, None, entry.copies, note)
    return replace(lost, candidates=(entry.code,) if entry.code else ())


def _but(entry: ReportLine, status: LineStatus, note: str, copies: int | None = None) -> ReportLine:
    count = entry.copies if copies is None else copies
    return ReportLine(entry.line, entry.text, status, entry.code, count, note)
