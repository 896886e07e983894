"""Pages of an event as files that follow it, and a command that uploads them after each round."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Thread

from core.errors import AppError
from events.event_state import EventState
from events.web.pages import write_static
from events.web.words import Words

FOLDER = "{folder}"
# Seconds that an upload may take, and that the last one has when the program ends.
_LONGEST, _LAST = 600, 20
_MOST_LETTERS = 300


def upload_arguments(command: str, folder: Path) -> tuple[str, ...]:
    """Return a command as its program and arguments; AppError for one that cannot be run.

    No shell reads it: the folder is one argument, whatever its name contains.
    """
    is_windows = os.name == "nt"
    try:
        parts = shlex.split(command, posix=not is_windows)
    except ValueError as error:
        raise AppError(
            f"The command “{command}” cannot be read: {error}.",
            "Put arguments with spaces between quotation marks.",
        ) from None
    parts = [each.strip('"') for each in parts] if is_windows else parts
    if not parts:
        raise AppError(
            "The command that uploads is empty.", 'For example: "rsync -r {folder} HOST:"'
        )
    program = shutil.which(parts[0])
    if program is None:
        raise AppError(
            f"There is no program “{parts[0]}” to upload with.",
            "Give its whole path, or install it.",
        )
    return (program, *(each.replace(FOLDER, str(folder)) for each in parts[1:]))


class Uploader:
    """Runs a command in a thread, one run at a time; `report` gets a sentence if one fails."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        report: Callable[[str], None],
        last_seconds: float = _LAST,
    ) -> None:
        self._arguments, self._report, self._last = arguments, report, last_seconds
        self._condition = Condition()
        self._wanted = self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = Thread(target=self._work, name="upload", daemon=True)
        self._thread.start()

    def start(self) -> None:
        """Upload now, or once more after the run that is going on."""
        with self._condition:
            self._wanted = True
            self._condition.notify()

    def close(self) -> None:
        """End after the last upload, which is stopped if it takes too long."""
        with self._condition:
            self._closed = True
            self._condition.notify()
        self._thread.join(self._last)
        with self._condition:
            self._wanted = False
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._wanted or self._closed)
                if not self._wanted:
                    return
                self._wanted = False
            problem = self._run()
            if problem:
                self._report(f"The upload failed: {problem}")

    def _run(self) -> str:
        """Run the command; return what went wrong, or nothing."""
        try:
            self._process = process = subprocess.Popen(  # noqa: S603 - the organizer's own command, without a shell
                self._arguments,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            return f"{error.strerror or error}."
        with process:
            try:
                _, errors = process.communicate(timeout=_LONGEST)
            except subprocess.TimeoutExpired:
                process.kill()
                return f"it took longer than {_LONGEST // 60} minutes."
            finally:
                self._process = None
        if process.returncode == 0:
            return ""
        if self._closed and process.returncode < 0:
            return "it was stopped."
        lines = errors.decode("utf-8", "replace").strip().splitlines()
        return f"exit status {process.returncode}. {lines[-1] if lines else ''}"[
            :_MOST_LETTERS
        ].strip()


class PageFolder:
    """The pages of an event in a folder: written again when it changes, uploaded every round."""

    def __init__(self, folder: Path, say: Words, uploader: Uploader | None = None) -> None:
        self._folder, self._say, self._uploader = folder, say, uploader
        self._state: EventState | None = None
        self._round: object = None

    def show(self, state: EventState) -> tuple[Path, ...]:
        """Write the pages if they changed, and upload them if a round began or ended."""
        if state is self._state:
            return ()
        files = write_static(self._folder, state, say=self._say)
        self._state = state
        now = _moment(state)
        if self._uploader and now != self._round:
            self._uploader.start()
        self._round = now
        return files


def _moment(state: EventState) -> object:
    """Return what changes when a round begins or ends, and not with each result."""
    over = state.current is not None and state.current.over
    ended = bool(state.elimination) and state.elimination[-1].over
    return state.stage, len(state.rounds), over, len(state.elimination), ended
