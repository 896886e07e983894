"""The commands `sevenplots backup` and `sevenplots restore`: copy the library and put it back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.open_library import open_library
from cli.options import AsJson
from cli.session import Session
from cli.terminal import out, print_object, unwrapped_text
from core.errors import AppError
from core.files import is_folder, path_text, plain_file
from core.json_values import json_object

if TYPE_CHECKING:
    from library.file_copy import LibraryCopy


_COPY = "path decks bytes"


def backup_command(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(help="A file or folder; the home folder's backups if left out.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Copy the library into a file: exit status 0 well, 2 if that is impossible."""
    session: Session = context.obj
    with open_library(session) as library:
        copy, note = library.back_up(_target(session, file)), library.note
    if as_json:
        print_object(json_object(copy, _COPY) | ({"note": note} if note else {}))
    else:
        out().print(f"The library, {_decks(copy)}, is in {copy.path}.", soft_wrap=True)


def restore_command(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A backup, or the decks.db of another folder.")],
    as_json: AsJson = False,
) -> None:
    """Put a backup in the library's place: exit status 0 well, 2 if it cannot be used."""
    # Checked before the library is opened, so that a wrong file creates no library.
    from library.file_copy import inspect_file  # noqa: PLC0415

    if is_folder(file):
        raise AppError(f"{path_text(file)} is a folder.", "Name the backup in it.")
    inspect_file(file)
    with open_library(context.obj) as library:
        done, note = library.restore(file), library.note
    if as_json:
        printed: dict[str, object] = {
            "restored": json_object(done.backup, _COPY),
            "replaced": json_object(done.replaced, _COPY),
            "events_set_back": [
                json_object(each.before, "name operations_before=operations round_before=round")
                | {name: getattr(each.now, name, None) for name in ("operations", "round")}
                for each in done.set_back
            ],
        }
        print_object(printed | ({"note": note} if note else {}))
        return
    out().print(f"The library was restored from {file}: {_decks(done.backup)}.", soft_wrap=True)
    before = f"The previous library, {_decks(done.replaced)}, is kept in {done.replaced.path}."
    out().print(before, soft_wrap=True)
    for each in done.set_back:
        out().print(unwrapped_text(each.text()), soft_wrap=True)


def _target(session: Session, file: Path | None) -> Path:
    """Return the file that was named, or one in the folder that was, or in the home's backups."""
    from library.addresses import BACKUPS, FILE_NAME  # noqa: PLC0415
    from library.stored_text import in_file_name  # noqa: PLC0415

    if file is not None and not is_folder(file):
        return plain_file(file)
    name = f"{Path(FILE_NAME).stem}-{in_file_name(datetime.now(UTC))}.db"
    return (session.home / BACKUPS if file is None else file) / name


def _decks(copy: LibraryCopy) -> str:
    return "1 deck" if copy.decks == 1 else f"{copy.decks:,} decks"
