"""The command of the undo stacks: the state of a deck before and after a step, and its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from PySide6.QtGui import QUndoCommand
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import DRAW_DECK, ROOKERY, DeckSection
from decks.report import ReportLine
from desktop.session.card_counts import sections_of
from desktop.session.text_format import shortened
from validators.changes import words
from validators.formats import formats_of

MERGE_SECONDS = 1.0
NAMED = 3


@dataclass(frozen=True, slots=True)
class DeckState:
    """An open deck, with the lines of its source that were not read, or only guessed.

    `premier` is no part of a deck, but is chosen with it and undone like it.
    """

    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    guessed: tuple[ReportLine, ...] = ()
    premier: bool = False


Put = Callable[[DeckState], None]
Name = Callable[[DeckState, DeckState], str]
BySection: TypeAlias = dict[DeckSection, Counter[Card]]


@dataclass(frozen=True, slots=True)
class MergeKey:
    """What a step is about, empty where it is never merged, and its time in seconds."""

    subject: str
    at: float

    def takes(self, later: MergeKey) -> bool:
        """Whether a later step is merged."""
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
    """Return a step in words: "Add 2 Arya Stark (Core)", "Choose House Stark", "Rename to …"."""
    old, new = before.deck, after.deck
    parts = [*_chosen(old, new, pool)]
    fewer_plot_decks = len(new.plot_decks) < len(old.plot_decks)
    before_cards, cards = _by_section(old), _by_section(new)
    if fewer_plot_decks or _all_copies(before_cards, old) != _all_copies(cards, new):
        stated = replace(new, faction=old.faction, players=old.players)
        parts.append(words(old, stated, pool))
    if not fewer_plot_decks:
        parts += _moves(before_cards, cards, pool)
    if after.premier is not before.premier:
        kind = "a premier event" if after.premier else "an event that is not premier"
        parts.append(f"Judge for {kind}")
    otherwise = "Answer a line of the list" if old == new else "Change the deck"
    first, *rest = parts or [otherwise]
    return ", ".join([first, *(f"{each[0].lower()}{each[1:]}" for each in rest)])


def _chosen(old: Deck, new: Deck, pool: CardPool) -> Iterator[str]:
    if new.name != old.name:
        yield f"Rename to “{shortened(new.name)}”"
    if new.faction is not old.faction:
        yield f"Choose {new.faction.card_name}" if new.faction else "Choose no faction"
    if new.format != old.format:
        labels = {each.name: each.label for each in formats_of(new.edition)}
        yield f"Choose {labels.get(new.format, new.format)}"
    if new.list_code != old.list_code:
        yield f"Choose {_list_name(new.list_code, pool)}"
    if new.date != old.date:
        yield f"Set the date to {new.date or 'today'}"
    if new.players != old.players:
        yield f"Set {new.players} players" if new.players else "Set no number of players"
    if new.notes != old.notes:
        yield "Change the notes"


def _list_name(code: str, pool: CardPool) -> str:
    if not code:
        return "the list in force"
    return pool.lists[code].name if code in pool.lists else "no list"


def _all_copies(cards: BySection, deck: Deck) -> tuple[Counter[Card], Counter[Card]]:
    """Return the cards of a deck, of all sections, and its agendas."""
    copies: Counter[Card] = Counter()
    for each in cards.values():
        copies.update(each)
    return copies, Counter(deck.agendas)


def _moves(before: BySection, now: BySection, pool: CardPool) -> Iterator[str]:
    """Yield which copies went from one section of the deck to another, by the one they went to."""
    come = {section: cards - before.get(section, Counter()) for section, cards in now.items()}
    gone = sum((cards - now.get(each, Counter()) for each, cards in before.items()), Counter())
    for section, cards in come.items():
        if moved := cards & gone:
            yield f"Move {_listed(moved, pool)} to {_section_name(section)}"


def _by_section(deck: Deck) -> BySection:
    return {section: Counter(dict(section.slots(deck))) for section in sections_of(deck)}


def _listed(cards: Counter[Card], pool: CardPool) -> str:
    if len(cards) <= NAMED:
        return " and ".join(f"{count} {_label(card, pool)}" for card, count in cards.items())
    plots = all(card.type is CardType.PLOT for card in cards)
    return f"{cards.total()} {'plots' if plots else 'cards'}"


def _label(card: Card, pool: CardPool) -> str:
    return pool.label(card) if card.name in pool.by_title else card.name


def _section_name(section: DeckSection) -> str:
    return {DRAW_DECK: "the deck", ROOKERY: "the rookery"}.get(section, str(section))
