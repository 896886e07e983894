"""What a regular expression says: the pattern -> a tree, or a fault that says where and why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

from carddb.search.folding import plain

LONGEST = 200
MOST_TIMES = 50
DEEPEST = 20

_TIMES = re.compile(r"\{(?P<least>[0-9]{1,4})(?P<range>,(?P<most>[0-9]{0,4}))?\}")
_KINDS: dict[str, Callable[[str], bool]] = {
    "d": str.isdecimal,
    "s": str.isspace,
    "w": lambda letter: letter.isalnum() or letter == "_",
}
_SIGNS = {"n": "\n", "t": "\t"}


class RegularFault(Exception):  # noqa: N818 - a fault in the pattern, told as a QueryError
    """What is wrong with a pattern, and from which character to which."""

    def __init__(self, start: int, end: int, reason: str) -> None:
        super().__init__(reason)
        self.start, self.end, self.reason = start, end, reason


@dataclass(frozen=True, slots=True)
class Letter:
    """One character of a set: these, those of a range, those of a kind; or any but these."""

    these: frozenset[str] = frozenset()
    ranges: tuple[tuple[str, str], ...] = ()
    kinds: str = ""
    negated: bool = False

    def accepts(self, letter: str) -> bool:
        """Tell whether the character is one of the set."""
        found = (
            letter in self.these
            or any(low <= letter <= high for low, high in self.ranges)
            or any(
                _KINDS[kind.lower()](letter) is kind.islower()  # \D is what \d is not
                for kind in self.kinds
            )
        )
        return found is not self.negated


@dataclass(frozen=True, slots=True)
class Place:
    """A place between characters: "^", "$", "b" (where a word begins or ends) or "B"."""

    kind: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """One part behind the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the parts."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part from `least` to `most` times; None: any number of times."""

    part: Part
    least: int
    most: int | None


Part: TypeAlias = Letter | Place | Sequence | Choice | Repeat


def read(pattern: str) -> Part:
    """Return the tree of a pattern; RegularFault where it is none or asks for too much.

    Back references and looking around are refused: with them no bound on the time can be kept.
    """
    if len(pattern) > LONGEST:
        reason = f"A regular expression may have {LONGEST} characters."
        raise RegularFault(LONGEST, len(pattern), reason)
    return _Reader(pattern).whole()


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.depth = 0

    def whole(self) -> Part:
        part = self.choice()
        if self.at < len(self.pattern):
            self.refuse("This bracket was never opened in the regular expression.")
        return part

    def choice(self) -> Part:
        parts = [self.sequence()]
        while self.took("|"):
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def sequence(self) -> Part:
        parts: list[Part] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts.append(self.repeated())
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def repeated(self) -> Part:
        start = self.at
        part = self.atom()
        times = self.times()
        if times is None:
            return part
        if isinstance(part, Place):
            self.refuse("There is nothing to repeat before this sign.", start)
        self.took("?")  # lazy or not, the same texts are found
        if self.pattern[self.at : self.at + 1] in {"*", "+", "?"} or self.times() is not None:
            self.refuse("A repetition cannot be repeated; put brackets around it.", start)
        return Repeat(part, *times)

    def times(self) -> tuple[int, int | None] | None:
        """Return how often the part before is meant, or None where nothing is said."""
        for sign, times in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.took(sign):
                return times
        written = _TIMES.match(self.pattern, self.at)
        if written is None:
            return None
        start, self.at = self.at, written.end()
        least = int(written["least"])
        most = int(written["most"]) if written["most"] else None if written["range"] else least
        if max(least, most or 0) > MOST_TIMES or (most is not None and most < least):
            self.refuse(f"A repetition goes from few to many, {MOST_TIMES} at most.", start)
        return least, most

    def atom(self) -> Part:
        letter = self.next()
        if letter == "(":
            return self.group()
        if letter == "[":
            return self.letter_set()
        if letter == "\\":
            return self.escaped()
        if letter == ".":
            return Letter(negated=True)
        if letter in "^$":
            return Place(letter)
        if letter in "*+?" or _TIMES.match(self.pattern, self.at - 1):
            self.refuse("There is nothing to repeat before this sign.", self.at - 1)
        return self.literal(letter)

    def literal(self, letter: str) -> Part:
        """Return a character as texts have it: small, without accent; a quotation mark is none."""
        alike = letter if letter.isspace() else plain(letter)
        letters = tuple(Letter(frozenset({each})) for each in alike)
        return letters[0] if len(letters) == 1 else Sequence(letters)

    def group(self) -> Part:
        start = self.at - 1
        if self.took("?") and not self.took(":"):
            self.refuse("Looking around and named groups are not understood here.", start)
        self.depth += 1
        if self.depth > DEEPEST:
            self.refuse("The regular expression is nested too deeply.", start)
        part = self.choice()
        if not self.took(")"):
            self.refuse("This bracket of the regular expression is not closed.", start)
        self.depth -= 1
        return part

    def escaped(self) -> Part:
        letter = self.next()
        if letter.lower() in _KINDS:
            return Letter(kinds=letter)
        if letter in {"b", "B"}:
            return Place(letter)
        if letter in _SIGNS:
            return Letter(frozenset({_SIGNS[letter]}))
        if not letter or letter.isalnum():
            self.refuse("This escape is not understood in a regular expression.", self.at - 2)
        return self.literal(letter)

    def letter_set(self) -> Part:
        start = self.at - 1
        negated = self.took("^")
        these: set[str] = set()
        ranges: list[tuple[str, str]] = []
        kinds = ""
        first = True
        while first or self.pattern[self.at : self.at + 1] != "]":
            first = False
            low = self.set_member(start)
            if len(low) == 2:
                kinds += low[1]
            elif self.pattern[self.at : self.at + 1] == "-" and self.pattern[
                self.at + 1 : self.at + 2
            ] not in {"]", ""}:
                self.at += 1
                ranges.append(self.range_from(low, start))
            else:
                these |= set(plain(low) or low)
        self.at += 1
        return Letter(frozenset(these), tuple(ranges), kinds, negated)

    def range_from(self, low: str, start: int) -> tuple[str, str]:
        high = self.set_member(start)
        low, high = plain(low) or low, plain(high) or high
        if len(low) != 1 or len(high) != 1 or low > high:
            self.refuse("A range goes from one character to a later one.", start)
        return low, high

    def set_member(self, start: int) -> str:
        """Return a character of a set, or a backslash and the letter of a kind."""
        letter = self.next()
        if not letter:
            self.refuse("This set of the regular expression is not closed.", start)
        if letter != "\\":
            return letter
        letter = self.next()
        if letter.lower() in _KINDS:
            return f"\\{letter}"
        if letter in _SIGNS:
            return _SIGNS[letter]
        if not letter or letter.isalnum():
            self.refuse("This escape is not understood in a set.", self.at - 2)
        return letter

    def next(self) -> str:
        """Return the next character and step over it; nothing at the end."""
        letter = self.pattern[self.at : self.at + 1]
        self.at += len(letter)
        return letter

    def took(self, sign: str) -> bool:
        """Step over a sign where it comes next."""
        if self.pattern.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def refuse(self, reason: str, start: int | None = None) -> NoReturn:
        begin = self.at if start is None else max(start, 0)
        raise RegularFault(begin, max(self.at, begin + 1), reason)
