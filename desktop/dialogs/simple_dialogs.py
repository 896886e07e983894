"""The base classes of dialogs, and small ones: a new deck, a name, tags, categories, a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QCompleter,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.terms import Edition, Faction
from core.errors import AppError
from core.files import write_file
from core.text_format import count_of, shortened
from decks.categories import categories_of
from decks.deck import LONGEST_CATEGORY_NAME, Deck
from desktop.runtime.tasks import TaskRunner
from desktop.session.deck_session import quoted
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import EDITIONS, ComboBox, FactionComboBox, factions_of
from desktop.widgets.floating_dialog import FloatingDialog
from desktop.widgets.form import Field, Form
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import (
    Item,
    LayoutPart,
    bold_label,
    buddy_label,
    column,
    label,
    row,
    tab_order,
)
from library.deck_values import StoredDeck

if TYPE_CHECKING:
    from desktop.session.library_worker import LibraryWorker

NO_AGENDA = "None: an empty deck"
NO_OWN_AGENDA = "You have no such decks of this faction yet"


@dataclass(frozen=True, slots=True)
class DialogContext:
    """What dialogs work with; `folder` is where files were last opened or saved."""

    cards: LoadedCards
    tasks: TaskRunner
    today: date
    folder: str = ""
    library_worker: LibraryWorker | None = None


class ClosableDialog(FloatingDialog):
    """A dialog below a heading that stays until it is closed, which deletes it."""

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.heading = bold_label(title, Size.LARGE, wraps=True)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons = QDialogButtonBox(self)
        self.buttons.rejected.connect(self.reject)

    def add_buttons(
        self, *actions: tuple[str, Callable[[], None]], auto_default: bool = False
    ) -> list[QPushButton]:
        """Add Close and these buttons, last in the order of the tab key; return these.

        With `auto_default` the Enter key may press one of these.
        """
        self.buttons.addButton(QDialogButtonBox.StandardButton.Close)
        added = []
        for text, slot in actions:
            button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(auto_default)
            button.clicked.connect(slot)
            added.append(button)
        return added

    def title_row(self, head: LayoutPart | None = None) -> QHBoxLayout:
        """Return the heading, what is beside it, and a cross that closes the dialog."""
        # Not reached by keys: Escape and a button below do the same.
        cross, top = GlyphButton(icons.CLOSE, "Close", self), Qt.AlignmentFlag.AlignTop
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        cross.clicked.connect(self.reject)
        return row((self.heading, 1), head or 0, (cross, top), spacing=space(self, 2))

    def lay_out(
        self,
        *parts: Item,
        head: LayoutPart | None = None,
        beside: QWidget | None = None,
        size: tuple[int, int] | None = None,
    ) -> None:
        """Put parts between the heading and the buttons, Close where there are none yet.

        `head` is beside the heading, `beside` beside the buttons; the `size` of the dialog is as
        `space` counts it.
        """
        if not self.buttons.buttons():
            self.add_buttons()
        gap = space(self, 2)
        foot = row((beside, 1), self.buttons) if beside else self.buttons
        column(self.title_row(head), *parts, foot, parent=self, margin=2 * gap, spacing=gap)
        if size is not None:
            self.resize(space(self, size[0]), space(self, size[1]))
        self._order_keys(parts)

    def _order_keys(self, parts: Sequence[Item]) -> None:
        """Set where the keys begin, and where they go next."""

    def leave_enter_alone(self) -> None:
        """Keep the Enter key from pressing Close: tables of the dialog use it."""
        close = self.buttons.button(QDialogButtonBox.StandardButton.Close)
        close.setAutoDefault(False)
        close.setDefault(False)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Qt makes the default button the proxy of its box: the tab key skips those before it.
        self.buttons.setFocusProxy(None)  # type: ignore[arg-type] # which Qt allows


class SimpleDialog(ClosableDialog):
    """A column of parts over two buttons: one that does something, and Cancel."""

    def __init__(self, title: str, accept_text: str, parent: QWidget | None) -> None:
        super().__init__(title, parent)
        self.cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = QPushButton(accept_text, default=True)
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)

    @override
    def _order_keys(self, parts: Sequence[Item]) -> None:
        """Put the focus on the first part that takes it."""
        fields = list[QWidget]()
        for part in parts:
            if isinstance(part, QWidget):
                fields += part.fields.values() if isinstance(part, Form) else [part]
        fields = [each for each in fields if each.focusPolicy() != Qt.FocusPolicy.NoFocus]
        tab_order(*fields, self.accept_button, self.cancel)
        if fields:
            fields[0].setFocus()
        self.setMinimumWidth(space(self, 90))


def push_button(
    text: str, slot: Callable[[], object], parent: QWidget, tip: str = ""
) -> QPushButton:
    """Return a button that the Enter key does not press."""
    made = QPushButton(text, parent, autoDefault=False)
    made.setToolTip(tip)
    made.clicked.connect(slot)
    return made


class EnterField(QLineEdit):
    """A field whose Enter is its own; the default button of its dialog is not pressed."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()


def read_only_text(name: str, parent: QWidget, *, fixed: bool = False) -> QPlainTextEdit:
    """Return a field for a text to read and copy, in a `fixed` typeface where that is wanted."""
    made = QPlainTextEdit(parent, readOnly=True, tabChangesFocus=True)
    made.setAccessibleName(name)
    if fixed:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(parent.font().pointSizeF())
        made.setFont(font)
    return made


def list_of_lines(name: str, lines: QStringListModel, parent: QWidget) -> QListView:
    """Return a list of texts that cannot be changed."""
    made = QListView(parent, uniformItemSizes=True)
    made.setModel(lines)
    made.setAccessibleName(name)
    made.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    return made


def write_and_report(path: Path, data: bytes, report: Callable[[str], object]) -> bool:
    """Write a file, and report where it is or why it was not written; return whether it was."""
    try:
        write_file(path, data, waits=False)
    except AppError as error:
        report(error.text)
        return False
    report(f"Saved in {path}")
    return True


def ask_for_file(
    title: str,
    folder: str,
    name: str,
    save: Callable[[Path], object],
    parent: QWidget,
    kinds: str = "PDF (*.pdf)",
) -> None:
    """Ask for the file to save in, then call `save`; a name without an ending gets that of `name`.

    `kinds` are the filters of the dialog.
    """
    dialog = QFileDialog(parent, title, str(Path(folder) / name), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix)
    dialog.selectFile(name)
    dialog.fileSelected.connect(lambda path: save(Path(path)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


OwnAgendas: TypeAlias = Callable[[Edition, Faction | None], Mapping[str, int]]


_NEW_DECK = (
    (Field("edition", "&Edition", ComboBox, EDITIONS),),
    (Field("faction", "Fac&tion", FactionComboBox),),
    (Field("name", "&Name", placeholder="Named after faction and agenda"),),
    (
        Field(
            "like",
            "&Begin from my decks with the agenda",
            ComboBox,
            help="The new deck has what at least half of your decks with it share",
        ),
    ),
)


class NewDeckDialog(SimpleDialog):
    """Asks for what every deck needs; `deck` is the new deck.

    `own_agendas` returns the agendas of the player's decks of a faction, with the numbers of decks:
    the new deck may begin with the cards that the decks of one agenda share.
    """

    def __init__(
        self,
        cards: LoadedCards,
        edition: Edition,
        parent: QWidget | None = None,
        own_agendas: OwnAgendas = lambda *_: {},
    ) -> None:
        super().__init__("New deck", "Create", parent)
        self._cards, self._own_agendas = cards, own_agendas
        self.form = Form(_NEW_DECK, {"edition": edition}, self)
        self.lay_out(self.form)
        self.form.changed.connect(self._on_changed)
        self._on_changed("edition")
        self.form["faction"].setFocus()

    @property
    def deck(self) -> Deck:
        values = self.form.values
        return Deck(name=values["name"], edition=values["edition"], faction=values["faction"])

    @property
    def agenda(self) -> str:
        """The agenda of the player's decks to begin from; empty for an empty deck."""
        return str(self.form["like"].chosen or "")

    def _on_changed(self, name: str) -> None:
        values, like = self.form.values, self.form["like"]
        if name == "edition":
            self.form["faction"].offer(factions_of(self._cards.pools[values["edition"]]))
            self.form["faction"].setCurrentIndex(1)
        elif name == "faction":
            own = self._own_agendas(values["edition"], values["faction"])
            words = {each: f"{each} · {count_of(n, 'deck')}" for each, n in own.items()}
            like.set_choices({"": NO_AGENDA if own else NO_OWN_AGENDA, **words})
            like.setEnabled(bool(own))


class NameDialog(SimpleDialog):
    """Asks for a name."""

    named = Signal(str)

    def __init__(
        self, title: str, accept_text: str, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(title, accept_text, parent)
        self.name = QLineEdit(name, self)
        self.name.setAccessibleName("Name")
        self.name.selectAll()
        self.name.textChanged.connect(self._on_name_changed)
        self.accepted.connect(lambda: self.named.emit(self.name.text().strip()))
        self.lay_out(buddy_label("Name", self.name), self.name)
        self._on_name_changed(name)

    def _on_name_changed(self, name: str) -> None:
        self.accept_button.setEnabled(bool(name.strip()))


class ConfirmDialog(SimpleDialog):
    """Asks before something that cannot be undone; Cancel is the default."""

    confirmed = Signal()

    def __init__(
        self, title: str, text: str, accept_text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(title, accept_text, parent)
        self.lay_out(label(text, wraps=True))
        # A box gives the focus to its accept button whenever its style changes.
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        self.accept_button.setAutoDefault(False)
        self.accept_button.clicked.connect(self.accept)
        self.accept_button.setDefault(False)
        self.cancel.setDefault(True)
        self.cancel.setFocus()
        self.accepted.connect(self.confirmed)


class TagsDialog(SimpleDialog):
    """Checks tags for some decks; one that only some have is partially checked, and may stay so."""

    tagged = Signal(object)  # a dict of tuples of tags by the decks' ids

    def __init__(
        self, decks: Sequence[StoredDeck], tags: Sequence[str], parent: QWidget | None = None
    ) -> None:
        named = quoted(decks[0].name) if len(decks) == 1 else f"{len(decks)} decks"
        super().__init__(f"Tags of {named}", "Set tags", parent)
        self._decks = decks
        self.new_tags = QLineEdit(self, placeholderText="store championship, to test")
        self.list = QListWidget(self)
        self.list.setAccessibleName("Tags")
        self.list.setSpacing(space(self, 1) // 2)
        self.list.setVisible(bool(tags))
        for tag in tags:
            having = sum(tag in deck.tags for deck in decks)
            some = Qt.CheckState.PartiallyChecked if having else Qt.CheckState.Unchecked
            state = Qt.CheckState.Checked if having == len(decks) else some
            QListWidgetItem(tag, self.list).setCheckState(state)
        self.accepted.connect(self._on_accepted)
        caption = buddy_label("&New tags, separated by commas", self.new_tags)
        self.lay_out(caption, self.new_tags, self.list)

    def _on_accepted(self) -> None:
        items = [self.list.item(row) for row in range(self.list.count())]
        states = {item.text(): item.checkState() for item in items}
        new = [tag.strip() for tag in self.new_tags.text().split(",") if tag.strip()]

        def has(deck: StoredDeck, tag: str) -> bool:
            if states[tag] == Qt.CheckState.PartiallyChecked:
                return tag in deck.tags
            return states[tag] == Qt.CheckState.Checked

        self.tagged.emit(
            {deck.id: (*(tag for tag in states if has(deck, tag)), *new) for deck in self._decks}
        )


_CHECKED, _PARTLY = Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked


class CategoriesDialog(SimpleDialog):
    """Checks the categories of some cards; one that only some are in stays so unless changed.

    `suggested` are names that a new category may have.
    """

    chosen = Signal(object)  # a dict of names and whether the cards are in that category

    def __init__(
        self,
        cards: Sequence[Card],
        deck: Deck,
        suggested: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        named = shortened(cards[0].name) if len(cards) == 1 else f"{len(cards)} cards"
        super().__init__(f"Categories of {named}", "Set categories", parent)
        self.new = QLineEdit(self, placeholderText="draw, gold, removal")
        self.new.setMaxLength(LONGEST_CATEGORY_NAME * 5)
        completer = QCompleter(sorted({*suggested}, key=str.casefold), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.new.setCompleter(completer)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Categories")
        self.list.setSpacing(space(self, 1) // 2)
        self.list.setVisible(bool(deck.categories))
        for each in deck.categories:
            held = sum(each.name in categories_of(deck, card) for card in cards)
            some = _PARTLY if held else Qt.CheckState.Unchecked
            item = QListWidgetItem(each.name, self.list)
            item.setCheckState(_CHECKED if held == len(cards) else some)
        self.accepted.connect(self._on_accepted)
        caption = buddy_label("&New categories, separated by commas", self.new)
        self.lay_out(caption, self.new, self.list)

    def _on_accepted(self) -> None:
        items = [self.list.item(number) for number in range(self.list.count())]
        states = {each.text(): each.checkState() for each in items}
        wanted = {name: state == _CHECKED for name, state in states.items() if state != _PARTLY}
        new = (name.strip() for name in self.new.text().split(","))
        self.chosen.emit(wanted | {name: True for name in new if name})
