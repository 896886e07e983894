"""The dialog of one game: how it ended, against what, and what was noted of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QRadioButton, QWidget

from carddb.pool import CardPool
from carddb.terms import CardType, Faction
from core.text_format import LONGEST_NAME
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox, factions_of
from desktop.widgets.date_field import DateField
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import label, row
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
        """The game as the fields have it."""
        chosen = [result for result, button in self.results.items() if button.isChecked()]
        result = chosen[0] if chosen else self._game.result
        return replace(self._game, result=result, **self.form.values)

    def _arrange(self) -> None:
        game = self._game
        number = f", version {game.version}" if game.version is not None else ""
        deck = f"{game.deck_name or NAMELESS}{number}" if game.deck_id else game.deck_name
        heading = label(deck or "A game", weight=QFont.Weight.DemiBold, wraps=True)
        heading.setAccessibleName(f"Deck: {heading.text()}")
        results = row(*self.results.values(), None, margin=0, spacing=space(self, 3))
        self.form.grid.addWidget(label("Result", Size.SMALL, faint=True), 0, 0)
        self.form.grid.addLayout(results, 0, 1, 1, 3)
        self.lay_out(heading, self.form)
        order = [*self.results.values(), *self.form.fields.values()]
        for one, following in pairwise(order):
            self.setTabOrder(one, following)
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
    found |= {code: name for name, code in sorted(named.items())}
    words = agenda_words(game.opponent_agenda, {pool.edition: pool})
    found.setdefault(game.opponent_agenda, words)
    return found
