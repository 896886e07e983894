"""A line with a message, and buttons for what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import label, row
from validators.problem import Severity

# How long a message stays that nothing can be done about.
MESSAGE_MS = 8_000


@dataclass(frozen=True, slots=True)
class BarAction:
    """A button beside the words: what it says and what it does."""

    label: str
    does: Callable[[], None]


class MessageBar(QWidget):
    """Shows what was done or failed until it is dismissed.

    A message without a button hides after a while.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remedy: BarAction | None = None
        self._further: BarAction | None = None
        self._holds: Callable[[], bool] | None = None
        self._glyph: Glyph | None = None
        self._failure, self._times = "", 0
        self._sign = GlyphLabel(space(self, 4), self)
        self.words = label(wraps=True)
        self.further = push_button("", self, clicked=self._on_further_clicked, kind="link")
        self.undo = push_button("&Undo", self, clicked=self._on_undo_clicked, kind="link")
        self.dismiss = push_button("Dismiss", self, clicked=self.hide, kind="quiet")
        gap = space(self, 2)
        self.message_timer = QTimer(self, singleShot=True, interval=MESSAGE_MS)
        self.message_timer.timeout.connect(self.hide)
        parts = (self._sign, (self.words, 1), self.further, self.undo, self.dismiss)
        row(*parts, parent=self, margin=(gap, gap // 2, gap, gap // 2), spacing=gap)
        self.hide()

    def show_message(
        self,
        words: str,
        undo: Callable[[], None] | BarAction | None = None,
        holds: Callable[[], bool] | None = None,
        further: BarAction | None = None,
    ) -> None:
        """Show what was done; `undo` takes it back, `holds` tells whether it is still true.

        `further` is a button for what may be done next.
        """
        sign = Glyph(icons.LEGAL, tint=True, words="Done")
        remedy = undo if isinstance(undo, BarAction) or undo is None else BarAction("&Undo", undo)
        self._show(words, sign, remedy, further)
        self._holds = holds
        if remedy is None and further is None:
            self.message_timer.start()

    def show_state(self, words: str, sign: Glyph, remedy: BarAction) -> None:
        """Show a state, which cannot be dismissed."""
        self._show(words, sign, remedy)
        self.dismiss.hide()

    def check(self) -> None:
        """Hide a message that no longer holds."""
        if self._holds is not None and not self._holds():
            self.hide()

    def show_failure(self, words: str, again: Callable[[], None] | None = None) -> None:
        """Show a failure; `again` retries.

        A repeated failure is counted, so that the user sees that it happened again.
        """
        sign = Glyph(icons.of_severity(Severity.ERROR), Severity.ERROR, "Could not be done")
        repeated = not self.isHidden() and words == self._failure
        times = self._times + 1 if repeated else 1
        shown = f"Again ({times}): {words}" if repeated else words
        self._show(shown, sign, BarAction("Tr&y again", again) if again else None)
        self._failure, self._times = words, times

    def show_remark(self, words: str) -> None:
        """Show a remark about what was done."""
        self._show(
            words, Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING, "Note"), None
        )

    def _show(
        self, words: str, sign: Glyph, remedy: BarAction | None, further: BarAction | None = None
    ) -> None:
        self.message_timer.stop()
        self._remedy, self._further, self._glyph, self._holds = remedy, further, sign, None
        self._failure = ""
        self._sign.show_glyphs([sign])
        self.words.setText(words)
        self.undo.setText(remedy.label if remedy else "")
        self.undo.setVisible(remedy is not None)
        self.further.setText(further.label if further else "")
        self.further.setVisible(further is not None)
        self.dismiss.show()
        self.show()
        self.update()

    def _on_undo_clicked(self) -> None:
        self.hide()
        if self._remedy is not None:
            self._remedy.does()

    def _on_further_clicked(self) -> None:
        self.hide()
        if self._further is not None:
            self._further.does()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        tint = self._glyph.tint if self._glyph else True
        fill(painter, self.rect(), colours.soft(tint), corner(self.fontMetrics()))
        painter.end()
