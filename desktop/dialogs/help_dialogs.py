"""The guide and what the Help menu says about the program: version, cards, licences."""

from __future__ import annotations

import json
import platform
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QEvent, QSize, QStringListModel, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.dialogs.simple_dialogs import ClosableDialog, list_of_lines, read_only_text
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.icons import app_icon
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.layouts import column, label, row
from desktop.widgets.markdown_view import LocalTextView
from library.program_versions import program_versions

LANGUAGE = "search.md"
_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
# Other pages of the documentation do not come with the program.
_ASIDE = re.compile(rf" \(\[[^]]*\]\((?!{LANGUAGE})[^)]*\)\)| \[[^]]*\]\([^)]*\)\.$", re.MULTILINE)
_LINK = re.compile(rf"\[([^]]*)\]\((?!{LANGUAGE})[^)]*\)")


def guide_text() -> str:
    """Return the guide as Markdown without pictures and without links to what is not here."""
    text = (files("resources") / "guide.md").read_text("utf-8")
    return _LINK.sub(r"\1", _ASIDE.sub("", _PICTURE.sub("", text)))


class GuideDialog(FittedDialog):
    """Shows the guide; a link to the search language opens that.

    Signals:
        language_requested: the search language is to be shown.
    """

    language_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Guide")
        self.text = LocalTextView("Guide", self)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.document().setDocumentMargin(space(self, 5))
        self.text.setMarkdown(guide_text())
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        column(self.text, parent=self, margin=0)
        self.resize(space(self, 170), space(self, 180))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            # Links have the colour that they were read with.
            place = self.text.verticalScrollBar().value()
            self.text.setMarkdown(guide_text())
            self.text.verticalScrollBar().setValue(place)

    def _on_anchor_clicked(self, link: QUrl) -> None:
        if link.toString() == LANGUAGE:
            self.language_requested.emit()


OF_QT = (
    "Qt and PySide6 are used under the GNU Lesser General Public License, version 3. They are"
    " dynamic libraries in files of their own, which you may replace by your own builds, change,"
    " and examine. Their source is at download.qt.io."
)


@dataclass(frozen=True, slots=True)
class LibraryLicence:
    """A library, the short name of its licence, and the text of that."""

    name: str
    licence: str
    text: str


@cache
def library_licences() -> tuple[LibraryLicence, ...]:
    """Return the licenses of all libraries in the program, by name."""
    folder = files("resources") / "licences"
    entries = json.loads((folder / "libraries.json").read_text("utf-8"))
    return tuple(
        LibraryLicence(
            each["name"],
            each["licence"],
            each.get("text")
            or "\n\n".join(
                folder.joinpath(*name.split("/")).read_text("utf-8") for name in each["files"]
            ),
        )
        for each in entries
    )


class LicencesDialog(ClosableDialog):
    """A list of libraries, and the text of the licence of the chosen one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Licences", parent)
        self._licences = library_licences()
        model = QStringListModel([f"{each.name} · {each.licence}" for each in self._licences], self)
        self.list = list_of_lines("Libraries and their licences", model, self)
        self.text = read_only_text("The text of the licence", self)
        self.list.selectionModel().currentChanged.connect(self._show_text)
        self.add_buttons()
        gap = space(self, 3)
        both = row((self.list, 2), (self.text, 5), spacing=gap)
        head = label(OF_QT, faint=True, wraps=True)
        column(head, (both, 1), self.buttons, parent=self, margin=gap, spacing=gap)
        self.list.setCurrentIndex(model.index(0))
        self.resize(space(self, 210), space(self, 130))

    def _show_text(self) -> None:
        chosen = self._licences[self.list.currentIndex().row()]
        self.text.setPlainText(f"{chosen.name} · {chosen.licence}\n\n{chosen.text}")


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
    versions = program_versions()
    return (
        f"Version {versions.program} · catalogue of {versions.catalogue}, newest list"
        f" {versions.newest_list} of {versions.list_date}"
    )


def catalogue_words(cards: LoadedCards | None) -> str:
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
        licences = ("&Licences…", self._show_licences)
        (self.licences,) = self.add_buttons(licences, auto_default=True)
        top = row((picture, Qt.AlignmentFlag.AlignTop), (head, 1), spacing=gap)
        parts = (top, *texts, self.buttons)
        layout = column(*parts, parent=self, margin=gap * 2, spacing=gap)
        width = space(self, 130)
        self.setMinimumWidth(width)
        self.resize(width, layout.totalHeightForWidth(width))

    def _show_licences(self) -> None:
        LicencesDialog(self).open()
