"""The commands, and the one place where an error becomes a sentence and an exit status."""

from __future__ import annotations

import errno
import json
import logging
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from cli import standard_streams
from cli.command_table import CommandGroup, CommandRow, plain_app
from cli.drawing import PDF_KEY, PdfWriters
from core.errors import AppError, NetworkError
from core.files import path_refusal
from core.log_file import LOGGER, LogFile, without_home
from core.paths import home

OK, NO, UNUSABLE, UNREACHED = 0, 1, 2, 3
STOPPED, UNREAD = 130, 141
_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


class Commands(CommandGroup):
    """The table of the commands."""

    rows = (
        CommandRow("check", "cli.check", "Judge decks: are they legal, and what is wrong?"),
        CommandRow("read", "cli.read", "Read a deck file and account for every line."),
        CommandRow("compare", "cli.compare", "Show decks side by side, card by card."),
        CommandRow("export", "cli.export", "Write decks in another format."),
        CommandRow("card", "cli.card", "Show every fact of cards, by code."),
        CommandRow(
            "search", "cli.search", "Find cards by a query.", {"ignore_unknown_options": True}
        ),
        CommandRow("star", "cli.star", "Give cards a star; show those that have one."),
        CommandRow("hosts", "cli.hosts", "Show which cards attachments may be attached to."),
        CommandRow("stats", "cli.stats", "Count what decks are made of."),
        CommandRow("setup", "cli.setup", "Show the best setup of a hand."),
        CommandRow("hands", "cli.hands", "Show opening hand statistics."),
        CommandRow("goldfish", "cli.goldfish", "Play the first rounds alone."),
        CommandRow("odds", "cli.odds", "Show how likely you are to see cards by a round."),
        CommandRow("advise", "cli.advise", "Show which cards to swap for which."),
        CommandRow("study", "cli.study", "Ask one question of many decks."),
        CommandRow("games", "cli.games", "The log of your games: record, list, win rates, CSV."),
        CommandRow("plan", "cli.plan", "Plan a change of a deck: begin, compare, merge, drop."),
        CommandRow(
            "published", "cli.published", "What others play: decklists published on ThronesDB."
        ),
        CommandRow("suggest", "cli.finish", "Show what decks like yours play and it does not."),
        CommandRow("finish", "cli.finish", "Finish a deck: the best legal one, with a proof."),
        CommandRow("template", "cli.template", "Begin a deck based on your decks with an agenda."),
        CommandRow(
            "collection", "cli.collection", "What you own, which decks are built, what is missing."
        ),
        CommandRow(
            "event",
            "cli.event_group",
            "Run an event: players, lists, rounds, standings, bracket.",
            # Its own commands have their options and helps.
            {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
        ),
        CommandRow("rule", "cli.rule", "Read the rules: by words, card, problem or id."),
        CommandRow("sync", "cli.sync", "Fetch cards, texts and restricted lists from ThronesDB."),
        CommandRow("texts", "cli.texts", "Take texts of cards from a file of your own."),
        CommandRow("lists", "cli.lists", "Keep restricted lists of your own."),
        CommandRow("cards", "cli.cards", "Keep cards of your own, such as fan-made packs."),
        CommandRow("backup", "cli.backup", "Copy the library of decks into a file."),
        CommandRow("restore", "cli.backup", "Replace the library with a backup."),
    )


app = plain_app(
    name="sevenplots",
    cls=Commands,
    help="Seven Plots: decks for A Game of Thrones: The Card Game, both editions. "
    "Without a command the window opens.",
    epilog="Exit status: 0 all well; 1 the answer is no, such as an illegal deck; 2 the input "
    "could not be used; 3 the network failed.",
    no_args_is_help=True,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from library.program_versions import program_versions  # noqa: PLC0415 - SQL, for this alone

        print(*program_versions().lines(), sep="\n")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    home: Annotated[
        str | None,
        typer.Option(
            metavar="<path>", help="Keep all files under this folder; also behind a command."
        ),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the versions of program, catalogue and schema.",
        ),
    ] = False,
) -> None:
    context.meta[PDF_KEY] = context.obj
    from cli.session import Session  # noqa: PLC0415 - the help does without the cards

    context.obj = Session(Path(home) if home else None)


def run(arguments: Sequence[str], writers: PdfWriters | None = None) -> int:
    """Run a command line; return its exit status (0 well, 1 no, 2 unusable input, 3 no network).

    130 and 141 are the statuses of a program that was stopped, or whose reader has ended.
    `writers` draw PDFs; only the entry point can pass them, for no command knows Qt.
    """
    return guarded(
        lambda: _program()(
            _home_first(arguments), standalone_mode=False, obj=writers or PdfWriters()
        ),
        as_json="--json" in arguments,
        log_home=_log_home(arguments),
    )


@cache
def _program() -> Callable[..., object]:
    return typer.main.get_command(app)


def _log_home(arguments: Sequence[str]) -> Path:
    """Return the home folder that the arguments name, or the usual one if they are invalid."""
    with suppress(AppError):
        match _home_first(arguments):
            case ["--home", folder, *_]:
                return home(Path(folder))
    return home()


def _home_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--home DIR` before the command, wherever it was given."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    for place, word in enumerate(words[:end]):
        name, given, folder = word.partition("=")
        if name == "--home":
            folder = folder if given else "".join(words[place + 1 : place + 2])
            if not folder or folder.startswith("-"):
                raise AppError("“--home” needs a folder.", "For example: --home my-folder.")
            del words[place : place + (1 if given else 2)]
            return ["--home", folder, *words]
    return words


def guarded(
    work: Callable[[], object], *, as_json: bool = False, log_home: Path | None = None
) -> int:
    """Do some work and return its exit status; every error becomes a sentence.

    What is logged meanwhile, and the traceback of a crash, goes to the log in the home folder.
    """
    standard_streams.prepare()
    log = LogFile(log_home or home())
    log.install()
    try:
        return _status_of(work, log, as_json=as_json)
    except OSError as error:
        return _unwritten(error)
    except SystemExit as end:
        # Typer turns a closed pipe into an exit of its own.
        if isinstance(end.__context__, BrokenPipeError):
            return _unwritten(end.__context__)
        raise
    finally:
        log.uninstall()


def _status_of(work: Callable[[], object], log: LogFile, *, as_json: bool) -> int:
    """Return the exit status of some work; OSError if what it prints cannot be written."""
    try:
        status = work()
        sys.stdout.flush()
    except TyperException as error:
        hint = "sevenplots --help, or a command's own --help, lists the commands and options."
        return _refuse(AppError(error.format_message(), hint), as_json=as_json)
    except typer.Abort:
        _print_message("Stopped.")
        return STOPPED
    except AppError as error:
        return _refuse(error, as_json=as_json)
    except Exception as error:
        # An unexpected error about a path is still an error of the path.
        if refusal := path_refusal(error):
            return _refuse(refusal, as_json=as_json)
        if isinstance(error, OSError) and error.errno in _OUTPUT:
            raise
        _report_crash(error, log)
        return UNUSABLE
    return status if isinstance(status, int) else OK


def _print_message(sentence: str, hint: str = "") -> None:
    from cli.terminal import print_message  # noqa: PLC0415 - not needed where all goes well

    print_message(sentence, hint)


def _refuse(error: AppError, *, as_json: bool) -> int:
    """Print what could not be used; with --json the object on standard output has it too."""
    line = getattr(error, "line", None)
    if as_json:
        printed = {"reason": error.sentence, "hint": error.hint, "line": line}
        print(json.dumps({"error": printed}, ensure_ascii=False))
    *lines, last = getattr(error, "lines", (error.sentence,))
    for each in lines:
        _print_message(each)
    _print_message(last, error.hint)
    return UNREACHED if isinstance(error, NetworkError) else UNUSABLE


def _report_crash(error: Exception, log: LogFile) -> None:
    logging.getLogger(LOGGER).critical("The command crashed", exc_info=error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    report = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    also = f" The whole report is in {without_home(str(log.path))}." if log.path else ""
    _print_message(
        "Something went wrong inside the program; nothing was changed.",
        f"Please report: {report}{also}",
    )


def _unwritten(error: OSError) -> int:
    """Print that the output could not be written, unless its reader has gone."""
    with suppress(OSError):
        if error.errno != errno.EPIPE:
            _print_message(
                f"The output could not be written: {error.strerror}.",
                "Check where it is written to.",
            )
    standard_streams.discard_output()
    return UNREAD if error.errno == errno.EPIPE else UNUSABLE
