"""The dialog of a deck's short code, as text and as a QR code."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from core.files import file_name
from decks.deck import Deck
from decks.deck_writer import WRITERS, notes_on
from decks.formats.share_code import code_of
from decks.qr_code import qr_rows
from desktop.dialogs.simple_dialogs import ClosableDialog, read_only_text, write_and_report
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.layouts import column, label, row
from desktop.widgets.qr_code_image import qr_code_image

# In pixels.
_SAVED_SIDE = 1000


class ShareDialog(ClosableDialog):
    """Shows the code; it can be copied, and its picture saved.

    Signals:
        saved: the picture was saved (its paths).
    """

    saved = Signal(list)

    def __init__(self, deck: Deck, folder: str = "", parent: QWidget | None = None) -> None:
        super().__init__("Short code and QR code", parent)
        self._folder = folder
        self._name = deck.name or NAMELESS
        self.code = code_of(deck)
        self._rows = qr_rows(self.code)
        heading = label(self._name, weight=QFont.Weight.DemiBold, wraps=True)
        self.picture = QLabel(self)
        self.picture.setPixmap(QPixmap.fromImage(self.image(space(self, 90))))
        self.picture.setAccessibleName(f"QR code of the deck {self._name}")
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text = read_only_text("Short code", self, fixed=True)
        self.text.setPlainText(self.code)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * 5)
        about = "It holds faction, agendas, list and cards. Paste it wherever a deck is read."
        notes = [f"{len(self.code)} letters. {about}", *notes_on(deck, WRITERS["code"])]
        self.note = label("\n".join(notes), Size.SMALL, faint=True, wraps=True)
        self.copy, self.save = self.add_buttons(
            ("&Copy the code", self._on_copy_clicked),
            ("&Save the picture…", self._on_save_clicked),
        )
        gap = space(self, 3)
        foot = row((self.note, 1))
        parts = (heading, self.picture, self.text, foot, self.buttons)
        column(*parts, parent=self, margin=gap, spacing=gap)
        self.setMinimumWidth(space(self, 120))
        self.copy.setFocus()

    def image(self, side: int) -> QImage:
        """Return the QR code as a picture of about that width."""
        return qr_code_image(self._rows, side)

    def save_to(self, path: Path) -> None:
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        # PySide6 takes a text here, unlike its stubs.
        self.image(_SAVED_SIDE).save(buffer, "PNG")  # type: ignore[call-overload]
        if write_and_report(path, bytes(buffer.data().data()), self.note.setText):
            self.saved.emit([path])

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.code)
        self.note.setText("The code is copied.")

    def _on_save_clicked(self) -> None:
        start = str(Path(self._folder) / file_name(self._name, ".png"))
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save the QR code", start, "Pictures (*.png);;All files (*)"
        )
        if chosen:
            self.save_to(Path(chosen) if Path(chosen).suffix else Path(f"{chosen}.png"))
