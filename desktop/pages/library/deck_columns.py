"""The columns of the table of decks, as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from carddb.spelling import fold
from carddb.terms import Edition, Faction
from desktop.pages.library.deck_rows import DeckRow
from desktop.style import icons
from desktop.widgets.glyphs import Glyph

_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}
_FACTIONS = {each: number for number, each in enumerate(Faction)}
_LAST = "\uffff"


@lru_cache(maxsize=20_000)
def folded(name: str) -> str:
    """Return a name as names are compared; tables of thousands are sorted often."""
    return fold(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckColumn:
    """A column: its heading, its text, its sort key, and its width in characters.

    A column with a `share` gets its part of what is left over instead. `tooltip` and
    `accessible_text` replace the text there. A column is hidden where it is not `needed`.
    """

    title: str
    key: Callable[[DeckRow], Any]
    text: Callable[[DeckRow], str]
    glyphs: Callable[[DeckRow], tuple[Glyph, ...]] = lambda row: ()
    tooltip: Callable[[DeckRow], str] | None = None
    accessible_text: Callable[[DeckRow], str] | None = None
    name: str = ""
    faint: bool = False
    width: float = 0
    share: int = 0
    needed: Callable[[Sequence[DeckRow]], bool] = lambda rows: True


def _verdict_key(row: DeckRow) -> tuple[int, int, str]:
    if row.verdict is None:
        return 3, 0, ""
    order = {True: 0, False: 1, None: 2}[row.verdict.legal]
    return order, len(row.verdict.details) if order else 0, row.verdict_text


COLUMNS = (
    DeckColumn(
        title="Deck", key=lambda row: folded(row.name), text=lambda row: row.name, width=18, share=9
    ),
    DeckColumn(
        title="Faction",
        key=lambda row: _FACTIONS.get(row.deck.faction or Faction.NEUTRAL, 99),
        text=lambda row: row.faction,
        glyphs=lambda row: (Glyph(icons.of_faction(row.deck.faction), row.deck.faction),),
        width=16,
    ),
    DeckColumn(
        title="Agenda",
        key=lambda row: row.agendas or _LAST,
        text=lambda row: row.agendas or "None",
        width=12,
        share=6,
    ),
    DeckColumn(
        title="Verdict today",
        key=_verdict_key,
        text=lambda row: row.verdict_text if row.verdict else "…",
        glyphs=lambda row: (row.verdict_glyph,) if row.verdict else (),
        tooltip=lambda row: row.verdict_details,
        accessible_text=lambda row: row.verdict_text,
        width=17,
        needed=lambda rows: not any(row.deck.deleted for row in rows),
    ),
    DeckColumn(title="Format", key=lambda row: row.format, text=lambda row: row.format, width=11),
    DeckColumn(
        title="List",
        key=lambda row: row.list_name,
        text=lambda row: row.list_name,
        faint=True,
        width=15,
        needed=lambda rows: any(row.deck.list_code for row in rows),
    ),
    DeckColumn(
        title="Ed.",
        name="Edition",
        key=lambda row: row.deck.edition.value,
        text=lambda row: _EDITIONS[row.deck.edition],
        tooltip=lambda row: row.deck.edition.label,
        faint=True,
        width=5,
        needed=lambda rows: len({row.deck.edition for row in rows}) > 1,
    ),
    DeckColumn(
        title="Folder and tags",
        key=lambda row: folded(row.folder_and_tags) or _LAST,
        text=lambda row: row.folder_and_tags,
        faint=True,
        width=12,
        share=6,
        needed=lambda rows: any(row.folder_and_tags for row in rows),
    ),
    DeckColumn(
        title="Changed",
        key=lambda row: row.deck.deleted or row.deck.changed,
        text=lambda row: row.changed,
        faint=True,
        width=14,
    ),
)
NAME = 0
CHANGED = len(COLUMNS) - 1
