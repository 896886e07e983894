"""Untrusted JSON objects, read field by field with errors that name the object and the field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import NoReturn, TypeVar

from carddb.terms import Number, Printed
from core.errors import AppError, CardDataError

_E = TypeVar("_E", bound=Enum)
_HIGHEST = 1000
_LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class RawFields:
    """The fields of one raw card; every reader raises CardDataError for what it cannot accept.

    Packs, cycles, lists and decks are read in the same way: `what` is then another word than
    "Card", and the error a plain AppError.
    """

    code: str
    fields: Mapping[str, object]
    what: str = "Card"

    @classmethod
    def of(cls, raw: object, code_field: str, what: str = "Card") -> RawFields:
        """Return the fields of a raw object whose code is in `code_field`."""
        if not isinstance(raw, dict):
            cls("?", {}, what).refuse(what.lower(), "is not an object")
        code = raw.get(code_field)
        if not isinstance(code, str) or not code:
            cls("?", {}, what).refuse(code_field, "is missing or not a text")
        return cls(code, raw, what)

    def has(self, field: str) -> bool:
        return self.fields.get(field) is not None

    def text(self, field: str, default: str | None = None) -> str:
        """Return a text that is not empty, or the default where the field is missing.

        An empty text is fine where there is a default.
        """
        value = self.fields.get(field)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self.refuse(field, "is missing" if value is None else "is not a text")
        if not value and default is None:
            self.refuse(field, "is empty")
        if len(value) > _LONGEST:
            self.refuse(field, f"is longer than {_LONGEST} characters")
        return value

    def day(self, field: str) -> date:
        """Return a day written as YYYY-MM-DD."""
        try:
            return date.fromisoformat(self.text(field))
        except ValueError:
            self.refuse(field, "is not a day (YYYY-MM-DD)")

    def flag(self, field: str) -> bool:
        """Return true or false; a missing field is false."""
        value = self.fields.get(field, False)
        if not isinstance(value, bool):
            self.refuse(field, "is neither true nor false")
        return value

    def whole(self, field: str, lowest: int = 0, default: int | None = None) -> int:
        """Return a whole number from `lowest` to 1,000, or the default where it is missing."""
        value = self.fields.get(field)
        if value is None and default is not None:
            return default
        if value is None:
            self.refuse(field, "is missing")
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(field, "is not a whole number")
        if not lowest <= value <= _HIGHEST:
            self.refuse(field, f"is not between {lowest} and {_HIGHEST}")
        return value

    def number(self, field: str, lowest: int = 0, default: int | None = None) -> Number:
        """Return a whole number or the letter X."""
        if self.fields.get(field) == Printed.X.value:
            return Printed.X
        return self.whole(field, lowest, default)

    def texts(self, field: str) -> tuple[str, ...]:
        """Return a list of texts; a missing field is an empty one."""
        value = self.fields.get(field, [])
        if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
            self.refuse(field, "is not a list of texts")
        return tuple(value)

    def entries(self, field: str) -> tuple[RawFields, ...]:
        """Return a list of objects; a missing field is an empty one."""
        value = self.fields.get(field, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.refuse(field, "is not a list of objects")
        return tuple(RawFields(self.code, each, self.what) for each in value)

    def entry(self, field: str) -> RawFields:
        """Return the fields of an object within the card."""
        value = self.fields.get(field)
        if not isinstance(value, dict):
            self.refuse(field, "is missing" if value is None else "is not an object")
        return RawFields(self.code, value, self.what)

    def term(self, field: str, terms: type[_E]) -> _E:
        return self.term_of(field, self.text(field), terms)

    def term_of(self, field: str, value: str, terms: type[_E]) -> _E:
        try:
            return terms(value.lower())
        except ValueError:
            self.refuse(field, f"has the unknown value “{value[:40]}”")

    def refuse(self, field: str, reason: str) -> NoReturn:
        """Raise the error for an invalid field."""
        if self.what == "Card":
            raise CardDataError(self.code, field, reason)
        raise AppError(f"{self.what} {self.code}: the field “{field}” {reason}.")
