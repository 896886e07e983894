"""The cards that have the player's star, for every part of the window that shows or changes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from carddb.card import Card
from desktop.session.library_worker import LibraryWorker

if TYPE_CHECKING:
    from library.library import Library


class StarredState(QObject):
    """The stars of the library; `codes` is None until they are known.

    A change shows at once and is saved in the background; where that fails, what is saved shows
    again.

    Signals:
        changed: other cards have a star now.
    """

    changed = Signal()

    def __init__(self, library_worker: LibraryWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._writing = 0
        self.codes: frozenset[str] | None = None
        library_worker.contents_changed.connect(self._read)
        library_worker.failed.connect(self._on_failed)
        self._read()

    def are_starred(self, cards: Iterable[Card]) -> bool:
        return all(card.code in (self.codes or ()) for card in cards)

    def toggle(self, cards: Iterable[Card]) -> None:
        """Give cards a star, or take it away where all of them have one."""
        chosen = tuple(cards)
        if self.codes is None or not chosen:
            return
        codes, starred = {card.code for card in chosen}, not self.are_starred(chosen)

        def write(library: Library) -> frozenset[str]:
            library.starred_cards.star(codes, starred=starred)
            return library.starred_cards.codes()

        self._take(self.codes | codes if starred else self.codes - codes)
        self._writing += 1
        self._library_worker.change(write, self._on_written)

    def _take(self, codes: frozenset[str]) -> None:
        if codes != self.codes:
            self.codes = codes
            self.changed.emit()

    def _read(self) -> None:
        if self._library_worker.library is not None and not self._writing:
            self._library_worker.ask(lambda library: library.starred_cards.codes(), self._on_read)

    def _on_read(self, codes: frozenset[str]) -> None:
        if not self._writing:
            self._take(codes)

    def _on_written(self, codes: frozenset[str]) -> None:
        # What was read while more is to be written is out of date.
        self._writing = max(0, self._writing - 1)
        self._on_read(codes)

    def _on_failed(self) -> None:
        failed, self._writing = self._writing, 0
        if failed:
            self._read()
