"""Puts the window together and starts it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from carddb.local_names import Language
from core import paths as home_paths
from core.errors import AppError
from core.files import is_folder
from desktop.runtime.crash_reporting import CrashReporter, WindowLog, versions
from desktop.runtime.settings import (
    ROW_QUARTERS,
    USUAL_TYPE_SIZE,
    MotionChoice,
    PaletteChoice,
    RowSize,
    Settings,
)
from desktop.runtime.single_instance import (
    FileOpenEvents,
    SingleInstance,
    StartRequest,
    bring_to_front,
)
from desktop.runtime.tasks import GuiThreadCollector, Progress, Task, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards, load_cards
from desktop.shell.card_sync_controller import CardSyncController
from desktop.shell.main_window import BUILD, MainWindow
from desktop.style.fonts import load_typeface, scale_type, set_row_quarters, shown_language
from desktop.style.icons import app_icon
from desktop.style.motion import allow_motion
from desktop.style.theme import Theme
from desktop.widgets.accessible_roles import install_roles
from library.deck_files import Opened, open_decks

if TYPE_CHECKING:
    from desktop.dialogs.crash_dialog import CrashDialogs

_LOG = logging.getLogger("sevenplots.window")
_LIBRARY_DELAY_MS = 2000
_DATE_CHECK_MS = 20_000
_SMOKE_LIMIT_MS = 60_000
_LATE_MODULES = (
    *("desktop.dialogs.crash_dialog", "validators.codes"),
    *("desktop.pages.builder.statistics_panel", "desktop.pages.builder.history_panel"),
    *(f"desktop.pages.{name}.page" for name in ("library", "hands", "events")),
)
# How long the window's thread at most waits for a worker that runs Python; 5 ms is Python's own.
_SWITCH_SECONDS = 0.001


class Application(QObject):
    """The window with its settings, theme, session and background work."""

    def __init__(self, app: QApplication, home: Path) -> None:
        super().__init__(app)
        self._home = home
        self._pending_files: list[str | Path] = []
        self.settings = Settings(home)
        if self.settings.type_size != USUAL_TYPE_SIZE:
            scale_type(app, self.settings.type_size)
        set_row_quarters(ROW_QUARTERS[self.settings.rows])
        allow_motion(allowed=self.settings.motion is MotionChoice.SYSTEM)
        self.theme = Theme(app, self.settings.palette, self)
        self.session = DeckSession(date.today(), self)  # noqa: DTZ011 - the user's own day
        self.session.edition = self.settings.edition
        self.session.language = shown_language(self.settings.language)
        self.tasks = TaskRunner(self)
        self.window = MainWindow(self.session, self.settings, self.tasks)
        self.logs = WindowLog(home)
        self.crash_reporter = CrashReporter(self)
        self._crash_dialogs: CrashDialogs | None = None
        self.crash_reporter.crashed.connect(self._on_crashed)
        self.crash_reporter.watch(self.tasks)
        self.crash_reporter.refused.connect(self.window.banner.show_error)
        self.card_sync_controller = CardSyncController(self.window, self.settings, self.tasks, home)
        self.calendar: Callable[[], date] = date.today
        # Over midnight, or after the computer slept, the window shows the new day soon.
        date_check = QTimer(self, interval=_DATE_CHECK_MS)
        date_check.timeout.connect(self.check_date)
        date_check.start()
        self.window.build.pictures.use(home, lambda: self.settings.pictures)
        self.offered_pictures = self.window.build.deck.welcome_panel.pictures
        self.offered_pictures.setChecked(self.settings.pictures)
        self.offered_pictures.toggled.connect(self._on_pictures_toggled)
        actions, rail = self.window.actions_, self.window.rail
        for asked in (actions["preferences"].triggered, rail.preferences.clicked):
            asked.connect(self.show_preferences)
        actions.palettes.chosen.connect(self._on_palette_chosen)
        actions.type_sizes.chosen.connect(self._on_type_size_chosen)
        self.window.files_chosen.connect(self.open_files)
        self.window.banner.retry_requested.connect(self.load_cards)
        self.window.closed.connect(self._on_window_closed)
        self.session.cards_loaded.connect(self._on_cards_loaded)

    def load_cards(self) -> None:
        self.window.banner.clear_command()
        task = Task(partial(_load_cards, self._home))
        task.progressed.connect(self.card_sync_controller.show_loading)
        task.succeeded.connect(self.session.receive_cards)
        task.failed.connect(self._on_loading_failed)
        self.tasks.start(task)

    def open_library(self) -> None:
        """Open the library in the background, once."""
        if self.window.library_worker.home is None:
            self.window.library_worker.open_at(self._home)

    def import_pages(self) -> None:
        """Import in the background what the pages need that are not shown at the start."""
        task = Task(_import_pages)
        # These modules stay, and the library's.
        task.succeeded.connect(lambda _: gc.freeze())
        self.tasks.start(task)

    def open_files(self, files: Sequence[str | Path]) -> None:
        """Open the decks in these files, as soon as the cards are loaded."""
        if self.session.cards is None:
            self._pending_files += files
            return
        chosen = [Path(each) for each in files]
        if chosen and is_folder(chosen[0].parent):
            self.settings.last_folder = str(chosen[0].parent.resolve())
        task = Task(partial(open_decks, chosen, self.session.cards.judges, self.session.today))
        task.succeeded.connect(self._on_files_read)
        task.finished.connect(self.window.toast.end_work)
        task.failed.connect(self._on_failed)
        self.window.toast.start_work("Reading the deck…")
        self.tasks.start(task)

    def handle_start(self, request: StartRequest) -> None:
        """Bring the window to the front and open the files of another start."""
        _LOG.info("Another start was made; files to open: %d.", len(request.files))
        bring_to_front(self.window, request)
        if request.files:
            self.open_files(request.files)

    def show_preferences(self) -> None:
        from desktop.dialogs.preferences_dialog import PreferencesDialog  # noqa: PLC0415 - when asked for

        dialog = PreferencesDialog(self.settings, self._home, self.tasks, self.window)
        dialog.palettes.chosen.connect(self._on_palette_chosen)
        dialog.type_sizes.chosen.connect(self._on_type_size_chosen)
        dialog.rows.chosen.connect(self._on_rows_chosen)
        motion = dialog.motion
        motion.currentIndexChanged.connect(lambda: self._on_motion_chosen(motion.chosen))
        dialog.events.toggled.connect(self.window.show_events_button)
        names = dialog.language
        names.currentIndexChanged.connect(lambda: self._on_language_chosen(names.chosen))
        dialog.pictures.toggled.connect(self.offered_pictures.setChecked)
        dialog.open()

    def _on_type_size_chosen(self, size: int) -> None:
        from desktop.style.type_scale import rescale  # noqa: PLC0415 - when asked for

        before, self.settings.type_size = self.settings.type_size, size
        if size != before and isinstance(app := QApplication.instance(), QApplication):
            rescale(app, size, before, self.theme.follow_font)
        self.window.actions_.type_sizes.check(size)

    def _on_rows_chosen(self, rows: RowSize) -> None:
        from desktop.style.type_scale import resize_rows  # noqa: PLC0415 - when asked for

        self.settings.rows = rows
        resize_rows(ROW_QUARTERS[rows])

    def _on_motion_chosen(self, choice: MotionChoice) -> None:
        self.settings.motion = choice
        allow_motion(allowed=choice is MotionChoice.SYSTEM)

    def _on_language_chosen(self, language: Language | None) -> None:
        self.settings.language = language
        self.session.set_language(shown_language(language))

    def _on_pictures_toggled(self, wanted: bool) -> None:  # noqa: FBT001 - Qt's signal
        self.settings.pictures = wanted
        self.window.build.pictures.retry()

    def _on_palette_chosen(self, choice: PaletteChoice) -> None:
        self.settings.palette = choice
        self.theme.choose(choice)
        self.window.actions_.palettes.check(choice)

    def check_date(self) -> None:
        """Update verdicts, lists in force and days in words where the date has changed."""
        today = self.calendar()
        if today != self.session.today:
            self.session.set_today(today)
            self.window.begin_day(today)
            self.card_sync_controller.update_rail()

    def _on_cards_loaded(self) -> None:
        # The cards stay. With these 140,000 objects a full collection takes 100 ms, without 0.1 ms.
        gc.freeze()
        files, self._pending_files = self._pending_files, []
        if files:
            self.open_files(files)

    def _on_loading_failed(self, error: Exception) -> None:
        self.card_sync_controller.show_not_loaded()
        self._on_failed(error, retry=True)

    def _on_files_read(self, opened: Opened) -> None:
        if opened.readings:
            self.session.open(opened.readings, opened.paths)
        if opened.failures:
            self.window.banner.show_error(*opened.failures)

    def _on_failed(self, error: Exception, *, retry: bool = False) -> None:
        if isinstance(error, AppError):
            self.window.banner.show_error(error, retry=retry)
        else:
            self.crash_reporter.report(error)

    def _on_crashed(self, report: str) -> None:
        from desktop.dialogs.crash_dialog import CrashDialogs  # noqa: PLC0415 - rarely needed

        if self._crash_dialogs is None:
            self._crash_dialogs = CrashDialogs(self.window, self.crash_reporter, self.logs)
        self._crash_dialogs.show_report(report)

    def _on_window_closed(self) -> None:
        if self.tasks.stop():
            self.window.library_worker.close()
            _LOG.info("The window is closed")
        else:
            _LOG.warning("The window is closed while a task does not end")
        self.logs.uninstall()


class FirstPainting(QObject):
    """Watches for the painting of the number of all cards, which stands beside table and gallery.

    Signals:
        painted: the window is painted with its cards for the first time, and ready for keys.
    """

    painted = Signal()

    def __init__(self, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = window.build.pool
        self._pool.count.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint and self._pool.model.rowCount() > 0:
            self._pool.count.removeEventFilter(self)
            # After all other painting.
            QTimer.singleShot(0, self, self.painted.emit)
        return False


def _quit_when_painted(window: MainWindow, first: FirstPainting) -> None:
    """Exit with 0 once the window is painted, and print so; with 1 if it is not in time."""

    def leave() -> None:
        if sys.stdout is not None:
            sys.stdout.write("The window is painted with its cards.\n")
            sys.stdout.flush()
        window.close()
        QApplication.exit(0)

    first.painted.connect(leave)
    QTimer.singleShot(_SMOKE_LIMIT_MS, first, lambda: QApplication.exit(1))


def run(paths: Sequence[str], home: Path | None, *, smoke: bool = False) -> int:
    """Open the window, and these deck files in it; return the exit status.

    `smoke`, or SEVENPLOTS_SMOKE=1: quit as soon as the window is painted with its cards.
    """
    folder = home_paths.home(home)
    smoke = smoke or os.environ.get("SEVENPLOTS_SMOKE") == "1"
    try:
        app = make_app()
        instance = SingleInstance(folder, app)
        if not smoke and not instance.claim() and instance.hand_over(paths):
            return 0
        application = _open_application(app, folder, instance, paths, smoke=smoke)
    except Exception as error:  # until there is a window, nothing else shows it
        from desktop.dialogs.crash_dialog import show_failed_start  # noqa: PLC0415 - as below

        show_failed_start(error, WindowLog(folder), dialog=not smoke)
        return 1
    status = app.exec()
    if not application.tasks.stop():
        # Qt and Python would wait for that task without a limit.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def _open_application(
    app: QApplication, home: Path, instance: SingleInstance, paths: Sequence[str], *, smoke: bool
) -> Application:
    application = Application(app, home)
    if paths:
        application.window.show_page(BUILD)
    application.open_files(paths)
    application.logs.install()
    for sentence in application.settings.ignored:
        _LOG.warning(sentence)
    application.crash_reporter.install()
    first = FirstPainting(application.window, application)
    if smoke:
        _quit_when_painted(application.window, first)
    GuiThreadCollector(application).start()
    # Ctrl+C in a terminal closes the window; Python sees it when the collector's timer fires.
    signal.signal(
        signal.SIGINT, lambda *_: QTimer.singleShot(0, application, application.window.close)
    )
    instance.start_requested.connect(application.handle_start)
    FileOpenEvents(app).file_requested.connect(lambda file: application.open_files([file]))
    application.window.closed.connect(instance.close)
    if not smoke:
        # A worker that imports SQLAlchemy would take its time from the painting.
        first.painted.connect(application.open_library)
        # A window that is minimized paints nothing.
        late = partial(QTimer.singleShot, _LIBRARY_DELAY_MS, application, application.open_library)
        application.session.cards_loaded.connect(late)
    # These pages open sooner when what they need is imported in the background by then.
    application.window.library_worker.opened.connect(application.import_pages)
    application.window.show()
    # The window paints first; the worker starts when the event loop is idle.
    QTimer.singleShot(0, application, application.load_cards)
    QTimer.singleShot(0, instance, instance.listen)
    return application


def make_app() -> QApplication:
    """Return the application with the program's name, typeface and icon."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    sys.setswitchinterval(_SWITCH_SECONDS)
    app.setApplicationName("sevenplots")
    app.setApplicationDisplayName("Seven Plots")
    # The name of the menu entry, by which desktops find the icon of a window.
    app.setDesktopFileName("org.sevenplots.SevenPlots")
    load_typeface(app)
    app.setWindowIcon(app_icon())
    install_roles()
    return app


def _load_cards(home: Path, progress: Progress) -> LoadedCards:
    # In the worker, because the first line opens the log file.
    _LOG.info("Start: %s", versions())
    return load_cards(home, progress)


def _import_pages(progress: Progress) -> None:
    for number, name in enumerate(_LATE_MODULES):
        progress(number, len(_LATE_MODULES))
        import_module(name)
