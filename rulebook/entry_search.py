"""Finds entries by a player's words: titles, texts, names of cards, with slips of the keyboard.

Titles, what a rule is also called and names of cards are phrases: an entry counts by its best one,
by how much of the phrase and of the question the two have in common. The words of the entry add a
little. Rare words weigh more than common ones, and players' words count as those of the rules.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from carddb.pool import CardPool
from carddb.spelling import SpellingIndex, edit_distance, fold, slips_allowed
from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind

_SMALL = frozenset(
    fold(
        "a about again allowed already also am an and any are as at be been being but by can "
        "could did do does done during each even every for from get gets got had happen "
        "happened happens has have he her here him his how i if in into is it its just let many "
        "may me much must my need needs not of off on one or our s should so some someone still "
        "such that the their them then there these they thing this to too us use want was we "
        "were what when where which who why will with would you your"
    ).split()
)
# Forms without a common stem, and players' words; the first of a group stands for all.
_SAME_WORDS = (
    "attack attacker",
    "ban banned",
    "begin begun began start",
    "bring brought",
    "choose chose chosen pick",
    "defend defender nobody",
    "duplicate dupe",
    "faction house",
    "find found",
    "give gave given",
    "gold money",
    "kill die dies died dying",
    "leave left",
    "lose lost loser loss",
    "opponent enemy",
    "pay paid",
    "react reaction",
    "reduce reducer reduction cheaper",
    "reveal show shown",
    "search looked",
    "see seen saw",
    "spend spent unspent",
    "stand stood",
    "str strength",
    "exchange swap",
    "take took taken",
    "tie tied equal level",
    "win won winner winning",
)
_ENDINGS = ("ing", "ed", "es", "s", "e")
_NUMBER = re.compile(r"\d\.\d+")
_TITLE, _PHRASE, _NAME, _WORDS = 1.15, 1.0, 0.85, 0.9
_PREFIX, _SLIP = 0.8, 0.8
_ENDED, _OLDER, _VARIANT = 0.9, 0.9, 0.93
_LEAST = 0.35
_MOST_WORDS = 24
_SHORTEST_PREFIX = 2


@lru_cache(4096)
def _stem(word: str) -> str:
    """Return what forms and synonyms have in common: marshal, marshals; str, strength."""
    word = _without_ending(word)
    return _SYNONYMS.get(word, word)


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 2:
            word = word.removesuffix(ending)
            break
    if word.endswith("y"):
        word = word[:-1] + "i"
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


_SYNONYMS = {
    _without_ending(word): _without_ending(group.split()[0])
    for group in _SAME_WORDS
    for word in group.split()
}


def _stems(text: str) -> list[str]:
    words = fold(text).split()
    return [_stem(word) for word in words if word not in _SMALL]


@dataclass(frozen=True, slots=True)
class _Phrase:
    """One title, other name or card name of an entry, as stems."""

    entry: int
    stems: frozenset[str]
    weight: float


class EntrySearch:
    """An index of entries; `pools` give the names of their cards."""

    def __init__(self, entries: Iterable[Entry], pools: Iterable[CardPool] = ()) -> None:
        self._entries = tuple(entries)
        names = {card.code: card.name for pool in pools for card in pool}
        self._phrases = [
            phrase
            for number, entry in enumerate(self._entries)
            for phrase in _phrases(number, entry, names)
        ]
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        for place, phrase in enumerate(self._phrases):
            for stem in phrase.stems:
                self._holders[stem].append(place)
        self._counts = [Counter(_stems(f"{each.title} {each.words}")) for each in self._entries]
        self._texts: defaultdict[str, list[int]] = defaultdict(list)
        for number, counts in enumerate(self._counts):
            for stem in counts:
                self._texts[stem].append(number)
        self._weights = self._rarity()
        self._phrase_weights = [self._sum(phrase.stems) for phrase in self._phrases]
        synonyms = {word: meant for word, meant in _SYNONYMS.items() if meant in self._weights}
        self._vocabulary = {**{stem: stem for stem in self._weights}, **synonyms}
        self._spelling = SpellingIndex(self._vocabulary)

    def _rarity(self) -> dict[str, float]:
        """Return how much each stem weighs: the fewer entries have it, the more."""
        having: defaultdict[str, set[int]] = defaultdict(set)
        for stem, places in self._holders.items():
            having[stem].update(self._phrases[place].entry for place in places)
        for stem, numbers in self._texts.items():
            having[stem].update(numbers)
        return {stem: log(1 + len(self._entries) / len(held)) for stem, held in having.items()}

    def _sum(self, stems: Iterable[str]) -> float:
        return sum(self._weights[stem] for stem in stems)

    def find(self, text: str, keep: Callable[[Entry], bool] = lambda _: True) -> tuple[Entry, ...]:
        """Return the entries that answer a text and that `keep` lets through, the best first."""
        named = [each for each in self._entries if _is_named(each, text.strip()) and keep(each)]
        asked = self._asked(text)
        if named or not asked:
            return tuple(named)
        every = self._scores(asked)
        scores = {number: every[number] for number in every if keep(self._entries[number])}
        best = max(scores.values(), default=0.0)
        order = sorted(scores, key=lambda number: (-scores[number], number))
        return tuple(self._entries[each] for each in order if scores[each] >= _LEAST * best)

    def _asked(self, text: str) -> list[Mapping[str, float]]:
        """Return for each word of a question the stems that it may mean, and how surely."""
        words = fold(text).split()[:_MOST_WORDS]
        meant = [word for word in words if word not in _SMALL]
        found = (self._meanings(word, last=word is meant[-1]) for word in meant)
        return [meanings for meanings in found if meanings]

    def _meanings(self, word: str, *, last: bool) -> Mapping[str, float]:
        stem = _stem(word)
        known = {stem: 1.0} if stem in self._weights else {}
        if (last or not known) and len(word) >= _SHORTEST_PREFIX:
            for each, meant in self._vocabulary.items():
                if each.startswith(word):
                    known.setdefault(meant, _PREFIX)
        if known:
            return known
        most = slips_allowed(len(word))
        near = self._spelling.nearest(stem) if most else []
        close = (each for each in near if edit_distance(stem, each, most) <= most)
        return {self._vocabulary[each]: _SLIP for each in close}

    def _scores(self, asked: Sequence[Mapping[str, float]]) -> dict[int, float]:
        """Return the score of each entry that shares a word with the question."""
        whole = sum(max(map(self._weights.__getitem__, meanings)) for meanings in asked)
        phrases: defaultdict[int, float] = defaultdict(float)
        texts: defaultdict[int, float] = defaultdict(float)
        for meanings in asked:
            in_phrases: dict[int, float] = {}
            in_texts: dict[int, float] = {}
            for stem, sure in meanings.items():
                worth = sure * self._weights[stem]
                for place in self._holders.get(stem, ()):
                    in_phrases[place] = max(worth, in_phrases.get(place, 0.0))
                for number in self._texts.get(stem, ()):
                    often = self._counts[number][stem]
                    in_texts[number] = max(worth * often / (often + 1), in_texts.get(number, 0.0))
            for place, worth in in_phrases.items():
                phrases[place] += worth
            for number, worth in in_texts.items():
                texts[number] += worth
        scores = {number: _WORDS * worth / whole for number, worth in texts.items()}
        best: defaultdict[int, float] = defaultdict(float)
        for place, worth in phrases.items():
            phrase = self._phrases[place]
            alike = phrase.weight * worth * worth / (whole * self._phrase_weights[place])
            best[phrase.entry] = max(best[phrase.entry], alike)
        for number, alike in best.items():
            scores[number] = scores.get(number, 0.0) + alike
        return {number: score * _rank(self._entries[number]) for number, score in scores.items()}


def _phrases(number: int, entry: Entry, names: Mapping[str, str]) -> list[_Phrase]:
    weights = {frozenset(_stems(names.get(code, ""))): _NAME for code in entry.cards}
    weights |= {frozenset(_stems(text)): _PHRASE for text in entry.also}
    weights[frozenset(_stems(entry.title))] = _TITLE
    return [_Phrase(number, stems, weight) for stems, weight in weights.items() if stems]


def _rank(entry: Entry) -> float:
    """Return how likely a rule is meant; ended rules, old editions and variants are less likely."""
    edition = {Edition.FIRST: _OLDER, Edition.SECOND: 1.0, None: _VARIANT}[entry.edition]
    return (_ENDED if entry.until else 1.0) * edition


def _is_named(entry: Entry, text: str) -> bool:
    """Return whether a text is the entry's id, or the number of its ruling: 1.2."""
    return text == entry.id or (_NUMBER.fullmatch(text) is not None and f"({text})" in entry.source)


SECTION_TITLES: Mapping[EntryKind, str] = {
    EntryKind.TIMING: "Timing",
    EntryKind.KEYWORD: "Keywords",
    EntryKind.TERM: "Terms",
    EntryKind.DECK_BUILDING: "Deck building",
    EntryKind.RULING: "Rulings",
    EntryKind.ANSWER: "Answers",
    EntryKind.ERRATUM: "Errata",
    EntryKind.REGULATION: "Events",
}
BEST = "Best matches"
_MOST_BEST = 3


@dataclass(frozen=True, slots=True)
class EntrySection:
    """Entries below a title; `mixed`: they are of several kinds."""

    title: str
    entries: tuple[Entry, ...]
    mixed: bool = False


def in_sections(entries: Iterable[Entry]) -> tuple[EntrySection, ...]:
    """Return entries by kind: timing in its own order, all else by title, older editions last."""
    entries = tuple(entries)
    sections = []
    for kind, title in SECTION_TITLES.items():
        own = [each for each in entries if each.kind is kind]
        if kind is EntryKind.TIMING:
            own = _from_the_round(own)
        else:
            own.sort(key=lambda each: fold(each.title))
        own.sort(key=lambda each: each.edition is Edition.FIRST)
        if own:
            sections.append(EntrySection(title, tuple(own)))
    return tuple(sections)


def found_sections(found: Sequence[Entry]) -> tuple[EntrySection, ...]:
    """Return the results: the best ones, then the others by kind, in their order."""
    best, others = found[:_MOST_BEST], found[_MOST_BEST:]
    kinds = dict.fromkeys(each.kind for each in others)
    rest = (
        EntrySection(SECTION_TITLES[kind], tuple(each for each in others if each.kind is kind))
        for kind in kinds
    )
    return (EntrySection(BEST, tuple(best), mixed=True), *rest) if best else ()


def _from_the_round(timing: Sequence[Entry]) -> list[Entry]:
    """Return timing entries in their order, those before the round last."""
    begun = set[Edition | None]()
    early, late = list[Entry](), list[Entry]()
    for each in timing:
        if each.id.startswith("timing.round"):
            begun.add(each.edition)
        (late if each.edition in begun else early).append(each)
    return [*late, *early]
