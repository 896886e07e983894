"""One card with everything that is known of it, from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QSizePolicy, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from decks.categories import note_on
from desktop.session.card_sync import CardSync
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.buttons import tool_button
from desktop.widgets.card_delegate import CardDelegate, Cell, Role
from desktop.widgets.cards.card_deck_info import CardDeckInfo, other_printings, version_or_printing
from desktop.widgets.cards.card_face import CardFace
from desktop.widgets.cards.card_pictures import CardPictures, PictureState
from desktop.widgets.cards.card_requests import CardRequests, TextOffer
from desktop.widgets.cards.hover_card import KeywordRow, watch_cards
from desktop.widgets.copy_buttons import CopiesChooser
from desktop.widgets.layouts import (
    WrapButton,
    column,
    empty_layout,
    label,
    row,
    tip,
)
from desktop.widgets.markdown_view import LocalTextView
from published.remarks import WHAT_THEY_ARE
from rulebook.card_text import fact_lines, labelled_facts, printed_value, rich_paragraphs
from rulebook.entry import Entry, EntryKind
from rulebook.entry_text import link_html
from rulebook.rule_book import rule_book
from validators.card_counts import copies_by_code
from validators.list_in_force import ListEntry, history, list_on_day, listings

_MOST_ROWS = 7
SAME = "Same facts"
REPRINT = "Reprint"
# Attributes of cards and of their plot values, with their names.
_NUMBERS = {
    "cost": "cost",
    "strength": "STR",
    "income": "income",
    "initiative": "initiative",
    "reserve": "reserve",
    "influence": "influence",
    "deck_limit": "limit",
}
_PLOT_NUMBERS = {
    "income": "plot income",
    "initiative": "plot initiative",
    "claim": "claim",
    "reserve": "plot reserve",
}


@dataclass(frozen=True, slots=True)
class Printing:
    """A printing as the list shows it: where and when it came out, and how it differs.

    `difference` is empty for the printing that is shown; `copies` are those in the deck.
    """

    card: Card
    pack: str
    released: str
    difference: str = ""
    copies: int = 0

    @property
    def in_deck(self) -> str:
        return f"{self.copies} in the deck" if self.copies else ""

    @property
    def cell(self) -> Cell:
        """The pack, number and day, and below them the difference and the copies."""
        below = " · ".join(filter(None, (self.difference or "Shown", self.in_deck)))
        return Cell(f"{self.pack} {self.card.position}", note=self.released, below=below)

    @property
    def description(self) -> str:
        number = f"{self.pack} {self.card.position}"
        return ", ".join(filter(None, (number, self.released, self.in_deck, self.difference)))


def printings_of(shown: Card, pool: CardPool, copies: dict[str, int]) -> tuple[Printing, ...]:
    """Return every printing of the shown card's title in its edition, oldest packs first."""
    found = []
    for card in pool.by_title.get(shown.name, (shown,)):
        pack = pool.packs.get(card.pack)
        difference = "" if card.code == shown.code else differences(shown, card)
        name, released = (pack.label, pack.released) if pack else (card.pack, "")
        found.append(Printing(card, name, released, difference, copies.get(card.code, 0)))
    return tuple(sorted(found, key=lambda each: (each.released or "9999", each.card.code)))


def differences(shown: Card, other: Card) -> str:
    """Return how the other printing differs from the shown one: "Cost 4, +intrigue, no Lady".

    Without a difference it is a reprint, or has the same facts.
    """
    found = [*_kind(shown, other), *_numbers(shown, other, _NUMBERS)]
    if shown.plot is not None and other.plot is not None:
        found += _numbers(shown.plot, other.plot, _PLOT_NUMBERS)
    found += _other_lists(shown, other)
    if not found and shown.text and other.text and shown.text != other.text:
        found.append("another text")
    if other.errata and other.errata != shown.errata:
        found.append("errata")
    if found:
        text = ", ".join(found)
        return f"{text[0].upper()}{text[1:]}"
    return REPRINT if shown.design == other.design else SAME


def _kind(shown: Card, other: Card) -> Iterator[str]:
    if other.type is not shown.type:
        yield other.type.value
    if other.factions != shown.factions:
        yield " and ".join(each.label for each in other.factions) or "neutral"
    if other.unique is not shown.unique:
        yield "unique" if other.unique else "not unique"
    if other.loyal is not shown.loyal:
        yield "loyal" if other.loyal else "not loyal"


def _numbers(shown: object, other: object, names: dict[str, str]) -> Iterator[str]:
    for attribute, name in names.items():
        value = getattr(other, attribute)
        if value != getattr(shown, attribute):
            yield f"{name} {printed_value(value)}"


def _other_lists(shown: Card, other: Card) -> Iterator[str]:
    before, after = _all_of(shown), _all_of(other)
    yield from (f"+{each}" for each in after if each not in before)
    yield from (f"no {each}" for each in before if each not in after)


def _all_of(card: Card) -> Sequence[str]:
    keywords = [keyword.words for keyword in card.keywords]
    naval = [f"naval {icon}" for icon in card.naval]
    return [*card.icons, *card.traits, *keywords, *card.crests, *naval]


class PrintingList(QListWidget):
    """The list; the current row is the printing that is shown."""

    printing_chosen = Signal(object)  # by the user: the card

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.printings: tuple[Printing, ...] = ()
        self.setItemDelegate(CardDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Versions and printings")
        self.currentRowChanged.connect(self._on_current_row_changed)

    def show_printings(self, printings: Sequence[Printing], shown: Card) -> None:
        # Another shown card changes the differences, so equal printings show the same card.
        if tuple(printings) == self.printings:
            return
        with QSignalBlocker(self):
            self.printings = tuple(printings)
            self.clear()
            for each in printings:
                item = QListWidgetItem(each.description, self)
                item.setToolTip(tip(each.description))
                item.setData(Role.CARD, each.card)
                item.setData(Role.CELL, each.cell)
                if each.card.code == shown.code:
                    self.setCurrentItem(item)
        self.updateGeometry()

    def card_at(self, place: QPoint) -> Card | None:
        """Return the printing at a place of the list, or the shown one if there is none."""
        item = self.itemAt(place) or self.currentItem()
        card: Card | None = item.data(Role.CARD) if item is not None else None
        return card

    def _on_current_row_changed(self, row: int) -> None:
        if row >= 0:
            self.printing_chosen.emit(self.printings[row].card)

    @override
    def sizeHint(self) -> QSize:
        rows = min(_MOST_ROWS, len(self.printings))
        return QSize(space(self, 60), rows * max(0, self.sizeHintForRow(0)) + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(space(self, 30), self.sizeHint().height())


# What the drawn card shows itself, and what the list of printings shows.
ON_THE_FACE = frozenset({"Keywords", "Crests", "Naval", "Gives", "Attach to", "Only for"})
RULES = "Rules"
OWN_NOTE = "Your note in this deck"
ELSEWHERE = frozenset({"Same title in", "Errata"})


class CardNotes(LocalTextView):
    """The notes, as tall as their text, which can be selected and copied."""

    rule_requested = Signal(str)  # the id of its entry

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
        if html != self._html:
            self._html = html
            self.set_text()

    def heading_top(self, heading: str) -> int:
        """Return how far below the top a heading is; 0 where there is none."""
        block, document = self.document().begin(), self.document()
        while block.isValid() and block.text() != heading:
            block = block.next()
        return round(document.documentLayout().blockBoundingRect(block).top())

    @override
    def set_text(self) -> None:
        self._heights.clear()
        style = _style_sheet(colours_of(self.palette()), space(self, 1))
        self.document().setDefaultStyleSheet(style)
        self.setHtml(self._html)
        self.updateGeometry()

    @override
    def heightForWidth(self, width: int) -> int:
        # A layout requests the same width several times, and the text would be laid out each time.
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


def text_html(card: Card) -> str:
    """Return the text or, without one, what its facts say as HTML; empty without either."""
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


def _rule(entry: Entry, differs: str) -> str:
    mark = f"<b>{escape(differs)}</b> " if differs else ""
    words = escape(entry.words).replace("\n", "<br>")
    source = f"<span class='faint'>{escape(entry.source)}</span>"
    return f"<b>{link_html(entry.id, entry.title)}.</b> {mark}{words} {source}"


_BELOW_THE_FACE = 5  # the face, its keywords, two lines of copies, and the text


class CardDetails(QWidget):
    """Face, printings and notes of one card; made once, and shown with one card after another.

    It emits the signals of its view.
    """

    def __init__(self, pictures: CardPictures | None, view: CardRequests) -> None:
        super().__init__(view)
        self._view = view
        self._pictures = pictures
        self.card: Card | None = None
        self.cards: LoadedCards | None = None
        self._deck_info = CardDeckInfo()
        self._swaps: tuple[Card, dict[Card, int]] | None = None
        self.face = CardFace(pictures, self, widest=space(self, 104))
        self.keywords = KeywordRow(self)
        self.chooser = CopiesChooser(self)
        self.copies = label(size=Size.SMALL, faint=True, wraps=True)
        self.played = label(size=Size.SMALL, faint=True, wraps=True)
        self.played.setToolTip(WHAT_THEY_ARE)
        self.played.hide()
        self.picture_state = label(size=Size.SMALL, faint=True)
        self.picture_button = tool_button("", self)
        self.large_button = tool_button(
            "Larger", self, "Show the card large (Space)", view.large_requested.emit
        )
        self.text_offer: TextOffer | None = None
        self.printings = PrintingList(self)
        self.swaps = column(spacing=space(self, 1))
        watch_cards(self.printings)
        self.text = CardNotes(self)
        self.text.setAccessibleName("Text of the card")
        self.notes = CardNotes(self)
        self._lay_out()
        self._connect(view)

    def offer_texts(self, card_sync: CardSync) -> None:
        self.text_offer = TextOffer(card_sync, self)
        self.text_offer.from_file.clicked.connect(self._view.file_requested)
        self._column.insertWidget(_BELOW_THE_FACE, self.text_offer)
        self.setTabOrder(self.large_button, self.text_offer)

    def show_card(self, card: Card, cards: LoadedCards, deck_info: CardDeckInfo) -> None:
        """Show a card; where it is the one before, only what changed of the deck."""
        before = self._deck_info
        another = card != self.card or cards is not self.cards
        self.card, self.cards, self._deck_info = card, cards, deck_info
        if another:
            self.face.show_card(card, cards.pack_name(card))
            self.keywords.show_card(card)
            if self._pictures is not None:
                self._pictures.request(card)
            if self.text_offer is not None:
                self.text_offer.show_cards(cards, card)
        lists_before = before.restricted_list, before.day
        notes = [note_on(each.deck, card) if each.deck else "" for each in (before, deck_info)]
        other_lists = lists_before != (deck_info.restricted_list, deck_info.day)
        if another or other_lists or notes[0] != notes[1]:
            self._show_notes()
        self._show_deck(card, cards.pools[card.edition])

    def _lay_out(self) -> None:
        gap = space(self, 2)
        at_right = (self.picture_state, self.picture_button, self.large_button)
        line = row((self.chooser, 1), None, *at_right, spacing=gap // 2)
        about = (self.played, self.swaps, self.printings, self.notes)
        parts = (self.face, self.keywords, line, self.copies, self.text, *about, None)
        margin = (gap, gap, gap, gap * 2)
        self._column = column(*parts, parent=self, margin=margin, spacing=gap)
        self.picture_button.hide()

    def _connect(self, view: CardRequests) -> None:
        self.face.large_requested.connect(view.large_requested)
        for source in (self.face, self.keywords, self.notes):
            source.rule_requested.connect(view.rule_requested)
        self.chooser.count_chosen.connect(view.count_chosen)
        self.face.legible_changed.connect(self._show_notes)
        self.printings.printing_chosen.connect(view.printing_chosen)
        if self._pictures is not None:
            self._pictures.changed.connect(self._on_picture_changed)
            self.picture_button.clicked.connect(self._pictures.toggle_preferred)
        for each in (self.face, self.text, self.printings, self.notes):
            each.installEventFilter(self)

    def _show_notes(self) -> None:
        """Show text and notes without what is legible on the face."""
        if self.card is not None and self.cards is not None:
            legible = self.face.picture is None and self.face.legible
            html = notes_html(self.card, self.cards, self._deck_info, legible=legible)
            self.notes.show_html(html)
            text = "" if legible else text_html(self.card)
            self.text.show_html(text)
            self.text.setVisible(bool(text))

    def _show_deck(self, card: Card, pool: CardPool) -> None:
        """Show the card's printings and copies in the deck."""
        deck = self._deck_info.deck
        if deck is not None and deck.edition is not card.edition:
            deck = None
        several = len(pool.by_title.get(card.name, ())) > 1
        self.printings.setVisible(several)
        if several:
            printings = printings_of(card, pool, copies_by_code(deck) if deck else {})
            self.printings.show_printings(printings, card)
        self.chooser.show_copies(card, self._deck_info.copies_of(card))
        self.copies.setText(self._deck_info.copies(card))
        self.played.setText(self._deck_info.played)
        self.played.setVisible(bool(self._deck_info.played))
        swaps = card, other_printings(deck, card) if deck else {}
        if swaps != self._swaps:
            self._swaps = swaps
            self._show_swaps(*swaps, pool)

    def _show_swaps(self, card: Card, others: dict[Card, int], pool: CardPool) -> None:
        """Show a button for each other printing in the deck."""
        empty_layout(self.swaps)
        for old, copies in others.items():
            pack = pool.packs.get(old.pack)
            source = f"{copies} from {pack.name if pack else old.pack}"
            this = f"this {version_or_printing(old, card)}"
            button = WrapButton(f"Use {this} instead of {source}", self)
            swap = partial(self._view.swap_requested.emit, old, card)
            button.clicked.connect(lambda _=False, swap=swap: swap())
            self.swaps.addWidget(button)
            self.setTabOrder(self.large_button, button)
            button.show()

    def offer_menu(self) -> None:
        """Request the menu of a card for the face and the printings, instead of the face's own."""
        for each in (self.face, self.printings):
            each.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.face.customContextMenuRequested.connect(self._on_face_menu)
        self.printings.customContextMenuRequested.connect(self._on_printings_menu)

    def _on_face_menu(self, place: QPoint) -> None:
        if self.card is not None:
            self._view.menu_requested.emit(self.card, self.face.mapToGlobal(place))

    def _on_printings_menu(self, place: QPoint) -> None:
        if (card := self.printings.card_at(place)) is not None:
            self._view.menu_requested.emit(card, self.printings.viewport().mapToGlobal(place))

    def rules_top(self) -> int:
        """Return how far below the top the rules on the card are."""
        return self.notes.y() + self.notes.heading_top(RULES)

    def _on_picture_changed(self) -> None:
        pictures = self._pictures
        if pictures is None:
            return
        found = pictures.state is PictureState.FOUND
        self.picture_state.setText("" if found else pictures.state.value)
        self.picture_state.setToolTip(tip(pictures.error))
        self.picture_button.setVisible(found)
        self.picture_button.setText("Drawing" if pictures.preferred else "Picture")
        other = f"Show the {'drawn card' if pictures.preferred else 'picture'}"
        self.picture_button.setToolTip(other)
        self._show_notes()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the card large for Space anywhere in it but on a button."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
            if plain and event.key() == Qt.Key.Key_Space:
                self._view.large_requested.emit()
                return True
        return False
