"""The log of an event as JSON: `sevenplots-event-log`, see docs/events.md."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from core.errors import AppError
from events.event_values import EventSettings
from events.operations import Created, Operation
from events.operations import SettingsChanged as Changed
from events.replay import STEPS

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

FORMAT = "sevenplots-event-log"
# In version 2 an event may carry its restricted list, and a time until which deck lists are handed
# in; a log with neither is still of version 1.
VERSION = 2
_WITHOUT_BOTH = 1


class EventLogError(AppError):
    """A text is not an event log that this version can read."""


def wrong_field(error: ValidationError) -> str:
    """Return which field of a JSON text is wrong, and why."""
    first = error.errors()[0]
    return f"“{'.'.join(map(str, first['loc']))}” is wrong: {first['msg']}."


def kind_of(operation: Operation) -> str:
    """Return the name of an operation's kind in the log: "round-paired"."""
    return _kind(type(operation))


def _kind(operation: type[Operation]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", operation.__name__).lower()


_ALL: tuple[type[Operation], ...] = (Created, *STEPS)
KINDS_OF_OPERATION: dict[str, type[Operation]] = {_kind(each): each for each in _ALL}


@cache
def _adapter(kind: str) -> TypeAdapter[Operation]:
    # The judge, and a window without an event, need no pydantic.
    from pydantic import TypeAdapter  # noqa: PLC0415

    return TypeAdapter(KINDS_OF_OPERATION[kind])


def operation_object(operation: Operation) -> dict[str, Any]:
    """Return an operation as the object of its JSON, without default values."""
    kind = kind_of(operation)
    fields = _adapter(kind).dump_python(operation, mode="json", exclude_defaults=True)
    return {"kind": kind, **fields}


def operation_of(plain: object, number: int = 1) -> Operation:
    """Return the operation of a plain object; EventLogError says which field is wrong."""
    kind = plain.get("kind") if isinstance(plain, dict) else None
    if not isinstance(plain, dict) or not isinstance(kind, str) or kind not in KINDS_OF_OPERATION:
        raise EventLogError(f"Operation {number} of the log is of an unknown kind.")
    from pydantic import ValidationError  # noqa: PLC0415 - as above

    fields = {name: value for name, value in plain.items() if name != "kind"}
    try:
        return _adapter(kind).validate_python(fields)
    except ValidationError as error:
        text = f"Operation {number} of the log ({kind}): {wrong_field(error)}"
        raise EventLogError(text) from None


def version_of(settings: Iterable[EventSettings]) -> int:
    """Return the version of a log with these settings, which older programs may read, too."""
    new = any(each.own_list or each.lists_until for each in settings)
    return VERSION if new else _WITHOUT_BOTH


def written_log(log: Sequence[Operation]) -> str:
    """Return the log as JSON, one operation a line; the same log gives the same text."""
    lines = ",\n  ".join(
        json.dumps(operation_object(each), ensure_ascii=False, separators=(", ", ": "))
        for each in log
    )
    version = version_of(each.settings for each in log if isinstance(each, Created | Changed))
    return f'{{"format": "{FORMAT}", "version": {version}, "operations": [\n  {lines}\n]}}\n'


def read_log(text: str) -> tuple[Operation, ...]:
    """Return the operations of a log; they are checked by `replay`, here only read."""
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise EventLogError(f"The log is not JSON: {error}.") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise EventLogError("This is not the log of an event.")
    if plain.get("version") not in range(1, VERSION + 1):
        raise EventLogError(
            f"The log is of version {plain.get('version')}; this program reads versions up to"
            f" {VERSION}.",
            "Use a newer version of Seven Plots.",
        )
    entries = plain.get("operations")
    if not isinstance(entries, list):
        raise EventLogError("The log has no list of operations.")
    return tuple(operation_of(each, number) for number, each in enumerate(entries, start=1))
