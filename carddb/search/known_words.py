"""The words that are known whatever the cards: factions, types, icons, crests, editions."""

from __future__ import annotations

from collections.abc import Callable

from carddb.search.index import CardIndex
from carddb.search.vocabulary import Vocabulary, Word, names_of
from carddb.terms import CardType, Crest, Edition, Faction, Icon


def _closed(*words: Word) -> Callable[[CardIndex], Vocabulary]:
    vocabulary = Vocabulary(words, closed=True)
    return lambda _: vocabulary


def closed(*words: tuple[str, ...]) -> Callable[[CardIndex], Vocabulary]:
    """Return the vocabulary of these words alone, each with its other names."""
    return _closed(*(Word(names[0], names_of(*names), names[0]) for names in words))


def _faction_word(faction: Faction) -> Word:
    also = ("nw",) if faction is Faction.NIGHTS_WATCH else ()
    names = (*names_of(faction.value, faction.label, faction.card_name), *also)
    return Word(faction, names, faction.label)


def _edition_word(edition: Edition, number: str) -> Word:
    short = (number, f"{number}.0", f"{number}e", f"agot{number}")
    return Word(edition, names_of(edition.value, *short), edition.value)


FACTIONS = _closed(*map(_faction_word, Faction))
TYPES = _closed(*(Word(each, names_of(each, f"{each}s"), each) for each in CardType))
ICONS = _closed(*(Word(each, names_of(each), each) for each in Icon))
CRESTS = _closed(*(Word(each, names_of(each), each) for each in Crest))
EDITIONS = _closed(_edition_word(Edition.FIRST, "1"), _edition_word(Edition.SECOND, "2"))
ONLY_IN = closed(("draft",), ("melee",), ("hand-of-the-king",))
POOL = closed(("all",))
