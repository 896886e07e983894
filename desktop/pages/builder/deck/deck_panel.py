"""The middle of the Build page: the deck and its verdict, or the welcome panel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSizePolicy, QStackedWidget, QWidget
from typing_extensions import override

from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_header import DeckHeader
from desktop.pages.builder.deck.deck_model import DeckModel
from desktop.pages.builder.deck.deck_rows import (
    BY_TYPE,
    GROUPINGS,
    problems_by_card,
    problems_by_section,
)
from desktop.pages.builder.deck.deck_tabs import DeckTabs
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck.welcome_panel import WelcomePanel
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.pages.builder.plans.plan_commands import PlanBar
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession, Snapshot
from desktop.session.open_deck import OpenDeck, Where
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role
from desktop.widgets.cards.card_pictures import CardPictures, CardThumbnails
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, row
from desktop.widgets.message_bar import BarAction, MessageBar
from validators.problem import Severity

if TYPE_CHECKING:
    from desktop.pages.builder.deck.piles_panel import PilesPanel


WORDS = {
    Where.IN_BIN: "This deck is in the bin. Restore it to change it.",
    Where.NOWHERE: "This deck was deleted for good and is only open here. Restore it to save it.",
}
REFUSED = {
    Where.IN_BIN: "Nothing was changed: this deck is in the bin. Restore it first.",
    Where.NOWHERE: "Nothing was changed: this deck was deleted for good. Restore it first.",
}
CAME_BACK = "This deck is out of the bin again, because you changed it."


class BinBar(MessageBar):
    """Says whether the deck on screen is in the bin, with a button for the opposite."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._autosaver = session, autosaver
        self._shown: tuple[OpenDeck | None, Where] = (None, Where.AMONG_DECKS)
        for signal in (session.deck_changed, session.saved_changed):
            signal.connect(self.show_deck)
        session.edit_refused.connect(self._on_edit_refused)
        autosaver.restored.connect(self._on_came_back)

    def show_deck(self) -> None:
        """Show where the deck on screen is; nothing while it is among the decks of the library."""
        deck = self._session.current
        shown = (deck, deck.where if deck else Where.AMONG_DECKS)
        if shown == self._shown:
            return
        self._shown = shown
        if deck is None or deck.where is Where.AMONG_DECKS:
            self.hide()
            return
        self._show_words(deck, WORDS[deck.where], Severity.WARNING)

    def _show_words(self, deck: OpenDeck, words: str, severity: Severity) -> None:
        sign = Glyph(icons.BIN, severity, deck.where.value.capitalize())
        self.show_state(words, sign, BarAction("&Restore", partial(self._autosaver.save, deck)))

    def _on_edit_refused(self) -> None:
        """Say why nothing was changed, until another deck is shown or this one is restored."""
        deck = self._session.current
        if deck is not None and deck.read_only:
            self._show_words(deck, REFUSED[deck.where], Severity.ERROR)
            QAccessible.updateAccessibility(QAccessibleEvent(self.words, QAccessible.Event.Alert))

    def _on_came_back(self, deck: OpenDeck) -> None:
        if deck is self._session.current:
            self._shown = (deck, deck.where)
            again = BarAction("&Back into the bin", partial(self._autosaver.throw_away, deck))
            self.show_message(CAME_BACK, again)


# In quarters of the font's height.
_NARROW = 82


class DeckPanel(QStackedWidget):
    """Header, verdict and cards of the session's deck; before there is one, the welcome.

    Signals:
        picture_requested: the deck is to be saved as a picture.
    """

    picture_requested = Signal()

    def __init__(
        self,
        session: DeckSession,
        autosaver: Autosaver,
        tasks: TaskRunner,
        pictures: CardPictures,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pictures = session, tasks, pictures
        self._overlay = EMPTY_OVERLAY
        # How the piles are grouped, and the list.
        self.grouping = self.list_grouping = BY_TYPE
        self.piles: PilesPanel | None = None
        self.welcome_panel = WelcomePanel(session, self)
        self._opened = QWidget(self)
        self.open_decks = DeckTabs(session, self._opened)
        self.bin_bar = BinBar(session, autosaver, self._opened)
        self.plan_bar = PlanBar(session, autosaver, self._opened)
        self.header = DeckHeader(session, self._opened)
        self.verdict = VerdictLine(self._opened)
        self.group_by = ComboBox("Group the deck", self._opened, 6)
        self.group_by.setToolTip("How the list is grouped (Ctrl+Shift+B)")
        self.group_by.set_choices({each.code: each.label for each in GROUPINGS.values()})
        self.group_by.activated.connect(lambda: self.group_list(self.group_by.chosen))
        self.matrix = QPushButton("Lists…", self._opened)
        self.matrix.setAccessibleName("The deck under every list")
        self.matrix.setToolTip("The deck under every restricted list (Ctrl+L)")
        self.matrix.clicked.connect(self.open_matrix)
        self.shows_piles = False
        self.toggle = QPushButton(self._opened)
        self.toggle.clicked.connect(self.toggle_piles)
        self._name_toggle()
        self.model = DeckModel(self)
        self.list = DeckView(self.model, self._opened)
        buttons = (self.group_by, self.toggle, self.matrix)
        self._line = row((self.verdict, 1), *buttons, spacing=space(self, 1))
        self._second_line = row(spacing=space(self, 1))
        lines = (self._line, self._second_line)
        bars = (self.open_decks, self.bin_bar, self.plan_bar)
        parts = (*bars, self.header, *lines, (self.list, 1))
        self._parts = column(*parts, parent=self._opened, margin=0, spacing=space(self, 2))
        self.addWidget(self.welcome_panel)
        self.addWidget(self._opened)

    def show_deck(self, overlay: DeckOverlay) -> None:
        """Show another deck of the session, or the welcome panel where none is open."""
        self.model.clear()
        if self._session.shown.deck is None:
            self.setCurrentWidget(self.welcome_panel)
            return
        self.header.show_deck()
        self._show_cards(overlay)
        self._show_verdict()
        self.setCurrentWidget(self._opened)

    def show_edit(self, overlay: DeckOverlay) -> None:
        """Show the latest value of the deck on screen."""
        self.header.show_deck()
        self._show_cards(overlay)
        self._show_verdict()

    def _show_verdict(self) -> None:
        """Show what the judge says of the deck now."""
        shown = self._session.shown
        problems = shown.verdict.problems if shown.verdict else ()
        self.model.mark(problems_by_card(problems), problems_by_section(problems))
        self.verdict.show_verdict(shown)

    @property
    def cards_view(self) -> CardListView:
        """The view that shows the cards: the list, or the piles."""
        return self.piles.view if self.piles and self.shows_piles else self.list

    def go_to_cards(self) -> None:
        """Give the focus to the cards."""
        self.cards_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def group(self, code: str) -> None:
        """Group the piles in another way; the selected cards stay selected."""
        self.grouping = GROUPINGS.get(code, BY_TYPE)
        if self.piles is not None:
            self.piles.show_grouping(self.grouping.code)
        self._regroup()

    def group_list(self, code: str) -> None:
        """Group the list in another way, as `group` the piles."""
        self.list_grouping = GROUPINGS.get(code, BY_TYPE)
        self.group_by.choose(self.list_grouping.code)
        self._regroup()

    def choose_grouping(self) -> None:
        """Open the list of the ways to group what is shown."""
        chooser = self.piles.grouping if self.piles and self.shows_piles else self.group_by
        chooser.setFocus(Qt.FocusReason.ShortcutFocusReason)
        chooser.showPopup()

    def _regroup(self) -> None:
        self.model.grouping = self.grouping if self.shows_piles else self.list_grouping
        current = self.list.currentIndex().data(Role.CARD)
        chosen = [card.code for card in self.list.selected_cards()]
        with self.list.unannounced():
            self._show_cards(self._overlay)
            if current is not None:
                self.list.select_cards([current.code])
            if chosen:
                self.list.select_cards(chosen)

    def toggle_piles(self) -> None:
        """Show the deck in piles, or as a list again."""
        self.shows_piles = not self.shows_piles
        piles = self.piles or self._make_piles()
        had_focus = piles.view.hasFocus() or self.list.hasFocus()
        piles.setVisible(self.shows_piles)
        self.list.setVisible(not self.shows_piles)
        self.group_by.setVisible(not self.shows_piles)
        self._name_toggle()
        self.group(self.grouping.code)
        if had_focus:
            self.go_to_cards()

    def _name_toggle(self) -> None:
        words = "Show the deck as a list" if self.shows_piles else "Show the deck in piles"
        self.toggle.setText("List" if self.shows_piles else "Piles")
        self.toggle.setAccessibleName(words)
        self.toggle.setToolTip(f"{words} (Ctrl+B)")

    def _make_piles(self) -> PilesPanel:
        # Imported when first shown.
        from desktop.pages.builder.deck.piles_panel import PilesPanel  # noqa: PLC0415

        thumbnails = CardThumbnails(self._tasks, self._pictures, self)
        piles = self.piles = PilesPanel(self.list, self.model, thumbnails)
        self._parts.addWidget(piles, 1)
        piles.grouping_chosen.connect(self.group)
        piles.picture_requested.connect(self.picture_requested)
        view, cards = piles.view, self.list
        for own, of_list in (
            (view.card_chosen, cards.card_chosen),
            (view.typed, cards.typed),
            (view.erased, cards.erased),
            (view.count_requested, cards.count_requested),
            (view.change_requested, cards.change_requested),
            (view.consider_requested, cards.consider_requested),
            (view.large_requested, cards.large_requested),
            (view.menu_requested, cards.menu_requested),
        ):
            own.connect(of_list)
        return piles

    def open_matrix(self) -> None:
        """Show the deck under every list, to choose one."""
        from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup  # noqa: PLC0415 - when asked for

        if self._session.deck is not None:
            LegalityMatrixPopup(self._session, self.matrix).show_below()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where the verdict would have no room, the grouping has a line of its own.
        narrow = self.width() < space(self, _NARROW)
        if narrow is (self._second_line.count() > 0):
            return
        (self._line if narrow else self._second_line).removeWidget(self.group_by)
        if narrow:
            self._second_line.addWidget(self.group_by)
        else:
            self._line.insertWidget(1, self.group_by)

    def _show_cards(self, overlay: DeckOverlay) -> None:
        deck, cards = self._session.shown.deck, self._session.cards
        self._overlay = overlay
        if deck is not None and cards is not None:
            self.list.show_deck(deck, cards, overlay)


def _with_noun(number: int, noun: str) -> str:
    """Return a number with its noun: "1 card", "60 cards"."""
    return f"{number} {noun if number == 1 else noun + 's'}"


def verdict_words(shown: Snapshot) -> str:
    """Return the verdict on the deck on screen in a few words."""
    if shown.verdict is None or shown.state is None:
        return "Not judged"
    errors, warnings, notes = map(shown.count, Severity)
    notes += len(shown.state.guessed) + (shown.list_in_force is not None)
    parts = [_with_noun(errors, "problem")] if errors else []
    if shown.state.unread:
        parts.append(f"{len(shown.state.unread)} unread")
    legal = not parts
    parts = parts or ["Legal"]
    if warnings:
        parts.append(_with_noun(warnings, "warning"))
    if legal and notes:
        parts.append(_with_noun(notes, "note"))
    return " · ".join(parts)


def verdict_glyph(shown: Snapshot) -> Glyph:
    """Return the sign of the verdict; that of a warning where a legal deck has one."""
    if shown.verdict is None:
        return Glyph(icons.of_severity(Severity.ERROR), None)
    legal = shown.legal
    if legal and shown.count(Severity.WARNING):
        return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING)
    return Glyph(icons.LEGAL if legal else icons.of_severity(Severity.ERROR), legal)


def parts_kept_whole(words: str) -> str:
    """Return a verdict that is wrapped only between its parts, at the dots."""
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in words.split(" · "))


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

    def show_verdict(self, shown: Snapshot) -> None:
        """Show the verdict on the deck on screen."""
        deck = shown.deck
        if deck is None:
            return
        self._glyph = verdict_glyph(shown)
        in_decks = sum(copies for plots in deck.plot_decks for _, copies in plots)
        draws, plots = deck.draw_count, deck.plot_count + in_decks
        size = f"{_with_noun(draws, 'card')} · {_with_noun(plots, 'plot')}"
        # Where there is no space for the one, the other; the verdict itself is always there.
        self._sizes = (size, f"{draws} · {plots}")
        self.setText(verdict_words(shown))
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
        flags, text = int(middle | Qt.AlignmentFlag.AlignLeft), self.text()
        if free + gap < 0:
            painter.setFont(sized(self.font(), Size.SMALL, QFont.Weight.DemiBold))
            flags, text = flags | int(Qt.TextFlag.TextWordWrap), parts_kept_whole(text)
        painter.drawText(words, flags, text)
        painter.setFont(plain)
        painter.setPen(colours.faint)
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, next(fitting, ""))
        if self.hasFocus():
            painter.setPen(colours.accent)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
