"""The table of published decks: what a worker finds, and how its rows look."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QRect, QSignalBlocker, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.local_names import name_order
from carddb.spelling import fold
from carddb.terms import Edition, Faction
from core.text_format import MONTHS
from decks.deck import Deck
from desktop.pages.library.decks_table import DeckVerdict, SortedDecksTable, judge_deck
from desktop.runtime.tasks import Progress
from desktop.style import icons
from desktop.style.palette import colours_of
from desktop.style.shapes import fill
from desktop.widgets.card_delegate import RIGHT, AnyIndex, CardDelegate, Cell
from desktop.widgets.glyphs import Glyph
from desktop.widgets.rows_model import Column, SortedModel
from library.deck_values import LibraryDeck
from validators.judge import Judge

if TYPE_CHECKING:
    from published.corpus import Corpus, Filters

# Judging thousands of decks takes some tenths of a second; these are shown first.
JUDGED_FIRST = 500


@dataclass(frozen=True, slots=True)
class PublishedWanted:
    """What is looked for; `filters` is None if the search names an unknown card.

    `months` is the age that decks may have, 0 for any. They are compared with the deck `like`.
    Unless `whole`, only the first decks are judged under a list.
    """

    corpus: Corpus
    judge: Judge
    today: date
    filters: Filters | None
    months: int = 0
    like: Deck | None = None
    whole: bool = False


def months_before(today: date, months: int) -> str:
    """Return the day that many months ago, as year-month-day; the 28th at the latest."""
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, min(today.day, 28)).isoformat()


def code_of_title(corpus: Corpus, typed: str) -> str:
    """Return the first card whose title is what was typed, begins so, or has it."""
    wanted = fold(typed)
    titles = [
        (fold(name), card.code)
        for card in corpus.title_cards
        for name in (card.name, card.english_name)
    ]
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = next((code for title, code in titles if fits(title, wanted)), "")
        if found:
            return found
    return ""


@dataclass(frozen=True, slots=True)
class PublishedFound:
    """What was found: rows, the newest or the most alike first.

    `complete` is false where some decks were not judged under the list.
    """

    wanted: PublishedWanted
    rows: tuple[PublishedRow, ...] = ()
    complete: bool = True
    verdicts: dict[int, DeckVerdict] = field(default_factory=dict)

    def verdict(self, index: int) -> DeckVerdict:
        """Return today's verdict on a deck, found when it is first seen."""
        if index not in self.verdicts:
            wanted = self.wanted
            opened = LibraryDeck("", 0, wanted.corpus.deck(index))
            judges = {Edition.SECOND: wanted.judge}
            self.verdicts[index] = judge_deck(opened, judges, wanted.today)
        return self.verdicts[index]


class PublishedRow(NamedTuple):
    """A published deck; `alike` is how like the player's deck it is, None without one.

    A tuple, because there are 20,000 of them after every key that is typed.
    """

    found: PublishedFound
    place: int
    number: int
    alike: float | None

    @property
    def _facts(self) -> tuple[int, str, str, str, str]:
        return self.found.wanted.corpus.decks[self.place]

    @property
    def name(self) -> str:
        return self._facts[1] or f"Decklist {self.number}"

    @property
    def day(self) -> str:
        return self._facts[2][:10]

    @property
    def day_words(self) -> str:
        year, month, day = self.day.split("-")
        return f"{int(day)} {MONTHS[int(month) - 1]} {year}"

    @property
    def faction(self) -> Faction:
        return Faction(self._facts[3])

    @property
    def agendas(self) -> str:
        corpus = self.found.wanted.corpus
        return ", ".join(corpus.pool.card(code).name for code in corpus.agendas[self.place])

    @property
    def verdict(self) -> DeckVerdict:
        return self.found.verdict(self.place)

    @property
    def percent(self) -> str:
        return "" if self.alike is None else f"{self.alike:.0%}".replace("%", " %")


def find_published(wanted: PublishedWanted, progress: Progress) -> PublishedFound:
    """Return the published decks that are wanted; the work of a worker."""
    from published.suggestions import likeness, ordered  # noqa: PLC0415 - numpy is imported

    corpus, filters = wanted.corpus, wanted.filters
    if filters is None:
        return PublishedFound(wanted)
    alike = likeness(corpus, wanted.like) if wanted.like else None
    progress(0, 0)
    places, complete = ordered(corpus, corpus.select(filters), alike), True
    if filters.list_code:
        complete = wanted.whole or len(places) <= JUDGED_FIRST
        judged = places if complete else places[:JUDGED_FIRST]
        legal = corpus.legal(filters.list_code, wanted.judge, judged)
        places = [place for place in places if legal[place]]
    found = PublishedFound(wanted, complete=complete)
    rows = (
        PublishedRow(
            found, index, corpus.decks[index][0], None if alike is None else float(alike[index])
        )
        for index in places
    )
    # The rows ask the result without rows for verdicts, which both share.
    return replace(found, rows=tuple(rows))


class BarColumn(Column[PublishedRow]):
    """A column with room for a bar before the text."""

    @override
    def cell(self, row: PublishedRow) -> Cell:
        return replace(super().cell(row), indent=4)


COLUMNS: tuple[Column[PublishedRow], ...] = (
    Column(
        name="Faction",
        text=lambda row: "",
        glyphs=lambda row: (Glyph(icons.faction_glyph(row.faction), row.faction),),
        words=lambda row: row.faction.label,
        sort_key=lambda row: row.faction.label,
        width=5,
    ),
    Column(
        title="Deck",
        text=lambda row: row.name,
        sort_key=lambda row: name_order(row.name),
        width=14,
        share=9,
    ),
    Column(title="Agenda", text=lambda row: row.agendas or "None", faint=True, width=15, share=6),
    BarColumn(
        title="Like mine",
        text=lambda row: row.percent,
        alignment=RIGHT,
        words=lambda row: f"{row.percent} like mine",
        sort_key=lambda row: row.alike,
        width=13,
    ),
    Column(
        name="Verdict today",
        text=lambda row: "",
        glyphs=lambda row: (row.verdict.glyph,),
        words=lambda row: row.verdict.text,
        tooltip=lambda row: row.verdict.summary,
        sort_key=lambda row: 0,  # judging thousands of decks takes seconds
        width=4,
    ),
    Column(
        title="Published",
        text=lambda row: row.day_words,
        sort_key=lambda row: (row.day, row.number),
        faint=True,
        width=13,
    ),
)
AGENDA, ALIKE, PUBLISHED = 2, 3, len(COLUMNS) - 1
# The width of the bar of likeness, in the font's height.
_BAR = 2


class PublishedModel(SortedModel[PublishedRow]):
    """The decks that were found, the newest first."""

    tie_breaker = PUBLISHED

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent, key=attrgetter("number"))
        self.sorted_by, self.descending = PUBLISHED, True


class PublishedDelegate(CardDelegate):
    """Paints how like the player's deck another one is, too, as a bar."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        model = index.model()
        if index.column() != ALIKE or not isinstance(model, PublishedModel):
            return
        row = model.rows[index.row()]
        if row.alike is None:
            return
        painter.save()
        colours, height = colours_of(option.palette), option.fontMetrics.height()
        bar = QRect(0, 0, _BAR * height, max(3, height // 4))
        bar.moveCenter(option.rect.center())
        bar.moveLeft(option.rect.left() + height // 2)
        fill(painter, bar, colours.track, bar.height() / 2)
        full = QRect(bar.topLeft(), bar.bottomRight())
        full.setWidth(round(bar.width() * row.alike))
        fill(painter, full, colours.accent, bar.height() / 2)
        painter.restore()


class PublishedTable(SortedDecksTable[PublishedRow]):
    """The decks that were found, of which one is selected."""

    def __init__(self, model: PublishedModel, parent: QWidget) -> None:
        super().__init__(model, "Published decks", parent, (AGENDA, PUBLISHED))
        self._decks = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegate(PublishedDelegate(self))
        self.unused = frozenset({ALIKE})
        model.modelReset.connect(self.selection_changed)

    def show_found(self, found: PublishedFound) -> None:
        """Show the decks that were found, the most alike first if they are compared with one."""
        model, alike = self._decks, found.wanted.like is not None
        column = ALIKE if alike else PUBLISHED
        if bool(self.unused) is alike:
            self.unused = frozenset() if alike else frozenset({ALIKE})
            model.sorted_by, model.descending = column, True
            with QSignalBlocker(self.horizontalHeader()):  # the rows come in this order
                self.horizontalHeader().setSortIndicator(column, Qt.SortOrder.DescendingOrder)
        if (model.sorted_by, model.descending) == (column, True):
            model.update_rows(found.rows)
        else:
            model.show(found.rows)
        self.fit_columns()
        if model.rows and not self.selected():
            self.selectRow(0)
