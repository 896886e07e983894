"""The papers and files of an event: their menus; made and written in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.personal_links import link_cards, new_cards
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from core.files import file_name, write_file
from desktop.dialogs.simple_dialogs import ask_for_file
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.event_session import EventSession
from desktop.widgets.menus import Menu
from events.event_state import EventState
from events.export_formats import EXPORT_FORMATS, ExportFormat
from events.papers import PAPERS, EventPaper, Links, link_paper, shows_links

if TYPE_CHECKING:
    from library.phones import PhoneRepository

Pools = Mapping[Edition, CardPool]
SHEETS = "&Deck sheets of all"
PAGES = "Pages for phones in a fo&lder"


def paper_pdf(
    make: Callable[[EventState], EventPaper], state: EventState, progress: Progress
) -> bytes:
    """Return a paper as PDF."""
    from desktop.pdf.event_papers import event_papers_pdf  # noqa: PLC0415 - when asked for
    from desktop.pdf.paper_painter import usual_paper  # noqa: PLC0415 - when asked for

    progress(0, 1)
    return event_papers_pdf([make(state)], usual_paper())


def sheets_pdf(pools: Pools, state: EventState, progress: Progress) -> bytes:
    """Return the deck sheets of all players as one PDF."""
    from desktop.pdf.paper_painter import usual_paper  # noqa: PLC0415 - when asked for
    from desktop.pdf.sheet_pdf import sheet_pdf  # noqa: PLC0415 - when asked for
    from events.deck_lists import event_sheets  # noqa: PLC0415 - when asked for

    progress(0, 1)
    sheets = event_sheets(state, pools)
    if not sheets:
        raise AppError("Nobody has handed in a deck list.")
    return sheet_pdf(sheets, usual_paper())


class EventPrinting(QObject):
    """Asks where a paper or file goes, then makes and writes it in a worker.

    Signals:
        running_changed: a paper is being made, or no longer.
    """

    running_changed = Signal()

    def __init__(
        self,
        session: EventSession,
        tasks: TaskRunner,
        address: Callable[[], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._tasks, self._window = session, tasks, window
        self._address = address
        self.pools: Pools = {}
        self._task: Task | None = None
        self.running = False
        self.menu = Menu("Print", window)
        for name, (text, _) in PAPERS.items():
            if name in {"tables", "standings"}:
                self.menu.addSeparator()
            self.menu.addAction(text, partial(self._choose_paper, name))
        self.menu.addSeparator()
        self.menu.addAction(SHEETS, self._choose_sheets_file)
        self.menu.addSeparator()
        self.menu.addAction(PAGES, self._choose_folder)
        self.exports = Menu("Export", window)
        for each in EXPORT_FORMATS:
            self.exports.addAction(f"{each.words}…", partial(self._choose_export, each))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def write(self, file: Path, work: Callable[[EventState, Progress], bytes]) -> None:
        """Make a paper of the event on screen, and write it."""

        def made(state: EventState, progress: Progress) -> str:
            data = work(state, progress)
            progress(1, 1)
            write_file(file, data, waits=False)
            return file.name

        self._run(made)

    def export(self, file: Path, format_: ExportFormat) -> None:
        """Write the event on screen in a format."""
        if (event := self._session.current) is not None:
            log, pool = event.log, self.pools.get(event.state.settings.edition)

            def card_name(code: str) -> str:
                return pool.by_code[code].english_name if pool and code in pool.by_code else code

            self.write(file, lambda state, _: format_.write(state, log, card_name).encode("utf-8"))

    def write_pages(self, folder: Path) -> None:
        def made(state: EventState, progress: Progress) -> str:
            from events.web.pages import write_static  # noqa: PLC0415 - when asked for

            progress(0, 1)
            return f"{write_static(folder, state)[0].parent.name}/index.html"

        self._run(made)

    def _run(self, work: Callable[[EventState, Progress], str]) -> None:
        state = self._free_state()
        if state is None:
            return
        self._task = Task(partial(work, state))
        self._task.succeeded.connect(lambda name: self._session.done.emit(f"Saved “{name}”."))
        self._task.failed.connect(self._on_failed)
        self._task.finished.connect(self._on_finished)
        self.running = True
        self.running_changed.emit()
        self._tasks.start(self._task)

    def _free_state(self) -> EventState | None:
        """Return the event on screen; None, with a message, while another paper is being made."""
        if self.running and self._session.state is not None:
            hint = "Try again when it is saved."
            self._session.failed.emit(AppError("Another paper or file is being made.", hint))
            return None
        return self._session.state

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._window, "A folder for the pages")
        if chosen:
            self.write_pages(Path(chosen))

    def _choose_export(self, format_: ExportFormat) -> None:
        state = self._session.state
        if state is None:
            return
        ending = f".{format_.ending.rpartition('.')[2]}"
        name = file_name(state.settings.name, format_.ending)
        export = partial(self.export, format_=format_)
        ask_for_file(format_.words, "", name, export, self._window, f"{format_.words} (*{ending})")

    def choose_links_file(self, address: str, player: str) -> None:
        """Ask for a file, then write new personal links into it: of a player, or of all."""
        self._choose("Personal links", lambda file: self.write_links(file, address, player))

    def _choose_paper(self, name: str) -> None:
        self._choose(PAPERS[name][0].replace("&", ""), lambda file: self.write_paper(file, name))

    def write_paper(self, file: Path, name: str) -> None:
        """Write a paper, with new personal links while the event is shown on phones."""
        state, address = self._free_state(), self._address()
        if state is None:
            return
        make = PAPERS[name][1]

        def write(links: Links) -> None:
            self.write(file, partial(paper_pdf, lambda state: make(state, None, links)))

        if not (address and shows_links(name, state)):
            write({})
        else:
            self._session.note(
                lambda phones, event: new_cards(phones, event, state, address), write
            )

    def write_links(self, file: Path, address: str, player: str = "") -> None:
        """Write new personal links into a file; those that one player had are void then."""
        state = self._free_state()
        if state is None:
            return

        def made(phones: PhoneRepository, event: str) -> Links:
            if player:
                return link_cards(state, address, {player: phones.renew_link(event, player)})
            return new_cards(phones, event, state, address)

        def write(links: Links) -> None:
            self.write(file, partial(paper_pdf, lambda state: link_paper(state, links)))

        self._session.note(made, write)

    def _choose_sheets_file(self) -> None:
        work = partial(sheets_pdf, self.pools)
        self._choose(SHEETS.replace("&", ""), lambda file: self.write(file, work))

    def _choose(self, title: str, then: Callable[[Path], None]) -> None:
        """Ask for the name of a PDF, and go on with it."""
        state = self._session.state
        if state is not None:
            name = file_name(f"{state.settings.name}, {title}", ".pdf")
            ask_for_file(title, "", name, then, self._window)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, AppError):
            self._session.failed.emit(error)

    def _on_finished(self) -> None:
        self._task = None
        self.running = False
        self.running_changed.emit()
