"""The versions of this program: its own, that of its catalogue, and those of its databases."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from carddb import catalogue
from carddb.reader import SCHEMA_VERSION
from carddb.terms import Edition
from core.program_version import PROGRAM_VERSION
from library.schema import HEAD


@dataclass(frozen=True, slots=True)
class ProgramVersions:
    """The versions, and the newest restricted list of the catalogue with its first day."""

    program: str
    catalogue: date
    newest_list: str
    list_date: date
    library_schema: int
    cards_schema: int

    def lines(self) -> tuple[str, str, str]:
        return (
            f"sevenplots {self.program}",
            f"catalogue of {self.catalogue}, newest list {self.newest_list} of {self.list_date}",
            f"schema {self.library_schema} of the library, {self.cards_schema} of cards.db",
        )


def program_versions() -> ProgramVersions:
    newest = catalogue.newest_list(Edition.SECOND)
    return ProgramVersions(
        PROGRAM_VERSION, catalogue.as_of(), newest.name, newest.date, int(HEAD), SCHEMA_VERSION
    )
