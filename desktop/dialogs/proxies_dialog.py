"""Proxies from the window: which cards, how they look, a preview of the first page, the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpinBox, QWidget
from typing_extensions import override

from carddb.card import Card
from core.errors import AppError, QueryError
from core.files import file_name, write_file
from decks.deck import Deck, Slots
from decks.proxies import (
    MOST_BLEED,
    Faces,
    PrintedProxies,
    ProxyOptions,
    checked_cards,
    whole_deck,
    words_for,
)
from desktop.dialogs.simple_dialogs import (
    ClosableDialog,
    DialogContext,
    ask_for_file,
    read_only_text,
)
from desktop.pdf.paper_painter import PageSize, page_picture, usual_paper
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, Task
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.card_pictures import card_picture_file
from desktop.widgets.cards.proxy_pages import ProxyPages, write_proxies
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import Field, Form
from desktop.widgets.layouts import bold_label, column, label, row, slim_bar
from desktop.widgets.page_view import PAPERS, PageView
from library.deck_values import LibraryDeck

_PREVIEW_DOTS = 110
_FACES = {
    Faces.PICTURES: "Pictures, else drawn",
    Faces.DRAWN: "Drawn",
    Faces.TEXT: "Black text that saves ink",
}
_FIELDS = (
    (Field("cards", "Ca&rds", ComboBox),),
    (
        Field(
            "search",
            "&Only those found by",
            placeholder="such as t:character",
            help="A search as on the Build page; empty for all of them",
        ),
    ),
    (
        Field(
            "faces",
            "&Faces",
            ComboBox,
            _FACES,
            help="Pictures are those you fetched; cards without one are drawn",
        ),
    ),
    (Field("paper", "P&aper", ComboBox, PAPERS),),
    (
        Field(
            "bleed",
            "&Bleed in mm",
            QSpinBox,
            bounds=(0, round(MOST_BLEED)),
            help="How far the face goes on beyond the cut",
        ),
    ),
    (Field("marks", "Crop &marks", QCheckBox),),
)
_SIZE = "63 x 88 mm".replace(" ", "\N{NO-BREAK SPACE}")
_AT_FULL_SIZE = f"Print it at 100 %, not fitted to the page: a card is then {_SIZE}."


@dataclass(frozen=True, slots=True)
class ProxySource:
    """What can be printed: cards under the words of a choice; `name` is that of the file.

    What the `decks` lack is another choice.
    """

    name: str
    choices: Mapping[str, Slots]
    decks: tuple[LibraryDeck, ...] = ()


def proxies_of_decks(decks: Sequence[LibraryDeck]) -> ProxySource:
    """Offer whole decks, and the cards that they consider."""
    choices = {
        "Whole deck" if len(decks) == 1 else "Whole decks": _together(
            whole_deck(each.deck) for each in decks
        ),
        "Considered cards": _together(each.deck.considered for each in decks),
    }
    named = decks[0].deck.name if len(decks) == 1 else f"{len(decks)} decks"
    return ProxySource(
        f"{named or 'Deck'}, proxies",
        {words: slots for words, slots in choices.items() if slots},
        tuple(decks),
    )


def proxies_of_cards(cards: Sequence[Card]) -> ProxySource:
    """Offer one copy of each card, or as many as a deck may have."""
    sets = tuple((card, max(1, card.deck_limit)) for card in cards)
    choices = {"As many as a deck may have": sets, "One of each": tuple((c, 1) for c in cards)}
    name = cards[0].name if len(cards) == 1 else "Cards"
    return ProxySource(f"{name}, proxies", choices)


def _together(parts: Iterable[Slots]) -> Slots:
    return tuple(slot for part in parts for slot in part)


@dataclass(frozen=True, slots=True)
class ProxyWish:
    """The cards to print, the search that narrows them, and how they are printed."""

    cards: Slots
    search: str = ""
    options: ProxyOptions = field(default_factory=ProxyOptions)


@dataclass(frozen=True, slots=True)
class ProxyPreview:
    """The cards of a PDF, a picture of its first page, and the cards without a picture."""

    cards: Slots
    options: ProxyOptions
    picture: QImage
    note: str

    @property
    def words(self) -> str:
        return words_for(sum(copies for _, copies in self.cards))


def _narrowed(wish: ProxyWish, decks: Sequence[LibraryDeck], context: DialogContext) -> Slots:
    """Return the cards that the search finds; AppError where it cannot be understood."""
    if not wish.search:
        return wish.cards
    # The search language is loaded when it is needed.
    from carddb.query import Searcher, keys_of  # noqa: PLC0415
    from validators.conditions import Requested, conditions_for  # noqa: PLC0415
    from validators.search_facts import EditionConditions, search_context  # noqa: PLC0415

    cards, deck = context.cards, decks[0].deck if len(decks) == 1 else None
    sides = []
    for edition, judge in cards.judges.items():
        judged = deck if deck and deck.edition is edition else Deck(name="", edition=edition)
        conditions = conditions_for(judged, judge.pool, Requested(), context.today)
        sides.append(EditionConditions(judge, conditions))
    facts = search_context(sides, deck, playable="playable" in keys_of(wish.search))
    searcher = Searcher(*cards.pools.values())
    try:
        found = {card.code for card in searcher.cards(searcher.query(wish.search, facts), facts)}
    except QueryError as error:
        raise AppError(error.reason) from error
    return tuple(slot for slot in wish.cards if slot[0].code in found)


def preview_proxies(
    decks: Sequence[LibraryDeck], context: DialogContext, wish: ProxyWish, progress: Progress
) -> ProxyPreview:
    """Return the first page as a picture; AppError where the PDF could not be made."""
    cards, options = checked_cards(_narrowed(wish, decks, context)), wish.options
    home = home_of(context)
    pages = ProxyPages(cards, context.cards.pack_name, options, home, progress)
    page = PageSize(options.paper)
    picture = page_picture(
        page, _PREVIEW_DOTS, lambda painter: pages.on(painter)[0](), QImage.Format.Format_RGB32
    )
    count, without, drawn = sum(copies for _, copies in cards), list[Card](), 0
    if options.faces is Faces.PICTURES:
        for card, copies in cards:
            if home is None or card_picture_file(home, card) is None:
                without.append(card)
                drawn += copies
    note = PrintedProxies(0, count, drawn, tuple(without)).note()
    return ProxyPreview(cards, options, picture, note)


def home_of(context: DialogContext) -> Path | None:
    return context.library_worker.home if context.library_worker else None


def save_proxies(
    preview: ProxyPreview, context: DialogContext, path: Path, progress: Progress
) -> PrintedProxies:
    """Write the PDF once all of it is drawn."""
    home, pack_name = home_of(context), context.cards.pack_name
    with TemporaryFile() as pdf:
        printed = write_proxies(pdf, preview.cards, pack_name, preview.options, home, progress)
        write_file(path, pdf, waits=False)
    return printed


class ProxiesPane(QWidget):
    """Choices at the left, the first page at the right; `save` is for the buttons of a dialog.

    While the PDF is drawn, `save` stops that.

    Signals:
        saved: the PDF is written (a list with its path).
    """

    saved = Signal(list)

    def __init__(
        self, source: ProxySource, context: DialogContext, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._source, self._context = source, context
        self._choices = dict(source.choices)
        self._task: Task | None = None
        self._query: BackgroundQuery[ProxyWish, ProxyPreview] = BackgroundQuery(
            context.tasks, partial(preview_proxies, source.decks, context), self, delay_ms=150
        )
        self.form = Form(_FIELDS, {"paper": usual_paper()}, self)
        self.summary = bold_label(wraps=True)
        self.bar = slim_bar("Drawn cards", self)
        self.note = read_only_text("Cards without a picture", self)
        self.preview = PageView("Preview of the first page", self)
        self.save = push_button("&Save PDF…", self, clicked=self._on_save_clicked)
        self._arrange()
        self._show_choices()
        self._query.changed.connect(self._show)
        self.form.changed.connect(self._ask)
        self._look_for_missing()

    @property
    def preview_data(self) -> ProxyPreview | None:
        """What is previewed; None while that is not what the fields say."""
        return self._query.answer if self._query.is_fresh else None

    def show_now(self, *, shown: bool) -> None:
        """Show the button and make the preview, or hide the button: another format is chosen."""
        self.save.setVisible(shown)
        if shown:
            self._ask()

    def save_to(self, path: Path) -> None:
        """Draw all pages and write them, in the background."""
        if (preview := self.preview_data) is None or self._task is not None:
            return
        task = self._task = Task(partial(save_proxies, preview, self._context, path))
        task.progressed.connect(self._on_progressed)
        task.succeeded.connect(partial(self._on_saved, path))
        task.failed.connect(self._on_failed)
        task.finished.connect(self._on_finished)
        self._show()
        self._context.tasks.start(task)

    def stop(self) -> None:
        """Stop drawing; nothing is written."""
        self._query.stop()
        if self._task is not None:
            self._task.cancel()

    def _look_for_missing(self) -> None:
        decks, worker = self._source.decks, self._context.library_worker
        if not decks or worker is None or worker.library is None:
            return
        from library.binder import missing_for  # noqa: PLC0415 - when asked for

        pools, ids = self._context.cards.pools, {each.id for each in decks}

        def on_found(missing: Slots) -> None:
            if missing:
                self._choices["Missing in your collection"] = missing
                self._show_choices()

        worker.ask(
            lambda library: missing_for(
                [each.deck for each in decks], library.collection.owned(), pools, ids
            ),
            on_found,
            asker=self,
        )

    def _show_choices(self) -> None:
        box, chosen = self.form["cards"], self.form["cards"].chosen
        counts = {words: sum(n for _, n in slots) for words, slots in self._choices.items()}
        words = {name: f"{name} ({count:,})" for name, count in counts.items()}
        with QSignalBlocker(box):
            box.set_choices(words, chosen or next(iter(words), None))

    def _ask(self, *_: object) -> None:
        values = self.form.values
        options = ProxyOptions(
            values["faces"], values["paper"].value, values["marks"], float(values["bleed"])
        )
        cards = self._choices.get(values["cards"], ())
        self._query.ask(ProxyWish(cards, values["search"], options))

    def _show(self) -> None:
        """Show the preview, or why there is none; and whether the PDF is being drawn."""
        query, drawing = self._query, self._task is not None
        if query.state is QueryState.FAILED and query.error is not None:
            self.summary.setText(query.error.text)
            self.note.clear()
            self.preview.show_picture(QImage())
        elif (preview := self.preview_data) is not None:
            self.summary.setText(preview.words)
            self.note.setPlainText(preview.note)
            self.preview.show_picture(preview.picture)
        self.note.setVisible(bool(self.note.toPlainText()))
        self.bar.setVisible(drawing)
        self.save.setText("S&top" if drawing else "&Save PDF…")
        self.save.setEnabled(drawing or self.preview_data is not None)
        self.form.setEnabled(not drawing)

    def _arrange(self) -> None:
        gap = space(self, 2)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.note.setMinimumHeight(space(self, 10))
        self.form.setMinimumWidth(space(self, 56))
        hint = label(_AT_FULL_SIZE, Size.SMALL, faint=True, wraps=True)
        side = column(
            self.form, gap, hint, self.summary, self.bar, (self.note, 1), None, spacing=gap
        )
        row((side, 2), (self.preview, 3), parent=self, margin=0, spacing=gap * 3)

    def _on_save_clicked(self) -> None:
        if self._task is not None:
            self.stop()
            return
        name = file_name(self._source.name, ".pdf")
        ask_for_file("Save the proxies", self._context.folder, name, self.save_to, self)

    def _on_progressed(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)
        self.summary.setText(f"Drawing card {min(done + 1, total)} of {total}…")

    def _on_saved(self, path: Path, printed: PrintedProxies) -> None:
        self._end_drawing(f"Saved “{path.name}”: {printed.words}.")
        self.note.setPlainText(printed.note())
        self.saved.emit([path])

    def _on_failed(self, error: Exception) -> None:
        self._end_drawing(error.text if isinstance(error, AppError) else "Nothing was saved.")

    def _on_finished(self) -> None:
        if self._task is not None:
            self._end_drawing("Stopped. Nothing was saved.")

    def _end_drawing(self, words: str) -> None:
        self._task = None
        self._show()
        self.summary.setText(words)


class ProxiesDialog(ClosableDialog):
    """Prints proxies of cards that are not a deck: a selection, or what a collection lacks."""

    def __init__(
        self, source: ProxySource, context: DialogContext, parent: QWidget | None = None
    ) -> None:
        super().__init__("Print proxies", parent)
        self.pane = ProxiesPane(source, context, self)
        self.add_buttons()
        self.buttons.addButton(self.pane.save, self.buttons.ButtonRole.ActionRole)
        self.pane.save.setDefault(True)
        self.lay_out((self.pane, 1), size=(200, 165))
        self.pane.show_now(shown=True)
        self.pane.form["cards"].setFocus()

    @override
    def done(self, result: int) -> None:
        self.pane.stop()
        super().done(result)
