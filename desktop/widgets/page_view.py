"""The picture of a page in a dialog, and the papers to choose from."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.pdf.paper_painter import PageSize
from desktop.style.fonts import space
from desktop.style.palette import colours_of

PAPERS = {PageSize.A4: "A4", PageSize.LETTER: "US Letter"}


class PageView(QWidget):
    """The picture of a page, as large as fits, on the window's ground."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QImage()
        self.setAccessibleName(name)
        self.setMinimumSize(space(self, 60), space(self, 80))

    def show_picture(self, picture: QImage) -> None:
        self._picture = picture
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 110), space(self, 155))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture.isNull():
            return
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        smooth = Qt.TransformationMode.SmoothTransformation
        fitted = self._picture.scaled(size * self.devicePixelRatioF(), mode=smooth)
        place = QRect((self.width() - size.width()) // 2, 0, size.width(), size.height())
        painter = QPainter(self)
        painter.drawImage(place, fitted)
        painter.setPen(colours_of(self.palette()).line)
        painter.drawRect(place.adjusted(0, 0, -1, -1))
        painter.end()
