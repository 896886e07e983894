"""Regular expressions that cannot hang: their time grows with the text, whatever is written.

Python's own try every way in turn, for some patterns longer than anyone waits, so they get only
those of few ways. For the others all ways are followed at once (Thompson, 1968), and each set of
ways is remembered, so a character is a look into a dictionary. What is told is whether a text holds
a match, not where.
"""

from __future__ import annotations

import re

from carddb.search.folding import Accepts
from carddb.search.regular_syntax import (
    Choice,
    Letter,
    Part,
    Place,
    RegularFault,
    Repeat,
    Sequence,
    read,
)
from carddb.search.regular_ways import as_python, ways

_MOST_STEPS = 400
_FEW_WAYS = 2000
_MOST_STATES = 2000
_WORD = Letter(kinds="w")


class _State(dict[str, "_State"]):
    """The steps that may come next, and the character before; its items are what follows."""

    __slots__ = ("before", "steps")

    def __init__(self, steps: frozenset[int], before: str) -> None:
        super().__init__()
        self.steps = steps
        self.before = before


_FOUND = _State(frozenset(), "")


def regular(pattern: str) -> Accepts:
    """Return whether a text, made plain before, holds a match of a pattern.

    RegularFault where the pattern is none, or asks for too much.
    """
    tree = read(pattern)
    if ways(tree) <= _FEW_WAYS:
        expression = re.compile(as_python(tree))
        return lambda text: expression.search(text) is not None
    return RegularExpression(tree, pattern).search


class RegularExpression:
    """A pattern whose ways are followed all at once; RegularFault where they are too many."""

    def __init__(self, tree: Part, pattern: str) -> None:
        self._letters: dict[int, Letter] = {}
        self._places: dict[int, str] = {}
        self._next: list[tuple[int, ...]] = [()]
        self._pattern = pattern
        self._first = self._add(tree, 0)
        self._states: dict[tuple[frozenset[int], str], _State] = {}
        self._literal = _literal(tree)

    def search(self, text: str) -> bool:
        """Tell whether a text, made plain before, holds a match."""
        if self._literal not in text:
            return False
        state = self._state(frozenset({self._first}), "")
        for letter in text:
            following = state.get(letter)
            if following is None:
                following = state[letter] = self._following(state, letter)
            if following is _FOUND:
                return True
            state = following
        return 0 in self._reached(state, "")

    def _add(self, part: Part, then: int) -> int:
        """Add the steps of a part that goes on to the step `then`; return its first step.

        Step 0 is the end of the pattern: who reaches it has found a match.
        """
        match part:
            case Letter():
                step = self._step((then,))
                self._letters[step] = part
                return step
            case Place():
                step = self._step((then,))
                self._places[step] = part.kind
                return step
            case Choice():
                return self._step(tuple(self._add(each, then) for each in part.parts))
            case Sequence():
                for each in reversed(part.parts):
                    then = self._add(each, then)
                return then
            case Repeat():
                return self._add_repeat(part, then)

    def _add_repeat(self, repeat: Repeat, then: int) -> int:
        if repeat.most is None:
            loop = self._step(())
            self._next[loop] = (self._add(repeat.part, loop), then)
            then = loop
        else:
            end = then
            for _ in range(repeat.most - repeat.least):
                then = self._step((self._add(repeat.part, then), end))
        for _ in range(repeat.least):
            then = self._add(repeat.part, then)
        return then

    def _step(self, then: tuple[int, ...]) -> int:
        if len(self._next) >= _MOST_STEPS:
            reason = "This regular expression repeats too much; make it shorter."
            raise RegularFault(0, len(self._pattern), reason)
        self._next.append(then)
        return len(self._next) - 1

    def _state(self, steps: frozenset[int], before: str) -> _State:
        state = self._states.get((steps, before))
        if state is None:
            if len(self._states) >= _MOST_STATES:
                self._states.clear()
            state = self._states[steps, before] = _State(steps, before)
        return state

    def _following(self, state: _State, letter: str) -> _State:
        kind = "w" if _WORD.accepts(letter) else "-"
        reached = self._reached(state, kind)
        if 0 in reached:
            return _FOUND
        steps = {self._first}
        for step in reached:
            if step in self._letters and self._letters[step].accepts(letter):
                steps.update(self._next[step])
        return self._state(frozenset(steps), kind)

    def _reached(self, state: _State, after: str) -> set[int]:
        """Return the steps that are reached without a character, before one of the kind `after`."""
        reached: set[int] = set()
        waiting = list(state.steps)
        while waiting:
            step = waiting.pop()
            if step in reached:
                continue
            reached.add(step)
            place = self._places.get(step)
            if step not in self._letters and (place is None or _is(place, state.before, after)):
                waiting.extend(self._next[step])
        return reached


def _is(place: str, before: str, after: str) -> bool:
    """Tell whether a place is between these kinds: "w" in a word, "-" outside, "" no character."""
    if place == "^":
        return not before
    if place == "$":
        return not after
    return ((before == "w") is not (after == "w")) is (place == "b")


def _literal(tree: Part) -> str:
    """Return the longest run of characters that each match must hold; it may be empty."""
    parts = tree.parts if isinstance(tree, Sequence) else (tree,)
    runs = [""]
    for part in parts:
        letter = _only_letter(part)
        runs.append(runs.pop() + letter if letter else "")
        if not letter:
            runs.append("")
    return max(runs, key=len)


def _only_letter(part: Part) -> str:
    if isinstance(part, Letter) and len(part.these) == 1:
        rest = part.ranges or part.kinds or part.negated
        return "" if rest else next(iter(part.these))
    return ""
