"""What is new in the cards as a list that can be searched and copied."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from carddb.spelling import fold
from desktop.session.card_news import News
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label

_MOST_WARNINGS = 5


class NewsPanel(QWidget):
    """A heading, a search field, the lines, and a button that copies those that are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._news: News | None = None
        self._lines: list[str] = []
        self.heading = label("What is new", weight=QFont.Weight.DemiBold)
        self.source = label(faint=True)
        self.warnings = label(size=Size.SMALL, faint=True, wraps=True)
        self.search = QLineEdit(self)
        self.search.setAccessibleName("Search what is new")
        self.search.setPlaceholderText("Search what is new")
        self.search.setClearButtonEnabled(True)
        self.model = QStringListModel(self)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setAccessibleName("What is new")
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.copy = QPushButton("C&opy the list", self)
        self._lay_out()
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
        told = [*news.warnings[:_MOST_WARNINGS], *([f"and {more:,} more"] if more > 0 else [])]
        self.warnings.setText("\n".join(told))
        self.warnings.setVisible(bool(told))
        for part in (self.heading, self.source, self.search, self.list, self.copy):
            part.setVisible(bool(self._lines))
        self._show_lines()

    @property
    def says_something(self) -> bool:
        """Whether there are lines or warnings; how many texts came is said elsewhere."""
        return bool(self._lines or self.warnings.text())

    def _lay_out(self) -> None:
        gap = space(self, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, gap, 0, 0)
        layout.setSpacing(gap)
        head = QHBoxLayout()
        head.addWidget(self.heading)
        head.addWidget(self.source, 1)
        layout.addLayout(head)
        row = QHBoxLayout()
        row.addWidget(self.search, 1)
        row.addWidget(self.copy)
        layout.addLayout(row)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.warnings)
        self.list.setMinimumHeight(space(self, 40))

    def _show_lines(self) -> None:
        wanted = fold(self.search.text())
        lines = [each for each in self._lines if wanted in fold(each)]
        self.model.setStringList(lines)
        self.copy.setText("C&opy the list")
        self.copy.setEnabled(bool(lines))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self.model.stringList()))
        self.copy.setText("Copied")
