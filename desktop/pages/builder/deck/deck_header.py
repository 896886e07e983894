"""The head of the deck: its name and verdict, what it is judged under, its size and its curve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isclose
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QLineEdit,
    QSizePolicy,
    QStyle,
    QStyleOptionFrame,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Edition
from core.text_format import count_of
from decks.deck import Deck
from desktop.pages.builder.deck.deck_model import GROUPINGS
from desktop.session.deck_session import DeckSession, Snapshot
from desktop.style import icons
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import paint_focused
from desktop.widgets.charts.cost_curve import CostCurve
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.glyphs import Glyph, GlyphLabel, VerdictPill
from desktop.widgets.layouts import column, label, row, tip
from desktop.widgets.menus import Menu
from validators.problem import Severity

if TYPE_CHECKING:
    from desktop.pages.builder.deck.agenda_picker import AgendaPicker
    from desktop.pages.builder.deck.deck_details import DeckDetails

_SEPARATOR = " · "


def affiliation(deck: Deck) -> str:
    """Return faction and agendas in a line: "House Stark · Fealty"."""
    faction = deck.faction.card_name if deck.faction else "No faction"
    return _SEPARATOR.join([faction, *(card.name for card in deck.agendas)])


def summary(shown: Snapshot) -> str:
    """Return what a deck is judged under: "Stark · Fealty · Joust · Standard v2.1 · today"."""
    deck, conditions, choice = shown.deck, shown.conditions, shown.choice
    if deck is None or conditions is None:
        return ""
    game_format, listed = conditions.format, conditions.restricted_list
    parts = [deck.edition.label] if deck.edition is Edition.FIRST else []
    parts += [deck.faction.label if deck.faction else "No faction"]
    parts += [card.name for card in deck.agendas] or ["no agenda"]
    parts.append(f"{game_format.label[:1].upper()}{game_format.label[1:]}")
    if game_format.name == "civil-war" and deck.players:
        parts.append(f"{deck.players} players")
    if game_format.list_format:
        parts.append(listed.name if listed else "no list")
    parts.append(choice.day.isoformat() if deck.date else "today")
    return _SEPARATOR.join([*parts, "premier event"] if choice.premier else parts)


class TitleField(QLineEdit):
    """A name in large letters, or in smaller ones where it does not fit, until it is edited."""

    def fitted(self, room: int) -> tuple[QFont, str]:
        """Return the font in which the text fits in a width, and the text, perhaps with "…"."""
        for size in (Size.LARGE, Size.MIDDLE, Size.BODY):
            font = sized(self.font(), size)
            text = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
            if text == self.text():
                break
        return font, text

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        rect = self.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, self)
        # Qt paints the text of a line two pixels inside.
        rect.adjust(2, 0, -2, 0)
        font, text = self.fitted(rect.width())
        is_usual = isclose(font.pointSizeF(), self.font().pointSizeF()) and text == self.text()
        if self.hasFocus() or not text or is_usual:
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        painter.drawPrimitive(QStyle.PrimitiveElement.PE_PanelLineEdit, option)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.end()


class SummaryButton(QAbstractButton):
    """A quiet line with an arrow behind it, which ends in "…" where it is too narrow."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(words + space(self, 9), space(self, 7))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 20), space(self, 7))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), colours_of(self.palette())
        active = self.underMouse() or self.isDown()
        if active:
            fill(painter, self.rect(), colours.hover, corner(self.fontMetrics()))
        gap, side = space(self, 6) // 4, space(self, 4)
        room = self.width() - 3 * gap - side
        if self.fontMetrics().horizontalAdvance(self.text()) > room:
            painter.setFont(sized(self.font(), Size.SMALL))
        metrics = painter.fontMetrics()
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        ink = colours.ink if active else colours.faint
        painter.setPen(ink)
        place = self.rect().adjusted(gap, 0, 0, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        left = 2 * gap + metrics.horizontalAdvance(words)
        arrow = QRect(left, (self.height() - side) // 2, side, side)
        icons.paint(painter, arrow, "deck/down", ink)
        if self.hasFocus():
            paint_focused(painter, self.rect(), colours)
        painter.end()


ADD_CARDS = "Add cards"


class DeckBar(QWidget):
    """How large the deck is, its cost curve, and what can be done with it as a whole."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.size_label = label()
        self.size_label.setFont(tabular(self.size_label.font()))
        self.size_label.setTextFormat(Qt.TextFormat.RichText)
        self.curve = CostCurve(self)
        self.groupings = Menu("Group the deck", self)
        for each in GROUPINGS.values():
            action = self.groupings.addAction(each.label)
            action.setData(each.code)
            action.setCheckable(True)
        self.share_menu, self.more_menu = Menu("Share", self), Menu("More", self)
        self.group_by = GlyphButton(
            "deck/group", "Group the deck", self, "Ctrl+Shift+B", self.groupings
        )
        self.piles = GlyphButton("deck/piles", "Show the deck in piles", self, "Ctrl+B")
        self.piles.setCheckable(True)
        self.sheet = GlyphButton("deck/sheet", "Deck sheet, to print or as a PDF", self, "Ctrl+P")
        self.share = GlyphButton("deck/share", "Share", self, menu=self.share_menu)
        self.more = GlyphButton("deck/more", "More", self, menu=self.more_menu)
        self.add_cards = push_button(ADD_CARDS, self, name=ADD_CARDS, kind="primary")
        self.add_cards.hide()
        gap = space(self, 2)
        buttons = row(self.group_by, self.piles, self.sheet, self.share, self.more, spacing=0)
        size = row(self.size_label, self.curve, spacing=3 * gap)
        parts = (size, None, self.add_cards, buttons)
        row(*parts, parent=self, margin=(2 * gap, gap, gap // 2, gap), spacing=gap // 2)

    def show_deck(self, deck: Deck) -> None:
        in_decks = sum(copies for plots in deck.plot_decks for _, copies in plots)
        cards = count_of(deck.draw_count, "card")
        plots = count_of(deck.plot_count + in_decks, "plot")
        self.size_label.setText(f"{_strong(cards)} · {_strong(plots)}")
        self.size_label.setAccessibleName(f"{cards}, {plots}")
        self.curve.show_deck(deck)
        self._fit()

    def _fit(self) -> None:
        """Hide the curve where there is no room for it; then shorten the button."""
        taken = self.size_label.sizeHint().width()
        if not self.add_cards.isHidden():
            taken += self.add_cards.fontMetrics().horizontalAdvance(ADD_CARDS) + space(self, 8)
        curve = self.curve.sizeHint().width() + space(self, 54)
        self.curve.setVisible(self.width() >= taken + curve)
        buttons = 5 * self.more.sizeHint().width() + space(self, 8)
        self.add_cards.setText(ADD_CARDS if self.width() >= taken + buttons else "Add")

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _strong(words: str) -> str:
    number, noun = words.split()
    return f"<span style='font-weight:600'>{number}</span> {noun}"


class DeckHeader(QWidget):
    """Name and verdict of the deck; below them a line that opens what it is judged under."""

    menu_requested = Signal(object)  # the MenuRequest for an agenda

    def __init__(
        self,
        session: DeckSession,
        open_lists: Callable[[QWidget], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._open_lists = session, open_lists
        self._shown: tuple[object, ...] = ()
        self._counts: tuple[int, int, int] | None = (0, 0, -1)
        self._glyph = GlyphLabel(space(self, 26) // 4, self)
        self.name = TitleField(self, placeholderText="A deck without a name")
        self.name.setObjectName("title")
        self.name.setAcceptDrops(False)
        self.name.setFont(sized(self.name.font(), Size.LARGE, QFont.Weight.DemiBold))
        self.name.setAccessibleName("Name of the deck")
        self.name.editingFinished.connect(self._on_name_edited)
        self.verdict = VerdictPill(self)
        self.summary = SummaryButton(self)
        self.summary.clicked.connect(self.open_details)
        session.edit_refused.connect(self.show_deck)
        gap = space(self, 2)
        title = row(self._glyph, (self.name, 1), self.verdict, spacing=gap)
        title.setContentsMargins(2 * gap, gap, gap + gap // 2, gap // 2)
        line = row((self.summary, 0), None)
        line.setContentsMargins(space(self, 10) // 4, 0, gap, 0)
        column(title, line, parent=self, margin=0, spacing=0)

    def show_deck(self) -> None:
        """Show the deck on screen as it is now."""
        shown = self._session.shown
        deck = shown.deck
        if deck is None:
            return
        named = (deck.name, deck.faction, deck.agendas, deck.players)
        parts = (*named, shown.conditions, shown.choice)
        if parts != self._shown or self.name.text() != deck.name:
            self._shown = parts
            self._show_parts(deck, shown)
        errors, warnings, notes = map(shown.count, Severity)
        errors += len(shown.unread)
        if shown.state is not None:
            notes += len(shown.state.guessed) + (shown.list_in_force is not None)
        counts = (errors, warnings, notes) if shown.verdict else None
        if counts != self._counts:
            self._counts = counts
            if counts is None:
                self.verdict.show_words("Not judged", Glyph(icons.NOTE))
            else:
                self.verdict.show_verdict(*counts)

    def _show_parts(self, deck: Deck, shown: Snapshot) -> None:
        if self.name.text() != deck.name:
            self.name.setText(deck.name)
            self.name.setCursorPosition(0)
        self.name.setToolTip(tip(f"{deck.name}\nRename the deck (F2)"))
        words = affiliation(deck)
        self._glyph.show_glyphs([Glyph(icons.faction_glyph(deck.faction), deck.faction, words)])
        words = summary(shown)
        self.summary.setText(words)
        self.summary.updateGeometry()
        self.summary.setAccessibleName(f"Faction, agendas and format: {words}")
        self.summary.setToolTip(tip(words))

    def rename(self) -> None:
        """Go to the name, ready to type over it."""
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.selectAll()

    def open_details(self) -> DeckDetails:
        """Open the popup of faction, agendas, format, list and date."""
        from desktop.pages.builder.deck.deck_details import DeckDetails  # noqa: PLC0415 - when asked for

        details = DeckDetails(
            self._session, self.summary, self.menu_requested.emit, self._open_lists
        )
        details.show_below()
        return details

    def choose_faction(self) -> None:
        self.open_details().faction.showPopup()

    def choose_agenda(self, number: int | None = 0) -> AgendaPicker | None:
        """Let the user choose an agenda in the place of one; None is one more."""
        from desktop.pages.builder.deck.agenda_picker import choose_agenda  # noqa: PLC0415 - when asked for

        return choose_agenda(self._session, number, self.summary, self.menu_requested.emit)

    def choose_another(self) -> None:
        """Let the user choose one more agenda, where there is room for it."""
        from validators.agenda_conditions import another_fits  # noqa: PLC0415 - every rule, not at start

        shown = self._session.shown
        if shown.deck is None or shown.pool is None or shown.conditions is None:
            return
        if not shown.deck.agendas or another_fits(shown.deck, shown.pool, shown.conditions):
            self.choose_agenda(None)

    def _on_name_edited(self) -> None:
        deck, name = self._session.deck, self.name.text().strip()
        if deck is not None and name != deck.name:
            self._session.edit(replace(deck, name=name))
