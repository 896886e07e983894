"""The command `sevenplots export`: decks in any format, to standard output, a file or a folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from carddb.local_names import local_pools
from carddb.terms import Edition
from cli.deck_files import Failure, deck_files
from cli.drawing import needed, pdf_writers
from cli.options import AsJson, DeckEdition, NamesIn
from cli.session import Session
from cli.standard_streams import write_bytes
from cli.terminal import print_message, print_unread
from core.errors import AppError
from core.files import fitting, is_folder, path_text, reason_of, write_file
from decks.deck import deck_of_cards
from decks.deck_writer import LOCAL, WRITERS, write_all
from decks.proxies import MOST_BLEED, Faces, ProxyOptions
from decks.report import Reading
from decks.sheet import SheetEvent, written_day
from validators.conditions import Requested, read_day
from validators.judge import Judge
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


SHEET, PROXIES = "sheet", "proxies"
_IN_LANGUAGES = (*sorted(LOCAL, reverse=True), SHEET, PROXIES)
_NOT_READ = 1
_UNUSABLE = 2

_TARGETS = (*WRITERS, SHEET, PROXIES)
Target = StrEnum("Target", [(code.upper().replace("-", "_"), code) for code in _TARGETS])  # type: ignore[misc]


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
    page: Annotated[
        str, typer.Option("--page", "--paper", help="The paper of a PDF: a4 or letter.")
    ] = "a4",
    cards: Annotated[
        str,
        typer.Option(
            metavar="all|missing|considered|SEARCH", help="The proxies: which cards of the decks."
        ),
    ] = "all",
    faces: Annotated[
        Faces,
        typer.Option(help="The proxies: the pictures you fetched, else drawn; drawn; or text."),
    ] = Faces.PICTURES,
    marks: Annotated[bool, typer.Option("--marks", help="The proxies have crop marks.")] = False,
    bleed: Annotated[
        float,
        typer.Option(
            min=0, max=MOST_BLEED, metavar="MM", help="How far proxies go on beyond the cut."
        ),
    ] = 0.0,
    language: NamesIn = None,
    as_json: AsJson = False,
) -> int:
    """Write decks in another format; exit status 1 if a line of them could not be read."""
    when = read_day(day) if day else None
    wishes = Requested(format_name=format_name, list_code=list_code, date=when)
    sheet_event = SheetEvent(event=event, day=written_day(when) if when else "", player=player)
    code = str(target.value)
    writers = pdf_writers(context)
    if code == SHEET:
        needed(writers.sheets, "A deck sheet is", ", or export to plain and print that")
    if as_json and code != PROXIES:
        raise AppError(f"The format {code} prints no JSON object.", "Leave --json out.")
    if language and code not in _IN_LANGUAGES:
        raise AppError(
            f"The names in a file of the format {code} are in English, for other programs.",
            f"Choose one of: {', '.join(_IN_LANGUAGES)}.",
        )
    session: Session = context.obj
    readings, failures = _read(session, path, wishes, edition)
    chosen = None if str(output) == "-" else output
    pools = local_pools(session.pools, language)
    if code == PROXIES:
        from cli.proxies import ProxyPrinter, export_proxies  # noqa: PLC0415 - it brings the search language

        writer = needed(writers.proxies, "Proxies are")
        printer = ProxyPrinter(session, pools, ProxyOptions(faces, page, marks, bleed), writer)
        status = export_proxies(printer, readings, cards, chosen, as_json=as_json)
        return status or _status(readings, failed=failures)

    def write(some: Sequence[Reading], file: Path | None) -> None:
        if language:
            some = [replace(each, deck=deck_of_cards(each.deck, pools)) for each in some]
        if code == SHEET and writers.sheets is not None:
            judged = [
                judged_sheet(
                    each, Judge(pools[each.deck.edition]), wishes, session.today, sheet_event
                )
                for each in some
            ]
            _write(some, writers.sheets(judged, page), (), file)
        else:
            written = write_all([each.deck for each in some], code, pools)
            _write(some, written.text.encode("utf-8", "replace"), written.notes, file)

    many, ending = (True, ".pdf") if code == SHEET else (WRITERS[code].many, WRITERS[code].ending)
    is_alone = len(readings) == 1 and not (path != "-" and is_folder(Path(path)))
    if chosen is None or is_alone or (many and chosen.suffix and not is_folder(chosen)):
        write(readings, chosen)
    else:
        _make_folder(chosen, len(readings))
        names = export_file_stems(reading.deck.name for reading in readings)
        for reading, name in zip(readings, names, strict=True):
            write([reading], chosen / f"{name}{ending}")
    return _status(readings, failed=failures)


def _status(readings: Sequence[Reading], *, failed: bool) -> int:
    if failed:
        return _UNUSABLE
    return _NOT_READ if any(reading.unread for reading in readings) else 0


def _read(
    session: Session, path: str, wishes: Requested, edition: Edition | None
) -> tuple[list[Reading], bool]:
    """Return the decks of all files, and whether any of several files could not be used."""
    files, readings, failed = list(deck_files([path])), list[Reading](), False
    for file in files:
        try:
            readings += session.readings(file, wishes, edition)
        except AppError as error:
            if len(files) == 1:
                raise
            failed = True
            Failure(file.path, error).print()
    if not readings:
        raise AppError("None of the files holds a deck.", "Nothing was written.")
    return readings, failed


def _make_folder(folder: Path, decks: int) -> None:
    if os.path.lexists(folder) and not is_folder(folder):
        raise AppError(
            f"{folder} is a file, and {decks} decks need a folder.",
            "Name a folder. A missing one is created.",
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise AppError(
            f"The folder {path_text(folder)} cannot be made: {reason_of(error)}.",
            "Check the path, its permissions and the free space on the disk.",
        ) from None


def _write(
    readings: Sequence[Reading], data: bytes, notes: Sequence[str], file: Path | None
) -> None:
    """Write decks into one file or to standard output, and print what they lose there."""
    if file is None:
        write_bytes(data)
    else:
        write_file(file, data)
        print_message(f"Written: {file}")
    for note in notes:
        print_message(note)
    for reading in readings:
        print_unread(reading.unread, "is not in it")
