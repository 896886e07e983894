"""What the list of problems says: the judge's problems and the lines that were not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from decks.deck_section import DRAW_DECK
from decks.report import ReportLine
from desktop.session.deck_session import DeckSession, Snapshot
from desktop.session.loaded_cards import LoadedCards
from desktop.session.open_deck import DeckState
from desktop.session.repair_finder import FoundRepairs
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from validators.list_in_force import stated_code
from validators.problem import Problem, Severity


@dataclass(frozen=True, slots=True)
class ProblemAction:
    """What a button under an entry does: its words, and the state that the deck is then in."""

    words: str
    state: DeckState


@dataclass(frozen=True, slots=True)
class ProblemEntry:
    """One entry: a sign, a sentence, lines that say more, the cards it selects, its repairs.

    `same` is equal for entries that speak of the same thing, whatever their numbers.
    """

    sign: Glyph
    message: str
    cards: str = ""
    numbers: str = ""
    source: str = ""
    codes: tuple[str, ...] = ()
    actions: tuple[ProblemAction, ...] = ()
    problem: Problem | None = None
    same: object = None

    @property
    def is_error(self) -> bool:
        """Whether the deck is not legal because of it."""
        return self.sign.tint is Severity.ERROR

    @property
    def words(self) -> str:
        """Everything that the entry says, in one text."""
        parts = (self.sign.words, self.message, self.cards, self.numbers, self.source)
        return "\n".join(part for part in parts if part)


_WORDS = {Severity.ERROR: "Problem", Severity.WARNING: "Warning", Severity.NOTE: "Note"}
_SIGNS = {each: Glyph(icons.of_severity(each), each, words) for each, words in _WORDS.items()}
_ORDER = list(Severity)


def problem_entries_of(session: DeckSession, cards: LoadedCards) -> tuple[ProblemEntry, ...]:
    """Return what there is to say of the deck, the worst first.

    Lines that were not read come before the judge's problems, guesses at lines after them.
    """
    shown = session.shown
    state, problems = shown.state, shown.verdict.problems if shown.verdict else ()
    if state is None:
        return ()
    by_severity = sorted(problems, key=lambda problem: _ORDER.index(problem.severity))
    return (
        *(_of_unread_line(line, cards, state) for line in state.unread),
        *(_of_problem(problem, cards) for problem in by_severity),
        *_of_list(shown, state),
        *(_of_guess(line, cards, state) for line in state.guessed),
    )


def with_repairs(entry: ProblemEntry, repairs: FoundRepairs, state: DeckState) -> ProblemEntry:
    """Return an entry of a problem with the repairs that were found for it."""
    if entry.problem is None:
        return entry
    stated = state.deck.format
    actions = (
        ProblemAction(each.label, replace(state, deck=replace(each.deck, format=stated)))
        for each in repairs.of(entry.problem)
    )
    return replace(entry, actions=tuple(actions))


def source_without_codes(source: str, cards: LoadedCards) -> str:
    """Return the source of a problem without the codes behind the names of cards."""

    def left(found: re.Match[str]) -> str:
        known = all(cards.card(code) is not None for code in found.group(1).split(" / "))
        return "" if known else found.group()

    return re.sub(r" \((\w+(?: / \w+)*)\)", left, source)


def _of_problem(problem: Problem, cards: LoadedCards) -> ProblemEntry:
    return ProblemEntry(
        sign=_SIGNS[problem.severity],
        message=problem.message,
        cards=_unnamed(problem, cards),
        numbers=_numbers(problem),
        source=source_without_codes(problem.source, cards),
        codes=problem.cards,
        problem=problem,
        same=(problem.code, problem.cards),
    )


def _numbers(problem: Problem) -> str:
    """Return how many there are of how many: "0 of 60", "4 instead of 3"."""
    found, wanted = problem.found, problem.wanted
    if found is None or wanted is None:
        return ""
    if found <= wanted:
        return f"{found} of {wanted}"
    return f"{found} instead of {wanted}" if wanted else f"{found}, none allowed"


def _of_list(shown: Snapshot, state: DeckState) -> Iterator[ProblemEntry]:
    """Yield a note where another list than the one in force was chosen, with the way to that."""
    listed, pool, conditions = shown.list_in_force, shown.pool, shown.conditions
    if listed is None or pool is None or conditions is None or conditions.restricted_list is None:
        return
    from validators.repairs import choose_list  # noqa: PLC0415 - not at start

    day = conditions.date
    on = f" on {day.isoformat()}" if day else ""
    deck = replace(state.deck, list_code=stated_code(pool, listed, day))
    yield ProblemEntry(
        sign=_SIGNS[Severity.NOTE],
        message=f"Judged under {conditions.restricted_list.name}; {listed.name} is in force{on}.",
        actions=(ProblemAction(choose_list(listed, day), replace(state, deck=deck)),),
        same="list in force",
    )


def _of_unread_line(line: ReportLine, cards: LoadedCards, state: DeckState) -> ProblemEntry:
    perhaps = ", ".join(dict.fromkeys(cards.named(code) for code in line.candidates))
    left = replace(state, unread=tuple(each for each in state.unread if each != line))
    where = f"line {line.line} " if line.line else ""
    return ProblemEntry(
        sign=Glyph(icons.UNREAD, Severity.ERROR, "Not read"),
        message=f"Not read: {where}“{line.words}”",
        cards="" if perhaps else "No cards match",
        source=line.note if not perhaps else "",
        actions=(*_taken_for(line, cards, left), ProblemAction("Leave it out", left)),
        same=line,
    )


def _taken_for(line: ReportLine, cards: LoadedCards, left: DeckState) -> Iterator[ProblemAction]:
    """Yield the deck with each card that the line may have meant."""
    copies = max(1, line.copies)
    for code in line.candidates:
        card = cards.card(code)
        if card is not None and card.edition is left.deck.edition:
            deck = (line.section or DRAW_DECK).of(card).changed(left.deck, card, copies)
            yield ProblemAction(f"Add {copies} {cards.named(code)}", replace(left, deck=deck))


def _unnamed(problem: Problem, cards: LoadedCards) -> str:
    """Return the names of a problem's cards, unless its message names them all."""
    found = [card for code in problem.cards if (card := cards.card(code))]
    if all(card.name in problem.message for card in found):
        return ""
    return ", ".join(dict.fromkeys(cards.named(card.code) for card in found))


def _of_guess(line: ReportLine, cards: LoadedCards, state: DeckState) -> ProblemEntry:
    named = cards.named(line.code or "")
    left = replace(state, guessed=tuple(each for each in state.guessed if each != line))
    actions = [ProblemAction("That is right", left)]
    taken = cards.card(line.code or "")
    for code in line.candidates:
        card = cards.card(code)
        if taken is not None and card is not None and code != line.code:
            section = line.section or DRAW_DECK
            less = section.changed(left.deck, taken, -line.copies)
            deck = section.of(card).changed(less, card, line.copies)
            words = f"Read it as {cards.named(code)}"
            actions.append(ProblemAction(words, replace(left, deck=deck)))
    return ProblemEntry(
        sign=_SIGNS[Severity.NOTE],
        message=f"Line {line.line} “{line.words}” was read as {named}.",
        source=line.note,
        codes=(line.code,) if line.code else (),
        actions=tuple(actions),
        same=line,
    )
