"""The table of all cards or the gallery of them: which is shown, and how large its cards are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSlider, QStackedWidget, QToolButton, QWidget

from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_table import PoolTable
from desktop.runtime.settings import USUAL_GALLERY_WIDTH
from desktop.runtime.tasks import TaskRunner
from desktop.style.fonts import Size, sized, space
from desktop.widgets.cards.card_pictures import CardPictures

if TYPE_CHECKING:
    from desktop.pages.builder.pool.pool_gallery import PoolGallery

NARROWEST, WIDEST = 128, 320
_STEP = 8


class PoolViews(QStackedWidget):
    """The table, and the gallery once it is wanted; its button and slider stand elsewhere.

    Signals:
        gallery_made: the gallery is there now (the view).
    """

    gallery_made = Signal(object)

    def __init__(
        self, model: PoolModel, tasks: TaskRunner, pictures: CardPictures, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._tasks, self._pictures = tasks, pictures
        self.table = PoolTable(model, self)
        self.gallery: PoolGallery | None = None
        self.button = QToolButton(parent)
        self.button.setText("Galler&y")
        self.button.setAccessibleName("Gallery: all cards as pictures")
        self.button.setToolTip("Show all cards as a gallery (Ctrl+G)")
        self.button.setFont(sized(self.font(), Size.SMALL))
        self.button.setAutoRaise(True)
        self.button.setCheckable(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.toggled.connect(self._on_toggled)
        self.slider = QSlider(Qt.Orientation.Horizontal, parent)
        self.slider.setAccessibleName("Size of the cards in the gallery")
        self.slider.setToolTip("Size of the cards")
        self.slider.setRange(NARROWEST, WIDEST)
        self.slider.setSingleStep(_STEP)
        self.slider.setPageStep(5 * _STEP)
        self.slider.setValue(USUAL_GALLERY_WIDTH)
        self.slider.setFixedWidth(space(self, 20))
        self.slider.hide()
        self.slider.valueChanged.connect(self._on_size_chosen)
        self.addWidget(self.table)

    @property
    def current(self) -> PoolTable | PoolGallery:
        """The one that is shown."""
        return self.gallery if self.gallery is not None and self.button.isChecked() else self.table

    def restore(self, *, gallery: bool, width: int) -> None:
        """Show what was shown, in the size that was chosen."""
        self.slider.setValue(width)
        self.button.setChecked(gallery)

    def _make_gallery(self) -> PoolGallery:
        from desktop.pages.builder.pool.pool_gallery import PoolGallery  # noqa: PLC0415 - when asked for
        from desktop.widgets.cards.card_thumbnails import CardThumbnails  # noqa: PLC0415

        thumbnails = CardThumbnails(self._tasks, self._pictures, self)
        gallery = PoolGallery(self.table, thumbnails, self)
        gallery.set_card_width(self.slider.value())
        self.addWidget(gallery)
        self.gallery_made.emit(gallery)
        return gallery

    def _on_toggled(self, checked: bool) -> None:  # noqa: FBT001 - Qt's own
        had_focus = self.table.hasFocus() or (self.gallery is not None and self.gallery.hasFocus())
        if checked and self.gallery is None:
            self.gallery = self._make_gallery()
        self.slider.setVisible(checked)
        self.setCurrentWidget(self.current)
        self.setFocusProxy(self.current)
        self.current.go_to_current()
        if had_focus:
            self.current.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_size_chosen(self, width: int) -> None:
        self.slider.setAccessibleDescription(f"{width} pixels wide")
        if self.gallery is not None:
            self.gallery.set_card_width(width)
