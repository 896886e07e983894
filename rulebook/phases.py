"""The round as phases and steps, from the entries about timing, for a picture of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind, WordSpan
from rulebook.rule_book import RuleBook

ROUNDS: Mapping[Edition, str] = {
    Edition.SECOND: "timing.round",
    Edition.FIRST: "timing.round.first",
}
SETUPS: Mapping[Edition, str] = {
    Edition.SECOND: "timing.setup",
    Edition.FIRST: "timing.setup.first",
}
_NUMBERED = re.compile(r"(\d+)\. ")
_SENTENCE = re.compile(r"(?<=[.:”)])\s+(?=[A-Z“])")


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """A step: its number, its words, and the ids of the entries that these lead to."""

    number: int
    words: str
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase, or another sequence of steps; `short` is its title without “phase”."""

    id: str
    title: str
    steps: tuple[PhaseStep, ...]

    @property
    def short(self) -> str:
        return self.title.removesuffix(" phase")


def sequence(book: RuleBook, entry_id: str) -> Phase:
    """Return an entry as steps: its numbered lines, else its sentences; AppError for no id."""
    entry = book.entry(entry_id)
    return Phase(entry.id, entry.title, tuple(_steps(entry)))


def phases_of(book: RuleBook, edition: Edition) -> tuple[Phase, ...]:
    links = (step.links for step in sequence(book, ROUNDS[edition]).steps)
    return tuple(sequence(book, each[0]) for each in links if each)


def deeper(book: RuleBook, step: PhaseStep) -> str:
    """Return the id of the steps that a step consists of, empty if it has none."""
    for each in step.links:
        entry = book.entry(each)
        if entry.kind is EntryKind.TIMING and len(sequence(book, each).steps) > 1:
            return each
    return ""


def _steps(entry: Entry) -> Iterator[PhaseStep]:
    lines = list(_lines(entry.spans))
    numbered = [(found, line) for line in lines if (found := _NUMBERED.match(line[0]))]
    if numbered:
        for found, (text, links) in numbered:
            yield PhaseStep(int(found[1]), text[found.end() :], links)
        return
    number = 0
    for text, _ in lines:
        for sentence in _SENTENCE.split(text):
            number += 1
            named = (each.link for each in entry.spans if each.link and each.text in sentence)
            yield PhaseStep(number, sentence, tuple(dict.fromkeys(named)))


def _lines(spans: tuple[WordSpan, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    text, links = "", list[str]()
    for span in spans:
        first, *others = span.text.split("\n")
        text += first
        if span.link:
            links.append(span.link)
        for other in others:
            if text:
                yield text, tuple(dict.fromkeys(links))
            text, links = other, []
    if text:
        yield text, tuple(dict.fromkeys(links))
