"""The rows and columns of the table of decks, as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PySide6.QtCore import Qt

from carddb.spelling import fold
from carddb.terms import Edition, Faction
from desktop.pages.library.deck_verdicts import Ruling
from desktop.session.loaded_cards import EDITION_LABELS
from desktop.session.open_deck import NAMELESS
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from library.deck_values import StoredDeck
from validators.problem import Severity

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_EDITIONS = {Edition.FIRST: "1st", Edition.SECOND: "2nd"}
_FACTIONS = {each: number for number, each in enumerate(Faction)}
_LAST = "\uffff"


@lru_cache(maxsize=20_000)
def folded(name: str) -> str:
    """Return a name as names are compared; tables of thousands are sorted often."""
    return fold(name)


@dataclass(frozen=True, slots=True)
class DeckRow:
    """A deck as the table shows it; names instead of codes, and days in words."""

    deck: StoredDeck
    ruling: Ruling | None
    folder: str
    format: str
    list_name: str
    changed: str

    @property
    def name(self) -> str:
        """The deck's name, or words where it has none."""
        return self.deck.name or NAMELESS

    @property
    def faction(self) -> str:
        """The faction's name as players write it."""
        return self.deck.faction.label if self.deck.faction else "None"

    @property
    def agendas(self) -> str:
        """The names of the agendas."""
        return ", ".join(self.deck.agenda_names)

    @property
    def filed(self) -> str:
        """The folder and the tags."""
        return " · ".join(filter(None, (self.folder, *(f"#{tag}" for tag in self.deck.tags))))

    @property
    def sign(self) -> Glyph:
        """The sign of the verdict."""
        if self.ruling is None:
            return Glyph("")
        if self.ruling.legal is None:
            return Glyph(icons.NOTE, Severity.NOTE, "note")
        if self.ruling.legal and self.ruling.warned:
            return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, "warning")
        name = icons.LEGAL if self.ruling.legal else icons.of_severity(Severity.ERROR)
        return Glyph(name, self.ruling.legal)

    @property
    def verdict(self) -> str:
        """The verdict in words."""
        return self.ruling.words if self.ruling else "Not judged yet"

    @property
    def reasons(self) -> str:
        """The verdict with its first reasons, a line each."""
        details = self.ruling.details if self.ruling else ()
        more = [f"and {len(details) - 6} more"] if len(details) > 6 else []
        return "\n".join([self.verdict, *details[:6], *more])


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its heading, what it shows and says, how it sorts, and its width in characters.

    A column with a `share` takes its part of what is left over instead. `tip` and `said` are what
    the tool tip and a screen reader tell instead of the text. `needed` tells whether the column
    says anything about some decks; it is hidden where it does not.
    """

    title: str
    key: Callable[[DeckRow], Any]
    text: Callable[[DeckRow], str]
    glyphs: Callable[[DeckRow], tuple[Glyph, ...]] = lambda row: ()
    tip: Callable[[DeckRow], str] | None = None
    said: Callable[[DeckRow], str] | None = None
    name: str = ""
    faint: bool = False
    width: float = 0
    share: int = 0
    needed: Callable[[Sequence[DeckRow]], bool] = lambda rows: True


def _verdict_key(row: DeckRow) -> tuple[int, int, str]:
    if row.ruling is None:
        return 3, 0, ""
    order = {True: 0, False: 1, None: 2}[row.ruling.legal]
    return order, len(row.ruling.details) if order else 0, row.verdict


COLUMNS = (
    Column(
        title="Deck",
        key=lambda row: folded(row.name),
        text=lambda row: row.name,
        width=18,
        share=9,
    ),
    Column(
        title="Faction",
        key=lambda row: _FACTIONS.get(row.deck.faction or Faction.NEUTRAL, 99),
        text=lambda row: row.faction,
        glyphs=lambda row: (Glyph(icons.of_faction(row.deck.faction), row.deck.faction),),
        width=16,
    ),
    Column(
        title="Agenda",
        key=lambda row: row.agendas or _LAST,
        text=lambda row: row.agendas or "None",
        width=12,
        share=6,
    ),
    Column(
        title="Verdict today",
        key=_verdict_key,
        text=lambda row: row.verdict if row.ruling else "…",
        glyphs=lambda row: (row.sign,) if row.ruling else (),
        tip=lambda row: row.reasons,
        said=lambda row: row.verdict,
        width=17,
        needed=lambda rows: not any(row.deck.deleted for row in rows),
    ),
    Column(
        title="Format",
        key=lambda row: row.format,
        text=lambda row: row.format,
        width=11,
    ),
    Column(
        title="List",
        key=lambda row: row.list_name,
        text=lambda row: row.list_name,
        faint=True,
        width=15,
        needed=lambda rows: any(row.deck.list_code for row in rows),
    ),
    Column(
        title="Ed.",
        name="Edition",
        key=lambda row: row.deck.edition.value,
        text=lambda row: _EDITIONS[row.deck.edition],
        tip=lambda row: EDITION_LABELS[row.deck.edition],
        faint=True,
        width=5,
        needed=lambda rows: len({row.deck.edition for row in rows}) > 1,
    ),
    Column(
        title="Folder and tags",
        key=lambda row: folded(row.filed) or _LAST,
        text=lambda row: row.filed,
        faint=True,
        width=12,
        share=6,
        needed=lambda rows: any(row.filed for row in rows),
    ),
    Column(
        title="Changed",
        key=lambda row: row.deck.deleted or row.deck.changed,
        text=lambda row: row.changed,
        faint=True,
        width=14,
    ),
)
NAME = 0
CHANGED = len(COLUMNS) - 1
