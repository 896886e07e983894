"""The middle of the Build page: the deck and its verdict, or the welcome panel."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.deck.bin_bar import BinBar
from desktop.pages.builder.deck.deck_header import DeckHeader
from desktop.pages.builder.deck.deck_model import DeckModel
from desktop.pages.builder.deck.deck_rows import marks_of
from desktop.pages.builder.deck.deck_tabs import DeckTabs
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck.welcome_panel import WelcomePanel
from desktop.pages.builder.deck_overlay import DeckOverlay
from desktop.pages.builder.problems.problem_entries import list_in_force
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, row
from validators.problem import Severity


class DeckPanel(QStackedWidget):
    """Header, verdict and cards of the session's deck; before there is one, the welcome."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.welcome_panel = WelcomePanel(session, self)
        self.open_decks = DeckTabs(session, self)
        self.bin_bar = BinBar(session, autosaver, self)
        self.header = DeckHeader(session, self)
        self.verdict = VerdictLine(self)
        self.matrix = QPushButton("Lists…", self)
        self.matrix.setAccessibleName("The deck under every list")
        self.matrix.setToolTip("The deck under every restricted list (Ctrl+L)")
        self.matrix.clicked.connect(self.open_matrix)
        self.model = DeckModel(self)
        self.list = DeckView(self.model, self)
        self._sheet = QWidget(self)
        line = row((self.verdict, 1), self.matrix, spacing=space(self, 1))
        parts = (self.open_decks, self.bin_bar, self.header, line, (self.list, 1))
        column(*parts, parent=self._sheet, margin=0, spacing=space(self, 2))
        self.addWidget(self.welcome_panel)
        self.addWidget(self._sheet)

    def show_deck(self, overlay: DeckOverlay) -> None:
        """Show another deck of the session, or the welcome panel where none is open."""
        self.list.selectionModel().clear()
        if self._session.deck is None:
            self.setCurrentWidget(self.welcome_panel)
            return
        self.header.show_deck()
        self._show_cards(overlay)
        self.setCurrentWidget(self._sheet)

    def show_edit(self, overlay: DeckOverlay) -> None:
        """Show the latest value of the deck on screen."""
        self.header.show_edit()
        self._show_cards(overlay)

    def show_verdict(self) -> None:
        """Show what the judge says of the deck now."""
        verdict = self._session.verdict
        self.model.mark(marks_of(verdict.problems if verdict else ()))
        self.verdict.show_verdict(self._session)

    def open_matrix(self) -> None:
        """Show the deck under every list, to choose one."""
        from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup  # noqa: PLC0415 - when asked for

        if self._session.deck is None:
            return
        popup = LegalityMatrixPopup(self._session, self.matrix)
        popup.conditions_chosen.connect(self._on_conditions_chosen)
        popup.show_below()

    def _show_cards(self, overlay: DeckOverlay) -> None:
        deck, cards = self._session.deck, self._session.cards
        if deck is not None and cards is not None:
            showed_owned = self.model.shows_owned
            self.model.show_deck(deck, cards, overlay)
            if self.model.shows_owned is not showed_owned:
                self.list.share_width()

    def _on_conditions_chosen(self, list_code: str, format_name: str) -> None:
        self._session.choose(list_code=list_code, format_name=format_name)


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
        # Where there is no space for the one, the other; the verdict itself is always there.
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
        free = words.width() - gap - self.fontMetrics().horizontalAdvance(self.text())
        fitting = (each for each in self._sizes if metrics.horizontalAdvance(each) <= free)
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
