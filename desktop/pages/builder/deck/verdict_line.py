"""The verdict in one line: its sign, its words, and how large the deck is."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from desktop.pages.builder.problems.problem_entries import list_in_force
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.glyphs import Glyph
from validators.problem import Severity


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 card", "60 cards"."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def verdict_words(session: DeckSession) -> str:
    """Return the verdict on the session's deck in a few words."""
    if session.verdict is None:
        return "Not judged"
    errors, warnings, notes = (len(session.verdict.of(each)) for each in Severity)
    notes += len(session.guessed) + (list_in_force(session) is not None)
    parts = [counted(errors, "problem")] if errors else []
    if session.unread:
        parts.append(f"{len(session.unread)} unread")
    legal = not parts
    parts = parts or ["Legal"]
    if warnings:
        parts.append(counted(warnings, "warning"))
    if legal and notes:
        parts.append(counted(notes, "note"))
    return " · ".join(parts)


def verdict_glyph(session: DeckSession) -> Glyph:
    """Return the sign of the verdict; that of a warning where a legal deck has one."""
    if session.verdict is None:
        return Glyph(icons.of_severity(Severity.ERROR), None)
    if session.legal and session.verdict.of(Severity.WARNING):
        return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING)
    name = icons.LEGAL if session.legal else icons.of_severity(Severity.ERROR)
    return Glyph(name, session.legal)


class VerdictLine(QAbstractButton):
    """The verdict; pressing it opens the problems."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = Glyph(icons.LEGAL, None)
        self._sizes: tuple[str, ...] = ()
        self.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_verdict(self, session: DeckSession) -> None:
        """Show the verdict on the deck of a session."""
        deck = session.deck
        if deck is None:
            return
        self._glyph = verdict_glyph(session)
        in_decks = sum(copies for plots in deck.plot_decks for _, copies in plots)
        draws, plots = deck.draw_count, deck.plot_count + in_decks
        size = f"{counted(draws, 'card')} · {counted(plots, 'plot')}"
        # Where there is no room for the one, the other; the verdict itself is always there.
        self._sizes = (size, f"{draws} · {plots}")
        self.setText(verdict_words(session))
        self.setAccessibleName(f"Verdict: {self.text()}. {size}.")
        self.setToolTip(f"{self.text()}, {size}: show every problem (Alt+2)")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 60), space(self, 8))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), colours.hover)
        gap = space(self, 2)
        side = space(self, 5)
        inner = self.rect().adjusted(gap, 0, -gap, 0)
        place = QRect(inner.left(), inner.top(), side, inner.height())
        icons.paint(painter, place, self._glyph.name, self._glyph.colour(colours))
        painter.setPen(self._glyph.colour(colours))
        middle = Qt.AlignmentFlag.AlignVCenter
        words = inner.adjusted(side + gap, 0, 0, 0)
        plain = sized(self.font(), Size.BODY, QFont.Weight.Normal)
        metrics = QFontMetrics(plain)
        room = words.width() - gap - self.fontMetrics().horizontalAdvance(self.text())
        fitting = (each for each in self._sizes if metrics.horizontalAdvance(each) <= room)
        text = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(words, middle | Qt.AlignmentFlag.AlignLeft, text)
        painter.setFont(plain)
        painter.setPen(colours.faint)
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, next(fitting, ""))
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
