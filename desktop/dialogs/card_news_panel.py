"""What is new in the cards, as a list that can be searched and copied."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QPushButton, QWidget

from carddb.card_news import News
from carddb.spelling import fold
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row

_MOST_WARNINGS = 5
_COPY = "C&opy the list"


class CardNewsPanel(QWidget):
    """A heading, a search field, the lines, and a button that copies those that are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._news: News | None = None
        self._lines: list[str] = []
        self.heading = label("What is new", weight=QFont.Weight.DemiBold)
        self.source = label(faint=True)
        self.warnings = label(size=Size.SMALL, faint=True, wraps=True)
        self.search = QLineEdit(self, clearButtonEnabled=True)
        self.search.setAccessibleName("Search what is new")
        self.search.setPlaceholderText("Search what is new")
        self.model = QStringListModel(self)
        self.list = QListView(self, uniformItemSizes=True)
        self.list.setModel(self.model)
        self.list.setAccessibleName("What is new")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setMinimumHeight(space(self, 40))
        self.copy = QPushButton(_COPY, self)
        gap = space(self, 2)
        head = row(self.heading, (self.source, 1))
        field = row((self.search, 1), self.copy)
        layout = column(head, field, (self.list, 1), self.warnings, parent=self, spacing=gap)
        layout.setContentsMargins(0, gap, 0, 0)
        self.search.textChanged.connect(self._show_lines)
        self.copy.clicked.connect(self._on_copy_clicked)

    def show_news(self, news: News) -> None:
        """Show what a sync brought."""
        if news is self._news:
            return
        self._news = news
        self._lines = [str(each) for each in news.lines]
        self.source.setText(f"from {news.source}")
        more = len(news.warnings) - _MOST_WARNINGS
        rest = [f"and {more:,} more"] if more > 0 else []
        self.warnings.setText("\n".join([*news.warnings[:_MOST_WARNINGS], *rest]))
        self.warnings.setVisible(bool(news.warnings))
        for part in (self.heading, self.source, self.search, self.list, self.copy):
            part.setVisible(bool(self._lines))
        self._show_lines()

    @property
    def is_empty(self) -> bool:
        """Whether there are neither lines nor warnings."""
        return not (self._lines or self.warnings.text())

    def _show_lines(self) -> None:
        wanted = fold(self.search.text())
        lines = [each for each in self._lines if wanted in fold(each)]
        self.model.setStringList(lines)
        self.copy.setText(_COPY)
        self.copy.setEnabled(bool(lines))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self.model.stringList()))
        self.copy.setText("Copied")
