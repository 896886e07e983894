"""The command line names the versions of the program, its catalogue and its databases."""

from __future__ import annotations

from carddb import catalogue
from carddb.terms import Edition
from core.program_version import PROGRAM_VERSION
from library.schema import HEAD
from tests.running import Run


def test_program_catalogue_and_schema_are_named(sevenplots: Run) -> None:
    program, cards, schema = sevenplots("--version").out.splitlines()
    newest = catalogue.newest_list(Edition.SECOND)
    assert program == f"sevenplots {PROGRAM_VERSION}"
    assert cards == (
        f"catalogue of {catalogue.as_of()}, newest list {newest.name} of {newest.date}"
    )
    assert schema == f"schema {int(HEAD)} of the library, 2 of cards.db"
