"""The middle of the Build page: the deck and its verdict, or the welcome panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.card_list_view import CardListView
from desktop.pages.builder.deck.deck_bars import BinBar, DeckTabs, PlanBar
from desktop.pages.builder.deck.deck_header import DeckHeader, affiliation
from desktop.pages.builder.deck.deck_model import (
    BY_TYPE,
    GROUPINGS,
    DeckModel,
    problems_by_card,
    problems_by_section,
)
from desktop.pages.builder.deck.deck_view import DeckView
from desktop.pages.builder.deck_overlay import EMPTY_OVERLAY, DeckOverlay
from desktop.runtime.tasks import TaskRunner
from desktop.session.autosave import Autosaver
from desktop.session.card_sync import CardSync
from desktop.session.deck_session import DeckSession, Snapshot
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import CardDelegate, Role
from desktop.widgets.cards.card_details import PICTURES_NOTE, TextOffer
from desktop.widgets.cards.card_pictures import CardPictures, CardThumbnails
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import FlowLayout, column, label, row, tip
from validators.problem import Severity

if TYPE_CHECKING:
    from desktop.pages.builder.deck.piles_panel import PilesPanel


class WelcomePanel(QWidget):
    """Says what to do, with a list of the sample decks; at first, offers texts and pictures.

    Signals:
        open_requested: the user wants to choose a file.
        new_requested: the user wants to begin a deck.
        sample_requested: a sample deck is to be opened (its number).
    """

    open_requested = Signal()
    new_requested = Signal()
    sample_requested = Signal(int)

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.open = QPushButton("Open a deck…")
        self.open.clicked.connect(self.open_requested)
        self.new = QPushButton("New deck…")
        self.new.clicked.connect(self.new_requested)
        self.text_offer: TextOffer | None = None
        self.pictures = QCheckBox("Show pictures of cards, too")
        self._pictures_note = label(PICTURES_NOTE, Size.SMALL, faint=True, wraps=True)
        self.pictures.setAccessibleDescription(PICTURES_NOTE)
        self._offers = column(self.pictures, self._pictures_note, spacing=space(self, 1))
        self._suggestion = label("Or look at a published deck:", faint=True)
        self.samples = QListWidget(self)
        self.samples.setAccessibleName("Sample decks")
        self.samples.setItemDelegate(CardDelegate(self.samples))
        self.samples.setUniformItemSizes(True)
        self.samples.setMouseTracking(True)
        self.samples.clicked.connect(self._on_sample_chosen)
        self.samples.activated.connect(self._on_sample_chosen)
        title = label("No deck is open", Size.LARGE, weight=QFont.Weight.DemiBold)
        words = label("Drop a deck file anywhere in this window, or choose one.", wraps=True)
        buttons, gap = FlowLayout(space(self, 2)), space(self, 4)
        for button in (self.open, self.new):
            buttons.addWidget(button)
        parts = (title, words, buttons, self._offers, gap // 2, self._suggestion, (self.samples, 1))
        layout = column(*parts, parent=self, margin=(gap, gap, gap, 0), spacing=gap // 2)
        # Without samples the words stay at the top.
        layout.addStretch(0)
        self._show_samples()
        session.cards_loaded.connect(self._show_samples)

    def offer_texts(self, card_sync: CardSync) -> None:
        self.text_offer = TextOffer(card_sync, self)
        self._offers.insertWidget(0, self.text_offer)
        self.setTabOrder(self.new, self.text_offer)
        self._show_samples()

    def _show_samples(self) -> None:
        readings = self._session.cards.samples if self._session.cards else ()
        self.samples.clear()
        for reading in readings:
            deck, line = reading.deck, affiliation(reading.deck)
            item = QListWidgetItem(deck.name, self.samples)
            item.setData(Role.GLYPHS, (Glyph(icons.faction_glyph(deck.faction), deck.faction),))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{deck.name}, {line}")
            item.setToolTip(tip(line))
        for button in (self.open, self.new):
            button.setEnabled(bool(self._session.cards))
        if self.text_offer is not None:
            self.text_offer.show_cards(self._session.cards)
        self._suggestion.setVisible(bool(readings))
        self.samples.setVisible(bool(readings))

    def _on_sample_chosen(self, index: QModelIndex) -> None:
        # Where a click also activates, both arrive; the second finds the deck already open.
        if self.isVisible() and self._session.cards:
            self.sample_requested.emit(index.row())

    @override
    def showEvent(self, event: QShowEvent) -> None:
        # Who has said yes is not asked again; the box stays while it is looked at.
        for part in (self.pictures, self._pictures_note):
            part.setVisible(not self.pictures.isChecked())
        super().showEvent(event)


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
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pictures = session, tasks, pictures
        self._overlay = EMPTY_OVERLAY
        # How the piles are grouped, and the list.
        self.grouping = self.list_grouping = BY_TYPE
        self.piles: PilesPanel | None = None
        self.welcome_panel = WelcomePanel(session, self)
        self._opened = opened = QWidget(self)
        self.open_decks = DeckTabs(session, opened)
        self.bin_bar = BinBar(session, autosaver, opened)
        self.plan_bar = PlanBar(session, autosaver, opened)
        self.header = DeckHeader(session, opened)
        self.verdict = VerdictLine(opened)
        self.group_by = ComboBox("Group the deck", opened, 6)
        self.group_by.setToolTip("How the list is grouped (Ctrl+Shift+B)")
        self.group_by.set_choices({each.code: each.label for each in GROUPINGS.values()})
        self.group_by.activated.connect(lambda: self.group_list(self.group_by.chosen))
        words, name = "The deck under every restricted list (Ctrl+L)", "The deck under every list"
        self.matrix = push_button("Lists…", opened, words, self.open_matrix, name=name)
        self.shows_piles = False
        self.toggle = push_button("", opened, clicked=self.toggle_piles)
        self._name_toggle()
        self.model = DeckModel(self)
        self.list = DeckView(self.model, opened)
        buttons = (self.group_by, self.toggle, self.matrix)
        self._line = row((self.verdict, 1), *buttons, spacing=space(self, 1))
        self._second_line = row(spacing=space(self, 1))
        bars = (self.open_decks, self.bin_bar, self.plan_bar)
        parts = (*bars, self.header, self._line, self._second_line, (self.list, 1))
        self._parts = column(*parts, parent=opened, margin=0, spacing=space(self, 2))
        self.addWidget(self.welcome_panel)
        self.addWidget(opened)

    def show_deck(self, overlay: DeckOverlay) -> None:
        """Show another deck of the session, or the welcome panel where none is open."""
        self.model.clear()
        if self._session.shown.deck is None:
            self.setCurrentWidget(self.welcome_panel)
        else:
            self.show_edit(overlay)
            self.setCurrentWidget(self._opened)

    def show_edit(self, overlay: DeckOverlay) -> None:
        """Show the latest value of the deck on screen."""
        self.header.show_deck()
        self._show_cards(overlay)
        shown = self._session.shown
        problems = shown.verdict.problems if shown.verdict else ()
        self.model.mark(problems_by_card(problems), problems_by_section(problems))
        self.verdict.show_verdict(shown)

    @property
    def cards_view(self) -> CardListView:
        return self.piles.view if self.piles and self.shows_piles else self.list

    def go_to_cards(self) -> None:
        self.cards_view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def group(self, code: str) -> None:
        """Group the piles in another way; the selected cards stay selected."""
        self.grouping = GROUPINGS.get(code, BY_TYPE)
        if self.piles is not None:
            self.piles.grouping.choose(self.grouping.code)
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
        piles.grouping.activated.connect(lambda: self.group(piles.grouping.chosen))
        piles.save.clicked.connect(self.picture_requested)
        return piles

    def open_matrix(self) -> None:
        from desktop.pages.builder.deck.legality_matrix import LegalityMatrixPopup  # noqa: PLC0415 - when asked for

        if self._session.deck is not None:
            LegalityMatrixPopup(self._session, self.matrix).show_below()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where the verdict would have no room, the grouping has a line of its own.
        narrow = self.width() < space(self, _NARROW)
        if narrow is not (self._second_line.count() > 0):
            before, after = self._line, self._second_line
            (before if narrow else after).removeWidget(self.group_by)
            (after if narrow else before).insertWidget(0 if narrow else 1, self.group_by)

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
    if shown.legal and shown.count(Severity.WARNING):
        return Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING)
    return Glyph(icons.LEGAL if shown.legal else icons.of_severity(Severity.ERROR), shown.legal)


def parts_kept_whole(words: str) -> str:
    """Return a verdict whose lines break only at its dots."""
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in words.split(" · "))


class VerdictLine(QAbstractButton):
    """The verdict; pressing it opens the problems."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._glyph = Glyph(icons.LEGAL, None)
        self._sizes: tuple[str, ...] = ()
        self.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_verdict(self, shown: Snapshot) -> None:
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
