"""The guide and what the Help menu says about the program: version, cards, licences."""

from __future__ import annotations

import json
import platform
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QEvent, QRect, QSize, QStringListModel, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget
from typing_extensions import override

from carddb.terms import Edition, Faction
from desktop.dialogs.simple_dialogs import ClosableDialog, list_of_lines, read_only_text
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.icons import app_icon
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import Cell, cell_list, paint_cell
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import bold_label, column, label, row
from desktop.widgets.markdown_view import LocalTextView
from library.program_versions import program_versions
from validators.problem import Severity

LANGUAGE = "search.md"
_PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
# Other pages of the documentation do not come with the program.
_ASIDE = re.compile(
    rf" \(\[[^]]*\]\((?!{LANGUAGE})[^)]*\)\)|(?:^| )\[[^]]*\]\([^)]*\)\.$", re.MULTILINE
)
_LINK = re.compile(rf"\[([^]]*)\]\((?!{LANGUAGE})[^)]*\)")


def guide_text() -> str:
    """Return the guide as Markdown without pictures and without links to what is not here."""
    text = (files("resources") / "guide.md").read_text("utf-8")
    return _LINK.sub(r"\1", _ASIDE.sub("", _PICTURE.sub("", text)))


def guide_topics() -> dict[str, str]:
    """Return the topics of the guide by their headings; the first begins with the introduction."""
    introduction, *topics = re.split(r"^## ", guide_text(), flags=re.MULTILINE)
    found = dict(topic.split("\n", 1) for topic in topics)
    first = next(iter(found))
    return found | {first: introduction.split("\n", 1)[1] + found[first]}


_STARK, _ERROR = Faction.STARK, Severity.ERROR
# What the picture of each topic shows: rows as they are in the window.
_PICTURES = (
    (
        Cell("Arya Stark", (Glyph("type/character", _STARK),), (Glyph("unique"),), note="1  2  3"),
        Cell("Winterfell", (Glyph("type/location", _STARK),), (Glyph("unique"),), note="1"),
        Cell("Winter Is Coming", (Glyph("type/event", _STARK),), note="1  2"),
    ),
    (
        Cell("4 copies of Winterfell Steward; 3 are allowed.", (Glyph("sign/error", _ERROR),)),
        Cell("Remove 1 Winterfell Steward", indent=2, note="Fix"),
        Cell("Standard v2.1", (Glyph("sign/legal", tint=True),), note="Legal"),
    ),
    (
        Cell("All decks", (Glyph("decks/all"),), note="34"),
        Cell("Winter league", (Glyph("decks/folder"),), note="2"),
        Cell("to test", (Glyph("decks/tag"),), note="1"),
    ),
    (
        Cell("Opening hand", (Glyph("page/hands"),), note="7 cards"),
        Cell("Best setup", (Glyph("sign/legal", tint=True),), note="4 cards, 8 gold"),
        Cell("Changes: what one card less does", (Glyph("rail/looking"),)),
    ),
    (
        Cell("Table 1: Ann against Ben", (Glyph("page/events"),), note="Won"),
        Cell("Table 2: Cem against Dora", (Glyph("page/events"),), note="open"),
        Cell("Priority, in the rules", (Glyph("page/rules"),)),
    ),
)


class _TopicPicture(QWidget):
    """A small piece of a page, drawn with rows like those of the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._cells = _PICTURES[0]
        self.setFixedHeight(space(self, 27))

    def show_topic(self, number: int) -> None:
        self._cells = _PICTURES[number]
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, metrics = QPainter(self), colours_of(self.palette()), self.fontMetrics()
        fill(painter, self.rect(), colours.paper, corner(metrics))
        gap, height = space(self, 3), space(self, 7)
        for number, cell in enumerate(self._cells):
            rect = QRect(gap, gap + number * height, self.width() - 2 * gap, height)
            fill(painter, rect, colours.panel, 0)
            paint_cell(painter, rect, metrics, cell, colours)
        painter.end()


class GuideDialog(FittedDialog):
    """Shows the topics of the guide; a link to the search language opens that."""

    language_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Guide")
        self._topics = guide_topics()
        self.topics = cell_list("Topics", self)
        self.topics.addItems(list(self._topics))
        self.topics.setFixedWidth(space(self, 46))
        self.picture = _TopicPicture(self)
        self.text = LocalTextView("Guide", self)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.anchorClicked.connect(self._on_anchor_clicked)
        gap = space(self, 4)
        self.heading = bold_label(size=Size.LARGE)
        topic = column(self.heading, self.picture, (self.text, 1), spacing=gap * 3 // 4)
        row(self.topics, (topic, 1), parent=self, margin=gap, spacing=gap * 3 // 2)
        self.topics.currentRowChanged.connect(self._show_topic)
        self.topics.setCurrentRow(0)
        self.resize(space(self, 200), space(self, 160))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            # Links have the colour that they were read with.
            place = self.text.verticalScrollBar().value()
            self._show_topic(self.topics.currentRow())
            self.text.verticalScrollBar().setValue(place)

    def _show_topic(self, number: int) -> None:
        name = list(self._topics)[number]
        self.heading.setText(name)
        self.picture.show_topic(number)
        self.text.setMarkdown(self._topics[name])

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
        both = row((self.list, 2), (self.text, 5), spacing=space(self, 3))
        self.lay_out(label(OF_QT, faint=True, wraps=True), (both, 1), size=(210, 130))
        self.list.setCurrentIndex(model.index(0))

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
        name = bold_label("Seven Plots", Size.LARGE)
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
