"""The notes next to a card's face: facts, lists, rulings and errata, as one text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from carddb.card import Card
from decks.card_notes import note_on
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.markdown_view import LocalTextView
from rulebook.card_facts import labelled_facts
from rulebook.card_text import fact_lines, rich_paragraphs
from rulebook.entry import Entry, EntryKind
from rulebook.entry_html import link_html
from rulebook.rule_book import rule_book
from validators.card_list_status import ListEntry, history, listings
from validators.list_in_force import list_on_day

# What the drawn card shows itself, and what the list of printings shows.
ON_THE_FACE = frozenset({"Keywords", "Crests", "Naval", "Gives", "Attach to", "Only for"})
RULES = "Rules"
OWN_NOTE = "Your note in this deck"
ELSEWHERE = frozenset({"Same title in", "Errata"})


class CardNotes(LocalTextView):
    """The notes, as tall as their text, which can be selected and copied.

    Signals:
        rule_requested: a rule was clicked (the id of its entry).
    """

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("About the card", parent)
        self._html = ""
        self._heights: dict[int, int] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.anchorClicked.connect(lambda address: self.rule_requested.emit(address.toString()))
        self.document().setDocumentMargin(0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_html(self, html: str) -> None:
        """Show other notes."""
        if html != self._html:
            self._html = html
            self._set_text()

    def heading_top(self, heading: str) -> int:
        """Return how far below the top a heading is; 0 where there is none."""
        block, document = self.document().begin(), self.document()
        while block.isValid() and block.text() != heading:
            block = block.next()
        return round(document.documentLayout().blockBoundingRect(block).top())

    def _set_text(self) -> None:
        self._heights.clear()
        style = _style_sheet(colours_of(self.palette()), space(self, 1))
        self.document().setDefaultStyleSheet(style)
        self.setHtml(self._html)
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


def text_html(card: Card) -> str:
    """Return the text, else what the facts tell of it, as HTML; empty where there is neither."""
    lines = rich_paragraphs(card) or list(map(escape, fact_lines(card)))
    return "".join(f"<p>{line}</p>" for line in lines)


def notes_html(card: Card, cards: LoadedCards, deck_info: CardDeckInfo, *, legible: bool) -> str:
    """Return the notes as HTML of headings and paragraphs; what is empty is left out.

    `legible` is whether the face shows the text and facts of a drawn card.
    """
    pool, restricted_list = cards.pools[card.edition], deck_info.restricted_list
    if restricted_list is None or restricted_list.edition is not card.edition:
        restricted_list = list_on_day(pool, deck_info.day)
    hidden = ELSEWHERE | ON_THE_FACE if legible else ELSEWHERE
    facts = [
        _fact(*fact)
        for fact in labelled_facts(card, cards.pools[card.edition])
        if fact[0] not in hidden
    ]
    if card.code in pool.own_texts:
        facts.append(_fact("Text", "Your own, from a file"))
    changes = "; ".join(f"{each.issuer}, {each.version}" for each in card.errata)
    entries = listings(card, pool, restricted_list)
    rules = rules_on(rule_book().for_card(card, pool), deck_info.day)
    errata = [_rule(*each) for each in rules if each[0].kind is EntryKind.ERRATUM]
    others = {EntryKind.ERRATUM, EntryKind.KEYWORD}
    note = note_on(deck_info.deck, card) if deck_info.deck else ""
    sections = (
        (OWN_NOTE, [escape(note).replace("\n", "<br>")] if note else []),
        ("", [f"<table cellspacing='0' cellpadding='0'>{''.join(facts)}</table>"]),
        ("Errata", [f"Its text was changed: {escape(changes)}.", *errata] if changes else []),
        ("Restricted lists", list(_lists(entries, history(card, pool))) if entries else []),
        (RULES, [_rule(*each) for each in rules if each[0].kind not in others]),
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
        f" td.faint {{ padding-right: {3 * gap}px }}"
        f" a {{ color: {colours.accent.name()} }}"
    )


def _fact(name: str, value: str) -> str:
    return f"<tr><td class='faint'>{escape(name)}</td><td>{escape(value)}</td></tr>"


def _lists(entries: Iterable[ListEntry], changes: Sequence[str]) -> Iterator[str]:
    """Yield the list in force by itself, the others together where they have the same lines."""
    others: dict[tuple[str, ...], list[str]] = {}
    for each in entries:
        if each.in_force:
            yield f"<b>{escape(each.name)}</b>, {each.day.isoformat()}<br>{_lines(each.lines)}"
        else:
            others.setdefault(each.lines, []).append(each.name)
    if changes:
        yield f"<span class='faint'>History:</span> {_lines(changes)}"
    for lines, names in others.items():
        yield f"<span class='faint'>{escape(', '.join(names))}:</span> {_lines(lines)}"


def _lines(lines: Iterable[str]) -> str:
    return "<br>".join(map(escape, lines))


def rules_on(entries: Iterable[Entry], day: date | None) -> list[tuple[Entry, str]]:
    """Return the rules of today and of a day, each with how the two differ, or nothing."""
    found = []
    for entry in entries:
        holds_now, held = entry.until is None, day is None or entry.holds_on(day)
        if holds_now and held:
            found.append((entry, ""))
        elif held and day is not None and entry.until is not None:
            words = f"On the day of the event, {day}. Changed after {entry.until}."
            found.append((entry, words))
        elif holds_now and day is not None:
            found.append((entry, f"Since {entry.since}. Not yet on the day of the event, {day}."))
    return found


def _words(entry: Entry, differs: str) -> str:
    mark = f"<b>{escape(differs)}</b> " if differs else ""
    source = f"<span class='faint'>{escape(entry.source)}</span>"
    return f"{mark}{escape(entry.words).replace(chr(10), '<br>')} {source}"


def _rule(entry: Entry, differs: str) -> str:
    return f"<b>{link_html(entry.id, entry.title)}.</b> {_words(entry, differs)}"
