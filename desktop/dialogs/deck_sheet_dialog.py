"""The dialog of the deck sheet for an event, with a preview before it is saved or copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget
from typing_extensions import override

from core.errors import AppError
from core.files import file_name
from core.text_format import shortened
from decks.report import Reading
from decks.sheet import DeckSheet, SheetEvent, sheet_html, written_day
from desktop.dialogs.export_dialog import PreviewDialog
from desktop.dialogs.simple_dialogs import DialogContext, ask_for_file
from desktop.pdf.paper_painter import PageSize, usual_paper
from desktop.pdf.sheet_pdf import sheet_pdf, sheet_picture
from desktop.runtime.tasks import Progress
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import column, label, row
from desktop.widgets.page_view import PAPERS, PageView
from library.content import unread_lines
from library.deck_values import LibraryDeck
from validators.conditions import Requested
from validators.judged_sheet import judged_sheet

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_DOTS_PER_INCH = 144


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What the user wants on the sheets."""

    event: SheetEvent
    day: date
    page: PageSize


@dataclass(frozen=True, slots=True)
class SheetPreview:
    """The sheets, the picture of the first, and the PDF of all."""

    sheets: tuple[DeckSheet, ...]
    picture: QImage
    pdf: bytes


def make_sheets(
    decks: Sequence[LibraryDeck], context: DialogContext, options: SheetOptions, progress: Progress
) -> SheetPreview:
    """Return the sheets of decks, judged on the day of the event; AppError as the judge's."""
    day, page = options.day, options.page
    sheets = []
    for number, each in enumerate(decks):
        progress(number, len(decks))
        judge = context.cards.judges[each.deck.edition]
        reading = Reading(each.deck, unread_lines(each))
        sheets.append(judged_sheet(reading, judge, Requested(date=day), day, options.event))
    picture = sheet_picture(sheets[0], page, _DOTS_PER_INCH)
    progress(len(decks), len(decks))
    return SheetPreview(tuple(sheets), picture, sheet_pdf(sheets, page))


_FIELDS = (
    (Field("player", "&Player"),),
    (Field("event", "&Event"),),
    (Field("day", "&Date", DateField),),
    (Field("paper", "P&aper", ComboBox, PAPERS),),
)


class DeckSheetDialog(PreviewDialog[SheetOptions, SheetPreview]):
    """Player, event, date and paper at the left, the sheet at the right."""

    delay_ms = 150

    def __init__(
        self, decks: Sequence[LibraryDeck], context: DialogContext, parent: QWidget | None = None
    ) -> None:
        several = len(decks) > 1
        named = f"{len(decks)} decks" if several else decks[0].deck.name or "Deck"
        title = f"Deck sheet{'s' if several else ''}: {shortened(named)}"
        super().__init__(decks, context, make_sheets, title, parent)
        self._file_name = file_name(named, ".pdf")
        shown = {"day": _event_day(decks) or context.today, "paper": usual_paper()}
        self.form = Form(_FIELDS, shown, self)
        self.preview = PageView("Preview of the sheet", self)
        self._arrange()
        self.copy.setText("&Copy as HTML")
        self.save.setText("&Save PDF…")
        self.save.setDefault(True)
        self.print = QPushButton("P&rint…", self)
        self.print.clicked.connect(self._on_print_clicked)
        self.buttons.addButton(self.print, QDialogButtonBox.ButtonRole.ActionRole)
        self.setTabOrder(self.save, self.print)
        self.form.changed.connect(self.update_preview)
        self.update_preview()

    @override
    def options(self) -> SheetOptions:
        values = self.form.values
        day = values["day"]
        head = SheetEvent(event=values["event"], day=written_day(day), player=values["player"])
        return SheetOptions(head, day, values["paper"])

    def print_on(self, printer: QPrinter) -> None:
        """Print the previewed sheets, and report success or failure."""
        from desktop.pdf.sheet_pdf import print_sheets  # noqa: PLC0415 - when asked for

        preview = self.preview_data
        if preview is None:
            return
        try:
            print_sheets(preview.sheets, printer, self.options().page)
        except AppError as error:
            self.message.setText(error.text)
            return
        self.message.setText(f"Sent to {printer.printerName() or printer.outputFileName()}.")

    @override
    def _update_buttons(self) -> None:
        super()._update_buttons()
        self.print.setEnabled(self._may_act)

    def _on_print_clicked(self) -> None:
        self.once_made(lambda _: self._choose_printer())

    def _choose_printer(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog  # noqa: PLC0415 - when asked for

        from desktop.pdf.sheet_pdf import sheet_printer  # noqa: PLC0415

        printer = sheet_printer(self.options().page, self.windowTitle())
        dialog = QPrintDialog(printer, self)
        options = QPrintDialog.PrintDialogOption
        dialog.setOptions(
            options.PrintToFile | options.PrintShowPageSize | options.PrintCollateCopies
        )
        dialog.accepted.connect(lambda: self.print_on(printer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setWindowModality(Qt.WindowModality.WindowModal)
        dialog.show()  # its `open` is another one, for slots that are named by text

    @override
    def show_preview(self, preview: SheetPreview) -> None:
        self.preview.show_picture(preview.picture)

    @override
    def copy_preview(self, preview: SheetPreview) -> None:
        html = "\n".join(map(sheet_html, preview.sheets))
        data = QMimeData()
        data.setHtml(html)
        data.setText(html)
        QGuiApplication.clipboard().setMimeData(data)

    @override
    def files(self, preview: SheetPreview, path: Path) -> list[tuple[Path, bytes]]:
        return [(path, preview.pdf)]

    @override
    def choose_file(self, preview: SheetPreview) -> None:
        ask_for_file("Save the sheet", self._context.folder, self._file_name, self.save_to, self)

    def _arrange(self) -> None:
        gap = space(self, 2)
        hint = label(
            "The deck is checked for this date. Empty fields stay blank on the sheet,"
            " to fill in by hand.",
            faint=True,
            wraps=True,
        )
        side = column(self.form, hint, None, spacing=gap * 2)
        self.lay_out_around(row((side, 2), (self.preview, 3), spacing=gap * 3), (200, 175))


def _event_day(decks: Sequence[LibraryDeck]) -> date | None:
    """Return the event day that all decks state, or None."""
    stated = {each.deck.date for each in decks}
    try:
        return date.fromisoformat(stated.pop()) if len(stated) == 1 else None
    except ValueError:
        return None
