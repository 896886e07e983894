"""The dialog of one game: how it ended, against what, and what was noted of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLineEdit, QRadioButton, QWidget

from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from core.text_format import LONGEST_NAME
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import buddy_label, label, row
from library.game_report import (
    LONGEST_NOTE,
    NO_AGENDA,
    Ending,
    PlayedGame,
    Result,
    SetupQuality,
    agenda_words,
    faction_words,
)

_RESULTS = {Result.WIN: "&Won", Result.LOSS: "&Lost", Result.DRAW: "&Draw"}
_NOT_NOTED = "Not noted"
_FIRST = ((None, _NOT_NOTED), (True, "I did"), (False, "The opponent"))
_ENDINGS = (
    (Ending.PLAYED, "Played to the end"),
    (Ending.CONCEDED, "Conceded"),
    (Ending.TIME, "At time"),
)
_SETUPS = (
    (SetupQuality.USUAL, "Neither poor nor great"),
    (SetupQuality.POOR, "Poor"),
    (SetupQuality.GREAT, "Great"),
)


class RecordGameDialog(SimpleDialog):
    """Asks for the result first; everything else may stay as it is.

    Signals:
        recorded: the game is to be written (a PlayedGame).
    """

    recorded = Signal(object)

    def __init__(
        self, game: PlayedGame, pool: CardPool, parent: QWidget | None = None, *, new: bool = True
    ) -> None:
        super().__init__(
            "Record a game" if new else "Change a game", "&Record" if new else "&Change", parent
        )
        self._game = game
        self.results = {each: QRadioButton(text, self) for each, text in _RESULTS.items()}
        self.faction = _choice("Opponent's faction", _factions(game, pool), game.opponent_faction)
        agendas = _agendas(game, pool)
        self.agenda = _choice("Opponent's agenda", agendas, game.opponent_agenda)
        self.first = _choice("Who went first", _FIRST, game.first_player)
        self.ending = _choice("How it ended", _ENDINGS, game.ending)
        self.setup = _choice("Your setup", _SETUPS, game.setup)
        self.opponent = QLineEdit(game.opponent, maxLength=LONGEST_NAME)
        self.opponent.setAccessibleName("Opponent")
        self.note = QLineEdit(game.notes, maxLength=LONGEST_NOTE)
        self.note.setAccessibleName("Note")
        self.day = DateField("Day")
        self.day.setDate(QDate(game.played.year, game.played.month, game.played.day))
        self._arrange()
        for result, button in self.results.items():
            button.toggled.connect(self._update_accept)
            button.setChecked(not new and result is game.result)
        self.accepted.connect(lambda: self.recorded.emit(self.game))
        self._update_accept()

    @property
    def game(self) -> PlayedGame:
        """The game as the fields have it."""
        chosen = [result for result, button in self.results.items() if button.isChecked()]
        return replace(
            self._game,
            played=date.fromisoformat(self.day.date().toString(Qt.DateFormat.ISODate)),
            result=chosen[0] if chosen else self._game.result,
            opponent=self.opponent.text().strip(),
            opponent_faction=self.faction.currentData(),
            opponent_agenda=self.agenda.currentData(),
            first_player=self.first.currentData(),
            ending=Ending(self.ending.currentData()),
            setup=SetupQuality(self.setup.currentData()),
            notes=self.note.text().strip(),
        )

    def _arrange(self) -> None:
        game, body, gap = self._game, QWidget(self), space(self, 3)
        number = f", version {game.version}" if game.version is not None else ""
        deck = f"{game.deck_name or NAMELESS}{number}" if game.deck_id else game.deck_name
        heading = label(deck or "A game", weight=QFont.Weight.DemiBold, wraps=True)
        heading.setAccessibleName(f"Deck: {heading.text()}")
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(gap)
        grid.setVerticalSpacing(gap // 2)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        results = row(*self.results.values(), None, margin=0, spacing=gap)
        grid.addWidget(label("Result", Size.SMALL, faint=True), 0, 0)
        grid.addLayout(results, 0, 1, 1, 3)
        pairs: tuple[tuple[str, QWidget, str, QWidget], ...] = (
            ("Against &faction", self.faction, "A&genda", self.agenda),
            ("Went f&irst", self.first, "&Ended", self.ending),
            ("Your set&up", self.setup, "Da&y", self.day),
            ("&Opponent", self.opponent, "&Note", self.note),
        )
        order: list[QWidget] = list(self.results.values())
        for at, (text, field, other_text, other) in enumerate(pairs, 1):
            for side, (words, part) in enumerate(((text, field), (other_text, other))):
                grid.addWidget(buddy_label(words, part, Size.SMALL), at, 2 * side)
                grid.addWidget(part, at, 2 * side + 1)
                order.append(part)
        body.setLayout(grid)
        self.lay_out(heading, body)
        for one, following in pairwise([*order, self.accept_button, self.cancel]):
            self.setTabOrder(one, following)
        self.setMinimumWidth(space(self, 170))
        order[0].setFocus()

    def _update_accept(self) -> None:
        chosen = any(button.isChecked() for button in self.results.values())
        self.accept_button.setEnabled(chosen)
        self.accept_button.setToolTip("" if chosen else "Say first how the game ended")


def _choice(name: str, items: Iterable[tuple[Any, str]], chosen: object) -> ComboBox:
    """Return a field for one of these values, which need not be texts."""
    box = ComboBox(name)
    values = []
    for value, words in items:
        box.addItem(words, value)
        values.append(value)
    box.setCurrentIndex(values.index(chosen) if chosen in values else 0)
    box.setMinimumContentsLength(16)
    box.widen_list()
    return box


def _factions(game: PlayedGame, pool: CardPool) -> list[tuple[str, str]]:
    found = [(each.value, each.label) for each in factions_of(pool) if each is not Faction.NEUTRAL]
    return _with_own("", found, game.opponent_faction, faction_words(game.opponent_faction))


def _agendas(game: PlayedGame, pool: CardPool) -> list[tuple[str, str]]:
    named = {card.name: card.code for card in reversed(pool.cards) if card.type is CardType.AGENDA}
    found = [(code, name) for name, code in sorted(named.items())]
    words = agenda_words(game.opponent_agenda, {pool.edition: pool})
    return _with_own("", [(NO_AGENDA, "No agenda"), *found], game.opponent_agenda, words)


def _with_own(
    unknown: str, found: list[tuple[str, str]], own: str, words: str
) -> list[tuple[str, str]]:
    """Return the choices, and what a game has that is none of them."""
    known = {unknown, *(value for value, _ in found)}
    return [(unknown, _NOT_NOTED), *found, *([] if own in known else [(own, words)])]
