"""What is played: agendas and factions over time, and the cards of the decks that were found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from carddb.terms import Faction
from desktop.pages.library.published_table import PublishedWanted, months_before
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.action_buttons import glyph_icon
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import of_type
from desktop.widgets.layouts import OneLine, column, label, row
from desktop.widgets.rows_model import Column, SortedModel, number_column
from desktop.widgets.rows_table import RowsTable
from desktop.widgets.segments import Segments
from published.remarks import WHAT_THEY_ARE

if TYPE_CHECKING:
    from published.corpus import Filters
    from published.statistics import CardFigures

_TILES, _PERIODS, _ACROSS = 6, 12, 3
# The months that a card's trend compares, where the search names no period.
_YEAR = 12
_UNBOUNDED = 16_777_215  # Qt's QWIDGETSIZE_MAX


class Shown(Enum):
    """What the panel counts."""

    AGENDAS = "Agendas"
    FACTIONS = "Factions"
    CARDS = "Cards"


@dataclass(frozen=True, slots=True)
class Share:
    """The share of the decks that play an agenda or a faction: now, and in each quarter."""

    key: str
    name: str
    share: float
    quarters: tuple[float, ...]

    @property
    def change(self) -> int:
        """The change since the quarter before, in percentage points."""
        latest, before = self.quarters[-1], self.quarters[-2] if len(self.quarters) > 1 else 0.0
        return round(100 * latest) - round(100 * before)


class Shares(NamedTuple):
    """The shares of agendas or factions among so many decks, published since a quarter."""

    decks: int = 0
    since: str = ""
    shares: tuple[Share, ...] = ()


class PlayedCard(NamedTuple):
    """How often a card is played among the decks that were found, and since the period before."""

    card: Card
    figures: CardFigures
    change: float


class Played(NamedTuple):
    """What is played in the decks of a search: the cards of `decks` decks, and the shares."""

    decks: int = 0
    cards: tuple[PlayedCard, ...] = ()
    agendas: Shares = Shares()
    factions: Shares = Shares()


def find_played(wanted: PublishedWanted, progress: Progress) -> Played:
    """Count what is played in the decks of a search; the work of a worker."""
    from published.statistics import card_figures, changes_of_share  # noqa: PLC0415 - numpy

    filters, corpus = wanted.filters, wanted.corpus
    if filters is None:
        return Played()
    mask = corpus.select(filters, wanted.judge)
    progress(0, 0)
    months = wanted.months or _YEAR
    begins = [months_before(wanted.today, months * times) for times in (1, 2)]
    times = [replace(filters, since=begins[0]), replace(filters, since=begins[1])]
    now, both = (corpus.select(each, wanted.judge) for each in times)
    changes = changes_of_share(corpus, now, both & ~now)
    cards = tuple(
        PlayedCard(corpus.pool.card(each.code), each, changes[each.title])
        for each in card_figures(corpus, mask)
    )
    progress(0, 0)
    return Played(
        int(mask.sum()),
        cards,
        _shares(wanted, replace(filters, agendas=()), Shown.AGENDAS),
        _shares(wanted, replace(filters, agendas=(), faction=""), Shown.FACTIONS),
    )


def _shares(wanted: PublishedWanted, filters: Filters, shown: Shown) -> Shares:
    from published.statistics import Span, by_period  # noqa: PLC0415 - numpy is imported

    corpus = wanted.corpus
    periods = by_period(corpus, corpus.select(filters, wanted.judge), Span.QUARTER)[-_PERIODS:]
    counts = [each.agendas if shown is Shown.AGENDAS else each.factions for each in periods]
    total = sum(each.decks for each in periods)
    sums = {key: sum(each.get(key, 0) for each in counts) for key in {k for c in counts for k in c}}
    most = sorted(sums, key=lambda key: (-sums[key], key))
    shares = (
        Share(
            key,
            corpus.pool.card(key).name if shown is Shown.AGENDAS else Faction(key).label,
            sums[key] / total,
            tuple(n.get(key, 0) / each.decks for n, each in zip(counts, periods, strict=True)),
        )
        for key in most[: _TILES if shown is Shown.AGENDAS else 8]
    )
    return Shares(total, periods[0].period if periods else "", tuple(shares))


class ShareTile(QAbstractButton):
    """A share with its change and its quarters as bars; pressing it shows its decks."""

    def __init__(self, share: Share, parent: QWidget) -> None:
        super().__init__(parent)
        self._share = share
        self.setText(share.name)
        quarters = ", ".join(f"{each:.0%}" for each in share.quarters)
        words = f"{share.name}: {share.share:.0%}, {share.change:+} in the last quarter"
        self.setAccessibleName(words)
        self.setToolTip(f"{words}\nBy quarter: {quarters}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 40), space(self, 12))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, share = QPainter(self), colours_of(self.palette()), self._share
        if self.underMouse() or self.hasFocus():
            focus = colours.accent if self.hasFocus() else None
            fill(painter, self.rect(), colours.hover_paper, corner(self.fontMetrics()), focus)
        gap, line = space(self, 1), self.fontMetrics().height()
        inner = self.rect().adjusted(gap, gap, -gap, -gap)
        painter.setPen(colours.ink)
        name = self.fontMetrics().elidedText(share.name, Qt.TextElideMode.ElideRight, inner.width())
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(inner, int(left), name)
        words = inner.adjusted(0, line + gap // 2, 0, 0)
        chart = words.adjusted(inner.width() * 3 // 5, 0, 0, 0)
        bold = tabular(sized(self.font(), Size.MIDDLE, QFont.Weight.DemiBold))
        painter.setFont(bold)
        percent = f"{share.share:.0%}".replace("%", " %")
        painter.drawText(words, int(left), percent)
        words.setLeft(words.left() + painter.fontMetrics().horizontalAdvance(percent) + gap)
        words.setTop(words.top() + gap // 2)
        painter.setFont(tabular(sized(self.font(), Size.SMALL)))
        painter.setPen(colours.legal_ink if share.change > 0 else colours.faint)
        painter.drawText(words, int(left), _signed(share.change))
        self._paint_bars(painter, QRectF(chart))
        painter.end()

    def _paint_bars(self, painter: QPainter, room: QRectF) -> None:
        colours, quarters = colours_of(self.palette()), self._share.quarters
        step, most = room.width() / _PERIODS, max([*self._share.quarters, 0.01])
        left = room.right() - step * len(quarters)
        for number, each in enumerate(quarters):
            height = max(1.0, room.height() * each / most)
            bar = QRectF(left + number * step, room.bottom() - height, step * 0.8, height)
            last = number == len(quarters) - 1
            painter.fillRect(bar, colours.accent if last else colours.frame)


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "\N{PLUS-MINUS SIGN}0"


CARD_COLUMNS: tuple[Column[PlayedCard], ...] = (
    Column(
        title="Card",
        text=lambda row: row.card.name,
        glyphs=lambda row: of_type(row.card),
        sort_key=lambda row: name_order(row.card.name),
        share=1,
    ),
    number_column(
        "Share",
        lambda row: f"{100 * row.figures.share:.0f} %",
        8,
        sort_key=lambda row: row.figures.decks,
    ),
    number_column(
        "95 %",
        lambda row: " to ".join(f"{100 * each:.0f}" for each in row.figures.interval),
        11,
        name="95 % interval of the share",
        faint=True,
        sort_key=lambda row: row.figures.decks,  # of the same number of decks
    ),
    number_column(
        "Copies",
        lambda row: f"{row.figures.mean:.1f}",
        9,
        name="Copies in the decks that have it",
        sort_key=lambda row: row.figures.mean,
    ),
    number_column(
        "Trend",
        lambda row: f"{_signed(round(100 * row.change))} %",
        9,
        name="Change of the share since the period before, or in the last 12 months",
        sort_key=lambda row: row.change,
    ),
)


class CardsTable(RowsTable[PlayedCard]):
    """The cards of the decks that were found; Enter or a double click shows a card's decks."""

    def __init__(self, parent: QWidget) -> None:
        self.cards: SortedModel[PlayedCard] = SortedModel(
            CARD_COLUMNS, key=lambda row: row.card.code, card=lambda row: row.card
        )
        super().__init__(self.cards, "Cards of these decks", parent)
        self.cards.sorted_by, self.cards.descending = 1, True
        self.empty_text = "No decks, no cards."
        self.setSelectionMode(RowsTable.SelectionMode.SingleSelection)
        self.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
        self.open_rows()
        watch_cards(self)


class PlayedPanel(QWidget):
    """Counts the decks of a search while it is open.

    Signals:
        agenda_chosen: the user wants to see the decks with an agenda (its code).
        faction_chosen: the user wants to see the decks of a faction (its code).
    """

    agenda_chosen = Signal(str)
    faction_chosen = Signal(str)

    def __init__(self, tasks: TaskRunner, parent: QWidget) -> None:
        super().__init__(parent)
        self.query: BackgroundQuery[PublishedWanted, Played] = BackgroundQuery(
            tasks, find_played, self, remembered=8
        )
        self.caption = OneLine(parent=self)
        self.source = OneLine(WHAT_THEY_ARE, self)
        self.kinds = Segments(
            "Counted", [(each.value, each) for each in Shown], Shown.AGENDAS, self
        )
        self.tiles = QWidget(self)
        self._grid = QGridLayout(self.tiles)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.cards = CardsTable(self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.tiles)
        self._stack.addWidget(self.cards)
        gap = space(self, 2)
        title = label("What is played", weight=QFont.Weight.DemiBold)
        self.fold = push_button("", self, "Show or hide what is played", kind="icon")
        self.fold.setAccessibleName("What is played")
        self.fold.setIcon(glyph_icon("decks/fold"))
        self.fold.setCheckable(True)
        self.fold.setChecked(True)
        self.fold.toggled.connect(self._on_fold_toggled)
        head = row(title, (self.caption, 1), self.kinds, self.fold, spacing=gap)
        parts = (head, (self._stack, 1), self.source)
        column(*parts, parent=self, margin=(gap, gap, gap, gap), spacing=gap)
        self.kinds.chosen.connect(self._show)
        self.query.changed.connect(self._show)

    def _on_fold_toggled(self, opened: bool) -> None:  # noqa: FBT001 - Qt's own
        for each in (self._stack, self.kinds, self.source):
            each.setVisible(opened)
        head = self.fold.sizeHint().height() + space(self, 4)
        self.setMaximumHeight(_UNBOUNDED if opened else head)
        self.query.set_active(active=opened)

    def _show(self) -> None:
        played, wanted = self.query.answer, self.query.question
        if played is None or wanted is None:
            return
        over_time = self.kinds.value is not Shown.CARDS
        of_agendas = self.kinds.value is Shown.AGENDAS
        decks, since, shares = played.agendas if of_agendas else played.factions
        caption = f"share of {played.decks:,} decks, and how it changed"
        if over_time:
            caption = f"share of {decks:,} decks since {since}, by quarter" if decks else ""
        self.caption.setText(caption)
        self._stack.setCurrentWidget(self.tiles if over_time else self.cards)
        self.cards.cards.show(played.cards)
        chosen = self.agenda_chosen if of_agendas else self.faction_chosen
        for tile in self.tiles.findChildren(ShareTile):
            tile.hide()
            tile.deleteLater()
        for number, share in enumerate(shares if over_time else ()):
            tile = ShareTile(share, self.tiles)
            tile.clicked.connect(partial(chosen.emit, share.key))
            across = _ACROSS if len(shares) <= _TILES else _ACROSS + 1
            self._grid.addWidget(tile, number // across, number % across)
