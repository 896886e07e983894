"""The table of decks with today's verdict on each, judged in slices in a worker."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QDrag, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.local_names import name_order
from carddb.terms import Edition, Faction
from core.errors import AppError
from core.text_format import count_of, day_words
from desktop.runtime.tasks import Progress
from desktop.session.deck_session import NAMELESS, quoted
from desktop.session.drag_data import mime_of_decks
from desktop.session.library_worker import LibraryContents, LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import (
    LEFT,
    AnyIndex,
    CardDelegate,
    Role,
    card_row_height,
    cell_of,
    cell_width,
)
from desktop.widgets.drag_pixmap import HOT_SPOT, drag_label
from desktop.widgets.glyphs import Glyph, of_verdict
from desktop.widgets.rows_model import Column, Row, SortedModel
from desktop.widgets.rows_table import NarrowTable
from library.deck_values import LibraryDeck, Plan, StoredDeck
from library.errors import DamagedLibraryError
from validators.conditions import FORMATS, Requested, conditions_for
from validators.judge import Judge
from validators.problem import Severity

if TYPE_CHECKING:
    from library.library import Library


# Decks that are judged in one request to the library worker: others come in between.
SLICE = 40
Judges = Mapping[Edition, Judge]


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """The verdict on a version of a deck in short; `legal` is None where it cannot be judged.

    `warned` is whether there are warnings, which leave a deck legal.
    """

    version: int
    legal: bool | None
    text: str
    details: tuple[str, ...] = ()
    warned: bool = False

    @staticmethod
    def impossible(version: int, error: AppError) -> DeckVerdict:
        return DeckVerdict(version, None, "Cannot be judged", (error.sentence,))

    @property
    def glyph(self) -> Glyph:
        return of_verdict(legal=self.legal, warned=self.warned)

    @property
    def summary(self) -> str:
        """The verdict with its first reasons, a line each."""
        more = [f"and {len(self.details) - 6} more"] if len(self.details) > 6 else []
        return "\n".join([self.text, *self.details[:6], *more])


def judge_deck(opened: LibraryDeck, judges: Judges, today: date) -> DeckVerdict:
    """Judge a deck under what it states for itself, on a day unless it names one."""
    deck, judge = opened.deck, judges[opened.deck.edition]
    try:
        conditions = conditions_for(deck, judge.pool, Requested(), today)
    except AppError as error:
        return DeckVerdict.impossible(opened.version, error)
    verdict = judge.verdict(deck, conditions)
    errors, warnings, notes = (
        [each.message for each in verdict.of(severity)] for severity in Severity
    )
    errors += [f"{entry.title} is not in today's card data." for entry in opened.unknown]
    if errors:
        text = count_of(len(errors), "problem")
        return DeckVerdict(opened.version, legal=False, text=text, details=(*errors, *warnings))
    text = f"Legal · {count_of(len(warnings), 'warning')}" if warnings else "Legal"
    details, warned = (*warnings, *notes), bool(warnings)
    return DeckVerdict(opened.version, legal=True, text=text, details=details, warned=warned)


class DeckVerdicts(QObject):
    """Stores the verdicts on decks by their ids and versions, and requests missing ones.

    Signals:
        changed: there are more verdicts than before.
    """

    changed = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._judges: Judges | None = None
        self._today = date.min
        self._verdicts: dict[str, DeckVerdict] = {}
        self._missing: list[tuple[str, int]] = []
        # The judges and the day of the decks that are being judged.
        self._asked: tuple[Judges | None, date] | None = None
        library_worker.contents_changed.connect(self._on_contents_changed)

    def receive(self, judges: Judges, today: date) -> None:
        """Judge from now on, as of a day; earlier verdicts are dropped."""
        self._judges, self._today = judges, today
        self._verdicts.clear()
        self._on_contents_changed()

    def of(self, deck: StoredDeck) -> DeckVerdict | None:
        """Return the verdict on the current version of a deck, or None while there is none."""
        verdict = self._verdicts.get(deck.id)
        return verdict if verdict is not None and verdict.version == deck.version else None

    @property
    def complete(self) -> bool:
        return not self._missing and self._asked is None and self._judges is not None

    def _on_contents_changed(self) -> None:
        decks = self._library_worker.contents.decks
        self._missing = [(deck.id, deck.version) for deck in decks if self.of(deck) is None]
        self._judge_next()

    def _judge_next(self) -> None:
        if self._asked is not None or not self._missing or self._judges is None:
            return
        self._asked = self._judges, self._today
        slice_ = dict(self._missing[:SLICE])
        del self._missing[:SLICE]
        work = partial(_judge_slice, slice_, self._judges, self._today)
        self._library_worker.ask_long(work, self._on_judged, self._on_failed)

    def _on_judged(self, verdicts: Mapping[str, DeckVerdict]) -> None:
        asked, self._asked = self._asked, None
        # Verdicts by earlier cards or of another day are dropped.
        if asked == (self._judges, self._today):
            self._verdicts.update(verdicts)
            self.changed.emit()
        self._judge_next()

    def _on_failed(self, error: Exception) -> None:
        """Stop until the contents are read again."""
        self._asked = None
        self._missing.clear()
        self._library_worker.failed.emit(error)


def _judge_slice(
    versions: Mapping[str, int], judges: Judges, today: date, library: Library, progress: Progress
) -> dict[str, DeckVerdict]:
    """Return the verdicts on decks by their ids; `versions` are their ids with their versions.

    A deck that was deleted for good in the meantime, maybe by another window, has none.
    """
    pools = {edition: judge.pool for edition, judge in judges.items()}
    verdicts: dict[str, DeckVerdict] = {}
    try:
        found = [*library.decks.open_all(list(versions), pools)]
    except DamagedLibraryError:
        # One by one: a damaged deck does not prevent the verdict on another.
        found = []
        for deck_id, version in versions.items():
            try:
                found += library.decks.open_all([deck_id], pools)
            except DamagedLibraryError as error:
                verdicts[deck_id] = DeckVerdict.impossible(version, error)
    for number, opened in enumerate(found):
        progress(number, len(found))
        verdicts[opened.id] = judge_deck(opened, judges, today)
    return verdicts


# A short word in brackets at the end of a name, as ready-made decks have their packs.
_PACK = re.compile(r" \((?P<pack>\w{2,8})\)$")
_FORMATS = {(each.edition, each.name): each.label for each in FORMATS}
_LISTS = {"": "Of the day", "none": "No list", "latest": "Latest"}


@dataclass(frozen=True, slots=True)
class LibraryDeckRow:
    """A deck with names instead of codes and dates as text."""

    deck: StoredDeck
    verdict: DeckVerdict | None
    folder: str
    format: str
    list_name: str
    changed: str
    agendas: str

    @property
    def name(self) -> str:
        return self.deck.name or NAMELESS

    @property
    def folder_and_tags(self) -> str:
        return " · ".join(filter(None, (self.folder, *(f"#{tag}" for tag in self.deck.tags))))

    @property
    def verdict_text(self) -> str:
        return self.verdict.text if self.verdict else "Not judged yet"

    @property
    def short_name(self) -> str:
        """The name without a pack in brackets at its end."""
        return _PACK.sub("", self.name)

    @property
    def small_words(self) -> str:
        """What stands behind the name in small letters: pack, edition and tags."""
        pack = _PACK.search(self.name)
        edition = "1st edition" if self.deck.edition is Edition.FIRST else ""
        return "  ".join(filter(None, (pack["pack"] if pack else "", edition, *self.deck.tags)))

    @property
    def summary(self) -> str:
        """The name and what a narrow table has no column for."""
        built = f"Version {self.deck.built_version} is built" if self.deck.built else ""
        kinds = (self.deck.edition.label, self.format, f"List: {self.list_name}")
        return "\n".join(filter(None, (self.name, ", ".join(kinds), self.folder_and_tags, built)))


def deck_rows(
    decks: Iterable[StoredDeck],
    verdict_of: Callable[[StoredDeck], DeckVerdict | None],
    contents: LibraryContents,
    cards: LoadedCards | None,
    now: datetime,
) -> Iterator[LibraryDeckRow]:
    """Yield the rows of decks of a library."""
    folders: dict[str | None, str] = {each.id: each.name for each in contents.folders}
    for deck in decks:
        of = contents.deck(deck.plan_of) if deck.plan_of else None
        label = _FORMATS.get((deck.edition, deck.format), deck.format)
        known = cards.pools[deck.edition].lists.get(deck.list_code) if cards else None
        yield LibraryDeckRow(
            deck,
            verdict_of(deck),
            f"plan of “{of.name}”" if of else folders.get(deck.folder_id, ""),
            label[:1].upper() + label[1:],
            known.name if known else _LISTS.get(deck.list_code, deck.list_code),
            day_words(deck.deleted or deck.changed, now),
            ", ".join(
                card.name if (card := cards and cards.card(code)) else name
                for code, name in zip(deck.agendas, deck.agenda_names, strict=True)
            ),
        )


Decks = Sequence[StoredDeck]


def deck_count(number: int) -> str:
    return f"{number:,} deck{'s' * (number != 1)}"


def named(decks: Decks) -> str:
    """Return the name of one deck, or how many there are."""
    return quoted(decks[0].name) if len(decks) == 1 else deck_count(len(decks))


def decks_are(decks: Decks) -> str:
    """Return the subject and the verb of a sentence: "3 decks are"."""
    return f"{named(decks)} {'is' if len(decks) == 1 else 'are'}"


def with_plans(decks: Decks, plans: Sequence[Plan]) -> list[StoredDeck]:
    """Return decks, each followed by its plans, which are not in the list."""
    return [
        each
        for deck in decks
        for each in (deck, *(plan.deck for plan in plans if plan.of.id == deck.id))
    ]


def titled(opened: LibraryDeck, plans: Sequence[Plan]) -> LibraryDeck:
    """Return a deck for use outside of the library; the name of a plan has its deck's name."""
    plan = next((plan for plan in plans if plan.id == opened.id), None)
    if plan is None:
        return opened
    name = f"{plan.of.name or NAMELESS}, plan: {plan.name}"
    return opened.with_deck(replace(opened.deck, name=name))


_FACTIONS = {each: number for number, each in enumerate(Faction)}
_FLAG = Qt.ItemFlag
# A selection of thousands asks for the flags of each of its cells.
_FIXED = _FLAG.ItemIsSelectable | _FLAG.ItemIsEnabled | _FLAG.ItemNeverHasChildren
_WRITABLE = _FIXED | _FLAG.ItemIsEditable


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryColumn(Column[LibraryDeckRow]):
    """A column that is shown if it is `needed`; a `spare` one only in a large window."""

    needed: Callable[[Sequence[LibraryDeckRow]], bool] = lambda rows: True
    spare: bool = False


def _verdict_key(row: LibraryDeckRow) -> tuple[int, int, str]:
    if row.verdict is None:
        return 3, 0, ""
    order = {True: 0, False: 1, None: 2}[row.verdict.legal]
    return order, len(row.verdict.details) if order else 0, row.verdict_text


COLUMNS = (
    LibraryColumn(
        name="Faction",
        sort_key=lambda row: _FACTIONS.get(row.deck.faction or Faction.NEUTRAL, 99),
        text=lambda row: "",
        glyphs=lambda row: (Glyph(icons.faction_glyph(row.deck.faction), row.deck.faction),),
        words=lambda row: row.deck.faction.label if row.deck.faction else "None",
        width=5,
    ),
    LibraryColumn(
        title="Deck",
        sort_key=lambda row: name_order(row.name),
        text=lambda row: row.short_name,
        words=lambda row: row.name,
        tooltip=lambda row: row.summary,
        width=18,
        share=9,
    ),
    LibraryColumn(
        title="Agenda",
        sort_key=lambda row: (not row.agendas, name_order(row.agendas)),
        text=lambda row: row.agendas or "None",
        faint=True,
        width=12,
        share=5,
    ),
    LibraryColumn(
        title="Verdict today",
        sort_key=_verdict_key,
        text=lambda row: row.verdict_text if row.verdict else "…",
        glyphs=lambda row: (row.verdict.glyph,) if row.verdict else (),
        tooltip=lambda row: row.verdict.summary if row.verdict else row.verdict_text,
        words=lambda row: row.verdict_text,
        width=16,
        needed=lambda rows: not any(row.deck.deleted for row in rows),
    ),
    LibraryColumn(title="Format", text=lambda row: row.format, faint=True, width=11, spare=True),
    LibraryColumn(
        title="List",
        text=lambda row: row.list_name,
        faint=True,
        width=15,
        needed=lambda rows: any(row.deck.list_code for row in rows),
        spare=True,
    ),
    LibraryColumn(
        title="Built",
        name="Built in real cards",
        sort_key=lambda row: -(row.deck.built_version or 0),
        text=lambda row: f"v{row.deck.built_version}" if row.deck.built else "",
        words=lambda row: f"Version {row.deck.built_version}" if row.deck.built else "Not built",
        faint=True,
        width=6,
        needed=lambda rows: any(row.deck.built for row in rows),
        spare=True,
    ),
    LibraryColumn(
        title="Folder and tags",
        sort_key=lambda row: (not row.folder_and_tags, name_order(row.folder_and_tags)),
        text=lambda row: row.folder_and_tags,
        faint=True,
        width=12,
        share=5,
        needed=lambda rows: any(row.folder_and_tags for row in rows),
        spare=True,
    ),
    LibraryColumn(
        title="Changed",
        sort_key=lambda row: row.deck.deleted or row.deck.changed,
        text=lambda row: row.changed,
        faint=True,
        width=13,
    ),
)
NAME = 1
CHANGED = len(COLUMNS) - 1
# Columns that a narrow table hides, one after the other.
_DISPENSABLE = tuple(
    next(number for number, column in enumerate(COLUMNS) if column.title == title)
    for title in ("List", "Folder and tags", "Format", "Agenda", "Changed")
)
# The width of a window that has room for every column, in quarters of the font's height.
_LARGE = 425


class DecksModel(SortedModel[LibraryDeckRow]):
    """The decks that are shown, in the order of one column.

    Signals:
        renamed: a deck was given another name in the table (its id, the name).
    """

    renamed = Signal(str, str)
    tie_breaker = NAME

    def __init__(self) -> None:
        super().__init__(COLUMNS, key=lambda row: row.deck.id)
        self.sorted_by, self.descending = CHANGED, True
        self.binned = False

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if self.binned:
            return _FIXED
        return (_WRITABLE if index.column() == NAME else _FIXED) | _FLAG.ItemIsDragEnabled

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self.binned and section == CHANGED and role == Qt.ItemDataRole.DisplayRole:
            return "Deleted"
        return super().headerData(section, orientation, role)

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.EditRole:
            return self.rows[row].deck.name
        if role == Role.TRAILING:
            return self.rows[row].small_words
        return super().value(row, column, role)

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        row, name = self.rows[index.row()], str(value).strip()
        if name and name != row.deck.name:
            self.renamed.emit(row.deck.id, name)
        return bool(name)


class DecksDelegate(CardDelegate):
    """Paints a row of a deck; behind its name, in small letters, what belongs to it."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        words = index.data(Role.TRAILING) if index.column() == NAME else ""
        metrics = option.fontMetrics
        place = option.rect.adjusted(cell_width(cell_of(index), metrics), 0, 0, 0)
        if not words or place.width() < 2 * metrics.height():
            return
        painter.save()
        painter.setFont(sized(option.font, Size.SMALL))
        painter.setPen(colours_of(option.palette).faint)
        while words and painter.fontMetrics().horizontalAdvance(words) > place.width():
            words = words.rpartition("  ")[0]
        painter.drawText(place, LEFT, words)
        painter.restore()


class SortedDecksTable(NarrowTable[Row]):
    """Rows of decks in the order of a column; Enter or a double click opens one.

    Signals:
        selection_changed: others are selected.
    """

    selection_changed = Signal()

    def __init__(
        self, model: SortedModel[Row], name: str, parent: QWidget | None, dropped: Sequence[int]
    ) -> None:
        super().__init__(model, name, parent, main=NAME, dropped=dropped)
        row = card_row_height(self.fontMetrics())
        # A little less than the two lines need in which a long text would wrap.
        self.verticalHeader().setDefaultSectionSize(row + space(self, 1) - 1)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.horizontalHeader().setSortIndicator(model.sorted_by, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.open_rows()
        self.selectionModel().selectionChanged.connect(self.selection_changed)


class DecksTable(SortedDecksTable[LibraryDeckRow]):
    """The decks of the library; they can be dragged, and renamed in their row."""

    def __init__(self, model: DecksModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Decks", parent, _DISPENSABLE)
        self._current_row = 0
        self.setItemDelegate(DecksDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)

    @property
    def selected_count(self) -> int:
        return len(self._selected_numbers())

    def rename(self) -> None:
        index = self.currentIndex().siblingAtColumn(NAME)
        if index.isValid():
            self.setCurrentIndex(index)
            self.edit(index)

    @override
    def startDrag(self, actions: Qt.DropAction) -> None:
        decks = [row.deck for row in self.selected()]
        drag = QDrag(self)
        drag.setMimeData(mime_of_decks([deck.id for deck in decks]))
        drag.setPixmap(drag_label(self, named(decks)))
        drag.setHotSpot(HOT_SPOT)
        drag.exec(Qt.DropAction.MoveAction)

    @override
    def fit_columns(self) -> None:
        rows, large = self._model.rows, self.window().width() >= space(self, _LARGE)
        self.unused = frozenset(
            number
            for number, column in enumerate(COLUMNS)
            if (rows and not column.needed(rows)) or (column.spare and not large)
        )
        super().fit_columns()

    @override
    def _on_model_about_to_be_reset(self) -> None:
        super()._on_model_about_to_be_reset()
        self._current_row = max(self.currentIndex().row(), 0)

    @override
    def _on_model_reset(self) -> None:
        super()._on_model_reset()
        count = self._model.rowCount()
        if count and not self.selectionModel().hasSelection():
            # The selected deck is gone: select the deck that is in its row now.
            self.setCurrentIndex(self._model.index(min(self._current_row, count - 1), NAME))
        self.selection_changed.emit()
