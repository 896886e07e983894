"""A pile beside the table as a button: its name and number; its cards as a menu."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from carddb.card import Card
from desktop.pages.hands.board.drop_target import DropTarget
from desktop.pages.hands.board.game_controller import GameController
from goldfish.play.game import Copy, Zone


class PileButton(QPushButton):
    """Shows how many cards lie on a pile; a click lists them, a drop adds one.

    Signals:
        card_chosen: a card of the list was chosen (a Card).
    """

    card_chosen = Signal(object)

    def __init__(self, title: str, zone: Zone, controller: GameController, parent: QWidget) -> None:
        super().__init__(parent)
        self.zone = zone
        self._title = title
        self._copies: tuple[Copy, ...] = ()
        self.menu_shown: QMenu | None = None
        self.setObjectName("small")
        self.clicked.connect(self._list)
        DropTarget(self, zone, controller).lit.connect(self.setDown)

    def show_copies(self, copies: Sequence[Copy]) -> None:
        """Show how many copies there are."""
        self._copies = tuple(copies)
        self.setText(f"{self._title} {len(copies)}")
        self.setToolTip("\n".join(self._lines()))

    def _lines(self) -> list[str]:
        """Return the names with their numbers, in order of names: that of the pile is secret."""
        counts = Counter(copy.card.name for copy in self._copies)
        return [
            f"{count}\N{MULTIPLICATION SIGN} {name}" if count > 1 else name
            for name, count in sorted(counts.items())
        ]

    def _list(self) -> None:
        """Show the cards as a menu below the button."""
        if not self._copies:
            return
        menu = QMenu(self)
        menu.setAccessibleName(self._title)
        by_name: dict[str, Card] = {copy.card.name: copy.card for copy in self._copies}
        for line, name in zip(self._lines(), sorted(by_name), strict=True):
            menu.addAction(line.replace("&", "&&")).setData(by_name[name])
        menu.triggered.connect(self._on_triggered)
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu_shown = menu
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))

    def _on_triggered(self, action: QAction) -> None:
        self.card_chosen.emit(action.data())
