"""Printed values that the API leaves out: it gives null for an X and for a dash.

In version 2.0 it gives costs as texts ("3", "X", "-"), but strength and a plot's values are
null in every version. The meaning of null is taken from the card that is known, else from its
text, by three rules that fit all 53 such values of the 2,240 published cards:

- a cost is a dash on a card with the keyword shadow: it is brought out of the shadows only;
- another cost is X on an event or attachment whose text speaks of X;
- a strength or a plot's value is X where the text states what "X is".

Where none of them fits, the value stays unknown, with a warning.
"""

from __future__ import annotations

import re
from enum import Enum

from carddb.raw_fields import RawFields
from carddb.terms import Number, PlotStats, Printed

_X = re.compile(r"(?<!\()\bX\b(?!\))")
_X_IS = re.compile(r"\bX is\b")
_DIGITS = re.compile(r"[0-9]{1,4}")
_STATS = ("income", "initiative", "claim", "reserve")


class NotStated(Enum):
    """What a field has instead of a value."""

    DASH = "-"
    NULL = "null"


def printed_number(fields: RawFields, field: str) -> Number | NotStated:
    """Return a number, X, a dash or null; CardDataError for anything else."""
    value = fields.fields.get(field)
    if value is None:
        return NotStated.NULL
    if value == NotStated.DASH.value:
        return NotStated.DASH
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        return RawFields(fields.code, {field: int(value)}).whole(field)
    return fields.number(field)


def printed_cost(
    fields: RawFields, text: str, known: Number | None, *, is_known: bool, shadow: bool
) -> tuple[Number | None, str]:
    """Return a cost, None for a dash, and a warning where there is one."""
    stated = printed_number(fields, "cost")
    if not isinstance(stated, NotStated):
        return stated, ""
    if stated is NotStated.DASH:
        return None, ""
    if is_known:
        return known, _still(fields.code, "cost", known)
    if shadow:
        return None, ""
    if fields.text("type_code") in {"event", "attachment"} and _X.search(text):
        return Printed.X, ""
    return None, _unknown(fields.code, "cost")


def strength(fields: RawFields, text: str, known: Number | None) -> tuple[Number | None, str]:
    """Return a character's strength, None if it is unknown, and a warning where there is one."""
    stated = printed_number(fields, "strength")
    if not isinstance(stated, NotStated):
        return stated, ""
    if known is not None:
        return known, _still(fields.code, "strength", known)
    if _X_IS.search(text):
        return Printed.X, ""
    return None, _unknown(fields.code, "strength")


def plot(
    fields: RawFields, text: str, known: PlotStats | None
) -> tuple[PlotStats, tuple[str, ...]]:
    """Return a plot's values with the warnings; no plot has a dash, so an unknown one is an X."""
    values: dict[str, Number] = {}
    warnings = []
    for field in _STATS:
        stated = printed_number(fields, field)
        before: Number | None = getattr(known, field, None)
        if not isinstance(stated, NotStated):
            values[field] = stated
        elif before is not None:
            values[field] = before
            warnings.append(_still(fields.code, field, before))
        else:
            values[field] = Printed.X
            if not _X_IS.search(text):
                warnings.append(f"Card {fields.code}: its {field} is not told; it is taken for X.")
    return PlotStats(**values), tuple(filter(None, warnings))


def _still(code: str, field: str, known: Number | None) -> str:
    """Return the warning where a number gave way to null; X and the dash are always null."""
    if not isinstance(known, int):
        return ""
    return f"Card {code}: its {field} is not told any more; {known} stays."


def _unknown(code: str, field: str) -> str:
    return f"Card {code}: its {field} is neither told nor known, and is left empty."
