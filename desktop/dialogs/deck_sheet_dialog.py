"""The sheet dialog: the deck sheet for an event, seen before it is saved or copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QMimeData, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.errors import AppError
from decks.report import Reading
from decks.sheet import DeckSheet, SheetEvent, written_day
from desktop.dialogs.dialog_context import DialogContext
from desktop.pdf.page_frame import PageSize
from desktop.pdf.sheet_html import sheet_html
from desktop.pdf.sheet_pdf import sheet_pdf, sheet_picture
from desktop.runtime.file_writing import file_name, save_file
from desktop.runtime.tasks import Progress, Task
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import unread_lines
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.date_field import DateField
from desktop.widgets.labels import label
from library.deck_values import OpenDeck
from validators.conditions import Wishes
from validators.judged_sheet import judged_sheet

_PAUSE_MS = 150
_DOTS = 144


@dataclass(frozen=True, slots=True)
class Order:
    """What the user wants on the sheets."""

    player: str
    event: str
    day: date
    page: PageSize


@dataclass(frozen=True, slots=True)
class Printed:
    """The sheets, the picture of the first, and the PDF of all."""

    sheets: tuple[DeckSheet, ...]
    picture: QImage
    pdf: bytes


def printed(
    opened: Sequence[OpenDeck], cards: LoadedCards, order: Order, progress: Progress
) -> Printed:
    """Return the sheets of decks, judged on the day of the event; AppError as the judge's."""
    event = SheetEvent(event=order.event, day=written_day(order.day), player=order.player)
    sheets = []
    for number, each in enumerate(opened):
        progress(number, len(opened))
        judge = cards.judges[each.deck.edition]
        wishes = Wishes(date=order.day)
        reading = Reading(each.deck, unread_lines(each))
        sheets.append(judged_sheet(reading, judge, wishes, order.day, event))
    picture = sheet_picture(sheets[0], order.page, _DOTS)
    progress(len(opened), len(opened))
    return Printed(tuple(sheets), picture, sheet_pdf(sheets, order.page))


class Paper(QWidget):
    """The picture of a page, as large as fits, on the window's ground."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QImage()
        self.setAccessibleName("Preview of the sheet")
        self.setMinimumSize(space(self, 60), space(self, 80))

    def show_picture(self, picture: QImage) -> None:
        """Show a page."""
        self._picture = picture
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 110), space(self, 155))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture.isNull():
            return
        ratio = self.devicePixelRatioF()
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        smooth = Qt.TransformationMode.SmoothTransformation
        fitted = self._picture.scaled(size * ratio, mode=smooth)
        place = QRect((self.width() - size.width()) // 2, 0, size.width(), size.height())
        painter = QPainter(self)
        painter.drawImage(place, fitted)
        painter.setPen(colours_of(self.palette()).line)
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()


class DeckSheetDialog(QDialog):
    """Player, event, date and paper at the left, the sheet at the right.

    Signals:
        printed: the preview shows what the fields say.
        saved: the PDF was written (its path).
        failed: the PDF could not be written (the AppError).
    """

    printed = Signal()
    saved = Signal(str)
    failed = Signal(Exception)

    def __init__(
        self,
        opened: Sequence[OpenDeck],
        context: DialogContext,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._opened, self._context = opened, context
        self._task: Task | None = None
        self._printed: Printed | None = None
        several = len(opened) > 1
        self._named = f"{len(opened)} decks" if several else opened[0].deck.name or "Deck"
        self.setWindowTitle(f"Deck sheet{'s' if several else ''}: {self._named}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.player = QLineEdit(self)
        self.event_name = QLineEdit(self)
        day = _day_of(opened) or context.today
        self.day = DateField("Date", self)
        self.day.setDate(QDate(day.year, day.month, day.day))
        self.paper = QComboBox(self)
        for size, words in ((PageSize.A4, "A4"), (PageSize.LETTER, "US Letter")):
            self.paper.addItem(words, size)
        self.preview = Paper(self)
        self.said = label(faint=True, wraps=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        self.copy = QPushButton("&Copy as HTML")
        self.save = QPushButton("&Save PDF…")
        for button in (self.copy, self.save):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.save.setDefault(True)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._lay_out()
        self._connect()
        self._print()

    def order(self) -> Order:
        """Return what the fields say."""
        day = self.day.date()
        return Order(
            self.player.text().strip(),
            self.event_name.text().strip(),
            date(day.year(), day.month(), day.day()),
            PageSize(self.paper.currentData()),
        )

    def save_to(self, path: Path) -> None:
        """Write the PDF; `failed` says so where that cannot be."""
        if self._printed is None:
            return
        try:
            save_file(path, self._printed.pdf)
        except AppError as error:
            self.said.setText(error.sentence)
            self.failed.emit(error)
            return
        self.said.setText(f"Saved “{path.name}”.")
        self.saved.emit(str(path))

    def _lay_out(self) -> None:
        gap = space(self, 2)
        form = QFormLayout()
        form.setHorizontalSpacing(gap * 2)
        form.setVerticalSpacing(gap)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for words, field in (
            ("&Player", self.player),
            ("&Event", self.event_name),
            ("&Date", self.day),
            ("P&aper", self.paper),
        ):
            form.addRow(words, field)
            field.setAccessibleName(words.replace("&", ""))
        hint = label(
            "The deck is judged on this date. What is left empty stays blank on the sheet,"
            " to be filled in by hand.",
            faint=True,
            wraps=True,
        )
        side = QVBoxLayout()
        side.setSpacing(gap * 2)
        side.addLayout(form)
        side.addWidget(hint)
        side.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(gap * 3)
        row.addLayout(side, 2)
        row.addWidget(self.preview, 3)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        foot.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap * 2, gap * 2, gap * 2, gap * 2)
        layout.setSpacing(gap * 2)
        layout.addLayout(row, 1)
        layout.addLayout(foot)
        self.resize(space(self, 200), space(self, 175))

    def _connect(self) -> None:
        for field in (self.player, self.event_name):
            field.textChanged.connect(self._on_order_changed)
        self.day.dateChanged.connect(self._on_order_changed)
        self.paper.activated.connect(self._on_order_changed)
        self._pause.timeout.connect(self._print)
        self.copy.clicked.connect(self._on_copy_clicked)
        self.save.clicked.connect(self._on_save_clicked)
        self.buttons.rejected.connect(self.reject)

    def _on_order_changed(self) -> None:
        """Print anew in a moment; until then nobody saves what is not meant any more."""
        self._stop()
        self._printed = None
        self._show_buttons()
        self._pause.start()

    def _print(self) -> None:
        self._stop()
        self._printed = None
        self._show_buttons()
        self._task = Task(partial(printed, self._opened, self._context.cards, self.order()))
        self._task.succeeded.connect(self._on_printed)
        self._task.failed.connect(self._on_failed)
        self._context.tasks.start(self._task)

    def _stop(self) -> None:
        self._pause.stop()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _on_printed(self, made: Printed) -> None:
        if self.sender() is not self._task:
            return
        self._task, self._printed = None, made
        self.preview.show_picture(made.picture)
        self.said.setText("")
        self._show_buttons()
        self.printed.emit()

    def _on_failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return
        self._task = None
        if not isinstance(error, AppError):
            raise error
        self.said.setText(f"{error.sentence} {error.hint}".strip())

    def _show_buttons(self) -> None:
        for button in (self.copy, self.save):
            button.setEnabled(self._printed is not None)

    def _on_copy_clicked(self) -> None:
        if self._printed is None:
            return
        html = "\n".join(map(sheet_html, self._printed.sheets))
        data = QMimeData()
        data.setHtml(html)
        data.setText(html)
        QGuiApplication.clipboard().setMimeData(data)
        self.said.setText("Copied.")

    def _on_save_clicked(self) -> None:
        start = str(Path(self._context.folder) / file_name(self._named, ".pdf"))
        dialog = QFileDialog(self, "Save the sheet", start, "PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.selectFile(file_name(self._named, ".pdf"))
        dialog.fileSelected.connect(lambda path: self.save_to(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @override
    def done(self, result: int) -> None:
        self._stop()
        super().done(result)


def _day_of(opened: Sequence[OpenDeck]) -> date | None:
    """Return the day that all decks state for their event; None where there is no such day."""
    stated = {each.deck.date for each in opened}
    try:
        return date.fromisoformat(stated.pop()) if len(stated) == 1 else None
    except ValueError:
        return None
