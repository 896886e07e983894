"""Which regular expressions Python's own engine may try: those of few ways, in its spelling."""

from __future__ import annotations

import re

from carddb.search.regular_syntax import Choice, Letter, Part, Place, Repeat, Sequence

_MANY = 10**9
_WIDE = 1000
_PLACES = {"^": r"\A", "$": r"\Z", "b": r"\b", "B": r"\B"}


def ways(part: Part) -> int:
    """Return at most how many ways there are to try a part at one place of a text.

    An endless repetition counts as a thousand ways, of what has several ways itself as too many.
    """
    match part:
        case Choice():
            return min(sum(map(ways, part.parts)), _MANY)
        case Sequence():
            total = 1
            for each in part.parts:
                total = min(total * ways(each), _MANY)
            return total
        case Repeat():
            return _repeated(ways(part.part), part.least, part.most)
        case _:
            return 1


def _repeated(inner: int, least: int, most: int | None) -> int:
    if most is None:
        return _WIDE if inner == 1 else _MANY
    total = 0
    for times in range(least, most + 1):
        total = min(total + min(inner**times, _MANY), _MANY)
    return total


def as_python(part: Part) -> str:
    """Return a part as Python's own regular expressions write it."""
    match part:
        case Letter():
            return _letter(part)
        case Place():
            return _PLACES[part.kind]
        case Choice():
            return f"(?:{'|'.join(map(as_python, part.parts))})"
        case Sequence():
            return f"(?:{''.join(map(as_python, part.parts))})"
        case Repeat():
            most = "" if part.most is None else part.most
            return f"(?:{as_python(part.part)}){{{part.least},{most}}}"


def _letter(letter: Letter) -> str:
    ranges = (f"{re.escape(low)}-{re.escape(high)}" for low, high in letter.ranges)
    kinds = (f"\\{kind}" for kind in letter.kinds)
    members = "".join([*map(re.escape, sorted(letter.these)), *ranges, *kinds])
    if not members:
        return r"[\s\S]" if letter.negated else r"[^\s\S]"
    return f"[{'^' if letter.negated else ''}{members}]"
