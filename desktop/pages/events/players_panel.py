"""The Players tab: signing up, who is in, and the deck lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLineEdit, QPushButton, QWidget

from app.deck_intake import IntakeLine, repaired_list
from app.event_commands import ENTER_LATE, LATE, PLAYER_MENU, Wanted
from carddb.terms import Faction
from core.errors import AppError
from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.simple_dialogs import DialogContext, SimpleDialog
from desktop.pages.events.deck_check_dialog import DeckCheckDialog
from desktop.pages.events.deck_list_panel import DeckListPanel
from desktop.pages.events.deck_lists_dialog import DeckListsDialog
from desktop.pages.events.operation_menu import FieldsDialog, OperationMenu
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, label, paste_box, row, splitter
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import NarrowTable, RowsTable
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, HandedInDeck
from events.readiness import another_list
from events.sign_up import SignUp, agendas_named, read_sign_ups
from library.content import unread_lines
from library.deck_files import read_file
from validators.problem import Severity

if TYPE_CHECKING:
    from library.library import Library


def _glyph(line: SignUp) -> Glyph:
    if line.problem:
        return Glyph(icons.UNREAD, Severity.ERROR)
    if line.note:
        return Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)
    return Glyph(icons.LEGAL, tint=True)


_COLUMNS: tuple[Column[SignUp], ...] = (
    Column(title="Line", text=lambda each: str(each.line), width=6, alignment=RIGHT, faint=True),
    Column(title="Player", text=lambda each: each.name, width=14, share=3),
    Column(
        title="Faction",
        text=lambda each: Faction(each.faction).label if each.faction else "",
        width=14,
    ),
    Column(title="Agenda", text=lambda each: each.agenda, width=10, share=2),
    Column(
        title="Result",
        text=lambda each: each.problem or each.note or "Signs up",
        glyphs=lambda each: (_glyph(each),),
        width=16,
        share=4,
    ),
)


class SignUpDialog(SimpleDialog):
    """Paste names, one a line, or a table with faction and agenda; see what becomes of each line.

    Signals:
        signed_up: the players of the list (a list of SignUp).
    """

    signed_up = Signal(list)

    def __init__(
        self,
        taken: Iterable[str],
        parent: QWidget | None = None,
        read: Callable[[str, Iterable[str]], tuple[SignUp, ...]] = read_sign_ups,
    ) -> None:
        super().__init__("Sign up players", "Sign up", parent)
        self._taken, self._read = tuple(taken), read
        placeholder = "Paste the players here, one a line,\nor a table: name, faction, agenda."
        self.paste = paste_box("Players", placeholder, self)
        self.file = QPushButton("&From a file…", self)
        self.file.setAutoDefault(False)
        self.model = ColumnsModel(_COLUMNS, self, key=lambda each: each.line)
        self.table = RowsTable(self.model, "Line by line", self)
        self.wrong = label(wraps=True)
        self.wrong.hide()
        body = QWidget(self)
        gap = space(self, 2)
        left = column((self.paste, 1), row(self.file, None), spacing=gap)
        row((left, 2), (self.table, 5), parent=body, margin=0, spacing=gap)
        self.lay_out(body, self.wrong)
        self.setTabOrder(self.paste, self.file)
        self.setTabOrder(self.file, self.table)
        self.setTabOrder(self.table, self.accept_button)
        self.resize(space(self, 210), space(self, 120))
        self.paste.textChanged.connect(self._show)
        self.file.clicked.connect(self._on_file_clicked)
        FileDropFilter(self).files_dropped.connect(lambda paths: self.add_file(paths[0]))
        self.accepted.connect(lambda: self.signed_up.emit(self._ready()))
        self._show()
        self.paste.setFocus()

    def add_file(self, file: Path) -> None:
        self.wrong.hide()
        try:
            text = read_file(file).decode("utf-8-sig", "replace")
            self._read(text, ())
        except AppError as error:
            self.wrong.setText(error.text)
            self.wrong.show()
        else:
            self.paste.appendPlainText(text)

    def _ready(self) -> list[SignUp]:
        return [each for each in self.model.rows if not each.problem]

    def _show(self) -> None:
        self.wrong.hide()
        found: tuple[SignUp, ...] = ()
        try:
            found = self._read(self.paste.toPlainText(), self._taken)
        except AppError as error:
            self.wrong.setText(error.text)
            self.wrong.show()
        self.model.show_rows(found)
        self.table.fit_columns()
        count = len(self._ready())
        self.accept_button.setText(f"Sign up {count}" if count else "Sign up")
        self.accept_button.setEnabled(count > 0)

    def _on_file_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, "A list of players", "", "Lists (*.csv *.txt *.tsv);;All files (*)"
        )
        if chosen:
            self.add_file(Path(chosen))


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player with his number in the list and what the table says of him."""

    number: int
    player: EventPlayer
    agendas: str
    notes: str

    @property
    def faction(self) -> Faction | None:
        code = self.player.faction
        return Faction(code) if code in set(Faction) else None

    @property
    def list_words(self) -> str:
        """What there is to say of his deck list."""
        deck = self.player.deck
        if deck is None:
            return "No list"
        if deck.legal is None:
            return "Not judged"
        if not deck.legal:
            count = len(deck.reasons)
            return f"Not legal: {count} problem{'s' * (count != 1)}"
        return "Legal, with a warning" if deck.warnings else "Legal"

    @property
    def short_list_words(self) -> str:
        """The same where the sign says whether it is legal."""
        return self.list_words.removeprefix("Not legal: ")

    @property
    def list_glyph(self) -> tuple[Glyph, ...]:
        """The sign of the verdict."""
        deck = self.player.deck
        if deck is None:
            return (Glyph(""),)
        if deck.legal is None:
            return (Glyph(icons.NOTE, Severity.NOTE),)
        if deck.legal and deck.warnings:
            return (Glyph(icons.of_severity(Severity.WARNING), Severity.WARNING),)
        name = icons.LEGAL if deck.legal else icons.of_severity(Severity.ERROR)
        return (Glyph(name, deck.legal),)

    @property
    def penalties(self) -> tuple[str, ...]:
        return tuple(
            f"Round {each.round}, {each.level.value.replace('-', ' ')}: {each.text}"
            for each in self.player.penalties
        )

    @property
    def lacks_list(self) -> bool:
        return self.player.active and self.player.deck is None

    @property
    def is_illegal(self) -> bool:
        deck = self.player.deck
        return self.player.active and deck is not None and deck.legal is False


def _faction_glyph(row: PlayerRow) -> tuple[Glyph, ...]:
    return (Glyph(icons.faction_glyph(row.faction), row.faction),) if row.faction else ()


COLUMNS: tuple[Column[PlayerRow], ...] = (
    Column(title="No.", text=lambda row: str(row.number), width=5, alignment=RIGHT, faint=True),
    Column(title="Player", text=lambda row: row.player.name, width=20, share=5),
    Column(
        title="Faction",
        text=lambda row: row.faction.label if row.faction else "",
        glyphs=_faction_glyph,
        width=15,
    ),
    Column(title="Agenda", text=lambda row: row.agendas, width=10, share=3),
    Column(
        title="Deck list",
        text=lambda row: row.short_list_words,
        glyphs=lambda row: row.list_glyph,
        tooltip=lambda row: "\n".join(row.player.deck.reasons) if row.player.deck else "No list",
        words=lambda row: row.list_words,
        width=16,
    ),
    Column(
        title="Notes",
        text=lambda row: row.notes,
        tooltip=lambda row: "\n".join((row.notes, *row.penalties)),
        width=10,
        share=4,
        faint=True,
    ),
)


PLAYER, NOTES = 1, 5
# Hidden in a narrow window: agenda, faction, number. Notes say who has dropped.
DROPPED = (3, 2, 0)


def players_model(parent: QObject | None = None) -> ColumnsModel[PlayerRow]:
    return ColumnsModel(COLUMNS, parent, key=lambda row: row.player.id)


def player_rows(state: EventState, named: Callable[[str], str]) -> list[PlayerRow]:
    """Return the rows of all players but those who left before the start; `named`: of a card."""
    rows: list[PlayerRow] = []
    for player in state.players:
        if player.dropped == 0 and not player.disqualified and state.rounds:
            continue
        agendas = ", ".join(map(named, player.agendas))
        rows.append(PlayerRow(len(rows) + 1, player, agendas, _notes(player, state)))
    return rows


def _notes(player: EventPlayer, state: EventState) -> str:
    notes = []
    if player.disqualified:
        notes.append("disqualified")
    elif player.dropped is not None:
        notes.append(f"dropped after round {player.dropped}" if player.dropped else "withdrawn")
    if player.joined > 1:
        notes.append(f"from round {player.joined}")
    if player.leader:
        notes.append("leads")
    if player.id in state.given_byes:
        notes.append("bye in the next round")
    if player.fixed_table:
        notes.append(f"table {player.fixed_table}")
    apart = [
        state.player(other).name
        for one, two in state.forbidden
        for mine, other in ((one, two), (two, one))
        if mine == player.id
    ]
    if apart:
        notes.append(f"kept apart from {' and '.join(apart)}")
    if player.penalties:
        count = len(player.penalties)
        notes.append(f"{count} penalt{'ies' if count != 1 else 'y'}")
    if state.stage is EventStage.ELIMINATION and player.id in state.seeds:
        notes.append(f"seed {state.seeds.index(player.id) + 1}")
    return ", ".join(notes)


ALL, LACKING, ILLEGAL = "All players", "Without a list", "With an illegal list"


class PlayersPanel(QWidget):
    """Signs players up and takes their lists in."""

    def __init__(
        self,
        session: EventSession,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._library_worker = session, library_worker
        self.context: DialogContext | None = None
        self.name = QLineEdit(self, placeholderText="Name of a player, then Enter")
        self.name.setAccessibleName("Sign up a player")
        self.leads = QCheckBox("&Leads", self)
        self.leads.setToolTip("The player is an organizer, marshal or judge of this event.")
        self.many = QPushButton("Sign up &many…", self)
        self.late = QPushButton("Enter la&te…", self)
        self.folder = QPushButton("Lists &of all…", self)
        self.only = ComboBox("Players that are shown", self, 16)
        self.only.addItems([ALL, LACKING, ILLEGAL])
        self.count = label(size=Size.SMALL, faint=True)
        self.model = players_model(self)
        self.table = NarrowTable(self.model, "Players", self, main=PLAYER, dropped=DROPPED)
        self.table.empty_text = "Nobody has signed up yet."
        self.commands = OperationMenu(
            "Player", PLAYER_MENU, session, self, {"check": self.check_deck}
        )
        self.player_menu = QPushButton("Pla&yer", self)
        self.player_menu.setMenu(self.commands)
        self.deck = DeckListPanel(tasks, self)
        self._lay_out()
        self._connect()

    def receive_context(self, context: DialogContext) -> None:
        """Set the cards that deck lists are made of."""
        self.context = context
        self.deck.receive_cards(context.cards)
        self.show_state()

    def show_state(self) -> None:
        """Show the players of the event on screen."""
        state = self._session.state
        if state is None:
            return
        context = self.context
        rows = player_rows(state, context.cards.named if context else str)
        tests = {LACKING: lambda row: row.lacks_list, ILLEGAL: lambda row: row.is_illegal}
        test = tests.get(self.only.currentText())
        self.model.update_rows(row for row in rows if test is None or test(row))
        self.table.unused = frozenset() if any(row.notes for row in rows) else frozenset({NOTES})
        self.table.fit_columns()
        self.table.empty_text = "Nobody." if rows else "Nobody has signed up yet."
        self.count.setText(_counted(state, rows))
        open_ = state.stage is EventStage.REGISTRATION
        for each in (self.name, self.leads, self.many):
            each.setVisible(open_)
        self.late.setVisible(state.stage is EventStage.SWISS)
        ended = state.stage is EventStage.FINISHED
        self.folder.setEnabled(context is not None and bool(rows) and not ended)
        self._show_selected()

    def hand_in(self, player: str | None) -> DeckListsDialog | None:
        """Open the dialog of deck lists: of one player, or of all."""
        state, context = self._session.state, self.context
        if state is None or context is None:
            return None
        decks = self._library_worker.contents.decks
        dialog = DeckListsDialog(context, state, player, decks, self)
        dialog.handed_in.connect(self._on_handed_in)

        def on_wanted(deck_id: str) -> None:
            def opened(library: Library) -> Reading:
                found = library.decks.open(deck_id, context.cards.pools)
                return Reading(found.deck, unread_lines(found))

            self._library_worker.ask(
                opened, lambda reading: dialog.add_deck("The library", reading), asker=dialog
            )

        dialog.library_deck_wanted.connect(on_wanted)
        dialog.open()
        return dialog

    def sign_up_many(self) -> SignUpDialog | None:
        """Open the dialog that signs up a list of players."""
        state = self._session.state
        if state is None:
            return None
        taken = [each.name for each in state.players if each.dropped != 0]

        def read(text: str, names: Iterable[str]) -> tuple[SignUp, ...]:
            return tuple(self._checked(each, state) for each in read_sign_ups(text, names))

        dialog = SignUpDialog(taken, self, read)
        dialog.signed_up.connect(self._on_signed_up)
        dialog.open()
        return dialog

    def _lay_out(self) -> None:
        gap = space(self, 2)
        left = QWidget(self)
        top = row((self.name, 1), self.leads, self.many, spacing=gap)
        middle = row(self.only, None, self.count, spacing=gap)
        foot = row(self.player_menu, self.folder, self.late, None, spacing=gap)
        column(top, middle, (self.table, 1), foot, parent=left, margin=0, spacing=gap)
        parts = splitter(left, self.deck, parent=self, sizes=(200, 100), stretch=(5, 2), gap=3)
        column(parts, parent=self, margin=gap)

    def _connect(self) -> None:
        self.name.returnPressed.connect(self._on_name_entered)
        self.many.clicked.connect(self.sign_up_many)
        self.late.clicked.connect(lambda: self.commands.ask(LATE, ENTER_LATE, {}))
        self.folder.clicked.connect(lambda: self.hand_in(None))
        self.only.currentIndexChanged.connect(self.show_state)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.deck.hand_in_requested.connect(self._on_hand_in_requested)
        self.deck.check_requested.connect(self.check_deck)
        self.deck.repaired.connect(self._on_repaired)

    def _selected(self) -> PlayerRow | None:
        chosen = self.table.selected()
        return chosen[0] if len(chosen) == 1 else None

    def _show_selected(self) -> None:
        row_ = self._selected()
        player = row_.player if row_ else None
        self.commands.show_selection(player)
        self.player_menu.setEnabled(player is not None)
        self.deck.show_player(player, self._session.state)

    def _on_menu_requested(self, where: QPoint) -> None:
        if self._selected() is not None:
            self.commands.popup(self.table.viewport().mapToGlobal(where))

    def _on_hand_in_requested(self) -> None:
        if row_ := self._selected():
            self.hand_in(row_.player.id)

    def _on_name_entered(self) -> None:
        name, leads = self.name.text(), self.leads.isChecked()
        if not name.strip():
            return

        def otherwise() -> None:
            if not self.name.text():
                self.name.setText(name)
                self.leads.setChecked(leads)

        fields = {"name": name, "leader": leads}
        self._session.do_all(
            lambda state: [(ops.Registered, {"player": state.next_player_id, **fields})],
            self._select_last,
            otherwise,
        )
        # At once: the next name may be typed already.
        self.name.clear()
        self.leads.setChecked(False)

    def _select_last(self) -> None:
        if self._session.state is not None:
            self.table.select([self._session.state.players[-1].id])

    def _on_signed_up(self, players: Sequence[SignUp]) -> None:
        state = self._session.state
        if state is None:
            return
        fields = [
            {
                "name": each.name,
                "faction": each.faction,
                "agendas": self._agendas(each.agenda, state),
            }
            for each in players
        ]

        def wanted(state: EventState) -> list[Wanted]:
            first = len(state.players) + 1
            return [
                (ops.Registered, {"player": f"p{number}", **each})
                for number, each in enumerate(fields, first)
            ]

        self._session.do_all(wanted, self._select_last)

    def _checked(self, line: SignUp, state: EventState) -> SignUp:
        """Return a line with a note where its agenda is not known."""
        if not line.agenda or self._agendas(line.agenda, state):
            return line
        return replace(line, note=f"{line.note} “{line.agenda}” is no agenda.".strip())

    def _agendas(self, written: str, state: EventState) -> tuple[str, ...]:
        """Return the codes of agendas by their names; nothing where they are not known."""
        pools = self.context.cards.pools if self.context else {}
        return agendas_named(pools.get(state.settings.edition), written)

    def check_deck(self) -> DeckCheckDialog | None:
        """Open the deck check of the selected player."""
        chosen, context = self._selected(), self.context
        if chosen is None or chosen.player.deck is None or context is None:
            return None
        dialog = DeckCheckDialog(context, chosen.player, chosen.player.deck, self)
        dialog.noted.connect(lambda text: self.commands.start("penalty", text=text))
        dialog.open()
        return dialog

    def _on_repaired(self, before: HandedInDeck, after: Deck) -> None:
        """Hand in a repaired list for the player who handed in the one before."""
        chosen, context = self._selected(), self.context
        if chosen is None or context is None:
            return
        player, judges = chosen.player.id, context.cards.judges

        def wanted(state: EventState) -> list[Wanted]:
            if state.stage is not EventStage.REGISTRATION or state.player(player).deck != before:
                raise AppError("The list is another by now.", "Look at it again.")
            deck = repaired_list(before, after, state.settings, judges)
            return [(ops.DeckHandedIn, {"player": player, "deck": deck})]

        self._session.do_all(wanted)

    def _on_handed_in(self, lines: Sequence[IntakeLine]) -> None:
        """Hand in lists; ask for those that would replace another after the start."""
        state = self._session.state
        if state is None:
            return
        frozen: dict[str, str] = {}
        for each in lines if state.stage is not EventStage.REGISTRATION else ():
            player = state.player(each.player or "")
            if replaces := another_list(player, each.deck):
                frozen[player.id] = f"• {player.name}: {replaces}"
        self._hand_in([each for each in lines if each.player not in frozen])
        if frozen:
            note = "Lists are frozen since the start. The event notes it as a departure."
            words = "\n".join((*frozen.values(), note))
            FieldsDialog("Replace lists", "Replace", words, self).ask(
                lambda: self._hand_in([each for each in lines if each.player in frozen])
            )

    def _hand_in(self, lines: Sequence[IntakeLine]) -> None:
        self._session.do_all(
            lambda _: [
                (ops.DeckHandedIn, {"player": each.player, "deck": each.deck}) for each in lines
            ]
        )


def _counted(state: EventState, rows: Sequence[PlayerRow]) -> str:
    parts = [f"{len(state.active)} players"]
    lacking, illegal = sum(each.lacks_list for each in rows), sum(each.is_illegal for each in rows)
    if lacking:
        parts.append(f"{lacking} without a list")
    if illegal:
        parts.append(f"{illegal} not legal")
    return " · ".join(parts)
