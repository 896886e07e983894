"""What can be done with the selected player: the menu, and the dialogs behind it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.events.fields_dialog import FieldsDialog, number_box, player_box, text_box
from desktop.session.event_session import EventSession
from desktop.widgets.combo_boxes import ComboBox
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage, PenaltyLevel
from events.event_values import EventPlayer

LEVELS = {
    PenaltyLevel.NOTE: "Note",
    PenaltyLevel.WARNING: "Warning",
    PenaltyLevel.GAME_LOSS: "Loss of a game (enter its result too)",
    PenaltyLevel.REMOVAL: "Removal (disqualify the player too)",
}
HIGHEST_TABLE = 999


class PlayerCommands(QObject):
    """The commands on one player; each becomes an operation of the event.

    Signals:
        check_requested: a deck check is wanted.
    """

    check_requested = Signal()

    def __init__(self, session: EventSession, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._player: EventPlayer | None = None
        self.menu = QMenu("Player", window)
        self.rename = self._action("Re&name…", self._rename)
        self.drop = self._action("&Drop", self._drop)
        self.rejoin = self._action("&Come back", self._rejoin)
        self.disqualify = self._action("Dis&qualify…", self._disqualify)
        self.penalty = self._action("Note a pena&lty…", self.note_penalty)
        self.check = self._action("D&eck check…", self.check_requested.emit)
        self.menu.addSeparator()
        self.bye = self._action("&Give a bye in the next round", self._give_bye)
        self.prize = self._action("Give a bye as a pri&ze", partial(self._give_bye, prize=True))
        self.table = self._action("Al&ways at one table…", self._fix_table)
        self.apart = self._action("&Keep apart from…", self._keep_apart)
        self.together = self._action("Let &meet again…", self._let_meet)
        self.show_player(None)

    def show_player(self, player: EventPlayer | None) -> None:
        """Enable what can be done with this player now."""
        self._player, state = player, self._session.state
        running = state is not None and state.stage is not EventStage.FINISHED
        active = running and player is not None and player.active
        swiss = state is not None and state.stage in {EventStage.REGISTRATION, EventStage.SWISS}
        self.rename.setEnabled(player is not None)
        self.drop.setEnabled(active)
        back = swiss and player is not None and not player.active and not player.disqualified
        self.rejoin.setEnabled(back)
        self.disqualify.setEnabled(running and player is not None and not player.disqualified)
        self.penalty.setEnabled(player is not None)
        self.check.setEnabled(player is not None and player.deck is not None)
        for each in (self.bye, self.table, self.apart):
            each.setEnabled(active and swiss)
        self.prize.setEnabled(active and swiss and not (state and state.rounds))
        self.together.setEnabled(bool(player and state and self._apart_from(player, state)))

    def enter_late(self) -> None:
        """Ask for a player who comes after the start."""
        name = text_box("Name")
        byes = QCheckBox("The rounds missed count as byes, not as losses")

        def then() -> None:
            entered = {"name": name.text(), "byes": byes.isChecked()}
            self._session.do_all(
                lambda state: [(ops.EnteredLate, {"player": state.next_player_id, **entered})]
            )

        note = "The regulations say nothing of players who enter late; the event notes it."
        fields: dict[str, QWidget] = {"&Name": name, "Byes": byes}
        FieldsDialog("Enter late", "Enter", fields, note, self._window).ask(then)

    def _action(self, text: str, does: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda _=False: does())
        return action

    def _chosen(self) -> EventPlayer:
        if self._player is None:
            raise RuntimeError("no player is selected")
        return self._player

    def _rename(self) -> None:
        player = self._chosen()
        dialog = NameDialog("Rename the player", "Rename", player.name, self._window)
        dialog.named.connect(
            lambda name: self._session.do(ops.Renamed, player=player.id, name=name)
        )
        dialog.open()

    def _drop(self) -> None:
        self._session.do(ops.Dropped, player=self._chosen().id)

    def _rejoin(self) -> None:
        self._session.do(ops.Rejoined, player=self._chosen().id)

    def _disqualify(self) -> None:
        player, reason = self._chosen(), text_box("Reason")
        FieldsDialog(
            f"Disqualify {player.name}",
            "Disqualify",
            {"&Reason": reason},
            "A disqualified player cannot come back.",
            self._window,
        ).ask(
            lambda: self._session.do(
                ops.Disqualified, player=player.id, reason=reason.text().strip()
            )
        )

    def note_penalty(self, happened: str = "") -> None:
        """Ask for a penalty of the player and what happened."""
        player, text, level = self._chosen(), text_box("What happened"), ComboBox("Penalty")
        text.setText(happened)
        text.setCursorPosition(0)
        level.setMinimumContentsLength(30)
        for each, words in LEVELS.items():
            level.addItem(words, each.value)
        FieldsDialog(
            f"Penalty of {player.name}",
            "Note it",
            {"&Penalty": level, "&What happened": text},
            "A penalty is noted; it changes no result.",
            self._window,
        ).ask(
            lambda: self._session.do(
                ops.PenaltyNoted,
                player=player.id,
                level=PenaltyLevel(level.currentData()),
                text=text.text().strip(),
            )
        )

    def _give_bye(self, *, prize: bool = False) -> None:
        self._session.do(ops.ByeGiven, player=self._chosen().id, prize=prize)

    def _fix_table(self) -> None:
        player = self._chosen()
        table = number_box("Table", 0, HIGHEST_TABLE, player.fixed_table or 1)
        FieldsDialog(
            f"The table of {player.name}",
            "Set",
            {"&Table (0: any)": table},
            "It holds from the next round on.",
            self._window,
        ).ask(
            lambda: self._session.do(ops.TableFixed, player=player.id, table=table.value() or None)
        )

    def _keep_apart(self) -> None:
        player, state = self._chosen(), self._session.state
        if state is None:
            return
        others = player_box("Other player", (each for each in state.active if each != player))
        FieldsDialog(
            f"Keep {player.name} apart from a player",
            "Keep apart",
            {"&Other player": others},
            "They are paired only where nothing else is possible; the event notes it.",
            self._window,
        ).ask(
            lambda: self._session.do(
                ops.PairForbidden, first=player.id, second=others.currentData()
            )
        )

    def _let_meet(self) -> None:
        player, state = self._chosen(), self._session.state
        if state is None:
            return
        found = self._apart_from(player, state)
        others = player_box("Other player", map(state.player, found))
        FieldsDialog(
            f"Let {player.name} meet a player again",
            "Let them meet",
            {"&Other player": others},
            "",
            self._window,
        ).ask(
            lambda: self._session.do(ops.PairAllowed, first=player.id, second=others.currentData())
        )

    def _apart_from(self, player: EventPlayer, state: EventState) -> list[str]:
        return [
            two if one == player.id else one
            for one, two in state.forbidden
            if player.id in (one, two)
        ]
