"""The decks that a study is about: files, folders, the library, a day of ThronesDB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from typing_extensions import override

from carddb.address import chosen_server
from carddb.errors import AppError
from carddb.terms import Edition
from cli.deck_files import DeckFile, Failure, deck_files
from cli.open_library import open_library
from cli.session import Session
from cli.terminal import filling
from study.study_deck import StudyDeck
from validators.conditions import Requested, read_day

LIBRARY, THRONESDB = "library", "thronesdb:"


@dataclass(frozen=True, slots=True)
class DownloadedDecks(DeckFile):
    """Decks that were downloaded, to be read like a file."""

    data: bytes

    @property
    @override
    def stem(self) -> str:
        return "A deck of ThronesDB"

    @override
    def read(self) -> bytes:
        return self.data


class StudyDeckReader:
    """Reads decks, and takes note of what could not be read."""

    def __init__(self, session: Session, wishes: Requested, edition: Edition | None) -> None:
        self.failures: list[Failure] = []
        self._session, self._wishes, self._edition = session, wishes, edition

    def decks(self, paths: Sequence[str]) -> list[StudyDeck]:
        """Return every deck of the paths; AppError where none of them can be used at all."""
        found = [deck for path in paths for deck in self._of_path(path)]
        if not found and self.failures:
            raise self.failures[0].error
        if not found:
            raise AppError("There is no deck to study.", "The library is empty.")
        return found

    def _of_path(self, path: str) -> Iterator[StudyDeck]:
        if path == LIBRARY:
            yield from self._of_library()
        elif path.startswith(THRONESDB):
            yield from self._of_file(_downloaded(path))
        else:
            for file in deck_files([path]):
                yield from self._of_file(file)

    def _of_file(self, file: DeckFile) -> Iterator[StudyDeck]:
        try:
            readings = self._session.readings(file, self._wishes, self._edition)
        except AppError as error:
            self.failures.append(Failure(file.path, error))
            return
        for reading in readings:
            yield StudyDeck(file.path, reading.deck, reading.unread)

    def _of_library(self) -> Iterator[StudyDeck]:
        # Most paths do without the library, whose parts take a while to load.
        from library.studied_deck import studied_deck  # noqa: PLC0415

        with open_library(self._session) as library:
            ids = [deck.id for deck in library.decks.all()]
            yield from map(studied_deck, library.decks.open_all(ids, self._session.pools))


def _downloaded(path: str) -> DownloadedDecks:
    # No other path needs the network.
    from carddb.decklist_download import decks_of_day  # noqa: PLC0415

    day = read_day(path.removeprefix(THRONESDB))
    with filling("Fetching decks") as progress:
        data = decks_of_day(
            day, chosen_server(), received=lambda count, whole: progress(count, whole or 0)
        )
    return DownloadedDecks(path, data)
