"""About the program: its version, its cards, licences, and whose game it is for."""

from __future__ import annotations

import platform

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from carddb.terms import Edition
from desktop.dialogs.licences_dialog import LicencesDialog
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.icons import app_icon
from desktop.widgets.labels import label
from desktop.widgets.layouts import column, row
from library.program_versions import program_versions

WHAT = (
    "Deck builder, rules judge and opening-hand laboratory for A Game of Thrones: The Card Game,"
    " both editions."
)
NOT_AFFILIATED = (
    "A fans' program, neither made nor endorsed by Fantasy Flight Games, the publisher of the game,"
    " nor by George R. R. Martin. The game and the names of its cards belong to their owners."
)
LICENCES = (
    "Seven Plots: MIT. Qt and PySide6: LGPL 3, as dynamic libraries that you may replace. The"
    " typeface Inter: SIL Open Font License. Every other library has a licence of its own."
)
UPDATE = (
    "A newer version: take the newest bundle from where you have this one and put it in its place,"
    " or run pipx upgrade sevenplots. Your decks stay where they are. The program never looks for a"
    " newer version of itself, and sends nothing to anybody."
)


def program_version() -> str:
    """Return the version with that of the catalogue."""
    versions = program_versions()
    return (
        f"Version {versions.program} · catalogue of {versions.catalogue}, newest list"
        f" {versions.newest_list} of {versions.list_date}"
    )


def catalogue_words(cards: LoadedCards | None) -> str:
    """Return how many cards of which editions there are and where they come from."""
    if cards is None:
        return "The cards are not loaded yet."
    second, first = len(cards.pools[Edition.SECOND]), len(cards.pools[Edition.FIRST])
    return (
        f"{first + second:,} cards: {second:,} of the second edition, {cards.origin}, and {first:,}"
        " of the first."
    )


class AboutDialog(ClosableDialog):
    """The program in a few sentences, which can be selected and copied."""

    def __init__(self, cards: LoadedCards | None, parent: QWidget | None = None) -> None:
        super().__init__("About Seven Plots", parent)
        side, gap = space(self, 16), space(self, 3)
        picture = QLabel(self)
        picture.setPixmap(app_icon().pixmap(QSize(side, side), self.devicePixelRatioF()))
        made_with = f"Python {platform.python_version()}, Qt {qVersion()}"
        texts = (
            label(WHAT, wraps=True),
            label(catalogue_words(cards), wraps=True),
            label(NOT_AFFILIATED, wraps=True),
            label(UPDATE, wraps=True),
            label(LICENCES, faint=True, wraps=True),
            label(made_with, Size.SMALL, faint=True),
        )
        for each in texts:
            each.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.version = label(program_version(), faint=True, wraps=True)
        name = label("Seven Plots", Size.LARGE, weight=QFont.Weight.DemiBold)
        head = column(name, self.version, spacing=gap // 3)
        (self.licences,) = self.add_buttons(("&Licences…", self._show_licences))
        top = row((picture, Qt.AlignmentFlag.AlignTop), (head, 1), spacing=gap)
        parts = (top, *texts, self.buttons)
        layout = column(*parts, parent=self, margin=gap * 2, spacing=gap)
        width = space(self, 130)
        self.setMinimumWidth(width)
        self.resize(width, layout.totalHeightForWidth(width))

    def _show_licences(self) -> None:
        LicencesDialog(self).open()
