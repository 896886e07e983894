"""The Numbers tab: figures and charts of the deck, its categories and its opening hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QHideEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from carddb.gold import GoldKind
from carddb.terms import Faction, Number
from core.errors import AppError
from decks.categories import category_called, copies_in, missed_target
from decks.deck import Category, Deck
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import FlowLayout, buddy_label, column, label, row
from desktop.widgets.lazy_tab import LazyTab
from goldfish.report import HandsReport

if TYPE_CHECKING:
    from decks.stats import CountTable, DeckStats
    from desktop.widgets.changes.changes_panel import ChangesPanel
    from goldfish.report import Estimate, HandsReport

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class FigureLine:
    """One line: its name, its value, and what stands in faint ink behind it."""

    name: str
    value: str
    aside: str = ""
    faint: bool = False

    @property
    def words(self) -> str:
        said = f"{self.name}: {self.value}"
        return f"{said} ({self.aside})" if self.aside else said


class FigureGrid(QWidget):
    """A title, lines of figures, and a note. It is drawn: labels would lay the panel out anew."""

    def __init__(self, title: str, aside: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = title
        self.figures: tuple[FigureLine, ...] = ()
        self.note = ""
        self._aside = aside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)

    def show_figures(self, figures: Sequence[FigureLine], note: str = "") -> None:
        if (tuple(figures), note) == (self.figures, self.note):
            return
        grows = (len(figures), bool(note)) != (len(self.figures), bool(self.note))
        self.figures, self.note = tuple(figures), note
        self.setAccessibleDescription(self.words)
        self.setToolTip(note)
        if grows:
            self.updateGeometry()
        self.update()

    @property
    def words(self) -> str:
        return ", ".join([*(figure.words for figure in self.figures), *filter(None, [self.note])])

    @property
    def _line(self) -> int:
        return space(self, 5)

    @override
    def sizeHint(self) -> QSize:
        lines = 1 + len(self.figures) + self._note_lines
        return QSize(space(self, 40), lines * self._line)

    @property
    def _note_lines(self) -> int:
        """The lines that are reserved for the note; two where it is long, at every width."""
        return (len(self.note) > 0) + (len(self.note) > 40)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, line = colours_of(self.palette()), self._line
        painter = QPainter(self)
        painter.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        painter.setPen(colours.ink)
        painter.drawText(QRect(0, 0, self.width(), line), LEFT, self.title)
        figures = tabular(self.font())
        painter.setFont(figures)
        values = [painter.fontMetrics().horizontalAdvance(each.value) for each in self.figures]
        painter.setFont(sized(self.font(), Size.SMALL))
        painter.setPen(colours.faint)
        names = [painter.fontMetrics().horizontalAdvance(each.name) for each in self.figures]
        gap = space(self, 3)
        value = QRect(max(names, default=0) + gap, line, max(values, default=0), line)
        self._paint_faint(painter, value.left() - gap, value.right() + gap)
        painter.setFont(figures)
        for number, each in enumerate(self.figures):
            painter.setPen(colours.faint if each.faint else colours.ink)
            painter.drawText(value.translated(0, number * line), RIGHT, each.value)
        painter.end()

    def _paint_faint(self, painter: QPainter, named: int, aside: int) -> None:
        line, width = self._line, self.width()
        fits = aside + painter.fontMetrics().horizontalAdvance(self._aside) <= width
        if fits and any(each.aside for each in self.figures):
            painter.drawText(QRect(aside, 0, width - aside, line), LEFT, self._aside)
        for number, each in enumerate(self.figures, 1):
            painter.drawText(QRect(0, number * line, named, line), LEFT, each.name)
            painter.drawText(QRect(aside, number * line, width - aside, line), LEFT, each.aside)
        top = (1 + len(self.figures)) * line
        below = QRect(0, top, width, self.height() - top)
        painter.drawText(below, LEFT | Qt.TextFlag.TextWordWrap, self.note)


# After the last edit, milliseconds.
DELAY_MS = 300
# Where not every hand can be gone through.
SAMPLED = 20_000
SEED = 1
DASH = "\N{EN DASH}"
_AVERAGES = {
    "plot-income": "Income of plots",
    "plot-initiative": "Initiative of plots",
    "plot-claim": "Claim of plots",
    "plot-reserve": "Reserve of plots",
    "cost": "Cost of a card",
    "strength": "Strength of a character",
}
CARDS, GOLD, CHARACTERS = "Cards", "Gold", "Characters"
POOR, GREAT = "Poor: two cards or fewer", "Great: five or more"
HANDS = (CARDS, GOLD, CHARACTERS, POOR, GREAT)
PENDING = tuple(FigureLine(name, "…", faint=True) for name in HANDS)
SETUP = "Cards set up"
# What is charted, in this order; the titles are what the charts are saved as, too.
TITLES = {
    "categories": "Categories",
    "cost": "Cost",
    "icons": "Challenge icons",
    "factions": "Factions",
    "plots": "Plots",
    "income": "Income and gold",
    "types": "Types",
    "strength": "Strength of characters",
    "traits": "Traits",
}
_SCALES = {"cost", "strength"}
_PLOT_VALUES = {"income": "Income", "initiative": "Initiative", "reserve": "Reserve"}


def hands_of(deck: Deck, progress: Progress) -> HandsReport:
    """Return statistics of a deck's hands without a mulligan: exact within about a second.

    AppError where the deck cannot fill a hand; CancelledError when `progress` raises it.
    """
    # Not before it is wanted: numpy takes a while to load.

    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import exact_hands, is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415
    from goldfish.simulate import sampled_hands  # noqa: PLC0415

    progress(0, 100)
    kernel = SetupKernel(opening(deck))
    progress(50, 100)
    if is_quick(kernel):
        return exact_hands(kernel, KeepPolicy(), progress)
    return sampled_hands(kernel, KeepPolicy(), Sampling(SAMPLED, SEED), progress)


def drawn_from(deck: Deck) -> Deck:
    """Return the part of a deck that its hands depend on."""
    draw = tuple(deck.draw())
    return Deck(
        name="", edition=deck.edition, faction=deck.faction, agendas=deck.agendas, slots=draw
    )


def averages_of(stats: DeckStats) -> list[FigureLine]:
    figures = {figure.key: figure for figure in stats.figures}
    return [
        FigureLine(
            name,
            DASH if figure.mean is None else f"{figure.mean:.1f}",
            "" if figure.least is None else f"{figure.least} {DASH} {figure.greatest}",
        )
        for key, name in _AVERAGES.items()
        if (figure := figures.get(key)) is not None
    ]


def hands_figures(report: HandsReport) -> list[FigureLine]:
    means = (report.cards.mean, report.gold.mean, report.characters.mean)
    chances = (report.poor, report.great)
    figures = [(each, 1, "") for each in means] + [(each, 100, "%") for each in chances]
    return [
        FigureLine(name, f"{each.mean * times:.1f}{sign}", _interval(each, times))
        for name, (each, times, sign) in zip(HANDS, figures, strict=True)
    ]


def _interval(estimate: Estimate, times: int) -> str:
    if estimate.low == estimate.high:
        return ""
    digits = 2 if times == 1 else 1
    low, high = estimate.low * times, estimate.high * times
    return f"{low:.{digits}f} {DASH} {high:.{digits}f}"


def how_counted(report: HandsReport) -> str:
    if report.exact:
        return "exact"
    return f"{report.hands:,} hands, seed {report.seed}"


def hands_note(report: HandsReport) -> str:
    counted = f"{how_counted(report)}, without a mulligan"
    return " ".join([f"{counted}.", *report.remarks]) if report.remarks else counted


def hands_chart(report: HandsReport) -> Chart:
    """Return how likely it is to set up no card, one, two, ..."""
    shares = report.cards.histogram
    return Chart(
        SETUP,
        tuple(map(str, range(len(shares)))),
        (Series("Share of hands", shares),),
        x_label=SETUP,
        y_label="Share of hands",
        percent=True,
        note=how_counted(report),
    )


def charts_of(deck: Deck, stats: DeckStats) -> dict[str, Chart]:
    """Return the charts of a deck by their keys; one without anything to count is empty."""
    charts = {
        key: _counts(key, stats.table(key))
        for key in ("cost", "icons", "factions", "types", "strength", "traits")
    }
    if deck.categories:
        charts["categories"] = _counts("categories", stats.table("categories"))
    charts["plots"] = _plots(stats)
    charts["income"] = _income(deck, stats)
    return {key: charts.get(key, Chart(title, (), ())) for key, title in TITLES.items()}


def _counts(key: str, table: CountTable) -> Chart:
    counts = table.counts if table.most else ()
    factions = tuple(Faction(count.key) for count in counts) if key == "factions" else ()
    return Chart(
        TITLES[key],
        tuple(count.label for count in counts),
        (Series(CARDS, tuple(count.copies for count in counts)),),
        x_label=TITLES[key],
        rows=key not in _SCALES,
        factions=factions,
    )


def _plots(stats: DeckStats) -> Chart:
    lines = sorted(
        stats.plots,
        key=lambda line: (-_number(line.stats.income, -1), line.card.name, line.card.code),
    )
    series = (
        Series(name, tuple(_number(getattr(line.stats, key)) for line in lines))
        for key, name in _PLOT_VALUES.items()
        if any(getattr(line.stats, key) is not None for line in lines)
    )
    names = tuple(
        f"{n} {line.card.name}" if (n := line.copies) > 1 else line.card.name for line in lines
    )
    return Chart(TITLES["plots"], names, tuple(series), x_label="Plot", rows=True)


def _number(value: Number | None, otherwise: float = nan) -> float:
    return value if isinstance(value, int) else otherwise


def _income(deck: Deck, stats: DeckStats) -> Chart:
    """Return what brings gold or saves it, beside the plots."""
    rows = [row for row in _income_rows(deck, stats) if row[1]]
    return Chart(
        TITLES["income"],
        tuple(name for name, _ in rows),
        (Series("Copies or gold", tuple(count for _, count in rows)),),
        x_label="What",
        rows=True,
    )


def _income_rows(deck: Deck, stats: DeckStats) -> Iterator[tuple[str, int]]:
    modifiers = stats.table("modifiers")
    yield "Cards with income", modifiers.copies("income-cards")
    yield "Their income", modifiers.copies("income")
    drawn = {card.code: copies for card, copies in deck.draw()}
    reducing = {line.card.code for line in stats.reducers}
    gaining = {line.card.code for line in stats.gains if line.effect.kind is GoldKind.GAIN}
    yield "Cards that reduce costs", sum(drawn.get(code, 0) for code in reducing)
    yield "Cards that gain gold", sum(drawn.get(code, 0) for code in gaining)
    yield "Cards with initiative", modifiers.copies("initiative-cards")
    yield "Their initiative", modifiers.copies("initiative")
    yield "Cards with reserve", modifiers.copies("reserve-cards")
    yield "Their reserve", modifiers.copies("reserve")


HINT = "Ctrl+Shift+C puts the selected cards into categories: draw, gold, removal."
_SAVE = "Save the categories as your own, for every deck"
_CHANGES = "Find which card to change for which, or hide it"
_MOST, _ANY = 99, "any"
_DOT = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class SeenQuestion:
    """How likely a card of each category is seen by a round."""

    deck: Deck
    categories: tuple[Category, ...]
    by_round: int


def chances_to_see(question: SeenQuestion, progress: Progress) -> dict[str, float]:
    """Return for each category the chance to see one of its cards; sampled where that is slow.

    No hand is put back; what refills it after setup is counted. AppError where the deck cannot
    fill a hand.
    """
    # Not before it is wanted: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.odds import WantedCards, odds  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415

    kernel = SetupKernel(opening(question.deck))
    sampling = None if is_quick(kernel) else Sampling(SAMPLED, SEED)
    found: dict[str, float] = {}
    for number, each in enumerate(question.categories):
        progress(number, len(question.categories))
        wanted = WantedCards(test=each.test, by_round=question.by_round)
        found[each.name] = odds(kernel, KeepPolicy(), wanted, sampling).probability.mean
    return found


class CategoryPanel(QWidget):
    """Figures of the categories, and below them what can be done with one."""

    def __init__(
        self, session: DeckSession, commands: CategoryCommands, tasks: TaskRunner, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._commands = session, commands
        self._chances: dict[str, float] = {}
        self._asked: SeenQuestion | None = None
        self.figures = FigureGrid("Categories", f"wanted{_DOT}seen", self)
        self.hint = label(HINT, Size.SMALL, faint=True, wraps=True)
        self.chosen = ComboBox("Category", self, 8)
        self.least, self.most = (QSpinBox(self, minimum=-1, maximum=_MOST) for _ in range(2))
        self.rename, self.remove, self.group = (
            self._button(*each)
            for each in (
                ("Rena&me…", "Rename the category", self._on_rename_clicked),
                ("Remo&ve", "Remove the category", self._on_remove_clicked),
                ("In the &deck", "Group the deck by category", None),
            )
        )
        self.by_round = QSpinBox(self, minimum=0, maximum=9, value=2)
        self.by_round.setAccessibleName("By which round")
        self.see, self.take, self.save = (
            self._button(*each)
            for each in (
                ("&Chance to see one by round", "Chance to see a card of each category", self._ask),
                ("&Use mine", "Take over your own categories", commands.take_own),
                ("&Save as mine", _SAVE, commands.save_own),
            )
        )
        self.seen: BackgroundQuery[SeenQuestion, dict[str, float]] = BackgroundQuery(
            tasks, chances_to_see, self, delay_ms=DELAY_MS // 10
        )
        self._lay_out()
        self.chosen.currentIndexChanged.connect(self._show_target)
        for field, name in ((self.least, "At least"), (self.most, "At most")):
            field.setSpecialValueText(_ANY)
            field.setAccessibleName(f"{name}, copies of the category")
            field.valueChanged.connect(self._on_target_changed)
        self.by_round.valueChanged.connect(self._on_round_changed)
        self.seen.answered.connect(self._on_seen)
        self.seen.failed.connect(self._on_seeing_failed)
        commands.own_changed.connect(self._show_own)

    def show_deck(self) -> None:
        self._commands.read_own()
        deck = self._session.deck
        found = deck.categories if deck else ()
        if self._asked is not None and (deck is None or self._asked != self._question(deck)):
            self._asked, self._chances = None, {}
            self.seen.withdraw()
        names = [each.name for each in found]
        if [self.chosen.itemText(n) for n in range(self.chosen.count())] != names:
            before = self.chosen.currentText()
            self.chosen.clear()
            self.chosen.addItems(names)
            self.chosen.setCurrentIndex(max(0, self.chosen.findText(before)))
        self._fields.setVisible(bool(found))
        self.hint.setVisible(not found)
        self._show_figures()
        self._show_target()
        self._show_own()

    def _question(self, deck: Deck) -> SeenQuestion:
        return SeenQuestion(drawn_from(deck), deck.categories, self.by_round.value())

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self._fields = QWidget(self)
        bounds, doing, seeing, own = (FlowLayout(gap) for _ in range(4))
        for words, field in (("at least", self.least), ("at most", self.most)):
            bounds.addItem(row(buddy_label(words, field, Size.SMALL), field, spacing=gap))
        for flow, widgets in (
            (doing, (self.rename, self.remove, self.group)),
            (seeing, (self.see, self.by_round)),
            (own, (self.take, self.save)),
        ):
            for widget in widgets:
                flow.addWidget(widget)
        lines = (self.chosen, bounds, doing, seeing)
        column(*lines, parent=self._fields, margin=0, spacing=gap)
        column(self.figures, self.hint, self._fields, own, parent=self, margin=0, spacing=gap)

    def _button(self, text: str, name: str, clicked: Callable[[], object] | None) -> QPushButton:
        made = push_button(text, self, name, clicked, name=name)
        made.setFont(sized(made.font(), Size.SMALL))
        return made

    def _show_figures(self) -> None:
        deck = self._session.deck
        lines, missed = [], []
        for each in deck.categories if deck else ():
            target, chance = each.target, self._chances.get(each.name)
            if deck and missed_target(deck, each):
                missed.append(each.name)
                target = f"! {target}"
            aside = _DOT.join(filter(None, (target, f"{chance:.1%}" if chance is not None else "")))
            lines.append(FigureLine(each.name, str(copies_in(deck, each)) if deck else "", aside))
        notes = [f"Not as wanted: {', '.join(missed)}."] if missed else []
        if self._chances:
            notes.append(f"Seen: one by round {self.by_round.value()}.")
        self.figures.show_figures(lines, " ".join(notes))
        self.figures.setVisible(bool(lines))

    def _category(self) -> Category | None:
        deck = self._session.deck
        return category_called(deck, self.chosen.currentText()) if deck else None

    def _show_target(self) -> None:
        category = self._category()
        bounds = (category.least, category.most) if category else (None, None)
        for field, bound in zip((self.least, self.most), bounds, strict=True):
            with QSignalBlocker(field):
                field.setValue(-1 if bound is None else bound)
            field.setEnabled(category is not None and not self._session.read_only)

    def _show_own(self) -> None:
        offered = self._commands.offered()
        self.take.setText(f"&Use mine ({offered} card{'s' if offered != 1 else ''})")
        self.take.setVisible(offered > 0)
        deck = self._session.deck
        self.save.setVisible(bool(deck and deck.categories and self._commands.ready))

    def _on_target_changed(self) -> None:
        bounds = (None if field.value() < 0 else field.value() for field in (self.least, self.most))
        self._commands.set_target(self.chosen.currentText(), *bounds)

    def _on_rename_clicked(self) -> None:
        if (category := self._category()) is not None:
            dialog = NameDialog("Rename the category", "Rename", category.name, self)
            dialog.named.connect(lambda new: self._commands.rename(category.name, new))
            dialog.open()

    def _on_remove_clicked(self) -> None:
        if (category := self._category()) is not None:
            self._commands.remove(category.name)

    def _on_round_changed(self) -> None:
        if self._chances:
            self._ask()

    def _ask(self) -> None:
        if self._session.deck is not None:
            self._asked = self._question(self._session.deck)
            self.seen.ask(self._asked)

    def _on_seen(self, chances: dict[str, float]) -> None:
        self._chances = chances
        self._show_figures()

    def _on_seeing_failed(self, error: AppError) -> None:
        self._chances = {}
        self._show_figures()
        self.figures.show_figures(self.figures.figures, error.text)


NOTHING = "Open a deck to see its numbers."
NO_HANDS = Chart(SETUP, (), ())
# The decks whose hands are cached: undoing a step shows its figures at once.
REMEMBERED = 16


class StatisticsPanel(QScrollArea):
    """Figures and charts; they are counted only while they are visible.

    Signals:
        saved: a chart is in a file now (the path).
        failed: a chart could not be written, or not be drawn (an AppError).
    """

    saved = Signal(str)
    failed = Signal(Exception)
    _due = Signal()

    def __init__(
        self, session: DeckSession, tasks: TaskRunner, commands: CategoryCommands, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks = session, tasks
        self._shown: Deck | None = None
        self._is_due = False
        self.opening_hands: BackgroundQuery[Deck, HandsReport] = BackgroundQuery(
            tasks, hands_of, self, delay_ms=DELAY_MS, remembered=REMEMBERED
        )
        self.nothing = label(NOTHING, faint=True, wraps=True)
        whole = QWidget(self)
        self._content = QWidget(whole)
        self.changes: LazyTab[ChangesPanel] | None = None
        self.show_changes = push_button(
            "Which card to change?", self._content, _CHANGES, kind="small"
        )
        self.hands = FigureGrid("Average setup", "95 % interval", self._content)
        self.categories = CategoryPanel(session, commands, tasks, self._content)
        self.setup = ChartView(self._content)
        self.averages = FigureGrid("Averages", "least \N{EN DASH} most", self._content)
        self.charts = {key: ChartView(self._content) for key in TITLES}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Numbers of the deck")
        self._lay_out(whole)

    def offer_changes(self, collection_state: CollectionState) -> None:
        """Offer to find changes below the average setup; cards may be asked for that are owned."""
        if self.changes is not None:
            return

        def create(parent: QWidget) -> ChangesPanel:
            from desktop.widgets.changes.changes_panel import ChangesPanel  # noqa: PLC0415 - when asked for

            panel = ChangesPanel(self._session, self._tasks, collection_state, parent)
            panel.failed.connect(self.failed)
            return panel

        self.changes = LazyTab(create)
        self.changes.hide()
        self._parts.insertWidget(self._parts.indexOf(self.show_changes) + 1, self.changes)
        self.show_changes.toggled.connect(self.changes.setVisible)
        self.show_changes.show()

    def show_deck(self) -> None:
        """Show the numbers of the deck on screen once they are visible; of many steps the last."""
        if self.isVisible() and not self._is_due:
            self._is_due = True
            self._due.emit()

    def _on_due(self) -> None:
        deck = self._session.deck
        self._is_due = False
        if not self.isVisible() or (deck is not None and deck == self._shown):
            return
        self._shown = deck
        self.nothing.setVisible(deck is None)
        self._content.setVisible(deck is not None)
        if deck is None:
            self.opening_hands.withdraw()
            self.setAccessibleDescription(NOTHING)
            return
        from decks.stats import stats_of  # noqa: PLC0415 - not before the tab is seen

        stats = stats_of(deck)
        for key, chart in charts_of(deck, stats).items():
            self._show_chart(self.charts[key], chart)
        self.averages.show_figures(averages_of(stats))
        self.categories.show_deck()
        self.opening_hands.ask(drawn_from(deck))
        if self.opening_hands.state is QueryState.COMING:
            self.hands.show_figures(PENDING, self.hands.note)
        self._describe()

    def _lay_out(self, whole: QWidget) -> None:
        gap = space(self, 3)
        column(self.nothing, self._content, None, parent=whole, margin=gap, spacing=0)
        parts: list[QWidget] = [self.hands, self.categories, *self.charts.values(), self.setup]
        # The averages are of plots most of all.
        parts.insert(parts.index(self.charts["plots"]), self.averages)
        parts.insert(1, self.show_changes)
        self._parts = column(*parts, parent=self._content, margin=0, spacing=gap + gap // 2)
        self._parts.setAlignment(self.show_changes, Qt.AlignmentFlag.AlignLeft)
        self.show_changes.setCheckable(True)
        self.show_changes.hide()
        for chart in (self.setup, *self.charts.values()):
            # As tall as they look well: it is scrolled anyway.
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            chart.saved.connect(self.saved)
            chart.failed.connect(self.failed)
        self.setWidget(whole)
        self._content.hide()
        self._show_chart(self.setup, NO_HANDS)
        self.opening_hands.answered.connect(self._on_hands_counted)
        self.opening_hands.failed.connect(self._on_hands_failed)
        # Queued: a step back over many steps is shown once, still before the next painting.
        self._due.connect(self._on_due, Qt.ConnectionType.QueuedConnection)

    def _show_chart(self, view: ChartView, chart: Chart) -> None:
        view.setVisible(not chart.is_empty)
        view.show_chart(chart)

    def _on_hands_counted(self, report: HandsReport) -> None:
        self.hands.show_figures(hands_figures(report), hands_note(report))
        self._show_chart(self.setup, hands_chart(report))
        self._describe()

    def _on_hands_failed(self, error: AppError) -> None:
        self.hands.show_figures((), error.text)
        self._show_chart(self.setup, NO_HANDS)
        self._describe()

    def _describe(self) -> None:
        said = [f"{each.title}: {each.words}" for each in (self.hands, self.averages)]
        views = (view for view in (*self.charts.values(), self.setup) if not view.chart.is_empty)
        said += [f"{view.chart.title}: {view.accessibleDescription()}" for view in views]
        self.setAccessibleDescription(". ".join(said))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_due()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.opening_hands.withdraw()
        self._shown = None
