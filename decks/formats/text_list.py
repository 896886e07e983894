"""Deck lists in plain text -> decks, with an account of every line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile

from carddb.names import name_index
from decks.formats.counts import number_behind, split_count
from decks.formats.deck_format import MOST_ENTRIES, ReadOptions
from decks.formats.faction_line import faction_and_agendas
from decks.formats.factions import faction_of
from decks.formats.line_reader import FACTION_FIELDS, LineReader, edition_of
from decks.formats.lines import TextLine, heading_of, is_remark, labelled_value, lines_of
from decks.formats.source import EXPORT_HINT, MOST_COPIES
from decks.report import DeckFormatError, Reading

_SEPARATOR = re.compile(r"={3,}")

Undress = Callable[[TextLine], TextLine]


def read_lists(
    text: str, options: ReadOptions, undress: Undress | None = None, head: Undress | None = None
) -> list[Reading]:
    """Return the decks of a text, parted by lines of equals signs or standing one after another.

    `undress` takes what a format puts around the words of a line off it, `head` what it adds to a
    deck's first line. DeckFormatError where a part is no deck list.
    """
    lines = lines_of(text)
    if undress is not None:
        lines = [undress(line) for line in lines]
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
    """Yield the decks of lists that were pasted one after another, with nothing between them.

    A faction after cards begins another deck if a name, or another head of a list,
    comes before it, set apart by a blank line, or its packs after it. Without that it heads the
    cards of a house.
    """
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
    """Return whether a line states copies; nobody has those of "2016 World Championship Deck".

    A plain number behind a title is one; behind other words it may be the number of a deck.
    """
    copies, _ = split_count(line.text)
    if copies is None and (plain := number_behind(line.text)) is not None:
        copies, title = plain
        return copies <= MOST_COPIES and any(
            name_index(pool).knows(title) for pool in options.pools.values()
        )
    return copies is not None and copies <= MOST_COPIES


def _states_copies(line: TextLine) -> bool:
    return split_count(line.text)[0] is not None


def _has_packs(part: Sequence[TextLine], faction: int) -> bool:
    """Return whether "Packs: From …" stands between a faction and the cards after it."""
    head = takewhile(lambda line: not _states_copies(line), islice(part, faction + 1, faction + 10))
    return any((labelled_value(line.text) or ("",))[0] == "packs" for line in head)


def _names_faction(line: TextLine, options: ReadOptions) -> bool:
    """Return whether a line names a faction, perhaps with its agendas."""
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
    """Return where the block of lines begins that is the head above a faction; there, if none is.

    It is a name, fields such as "Version: 1.0", or a name with fields after it.
    """
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
    """Return one deck of these lines, as the edition that understands more of them.

    The second edition wins a tie. DeckFormatError where nothing in them belongs to a deck.
    """
    options.decks.add(lines[0].number, len(lines))
    if len(lines) > MOST_ENTRIES:
        raise DeckFormatError(
            f"From line {lines[0].number} on there are {len(lines)} lines without a new deck;"
            f" a deck list has at most {MOST_ENTRIES}.",
            EXPORT_HINT,
            lines[0].number,
        )
    best: LineReader | None = None
    for edition in options.editions(edition_of(lines)):
        reader = LineReader(options.pools[edition], options)
        reader.read(lines)
        if best is None or reader.sense > best.sense:
            best = reader
        if not best.doubts:
            break
    if best is None or not best.understood or (best.doubts and not best.sense):
        raise DeckFormatError(
            "This is no deck list: no line of it names a card or a faction.",
            EXPORT_HINT,
            lines[0].number,
        )
    options.decks.doubt(lines[0].number, best.doubts)
    return best.reading()
