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
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from carddb.errors import AppError, NetworkError
from carddb.files import path_refusal
from carddb.log_file import LOGGER, LogFile, without_home
from carddb.paths import home
from cli import standard_streams
from cli.backup import backup_command, restore_command
from cli.card import card_command
from cli.check import check_command
from cli.collection import collection_app
from cli.compare import compare_command
from cli.drawing import PAPERS_KEY, SHEETS_KEY, PaperWriter, PdfWriters, SheetWriter
from cli.event_group import event_command
from cli.export import export_command
from cli.games import games_app
from cli.goldfish import goldfish_command
from cli.hands import hands_command
from cli.hosts import hosts_command
from cli.odds import odds_command
from cli.read import read_command
from cli.rule import rule_command
from cli.search import search_command
from cli.session import Session
from cli.setup import setup_command
from cli.stats import stats_command
from cli.sync import sync_command
from cli.terminal import print_message
from cli.texts import texts_command

OK, NO, UNUSABLE, UNREACHED = 0, 1, 2, 3
STOPPED, UNREAD = 130, 141
_OUTPUT = {errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

app = typer.Typer(
    name="sevenplots",
    help="Seven Plots: decks for A Game of Thrones: The Card Game, both editions. "
    "Without a command the window opens.",
    epilog="Exit status: 0 all well; 1 the answer is no, such as an illegal deck; 2 the input "
    "could not be used; 3 the network failed.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"sevenplots {version('sevenplots')}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    home: Annotated[
        Path | None, typer.Option(help="Keep all files under this folder; also behind a command.")
    ] = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print it.")
    ] = False,
) -> None:
    context.meta[SHEETS_KEY], context.meta[PAPERS_KEY] = context.obj.sheets, context.obj.papers
    context.obj = Session(home)


app.command("check", help="Judge decks: are they legal, and what is wrong?")(check_command)
app.command("read", help="Read a deck file and account for every line.")(read_command)
app.command("compare", help="Show decks side by side, card by card.")(compare_command)
app.command("export", help="Write decks in another format.")(export_command)
app.command("card", help="Show every fact of cards, by code.")(card_command)
app.command(
    "search", help="Find cards by a query.", context_settings={"ignore_unknown_options": True}
)(search_command)
app.command("hosts", help="Show which cards may bear attachments.")(hosts_command)
app.command("stats", help="Count what decks are made of.")(stats_command)
app.command("setup", help="Show the best setup of a hand.")(setup_command)
app.command("hands", help="Show what opening hands come to.")(hands_command)
app.command("goldfish", help="Play the first rounds alone.")(goldfish_command)
app.command("odds", help="Show how likely cards are seen by a round.")(odds_command)
app.command(
    "event",
    help="Run an event: players, lists, rounds, standings, bracket.",
    # Its own commands have their options and helps.
    context_settings={
        "ignore_unknown_options": True,
        "allow_extra_args": True,
        "help_option_names": [],
    },
)(event_command)
app.command("rule", help="Read the rules: by words, card, problem or id.")(rule_command)
app.add_typer(games_app)
app.add_typer(collection_app)
app.command("sync", help="Fetch cards, texts and restricted lists from ThronesDB.")(sync_command)
app.command("texts", help="Take texts of cards from a file of your own.")(texts_command)
app.command("backup", help="Copy the library of decks into a file.")(backup_command)
app.command("restore", help="Replace the library with a backup.")(restore_command)


def run(
    arguments: Sequence[str],
    sheets: SheetWriter | None = None,
    papers: PaperWriter | None = None,
) -> int:
    """Run a command line; return its exit status (0 well, 1 no, 2 unusable input, 3 no network).

    130 and 141 are the statuses of a program that was stopped, or whose reader has ended.
    `sheets` draws deck sheets, `papers` those of an event; only the entry point can pass them, for
    no command knows Qt.
    """
    return guarded(
        lambda: _program()(
            _home_first(arguments), standalone_mode=False, obj=PdfWriters(sheets, papers)
        ),
        as_json="--json" in arguments,
        log_home=_log_home(arguments),
    )


@cache
def _program() -> Callable[..., object]:
    """Return all commands as one callable; made of their signatures once."""
    return typer.main.get_command(app)


def _log_home(arguments: Sequence[str]) -> Path:
    """Return the home folder that the arguments name, or the usual one where they are wrong."""
    with suppress(AppError):
        match _home_first(arguments):
            case ["--home", folder, *_]:
                return home(Path(folder))
    return home()


def _home_first(arguments: Sequence[str]) -> list[str]:
    """Return the arguments with `--home DIR` before the command, wherever it was written."""
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
        # Typer turns a pipe that nobody reads into an exit of its own.
        if isinstance(end.__context__, BrokenPipeError):
            return _unwritten(end.__context__)
        raise
    finally:
        log.uninstall()


def _status_of(work: Callable[[], object], log: LogFile, *, as_json: bool) -> int:
    """Return the exit status of some work; OSError where what it prints cannot be written."""
    try:
        status = work()
        sys.stdout.flush()
    except TyperException as error:
        hint = "sevenplots --help, or a command's own --help, lists what there is."
        return _refuse(AppError(error.format_message(), hint), as_json=as_json)
    except typer.Abort:
        print_message("Stopped.")
        return STOPPED
    except AppError as error:
        return _refuse(error, as_json=as_json)
    except Exception as error:
        # What a command did not expect of a path is still a fault of the path.
        if refusal := path_refusal(error):
            return _refuse(refusal, as_json=as_json)
        if isinstance(error, OSError) and error.errno in _OUTPUT:
            raise
        _report_crash(error, log)
        return UNUSABLE
    return status if isinstance(status, int) else OK


def _refuse(error: AppError, *, as_json: bool) -> int:
    """Print what could not be used; with --json the object on standard output has it too."""
    line = getattr(error, "line", None)
    if as_json:
        printed = {"reason": error.sentence, "hint": error.hint, "line": line}
        print(json.dumps({"error": printed}, ensure_ascii=False))
    print_message(error.sentence, error.hint)
    return UNREACHED if isinstance(error, NetworkError) else UNUSABLE


def _report_crash(error: Exception, log: LogFile) -> None:
    """Print that the program is at fault, and where the traceback is."""
    logging.getLogger(LOGGER).critical("The command crashed", exc_info=error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    report = f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})"
    also = f" The whole report is in {without_home(str(log.path))}." if log.path else ""
    print_message(
        "Something went wrong inside the program; nothing was changed.",
        f"Please report: {report}{also}",
    )


def _unwritten(error: OSError) -> int:
    """Print that the output could not be written, unless its reader has ended."""
    with suppress(OSError):
        if error.errno != errno.EPIPE:
            print_message(
                f"The output could not be written: {error.strerror}.",
                "Check where it is written to.",
            )
    standard_streams.discard_output()
    return UNREAD if error.errno == errno.EPIPE else UNUSABLE
