"""Deck lists in plain text -> decks: what all of the text forms have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from carddb.card import Card
from carddb.names import Match, NameIndex, Unknown, name_index
from carddb.pool import CardPool
from carddb.spelling import edit_distance, fold
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from decks.errors import DeckFormatError
from decks.formats.accounting import account
from decks.formats.deck_format import MOST_ENTRIES, Wanted
from decks.formats.lines import (
    FACTIONS,
    MOST_COPIES,
    Heading,
    Line,
    counted,
    faction_names,
    faction_of,
    field_of,
    heading_of,
    is_remark,
)
from decks.formats.source import EXPORT_HINT
from decks.report import LineStatus, Reading, ReportLine

_AGENDA = (CardType.AGENDA,)
_FACTION_FIELDS = frozenset({"house", "house card", "faction"})
_AGENDA_FIELDS = frozenset({"agenda", "agendas"})
_NAME_FIELDS = frozenset({"deck name", "deck", "name"})


def read_list(lines: Sequence[Line], wanted: Wanted) -> Reading:
    """Return one deck of these lines, as the edition that understands more of them.

    The second edition wins a tie. DeckFormatError where nothing in them belongs to a deck.
    """
    if len(lines) > MOST_ENTRIES:
        raise DeckFormatError(
            f"From line {lines[0].number} on there are {len(lines)} lines without a new deck;"
            f" a deck list has at most {MOST_ENTRIES}.",
            EXPORT_HINT,
            lines[0].number,
        )
    best: _ListReader | None = None
    for edition in wanted.editions:
        reader = _ListReader(wanted.pools[edition], wanted)
        reader.read(lines)
        if best is None or reader.sense > best.sense:
            best = reader
        if not best.doubts:
            break
    if best is None or not (best.understood and best.sense):
        raise DeckFormatError(
            "This is no deck list: no line of it names a card or a faction.",
            EXPORT_HINT,
            lines[0].number if lines else None,
        )
    return best.reading()


class _ListReader:
    """Reads the lines of one deck as one edition; `sense` is how much of them it understood."""

    def __init__(self, pool: CardPool, wanted: Wanted) -> None:
        self._pool = pool
        self._index: NameIndex = name_index(pool)
        self._wanted = wanted
        self._name = wanted.name
        self._faction: Faction | None = None
        self._section = Heading()
        self._in_header = True
        self._cards: list[tuple[Card, int]] = []
        self._side: list[tuple[Card, int]] = []
        self._report: list[ReportLine] = []
        self.sense = 0
        self.doubts = 0
        self.understood = False

    def read(self, lines: Sequence[Line]) -> None:
        """Read every line, the first one perhaps as the deck's name."""
        rest = iter(lines)
        if lines and self._is_name(lines[0], lines[1] if len(lines) > 1 else None):
            self._name = lines[0].text
            self._ignore(lines[0], "The deck's name.")
            rest = islice(lines, 1, None)
        for line in rest:
            self._take(line)

    def reading(self) -> Reading:
        """Return the deck and the report."""
        deck = Deck.of(self._name, self._pool.edition, self._faction, self._cards)
        if self._side:
            deck = replace(deck, rookery=slots_of(self._side), format="rookery")
        return Reading(deck, tuple(self._report))

    def _is_name(self, line: Line, following: Line | None) -> bool:
        """Tell whether the first line is a name: nearly anything is one if a faction follows."""
        heading = heading_of(line.text)
        if heading and heading.types == (CardType.HOUSE,):
            return False
        if following and (faction_of(following.text) or is_version(following.text)):
            field = field_of(line.text)
            return not (field and field[0] in _NAME_FIELDS)
        if heading or field_of(line.text) or is_remark(line.text) or faction_of(line.text):
            return False
        copies, title = counted(line.text)
        known = self._index.knows(title)
        return line.apart and following is not None if known else copies is None or line.apart

    def _take(self, line: Line) -> None:
        if is_remark(line.text):
            self._ignore(line)
            return
        heading = heading_of(line.text)
        if heading:
            self._take_heading(line, heading)
            return
        field = field_of(line.text)
        if field:
            self._take_field(line, *field)
            return
        copies, title = counted(line.text)
        if self._faction is None and self._take_faction(line, title):
            return
        self._take_card(line, copies, title)

    def _take_heading(self, line: Line, heading: Heading) -> None:
        side = self._section.side or heading.side
        self._section = Heading(heading.types, side)
        self._in_header = self._in_header and heading.types in {(CardType.HOUSE,), _AGENDA, ()}
        self.understood = self.understood or bool(heading.types)
        self._ignore(line, "A heading.")

    def _take_field(self, line: Line, word: str, value: str) -> None:
        if word in _NAME_FIELDS and value:
            self._name = value
            self._ignore(line, "The deck's name.")
        elif word in _FACTION_FIELDS and value:
            if not self._take_faction(line, value):
                self._take_card(line, None, value)
        elif word in _AGENDA_FIELDS and value:
            if is_remark(value):
                self._ignore(line)
            else:
                self._take_card(line, None, value, _AGENDA)
        else:
            self._ignore(line)

    def _take_faction(self, line: Line, written: str) -> bool:
        faction = faction_of(written, self._pool.edition)
        status, note = LineStatus.READ, "The faction."
        if faction is None and self._in_header and not self._index.knows(written):
            faction = _meant_faction(written, self._pool.edition)
            status, note = LineStatus.CORRECTED, "Taken for {}."
        if faction is None:
            return False
        self._faction = faction
        self._sense(2 if status is LineStatus.READ else 1)
        note = note.format(faction.card_name)
        self._report.append(ReportLine(line.number, line.text, status, note=note))
        return True

    def _take_card(
        self, line: Line, copies: int | None, title: str, types: Sequence[CardType] = ()
    ) -> None:
        self._in_header = self._in_header and copies is None
        count = 1 if copies is None else copies
        if count > MOST_COPIES or count == 0:
            self._refuse_count(line, count)
            return
        types = types or self._section.types or (_AGENDA if self._in_header else ())
        match = self._find(title, types)
        if copies is None and isinstance(match, Unknown):
            count = 0
        entry = account(line.number, line.text, count, match, self._pool.packs)
        self._report.append(entry.line)
        self._sense(entry.sense, named=copies is not None)
        if entry.card is not None:
            self._put(entry.card, count)

    def _find(self, title: str, types: Sequence[CardType]) -> Match:
        allowed = self._wanted.allowed
        match = self._index.find(title, types=types, allowed=allowed, guess=False)
        if isinstance(match, Unknown) and self._wanted.guesses.take():
            return self._index.find(title, types=types, allowed=allowed)
        return match

    def _put(self, card: Card, count: int) -> None:
        if card.type is CardType.HOUSE:
            self._faction = card.factions[0] if card.factions else Faction.NEUTRAL
        elif self._section.side:
            self._side.append((card, count))
        else:
            self._cards.append((card, count))

    def _refuse_count(self, line: Line, count: int) -> None:
        self._sense(0, named=True)
        if count == 0:
            self._ignore(line, "No copies.")
            return
        note = f"No deck holds {count} copies of a card."
        report = ReportLine(line.number, line.text, LineStatus.UNKNOWN, note=note)
        self._report.append(report)

    def _sense(self, sense: int, *, named: bool = False) -> None:
        self.sense += sense
        self.doubts += sense < 2
        self.understood = self.understood or named or sense > 0

    def _ignore(self, line: Line, note: str = "") -> None:
        self._report.append(ReportLine(line.number, line.text, LineStatus.IGNORED, note=note))


def is_version(text: str) -> bool:
    """Tell whether a line is the "Version: 1.0" under the name of a downloaded list."""
    field = field_of(text)
    return field is not None and field[0] == "version"


def _meant_faction(written: str, edition: Edition) -> Faction | None:
    """Return the faction that a header line with a slip or two can only mean, or None."""
    folded = fold(written)
    if not 5 <= len(folded) <= 24:
        return None
    near = {
        faction
        for name, faction in faction_names()
        if faction in FACTIONS[edition] and edit_distance(folded, name, 2) <= 2
    }
    return near.pop() if len(near) == 1 else None
