"""The entry point: `sevenplots` alone opens the window, with a command it is the command line."""

from __future__ import annotations

import os
import signal
import sys

# Ctrl+C ends the program as the system does, without a traceback, while it is imported.
if (
    "sevenplots" in sys.argv[0].replace("\\", "/").rpartition("/")[2]
    and signal.getsignal(signal.SIGINT) is signal.default_int_handler
):
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import atexit
import gc
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from carddb.card import Card
    from core.progress import Progress
    from decks.deck import Slots
    from decks.proxies import PrintedProxies, ProxyOptions
    from decks.sheet import DeckSheet
    from events.papers import EventPaper
    from library.binder import BinderList


@dataclass(frozen=True, slots=True)
class WindowRequest:
    """A request for the window: files to open, the home folder, a smoke start."""

    files: tuple[str, ...]
    home: Path | None
    smoke: bool


def main() -> None:
    """Run the program with the arguments of the process, and exit with its status."""
    if getattr(sys, "frozen", False):
        import warnings  # noqa: PLC0415 - in a bundle alone
        from multiprocessing import freeze_support  # noqa: PLC0415 - as above

        # Worker processes get this filter as an option of Python, which a bundle does not take.
        warnings.filterwarnings("ignore", "resource_tracker", UserWarning)
        # A worker of a study is this program again, and does not return from here.
        freeze_support()
    try:
        sys.exit(start(sys.argv[1:]))
    except KeyboardInterrupt:  # most commands print a message themselves
        sys.exit(130)


def start(arguments: Sequence[str]) -> int:
    """Open the window or run a command; return the exit status."""
    # One thread is faster for sums of our sizes: several threads wait for each other by spinning.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    request = window_request(arguments)
    if request is None:
        # A command keeps what it loads, so looking for garbage finds little.
        gc.set_threshold(100_000)
        # At the end the system frees all memory at once.
        atexit.register(gc.freeze)
        from cli.drawing import PdfWriters  # noqa: PLC0415 - the window does without commands
        from cli.main import run  # noqa: PLC0415 - as above

        _handle_interrupts()
        return run(arguments, PdfWriters(draw_sheets, draw_papers, draw_proxies, draw_binder))
    obstacle = window_obstacle()
    if obstacle:
        return _in_the_terminal(request, obstacle)
    from desktop.runtime.source_checks import skip_source_checks  # noqa: PLC0415 - as below

    skip_source_checks()
    from desktop.app import run as open_window  # noqa: PLC0415 - commands do without Qt

    return open_window(request.files, request.home, smoke=request.smoke)


def _handle_interrupts() -> None:
    """Let Ctrl+C raise KeyboardInterrupt again, unless the caller ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def draw_sheets(sheets: Sequence[DeckSheet], page: str) -> bytes:
    """Return the PDF of deck sheets; AppError where the window's library cannot be loaded."""
    with _drawing("A deck sheet is", ", or export to plain"):
        from desktop.pdf.sheet_pdf import write_sheets  # noqa: PLC0415 - commands do without Qt
    return write_sheets(sheets, page)


def draw_papers(papers: Sequence[EventPaper], page: str) -> bytes:
    """Return the PDF of an event's papers; AppError where the window's library cannot be loaded."""
    with _drawing("Papers are"):
        from desktop.pdf.event_papers import write_event_papers  # noqa: PLC0415 - as above
    return write_event_papers(papers, page)


def draw_proxies(
    file: BinaryIO,
    cards: Slots,
    pack_name: Callable[[Card], str],
    options: ProxyOptions,
    home: Path,
    progress: Progress,
) -> PrintedProxies:
    """Write the PDF of proxies; AppError where the window's library cannot be loaded."""
    with _drawing("Proxies are"):
        from desktop.widgets.cards.proxy_pages import write_proxies  # noqa: PLC0415 - as above
    return write_proxies(file, cards, pack_name, options, home, progress)


def draw_binder(binder: BinderList, page: str) -> bytes:
    """Return the PDF of cards by pack; AppError where the window's library cannot be loaded."""
    with _drawing("A list by pack is"):
        from desktop.pdf.binder_pages import write_binder  # noqa: PLC0415 - as above
    return write_binder(binder, page)


@contextmanager
def _drawing(what: str, instead: str = "") -> Iterator[None]:
    """Raise an AppError where an import fails because the window's library cannot be loaded."""
    try:
        yield
    except ImportError as error:
        from core.errors import AppError  # noqa: PLC0415

        raise AppError(
            f"{what} drawn by the window's library, which cannot be loaded ({error}).",
            f"Install PySide6-Essentials and its system libraries{instead}.",
        ) from None


def window_request(arguments: Sequence[str]) -> WindowRequest | None:
    """Return the window that is requested, or None where the arguments are a command.

    The window takes `--home DIR`, `--smoke` and existing files, nothing else. A home that is an
    option or missing goes to the command line, which refuses it.
    """
    files: list[str] = []
    home, smoke, rest = None, False, list(arguments)
    while rest:
        word = rest.pop(0)
        if word == "--home" and rest:
            word = f"--home={rest.pop(0)}"
        if word == "--smoke":
            smoke = True
        elif word.startswith("--home=") and word[7:8] not in {"", "-"}:
            home = Path(word[7:])
        elif not word.startswith("-") and _is_file(word):
            files.append(word)
        else:
            return None
    return WindowRequest(tuple(files), home, smoke)


def _is_file(word: str) -> bool:
    try:
        return stat.S_ISREG(Path(word).stat().st_mode)
    except PermissionError:
        return True  # opening it shows the reason
    except (OSError, ValueError):
        return False


def window_obstacle() -> str:
    """Return why no window can open, in a sentence; empty where one can."""
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    has_display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if sys.platform.startswith("linux") and not platform and not has_display:
        return "There is no display here, so no window can open."
    try:
        import PySide6.QtWidgets  # noqa: F401, PLC0415
    except ImportError as error:
        return f"The window's library cannot be loaded ({error}), so no window can open."
    return ""


def _in_the_terminal(request: WindowRequest, obstacle: str) -> int:
    """Print why there is no window, and judge the files or the samples in the terminal."""
    from cli.check import judge_samples  # noqa: PLC0415
    from cli.main import guarded, run  # noqa: PLC0415
    from cli.terminal import print_message  # noqa: PLC0415

    _handle_interrupts()

    home = ["--home", str(request.home)] if request.home else []
    if request.files:
        print_message(f"{obstacle} The decks are judged here instead.")
        return run([*home, "check", *request.files])
    print_message(f"{obstacle} The sample decks are judged here instead.")
    return guarded(lambda: judge_samples(request.home), log_home=request.home)


if __name__ == "__main__":
    main()
