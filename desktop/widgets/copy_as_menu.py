"""The menu that copies decks to the clipboard in any format."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

QR_CODE = "qr-code"


class CopyAsMenu(QMenu):
    """Every format that decks are written in, and the code as a picture; filled when first shown.

    Signals:
        chosen: decks are to be copied (the code of a format), or shown as a QR code (QR_CODE).
    """

    chosen = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.setAccessibleName("Copy as")
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(lambda action: self.chosen.emit(action.data()))

    def _fill(self) -> None:
        # The formats are not needed at the start.
        from decks.deck_writer import WRITERS  # noqa: PLC0415

        if self.isEmpty():
            for writer in WRITERS.values():
                self.addAction(writer.label).setData(writer.code)
            self.addSeparator()
            self.addAction("QR code\N{HORIZONTAL ELLIPSIS}").setData(QR_CODE)
