"""Which cards the deck may include at all: found in the background, a verdict for each card."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from carddb.terms import Edition, Faction
from decks.deck import Deck, Slots
from desktop.runtime.tasks import OneTask, Progress, Task, TaskRunner
from validators.conditions import Conditions

if TYPE_CHECKING:
    from validators.judge import Judge

Codes: TypeAlias = frozenset[str]
Key: TypeAlias = "tuple[Edition, Faction | None, tuple[str, ...], Slots, Conditions, Judge]"


class PlayableCards(QObject):
    """Finds the cards for what counts of a deck (faction, agendas, conditions), and keeps them.

    Signals:
        found: what was asked for last is known now.
    """

    found = Signal()

    def __init__(self, tasks: TaskRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._finding = OneTask(tasks, self)
        self._requested: Key | None = None
        self._known: tuple[Key, Codes] | None = None

    def ask(self, deck: Deck, conditions: Conditions, judge: Judge) -> Codes | None:
        """Return the codes of the cards, or None while they are being found."""
        agendas = tuple(card.code for card in deck.agendas)
        # After a sync there is another judge, of other cards.
        key = (deck.edition, deck.faction, agendas, deck.drafted, conditions, judge)
        if self._known is not None and self._known[0] == key:
            return self._known[1]
        if key != self._requested:
            self._requested = key
            empty = replace(deck, slots=(), rookery=(), plot_decks=())
            task = Task(lambda report: (key, _find(empty, conditions, judge, report)))
            task.succeeded.connect(self._on_found)
            self._finding.start(task)
        return None

    def _on_found(self, known: tuple[Key, Codes]) -> None:
        self._known = known
        self.found.emit()


def _find(deck: Deck, conditions: Conditions, judge: Judge, report: Progress) -> Codes:
    from validators.search_facts import Side, may_include  # noqa: PLC0415 - lark, not at start

    side = Side(judge, conditions)
    codes = set()
    for number, card in enumerate(judge.pool):
        if number % 50 == 0:
            report(number, len(judge.pool))
        if may_include(side, deck, card):
            codes.add(card.code)
    return frozenset(codes)
