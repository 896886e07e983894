"""Decks as JSON: our own deck files, and the decklists of ThronesDB's API."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, NoReturn, TypeVar

from carddb.card import Card
from carddb.names import Ambiguous, FoundCard, Unknown, name_index
from carddb.pool import Pools
from carddb.terms import CardType, Edition, Faction
from core.decoding import whole
from decks.deck import Deck, slots_of
from decks.deck_section import (
    AGENDAS,
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    ROOKERY,
    DeckSection,
    house_of,
    plot_deck,
)
from decks.formats.deck_assembler import MOST_PLAYERS, NOT_COMPARED
from decks.formats.deck_format import (
    MOST_COPIES,
    MOST_ENTRIES,
    MOST_LETTERS,
    DeckFormat,
    ReadOptions,
)
from decks.formats.json_text import (
    JsonObject,
    JsonSource,
    JsonValue,
    Refuse,
    plain_deck,
    read_card_notes,
    read_categories,
)
from decks.formats.sections import faction_of
from decks.report import THE_FACTION, DeckFormatError, LineStatus, Reading, ReportLine

Copies = list[tuple[Card, int]]


class CodeReader:
    """Reads the codes of one deck; `report` is their lines, `house` a House card among them."""

    def __init__(
        self, source: JsonSource, span: tuple[int, int], options: ReadOptions, edition: Edition
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
        """Return the cards of a field with copies; agendas that "agendas" lists too count once."""
        lines = self._lines(field, [code for code, _ in pairs])
        entries = []
        seen: set[str] = set()
        for (code, copies), line in zip(pairs, lines, strict=True):
            entry = self._entry(line, json_excerpt(code, copies), code, copies)
            if field == "slots" and entry.status is LineStatus.READ:
                entry = self._less_listed(entry)
            if code in seen and entry.status is LineStatus.READ:
                note = "This code stands twice; added up."
                entry = replace(entry, status=LineStatus.CORRECTED, note=note)
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
                self.report.append(entry.in_section(section))
                continue
            card = self._pool.card(entry.code)
            lies = section if section.aside else section.of(card)
            self._copies[lies, card] += entry.copies
            if self._copies[lies, card] > MOST_COPIES:
                self._copies[lies, card] -= entry.copies
                self.report.append(_too_many(entry).in_section(lies))
                continue
            self.report.append(entry.in_section(lies))
            if card.type is CardType.HOUSE:
                self.house = house_of(card)
            else:
                cards.append((card, entry.copies))
        return cards

    def _less_listed(self, entry: ReportLine) -> ReportLine:
        doubled = min(self._listed[entry.code or ""], entry.copies)
        if doubled and doubled == entry.copies:
            note = "“agendas” lists it too; it counts once."
            return replace(entry, status=LineStatus.IGNORED, copies=0, note=note)
        return replace(entry, copies=entry.copies - doubled)

    def _entry(self, line: int, text: str, code: str, copies: Any) -> ReportLine:
        if type(copies) is not int or not 0 <= copies <= MOST_COPIES:
            note = "This is not a number of copies."
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
        return f"{note} A name is not a code." if meant else note, tuple(each.code for each in near)


def json_excerpt(key: str, value: object) -> str:
    """Return a key and its value as JSON for a report line, shortened where it is long."""
    try:
        shown = json.dumps(value, ensure_ascii=False)
    except RecursionError:  # here, deeper in the program, though not while it was parsed
        shown = "…"
    text = whole(f'"{key}": {shown}')
    return text if len(text) <= 100 else f"{text[:99]}…"


def _too_many(entry: ReportLine) -> ReportLine:
    note = f"With this there would be more than {MOST_COPIES} copies of the card."
    near = (entry.code,) if entry.code else ()
    return replace(entry, status=LineStatus.UNKNOWN, code=None, note=note, candidates=near)


Value = TypeVar("Value")
_FACTION_FIELDS = ("faction_code", "faction", "house")
_SLOT_FIELDS = {
    "slots": DRAW_DECK,
    "rookery": ROOKERY,
    "drafted": DRAFTED,
    "considered": CONSIDERED,
}


def read_deck(source: JsonSource, value: JsonValue, options: ReadOptions) -> Reading:
    """Return the deck of one object; DeckFormatError if a field has no valid value."""
    fields = _Fields(source, value)
    options.decks.add(source.line_at(fields.start), sum(1 for _ in fields.codes()))
    edition = options.edition or fields.edition() or _recognised_edition(fields, options)
    if edition not in options.pools:
        fields.refuse("edition", "names an edition whose cards are not at hand")
    codes = CodeReader(source, (fields.start, fields.end), options, edition)
    agendas = codes.agendas(fields.agendas())
    slots, rookery, drafted, considered = (
        codes.slots(field, fields.slots(field), section) for field, section in _SLOT_FIELDS.items()
    )
    plot_decks = [
        codes.slots("plot_decks", pairs, plot_deck(number))
        for number, pairs in enumerate(fields.plot_decks(), 1)
    ]
    faction, report = fields.faction(edition)
    deck = Deck.of(
        options.name if fields.lacks("name") else fields.text("name"),
        edition,
        faction or codes.house,
        [*agendas, *slots],
        format="-".join(fields.text("format").casefold().split()) or "joust",
        notes=fields.text("notes") or fields.text("description_md"),
        list_code=fields.text("list"),
        date=fields.day("date"),
        rookery=slots_of(rookery),
        drafted=slots_of(drafted),
        players=fields.players(),
        plot_decks=tuple(map(slots_of, plot_decks)),
        considered=slots_of(considered),
        categories=fields.read("categories", read_categories),
        card_notes=fields.read("card_notes", read_card_notes),
    )
    return Reading(deck, tuple(sorted([*report, *codes.report], key=lambda each: each.line)))


class _Fields:
    """The fields of one deck's object; each is checked when it is read."""

    def __init__(self, source: JsonSource, value: JsonValue) -> None:
        raw, self.start, self.end = value
        self._raw: JsonObject = raw
        self._source = source
        if raw.repeated:
            self.refuse(raw.repeated, "stands twice")

    def refuse(self, field: str, reason: str) -> NoReturn:
        line = self._line(field)
        raise DeckFormatError(
            f"The deck cannot be read: its field “{whole(field)}”, line {line}, {reason}.",
            line=line,
        )

    def read(self, field: str, reader: Callable[[Any, Refuse], Value]) -> Value:
        return reader(self._raw.get(field), partial(self.refuse, field))

    def text(self, field: str) -> str:
        value = self._raw.get(field)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.refuse(field, "is not a text")
        return whole(value)

    def lacks(self, field: str) -> bool:
        return self._raw.get(field) is None

    def edition(self) -> Edition | None:
        stated = self.text("edition").strip().casefold()
        if stated and stated not in list(Edition):
            self.refuse("edition", "is neither “first” nor “second”")
        return Edition(stated) if stated else None

    def day(self, field: str) -> str:
        written = self.text(field)[:10]
        try:
            return date.fromisoformat(written).isoformat() if written else ""
        except ValueError:
            self.refuse(field, "is not a day (YYYY-MM-DD)")

    def players(self) -> int | None:
        players = self._raw.get("players")
        if players is not None and (type(players) is not int or not 1 <= players <= MOST_PLAYERS):
            self.refuse("players", "is not a number of players")
        return players

    def faction(self, edition: Edition) -> tuple[Faction | None, list[ReportLine]]:
        field = next((each for each in _FACTION_FIELDS if self._raw.get(each)), "")
        written = self._raw.get(field)
        if isinstance(written, JsonObject):
            written = written.get("code") or written.get("value") or written.get("name")
        if not written:
            return None, []
        faction = faction_of(written, edition) if isinstance(written, str) else None
        status, note = LineStatus.READ, THE_FACTION
        if faction is None:
            status, note = LineStatus.UNKNOWN, f"The {edition.value} edition has no such faction."
        line = ReportLine(self._line(field), json_excerpt(field, written), status, note=note)
        return faction, [line]

    def agendas(self) -> list[str]:
        codes = self._raw.get("agendas")
        if isinstance(codes, JsonObject):  # PHP writes a list with gaps as an object.
            codes = list(codes.values())
        if codes is None:
            return []
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            self.refuse("agendas", "is not a list of codes")
        if len(codes) > MOST_ENTRIES:
            self.refuse("agendas", f"holds more than {MOST_ENTRIES:,} codes")
        return codes

    def slots(self, field: str) -> Sequence[tuple[str, Any]]:
        return self._pairs(field, self._raw.get(field))

    def plot_decks(self) -> list[Sequence[tuple[str, Any]]]:
        value = self._raw.get("plot_decks")
        if value is None:
            return []
        if not isinstance(value, list):
            self.refuse("plot_decks", "is not a list of plot decks")
        if len(value) > MOST_PLAYERS:
            self.refuse("plot_decks", f"holds more than {MOST_PLAYERS} plot decks")
        return [self._pairs("plot_decks", each) for each in value]

    def codes(self) -> Iterator[str]:
        for field in _SLOT_FIELDS:
            yield from (code for code, _ in self.slots(field))
        for pairs in self.plot_decks():
            yield from (code for code, _ in pairs)
        yield from self.agendas()

    def names_neutral_house(self) -> bool:
        """Return whether the faction is the Neutral Faction, which the first edition alone has."""
        return any(self._raw.get(field) == Faction.NEUTRAL for field in _FACTION_FIELDS)

    def _pairs(self, field: str, value: Any) -> Sequence[tuple[str, Any]]:
        if value is None or value == []:  # PHP writes an empty object as an empty list.
            return ()
        if not isinstance(value, JsonObject):
            self.refuse(field, "is not an object of codes with copies")
        if len(value.pairs) > MOST_ENTRIES:
            self.refuse(field, f"holds more than {MOST_ENTRIES:,} codes")
        return value.pairs

    def _line(self, field: str) -> int:
        return self._source.line_at(self._source.find_field(field, self.start, self.end))


def _recognised_edition(fields: _Fields, options: ReadOptions) -> Edition:
    """Return the edition that has more of the deck's codes; the second wins a tie."""
    codes = list(fields.codes())
    known = {
        edition: sum(code in options.pools[edition] for code in codes)
        for edition in options.editions()
    }
    if fields.names_neutral_house() and Edition.FIRST in known:
        known[Edition.FIRST] += 1
    return max(known, key=lambda edition: known[edition], default=Edition.SECOND)


_BEGINS = re.compile(r"\s*(?:\{\s*(?:[\"}]|$)|\[\s*(?:[\[{\]\"\d]|$))")
_DECK_FIELDS = frozenset({"slots", "agendas", "faction_code"})


def recognises(text: str) -> bool:
    return _BEGINS.match(text) is not None


def read(text: str, options: ReadOptions) -> list[Reading]:
    source = JsonSource(text)
    readings = [
        read_deck(source, deck, options)
        for value in source.values()
        for deck in _decks_in(source, value, outermost=True)
    ]
    if not readings:
        raise DeckFormatError("The JSON holds no deck: its list is empty.", line=1)
    return readings


def _decks_in(source: JsonSource, value: JsonValue, *, outermost: bool) -> Iterator[JsonValue]:
    raw, start, end = value
    if not isinstance(raw, JsonObject):
        source.fail(start, "a deck is an object in curly brackets")
    if outermost and isinstance(raw.get("decks"), list):
        for each in source.elements(source.find_field("decks", start, end)):
            yield from _decks_in(source, each, outermost=False)
    elif isinstance(raw.get("deck"), JsonObject):
        yield raw["deck"], source.find_field("deck", start, end), end
    elif _DECK_FIELDS.isdisjoint(raw):
        source.fail(start, "this object is not a deck: it has no “slots”")
    else:
        yield value


def deck_object(deck: Deck) -> dict[str, object]:
    """Return a deck as the plain object of its JSON, without empty fields."""
    return plain_deck(
        deck,
        [card.code for card in deck.agendas],
        lambda section: {card.code: count for card, count in section.slots(deck)},
        len(deck.plot_decks),
    )


def write(decks: Sequence[Deck], _pools: Pools) -> str:
    plain = [deck_object(deck) for deck in decks]
    written = plain[0] if len(plain) == 1 else plain
    return json.dumps(written, ensure_ascii=False, indent=2) + "\n"


FORMAT = DeckFormat("json", "Deck as JSON", recognises, read)
