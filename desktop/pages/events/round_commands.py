"""What the organizer does with a round by hand: draw anew, swap, pin, cancel, another plan."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from desktop.pages.events.fields_dialog import FieldsDialog, number_box, player_box, text_box
from desktop.session.event_session import EventSession, new_seed
from events import operations as ops
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import TableGame
from events.round_draw import redrawn_round
from events.structure import EventPlan


def redraw(state: EventState) -> tuple[type[ops.Operation], dict[str, object]]:
    """Return the last round drawn anew from another seed."""
    return ops.RoundRepaired, {"round": redrawn_round(state, new_seed())}


class RoundCommands(QObject):
    """The commands on the last round; each becomes an operation of the event."""

    def __init__(self, session: EventSession, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self._game: TableGame | None = None
        self.menu = QMenu("Round", window)
        self.again = self._action("&Draw again", lambda: session.draw(redraw))
        self.swap = self._action("&Swap two players…", self._swap)
        self.pin = self._action("&Pin the table", self._pin)
        self.cancel = self._action("&Cancel the round…", self._cancel)
        self.menu.addSeparator()
        self.plan = self._action("Change ro&unds or cut…", self._change_plan)
        self.show_game(None)

    def show_game(self, game: TableGame | None, *, last: bool = True) -> None:
        """Enable what can be done now; `last`: the round that is shown is the last one."""
        self._game, state = game, self._session.state
        swiss = state is not None and state.stage is EventStage.SWISS
        current = state.current if state else None
        untouched = current is not None and not any(each.over for each in current.games)
        free = swiss and last and untouched and not self._session.drawing
        for each in (self.again, self.swap):
            each.setEnabled(free)
        self.pin.setEnabled(free and game is not None)
        self.pin.setText("Un&pin the table" if game and game.pinned else "&Pin the table")
        cut = state is not None and state.stage is EventStage.ELIMINATION and bool(state.seeds)
        self.cancel.setText("Take the &cut back…" if cut else "&Cancel the round…")
        self.cancel.setEnabled(cut or (swiss and last and current is not None))
        self.plan.setEnabled(swiss)

    def _action(self, text: str, does: Callable[[], object]) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(lambda _=False: does())
        return action

    def _swap(self) -> None:
        state = self._session.state
        if state is None:
            return
        chosen = (*self._game.players, "")[:2] if self._game else ("", "")
        first = player_box("First player", state.active, chosen[0])
        second = player_box("Second player", state.active, "")
        FieldsDialog(
            "Swap two players",
            "Swap",
            {"&First player": first, "&Second player": second},
            "The two change places. The event notes that this was not by chance.",
            self._window,
        ).ask(
            lambda: self._session.do(
                ops.PlayersSwapped,
                round=len(state.rounds),
                first=first.currentData(),
                second=second.currentData(),
            )
        )

    def _pin(self) -> None:
        state, game = self._session.state, self._game
        if state is not None and game is not None:
            number = len(state.rounds)
            self._session.do(
                ops.TablePinned, round=number, table=game.table, pinned=not game.pinned
            )

    def _cancel(self) -> None:
        state = self._session.state
        if state is None or state.current is None:
            return
        reason = text_box("Reason")
        title, accept = f"Cancel round {len(state.rounds)}", "Cancel the round"
        if state.seeds:
            title, accept = "Take the cut back", "Take the cut back"
        FieldsDialog(title, accept, {"&Reason": reason}, _void_results(state), self._window).ask(
            lambda: self._take_back(reason.text().strip())
        )

    def ask_to_take_back(self, by_standings: str) -> None:
        """Ask whether the cut or the last pairing goes, which a corrected result has outdated."""
        state = self._session.state
        if state is None:
            return
        what = "cut" if state.seeds else f"pairing of round {len(state.rounds)}"
        question = f"{by_standings.removesuffix('.')}; take the {what} back?"
        parts = (question, _void_results(state), "If you leave it, the event notes that.")
        note = "\n".join(filter(None, parts))
        dialog = FieldsDialog(f"Take the {what} back", "Take it back", {}, note, self._window)
        dialog.cancel.setText("Leave it")
        dialog.cancel.setDefault(True)
        dialog.cancel.setFocus()
        dialog.ask(lambda: self._take_back("A result before it was corrected."))

    def _take_back(self, reason: str) -> None:
        """Take back the cut, or the last round where there is none."""
        state = self._session.state
        if state is not None and state.seeds:
            self._session.do(ops.CutTakenBack, reason=reason)
        elif state is not None:
            self._session.do(ops.RoundCancelled, round=len(state.rounds), reason=reason)

    def _change_plan(self) -> None:
        state = self._session.state
        plan = state.plan if state else None
        if plan is None:
            return
        rounds = number_box("Swiss rounds", 1, 30, plan.swiss_rounds)
        cut, reason = number_box("Cut: players", 0, 512, plan.cut), text_box("Reason")
        wins = number_box("Cut: wins", 0, 30, plan.cut_wins or 0)
        FieldsDialog(
            "Change rounds or cut",
            "Change",
            {
                "&Swiss rounds": rounds,
                "&Players in the cut (0: none)": cut,
                "Or all with so many &wins (0: by players)": wins,
                "&Reason": reason,
            },
            "Rounds and cut are fixed at the start. The event notes that they were changed.",
            self._window,
        ).ask(
            lambda: self._session.do(
                ops.PlanChanged,
                plan=EventPlan(
                    swiss_rounds=rounds.value(),
                    cut=cut.value(),
                    cut_wins=wins.value() or None,
                ),
                reason=reason.text().strip(),
            )
        )


def _void_results(state: EventState) -> str:
    """Return how many results are void without the cut, or without the last round."""
    results = [each.over for each in state.current.games] if state.current else []
    if state.seeds:
        results = [game.played for each in state.elimination for game in each.games]
    entered = sum(results)
    return f"Results that are void then: {entered}." if entered else ""
