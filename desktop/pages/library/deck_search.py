"""The search of decks, and the choice of two of them to compare their hands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from carddb.spelling import fold
from carddb.terms import Faction
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.deck_session import NAMELESS
from desktop.session.library_worker import LibraryWorker
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import Field, Form
from library.deck_values import StoredDeck
from library.search import DeckSearch

HELP = (
    "Words of name, tags, agenda or notes, or the title of a card."
    " “with Ward, Ice” finds decks with these cards; so do card:Ward, tag:league, agenda:Fealty,"
    " faction:stark and format:melee."
)
_KEYS = re.compile(
    r'\b(?P<key>card|tag|agenda|faction|format):(?:"(?P<quoted>[^"]*)"|(?P<word>\S*))',
    re.IGNORECASE,
)
_WITH = re.compile(r"(?:^|\s)(?:decks\s+)?with\s+(?P<cards>.+)$", re.IGNORECASE)


class DeckFinder(QObject):
    """Finds decks by the library worker: one search at a time, of which the latest counts.

    It has no thread of its own, so that closing the window waits for the library in one way only.
    `ids` are those of the decks that were found, None where nothing is typed.

    Signals:
        found: there is another result.
    """

    found = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self.ids: frozenset[str] | None = None
        self.typed = ""
        self.searching = False
        self._outdated = False

    def search(self, typed: str) -> None:
        """Find the decks with what is typed; once more where it is the same."""
        self.typed = typed.strip()
        if self.searching:
            self._outdated = True
        elif self.typed:
            self.searching, self._outdated = True, False
            wanted = search_of(self.typed)
            self._library_worker.ask(
                lambda library: library.decks.find(wanted), self._on_found, self._on_failed
            )
        else:
            self._set_ids(None)

    def _on_found(self, decks: tuple[StoredDeck, ...]) -> None:
        self.searching = False
        if self._outdated:
            self.search(self.typed)
        else:
            self._set_ids(frozenset(deck.id for deck in decks))

    def _on_failed(self, error: Exception) -> None:
        self.searching = False
        self._library_worker.failed.emit(error)
        if self._outdated:
            self.search(self.typed)

    def _set_ids(self, ids: frozenset[str] | None) -> None:
        self.ids = ids
        self.found.emit()


def search_of(typed: str) -> DeckSearch:
    """Return the search; words before "with" and outside of keys are searched for as text."""
    found: dict[str, list[str]] = {}
    for match in _KEYS.finditer(typed):
        value = match["word"] if match["quoted"] is None else match["quoted"]
        if value.strip():
            found.setdefault(match["key"].lower(), []).append(value.strip())
    rest = _KEYS.sub(" ", typed)
    called, named = "", _WITH.search(rest)
    if named:
        called = "" if found else typed  # "Wolves with teeth" may be a deck's name
        found.setdefault("card", []).extend(filter(None, map(str.strip, named["cards"].split(","))))
        rest = rest[: named.start()]
    last = {key: values[-1] for key, values in found.items()}
    faction = _faction(last.get("faction", ""))
    if faction is None:
        rest = f"{rest} {last.get('faction', '')}"  # no faction: search for the word
    return DeckSearch(
        text=rest.strip(),
        called=called,
        cards=tuple(found.get("card", ())),
        faction=faction,
        agenda=last.get("agenda", ""),
        format=last.get("format", ""),
        tag=last.get("tag", ""),
    )


def search_for(title: str) -> str:
    """Return what to type to find the decks with a card."""
    unquoted = title.replace('"', "")
    return f'card:"{unquoted}"' if "," in title else f"with {unquoted}"


def _faction(typed: str) -> Faction | None:
    begins = fold(typed)
    names = ((each, (fold(each.label), fold(each.card_name), each.value)) for each in Faction)
    found = (each for each, written in names if any(name.startswith(begins) for name in written))
    return next(found, None) if begins else None


TOO_FEW = "Two decks of one edition are needed to compare their hands: select two."


class TwoDecksDialog(SimpleDialog):
    """Two lists: the second has the other decks of the first one's edition."""

    def __init__(self, decks: Sequence[StoredDeck], first: str, parent: QWidget) -> None:
        super().__init__("Compare hands", "Compare", parent)
        self._decks = decks
        names = {deck.id: deck.name or NAMELESS for deck in decks}
        one = Field("one", "&First deck", ComboBox, names)
        self.form = Form(
            ((one,), (Field("other", "&Second deck", ComboBox),)), {"one": first}, self
        )
        self.lay_out(self.form)
        self.form["one"].currentIndexChanged.connect(self._show_others)
        self._show_others()

    @property
    def chosen(self) -> list[str]:
        return list(self.form.values.values())

    def _show_others(self) -> None:
        first = next(deck for deck in self._decks if deck.id == self.form["one"].chosen)
        others = {
            deck.id: deck.name or NAMELESS
            for deck in self._decks
            if deck is not first and deck.edition is first.edition
        }
        self.form["other"].set_choices(others)
        self.accept_button.setEnabled(bool(others))
