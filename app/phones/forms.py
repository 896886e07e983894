"""The fields of an operation as a form of a page: what it shows, and what it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.event_commands import Selection
from app.fields import Field, Kind
from core.errors import AppError
from core.text_format import one_line

LONGEST_TEXT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownField:
    """A field as a page shows it; `kind` is text, number, yes-no or choice."""

    name: str
    label: str
    kind: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    needed: bool = False
    bounds: tuple[int, int] = (0, 0)


_KINDS = {
    Kind.TEXT: "text",
    Kind.NUMBER: "number",
    Kind.YES_NO: "yes-no",
    Kind.CHOICE: "choice",
    Kind.PLAYER: "choice",
}


def label_of(text: str) -> str:
    """Return a label or menu text without the mark of its key and its dots."""
    return text.replace("&", "").removesuffix("…")


def shown_fields(fields: Iterable[Field], at: Selection) -> list[ShownField]:
    """Return the fields of a form with their first values and choices."""
    return [
        ShownField(
            name=each.name,
            label=label_of(each.label),
            kind=_KINDS[each.kind],
            value=str(each.value(at) or ""),
            choices=tuple((str(value), words) for value, words in each.choices(at)),
            needed=each.needed,
            bounds=each.bounds,
        )
        for each in fields
    ]


def read_fields(fields: Iterable[Field], sent: Mapping[str, str], at: Selection) -> dict[str, Any]:
    """Return the values of a form that was sent; AppError for one that cannot be."""
    return {each.name: _read(each, sent.get(each.name, ""), at) for each in fields}


def _read(field: Field, text: str, at: Selection) -> Any:
    label = label_of(field.label)
    match field.kind:
        case Kind.YES_NO:
            return bool(text)
        case Kind.NUMBER:
            return number_between(text, label, field.bounds)
        case Kind.CHOICE | Kind.PLAYER:
            values = {str(value): value for value, _ in field.choices(at)}
            if text not in values:
                raise AppError(f"“{label}”: choose one of the list.")
            return values[text]
    value = one_line(text, LONGEST_TEXT)
    if field.needed and not value:
        raise AppError(f"“{label}” is empty.", "Fill it in.")
    return value


def number_between(text: str, label: str, bounds: tuple[int, int]) -> int:
    """Return a whole number; AppError for anything else and one out of its bounds."""
    least, most = bounds
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6) or not (
        least <= int(digits) <= most
    ):
        raise AppError(f"“{label}” is a whole number from {least} to {most}.")
    return int(digits)
