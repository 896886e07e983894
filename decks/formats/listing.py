"""Deck lists in plain text -> decks, with an account of every line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from decks.errors import DeckFormatError
from decks.formats.deck_format import MOST_ENTRIES, Wanted
from decks.formats.line_reader import LineReader, edition_of
from decks.formats.lines import Line, faction_of, lines_of
from decks.formats.source import EXPORT_HINT
from decks.report import Reading

_SEPARATOR = re.compile(r"={3,}")

Undress = Callable[[Line], Line]


def read_lists(
    text: str, wanted: Wanted, undress: Undress | None = None, head: Undress | None = None
) -> list[Reading]:
    """Return the decks of a text, parted by lines of equals signs.

    `undress` takes what a format puts around the words of a line off it, `head` what it adds to a
    deck's first line. DeckFormatError where a part is no deck list.
    """
    lines = lines_of(text)
    if undress is not None:
        lines = [undress(line) for line in lines]
    parts = list(_parts(lines))
    if not parts:
        raise DeckFormatError("The file is empty between its lines of equals signs: no deck.")
    if head is not None:
        parts = [[head(part[0]), *part[1:]] for part in parts]
    return [_read_list(part, wanted) for part in parts]


def _parts(lines: Sequence[Line]) -> Iterator[list[Line]]:
    part: list[Line] = []
    for line in lines:
        if not _SEPARATOR.fullmatch(line.text) or _underlines(part):
            part.append(line)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _underlines(part: Sequence[Line]) -> bool:
    """Tell whether a line of signs after these lines underlines the name above it."""
    return len(part) == 1 and not part[0].apart and not faction_of(part[0].text)


def _read_list(lines: Sequence[Line], wanted: Wanted) -> Reading:
    """Return one deck of these lines, as the edition that understands more of them.

    The second edition wins a tie. DeckFormatError where nothing in them belongs to a deck.
    """
    wanted.decks.add(lines[0].number)
    if len(lines) > MOST_ENTRIES:
        raise DeckFormatError(
            f"From line {lines[0].number} on there are {len(lines)} lines without a new deck;"
            f" a deck list has at most {MOST_ENTRIES}.",
            EXPORT_HINT,
            lines[0].number,
        )
    best: LineReader | None = None
    for edition in wanted.editions(edition_of(lines)):
        reader = LineReader(wanted.pools[edition], wanted)
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
    return best.reading()
