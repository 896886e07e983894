"""The bars above the deck: tabs of the open decks, the bin, and the plan with its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QIcon, QMouseEvent, QPixmap
from PySide6.QtWidgets import QTabBar, QWidget
from typing_extensions import override

from core.text_format import shortened
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import NAMELESS, DeckSession, OpenDeck, Where
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import OneLine, row, tip
from desktop.widgets.message_bar import BarAction, MessageBar, toast_of
from library.deck_values import LibraryDeck, Plan
from validators.problem import Severity

if TYPE_CHECKING:
    from decks.three_way_merge import DeckPart, Side
    from library.library import Library
    from library.plans import PlanMerge


class PlanCommands:
    """The commands on the plan on screen, and the one that begins a plan of the deck on screen."""

    def __init__(self, session: DeckSession, autosaver: Autosaver, widget: QWidget) -> None:
        self._session, self._autosaver, self._widget = session, autosaver, widget
        self._worker = autosaver.library_worker

    @property
    def plan(self) -> Plan | None:
        current = self._session.shown.current
        if current is None or current.stored is None:
            return None
        return self._worker.contents.plan(current.stored.id)

    @property
    def can_begin(self) -> bool:
        current = self._session.current
        there = current is not None and not current.read_only
        return there and self._autosaver.ready and self.plan is None

    def begin(self, version: int | None = None) -> None:
        """Ask for a name and begin a plan from a version, or from the deck as it is now."""
        from desktop.dialogs.simple_dialogs import NameDialog  # noqa: PLC0415 - when asked for

        deck = self._session.current
        if deck is None or not self.can_begin:
            return

        def begin_named(name: str) -> None:
            def begin_stored() -> None:
                if deck.stored is not None:
                    deck_id = deck.stored.id
                    self._worker.change(
                        lambda library: library.plans.begin(deck_id, name, version),
                        lambda plan: self._autosaver.open_deck(plan.id),
                    )

            self._autosaver.save(deck, begin_stored)

        dialog = NameDialog("Plan a change", "Begin", parent=self._widget.window())
        dialog.name.setPlaceholderText("If I go Targaryen")
        dialog.named.connect(begin_named)
        dialog.open()

    def open(self, plan: Plan) -> None:
        self._autosaver.open_deck(plan.id)

    def leave(self) -> None:
        """Go back to the deck; the plan stays."""
        plan = self.plan
        if plan is not None:
            self._autosaver.save_all(lambda: self._show_deck_of(plan))

    def compare(self) -> None:
        """Show what differs between the deck as it is now and the plan."""
        from desktop.dialogs.compare_dialog import CompareDialog  # noqa: PLC0415 - when asked for

        cards = self._session.cards

        def show(look: PlanMerge) -> None:
            if cards is not None:
                window, title = self._widget.window(), "Compare the plan with its deck"
                CompareDialog(look.deck, look.planned, cards, window, title).open()

        self._look(show)

    def merge(self) -> None:
        """Show what a merge would change, have conflicts decided, and merge."""
        from desktop.dialogs.compare_dialog import MergeDialog  # noqa: PLC0415 - when asked for

        def show(look: PlanMerge) -> None:
            dialog = MergeDialog(look, self._widget.window())
            dialog.accepted.connect(lambda: self._merge(look.plan, dialog.decisions))
            dialog.open()

        self._look(show)

    def throw_away(self) -> None:
        """Put the plan on screen into the bin."""
        plan = self.plan
        if plan is None:
            return

        def on_thrown_away(_: None) -> None:
            self._show_deck_of(plan)
            words = f"The plan “{shortened(plan.name)}” is in the bin."
            take_back, holds = partial(self._take_back, plan), partial(self._binned, plan)
            toast_of(self._widget).show_message(words, take_back, holds)

        def throw_away() -> None:
            self._worker.change(lambda library: library.decks.throw_away([plan.id]), on_thrown_away)

        self._autosaver.save_all(throw_away)

    def _look(self, show: Callable[[PlanMerge], None]) -> None:
        plan = self.plan
        if plan is not None:
            self._autosaver.save_all(
                lambda: self._autosaver.ask(lambda library: library.plans.look(plan.id), show)
            )

    def _merge(self, plan: Plan, decisions: Mapping[DeckPart, Side]) -> None:
        cards = self._session.cards
        if cards is None:
            return

        def merge(library: Library) -> tuple[int, LibraryDeck]:
            before = library.decks.get(plan.of.id).version
            library.plans.merge(plan.id, decisions)
            return before, library.decks.open(plan.of.id, cards.pools)

        self._worker.change(merge, lambda answer: self._on_merged(plan, *answer))

    def _on_merged(self, plan: Plan, before: int, stored: LibraryDeck) -> None:
        """Show the deck, with the merge as one of its steps."""
        for deck in self._session.decks:
            if deck.stored is not None and deck.stored.id == stored.id and not deck.unsaved:
                words = f"Merge “{shortened(plan.name)}”"
                self._session.push_state(deck, deck.reloaded(stored), words)
        self._show_deck_of(plan)
        words = f"Plan merged: now version {stored.version}"

        def undo(library: Library) -> None:
            library.history.go_back(stored.id, before)
            library.decks.take_back([plan.id])

        def holds() -> bool:
            deck = self._worker.contents.deck(stored.id)
            return deck is not None and deck.version == stored.version and self._binned(plan)

        again = partial(self._worker.change, undo)
        toast_of(self._widget).show_message(words, again, holds)

    def _take_back(self, plan: Plan) -> None:
        self._worker.change(
            lambda library: library.decks.take_back([plan.id]), lambda _: self.open(plan)
        )

    def _binned(self, plan: Plan) -> bool:
        return any(deck.id == plan.id for deck in self._worker.contents.binned)

    def _show_deck_of(self, plan: Plan) -> None:
        for number, deck in enumerate(self._session.decks):
            if deck.stored is not None and deck.stored.id == plan.id and not deck.unsaved:
                self._session.close_deck(number)
                break
        self._autosaver.open_deck(plan.of.id)


UNSAVED = "\N{BULLET}"
WIDEST = 66
NARROWEST = 22


def close_button(parent: QWidget) -> GlyphButton:
    """Return a small cross for the end of a tab or chip; the style's own is a red square."""
    made = GlyphButton("search/clear", "Close", parent, side=4)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made


class DeckTabs(QTabBar):
    """A tab for each open deck; it is there while there are several."""

    close_requested = Signal(int)  # the number of the deck in the session

    def __init__(self, session: DeckSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: list[tuple[str, bool, Where]] = []
        self.setAccessibleName("Open decks")
        self.setFont(sized(self.font(), Size.SMALL))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.setObjectName("decks")
        self.scale_lengths()
        self.currentChanged.connect(self._on_current_changed)
        for signal in (session.deck_changed, session.deck_edited, session.saved_changed):
            signal.connect(self.show_decks)
        self.show_decks()

    def show_decks(self) -> None:
        """Show a tab for each deck of the session, and which of them is on screen."""
        decks = self._session.decks
        # Removing tabs makes others the current one; nobody chose those.
        with QSignalBlocker(self):
            while self.count() > len(decks):
                self.removeTab(self.count() - 1)
            while self.count() < len(decks):
                button = close_button(self)
                button.clicked.connect(lambda _=False, each=button: self._on_close_clicked(each))
                self.setTabButton(self.addTab(""), QTabBar.ButtonPosition.RightSide, button)
            before = self._shown
            self._shown = [(each.state.deck.name, each.unsaved, each.where) for each in decks]
            for number, shown in enumerate(self._shown):
                if shown not in before[number : number + 1]:
                    self._show_deck(number, *shown)
            self.setCurrentIndex(self._session.index if decks else -1)
        self.setVisible(len(decks) > 1)

    def _on_close_clicked(self, button: GlyphButton) -> None:
        number = [self.close_button(each) for each in range(self.count())].index(button)
        self.close_requested.emit(number)

    def scale_lengths(self, _: float = 1.0) -> None:
        self._widest, self._narrowest = space(self, WIDEST), space(self, NARROWEST)

    def close_button(self, number: int) -> GlyphButton:
        return cast("GlyphButton", self.tabButton(number, QTabBar.ButtonPosition.RightSide))

    def _show_deck(self, number: int, name: str, unsaved: bool, where: Where) -> None:  # noqa: FBT001 - a row
        name = name or NAMELESS
        words = f"{name} ({where.value})" if where.value else name
        said = f"{name}, {where.value}" if where.value else name
        if unsaved:
            words, said = f"{words} {UNSAVED}", f"{said}, with changes that are not saved"
        self.setTabText(number, words.replace("&", "&&"))
        self.setTabToolTip(number, tip(said))
        self.setAccessibleTabName(number, said)
        icon = QIcon()
        if where.value:  # where a long name leaves no space for the words, the icon is still seen
            ink, ratio = colours_of(self.palette()).note, self.devicePixelRatioF()
            picture = icons.glyph(icons.BIN, space(self, 3), ratio, ink)
            icon = QIcon(QPixmap.fromImage(picture))
        self.setTabIcon(number, icon)
        button = self.close_button(number)
        button.set_words(f"Close {name}", "Ctrl+W")

    def _on_current_changed(self, number: int) -> None:
        if 0 <= number < len(self._session.decks) and number != self._session.index:
            self._session.show_deck(number)

    @override
    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of a tab: where not all names have room, the longest are cut first.

        A beginning of each name stays; where that has no room either, the bar is scrolled.
        """
        whole, metrics, tabs = super().tabSizeHint(index), self.fontMetrics(), range(self.count())
        shown = [self.tabText(each).replace("&&", "&") for each in tabs]
        names = [metrics.horizontalAdvance(each) for each in shown]
        beside = whole.width() - names[index]
        room = self.width() + sum(names) - sum(QTabBar.tabSizeHint(self, n).width() for n in tabs)
        for number, name in enumerate(sorted(names)):
            share = room // (len(names) - number)
            if name > share:
                break
            room -= name
        else:
            share = self._widest
        most = min(max(beside + share, self._narrowest), self._widest)
        return whole.boundedTo(QSize(most, whole.height()))

    @override
    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.MiddleButton:
            number = self.tabAt(event.position().toPoint())
            if number >= 0:
                self.close_requested.emit(number)
            return
        super().mouseReleaseEvent(event)


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

    def __init__(self, session: DeckSession, autosaver: Autosaver, parent: QWidget) -> None:
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
        else:
            self._show_words(deck, WORDS[deck.where], Severity.WARNING)

    def _show_words(self, deck: OpenDeck, words: str, severity: Severity) -> None:
        sign = Glyph(icons.BIN, severity, deck.where.value.capitalize())
        self.show_state(words, sign, BarAction("&Restore", partial(self._autosaver.save, deck)))

    def _on_edit_refused(self) -> None:
        deck = self._session.current
        if deck is not None and deck.read_only:
            self._show_words(deck, REFUSED[deck.where], Severity.ERROR)
            QAccessible.updateAccessibility(QAccessibleEvent(self.words, QAccessible.Event.Alert))

    def _on_came_back(self, deck: OpenDeck) -> None:
        if deck is self._session.current:
            self._shown = (deck, deck.where)
            again = BarAction("&Back into the bin", partial(self._autosaver.throw_away, deck))
            self.show_message(CAME_BACK, again)


class PlanBar(QWidget):
    """Shown while a plan is on screen, and after it was merged or thrown away."""

    def __init__(self, session: DeckSession, autosaver: Autosaver, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.commands = commands = PlanCommands(session, autosaver, self)
        self.words = OneLine(parent=self)
        self.merge, self.compare, self.leave, self.throw_away = (
            push_button(text, self, tip, does, name=f"{text.rstrip('…')} the plan")
            for text, tip, does in (
                ("Merge…", "Make it the deck's next version", commands.merge),
                ("Compare", "With the deck as it is now", commands.compare),
                ("Leave", "Back to the deck; the plan stays", commands.leave),
                ("Throw away", "Into the bin; the deck stays", commands.throw_away),
            )
        )
        self.merge.setObjectName("link")
        gap = space(self, 1)
        buttons = (self.merge, self.compare, self.leave, self.throw_away)
        row((self.words, 1), *buttons, parent=self, margin=(3 * gap, gap, gap, 0), spacing=0)
        for signal in (session.deck_changed, session.saved_changed):
            signal.connect(self.show_plan)
        session.deck_edited.connect(self._on_deck_edited)
        autosaver.library_worker.contents_changed.connect(self._on_contents_changed)
        self.show_plan()

    def show_plan(self) -> None:
        plan, deck = self.commands.plan, self._session.shown.deck
        if plan is not None and deck is not None:
            of = f"“{shortened(plan.of.name) or NAMELESS}”"
            out = ", which is in the bin" if plan.of.deleted else ""
            self.words.setText(f"Plan: {shortened(deck.name) or NAMELESS}, of {of}{out}")
        self.setVisible(plan is not None)

    def _on_deck_edited(self) -> None:
        if not self.isHidden():  # the plan may have another name
            self.show_plan()

    def _on_contents_changed(self) -> None:
        toast_of(self).check()
        self.show_plan()
