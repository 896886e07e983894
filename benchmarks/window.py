"""How soon the window answers: a key in the search field, a change of the deck, both painted."""

from __future__ import annotations

import atexit
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from time import monotonic, sleep

from benchmarks.table import Benchmark, Trial, Unit

# The number of a page in the rail, and how many there are.
BUILD, PAGES = 1, 5
QUERY = "f:stark t:char o<=3 k:lord"
AGAINST = "repaint of a bare table of the same size"


def events() -> None:
    """Let the window handle its events."""
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - other benchmarks need no window

    QApplication.processEvents()


def wait(done: Callable[[], bool], seconds: float = 60) -> None:
    """Let the window handle events until something is done."""
    end = monotonic() + seconds
    while not done():
        if monotonic() > end:
            raise TimeoutError("The window did not get ready in time.")
        events()
        sleep(0.01)


def table_repaint(width: int, height: int) -> Callable[[], object]:
    """Return a function that repaints a plain table of text of this size."""
    from PySide6.QtGui import QStandardItem, QStandardItemModel  # noqa: PLC0415
    from PySide6.QtWidgets import QTableView  # noqa: PLC0415

    model = QStandardItemModel(100, 10)
    for row in range(100):
        for column in range(10):
            model.setItem(row, column, QStandardItem(f"{row} {column}"))
    table = QTableView()
    model.setParent(table)
    table.setModel(model)
    table.resize(width, height)
    table.show()
    events()
    return lambda: table.viewport().repaint()


# Messages of the platform without a screen when Qt shows a window or opens the suggestions.
WITHOUT_A_SCREEN = "This plugin does not support "


def _print_message(_kind: object, _context: object, words: str) -> None:
    """Print a message of Qt, but not that there is no screen: the output is the table."""
    if not words.startswith(WITHOUT_A_SCREEN):
        print(words, file=sys.stderr)


def silence_qt() -> None:
    """Drop Qt's messages about the platform without a screen from now on."""
    from PySide6.QtCore import qInstallMessageHandler  # noqa: PLC0415 - only these need Qt

    qInstallMessageHandler(_print_message)


def opened(home: Path):  # type: ignore[no-untyped-def]  # noqa: ANN201 - it is imported late
    """Return the application in a window of a usual size, with its cards."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from desktop.runtime.source_checks import skip_source_checks  # noqa: PLC0415 - as below

    skip_source_checks()
    from desktop.app import Application, make_app  # noqa: PLC0415 - only these benchmarks need Qt

    silence_qt()
    app = Application(make_app(), home)
    app.window.resize(1280, 800)
    app.window.show()
    app.load_cards()
    wait(lambda: app.session.cards is not None and app.tasks.idle)
    return app


def keystroke(home: Path) -> Trial:
    """Type a query without a deck letter by letter and empty the field again."""
    app = opened(home)
    from PySide6.QtCore import Qt  # noqa: PLC0415
    from PySide6.QtTest import QTest  # noqa: PLC0415

    pool = app.window.build.pool
    keys = cycle([*QUERY, None])

    def press() -> None:
        key = next(keys)
        if key is None:
            # The first one closes the suggestions, where there are some.
            while pool.search.text():
                QTest.keyClick(pool.search, Qt.Key.Key_Escape)
        else:
            QTest.keyClicks(pool.search, key)
        events()

    pool.search.popup.setVisible(False)
    table = pool.table
    return Trial(press, table_repaint(table.width(), table.height()))


def change(home: Path) -> Trial:
    """Add a copy of a card to a deck, or take it out, with the history and the numbers in sight."""
    app = opened(home)
    from PySide6.QtCore import Qt  # noqa: PLC0415
    from PySide6.QtTest import QTest  # noqa: PLC0415

    page = app.window.build
    app.session.open([app.session.cards.samples[0]])
    deck, model, steps = page.deck.list, page.deck.model, app.session.steps
    deck.setCurrentIndex(model.index(3, 0, model.index(2, 0)))
    deck.setFocus()
    page.tabs.setCurrentWidget(page.numbers_tab)
    keys = cycle((Qt.Key.Key_2, Qt.Key.Key_1, Qt.Key.Key_3, Qt.Key.Key_Delete, None))

    def press() -> None:
        key = next(keys)
        if key is None:
            steps.undo()
            steps.undo()
            steps.undo()
        else:
            QTest.keyClick(deck, key)
        events()

    return Trial(press, table_repaint(deck.width(), deck.height()))


def open_deck(home: Path) -> Trial:
    """Open a sample deck, until it is painted; the one before it is closed."""
    app = opened(home)
    session, samples = app.session, cycle(app.session.cards.samples)
    session.open([next(samples)])
    app.window.show_page(BUILD)
    events()

    def run() -> None:
        session.open([next(samples)])
        session.close_deck(0)
        events()

    table = app.window.build.deck.list
    return Trial(run, table_repaint(table.width(), table.height()))


def change_page(home: Path) -> Trial:
    """Go to the next page of the window, until it is painted; each was open before."""
    app = opened(home)
    app.session.open([app.session.cards.samples[0]])
    pages = cycle(range(PAGES))
    for _ in range(PAGES):
        app.window.show_page(next(pages))
        wait(lambda: app.tasks.idle)

    def run() -> None:
        app.window.show_page(next(pages))
        events()

    return Trial(run, table_repaint(app.window.width(), app.window.height()))


def while_advised(home: Path) -> Trial:
    """Handle events, and wait 2 ms, while changes of a deck are looked for: the longest gap."""
    app = opened(home)
    from desktop.runtime.tasks import QueryState  # noqa: PLC0415
    from desktop.widgets.changes.changes_panel import ChangesPanel  # noqa: PLC0415

    window = app.window
    window.library_worker.open_at(home)
    app.session.open([app.session.cards.samples[0]])
    panel = ChangesPanel(app.session, app.tasks, window.collection_state, window.build)
    panel.resize(400, 700)
    panel.show()
    finder = panel.finder
    atexit.register(app.tasks.stop)

    def handle() -> None:
        if finder.state is not QueryState.COMING:
            finder.forget()
            panel.find_changes()
        sleep(0.002)
        events()

    return Trial(handle, table_repaint(panel.width(), panel.height()))


def odds(home: Path) -> Trial:
    """Solve the best mulligans of the slowest sample deck as the Hands page does, without it."""
    opened(home)
    from benchmarks.goldfish import slowest_deck, slowest_exact  # noqa: PLC0415 - numpy
    from goldfish.mulligan import KeepPolicy, PolicyKind  # noqa: PLC0415
    from goldfish.queries import DealtDeck, HandsOptions, HandsQuestion, Method  # noqa: PLC0415
    from goldfish.query_answers import answer_to  # noqa: PLC0415

    options = HandsOptions(KeepPolicy(PolicyKind.OPTIMAL), Method.EXACT)
    question = HandsQuestion(DealtDeck.of("", slowest_deck()), None, options)
    kernels: dict[object, object] = {}
    return Trial(
        lambda: answer_to(question, lambda _done, _total: None, kernels),
        slowest_exact(home).reference,
    )


@cache
def _walks() -> dict[str, tuple[int, int]]:
    """Return the modules entered and the calls between them, as tools.count_calls prints them."""
    command = [sys.executable, "-m", "tools.count_calls"]
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    ran = subprocess.run(  # noqa: S603 - our own command
        command, capture_output=True, text=True, check=True, env=environment
    )
    found = re.findall(r"^(\w+): (\d+) modules, (\d+) calls", ran.stdout, re.MULTILINE)
    return {name: (int(modules), int(calls)) for name, modules, calls in found}


def walk(name: str, _folder: Path) -> Trial:
    """Count how far an action runs through the code."""
    modules, calls = _walks()[name]
    return Trial(lambda: calls, lambda: modules)


BENCHMARKS = (
    *(
        Benchmark(f"walk.{name}", Unit.CALLS, "modules entered", partial(walk, name))
        for name in ("open", "copies", "result")
    ),
    Benchmark("window.advised", Unit.MILLISECONDS, AGAINST, while_advised, percentile=100),
    Benchmark("window.key", Unit.MILLISECONDS, AGAINST, keystroke, percentile=95),
    Benchmark("window.change", Unit.MILLISECONDS, AGAINST, change, percentile=95),
    Benchmark("window.open", Unit.MILLISECONDS, AGAINST, open_deck, percentile=95),
    Benchmark("window.page", Unit.MILLISECONDS, AGAINST, change_page, percentile=100),
    Benchmark("window.odds", Unit.MILLISECONDS, "4 million numbers added", odds),
)
