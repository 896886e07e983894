"""The deck in numbers: curves, icons, factions, traits and what its plots give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from carddb.terms import Faction
from decks.deck import Deck
from desktop.editor import DeckSession
from desktop.typeface import Size, space
from desktop.widgets.bars import Bar, Bars, Columns, Rows
from desktop.widgets.labels import label

if TYPE_CHECKING:
    from decks.stats import DeckStats, Figure

_TABLES: tuple[tuple[str, type[Bars], str, int], ...] = (
    ("cost", Columns, "Cost", 0),
    ("strength", Columns, "Strength of characters", 0),
    ("icons", Rows, "Challenge icons", 0),
    ("factions", Rows, "Factions", 0),
    ("types", Rows, "Types", 0),
    ("traits", Rows, "Traits", 10),
)
_FIGURES = (
    ("plot-income", "Gold"),
    ("plot-initiative", "Initiative"),
    ("plot-claim", "Claim"),
    ("plot-reserve", "Reserve"),
    ("cost", "Cost of a card"),
    ("strength", "Strength of a character"),
)


class NumbersPanel(QScrollArea):
    """The charts; they are counted anew only while they are seen."""

    def __init__(self, session: DeckSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: Deck | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Numbers of the deck")
        self.charts = {key: made(title, self) for key, made, title, _ in _TABLES}
        self.averages = Averages(self)
        sheet = QWidget(self)
        layout = QVBoxLayout(sheet)
        gap = space(self, 3)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap)
        layout.addWidget(self.charts["cost"])
        layout.addWidget(self.averages)
        for key, chart in self.charts.items():
            if key != "cost":
                layout.addWidget(chart)
        layout.addStretch(1)
        self.setWidget(sheet)

    def show_deck(self) -> None:
        """Show the numbers of the deck on screen, once they are seen."""
        deck = self._session.deck
        if deck is None or deck == self._shown or not self.isVisible():
            return
        from decks.stats import stats_of  # noqa: PLC0415 - not before the tab is seen

        self._shown = deck
        stats = stats_of(deck)
        for key, _, _, most in _TABLES:
            bars = [
                Bar(count.label, count.copies, _spoken(key, count.label), _faction(key, count.key))
                for count in stats.table(key).counts
            ]
            self.charts[key].show_bars(bars[:most] if most else bars)
        self.averages.show_stats(stats)
        said = (f"{each.title}: {each.accessibleDescription()}" for each in self.charts.values())
        self.setAccessibleDescription(". ".join([self.averages.words, *said]))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_deck()


class Averages(QWidget):
    """A grid of averages with the least and the greatest value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self._cells: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(space(self, 3))
        grid.setVerticalSpacing(space(self, 1) // 2)
        grid.addWidget(label("Averages", weight=QFont.Weight.DemiBold), 0, 0)
        grid.addWidget(label("least \N{EN DASH} most", Size.SMALL, faint=True), 0, 2)
        for row, (key, name) in enumerate(_FIGURES, 1):
            plain = f"{name} of plots" if key.startswith("plot") else name
            cells = label(plain, Size.SMALL, faint=True), label(), label("", Size.SMALL, faint=True)
            for column, cell in enumerate(cells):
                grid.addWidget(cell, row, column)
            cells[1].setAlignment(Qt.AlignmentFlag.AlignRight)
            self._cells[key] = cells
        grid.setColumnStretch(3, 1)

    def show_stats(self, stats: DeckStats) -> None:
        """Show the averages of a deck; those that its edition does not know are left out."""
        figures = {figure.key: figure for figure in stats.figures}
        said = []
        for key, cells in self._cells.items():
            figure = figures.get(key)
            for cell in cells:
                cell.setVisible(figure is not None)
            if figure is not None:
                cells[1].setText(_mean(figure))
                cells[2].setText(
                    "" if figure.least is None else f"{figure.least} \N{EN DASH} {figure.greatest}"
                )
                said.append(f"{cells[0].text()}: {_mean(figure)}")
        self.words = ", ".join(said)
        self.setAccessibleName(f"Averages: {self.words}")


def _mean(figure: Figure) -> str:
    return "\N{EN DASH}" if figure.mean is None else f"{figure.mean:.1f}"


def _spoken(key: str, label: str) -> str:
    return f"{key} {label}" if key in {"cost", "strength"} else label


def _faction(key: str, name: str) -> Faction | None:
    return Faction(name) if key == "factions" else None
