"""Reads the lines of one deck list as one edition."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from carddb.names import Match, NameIndex, Unknown, name_index
from carddb.pool import CardPool
from carddb.spelling import edit_distance, fold
from carddb.terms import CardType, Edition, Faction
from decks.formats.counts import counted_behind, number_behind, split_count
from decks.formats.deck_assembler import DeckAssembler, stated_edition
from decks.formats.deck_format import ReadOptions
from decks.formats.faction_line import faction_and_agendas
from decks.formats.factions import FACTIONS, faction_names, faction_of
from decks.formats.line_report import account, account_by_code, lost
from decks.formats.lines import SectionHeading, TextLine, heading_of, is_remark, labelled_value
from decks.formats.source import MOST_COPIES
from decks.report import LineStatus, Reading, ReportLine

_AGENDA = (CardType.AGENDA,)
_COPIES = range(1, MOST_COPIES + 1)
_LONGEST_NAME = 200
FACTION_FIELDS = frozenset({"house", "house card", "faction"})
_AGENDA_FIELDS = frozenset({"agenda", "agendas"})
_NAME_FIELDS = frozenset({"deck name", "deck", "name"})
_LABELS = re.compile(r"^(?:\[(?![xX]\d)(?:[A-Za-z]{1,2}\d{0,2})?\]\s*)+(?=\S)")
_STATED = {
    "name": "name",
    "deck": "name",
    "deck name": "name",
    "format": "format",
    "list": "list",
    "restricted list": "list",
    "date": "date",
    "players": "players",
    "note": "notes",
    "notes": "notes",
}


@dataclass(frozen=True, slots=True)
class CopyCount:
    """The copies that a line states, None where it states none, and the title beside them.

    `plain` is set for a number behind a title that nothing marks as a count; `first` are the
    copies before the title where others follow it.
    """

    copies: int | None
    title: str
    plain: bool = False
    first: int | None = None

    @property
    def clash(self) -> str:
        """What is wrong where a line states two numbers, else nothing."""
        differ = self.first is not None and self.first != self.copies
        return f"Are there {self.first} copies or {self.copies}?" if differ else ""


class LineReader:
    """Reads the lines of one deck as one edition; `sense` is how much of them it understood.

    `doubts` counts the lines that were not understood as written; `understood` is whether any
    line can only belong to a deck list.
    """

    def __init__(self, pool: CardPool, options: ReadOptions) -> None:
        self._pool = pool
        self._index: NameIndex = name_index(pool)
        self._options = options
        self._gathered = DeckAssembler(options.name)
        self._section = SectionHeading()
        self._in_header = True
        self._report: list[ReportLine] = []
        self.sense = 0
        self.doubts = 0
        self.understood = False

    def read(self, lines: Sequence[TextLine]) -> None:
        """Read every line, the first one perhaps as the deck's name."""
        named = bool(lines) and self._is_name(lines[0], lines[1:])
        if named:
            self._gathered.name = lines[0].text
            self._ignore(lines[0], "The deck's name.")
        for line in islice(lines, named, None):
            self._take(line)

    def reading(self) -> Reading:
        """Return the deck and the report."""
        return Reading(self._gathered.deck(self._pool.edition), tuple(self._report))

    def _is_name(self, line: TextLine, others: Sequence[TextLine]) -> bool:
        """Return whether the first line is a name: nearly anything is one if a faction follows."""
        following = others[0] if others else None
        heading = heading_of(line.text)
        if line.code or (heading and heading.types == (CardType.HOUSE,)):
            return False
        if following and (self._heads(following) or is_version(following.text)):
            field = labelled_value(line.text)
            return not (field and field[0] in _NAME_FIELDS)
        if heading or labelled_value(line.text) or is_remark(line.text) or faction_of(line.text):
            return False
        if self._heads(line):
            return any(map(states_head, others))
        return self._is_name_by_count(line, others)

    def _is_name_by_count(self, line: TextLine, others: Sequence[TextLine]) -> bool:
        """Return whether a line is more likely a name than copies of a card.

        Where another line states the head of the list, a plain number behind a title, apart from
        the rest, is the deck's ("Alliance 2").
        """
        count = self._counted(line.text)
        if count.copies is None:
            return not self._index.knows(count.title) or (line.apart and bool(others))
        if count.plain and line.apart and any(map(states_head, others)):
            return True
        may_be = count.plain or line.apart
        return may_be and isinstance(self._find(count.title, ()), Unknown)

    def _heads(self, line: TextLine) -> bool:
        """Return whether a line is a faction, perhaps with its agendas."""
        edition = self._pool.edition
        return bool(faction_of(line.text) or faction_and_agendas(line.text, self._index, edition))

    def _take(self, line: TextLine) -> None:
        if line.code:
            self._take_card(line, self._counted(line.text))
            return
        heading = heading_of(line.text)
        if heading:
            self._take_heading(line, heading)
            return
        if is_remark(line.text):
            self._ignore(line)
            return
        field = labelled_value(line.text)
        if field:
            self._take_field(line, *field)
            return
        if self._take_head(line, line.text):
            return
        count = self._counted(_without_labels(line.text))
        one = count.copies is None or count.copies == 1
        if self._gathered.faction is None and one and self._take_faction(line, count.title):
            return
        self._take_card(line, count)

    def _take_heading(self, line: TextLine, heading: SectionHeading) -> None:
        if heading.types:
            own = heading.types in {(CardType.HOUSE,), _AGENDA}
            self._section = heading if own else SectionHeading(heading.types, self._section.pile)
        else:
            self._section = heading
        self._gathered.open(self._section.pile)
        self._in_header = self._in_header and heading.types in {(CardType.HOUSE,), _AGENDA, ()}
        self.understood = self.understood or bool(heading.types)
        self._ignore(line, "A heading.")

    def _take_field(self, line: TextLine, word: str, value: str) -> None:
        if word in FACTION_FIELDS and value:
            if not self._take_head(line, value) and not self._take_faction(line, value):
                self._take_card(line, self._counted(value))
        elif word in _AGENDA_FIELDS and value:
            if is_remark(value):
                self._ignore(line)
            else:
                self._take_card(line, self._counted(value), _AGENDA)
        elif word in _STATED and self._gathered.state(_STATED[word], value, self._pool):
            self._ignore(line, f"The deck's {_STATED[word]}.")
        elif word == "edition" and stated_edition(value):
            self.understood = True
            self._ignore(line, "The deck's edition.")
        else:
            self._ignore(line)

    def _take_head(self, line: TextLine, written: str) -> bool:
        """Take a faction with its agendas, such as "Stark - Fealty"; return whether it is that."""
        head = faction_and_agendas(written, self._index, self._pool.edition)
        if head is None:
            return False
        faction, agendas = head
        self._take_faction(line, faction.value)
        for agenda in agendas:
            self._take_card(line, CopyCount(None, agenda), _AGENDA)
        return True

    def _counted(self, text: str) -> CopyCount:
        """Return the copies that a line states; numbers that belong to a title stay there."""
        if self._index.holds_number(text):
            return CopyCount(None, text)
        copies, title = split_count(text)
        title = _without_labels(title)
        behind = number_behind(title) if copies is None else counted_behind(title)
        if behind is None or self._index.holds_number(title):
            return CopyCount(copies, title)
        if copies is None and behind[0] not in _COPIES and not self._index.knows(behind[1]):
            # A year, say; an unknown card with it is reported as written.
            return CopyCount(None, title)
        return CopyCount(behind[0], behind[1], plain=copies is None, first=copies)

    def _take_faction(self, line: TextLine, written: str) -> bool:
        faction = faction_of(written, self._pool.edition)
        status, note = LineStatus.READ, "The faction."
        if faction is None and self._in_header and not self._index.knows(written):
            folded = fold(written)
            if self._options.guesses.take(folded):
                faction = _meant_faction(folded, self._pool.edition)
            status, note = LineStatus.CORRECTED, "Taken for {}."
        if faction is None:
            return False
        self._gathered.faction = faction
        self._sense(2 if status is LineStatus.READ else 1)
        note = note.format(faction.card_name)
        self._report.append(ReportLine(line.number, line.shown, status, note=note))
        return True

    def _take_card(self, line: TextLine, count: CopyCount, types: Sequence[CardType] = ()) -> None:
        self._in_header = self._in_header and count.copies is None
        copies = 1 if count.copies is None else count.copies
        if copies not in _COPIES and not count.clash:
            self._refuse_count(line, copies)
            return
        types = types or self._section.types or (_AGENDA if self._in_header else ())
        match = self._find(count.title, types)
        card = self._pool.by_code.get(line.code)
        if card is not None:
            plain = ReportLine(line.number, line.shown, LineStatus.READ, copies=copies)
            entry = account_by_code(plain, card, match, "link")
        else:
            if isinstance(match, Unknown) and count.copies is None:
                copies = 0
            entry = account(line.number, line.shown, copies, match, self._pool.packs)
        section = SectionHeading(tuple(types), self._section.pile).section
        if count.clash:
            entry = lost(entry, count.clash)
        self._report.append(self._gathered.take(entry, section))
        self._sense(entry.sense, named=count.copies is not None and not count.plain)

    def _find(self, title: str, types: Sequence[CardType]) -> Match:
        if "&" in title and len(title) <= _LONGEST_NAME and not self._index.knows(title):
            title = html.unescape(html.unescape(title))
        allowed, guess = self._options.allowed, self._options.guesses.take
        return self._index.find(title, types=types, allowed=allowed, guess=guess)

    def _refuse_count(self, line: TextLine, count: int) -> None:
        self._sense(0, named=True)
        if count == 0:
            self._ignore(line, "No copies.")
            return
        note = f"No deck holds {count} copies of a card."
        unread = ReportLine(line.number, line.shown, LineStatus.UNKNOWN, note=note)
        self._report.append(replace(unread, section=self._section.section))

    def _sense(self, sense: int, *, named: bool = False) -> None:
        self.sense += sense
        self.doubts += sense < 2
        self.understood = self.understood or named or sense > 0

    def _ignore(self, line: TextLine, note: str = "") -> None:
        self._report.append(ReportLine(line.number, line.shown, LineStatus.IGNORED, note=note))


def states_head(line: TextLine) -> bool:
    """Return whether a line states nothing but the deck's faction or agenda."""
    field = labelled_value(line.text)
    return faction_of(line.text) is not None or (
        field is not None and field[0] in FACTION_FIELDS | _AGENDA_FIELDS
    )


def _without_labels(text: str) -> str:
    return _LABELS.sub("", text) if text.startswith("[") else text


def is_version(text: str) -> bool:
    """Return whether a line is the "Version: 1.0" under the name of a downloaded list."""
    field = labelled_value(text)
    return field is not None and field[0] == "version"


def edition_of(lines: Sequence[TextLine]) -> Edition | None:
    """Return the edition that a line such as "Edition: first" states, or None."""
    fields = (labelled_value(line.text) for line in lines)
    return next((stated_edition(f[1]) for f in fields if f and f[0] == "edition"), None)


def _meant_faction(folded: str, edition: Edition) -> Faction | None:
    """Return the faction that a header line with a slip or two can only mean, or None."""
    if not 5 <= len(folded) <= 24 or any(map(str.isdigit, folded)):
        return None
    near = {
        faction
        for name, faction in faction_names()
        if faction in FACTIONS[edition] and edit_distance(folded, name, 2) <= 2
    }
    return near.pop() if len(near) == 1 else None
