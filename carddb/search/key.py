"""What a key of the search language is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, TypeAlias

from carddb.card import Card
from carddb.card_test import ANY, CardTest
from carddb.search.folded_text import comparable_text
from carddb.search.index import ERRATUM, RULING, CardIndex
from carddb.search.query_context import QueryContext
from carddb.search.vocabulary import Vocabulary
from carddb.terms import Edition
from core.errors import FactsMissingError

Codes: TypeAlias = frozenset[str]
# The cards of each value that a key has.
Column: TypeAlias = Mapping[Any, Codes]


@dataclass(frozen=True, slots=True)
class FieldFacts:
    """The searched cards, and further facts about them.

    A column is made when it is first needed; `columns` has those that depend on the context.
    """

    index: CardIndex
    context: QueryContext
    columns: dict[str, Column] = dataclasses.field(default_factory=dict)

    def column(self, key: Key) -> Column:
        """Return the codes of the cards by their value; FactsMissingError if a fact is."""
        made = self.columns if key.in_context else self.index.columns
        if key.name not in made:
            read = key.read(self)
            cards: dict[Any, list[str]] = {}
            for card in self.index.cards:
                cards.setdefault(read(card), []).append(card.code)
            made[key.name] = {value: frozenset(codes) for value, codes in cards.items()}
        return made[key.name]


FieldGetter: TypeAlias = Callable[[Card], Any]
FieldReader: TypeAlias = Callable[[FieldFacts], FieldGetter]


def field(name: str) -> FieldReader:
    """Read a field of the card."""
    getter = attrgetter(name)
    return lambda _: getter


def of_card(getter: FieldGetter) -> FieldReader:
    """Read what a function returns for the card."""
    return lambda _: getter


def plot_value(name: str) -> FieldReader:
    """Read one of the four values of a plot; None on other cards."""
    getter = attrgetter(f"plot.{name}")
    return lambda _: lambda card: getter(card) if card.plot else None


def indexed(name: str) -> FieldReader:
    """Read what the index has prepared for the card."""

    def reading(facts: FieldFacts) -> FieldGetter:
        prepared = getattr(facts.index, name)
        return lambda card: prepared[card.code]

    return reading


def length(name: str) -> FieldReader:
    """Read how many a field holds."""
    getter = attrgetter(name)
    return lambda _: lambda card: len(getter(card))


def one(name: str) -> FieldReader:
    """Read a field as the only word of the card; no word where it is None."""
    getter = attrgetter(name)
    return lambda _: lambda card: () if (value := getter(card)) is None else (value,)


def among_codes(name: str, sentence: str) -> FieldReader:
    """Read whether the card is among the codes of a fact; `sentence` asks for it if missing."""

    def reading(facts: FieldFacts) -> FieldGetter:
        codes = _given(facts, name, sentence)
        return lambda card: card.code in codes

    return reading


def copies(name: str, sentence: str) -> FieldReader:
    """Read how many copies a fact counts; `sentence` asks for it where it is missing."""

    def reading(facts: FieldFacts) -> FieldGetter:
        counted = _given(facts, name, sentence)
        return lambda card: counted.get(card.code, 0)

    return reading


def words(name: str, sentence: str) -> FieldReader:
    """Read the player's own words for the card; `sentence` asks for them if they are missing."""

    def reading(facts: FieldFacts) -> FieldGetter:
        given = _given(facts, name, sentence)
        written = {code: tuple(map(comparable_text, texts)) for code, texts in given.items()}
        return lambda card: written.get(card.code, ())

    return reading


def _given(facts: FieldFacts, name: str, sentence: str) -> Any:
    given = getattr(facts.context, name)
    if given is None:
        raise FactsMissingError(sentence)
    return given


def played(sentence: str) -> FieldReader:
    """Read the share of decks that play the card, None on cards of neither deck."""

    def reading(facts: FieldFacts) -> FieldGetter:
        shares = _given(facts, "played", sentence).shares
        return lambda card: shares.get(card.code)

    return reading


def cycle(facts: FieldFacts) -> FieldGetter:
    """Read the cycle as the vocabulary of cycles has it."""
    pack_of = facts.index.pack_of
    return lambda card: ((card.edition, pack_of[card.code].cycle),)


def released(facts: FieldFacts) -> FieldGetter:
    """Read when the pack came out, as published: a day, a month, a year or nothing."""
    pack_of = facts.index.pack_of
    return lambda card: pack_of[card.code].released


def changed(facts: FieldFacts) -> FieldGetter:
    """Read whether the card has an erratum."""
    having = facts.index.having
    return lambda card: ERRATUM in having[card.code]


def having(facts: FieldFacts) -> FieldGetter:
    """Read what the card has beside its facts: a text, an erratum, a ruling."""
    prepared, ruled = facts.index.having, facts.context.ruled
    codes = ruled() if ruled is not None else frozenset[str]()
    return lambda card: (*prepared[card.code], *((RULING,) if card.code in codes else ()))


class KeyKind(Enum):
    """What the values of a key are, and so how they compare."""

    TEXT = "text"
    TEXTS = "texts"
    WORD = "word"
    NUMBER = "number"
    COUNT = "count"
    SHARE = "share"
    FLAG = "yes or no"
    DAY = "day"
    CARD = "card"
    FLAGS = "one of the keys for yes or no"


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its names ("cost o": the long one first), its label and its help text.

    A name of one letter is ThronesDB's. `words` is where a WORD finds the words that there are.
    `applies` are the cards that have the value at all: a dash finds only these. `remark` is shown
    with an answer that the program cannot give in full. `without_texts` says what the key looks
    into in an edition whose texts are not here, for values that mean `reads_texts_for` (empty:
    any). `verb` is whether its name reads as one: a card gives gold, and has a trait.
    `in_context`: its values are not those of the card alone, the context of a query has them.
    """

    kind: KeyKind
    written: str
    label: str
    help: str
    read: FieldReader
    words: Callable[[CardIndex], Vocabulary] | None = None
    applies: CardTest = ANY
    remark: str = ""
    without_texts: tuple[tuple[Edition, str], ...] = ()
    reads_texts_for: str = ""
    verb: bool = False
    in_context: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.written.split())

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def letter(self) -> str:
        """The name that ThronesDB has for it; empty if it has none."""
        return next((name for name in self.names if len(name) == 1), "")
