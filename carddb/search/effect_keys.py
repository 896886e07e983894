"""The keys for what a card does by its text: what it gives, reduces, and whether it has a text."""

from __future__ import annotations

from carddb.card_effects import DRAW, GOLD
from carddb.search import known_words
from carddb.search.field_readers import having, indexed
from carddb.search.index import ERRATUM, RULING, TEXT
from carddb.search.key import Key, KeyKind
from carddb.terms import Edition

EFFECTS = (
    Key(
        name="gives",
        label="Gives",
        kind=KeyKind.WORD,
        help="gold: income, gold or a higher plot; draw: cards, insight",
        read=indexed("gives"),
        words=known_words.closed((GOLD, "economy"), (DRAW, "cards", "draws")),
        without_texts=((Edition.FIRST, "gives looked at their income alone"),),
        verb=True,
    ),
    Key(
        name="reduces",
        label="Reduces",
        kind=KeyKind.WORD,
        help="whose cost it lowers: stark, army, event, loyal, shadows, itself, any; alone for all",
        read=indexed("reduces"),
        words=lambda index: index.reduced,
        without_texts=((Edition.FIRST, "reduces found none of them"),),
        verb=True,
    ),
    Key(
        name="has",
        label="Has",
        kind=KeyKind.WORD,
        help="text: is its text here; erratum: was it changed; ruling: does one name it",
        read=having,
        words=known_words.closed((TEXT,), (ERRATUM, "errata"), (RULING, "rulings")),
        without_texts=(
            (Edition.SECOND, "has:text found none of them"),
            (Edition.FIRST, "has:text found none of them"),
        ),
        reads_texts_for=TEXT,
        verb=True,
    ),
)
