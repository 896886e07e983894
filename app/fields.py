"""The values that an action needs, as rows: options of a command and fields of a dialog."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum, StrEnum, auto
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Any]
Choices: TypeAlias = Iterable[tuple[Any, str]]


class Kind(Enum):
    """What a field holds; of a player, the id."""

    TEXT = auto()
    NUMBER = auto()
    YES_NO = auto()
    DAY = auto()
    CHOICE = auto()
    PLAYER = auto()


@dataclass(frozen=True, slots=True)
class Field:
    """A value of an action: an argument or option of a command, and a field of a dialog."""

    name: str
    kind: Kind
    label: str = ""
    help: str | None = None
    metavar: str | None = None
    # Without the name of an option it is an argument.
    option: str = ""
    default: Any = None
    _: KW_ONLY
    least: int | None = None
    # A choice on the command line; in a dialog it is one of `choices`, values with their words.
    named: type[StrEnum] | None = None
    choices: Callable[[Any], Choices] = lambda _: ()
    # In a dialog: the first value, the bounds of a number, and whether 0 stands for None.
    value: Callable[[Any], Any] = lambda _: None
    bounds: tuple[int, int] = (0, 0)
    none_at_zero: bool = False
    # Whether the dialog requires this text.
    needed: bool = False
    placeholder: str = ""
    # Its accessible name if that is not the label, and its least width.
    spoken: str = ""
    characters: int = 4
    # Whether the dialog shows it, by the values of the others.
    shown: Callable[[Values], bool] | None = None
