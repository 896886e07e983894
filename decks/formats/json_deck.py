"""One deck's JSON object -> a deck, with a report of its codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from typing import Any, NoReturn, TypeVar

from carddb.decoding import whole
from carddb.terms import Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import CONSIDERED, DRAFTED, DRAW_DECK, ROOKERY, plot_deck
from decks.formats.deck_assembler import MOST_PLAYERS
from decks.formats.deck_format import MOST_ENTRIES, ReadOptions
from decks.formats.factions import faction_of
from decks.formats.json_codes import CodeReader, json_excerpt
from decks.formats.json_text import JsonObject, JsonSource, JsonValue
from decks.formats.json_words import Refuse, read_card_notes, read_categories
from decks.report import DeckFormatError, LineStatus, Reading, ReportLine

Value = TypeVar("Value")
_FACTION_FIELDS = ("faction_code", "faction", "house")
_SLOT_FIELDS = {
    "slots": DRAW_DECK,
    "rookery": ROOKERY,
    "drafted": DRAFTED,
    "considered": CONSIDERED,
}


def read_deck(source: JsonSource, value: JsonValue, options: ReadOptions) -> Reading:
    """Return the deck of one object; DeckFormatError where a field has no valid value.

    Codes without a card and counts that are no number of copies are lines of the report.
    """
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
        """Raise the DeckFormatError of a field."""
        line = self._line(field)
        raise DeckFormatError(
            f"The deck cannot be read: its field “{whole(field)}”, line {line}, {reason}.",
            line=line,
        )

    def read(self, field: str, reader: Callable[[Any, Refuse], Value]) -> Value:
        """Return what a reader finds in a field, which may be missing."""
        return reader(self._raw.get(field), partial(self.refuse, field))

    def text(self, field: str) -> str:
        """Return a text, empty where the field is missing or null."""
        value = self._raw.get(field)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.refuse(field, "is not a text")
        return whole(value)

    def lacks(self, field: str) -> bool:
        """Return whether a field is missing or null."""
        return self._raw.get(field) is None

    def edition(self) -> Edition | None:
        """Return the edition that the deck states, or None."""
        stated = self.text("edition").strip().casefold()
        if stated and stated not in list(Edition):
            self.refuse("edition", "is neither “first” nor “second”")
        return Edition(stated) if stated else None

    def day(self, field: str) -> str:
        """Return a day as YYYY-MM-DD, empty where the field is missing."""
        written = self.text(field)[:10]
        try:
            return date.fromisoformat(written).isoformat() if written else ""
        except ValueError:
            self.refuse(field, "is not a day (YYYY-MM-DD)")

    def players(self) -> int | None:
        """Return the number of players, None where the field is missing."""
        players = self._raw.get("players")
        if players is not None and (type(players) is not int or not 1 <= players <= MOST_PLAYERS):
            self.refuse("players", "is not a number of players")
        return players

    def faction(self, edition: Edition) -> tuple[Faction | None, list[ReportLine]]:
        """Return the faction, and the report line of the field where there is one."""
        field = next((each for each in _FACTION_FIELDS if self._raw.get(each)), "")
        written = self._raw.get(field)
        if isinstance(written, JsonObject):
            written = written.get("code") or written.get("value") or written.get("name")
        if not written:
            return None, []
        faction = faction_of(written, edition) if isinstance(written, str) else None
        status, note = LineStatus.READ, "The faction."
        if faction is None:
            status, note = LineStatus.UNKNOWN, f"The {edition.value} edition has no such faction."
        line = ReportLine(self._line(field), json_excerpt(field, written), status, note=note)
        return faction, [line]

    def agendas(self) -> list[str]:
        """Return the codes under "agendas"."""
        codes = self._raw.get("agendas")
        if isinstance(codes, JsonObject):  # PHP writes a list with gaps as an object.
            codes = list(codes.values())
        if codes is None:
            return []
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            self.refuse("agendas", "is not a list of codes")
        if len(codes) > MOST_ENTRIES:
            self.refuse("agendas", f"holds more than {MOST_ENTRIES} codes")
        return codes

    def slots(self, field: str) -> Sequence[tuple[str, Any]]:
        """Return the codes with their copies, as written."""
        return self._pairs(field, self._raw.get(field))

    def plot_decks(self) -> list[Sequence[tuple[str, Any]]]:
        """Return the codes with their copies of each plot deck."""
        value = self._raw.get("plot_decks")
        if value is None:
            return []
        if not isinstance(value, list):
            self.refuse("plot_decks", "is not a list of plot decks")
        if len(value) > MOST_PLAYERS:
            self.refuse("plot_decks", f"holds more than {MOST_PLAYERS} plot decks")
        return [self._pairs("plot_decks", each) for each in value]

    def codes(self) -> Iterator[str]:
        """Yield every code of the deck."""
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
            self.refuse(field, f"holds more than {MOST_ENTRIES} codes")
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
