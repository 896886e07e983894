"""The open decks with their undo stacks, the one on screen, its conditions and its verdict."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import partial
from itertools import zip_longest
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoGroup, QUndoStack
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import Language
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import Edition
from core.text_format import shortened
from decks.deck import Deck, deck_of_cards
from decks.deck_name import with_automatic_name
from decks.report import Reading, ReportLine
from desktop.session.loaded_cards import LoadedCards
from library.content import unread_entry, unread_lines
from library.deck_values import LibraryDeck
from validators.card_counts import CardCountRow, with_copies, with_more
from validators.conditions import Conditions, find_format, formats_of
from validators.deck_steps import changes_between
from validators.list_in_force import find_list, list_replacing
from validators.problem import Severity, Verdict

if TYPE_CHECKING:
    from validators.judge import Judge


MERGE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class DeckState:
    """An open deck, with the lines of its source that were not read, or only guessed.

    `premier` is not part of a deck, but is chosen with it and undone like it.
    """

    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    guessed: tuple[ReportLine, ...] = ()
    premier: bool = False


Put = Callable[[DeckState], None]
Name = Callable[[DeckState, DeckState], str]


@dataclass(frozen=True, slots=True)
class MergeKey:
    """What a step is about, empty where it is never merged, and its time in seconds."""

    subject: str
    at: float

    def takes(self, later: MergeKey) -> bool:
        same = bool(self.subject) and self.subject == later.subject
        return same and later.at - self.at <= MERGE_SECONDS


class DeckStep(QUndoCommand):
    """One step; quick steps about one subject are merged, and dropped if they undo each other."""

    def __init__(
        self, before: DeckState, after: DeckState, put: Put, name: Name, merge_key: MergeKey
    ) -> None:
        super().__init__()
        self.before, self.after, self.merge_key = before, after, merge_key
        self._put, self._name = put, name
        self._set_text()

    def end(self) -> None:
        """Merge no later step into this one."""
        self.merge_key = replace(self.merge_key, subject="")

    @override
    def undo(self) -> None:
        self._put(self.before)

    @override
    def redo(self) -> None:
        self._put(self.after)

    @override
    def id(self) -> int:
        return 1

    @override
    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, DeckStep) or not self.merge_key.takes(other.merge_key):
            return False
        self.after, self.merge_key = other.after, other.merge_key
        self._set_text()
        self.setObsolete(self.before == self.after)
        return True

    def _set_text(self) -> None:
        text = " ".join(self._name(self.before, self.after).split())
        # After a line break Qt takes the text of the menu, where & marks a letter.
        in_menu = shortened(text).replace("&", "&&")
        self.setText(text if in_menu == text else f"{text}\n{in_menu}")


def step_words(before: DeckState, after: DeckState, pool: CardPool) -> str:
    """Return a step in words: "Add 2 Arya Stark (Core)", "Faction: House Stark", "Rename to …"."""
    old, new = before.deck, after.deck
    parts = changes_between(old, new, pool)
    if after.premier is not before.premier:
        parts.append("Premier event" if after.premier else "Not a premier event")
    otherwise = "Settle a line of the list" if old == new else "Change the deck"
    first, *rest = parts or [otherwise]
    return ", ".join([first, *(f"{each[0].lower()}{each[1:]}" for each in rest)])


Pools = Mapping[Edition, CardPool]
NAMELESS = "A deck without a name"


def quoted(name: str) -> str:
    """Return the name of a deck in quotation marks; `NAMELESS` stands for a missing name."""
    return f"“{shortened(name or NAMELESS)}”"


class Where(Enum):
    """Where the library has an open deck, in words where it is not among its decks."""

    AMONG_DECKS = ""
    IN_BIN = "in the bin"
    NOWHERE = "deleted"


@dataclass(frozen=True, slots=True)
class DeckSource:
    """Where a deck comes from.

    `path` is a file of our own that holds just it, `stored` the deck as the library has it. A
    `preview` is replaced by the next deck unless it was changed. An `unsaved` deck is nowhere but
    in this window.
    """

    reading: Reading
    path: Path | None = None
    stored: LibraryDeck | None = None
    preview: bool = False
    unsaved: bool = False


class OpenDeck:
    """One open deck with its undo stack; `verb` says how it was opened.

    `stored` is the deck as the library has it, None before it was saved there. `where` is its
    place in the library when the library was last read.
    """

    def __init__(self, source: DeckSource, verb: str, parent: QObject) -> None:
        reading, self.stored = source.reading, source.stored
        unread = reading.unread if self.stored is None else unread_lines(self.stored)
        self.state = DeckState(reading.deck, unread, reading.corrected)
        self.path = source.path
        self.where = Where.AMONG_DECKS
        self._verb, self._name = verb, reading.deck.name
        self.stack = QUndoStack(parent)
        self._preview = source.preview
        self._saved = None if source.unsaved else self.state
        self._entries = dict(zip(unread, self.stored.unknown, strict=True)) if self.stored else {}

    def put(self, state: DeckState) -> None:
        self.state = state

    @property
    def deck(self) -> Deck:
        return self.state.deck

    @property
    def origin(self) -> str:
        """The first line of the deck's history."""
        return f"{self._verb} {quoted(self._name)}"

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that neither the library nor a file holds."""
        now, saved = self.state, self._saved
        return saved is None or (now.deck, now.unread) != (saved.deck, saved.unread)

    @property
    def preview(self) -> bool:
        """Whether the deck was opened as a preview and not changed or saved since."""
        return self._preview and self.stack.count() == 0 and self.stored is None

    @property
    def read_only(self) -> bool:
        """Whether it has to be restored before it can be changed: the library has it no more."""
        return self.where is not Where.AMONG_DECKS

    def to_store(self, state: DeckState) -> LibraryDeck:
        """Return a state as the library stores it, with the lines that were not read.

        It has no id before it was saved there.
        """
        unknown = tuple(self._entries.get(line) or unread_entry(line) for line in state.unread)
        if self.stored is None:
            return LibraryDeck("", 0, state.deck, unknown)
        return replace(self.stored, deck=state.deck, unknown=unknown)

    def reloaded(self, stored: LibraryDeck) -> DeckState:
        """Take over what another page or window saved in the library; return that state."""
        unread = unread_lines(stored)
        self.stored = stored
        self._entries |= zip(unread, stored.unknown, strict=True)
        self._saved = replace(self.state, deck=stored.deck, unread=unread, guessed=())
        return self._saved

    def replace_cards(self, pools: Pools) -> None:
        """Replace the cards by those with the same codes in these pools, also in the undo steps."""
        self.state = _with_cards(self.state, pools)
        self._saved = self._saved and _with_cards(self._saved, pools)
        if self.stored is not None:
            self.stored = replace(self.stored, deck=deck_of_cards(self.stored.deck, pools))
        for step in map(self.stack.command, range(self.stack.count())):
            if isinstance(step, DeckStep):
                step.before = _with_cards(step.before, pools)
                step.after = _with_cards(step.after, pools)

    def mark_saved(self, state: DeckState | None = None) -> None:
        """Remember that a state is saved: the current one unless another is given."""
        self._saved = state or self.state


def _with_cards(state: DeckState, pools: Pools) -> DeckState:
    return replace(state, deck=deck_of_cards(state.deck, pools))


OF_THE_DAY = ""
NO_LIST = "none"


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """What the deck is judged under; `list_code` may be OF_THE_DAY or NO_LIST."""

    format_name: str
    list_code: str
    day: date
    premier: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of the deck on screen, until the next change.

    Without an open deck there is only the usual `choice`, without cards no verdict.
    `list_in_force` is the list in force on the day, where the deck is judged under another.
    """

    choice: FormatChoice
    current: OpenDeck | None = None
    state: DeckState | None = None
    deck: Deck | None = None
    judge: Judge | None = None
    pool: CardPool | None = None
    conditions: Conditions | None = None
    verdict: Verdict | None = None
    list_in_force: RestrictedList | None = None

    @property
    def unread(self) -> tuple[ReportLine, ...]:
        """The lines of the deck's source that are missing from it."""
        return self.state.unread if self.state else ()

    @property
    def errors(self) -> int:
        """For how many reasons the deck is not legal: errors, and lines that were not read."""
        return self.count(Severity.ERROR) + len(self.unread)

    @property
    def legal(self) -> bool:
        """Whether the judge found no error and every line of the source was read."""
        return self.verdict is not None and not self.errors

    def count(self, severity: Severity) -> int:
        problems = self.verdict.problems if self.verdict else ()
        return sum(each.severity is severity for each in problems)


class DeckSession(QObject):
    """The open decks, as frozen values that edits replace; `shown` is the one on screen.

    Signals:
        cards_loaded: there are cards; decks can be opened from now on.
        deck_changed: another deck is on screen, or none, or other decks are open.
        deck_edited: a deck was edited, or a step of it undone or redone, or what it is judged by
            changed.
        saved_changed: a deck was saved, or is elsewhere in the library now.
        edit_refused: the deck on screen is read-only and was not changed.
    """

    cards_loaded = Signal()
    deck_changed = Signal()
    deck_edited = Signal()
    saved_changed = Signal()
    edit_refused = Signal()

    def __init__(
        self, today: date, parent: QObject | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__(parent)
        self.today = today
        self.cards: LoadedCards | None = None
        # That of card names; None for English.
        self.language: Language | None = None
        self.decks: tuple[OpenDeck, ...] = ()
        self.index = 0
        # That of the deck on screen; where none is open, that of the last one.
        self.edition = Edition.SECOND
        # Returns the names that a new name of the deck on screen must differ from.
        self.taken_names: Callable[[], Collection[str]] = tuple
        self.steps = QUndoGroup(self)
        self._no_steps = QUndoStack(self.steps)
        self.shown = Snapshot(FormatChoice("joust", OF_THE_DAY, today))
        self._clock = clock

    def receive_cards(self, cards: LoadedCards) -> None:
        """Use these cards from now on, also in the open decks."""
        cards = self.cards = cards.in_language(self.language)
        for each in self.decks:
            each.replace_cards(cards.pools)
        self._update_snapshot()
        self.cards_loaded.emit()
        if self.decks:
            self.deck_edited.emit()

    def set_language(self, language: Language | None) -> None:
        """Show card names in a language from now on; None: in English."""
        if language is not self.language:
            self.language = language
            if self.cards is not None:
                self.receive_cards(self.cards)

    def set_today(self, today: date) -> None:
        """Set today's date, by which a deck that states none is judged."""
        self.today = today
        self._update_snapshot()
        if self.decks:
            self.deck_edited.emit()

    @property
    def current(self) -> OpenDeck | None:
        return self.shown.current

    @property
    def deck(self) -> Deck | None:
        return self.shown.deck

    @property
    def saved_ids(self) -> tuple[str, ...]:
        """The library's ids of the open decks, the one on screen first."""
        decks = [self.shown.current, *self.decks]
        return tuple(dict.fromkeys(each.stored.id for each in decks if each and each.stored))

    def pack_name(self, card: Card) -> str:
        return self.cards.pack_name(card) if self.cards else ""

    @property
    def read_only(self) -> bool:
        """Whether the deck on screen has to be restored before it can be changed."""
        current = self.shown.current
        return current is not None and current.read_only

    def open(
        self, readings: Sequence[Reading], paths: Sequence[Path | None] = (), verb: str = "Open"
    ) -> None:
        """Open decks, the first on screen; `paths` are the files they are saved in."""
        self.open_from([DeckSource(*each) for each in zip_longest(readings, paths)], verb)

    def open_from(self, sources: Sequence[DeckSource], verb: str = "Open") -> None:
        """Open decks; a preview is closed, a deck that is open already is shown."""
        here = {each.stored.id: n for n, each in enumerate(self.decks) if each.stored}
        new = [each for each in sources if each.stored is None or each.stored.id not in here]
        if not new:
            if sources and sources[0].stored:
                self.show_deck(here[sources[0].stored.id])
            return
        left = [each for each in self.decks if each.preview]
        stay = tuple(each for each in self.decks if not each.preview)
        added = tuple(OpenDeck(each, verb, self) for each in new)
        self.decks = (*stay, *added)
        for each in added:
            if self.cards is not None:  # others may have come while the deck was read
                each.replace_cards(self.cards.pools)
            self.steps.addStack(each.stack)
            each.stack.indexChanged.connect(self._on_edited)
        self.show_deck(len(stay))
        for each in left:
            self._drop(each)

    def close_deck(self, index: int) -> None:
        """Close a deck; what was not saved of it is lost."""
        gone = self.decks[index]
        self.decks = (*self.decks[:index], *self.decks[index + 1 :])
        if index < self.index or self.index == len(self.decks):
            self.index = max(0, self.index - 1)
        if self.decks:
            self.show_deck(self.index)
        else:
            self.steps.setActiveStack(self._no_steps)
            self._update_snapshot()
            self.deck_changed.emit()
        self._drop(gone)

    def _drop(self, deck: OpenDeck) -> None:
        # A deleted stack also signals that its index changed, but that is not an edit.
        deck.stack.indexChanged.disconnect(self._on_edited)
        deck.stack.deleteLater()

    def show_deck(self, index: int) -> None:
        self.index = index
        self.edition = self.decks[index].deck.edition
        self._update_snapshot()
        self.follow_steps(follow=True)
        self.deck_changed.emit()

    def follow_steps(self, *, follow: bool) -> None:
        """Have undo and redo act on the deck on screen if it is shown and not read-only."""
        current = self.current if follow and not self.read_only else None
        self.steps.setActiveStack(current.stack if current else self._no_steps)

    def may_edit(self) -> bool:
        """Return whether the deck on screen may be changed; announce where it may not."""
        if self.read_only:
            self.edit_refused.emit()
        return not self.read_only

    def apply(self, after: DeckState, words: str = "", subject: str = "") -> None:
        """Change the state of the deck on screen as a step, if it differs and may be changed.

        `words` name the step instead of those that are made from the difference. Quick steps about
        one `subject` are merged.
        """
        deck = self.current
        if deck is not None and after != deck.state and self.may_edit():
            self.push_state(deck, after, words, subject)

    def push_state(self, deck: OpenDeck, after: DeckState, words: str, subject: str = "") -> None:
        """Change the state of an open deck as a step, even if it is read-only."""
        if self.cards is None:
            return
        pool = self.cards.pools[deck.deck.edition]
        name = (lambda *_: words) if words else partial(step_words, pool=pool)
        merge_key = MergeKey(subject, self._clock())
        deck.stack.push(DeckStep(deck.state, after, deck.put, name, merge_key))

    def edit(self, deck: Deck, subject: str = "") -> None:
        """Replace the deck on screen, as a step; its automatic name follows."""
        if self.current is not None:
            deck = with_automatic_name(self.current.deck, deck, self.taken_names)
            self.apply(replace(self.current.state, deck=deck), subject=subject)

    def set_copies(self, rows: Sequence[CardCountRow], count: int) -> None:
        """Set the copies of these cards in the deck, each in its section, up to its limit."""
        if self.deck is not None:
            self.edit(with_copies(self.deck, rows, count), _subject(rows))

    def add_copies(self, rows: Sequence[CardCountRow], difference: int) -> None:
        """Add copies, or remove them, up to the limit of each card."""
        if self.deck is not None:
            self.edit(with_more(self.deck, rows, difference), _subject(rows))

    def choose(
        self,
        *,
        format_name: str | None = None,
        list_code: str | None = None,
        day: date | None = None,
    ) -> None:
        """State another format, list or day of the event; today is not stated."""
        deck, choice = self.shown.deck, self.shown.choice
        if deck is None:
            return
        if day is not None and day != choice.day:
            deck = replace(deck, date="" if day == self.today else day.isoformat())
        if format_name is not None and format_name != choice.format_name:
            deck = replace(deck, format=format_name)
        if list_code is not None and list_code != choice.list_code:
            deck = replace(deck, list_code=list_code)
        self.edit(deck, "" if day is None else "date")

    def choose_premier(self, *, premier: bool) -> None:
        """Judge the deck as for a premier event or for another, as a step; saved nowhere."""
        if self.current is not None:
            self.apply(replace(self.current.state, premier=premier), subject="premier")

    def begin_plot_deck(self) -> None:
        """Put the loose plots of a Civil War deck into a plot deck of their own."""
        from validators.civil_war import arranged  # noqa: PLC0415 - not at start

        if self.deck is not None:
            self.edit(arranged(self.deck))

    def go_to_step(self, number: int) -> None:
        if self.current is not None and self.may_edit():
            self.current.stack.setIndex(number)

    def mark_saved(self, path: Path) -> None:
        if self.current is not None:
            self.current.path = path
            self.current.mark_saved()
            self.saved_changed.emit()

    def _update_snapshot(self) -> None:
        """Judge the deck on screen and update the snapshot."""
        if not self.decks:
            self.shown = Snapshot(FormatChoice("joust", OF_THE_DAY, self.today))
            return
        current = self.decks[self.index]
        deck = current.state.deck
        judge = self.cards.judges[deck.edition] if self.cards else None
        choice = self._choice(current.state, judge.pool.lists if judge else ())
        self.shown = Snapshot(choice, current, current.state, deck)
        if judge is None:
            return
        pool, day = judge.pool, choice.day
        game_format = find_format(deck.edition, choice.format_name)
        restricted = find_list(pool, choice.list_code, day)
        conditions = Conditions(game_format, restricted, day, choice.premier)
        judged = deck if deck.format == game_format.name else replace(deck, format=game_format.name)
        self.shown = replace(
            self.shown,
            judge=judge,
            pool=pool,
            conditions=conditions,
            verdict=judge.verdict(judged, conditions),
            list_in_force=list_replacing(pool, restricted, day)
            if game_format.list_format
            else None,
        )

    def _choice(self, state: DeckState, lists: Container[str]) -> FormatChoice:
        """Return format, list and day as a deck states them, or the usual ones."""
        deck = state.deck
        try:
            day = date.fromisoformat(deck.date)
        except ValueError:
            day = self.today
        names = {each.name for each in formats_of(deck.edition)}
        name = deck.format if deck.format in names else "joust"
        known = deck.list_code == NO_LIST or deck.list_code in lists
        return FormatChoice(name, deck.list_code if known else OF_THE_DAY, day, state.premier)

    def _on_edited(self) -> None:
        self._update_snapshot()
        self.deck_edited.emit()


def _subject(rows: Iterable[CardCountRow]) -> str:
    return " ".join(f"{card.code}@{section}" for card, section in rows)
