"""What a key of the search language is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from carddb.card_test import ANY, CardTest
from carddb.search.field_readers import FieldReader
from carddb.search.index import CardIndex
from carddb.search.vocabulary import Vocabulary
from carddb.terms import Edition


class KeyKind(Enum):
    """What the values of a key are, and so how they compare."""

    TEXT = "text"
    TEXTS = "texts"
    WORD = "word"
    NUMBER = "number"
    COUNT = "count"
    FLAG = "yes or no"
    DAY = "day"
    CARD = "card"
    FLAGS = "one of the keys for yes or no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: its long name, ThronesDB's letter, and its help text.

    `words` is where a WORD finds the words that there are. `applies` are the cards that have the
    value at all: only among them a dash is found. `remark` is shown with an answer that the
    program cannot give in full. `without_texts` says what it looks into in an edition whose texts
    are not here, for values that mean `reads_texts_for` (empty: any).
    `misread` is a sentence for who takes its letter for another key, said where it looks so.
    `verb` is whether its name reads as one: a card gives gold, and has a trait.
    """

    name: str
    label: str
    kind: KeyKind
    help: str
    read: FieldReader
    letter: str = ""
    others: tuple[str, ...] = ()
    words: Callable[[CardIndex], Vocabulary] | None = None
    applies: CardTest = ANY
    remark: str = ""
    without_texts: tuple[tuple[Edition, str], ...] = ()
    reads_texts_for: str = ""
    misread: str = ""
    verb: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the key, the long one first."""
        return (self.name, *([self.letter] if self.letter else []), *self.others)
