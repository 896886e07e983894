"""What is shown where published decks are needed and not here: an offer to fetch them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.session.published_decks import PublishedDecks, PublishedPhase, PublishedState
from desktop.style.fonts import space
from desktop.widgets.buttons import push_button
from desktop.widgets.layouts import column, label, row, slim_bar
from published.remarks import NONE_HERE

_WORDS = {
    PublishedPhase.UNKNOWN: "Loading published decks…",
    PublishedPhase.LOADING: "Loading published decks…",
    PublishedPhase.FETCHING: "Fetching published decks…",
    PublishedPhase.MISSING: (
        f"{NONE_HERE} Fetch them from ThronesDB once (about 30 MB)."
        " Nothing about you or your decks is sent."
    ),
}


class PublishedOffer(QWidget):
    """Offers to fetch published decks and shows how far that is; hidden once they are here.

    `centered` is for a place of its own: everything is in the middle of it.
    """

    def __init__(
        self, published: PublishedDecks, parent: QWidget, *, centered: bool = False
    ) -> None:
        super().__init__(parent)
        self.words = label(faint=True, wraps=True)
        self.fetch = push_button(
            "Fetch published dec&ks", self, clicked=published.fetch, kind="primary"
        )
        self.progress = slim_bar("Fetching published decks", self)
        self.stop = push_button("&Stop", self, clicked=published.cancel)
        work, gap = (self.fetch, (self.progress, 1), self.stop, None), space(self, 3)
        if centered:
            self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
            line = row(None, *work, spacing=gap)
            column(None, self.words, line, None, parent=self, margin=2 * gap, spacing=gap)
        else:
            column(self.words, row(*work, spacing=gap), parent=self, margin=0, spacing=gap)
        published.changed.connect(self.show_state)
        self.show_state(published.state)

    def show_state(self, state: PublishedState) -> None:
        phase, reason = state.phase, f"{state.reason.text}\n" if state.reason else ""
        fetching = phase is PublishedPhase.FETCHING
        self.setVisible(phase is not PublishedPhase.READY)
        self.words.setText("Stopping…" if state.stopping else reason + _WORDS.get(phase, ""))
        self.fetch.setVisible(phase is PublishedPhase.MISSING)
        self.progress.setVisible(fetching)
        self.progress.setValue(state.done)
        self.stop.setVisible(fetching)
        self.stop.setEnabled(not state.stopping)
