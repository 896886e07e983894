"""Deck lists of an event: a player's list with its repairs, and the dialog that takes lists in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFileDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from app.deck_intake import (
    Intake,
    IntakeLine,
    IntakeQuestion,
    ListRepairs,
    RepairQuestion,
    list_errors,
    list_repairs,
    read_intake,
    stored_reading,
)
from app.deck_list_tables import (
    ACCOUNT,
    LIST_CARDS,
    AccountLine,
    account_lines,
    account_words,
    intake_columns,
)
from app.tables import TableColumn
from core.errors import AppError
from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.dialogs.simple_dialogs import DialogContext, SimpleDialog
from desktop.pages.events.event_panel import SideLayout, Signs, columns_of
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import of_line, of_verdict
from desktop.widgets.layouts import (
    FlowLayout,
    WrapButton,
    buddy_label,
    column,
    give_way,
    label,
    paste_box,
    row,
    splitter,
    tab_order,
)
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import NarrowTable, RowsTable
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, HandedInDeck
from library.deck_values import StoredDeck
from library.import_reader import ENDINGS, ImportSources


class ListProblems(QWidget):
    """Sentences, and below each its repairs, as soon as they are found.

    Signals:
        repair_chosen: a button was pressed (the Repair).
    """

    repair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scroller = QScrollArea(self)
        self.scroller.setObjectName("ground")
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setAccessibleName("Problems of the deck list")
        self.scroller.setWidgetResizable(True)
        self.scroller.viewport().setAutoFillBackground(False)
        column(self.scroller, parent=self, margin=0)
        self.buttons: list[WrapButton] = []
        self._shown: object = None

    def show_problems(self, said: Sequence[str], repairs: ListRepairs | None) -> None:
        """Show sentences with their repairs, if any are to be had."""
        shown = (tuple(said), repairs)
        if shown == self._shown:
            return
        self._shown = shown
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, space(self, 1), 0)
        layout.setSpacing(space(self, 1))
        self.buttons = []
        for each in said:
            words = label(f"• {each}", wraps=True)
            give_way(words)
            layout.addWidget(words)
            for repair in repairs.of(each) if repairs else ():
                button = WrapButton(repair.label, inner)
                button.setAccessibleDescription(each)
                button.clicked.connect(
                    lambda _=False, chosen=repair: self.repair_chosen.emit(chosen)
                )
                self.buttons.append(button)
                layout.addWidget(button)
        layout.addStretch(1)
        self.scroller.setWidget(inner)
        inner.setAutoFillBackground(False)  # which setWidget turns on


def account_model(table: Sequence[TableColumn[AccountLine]]) -> ColumnsModel[AccountLine]:
    """Return a model of the lines of a list."""
    columns = columns_of(table, {"Result": lambda each: (of_line(each.line),)})
    return ColumnsModel(columns, key=lambda each: each.number, card=lambda each: each.card)


NO_LIST, NOBODY = "No deck list yet.", "Choose a player to see the deck list."


class DeckListPanel(QWidget):
    """Shows a list as it was handed in; from the start of the event on it is frozen.

    Signals:
        repaired: a repair was chosen (the list before, the Deck after).
    """

    repaired = Signal(object, object)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._shown: object = None
        self._deck: HandedInDeck | None = None
        self._query: BackgroundQuery[RepairQuestion, ListRepairs | None] = BackgroundQuery(
            tasks, self._find_repairs, self, remembered=8
        )
        self.heading = label(size=Size.MIDDLE, weight=QFont.Weight.DemiBold, wraps=True)
        self.penalties = label(size=Size.SMALL, wraps=True)
        self.penalties.setAccessibleName("Penalties")
        self.penalties.hide()
        self.verdict = label(wraps=True)
        self.problems = ListProblems(self)
        self.digest = label(size=Size.SMALL, faint=True, wraps=True)
        self.account = account_model(LIST_CARDS)
        self.lines = NarrowTable(self.account, "Cards of the deck list", self, main=1, dropped=(2,))
        watch_cards(self.lines)
        self.lines.empty_text = "No list."
        self.hand_in = push_button("Hand &in a list…", self)
        self.repair_all = push_button("Fix all…", self)
        self.check = push_button("Deck &check…", self)
        for each in (self.heading, self.penalties, self.verdict, self.digest):
            give_way(each)
        gap = space(self, 2)
        middle = splitter(self.problems, self.lines, parent=self, vertical=True)
        foot = FlowLayout(gap // 2, self.hand_in, self.repair_all, self.check)
        parts = (self.heading, self.penalties, self.verdict, (middle, 1), self.digest, foot)
        SideLayout(self, column(*parts, margin=0, spacing=gap))
        self.repair_all.clicked.connect(self._on_repair_all_clicked)
        self.problems.repair_chosen.connect(lambda repair: self._repair(repair.deck))
        self._query.changed.connect(self._show_problems)
        self.show_player(None, None)

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards

    def show_penalties(self, lines: Sequence[str]) -> None:
        """Show the penalties of the player, those of other events too."""
        self.penalties.setText("\n".join(lines))
        self.penalties.setVisible(bool(lines))

    def show_player(self, player: EventPlayer | None, state: EventState | None) -> None:
        """Show a player's list, or that there is none."""
        self.hand_in.setEnabled(player is not None and self._cards is not None)
        stage = state.stage if state else None
        shown = (player.deck, player.name, state.settings, stage) if player and state else None
        if shown == self._shown and shown is not None:
            return
        self._shown = shown
        self._query.withdraw()
        deck = self._deck = player.deck if player and self._cards else None
        self.heading.setText(player.name if player else "")
        self.lines.setVisible(deck is not None)
        self.hand_in.setVisible(player is not None)
        # Before the start it is in the menu: lists are repaired then.
        self.check.setVisible(deck is not None and stage is not EventStage.REGISTRATION)
        if player is None or state is None or deck is None or self._cards is None:
            self.verdict.setText(NO_LIST if player else NOBODY)
            self.digest.clear()
            self.account.show_rows(())
            self._show_problems()
            return
        self.verdict.setText({True: "Legal.", False: "Not legal:", None: "Not judged."}[deck.legal])
        self.digest.setText(
            f"{deck.name or 'Deck without a name'} · checksum {deck.digest}, for a deck check"
        )
        try:
            reading = stored_reading(deck, self._cards.pools)
        except AppError:
            reading = None
        lines = account_lines(reading, self._cards.card, self._cards.named)
        self.account.show_rows(each for each in lines if each.name)
        if deck.legal is False and stage is EventStage.REGISTRATION:
            self._query.ask(RepairQuestion(deck, state.settings))
        self._show_problems()

    def _find_repairs(self, question: RepairQuestion, report: Progress) -> ListRepairs | None:
        return list_repairs(question, self._cards.pools, report) if self._cards else None

    @property
    def repairs(self) -> ListRepairs | None:
        """The repairs of the list that is shown, once they are found; none after the start."""
        return self._query.answer if self._query.state is QueryState.FRESH else None

    def _show_problems(self) -> None:
        deck, repairs = self._deck, self.repairs
        said = (*deck.reasons, *deck.warnings) if deck else ()
        self.problems.show_problems(said, repairs)
        self.problems.setVisible(bool(said))
        looking = self._query.state is QueryState.COMING
        self.repair_all.setVisible(looking or repairs is not None)
        self.repair_all.setEnabled(repairs is not None)

    def _repair(self, after: Deck) -> None:
        if self._deck is not None:
            self.repaired.emit(self._deck, after)

    def _on_repair_all_clicked(self) -> None:
        if (repairs := self.repairs) is None:
            return
        dialog = RepairAllDialog(repairs.all_at_once, self._errors_of, self.window())
        dialog.accepted.connect(lambda: self._repair(dialog.deck))
        dialog.open()

    def _errors_of(self, deck: Deck) -> list[str]:
        question = self._query.question
        if question is None or self._cards is None:
            return []
        return list_errors(deck, question.settings, self._cards.judges)


FILTER = f"Deck lists ({' '.join(f'*{each}' for each in sorted(ENDINGS))});;All files (*)"
MOST_FAILURES = 3


SIGNS: Signs = {"Verdict": lambda line: (of_verdict(legal=bool(line.deck.legal)),)}


class DeckListsDialog(SimpleDialog):
    """Reads and judges lists in the background; what is not yet somebody's is given by hand.

    Signals:
        handed_in: these lists are handed in (a list of IntakeLine, each with its player).
        library_deck_wanted: a deck of the library is to be handed in (its id).
    """

    handed_in = Signal(list)
    library_deck_wanted = Signal(str)

    def __init__(
        self,
        context: DialogContext,
        state: EventState,
        player: str | None = None,
        decks: Sequence[StoredDeck] = (),
        parent: QWidget | None = None,
    ) -> None:
        name = state.player(player).name if player else ""
        super().__init__(f"Deck list of {name}" if name else "Deck lists", "Hand in", parent)
        self._context, self._state, self._player = context, state, player
        self._paths: tuple[Path, ...] = ()
        self._decks: tuple[tuple[str, Reading], ...] = ()
        # The players whom lists were given to by hand, by the keys of the lists.
        self._owners: dict[tuple[str, int], str | None] = {}
        self._query: BackgroundQuery[IntakeQuestion, Intake] = BackgroundQuery(
            context.tasks,
            lambda question, report: read_intake(question, context.cards.judges, report),
            self,
        )
        placeholder = "Paste a deck list here, or drop files or a folder."
        self.paste = paste_box("Deck list as text", placeholder, self)
        self.files = push_button("&Files…", self, clicked=self._choose_files)
        self.folder = push_button("F&older…", self, clicked=self._choose_folder)
        self.from_library = ComboBox("From the library", self, 16)
        columns = columns_of(intake_columns(state), SIGNS)
        self.model = ColumnsModel(columns, key=lambda each: each.key)
        self.table = RowsTable(self.model, "Lists that were found", self)
        self.owner = ComboBox("Player of the selected list", self, 16)
        self.reasons = label(wraps=True)
        self.account = account_model(ACCOUNT)
        self.lines = RowsTable(self.account, "Line by line", self)
        watch_cards(self.lines)
        self.words = label(size=Size.SMALL, faint=True, wraps=True)
        self.failures = label(wraps=True)
        for each in (self.reasons, self.words, self.failures):
            give_way(each)
        self._fill_boxes(decks)
        self._lay_out()
        self._connect()

    def add_paths(self, paths: Iterable[Path]) -> None:
        """Read these files and folders, too."""
        self._paths = tuple(dict.fromkeys((*self._paths, *paths)))
        self._query.forget()
        self._read()

    def add_deck(self, source: str, reading: Reading) -> None:
        self._decks = (*self._decks, (source, reading))
        self._read()

    @property
    def reading(self) -> bool:
        return self._query.state is QueryState.COMING

    def _fill_boxes(self, decks: Sequence[StoredDeck]) -> None:
        own = (each for each in decks if each.edition is self._state.settings.edition)
        named = {each.id: each.name or "Deck without a name" for each in own}
        self.from_library.set_choices({"": "From the library…"} | named)
        self.from_library.setEnabled(bool(named))
        active = {each.id: each.name for each in self._state.active}
        self.owner.set_choices({None: "Nobody"} | active)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        left, right = QWidget(self), QWidget(self)
        choose = row(self.files, self.folder, (self.from_library, 1), spacing=gap)
        owner = row(buddy_label("&Player:", self.owner, faint=False), (self.owner, 1), spacing=gap)
        parts = ((self.paste, 2), choose, (self.table, 3), owner, self.failures)
        column(*parts, parent=left, margin=0, spacing=gap)
        column(self.reasons, self.words, (self.lines, 1), parent=right, margin=0, spacing=gap)
        self.lay_out(splitter(left, right, parent=self, sizes=(120, 120)))
        first = (self.paste, self.files, self.folder, self.from_library, self.table, self.owner)
        tab_order(*first, self.lines, self.accept_button, self.cancel)
        for button in (self.files, self.folder):
            button.setAutoDefault(False)
        self.failures.hide()
        self.resize(space(self, 256), space(self, 150))

    def _connect(self) -> None:
        FileDropFilter(self).files_dropped.connect(self.add_paths)
        self.paste.textChanged.connect(self._read)
        self._query.changed.connect(self._update)
        self.finished.connect(self._query.withdraw)
        self._query.answered.connect(self._on_read)
        self._query.failed.connect(lambda error: self._show_failures([error.sentence]))
        self.from_library.activated.connect(self._on_library_chosen)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.owner.activated.connect(self._on_owner_chosen)
        self.accepted.connect(lambda: self.handed_in.emit(self._ready()))
        self._update()
        self.paste.setFocus()

    def _read(self) -> None:
        sources = ImportSources(self.paste.toPlainText(), self._paths)
        state = self._state
        players = tuple(each for each in state.players if each.active)
        self._query.ask(IntakeQuestion(sources, self._decks, state.settings, players, self._player))

    def _on_read(self, intake: Intake) -> None:
        lines = [self._with_owner(each) for each in intake.lines]
        self.model.show_rows(lines)
        if lines and not self.table.selected():
            self.table.select([lines[0].key])
        self._show_failures(intake.failures)
        self._show_selected()
        self._update()

    def _with_owner(self, line: IntakeLine) -> IntakeLine:
        return line.for_player(self._owners.get(line.key, line.player))

    def _ready(self) -> list[IntakeLine]:
        return [each for each in self.model.rows if each.player]

    def _update(self) -> None:
        count = len(self._ready())
        text = f"Hand in {count} lists" if count > 1 else "Hand in"
        self.accept_button.setText("Reading…" if self.reading else text)
        self.accept_button.setEnabled(count > 0 and not self.reading)

    def _show_selected(self) -> None:
        chosen = next(iter(self.table.selected()), None)
        self.owner.setEnabled(chosen is not None)
        reading = chosen.reading if chosen else None
        cards = self._context.cards
        self.account.show_rows(account_lines(reading, cards.card, cards.named))
        self.words.setText(account_words(reading) if reading else "")
        if chosen is None:
            self.reasons.clear()
            return
        self.owner.choose(chosen.player)
        legal = "Legal." if chosen.deck.legal else "Not legal:"
        said = (*chosen.deck.reasons, *chosen.deck.warnings)
        before = self._state.player(chosen.player).deck if chosen.player else None
        if before is not None:
            same = before.digest == chosen.deck.digest
            now = "The same cards as" if same else "Other cards than"
            said = (f"{now} in the list that was handed in ({before.digest}).", *said)
        self.reasons.setText("\n".join((legal, *(f"• {each}" for each in said[:8]))))

    def _show_failures(self, failures: Sequence[str]) -> None:
        more = len(failures) - MOST_FAILURES
        tail = [f"and {more} more files"] if more > 0 else []
        self.failures.setText("\n".join([*failures[:MOST_FAILURES], *tail]))
        self.failures.setVisible(bool(failures))

    def _on_owner_chosen(self) -> None:
        """Give the selected list to a player, in place of the one that he had here."""
        for line in self.table.selected()[:1]:
            player = self.owner.chosen
            for other in self.model.rows:
                if player and other.player == player:
                    self._owners[other.key] = None
            self._owners[line.key] = player
            self.model.update_rows([self._with_owner(each) for each in self.model.rows])
            self._update()

    def _on_library_chosen(self) -> None:
        if deck_id := self.from_library.chosen:
            self.library_deck_wanted.emit(deck_id)
        self.from_library.setCurrentIndex(0)

    def _choose_files(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(self, "Deck lists", self._context.folder, FILTER)
        if chosen:
            self.add_paths(Path(each) for each in chosen)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, "A folder of deck lists", self._context.folder
        )
        if chosen:
            self.add_paths([Path(chosen)])
