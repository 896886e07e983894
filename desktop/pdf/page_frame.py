"""The sizes of paper, and the part of them that is printed on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QPageSize

MARGIN = 36.0
FOOT = 30.0
GUTTER = 20.0


class PageSize(StrEnum):
    """The paper that a sheet is printed on."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def qt(self) -> QPageSize:
        """The same as a Qt value."""
        ids = QPageSize.PageSizeId
        return QPageSize(ids.Letter if self is PageSize.LETTER else ids.A4)


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is printed on, in points."""

    left: float
    top: float
    width: float
    bottom: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.left + self.width

    @property
    def column_width(self) -> float:
        """The width of one of two columns."""
        return (self.width - GUTTER) / 2

    def column_left(self, number: int) -> float:
        """Return where a column begins, 0 or 1."""
        return self.left + number * (self.column_width + GUTTER)


def frame_of(page: PageSize) -> Frame:
    """Return the frame of a size of paper."""
    size = page.qt.size(QPageSize.Unit.Point)
    return Frame(MARGIN, MARGIN - 4, size.width() - 2 * MARGIN, size.height() - FOOT)
