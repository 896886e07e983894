"""The notes next to a card's face: facts, lists, rulings and errata, as one text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget
from typing_extensions import override

from carddb.rulings import Ruling
from desktop.style.fonts import space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.cards.card_list_status import ListEntry
from desktop.widgets.cards.card_text import rich_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """Everything that the notes show; what is empty is left out.

    `text` is the card's own, where it is not legible on the face.
    """

    text: str = ""
    facts: Sequence[tuple[str, str]] = ()
    listings: Sequence[ListEntry] = ()
    history: Sequence[str] = ()
    rulings: Sequence[Ruling] = ()
    errata: str = ""


class CardNotes(QTextBrowser):
    """The notes, as tall as their text, which can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._notes = Notes()
        self._heights: dict[int, int] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setOpenLinks(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAccessibleName("About the card")
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_notes(self, notes: Notes) -> None:
        """Show other notes."""
        if notes != self._notes:
            self._notes = notes
            self._set_text()

    def _set_text(self) -> None:
        self._heights.clear()
        gap = space(self, 1)
        self.document().setDefaultStyleSheet(_style_sheet(colours_of(self.palette()), gap))
        self.setHtml(notes_html(self._notes, gap))
        self.updateGeometry()

    @override
    def heightForWidth(self, width: int) -> int:
        # A layout requests the same width several times, and each time the text is laid out anew.
        if width not in self._heights:
            document = self.document()
            before = document.textWidth()
            document.setTextWidth(max(1, width))
            self._heights[width] = round(document.size().height()) + 2
            if before > 0:
                document.setTextWidth(before)
        return self._heights[width]

    @override
    def sizeHint(self) -> QSize:
        return QSize(space(self, 60), self.heightForWidth(space(self, 60)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), 0)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._set_text()


def notes_html(notes: Notes, gap: int) -> str:
    """Return the notes as HTML of headings and paragraphs."""
    sections = (
        ("Text", [line for line in rich_text(notes.text).split("<br>") if line.strip()]),
        ("", [_table(notes.facts, gap)]),
        ("Errata", [escape(notes.errata)] if notes.errata else []),
        ("Restricted lists", list(_lists(notes)) if notes.listings else []),
        ("Rulings", [_ruling(each) for each in notes.rulings]),
    )
    parts = []
    for heading, lines in sections:
        if heading and lines:
            parts.append(f"<h4>{heading}</h4>")
        parts.extend(f"<p>{line}</p>" if heading else line for line in lines)
    return "".join(parts)


def _style_sheet(colours: Colours, gap: int) -> str:
    faint = colours.faint.name()
    return (
        f"p {{ margin: 0 0 {gap}px 0 }} h4 {{ font-weight: 600; margin: {2 * gap}px 0 {gap}px 0 }}"
        f" b {{ font-weight: 600 }} .faint {{ color: {faint} }} td {{ padding: 0 0 {gap}px 0 }}"
    )


def _table(facts: Sequence[tuple[str, str]], gap: int) -> str:
    rows = (
        f"<tr><td class='faint' style='padding-right:{3 * gap}px'>{escape(name)}</td>"
        f"<td>{escape(value)}</td></tr>"
        for name, value in facts
    )
    return f"<table cellspacing='0' cellpadding='0'>{''.join(rows)}</table>" if facts else ""


def _lists(notes: Notes) -> Iterator[str]:
    """Yield the list in force by itself, the others together where they have the same lines."""
    others: dict[tuple[str, ...], list[str]] = {}
    for each in notes.listings:
        if each.in_force:
            yield f"<b>{escape(each.name)}</b>, {each.day.isoformat()}<br>{_lines(each.lines)}"
        else:
            others.setdefault(each.lines, []).append(each.name)
    if notes.history:
        yield f"<span class='faint'>History:</span> {_lines(notes.history)}"
    for lines, names in others.items():
        yield f"<span class='faint'>{escape(', '.join(names))}:</span> {_lines(lines)}"


def _lines(lines: Iterable[str]) -> str:
    return "<br>".join(map(escape, lines))


def _ruling(ruling: Ruling) -> str:
    source = f"<span class='faint'>{escape(ruling.source)}</span>"
    return f"<b>{escape(ruling.subject)}.</b> {escape(ruling.words)} {source}"
