"""The dialogs of games: one game, and the log with win rates by what was noted, and over time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFileDialog, QRadioButton, QScrollArea, QTabWidget, QWidget
from shiboken6 import isValid

from carddb.local_names import name_order
from carddb.pool import CardPool, Pools
from carddb.terms import CardType, Edition, Faction
from core.decoding import decoded
from core.errors import AppError
from core.files import write_file
from core.text_format import LONGEST_NAME, MONTHS
from desktop.dialogs.simple_dialogs import ClosableDialog, SimpleDialog, ask_for_file, push_button
from desktop.session.deck_session import NAMELESS
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.charts.chart import Chart, Series
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.combo_boxes import ComboBox, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.form import Field, Form
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import (
    FlowLayout,
    bold_label,
    buddy_label,
    column,
    label,
    row,
    tab_order,
)
from desktop.widgets.message_bar import MessageBar
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from library.deck_files import read_file
from library.game_report import (
    ENDING_WORDS,
    GROUPINGS,
    LONGEST_NOTE,
    NO_AGENDA,
    RESULT_WORDS,
    Ending,
    PlayedGame,
    Result,
    SetupQuality,
    WinRate,
    agenda_words,
    faction_words,
    grouped,
    over_time,
    total,
)
from library.games_csv import GamesRead, games_csv, read_games_csv
from validators.problem import Severity

if TYPE_CHECKING:
    from library.library import Library


_RESULTS = {Result.WIN: "&Won", Result.LOSS: "&Lost", Result.DRAW: "&Draw"}
_NOT_NOTED = "Not noted"
_FIRST = {None: _NOT_NOTED, True: "I did", False: "The opponent"}
_ENDINGS = {
    Ending.PLAYED: "Played to the end",
    Ending.CONCEDED: "Conceded",
    Ending.TIME: "At time",
}
_SETUPS = {
    SetupQuality.USUAL: "Neither poor nor great",
    SetupQuality.POOR: "Poor",
    SetupQuality.GREAT: "Great",
}


def _choice(name: str, words: str, choices: Mapping[Any, str], spoken: str = "") -> Field:
    return Field(name, words, ComboBox, choices, characters=16, spoken=spoken)


class RecordGameDialog(SimpleDialog):
    """Asks for the result first; everything else may stay as it is."""

    recorded = Signal(object)  # a PlayedGame

    def __init__(
        self, game: PlayedGame, pool: CardPool, parent: QWidget | None = None, *, new: bool = True
    ) -> None:
        super().__init__(
            "Record a game" if new else "Change a game", "&Record" if new else "&Change", parent
        )
        self._game = game
        self.results = {each: QRadioButton(text, self) for each, text in _RESULTS.items()}
        factions = _choice(
            "opponent_faction", "Against &faction", _factions(game, pool), "Opponent's faction"
        )
        agendas = _choice("opponent_agenda", "A&genda", _agendas(game, pool), "Opponent's agenda")
        rows = (
            (factions, agendas),
            (
                _choice("first_player", "Went f&irst", _FIRST, "Who went first"),
                _choice("ending", "&Ended", _ENDINGS, "How it ended"),
            ),
            (_choice("setup", "Your set&up", _SETUPS), Field("played", "Da&y", DateField)),
            (
                Field("opponent", "&Opponent", longest=LONGEST_NAME),
                Field("notes", "&Note", longest=LONGEST_NOTE),
            ),
        )
        names = [each.name for each in chain.from_iterable(rows)]
        self.form = Form(rows, {name: getattr(game, name) for name in names}, self)
        self._arrange()
        for result, button in self.results.items():
            button.toggled.connect(self._update_accept)
            button.setChecked(not new and result is game.result)
        self.accepted.connect(lambda: self.recorded.emit(self.game))
        self._update_accept()

    @property
    def game(self) -> PlayedGame:
        chosen = [result for result, button in self.results.items() if button.isChecked()]
        result = chosen[0] if chosen else self._game.result
        return replace(self._game, result=result, **self.form.values)

    def _arrange(self) -> None:
        game = self._game
        deck = _deck(game, ", version ") if game.deck_id else game.deck_name
        heading = bold_label(deck or "A game", wraps=True)
        heading.setAccessibleName(f"Deck: {heading.text()}")
        results = row(*self.results.values(), None, margin=0, spacing=space(self, 3))
        self.form.grid.addWidget(label("Result", Size.SMALL, faint=True), 0, 0)
        self.form.grid.addLayout(results, 0, 1, 1, 3)
        self.lay_out(heading, self.form)
        order = [*self.results.values(), *self.form.fields.values()]
        tab_order(*order)
        self.setMinimumWidth(space(self, 170))
        order[0].setFocus()

    def _update_accept(self) -> None:
        chosen = any(button.isChecked() for button in self.results.values())
        self.accept_button.setEnabled(chosen)
        self.accept_button.setToolTip("" if chosen else "Say first how the game ended")


def _factions(game: PlayedGame, pool: CardPool) -> dict[str, str]:
    factions = (each for each in factions_of(pool) if each is not Faction.NEUTRAL)
    found = {"": _NOT_NOTED} | {each.value: each.label for each in factions}
    found.setdefault(game.opponent_faction, faction_words(game.opponent_faction))
    return found


def _agendas(game: PlayedGame, pool: CardPool) -> dict[str, str]:
    named = {card.name: card.code for card in reversed(pool.cards) if card.type is CardType.AGENDA}
    found = {"": _NOT_NOTED, NO_AGENDA: "No agenda"}
    found |= {named[name]: name for name in sorted(named, key=name_order)}
    words = agenda_words(game.opponent_agenda, {pool.edition: pool})
    found.setdefault(game.opponent_agenda, words)
    return found


_SIGNS = {
    Result.WIN: Glyph(icons.LEGAL, tint=True, words="Won"),
    Result.LOSS: Glyph(icons.of_severity(Severity.ERROR), Severity.ERROR, "Lost"),
    Result.DRAW: Glyph(icons.NOTE, Severity.NOTE, "Draw"),
}


def _deck(game: PlayedGame, before_version: str = " · ") -> str:
    name = game.deck_name or (NAMELESS if game.deck_id else "")
    return name if game.version is None else f"{name}{before_version}{game.version}"


def _day(game: PlayedGame) -> str:
    return f"{game.played.day} {MONTHS[game.played.month - 1]} {game.played.year}"


def _noted(game: PlayedGame) -> str:
    first = {None: "", True: "went first", False: "went second"}[game.first_player]
    setup = f"{game.setup.value} setup" if game.setup else ""
    parts = (first, ENDING_WORDS[game.ending].lower(), setup, " ".join(game.notes.split()))
    return " · ".join(filter(None, parts))


def _columns(pools: Pools) -> tuple[Column[PlayedGame], ...]:
    def against(game: PlayedGame) -> str:
        parts = faction_words(game.opponent_faction), agenda_words(game.opponent_agenda, pools)
        return " · ".join(filter(None, parts))

    return (
        number_column("Day", _day, 12),
        Column(
            title="Result",
            text=lambda game: RESULT_WORDS[game.result],
            glyphs=lambda game: (_SIGNS[game.result],),
            width=8,
        ),
        Column(title="Deck", text=_deck, words=lambda game: _deck(game, ", version "), share=3),
        Column(title="Against", text=against, share=3),
        Column(title="Opponent", text=lambda game: game.opponent, share=1),
        Column(title="Noted", text=_noted, faint=True, share=4),
    )


def rates_chart(
    title: str, rates: Iterable[tuple[str, WinRate]], games: Sequence[PlayedGame], *, rows: bool
) -> Chart:
    """Return win rates with their 95 % intervals, the number of games behind each name."""
    found = [(name, rate.games, rate.estimate) for name, rate in rates]
    estimates = [(name, count, each) for name, count, each in found if each is not None]
    series = Series(
        "Won",
        tuple(each.mean for _, _, each in estimates),
        tuple(each.low for _, _, each in estimates),
        tuple(each.high for _, _, each in estimates),
    )
    return Chart(
        title,
        tuple(f"{name} ({count})" for name, count, _ in estimates),
        (series,),
        y_label="Games won",
        percent=True,
        rows=rows,
        note=f"{total(games)} · in brackets: games",
        empty="No games are recorded yet.",
    )


_CSV = "Tables (*.csv);;All files (*)"
_EMPTY = "No games are recorded yet. Record one when you have played."


_ALL_GAMES = {"": "All games"}


class GamesDialog(ClosableDialog):
    """All games, or those of a deck; each can be changed, and removed with an undo."""

    record_requested = Signal(str)  # the id of the deck that is shown, "" for none

    def __init__(
        self,
        library_worker: LibraryWorker,
        cards: LoadedCards,
        deck_id: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Games", parent)
        self._library_worker, self._cards = library_worker, cards
        self._games: tuple[PlayedGame, ...] = ()
        self.decks = ComboBox("Deck", self, 24)
        self.decks.set_choices(_ALL_GAMES)
        self._wanted = deck_id
        self.total = label(wraps=True)
        self.message_bar = MessageBar(self)
        self.model = ColumnsModel(_columns(cards.pools), self, key=lambda game: game.id)
        self.table: RowsTable[PlayedGame] = RowsTable(self.model, "Games", self)
        self.by = ComboBox("Counted by", self, 18)
        self.by.set_choices({code: each.label for code, each in GROUPINGS.items()}, "faction")
        self.rates, self.months = ChartView(self), ChartView(self)
        self.tabs = QTabWidget(self)
        buttons = (
            ("&Record…", self._on_record_clicked, "Record another game"),
            ("C&hange…", self._on_change_clicked, "Change the selected game (Enter)"),
            ("Re&move", self._on_remove_clicked, "Remove the selected games (Delete)"),
            ("&Import…", self._on_import_clicked, "Take games from a CSV file"),
            ("E&xport…", self._on_export_clicked, "Save these games as CSV"),
        )
        self.buttons_of_games = [push_button(text, slot, self, tip) for text, slot, tip in buttons]
        self.record, self.change, self.remove, self.import_, self.export = self.buttons_of_games
        self._lay_out()
        self._connect()
        self._read()
        self.table.setFocus()

    @property
    def deck_id(self) -> str:
        return str(self.decks.chosen)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        games, rates = QWidget(self), QWidget(self)
        buttons = QWidget(games)
        buttons.setLayout(FlowLayout(gap, *self.buttons_of_games))
        column((self.table, 1), buttons, parent=games, margin=gap, spacing=gap)
        by = row(buddy_label("Counted &by", self.by, Size.SMALL), self.by, None, spacing=gap)
        column(
            by, (_scrolled(self.rates, "Win rates", self), 1), parent=rates, margin=gap, spacing=gap
        )
        self.tabs.addTab(games, "&Games")
        self.tabs.addTab(rates, "&Win rates")
        self.tabs.addTab(_scrolled(self.months, "Over time", self), "Over &time")
        for each in (self.tabs, self.tabs.tabBar()):
            each.setAccessibleName("Games, win rates, over time")
        caption = buddy_label("&Deck", self.decks, Size.SMALL)
        head = row(caption, self.decks, spacing=gap)
        parts = (self.message_bar, (self.tabs, 1))
        self.lay_out(*parts, head=head, beside=self.total, size=(220, 150))
        self.leave_enter_alone()

    def _connect(self) -> None:
        self.decks.activated.connect(self._show)
        self.by.activated.connect(self._show_charts)
        self.table.selectionModel().selectionChanged.connect(self._show_buttons)
        self.table.doubleClicked.connect(lambda _: self._on_change_clicked())
        delete = self.table.addAction("Remove", QKeySequence("Del"), self._on_remove_clicked)
        change = self.table.addAction("Change…", QKeySequence("Return"), self._on_change_clicked)
        for action in (delete, change):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._library_worker.contents_changed.connect(self._read)
        for chart in (self.rates, self.months):
            chart.saved.connect(lambda path: self.message_bar.show_message(f"Saved in {path}"))
            chart.failed.connect(lambda error: self.message_bar.show_failure(error.text))

    def _read(self) -> None:
        self.table.empty_text = "" if self._library_worker.library else "The library is not open."
        if self._library_worker.library is not None:
            self._library_worker.ask(lambda library: library.games.all(), self._take, self._fail)

    def _take(self, games: tuple[PlayedGame, ...]) -> None:
        self._games = games
        self.table.empty_text = _EMPTY
        chosen = self._wanted or self.deck_id
        self._wanted = ""
        names = {
            game.deck_id: game.deck_name or NAMELESS for game in reversed(games) if game.deck_id
        }
        for deck in self._library_worker.contents.decks:
            if deck.id in names or deck.id == chosen:
                names[deck.id] = deck.name or NAMELESS
        by_name = sorted(names.items(), key=lambda item: name_order(item[1]))
        self.decks.set_choices(_ALL_GAMES | dict(by_name), chosen)
        self._show()

    @property
    def shown(self) -> list[PlayedGame]:
        return [game for game in self._games if self.deck_id in {"", game.deck_id}]

    def _show(self) -> None:
        self.model.show_rows(self.shown)
        self.total.setText(total(self.shown))
        self._show_charts()
        self._show_buttons()

    def _show_charts(self) -> None:
        games, grouping = self.shown, GROUPINGS[self.by.chosen]
        rates = grouped(games, grouping, self._cards.pools)
        title = f"Games won by {grouping.label[0].lower()}{grouping.label[1:]}"
        self.rates.show_chart(rates_chart(title, rates.items(), games, rows=True))
        self.months.show_chart(
            rates_chart("Games won over time", over_time(games), games, rows=False)
        )

    def _show_buttons(self) -> None:
        opened, chosen = self._library_worker.library is not None, self.table.selected()
        self.change.setEnabled(opened and len(chosen) == 1)
        self.remove.setEnabled(opened and bool(chosen))
        self.export.setEnabled(bool(self.shown))
        for button in (self.record, self.import_):
            button.setEnabled(opened)

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, AppError):
            raise error
        self.message_bar.show_failure(error.text)

    def _on_record_clicked(self) -> None:
        self.record_requested.emit(self.deck_id)

    def _on_change_clicked(self) -> None:
        chosen = self.table.selected()
        if len(chosen) != 1:
            return
        game = chosen[0]
        deck = self._library_worker.contents.deck(game.deck_id) if game.deck_id else None
        pool = self._cards.pools[deck.edition if deck else Edition.SECOND]
        dialog = RecordGameDialog(game, pool, self, new=False)
        dialog.recorded.connect(lambda new: self._change(game, new))
        dialog.open()

    def _change(self, before: PlayedGame, after: PlayedGame) -> None:
        worker = self._library_worker
        worker.change(
            lambda library: library.games.change(after),
            lambda _: self.message_bar.show_message(
                "The game is changed.",
                lambda: worker.change(lambda library: library.games.change(before)),
            ),
            asker=self,
        )

    def _on_remove_clicked(self) -> None:
        games = self.table.selected()
        if games:
            self._remove(games, f"{_count(len(games))} removed.")

    def _remove(self, games: Sequence[PlayedGame], words: str) -> None:
        ids, worker = [game.id for game in games], self._library_worker
        worker.change(
            lambda library: library.games.remove_all(ids),
            lambda _: self.message_bar.show_message(
                words, lambda: worker.change(lambda library: library.games.add_all(games))
            ),
            asker=self,
        )

    def _on_import_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, "Take games from a file", "", _CSV)
        if chosen:
            self.import_from(Path(chosen))

    def import_from(self, path: Path) -> None:
        """Add the games of a CSV file that are not in the log yet."""
        pools = self._cards.pools

        def read(library: Library) -> tuple[GamesRead, tuple[PlayedGame, ...]]:
            found = read_games_csv(decoded(read_file(path)), library.decks.all(), pools)
            return found, library.games.add_all(found.games)

        def done(answer: tuple[GamesRead, tuple[PlayedGame, ...]]) -> None:
            self._library_worker.reload()
            if not isValid(self):
                return
            found, added = answer
            known = len(found.games) - len(added)
            words = [f"{_count(len(added))} added from {path.name}."]
            words += [f"Already there: {_count(known)}."] if known else []
            words += found.problems[:3]
            more = len(found.problems) - 3
            words += [f"{more} more lines were left out."] if more > 0 else []
            ids = [game.id for game in added]
            worker = self._library_worker

            def undo() -> None:
                worker.change(lambda library: library.games.remove_all(ids))

            self.message_bar.show_message(" ".join(words), undo if ids else None)

        self._library_worker.ask(read, done, self._fail)

    def _on_export_clicked(self) -> None:
        ask_for_file("Save the games", "", "games.csv", self.export_to, self, _CSV)

    def export_to(self, path: Path) -> None:
        try:
            data = games_csv(self.shown, self._cards.pools).encode("utf-8")
            write_file(path, data, waits=False)
        except AppError as error:
            self._fail(error)
        else:
            self.message_bar.show_message(f"Saved in {path}")


def _scrolled(chart: ChartView, name: str, dialog: QWidget) -> QScrollArea:
    inner = QWidget(dialog)
    column(chart, None, parent=inner, margin=space(chart, 2))
    area = scrolled(inner, dialog)
    area.setAccessibleName(name)
    return area


def _count(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"
