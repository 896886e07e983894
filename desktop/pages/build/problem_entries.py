"""What the list of problems says: the judge's problems and the lines that were not read."""

from __future__ import annotations

from dataclasses import dataclass

from decks.report import ReportLine
from desktop import icons
from desktop.cards import LoadedCards
from desktop.editor import DeckSession
from desktop.widgets.glyphs import Glyph
from validators.problem import Problem, Severity


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a sign, a sentence, lines that say more, and the cards it selects."""

    sign: Glyph
    message: str
    cards: str = ""
    numbers: str = ""
    source: str = ""
    codes: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """Everything that the entry says, in one text."""
        parts = (self.sign.words, self.message, self.cards, self.numbers, self.source)
        return "\n".join(part for part in parts if part)


_SPOKEN = {Severity.ERROR: "Problem", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


def entries_of(session: DeckSession, cards: LoadedCards) -> tuple[Entry, ...]:
    """Return what there is to say of the deck, the worst first.

    Lines that were not read come before the judge's problems, guesses at lines after them.
    """
    problems = session.verdict.problems if session.verdict else ()
    return (
        *(_of_lost_line(line, cards) for line in session.unread),
        *(_of_problem(problem, cards) for problem in sorted(problems, key=_gravity)),
        *(_of_guess(line, cards) for line in session.guessed),
    )


def _gravity(problem: Problem) -> int:
    return list(Severity).index(problem.severity)


def _of_problem(problem: Problem, cards: LoadedCards) -> Entry:
    severity = problem.severity
    numbers = [
        f"{word} {value}"
        for word, value in (("found", problem.found), ("wanted", problem.wanted))
        if value is not None
    ]
    return Entry(
        sign=Glyph(icons.of_severity(severity), severity, _SPOKEN[severity]),
        message=problem.message,
        cards=_unnamed(problem, cards),
        numbers=" · ".join(numbers),
        source=problem.source,
        codes=problem.cards,
    )


def _of_lost_line(line: ReportLine, cards: LoadedCards) -> Entry:
    perhaps = ", ".join(dict.fromkeys(cards.named(code) for code in line.candidates))
    return Entry(
        sign=Glyph(icons.UNREAD, Severity.ERROR, "Not read"),
        message=f"Not read: line {line.line} “{line.text.strip()}”",
        cards=f"Perhaps: {perhaps}" if perhaps else "",
        source="" if perhaps else line.note,
    )


def _unnamed(problem: Problem, cards: LoadedCards) -> str:
    """Return the names of a problem's cards, unless its message names them all."""
    found = [card for code in problem.cards if (card := cards.card(code))]
    if all(card.name in problem.message for card in found):
        return ""
    return ", ".join(dict.fromkeys(cards.named(card.code) for card in found))


def _of_guess(line: ReportLine, cards: LoadedCards) -> Entry:
    named = cards.named(line.code or "")
    return Entry(
        sign=Glyph(icons.NOTE, Severity.NOTE, _SPOKEN[Severity.NOTE]),
        message=f"Line {line.line} “{line.text.strip()}” was read as {named}.",
        source=line.note,
        codes=(line.code,) if line.code else (),
    )
