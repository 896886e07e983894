"""The menu that copies decks to the clipboard in any format."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

QR_CODE = "qr-code"


class CopyAsMenu(QMenu):
    """Every format of decks, and the code as a picture; filled when it is first shown."""

    chosen = Signal(str)  # the code of a format, or QR_CODE

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
