"""The command `sevenplots export`: decks in any format, to standard output, a file or a folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, cast

import typer

from carddb.terms import Edition
from cli.deck_files import DeckFile, Failure, deck_files
from cli.drawing import SHEETS_KEY, SheetWriter
from cli.options import DeckEdition
from cli.session import Session
from cli.terminal import print_message
from core.errors import AppError
from core.files import fitting, is_folder, path_text, reason_of, write_file
from decks.deck_writer import WRITERS, write_all
from decks.report import Reading
from decks.sheet import SheetEvent, written_day
from validators.conditions import Requested, read_day
from validators.judged_sheet import judged_sheet

_UNSAFE = re.compile(r"[^\w .,'()+-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST = 80


def export_file_stems(names: Iterable[str]) -> Iterator[str]:
    """Yield a file name without ending for each name, no two the same on any system."""
    taken: set[str] = set()
    for name in names:
        safe = _safe(name)
        unique, number = safe, 1
        while unique.casefold() in taken:
            number += 1
            unique = f"{safe} ({number})"
        taken.add(unique.casefold())
        yield unique


def _safe(name: str) -> str:
    safe = fitting(" ".join(_UNSAFE.sub("-", name).split()), _LONGEST).strip(" .-")
    return f"_{safe}" if _RESERVED.fullmatch(safe) else safe or "Deck"


SHEET = "sheet"
_NOT_READ = 1
_UNUSABLE = 2

Target = StrEnum("Target", [(code.upper().replace("-", "_"), code) for code in (*WRITERS, SHEET)])  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """The options: the target's code, the edition, and what a sheet needs besides."""

    code: str
    edition: Edition | None
    event: SheetEvent
    wishes: Requested
    page: str
    sheets: SheetWriter | None

    @property
    def many(self) -> bool:
        return self.code == SHEET or WRITERS[self.code].many

    @property
    def ending(self) -> str:
        return ".pdf" if self.code == SHEET else WRITERS[self.code].ending


def export_command(
    context: typer.Context,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file, a folder, or - for input.")],
    target: Annotated[Target, typer.Option("--to", help="The format to write.")],
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file; a folder for several decks.")
    ] = None,
    edition: DeckEdition = None,
    player: Annotated[str, typer.Option(help="The player, for a sheet.")] = "",
    event: Annotated[str, typer.Option(help="The event, for a sheet.")] = "",
    day: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="The event's day, for a sheet.")
    ] = "",
    format_name: Annotated[str, typer.Option("--format", help="What a sheet is judged as.")] = "",
    list_code: Annotated[
        str, typer.Option("--list", help="The list that a sheet is judged under.")
    ] = "",
    page: Annotated[str, typer.Option(help="A sheet's paper: a4 or letter.")] = "a4",
) -> int:
    """Write decks in another format; exit status 1 where a line of them could not be read."""
    when = read_day(day) if day else None
    options = ExportTarget(
        str(target.value),
        edition,
        SheetEvent(event=event, day=written_day(when) if when else "", player=player),
        Requested(format_name=format_name, list_code=list_code, date=when),
        page,
        cast("SheetWriter | None", context.meta.get(SHEETS_KEY)),
    )
    return _Export(context.obj, options, output).run(path)


class _Export:
    """One run of the command."""

    def __init__(self, session: Session, options: ExportTarget, output: Path | None) -> None:
        self._session = session
        self._options = options
        self._output = None if str(output) == "-" else output
        self._failed = False

    def run(self, path: str) -> int:
        """Read what is to be written, write it, and return the exit status."""
        if self._options.code == SHEET and self._options.sheets is None:
            raise AppError(
                "A deck sheet is a PDF, which the window's library draws; it is not at hand here.",
                "Install PySide6-Essentials, or export to plain and print that.",
            )
        readings = self._read(list(deck_files([path])))
        folder = path != "-" and is_folder(Path(path))
        if self._into_folder(readings, folder=folder):
            self._write_folder(readings)
        else:
            self._write(readings, self._output)
        if self._failed:
            return _UNUSABLE
        return _NOT_READ if any(reading.unread for reading in readings) else 0

    def _read(self, files: Sequence[DeckFile]) -> list[Reading]:
        """Return the decks of all files; one of several that is no deck is reported, left out."""
        readings = []
        for file in files:
            try:
                readings += self._session.readings(
                    file, self._options.wishes, self._options.edition
                )
            except AppError as error:
                if len(files) == 1:
                    raise
                self._failed = True
                Failure(file.path, error).print()
        if not readings:
            raise AppError("None of the files holds a deck.", "Nothing was written.")
        return readings

    def _into_folder(self, readings: Sequence[Reading], *, folder: bool) -> bool:
        """Whether each deck goes to a file of its own."""
        if self._output is None or (len(readings) == 1 and not folder):
            return False
        if is_folder(self._output):
            return True
        return not (self._options.many and self._output.suffix)

    def _write_folder(self, readings: Sequence[Reading]) -> None:
        output = cast("Path", self._output)
        if os.path.lexists(output) and not is_folder(output):
            raise AppError(
                f"{output} is a file, and {len(readings)} decks need a folder.",
                "Name a folder; it is made where there is none.",
            )
        try:
            output.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise AppError(
                f"The folder {path_text(output)} cannot be made: {reason_of(error)}.",
                "Check the path, its permissions and the free space on the disk.",
            ) from None
        names = export_file_stems(reading.deck.name for reading in readings)
        for reading, name in zip(readings, names, strict=True):
            self._write([reading], output / f"{name}{self._options.ending}")

    def _write(self, readings: Sequence[Reading], file: Path | None) -> None:
        data, notes = self._made(readings)
        if file is None:
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        else:
            write_file(file, data)
            print_message(f"Written: {file}")
        for note in notes:
            print_message(note)
        for reading in readings:
            for line in reading.unread:
                print_message(f"Line {line.line} is not in it: {line.text.strip()}", line.note)

    def _made(self, readings: Sequence[Reading]) -> tuple[bytes, tuple[str, ...]]:
        if self._options.code == SHEET and self._options.sheets is not None:
            session, options = self._session, self._options
            sheets = [
                judged_sheet(
                    reading,
                    session.judge(reading.deck.edition),
                    options.wishes,
                    session.today,
                    options.event,
                )
                for reading in readings
            ]
            return self._options.sheets(sheets, self._options.page), ()
        decks = [reading.deck for reading in readings]
        written = write_all(decks, self._options.code, self._session.pools)
        return written.text.encode("utf-8", "replace"), written.notes
