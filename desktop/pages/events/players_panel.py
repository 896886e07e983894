"""The Players tab: signing up, who is in, and the deck lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QLineEdit, QWidget
from typing_extensions import override

from app.deck_intake import IntakeLine
from app.event_commands import ENTER_LATE, LATE, PLAYER_MENU
from app.event_entries import list_repaired, lists_to_replace, signed_up
from app.event_rows import PlayerRow, faction_of, penalty_lines, player_rows, players_counted
from app.event_tables import PLAYERS, SIGN_UPS
from core.errors import AppError
from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.simple_dialogs import DialogContext, SimpleDialog
from desktop.pages.events.deck_check_dialog import DeckCheckDialog
from desktop.pages.events.deck_lists import DeckListPanel, DeckListsDialog
from desktop.pages.events.event_panel import EventPanel, Signs, columns_of
from desktop.pages.events.operation_menu import FieldsDialog, OperationMenu
from desktop.runtime.tasks import TaskRunner
from desktop.session.event_session import EventSession
from desktop.session.library_worker import LibraryWorker
from desktop.style import icons
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import ABSENT, DOUBTFUL, GOOD, LOST, Glyph, of_verdict
from desktop.widgets.layouts import OneLine, column, label, paste_box, row, tab_order
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import NarrowTable, RowsTable
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, HandedInDeck, Penalty
from events.readiness import lists_locked
from events.sign_up import SignUp, agendas_named, read_sign_ups
from library.content import unread_lines
from library.deck_files import read_file

if TYPE_CHECKING:
    from library.library import Library


Earlier = tuple[tuple[str, str, ops.PenaltyNoted], ...]


def _glyph(line: SignUp) -> Glyph:
    if line.problem:
        return LOST
    return DOUBTFUL if line.note else GOOD


SIGN_UP_SIGNS: Signs = {"Result": lambda line: (_glyph(line),)}


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
        self.file = push_button("&From a file…", self)
        self.file.setAutoDefault(False)
        self.model = ColumnsModel(columns_of(SIGN_UPS, SIGN_UP_SIGNS), key=lambda each: each.line)
        self.table = RowsTable(self.model, "Line by line", self)
        self.wrong = label(wraps=True)
        self.wrong.hide()
        body = QWidget(self)
        gap = space(self, 2)
        left = column((self.paste, 1), row(self.file, None), spacing=gap)
        row((left, 2), (self.table, 5), parent=body, margin=0, spacing=gap)
        self.lay_out(body, self.wrong)
        tab_order(self.paste, self.file, self.table, self.accept_button)
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
        count = len(self._ready())
        self.accept_button.setText(f"Sign up {count}" if count else "Sign up")
        self.accept_button.setEnabled(count > 0)

    def _on_file_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self, "A list of players", "", "Lists (*.csv *.txt *.tsv);;All files (*)"
        )
        if chosen:
            self.add_file(Path(chosen))


def faction_glyph(player: EventPlayer) -> tuple[Glyph, ...]:
    """Return the sign of a player's faction if it is known."""
    faction = faction_of(player)
    return (Glyph(icons.faction_glyph(faction), faction),) if faction else ()


def _list_glyph(row: PlayerRow) -> tuple[Glyph, ...]:
    """Return the sign of the verdict."""
    deck = row.player.deck
    return (of_verdict(legal=deck.legal, warned=bool(deck.warnings)) if deck else ABSENT,)


SIGNS: Signs = {
    "Faction": lambda row: faction_glyph(row.player),
    "Deck list": _list_glyph,
}
PLAYER, FACTION, AGENDA, NOTES = 1, 2, 3, 5
# Hidden in a narrow window: agenda, faction, number. Notes say who has dropped.
DROPPED = (AGENDA, FACTION, 0)


def players_model() -> ColumnsModel[PlayerRow]:
    return ColumnsModel(columns_of(PLAYERS, SIGNS), key=lambda row: row.player.id)


ALL, LACKING, ILLEGAL = "All players", "Without a list", "With an illegal list"


class PlayersPanel(EventPanel):
    """Signs players up and takes their lists in.

    Signals:
        link_wanted: a new personal link of a player is to be shown (an id).
    """

    link_wanted = Signal(str)

    def __init__(
        self,
        session: EventSession,
        library_worker: LibraryWorker,
        tasks: TaskRunner,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(session, parent)
        self._library_worker = library_worker
        self.context: DialogContext | None = None
        # Whose penalties are shown: the event, the name, and those of this event.
        self._penalties_of: tuple[str, str, tuple[Penalty, ...]] | None = None
        self.name = QLineEdit(self, placeholderText="Name of a player, then Enter")
        self.name.setAccessibleName("Sign up a player")
        self.leads = QCheckBox("&Leads", self)
        self.leads.setToolTip("The player is an organizer, marshal or judge of this event.")
        self.many = push_button("Sign up &many…", self, clicked=self.sign_up_many)
        self.late = push_button("Enter la&te…", self, clicked=self.enter_late)
        self.folder = push_button("Lists &of all…", self, clicked=lambda: self.hand_in(None))
        self.only = ComboBox("Players that are shown", self, 16)
        self.only.addItems([ALL, LACKING, ILLEGAL])
        self.count = OneLine("", self)
        self.model = players_model()
        self.table = NarrowTable(self.model, "Players", self, main=PLAYER, dropped=DROPPED)
        self.commands = OperationMenu(
            "Player", PLAYER_MENU, session, self, {"check": self.check_deck, "link": self._on_link}
        )
        self.player_menu = push_button("Pla&yer", self)
        self.player_menu.setMenu(self.commands)
        self.side = self.deck = DeckListPanel(tasks, self)
        self._lay_out()
        self._connect()

    def receive_context(self, context: DialogContext) -> None:
        """Set the cards that deck lists are made of."""
        self.context = context
        self.deck.receive_cards(context.cards)
        self.show_state()

    @override
    def show_event(self, state: EventState) -> None:
        context = self.context
        rows = player_rows(state, context.cards.named if context else str)
        tests = {LACKING: lambda row: row.lacks_list, ILLEGAL: lambda row: row.is_illegal}
        test = tests.get(self.only.currentText())
        cells = ((at, PLAYERS[at].text) for at in (FACTION, AGENDA, NOTES))
        self.table.unused = frozenset(at for at, text in cells if not any(map(text, rows)))
        self.table.empty_text = "Nobody." if rows else "Nobody has signed up yet."
        self.model.update_rows(row for row in rows if test is None or test(row))
        self.count.setText(players_counted(state, rows))
        open_ = state.stage is EventStage.REGISTRATION
        self.sign_up.setVisible(open_)
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
            return tuple(self._checked(each) for each in read_sign_ups(text, names))

        dialog = SignUpDialog(taken, self, read)
        dialog.signed_up.connect(self._on_signed_up)
        dialog.open()
        return dialog

    def enter_late(self) -> None:
        """Ask for a player who comes after the start."""
        self.commands.ask(LATE, ENTER_LATE, {})

    def _lay_out(self) -> None:
        gap = space(self, 2)
        margin = (2 * gap, gap, gap, gap)
        sign_up = self.sign_up = QWidget(self)
        above = (2 * gap, gap, gap, 0)
        row((self.name, 1), self.leads, self.many, parent=sign_up, margin=above, spacing=gap)
        buttons = (self.player_menu, self.folder, self.late)
        head = row(self.only, (self.count, 1), *buttons, margin=margin, spacing=gap)
        column(sign_up, head, (self.table, 1), parent=self, margin=0, spacing=0)

    def _connect(self) -> None:
        self.name.returnPressed.connect(self._on_name_entered)
        self.only.currentIndexChanged.connect(self.show_state)
        self.table.selectionModel().selectionChanged.connect(self._show_selected)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._on_menu_requested)
        self.deck.hand_in.clicked.connect(self._on_hand_in_clicked)
        self.deck.check.clicked.connect(self.check_deck)
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
        event = self._session.current
        asked = (event.id, player.name, player.penalties) if event and player else None
        if asked != self._penalties_of:
            self._penalties_of = asked
            self._show_penalties(player)

    def _show_penalties(self, player: EventPlayer | None) -> None:
        """Show the penalties of a player here and in other events of the library."""
        self.deck.show_penalties(penalty_lines(player) if player else ())
        event, asked = self._session.current, self._penalties_of
        if player is None or event is None:
            return

        def show(earlier: Earlier) -> None:
            if self._penalties_of == asked:
                self.deck.show_penalties(penalty_lines(player, earlier))

        self._library_worker.ask(
            lambda library: library.phones.earlier_penalties(player.name, event.id),
            show,
            asker=self,
        )

    def _on_menu_requested(self, where: QPoint) -> None:
        if self._selected() is not None:
            self.commands.popup(self.table.viewport().mapToGlobal(where))

    def _on_hand_in_clicked(self) -> None:
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
        named = self._agendas
        self._session.do_all(lambda now: signed_up(now, players, named), self._select_last)

    def _checked(self, line: SignUp) -> SignUp:
        """Return a line with a note where its agenda is not known."""
        if not line.agenda or self._agendas(line.agenda):
            return line
        return replace(line, note=f"{line.note} “{line.agenda}” is not an agenda.".strip())

    def _agendas(self, written: str) -> tuple[str, ...]:
        """Return the codes of agendas by their names; nothing where they are not known."""
        state, pools = self._session.state, self.context.cards.pools if self.context else {}
        return agendas_named(pools.get(state.settings.edition) if state else None, written)

    def check_deck(self) -> DeckCheckDialog | None:
        """Open the deck check of the selected player."""
        chosen, context = self._selected(), self.context
        if chosen is None or chosen.player.deck is None or context is None:
            return None
        dialog = DeckCheckDialog(context, chosen.player, chosen.player.deck, self)
        dialog.noted.connect(lambda text: self.commands.start("penalty", text=text))
        dialog.open()
        return dialog

    def _on_link(self) -> None:
        if chosen := self._selected():
            self.link_wanted.emit(chosen.player.id)

    def _on_repaired(self, before: HandedInDeck, after: Deck) -> None:
        """Hand in a repaired list for the player who handed in the one before."""
        chosen, context = self._selected(), self.context
        if chosen is None or context is None:
            return
        player, judges = chosen.player.id, context.cards.judges
        self._session.do_all(lambda now: [list_repaired(now, player, before, after, judges)])

    def _on_handed_in(self, lines: Sequence[IntakeLine]) -> None:
        """Hand in lists; ask for those that would replace another after the start."""
        state = self._session.state
        if state is None:
            return
        now = self._session.now()
        frozen = lists_to_replace(state, lines, now)
        self._hand_in([each for each in lines if each.player not in frozen])
        if frozen:
            since = lists_locked(state, now)
            note = f"Lists are locked since {since}. The event notes it as a departure."
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
