"""The dialog that chooses what the deck is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QListWidgetItem, QPushButton, QWidget

from carddb.spelling import has_words
from carddb.terms import Faction
from core.errors import AppError
from decks.deck import Deck
from decks.report import Reading
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.pages.hands.odds.odds_tab import show_words
from desktop.session.deck_session import OpenDeck
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size
from desktop.widgets.card_delegate import Cell, Role, cell_list
from desktop.widgets.find_field import FindField
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import label, splitter, tip
from library.deck_values import LibraryDeck, StoredDeck, Version
from library.library import Library

CURRENT = "Current version"


@dataclass(frozen=True, slots=True, eq=False)
class ComparedDeck:
    """A deck to compare with as it is at first; one that is open is followed in its changes."""

    name: str
    first: Deck
    followed: OpenDeck | None = None

    @property
    def deck(self) -> Deck:
        return self.followed.deck if self.followed else self.first


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonChoice:
    """An entry of the list: under which heading, its name, and which deck it is.

    A deck of the library, or a version of it, is fetched only once it is chosen.
    """

    heading: str
    name: str
    words: str
    compared_deck: ComparedDeck | None = None
    stored: StoredDeck | None = None
    faction: Faction | None = None

    def matches(self, text: str) -> bool:
        """Return whether every word of a text is in the entry."""
        return has_words(f"{self.name} {self.words}", text)


def comparison_choices(
    current: OpenDeck,
    decks: Sequence[OpenDeck],
    stored: Sequence[StoredDeck],
    samples: Sequence[Reading],
) -> list[ComparisonChoice]:
    """Return what a deck can be compared with: decks of its edition, each once, and itself."""
    deck = current.deck
    by_id = {each.id: each for each in stored}
    saved = {each: by_id.get(each.stored.id) for each in decks if each.stored}
    now = ComparisonChoice(
        "This deck",
        f"{deck.name}, as it is now",
        "Change the deck after that, and see what it does",
        ComparedDeck(f"{deck.name}, as it was", deck),
        saved.get(current),
        faction=deck.faction,
    )
    opened = [
        _choice("Open decks", ComparedDeck(each.deck.name, each.deck, each), saved.get(each))
        for each in decks
        if each is not current and each.deck.edition is deck.edition
    ]
    in_library = [
        ComparisonChoice(
            "Library",
            each.name,
            _affiliation(each.faction, each.agenda_names),
            stored=each,
            faction=each.faction,
        )
        for each in stored
        if each.edition is deck.edition and each not in saved.values()
    ]
    published = [
        _choice("Sample decks", ComparedDeck(each.deck.name, each.deck))
        for each in samples
        if each.deck.edition is deck.edition
    ]
    return [now, *opened, *in_library, *published]


def _choice(
    heading: str, compared: ComparedDeck, stored: StoredDeck | None = None
) -> ComparisonChoice:
    deck = compared.deck
    words = _affiliation(deck.faction, [card.name for card in deck.agendas])
    return ComparisonChoice(heading, deck.name, words, compared, stored, faction=deck.faction)


def _affiliation(faction: Faction | None, agendas: Sequence[str]) -> str:
    return " · ".join([faction.label if faction else "No faction", *agendas])


def version_name(version: Version) -> str:
    """Return what a version is called: its name or number, when it was made, what it changed."""
    day = f"{version.made.astimezone():%Y-%m-%d %H:%M}"
    name = version.name or f"Version {version.number}"
    head = f"{name} ({CURRENT.lower()})" if version.current else name
    return " · ".join([part for part in (head, day, version.words) if part])


_CHOICE = Qt.ItemDataRole.UserRole + 30


class ComparisonDialog(ClosableDialog):
    """Decks by where they are; next to one that the library has, its versions.

    Signals:
        chosen: the deck to compare with is there (a ComparedDeck).
    """

    chosen = Signal(object)

    def __init__(
        self,
        choices: Sequence[ComparisonChoice],
        cards: LoadedCards,
        library_worker: LibraryWorker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Compare with another deck", parent)
        self._choices, self._cards, self._library_worker = choices, cards, library_worker
        self._versions: dict[str, tuple[Version, ...]] = {}
        self.search = FindField("Search decks", "Search by name, faction or agenda", self)
        self.list = cell_list("Decks to compare with", self)
        self.versions = cell_list("Versions of the deck", self)
        self.note = label(size=Size.SMALL, faint=True, wraps=True)
        self.compare = QPushButton("&Compare", default=True)
        self.buttons.addButton(self.compare, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._lay_out()
        self._connect()
        self._show_choices()

    def _lay_out(self) -> None:
        both = splitter(self.list, self.versions, parent=self)
        self.versions.hide()
        self.lay_out(self.search, (both, 1), self.note, size=(160, 130))
        self.note.hide()

    def _connect(self) -> None:
        self.search.textChanged.connect(self._show_choices)
        self.search.left_downwards.connect(self.list.setFocus)
        self.list.currentItemChanged.connect(self._on_current_changed)
        self.list.itemDoubleClicked.connect(self._choose)
        self.versions.itemDoubleClicked.connect(self._choose)
        self.buttons.accepted.connect(self._choose)

    @property
    def choice(self) -> ComparisonChoice | None:
        found = self.list.currentIndex().data(_CHOICE)
        return found if isinstance(found, ComparisonChoice) else None

    def _show_choices(self) -> None:
        self.list.clear()
        found = [each for each in self._choices if each.matches(self.search.text())]
        for heading, choices in groupby(found, attrgetter("heading")):
            title = QListWidgetItem(heading, self.list)
            title.setData(Role.CELL, Cell(heading, faint=True))
            title.setFlags(Qt.ItemFlag.NoItemFlags)
            for each in choices:
                glyph = Glyph(icons.faction_glyph(each.faction), each.faction)
                item = _add_item(self.list, each.name, each.words, each)
                item.setData(Role.GLYPHS, (glyph,))
        if found:
            self.list.setCurrentRow(1)
        self.compare.setEnabled(bool(found))
        show_words(self.note, "" if found else "No decks of this edition match.")

    def _on_current_changed(self) -> None:
        self.compare.setEnabled(self.choice is not None)
        stored = self.choice.stored if self.choice else None
        self.versions.setVisible(stored is not None)
        self.versions.clear()
        if stored is None:
            return
        if stored.id in self._versions:
            self._show_versions(stored.id)
            return
        self._library_worker.ask(
            lambda library: library.history.versions(stored.id),
            partial(self._on_versions_read, stored.id),
            self._on_failed,
            asker=self,
        )

    def _on_versions_read(self, deck_id: str, versions: tuple[Version, ...]) -> None:
        self._versions[deck_id] = versions
        stored = self.choice.stored if self.choice and self.isVisible() else None
        if stored is not None and stored.id == deck_id:
            self._show_versions(deck_id)

    def _show_versions(self, deck_id: str) -> None:
        self.versions.clear()
        for version in self._versions[deck_id]:
            _add_item(self.versions, version_name(version), version.words, version)
        self.versions.setCurrentRow(0)

    def _choose(self) -> None:
        choice = self.choice
        if choice is None:
            return
        chosen = self.versions.currentIndex().data(_CHOICE)
        version = chosen if isinstance(chosen, Version) and not chosen.current else None
        if choice.compared_deck is not None and version is None:
            self.chosen.emit(choice.compared_deck)
            self.accept()
        elif choice.stored is not None:
            self._fetch(choice.stored, version)

    def _fetch(self, stored: StoredDeck, version: Version | None) -> None:
        pools, name = self._cards.pools, stored.name
        if version is not None:
            name = f"{name}, {version.name or f'version {version.number}'}"

        def fetch(library: Library) -> LibraryDeck:
            if version is None:
                return library.decks.open(stored.id, pools)
            return library.history.open(stored.id, version.number, pools)

        self.compare.setEnabled(False)
        read = partial(self._on_deck_read, name)
        self._library_worker.ask(fetch, read, self._on_failed, asker=self)

    def _on_deck_read(self, name: str, opened: LibraryDeck) -> None:
        if self.isVisible():
            self.chosen.emit(ComparedDeck(name, opened.deck))
            self.accept()

    def _on_failed(self, error: Exception) -> None:
        if not self.isVisible():
            return
        self.compare.setEnabled(self.choice is not None)
        words = str(error) if isinstance(error, AppError) else "The deck could not be read."
        show_words(self.note, words)


def _add_item(view: QListWidget, text: str, words: str, data: object) -> QListWidgetItem:
    item = QListWidgetItem(text, view)
    item.setData(_CHOICE, data)
    item.setToolTip(tip(words))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}. {words}")
    return item
