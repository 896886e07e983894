"""What was done or failed: a toast that goes by itself, and a line that stays in its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QGraphicsOpacityEffect, QWidget
from typing_extensions import override

from core.errors import AppError
from desktop.style import icons
from desktop.style.fonts import space
from desktop.style.motion import motion_ms
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill, paint_floating, shadow_width
from desktop.widgets.buttons import push_button
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import column, label, row
from validators.problem import Severity

# How long a toast stays; longer with a button, so that there is time to use it.
MESSAGE_MS, MESSAGE_WITH_BUTTON_MS = 8_000, 16_000
# Shorter work is not mentioned.
_WORK_MS = 300
# In quarters of the body font's height, and of the window's width: longer words have more lines.
_WIDEST, _SHARE = 120, 0.3


@dataclass(frozen=True, slots=True)
class BarAction:
    """A button beside the words: what it says and what it does."""

    label: str
    does: Callable[[], None]


Remedy = Callable[[], None] | BarAction | None
NOT_DONE = Glyph(icons.of_severity(Severity.ERROR), Severity.ERROR, "Could not be done")


def toast_of(widget: QWidget) -> Toast:
    """Return the toast of a widget's window, made when it is first needed."""
    window = widget.window()
    found = window.findChild(Toast, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found or Toast(window)


class Toast(QWidget):
    """Says at the bottom right of its window what was done, with a way to take it back.

    It goes after a while, on Escape or a click, but not while the mouse or the focus is on it.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._remedy: BarAction | None = None
        self._further: BarAction | None = None
        self._holds: Callable[[], bool] | None = None
        self._focus_before: QWidget | None = None
        self._work = ""
        self.setAccessibleName("Message")
        self.sign = GlyphLabel(space(self, 4), self)
        self.words = label()
        self.further = push_button("", self, clicked=lambda: self._do(self._further), kind="link")
        self.undo = push_button("", self, clicked=lambda: self._do(self._remedy), kind="link")
        gap = space(self, 2)
        shadow = shadow_width(self.fontMetrics())
        self.setContentsMargins(shadow, shadow, shadow, shadow)
        parts = (self.sign, (self.words, 1), self.further, self.undo)
        row(*parts, parent=self, margin=(2 * gap, gap, gap, gap), spacing=gap)
        self.message_timer = QTimer(self, singleShot=True)
        self.message_timer.timeout.connect(self._on_time_over)
        self._work_timer = QTimer(self, singleShot=True, interval=_WORK_MS)
        self._work_timer.timeout.connect(lambda: self.show_message(self._work))
        opacity = QGraphicsOpacityEffect(self, opacity=1.0)
        self.setGraphicsEffect(opacity)
        self._fade = QVariantAnimation(self, startValue=0.0, endValue=1.0)
        self._fade.setCurrentTime(self._fade.duration())  # so that its start is a new value
        self._fade.valueChanged.connect(opacity.setOpacity)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        self.hide()

    def show_message(
        self,
        words: str,
        undo: Remedy = None,
        holds: Callable[[], bool] | None = None,
        further: BarAction | None = None,
        sign: Glyph | None = None,
    ) -> None:
        """Show what was done; `undo` takes it back, `holds` tells whether it is still true.

        `further` is a button for what may be done next, `sign` says that nothing was done.
        """
        fades = self.isHidden() and self._window.isVisible() and motion_ms() > 0
        self._remedy = undo if isinstance(undo, BarAction | None) else BarAction("&Undo", undo)
        self._further, self._holds = further, holds
        self.sign.show_glyphs([sign] if sign else [])
        self.sign.setVisible(sign is not None)
        self.words.setText(words)
        for button, action in ((self.undo, self._remedy), (self.further, further)):
            button.setText(action.label if action else "")
            button.setVisible(action is not None)
        has_button = self._remedy is not None or further is not None
        self.words.setContentsMargins(0, 0, 0 if has_button else space(self, 2), 0)
        self.message_timer.start(MESSAGE_WITH_BUTTON_MS if has_button else MESSAGE_MS)
        self._window.installEventFilter(self)
        self.show()
        self.raise_()
        self._place()
        if fades:
            self._fade.setDuration(motion_ms())
            self._fade.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def start_work(self, words: str) -> None:
        """Show what is being done, if it takes longer than a moment."""
        self._work = words
        self._work_timer.start()

    def end_work(self) -> None:
        self._work_timer.stop()
        if self._work == self.words.text():
            self.leave()
        self._work = ""

    def check(self) -> None:
        """Hide a message that no longer holds."""
        if self._holds is not None and not self._holds():
            self.leave()

    def leave(self) -> None:
        """Hide it, and give the focus back if it is here."""
        self.message_timer.stop()
        focus, before = QApplication.focusWidget(), self._focus_before
        if focus is not None and self.isAncestorOf(focus) and before is not None:
            before.setFocus()
        self._window.removeEventFilter(self)
        self.hide()

    def _place(self) -> None:
        """Move it to the bottom right, above a field in use that it would cover."""
        layout, room, gap = self.layout(), self._window.rect(), space(self, 4)
        if layout is None:
            return
        size, words = layout.totalSizeHint(), self.words
        most = min(space(self, _WIDEST), round(room.width() * _SHARE))
        others = size.width() - words.sizeHint().width()
        is_long = words.fontMetrics().horizontalAdvance(words.text()) + others > most
        if is_long != words.wordWrap():  # Qt would ask for another layout even if it is the same
            words.setWordWrap(is_long)
            size = layout.totalSizeHint()
        if is_long:
            size.setWidth(max(most, layout.totalMinimumSize().width()))
            size.setHeight(layout.totalHeightForWidth(size.width()))
        rect = QRect(QPoint(), size)
        rect.moveBottomRight(room.bottomRight() - QPoint(gap, gap))
        field = _field_of(self._window)
        if field.intersects(rect) and field.top() - gap > rect.height():
            rect.moveBottom(field.top() - gap)
        self.setGeometry(rect)

    def _on_focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if self.isHidden() or new is None:
            return
        if not self.isAncestorOf(new):
            self._place()
        elif old is not None and not self.isAncestorOf(old):
            self._focus_before = old

    def _on_time_over(self) -> None:
        focus = QApplication.focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self.message_timer.start()
        else:
            self.leave()

    def _do(self, action: BarAction | None) -> None:
        self.leave()
        if action is not None:
            action.does()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size; an Escape that nothing else used hides it."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        key = event.key() if isinstance(event, QKeyEvent) else None
        if key == Qt.Key.Key_Escape and event.type() is QEvent.Type.KeyPress:
            self.leave()
        return False

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_floating(self)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.leave()


def _field_of(window: QWidget) -> QRect:
    """Return where in a window the field is that the user types in, if there is one."""
    field = QApplication.focusWidget()
    if (
        field is None
        or not window.isAncestorOf(field)
        or isinstance(field, QAbstractItemView)
        or not field.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    ):
        return QRect()
    return QRect(field.mapTo(window, QPoint()), field.size())


class MessageBar(QWidget):
    """Shows a failure, a remark or a state in its page, until it is dismissed or over.

    What was done is shown in the window's toast.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remedy: BarAction | None = None
        self._glyph: Glyph | None = None
        self._failure, self._times = "", 0
        self._sign = GlyphLabel(space(self, 4), self)
        self.words = label(wraps=True)
        self.hint = label(faint=True, wraps=True)
        self.undo = push_button("", self, clicked=self._on_undo_clicked, kind="link")
        self.dismiss = push_button("Dismiss", self, clicked=self.hide)
        gap = space(self, 2)
        text = column(self.words, self.hint, spacing=0)
        parts = (self._sign, (text, 1), self.undo, self.dismiss)
        row(*parts, parent=self, margin=(gap + gap // 2, gap // 2, gap // 2, gap // 2), spacing=gap)
        self.hide()

    @property
    def toast(self) -> Toast:
        return toast_of(self)

    def show_message(
        self,
        words: str,
        undo: Remedy = None,
        holds: Callable[[], bool] | None = None,
        further: BarAction | None = None,
    ) -> None:
        """Show in the toast what was done; an earlier failure is over."""
        self.hide()
        self.toast.show_message(words, undo, holds, further)

    def show_state(self, words: str, sign: Glyph, remedy: BarAction) -> None:
        """Show a state, which cannot be dismissed."""
        self._show(words, sign, remedy)
        self.dismiss.hide()

    def show_failure(self, words: str, again: Callable[[], None] | None = None) -> None:
        """Show a failure; `again` retries.

        A repeated failure is counted, so that the user sees that it happened again.
        """
        repeated = not self.isHidden() and words == self._failure
        times = self._times + 1 if repeated else 1
        shown = f"Again ({times}): {words}" if repeated else words
        self._show(shown, NOT_DONE, BarAction("Tr&y again", again) if again else None)
        self._failure, self._times = words, times

    def show_remark(self, words: str) -> None:
        """Show a remark about what was done."""
        warning = Severity.WARNING
        self._show(words, Glyph(icons.of_severity(warning), warning, "Note"), None)

    def _show(self, words: str, sign: Glyph, remedy: BarAction | None, hint: str = "") -> None:
        self._remedy, self._glyph, self._failure = remedy, sign, ""
        self._sign.show_glyphs([sign])
        self.words.setText(words)
        self.hint.setText(hint)
        self.hint.setVisible(bool(hint))
        self.undo.setText(remedy.label if remedy else "")
        self.undo.setVisible(remedy is not None)
        self.dismiss.show()
        self.show()
        self.update()

    def _on_undo_clicked(self) -> None:
        self.hide()
        if self._remedy is not None:
            self._remedy.does()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        tint = self._glyph.tint if self._glyph else True
        fill(painter, self.contentsRect(), colours.soft(tint), corner(self.fontMetrics()))
        painter.end()


class Banner(MessageBar):
    """Shows the sentences and hints of AppErrors.

    The errors of the last command are hidden by the next one (`clear_command`); a state, such as
    a library that is not open, is shown until it is over (`clear_state`).
    """

    retry_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Its ground leaves a margin below and at the right.
        self.setContentsMargins(0, 0, space(self, 2), space(self, 2))
        self.dismiss.clicked.connect(self._on_dismiss_clicked)
        self._errors: tuple[AppError, ...] = ()
        self._states: dict[str, AppError] = {}
        self._retry: BarAction | None = None

    def show_error(self, *errors: AppError, retry: bool = False) -> None:
        """Show the errors of a command; with `retry`, there is a button to try again."""
        self._errors = errors
        self._retry = BarAction("Try again", self.retry_requested.emit) if retry else None
        self._show_errors()

    def show_lasting(self, name: str, error: AppError) -> None:
        """Show the error of a state that lasts, in place of another of that name."""
        self._states[name] = error
        self._show_errors()

    def clear_command(self) -> None:
        """Hide the errors of the last command."""
        self.show_error()

    def clear_state(self, name: str) -> None:
        """Hide the error of a state that is over."""
        self._states.pop(name, None)
        self._show_errors()

    def _on_dismiss_clicked(self) -> None:
        self._states.clear()
        self.clear_command()

    def _show_errors(self) -> None:
        errors = (*self._errors, *self._states.values())
        if not errors:
            self.hide()
            return
        sentences = "\n".join(dict.fromkeys(error.sentence for error in errors))
        hints = " ".join(dict.fromkeys(error.hint for error in errors if error.hint))
        self._show(sentences, NOT_DONE, self._retry, hints)
