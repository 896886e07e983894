"""Which rows and which headings of a deck bear the sign of a problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from desktop.pages.builder.deck.deck_rows import SECTION_OF
from desktop.style import icons
from desktop.widgets.glyphs import Glyph
from validators.codes import codes_of_counts
from validators.problem import Problem, Severity

_ORDER = list(Severity)
_counts = cache(codes_of_counts)


def problems_by_card(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return the problems of every card that any of them names, the worst first.

    Not those of cards that are too few or too many together: each of these is right as it is.
    """
    marks: dict[str, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        if not _is_count(problem):
            for code in problem.cards:
                marks[code] = (*marks.get(code, ()), problem)
    return marks


def problems_by_section(problems: Iterable[Problem]) -> Mapping[int, tuple[Problem, ...]]:
    """Return by the numbers of sections the problems about how many cards there are."""
    marks: dict[int, tuple[Problem, ...]] = {}
    for problem in _worst_first(problems):
        number = SECTION_OF.get(problem.code.partition(".")[0])
        if number is not None and _is_count(problem):
            marks[number] = (*marks.get(number, ()), problem)
    return marks


def sign_of(problems: tuple[Problem, ...]) -> tuple[Glyph, ...]:
    """Return the sign of the worst of some problems, which come first."""
    return tuple(
        Glyph(icons.of_severity(worst.severity), worst.severity, worst.message)
        for worst in problems[:1]
    )


def _worst_first(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda each: _ORDER.index(each.severity))


def _is_count(problem: Problem) -> bool:
    found, wanted = problem.found, problem.wanted
    too_few = found is not None and wanted is not None and found < wanted
    return too_few or problem.code in _counts()
