"""What is to be said of a card beside its face: facts, lists, rulings, errata, as one text."""

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
    """Everything that is said of a card; what is empty is left out.

    `text` is the card's own, where its face does not show it legibly.
    """

    text: str = ""
    facts: Sequence[tuple[str, str]] = ()
    listings: Sequence[ListEntry] = ()
    history: Sequence[str] = ()
    rulings: Sequence[Ruling] = ()
    errata: Sequence[str] = ()


class CardNotes(QTextBrowser):
    """The notes, as high as they are; they can be selected and copied as any text."""

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
            self._write()

    def _write(self) -> None:
        self._heights.clear()
        colours = colours_of(self.palette())
        gap = space(self, 1)
        self.document().setDefaultStyleSheet(_sheet(colours, gap))
        self.setHtml(notes_html(self._notes, gap))
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        # A layout asks several times for the same width, and each answer lays the text out anew.
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
            self._write()


def notes_html(notes: Notes, gap: int = 4) -> str:
    """Return the notes as HTML of headings and paragraphs."""
    parts = [_section("Text", _paragraphs(notes.text))] if notes.text else []
    if notes.facts:
        parts.append(_table(notes.facts, gap))
    if notes.errata:
        parts.append(_section("Errata", (escape(each) for each in notes.errata)))
    if notes.listings:
        parts.append(_section("Restricted lists", _lists(notes)))
    if notes.rulings:
        parts.append(_section("Rulings", _rulings(notes.rulings)))
    return "".join(parts)


def _sheet(colours: Colours, gap: int) -> str:
    faint = colours.faint.name()
    return (
        f"p {{ margin: 0 0 {gap}px 0 }} h4 {{ font-weight: 600; margin: {2 * gap}px 0 {gap}px 0 }}"
        f" b {{ font-weight: 600 }} .faint {{ color: {faint} }} td {{ padding: 0 0 {gap}px 0 }}"
    )


def _section(heading: str, lines: Iterable[str]) -> str:
    return f"<h4>{heading}</h4>" + "".join(f"<p>{line}</p>" for line in lines)


def _paragraphs(text: str) -> Iterator[str]:
    return (line for line in rich_text(text).split("<br>") if line.strip())


def _table(facts: Iterable[tuple[str, str]], gap: int) -> str:
    rows = (
        f"<tr><td class='faint' style='padding-right:{3 * gap}px'>{escape(name)}</td>"
        f"<td>{escape(value)}</td></tr>"
        for name, value in facts
    )
    return f"<table cellspacing='0' cellpadding='0'>{''.join(rows)}</table>"


def _lists(notes: Notes) -> Iterator[str]:
    """Yield the list in force by itself, the others together where they say the same."""
    others: dict[tuple[str, ...], list[str]] = {}
    for each in notes.listings:
        if each.in_force:
            yield f"<b>{escape(each.name)}</b>, {each.day.isoformat()}<br>{_said(each.words)}"
        else:
            others.setdefault(each.words, []).append(each.name)
    if notes.history:
        yield f"<span class='faint'>History:</span> {_said(notes.history)}"
    for words, names in others.items():
        yield f"<span class='faint'>{escape(', '.join(names))}:</span> {_said(words)}"


def _said(words: Iterable[str]) -> str:
    return "<br>".join(escape(each) for each in words)


def _rulings(rulings: Iterable[Ruling]) -> Iterator[str]:
    for each in rulings:
        source = f"<span class='faint'>{escape(each.source)}</span>"
        yield f"<b>{escape(each.subject)}.</b> {escape(each.words)} {source}"
