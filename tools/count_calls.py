"""Counts how far an action in the window runs through the code.

Usage: python -m tools.count_calls [ROWS]     (ROWS: also lists the modules, and so many of the most
frequent calls between them)

Prints for each action the modules entered and the calls between modules of this program in the
window's thread, offscreen, until the window is idle. It does not count painting and layout, which
depend on how much is visible, calls by Python itself, such as `__hash__`, and its own waiting.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from desktop.app import Application

PACKAGES = frozenset(
    (
        *("app", "carddb", "cli", "core", "decks", "desktop", "events", "goldfish"),
        *("library", "published", "rulebook", "study", "validators"),
    )
)
_NOT_COUNTED = frozenset(
    (
        *("paint", "paintEvent", "draw", "drawRow", "drawBranches", "resizeEvent", "sizeHint"),
        *("minimumSizeHint", "heightForWidth", "data", "index", "parent", "rowCount", "flags"),
        *("columnCount", "headerData", "hasChildren"),
    )
)
_IDLE_TURNS = 20
# How long the timers of an action may run on, without being counted for the next one (seconds).
_REST = 0.5


@dataclass
class Walk:
    """The calls in each module that an action entered, and those between (from, to, function)."""

    modules: Counter[str] = field(default_factory=Counter)
    calls: Counter[tuple[str, str, str]] = field(default_factory=Counter)


def counted(action: Callable[[], object]) -> Walk:
    """Run an action and return what it entered."""
    walk = Walk()
    outside: list[FrameType] = []

    def profile(frame: FrameType, event: str, _argument: object) -> None:
        if outside:
            if event == "return" and outside[-1] is frame:
                outside.pop()
            return
        here = _module(frame)
        if event != "call" or not here:
            return
        name, there = frame.f_code.co_name, _module(frame.f_back)
        waits = frame.f_back is not None and frame.f_back.f_code is _is_idle.__code__
        if waits or (name in _NOT_COUNTED and not there):
            outside.append(frame)
            return
        walk.modules[here] += 1
        if there and there != here and not name.startswith("__"):
            walk.calls[there, here, name] += 1

    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return walk


def _module(frame: FrameType | None) -> str:
    name = str(frame.f_globals.get("__name__", "")) if frame else ""
    return name if name.partition(".")[0] in PACKAGES else ""


def _is_idle(app: Application) -> bool:
    return app.tasks.idle and not app.window.library_worker.busy


def walks(home: Path) -> dict[str, Walk]:
    """Return the walks of opening a deck, setting copies, and entering a result of an event."""
    from benchmarks.events import played  # noqa: PLC0415 - the first import of Qt is in `opened`
    from benchmarks.window import events, opened, wait  # noqa: PLC0415
    from library.library import Library  # noqa: PLC0415

    with Library(home / "decks.db", clock=lambda: datetime.now(UTC)) as library:
        log, _ = played(16, 2)
        library.events.create(log[:-2])
    app = opened(home)
    from PySide6.QtCore import Qt  # noqa: PLC0415
    from PySide6.QtTest import QTest  # noqa: PLC0415

    from desktop.shell.main_window import BUILD, EVENTS  # noqa: PLC0415

    window = app.window
    samples = app.session.cards.samples

    def settle() -> None:
        wait(partial(_is_idle, app))
        for _ in range(_IDLE_TURNS):
            events()

    def walk(action: Callable[[], object]) -> Walk:
        end = monotonic() + _REST
        wait(lambda: monotonic() > end)
        settle()

        def act() -> None:
            action()
            settle()

        return counted(act)

    def press(widget: Any, key: Qt.Key) -> None:
        QTest.keyClick(widget, key)

    window.library_worker.open_at(home)
    window.show_page(BUILD)
    # What is computed once for a faction and agenda is not part of opening a deck.
    for sample in (samples[0], samples[1], samples[0]):
        app.session.open([sample])
        settle()
    found = {"open": walk(lambda: app.session.open([samples[1]]))}
    deck = window.build.deck.list
    model = deck.model()
    deck.setCurrentIndex(model.index(3, 0, model.index(2, 0)))
    deck.setFocus()
    press(deck, Qt.Key.Key_1)
    found["copies"] = walk(lambda: press(deck, Qt.Key.Key_3))
    window.show_page(EVENTS)
    settle()
    page = window.events
    page.session.open(page.session.events[0].id)
    settle()
    view = page.view
    view.tabs.setCurrentWidget(view.round)
    settle()
    number = page.session.state.rounds[-1].playing[0].table
    found["result"] = walk(lambda: QTest.keyClicks(view.round.field, f"{number}aw"))
    return found


def _print_modules(walk: Walk) -> None:
    """Print for each module the functions that other modules call; Qt calls the others."""
    for name in sorted(walk.modules):
        called = Counter[str]()
        for (there, here, function), times in walk.calls.items():
            if here == name:
                called[f"{function} <- {there}"] += times
        callers = ", ".join(f"{each} {times}" for each, times in called.most_common(3))
        print(f"  {name}: {walk.modules[name]} calls; {callers or 'from Qt'}")


def main() -> None:
    """Print the walks."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    with TemporaryDirectory() as home:
        for name, walk in walks(Path(home)).items():
            print(
                f"{name}: {len(walk.modules)} modules, {walk.calls.total()} calls between modules"
            )
            if rows:
                _print_modules(walk)
            for (there, here, function), times in walk.calls.most_common(rows):
                print(f"    {times:5}  {there} -> {here}.{function}")
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
