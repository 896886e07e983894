"""The fields of an operation as a form of a page: what it shows, and what it reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.event_commands import Selection
from app.fields import Field, Kind
from app.phones.refusals import PhoneRefusalError
from core.text_format import one_line
from events.event_terms import PenaltyLevel
from events.web.words import Words

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


def label_of(field: Field, say: Words) -> str:
    return say(f"field_{field.name}")


def level_words(level: PenaltyLevel, say: Words) -> str:
    return say(f"level_{level.name.lower()}")


def shown_fields(fields: Iterable[Field], at: Selection, say: Words) -> list[ShownField]:
    """Return the fields of a form with their first values and choices."""
    return [
        ShownField(
            name=each.name,
            label=label_of(each, say),
            kind=_KINDS[each.kind],
            value=str(each.value(at) or ""),
            choices=tuple(
                (str(value), _choice(value, words, say)) for value, words in each.choices(at)
            ),
            needed=each.needed,
            bounds=each.bounds,
        )
        for each in fields
    ]


def _choice(value: object, words: str, say: Words) -> str:
    return level_words(value, say) if isinstance(value, PenaltyLevel) else words


def read_fields(
    fields: Iterable[Field], sent: Mapping[str, str], at: Selection, say: Words
) -> dict[str, Any]:
    """Return the values of a form that was sent; AppError for one that cannot be."""
    return {each.name: _read(each, sent.get(each.name, ""), at, say) for each in fields}


def _read(field: Field, text: str, at: Selection, say: Words) -> Any:
    label = label_of(field, say)
    match field.kind:
        case Kind.YES_NO:
            return bool(text)
        case Kind.NUMBER:
            return number_between(text, label, field.bounds)
        case Kind.CHOICE | Kind.PLAYER:
            values = {str(value): value for value, _ in field.choices(at)}
            if text not in values:
                raise PhoneRefusalError(
                    "choose_one", "No choice of the list was sent.", field=label
                )
            return values[text]
    value = one_line(text, LONGEST_TEXT)
    if field.needed and not value:
        raise PhoneRefusalError("field_empty", "A field is empty.", field=label)
    return value


def number_between(text: str, label: str, bounds: tuple[int, int]) -> int:
    """Return a whole number; AppError for anything else and one out of its bounds."""
    least, most = bounds
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6) or not (
        least <= int(digits) <= most
    ):
        raise PhoneRefusalError(
            "number_from_to", "The number is out of bounds.", field=label, least=least, most=most
        )
    return int(digits)
