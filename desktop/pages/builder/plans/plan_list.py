"""The plans of the deck on screen, below its versions."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from carddb.text_format import day_words
from desktop.pages.builder.plans.plan_commands import PlanCommands
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.labels import buddy_label, tip
from desktop.widgets.layouts import column
from library.deck_values import Plan

_MOST_ROWS = 4
_PLAN = Qt.ItemDataRole.UserRole + 30


class PlanList(QWidget):
    """Opens a plan with Enter or two clicks; not there while the deck has none."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._worker = session, autosaver.library_worker
        self.commands = PlanCommands(session, autosaver, self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Plans of the deck")
        self.list.setToolTip("Open a plan with Enter or two clicks")
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.itemActivated.connect(self._on_item_activated)
        heading = buddy_label("Plans", self.list, Size.SMALL)
        column(heading, self.list, parent=self, margin=0, spacing=space(self, 1))
        session.deck_changed.connect(self.show_plans)
        session.saved_changed.connect(self.show_plans)
        self._worker.contents_changed.connect(self.show_plans)
        self.show_plans()

    def show_plans(self) -> None:
        """Show the plans of the deck on screen, the one changed last first."""
        current = self._session.current
        deck_id = current.stored.id if current and current.stored else ""
        plans = self._worker.contents.plans_of(deck_id)
        row = self.list.currentRow()
        self.list.clear()
        for plan in plans:
            item = QListWidgetItem(_words(plan), self.list)
            item.setData(_PLAN, plan)
            item.setToolTip(tip(_words(plan)))
        self.list.setCurrentRow(min(max(row, 0), len(plans) - 1))
        rows = min(len(plans), _MOST_ROWS)
        height = self.list.sizeHintForRow(0) * rows + 2 * self.list.frameWidth()
        self.list.setFixedHeight(max(0, height))
        self.setVisible(bool(plans))

    def _on_item_activated(self, item: QListWidgetItem) -> None:
        self.commands.open(item.data(_PLAN))


def _words(plan: Plan) -> str:
    now = datetime.now(UTC).astimezone()
    changed = day_words(plan.deck.changed, now)
    return f"{plan.name} · from version {plan.version} · {changed}"
