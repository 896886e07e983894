"""Values of the program as JSON."""

from __future__ import annotations

from datetime import date
from enum import Enum
from operator import attrgetter
from pathlib import PurePath
from typing import Any


def json_value(value: object) -> Any:
    """Return a value as JSON has it: enumerations by value, days and paths as texts."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, PurePath):
        return str(value)
    return list(map(json_value, value)) if isinstance(value, tuple) else value


def json_object(value: object, names: str) -> dict[str, Any]:
    """Return attributes of a value as a JSON object.

    `names` lists the keys. A key is the attribute of its name, or after "=" another one:
    "id name=outline.name".
    """
    pairs = (each.partition("=") for each in names.split())
    return {key: json_value(attrgetter(path or key)(value)) for key, _, path in pairs}
