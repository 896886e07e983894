"""Deck lists in plain text -> decks, with a report of every line."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile
from typing import NamedTuple, TypeAlias

from carddb.names import Match, Unknown, name_index
from carddb.pool import CardPool, cached_by_pool
from carddb.spelling import edit_distance, fold
from carddb.terms import FACTIONS, CardType, Edition, Faction
from decks.formats.deck_assembler import (
    EditionReader,
    best_reader,
    lost,
    result_by_code,
    result_by_name,
    stated_edition,
)
from decks.formats.deck_format import EXPORT_HINT, MOST_COPIES, MOST_ENTRIES, ReadOptions
from decks.formats.lines import (
    SectionHeading,
    TextLine,
    counted_behind,
    heading_of,
    is_remark,
    labelled_value,
    lines_of,
    number_behind,
    split_count,
)
from decks.formats.sections import FACTION_NAMES, faction_and_agendas, faction_of
from decks.report import THE_FACTION, THE_NAME, DeckFormatError, LineStatus, Reading, ReportLine

_AGENDA = (CardType.AGENDA,)
_COPIES = range(1, MOST_COPIES + 1)
_LONGEST_NAME = 200
_REMEMBERED = 8192
FACTION_FIELDS = frozenset(
    {"house", "house card", "faction", "haus", "fraktion", "casa", "facción", "faccion", "maison"}
    | {"家族", "阵营"}
)
_AGENDA_FIELDS = frozenset({"agenda", "agendas", "estrategia", "dessein", "议政", "议程"})
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
    """The copies that a line states and its title; `first` stand before it, `plain` is unmarked."""

    copies: int | None
    title: str
    plain: bool = False
    first: int | None = None

    @property
    def clash(self) -> str:
        """The error for a line that states two numbers, else empty."""
        differ = self.first is not None and self.first != self.copies
        return f"Are there {self.first} copies or {self.copies}?" if differ else ""


class StatedField(NamedTuple):
    """A line such as "Agenda: Fealty"."""

    word: str
    value: str


class StatedHead(NamedTuple):
    """A line such as "Stark - Fealty"."""

    faction: Faction
    agendas: tuple[str, ...]


Statement: TypeAlias = SectionHeading | StatedField | StatedHead | CopyCount | None
"""What a line says; None for a remark."""


class LineParser:
    """Parses lines among the cards of a pool; caches results, because decks repeat lines."""

    def __init__(self, pool: CardPool) -> None:
        # Not the pool itself: see `cached_by_pool`.
        self._index = name_index(pool)
        self._edition = pool.edition
        self._cached = lru_cache(_REMEMBERED)(self._statement)

    def statement(self, text: str) -> Statement:
        # Long lines are rare, and a server must not fill its memory with those of strangers.
        return self._cached(text) if len(text) <= _LONGEST_NAME else self._statement(text)

    def _statement(self, text: str) -> Statement:
        heading = heading_of(text)
        if heading or is_remark(text):
            return heading
        field = labelled_value(text)
        if field:
            return StatedField(*field)
        return self.head(text) or self.counted(_without_labels(text))

    def head(self, text: str) -> StatedHead | None:
        head = faction_and_agendas(text, self._index, self._edition)
        return StatedHead(*head) if head else None

    def counted(self, text: str) -> CopyCount:
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


_parser = cached_by_pool(LineParser)


class LineReader(EditionReader):
    """Reads the lines of one deck, at least one, as one edition."""

    def __init__(
        self, pool: CardPool, options: ReadOptions, first: TextLine, others: Sequence[TextLine]
    ) -> None:
        super().__init__(pool, options)
        self._parser = _parser(pool)
        self._section = SectionHeading()
        self._in_header = True
        self.understood = False
        if self._is_name(first, others):
            self._gathered.name = first.text
            self._ignore(first, THE_NAME)
        else:
            self._take(first)
        for line in others:
            self._take(line)

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
        """Return whether a line is more likely a name than copies of a card."""
        count = self._parser.counted(line.text)
        if count.copies is None:
            return not self._index.knows(count.title) or (line.apart and bool(others))
        if count.plain and line.apart and any(map(states_head, others)):
            return True
        may_be = count.plain or line.apart
        return may_be and isinstance(self._find(count.title, ()), Unknown)

    def _heads(self, line: TextLine) -> bool:
        return bool(faction_of(line.text) or self._parser.head(line.text))

    def _take(self, line: TextLine) -> None:
        if line.code:
            self._take_card(line, self._parser.counted(line.text))
            return
        stated = self._parser.statement(line.text)
        if isinstance(stated, CopyCount):
            one = stated.copies is None or stated.copies == 1
            if self._gathered.faction is None and one and self._take_faction(line, stated.title):
                return
            self._take_card(line, stated)
        elif isinstance(stated, SectionHeading):
            self._take_heading(line, stated)
        elif isinstance(stated, StatedField):
            self._take_field(line, *stated)
        elif isinstance(stated, StatedHead):
            self._take_head(line, stated)
        else:
            self._ignore(line)

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
            if head := self._parser.head(value):
                self._take_head(line, head)
            elif not self._take_faction(line, value):
                self._take_card(line, self._parser.counted(value))
        elif word in _AGENDA_FIELDS and value:
            if is_remark(value):
                self._ignore(line)
            else:
                self._take_card(line, self._parser.counted(value), _AGENDA)
        elif word in _STATED and self._gathered.state(_STATED[word], value, self._pool):
            self._ignore(line, f"The deck's {_STATED[word]}.")
        elif word == "edition" and stated_edition(value):
            self.understood = True
            self._ignore(line, "The deck's edition.")
        else:
            self._ignore(line)

    def _take_head(self, line: TextLine, head: StatedHead) -> None:
        self._take_faction(line, head.faction.value)
        for agenda in head.agendas:
            self._take_card(line, CopyCount(None, agenda), _AGENDA)

    def _take_faction(self, line: TextLine, written: str) -> bool:
        faction = faction_of(written, self._pool.edition)
        status, note = LineStatus.READ, THE_FACTION
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

    def _take_card(
        self, line: TextLine, count: CopyCount, types: tuple[CardType, ...] = ()
    ) -> None:
        self._in_header = self._in_header and count.copies is None
        copies = 1 if count.copies is None else count.copies
        if copies not in _COPIES and not count.clash:
            self._refuse_count(line, copies)
            return
        heading = self._section
        types = types or heading.types or (_AGENDA if self._in_header else ())
        if types is not heading.types:
            heading = SectionHeading(types, heading.pile)
        match = self._find(count.title, types)
        card = self._pool.by_code.get(line.code)
        if card is not None:
            result = result_by_code(card, match, "link")
        else:
            if isinstance(match, Unknown) and count.copies is None:
                copies = 0
            result = result_by_name(match, self._pool)
        if count.clash:
            result = lost(result, count.clash)
        report = self._gathered.take(line.number, line.shown, copies, result, heading.section)
        self._report.append(report)
        self._sense(result.sense, named=count.copies is not None and not count.plain)

    def _find(self, title: str, types: tuple[CardType, ...]) -> Match:
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
        section = self._section.section
        unread = ReportLine(line.number, line.shown, LineStatus.UNKNOWN, note=note, section=section)
        self._report.append(unread)

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
        for name, faction in FACTION_NAMES.items()
        if faction in FACTIONS[edition] and edit_distance(folded, name, 2) <= 2
    }
    return near.pop() if len(near) == 1 else None


_SEPARATOR = re.compile(r"={3,}")

LineChange = Callable[[TextLine], TextLine]


def read_lists(
    text: str, options: ReadOptions, strip: LineChange | None = None, head: LineChange | None = None
) -> list[Reading]:
    """Return the decks of a text, separated by lines of equals signs or following each other.

    `strip` removes what a format puts around the words of a line, `head` what it adds to a deck's
    first line. DeckFormatError if a part is not a deck list.
    """
    lines = lines_of(text)
    if strip is not None:
        lines = [strip(line) for line in lines]
    parts = [deck for part in _parts(lines) for deck in _decks(part, options)]
    if not parts:
        raise DeckFormatError("The file is empty between its lines of equals signs: no deck.")
    if head is not None:
        parts = [[head(part[0]), *part[1:]] for part in parts]
    return [_read_list(part, options) for part in parts]


def _parts(lines: Sequence[TextLine]) -> Iterator[list[TextLine]]:
    part: list[TextLine] = []
    for line in lines:
        if not _SEPARATOR.fullmatch(line.text) or _underlines(part):
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _decks(part: Sequence[TextLine], options: ReadOptions) -> Iterator[Sequence[TextLine]]:
    """Yield decks that follow each other: a new one begins with a name above a faction."""
    begin, faction_seen, last_card, looked_at = 0, False, -1, 0
    for number, line in enumerate(part):
        if not _names_faction(line, options):
            continue
        if faction_seen:
            # Which lines are cards counts here alone; most lists have one faction.
            before = (n for n in range(number - 1, looked_at - 1, -1) if _is_card(part[n], options))
            last_card, looked_at = next(before, last_card), number + 1
            head = _head_before(part, number, last_card)
            if last_card > begin and (head < number or _has_packs(part, number)):
                yield part[begin:head]
                begin = head
        faction_seen = True
    yield part[begin:]


def _is_card(line: TextLine, options: ReadOptions) -> bool:
    """Return whether a line states copies; "2016 World Championship Deck" does not."""
    copies, _ = split_count(line.text)
    if copies is None and (plain := number_behind(line.text)) is not None:
        copies, title = plain
        return copies <= MOST_COPIES and any(
            name_index(pool).knows(title) for pool in options.pools.values()
        )
    return copies is not None and copies <= MOST_COPIES


def _has_packs(part: Sequence[TextLine], faction: int) -> bool:
    """Return whether "Packs: From …" stands between a faction and the cards after it."""
    following = (line.text for line in islice(part, faction + 1, faction + 10))
    head = takewhile(lambda text: split_count(text)[0] is None, following)
    return any((labelled_value(text) or ("",))[0] == "packs" for text in head)


def _names_faction(line: TextLine, options: ReadOptions) -> bool:
    if line.text[0].isdigit():
        return False
    field = labelled_value(line.text)
    if field is not None and field[0] not in FACTION_FIELDS:
        return False
    written = field[1] if field else line.text
    return faction_of(written) is not None or any(
        faction_and_agendas(written, name_index(pool), edition)
        for edition, pool in options.pools.items()
    )


def _head_before(part: Sequence[TextLine], faction: int, last_card: int) -> int:
    """Return where the head above a faction begins: a name, fields, or a name with fields."""
    begin, named = faction, False
    while begin - 1 > last_card and not named:
        line = part[begin - 1]
        if heading_of(line.text) or is_remark(line.text) or (begin < faction and line.apart):
            break
        named = labelled_value(line.text) is None
        begin -= 1
    return begin if begin > 0 and part[begin - 1].apart else faction


def _underlines(part: Sequence[TextLine]) -> bool:
    """Return whether a line of signs after these lines underlines the name above it."""
    return len(part) == 1 and not part[0].apart and not faction_of(part[0].text)


def _read_list(lines: Sequence[TextLine], options: ReadOptions) -> Reading:
    """Return one deck, as the edition that understands more of it; the second wins a tie."""
    options.decks.add(lines[0].number, len(lines))
    if len(lines) > MOST_ENTRIES:
        raise DeckFormatError(
            f"From line {lines[0].number} on there are {len(lines):,} lines without a new deck;"
            f" a deck list has at most {MOST_ENTRIES:,}.",
            EXPORT_HINT,
            lines[0].number,
        )
    first, *others = lines
    best = best_reader(
        LineReader(options.pools[edition], options, first, others)
        for edition in options.editions(edition_of(lines))
    )
    if best is None or not best.understood or (best.doubts and not best.sense):
        raise DeckFormatError(
            "This is not a deck list: no line of it names a card or a faction.",
            EXPORT_HINT,
            lines[0].number,
        )
    options.decks.doubt(lines[0].number, best.doubts)
    return best.reading()
