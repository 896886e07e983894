"""Which columns of the table of all cards are shown, and how wide, from the room that there is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from desktop.pages.builder.pool.pool_columns import COLUMNS, COPIES, LIKENESS, NAME, Shown

# In characters: what a column that the user chose leaves to the name at least, and what other wide
# ones leave to it beside such a column.
_LEAST_NAME, _USUAL_NAME = 10, 24


@dataclass(frozen=True, slots=True)
class PoolRoom:
    """What the widths follow from, in pixels.

    `character` is the width of a digit, `copies` that of the copies in the deck. `choices` says of
    columns by name whether the user wants them; the others are shown as is usual. `need` returns
    the width that the contents of a column with a share need, by its number.
    """

    width: int
    character: int
    copies: int
    groups: Collection[Shown]
    choices: Mapping[str, bool]
    need: Callable[[int], int]


def pool_column_widths(room: PoolRoom) -> dict[int, int]:
    """Return the widths of the columns that are shown, by their numbers.

    The narrow ones have what they need. What they leave goes to the names first, then to the
    other wide ones, until nothing is elided.
    """
    widths = {
        number: room.copies if number == COPIES else _usual_width(number, room)
        for number, column in enumerate(COLUMNS)
        if column.shown in room.groups and room.choices.get(column.name, column.usual)
    }
    _hide_what_does_not_fit(widths, room)
    sharing = [number for number in widths if COLUMNS[number].share]
    sharing.sort(key=lambda number: (number != NAME, not COLUMNS[number].usual))
    spare = room.width - sum(widths.values())
    if spare < 0:
        widths[NAME] = max(6 * room.character, widths[NAME] + spare)
        return widths
    needs = {number: room.need(number) for number in sharing}
    for number in sharing:
        more = max(0, min(spare, needs[number] - widths[number]))
        widths[number] += more
        spare -= more
    lacking = sum(max(0, needs[number] - widths[number]) for number in sharing)
    unused = max(0, widths[NAME] - max(needs[NAME], _LEAST_NAME * room.character))
    for number in sharing[1:] if lacking else ():
        more = max(0, min(unused, needs[number] - widths[number]))
        widths[number] += more
        widths[NAME] -= more
        unused -= more
    widths[NAME] += spare
    return widths


def _usual_width(number: int, room: PoolRoom) -> int:
    """Return the width that a column has in any case; the values of plots leave what they can."""
    column = COLUMNS[number]
    width = round(column.width * room.character)
    tight = column.shown is Shown.WITH_PLOTS_IN_NARROW_TABLE
    return min(width, room.need(number)) if tight else width


def _hide_what_does_not_fit(widths: dict[int, int], room: PoolRoom) -> None:
    """Remove the columns that leave too little to the name; those that the user chose last.

    First go the wide ones, the widest first, then narrow ones from the right.
    """

    def chosen(number: int) -> bool:
        return room.choices.get(COLUMNS[number].name, False)

    def first_to_go(number: int) -> tuple[bool, bool, bool, float]:
        column = COLUMNS[number]
        # By what a card is like another one is what was asked for.
        last = number == LIKENESS
        return last, chosen(number), not column.share, -column.width if column.share else -number

    going = [n for n in widths if n != NAME and (COLUMNS[n].share or COLUMNS[n].yields)]
    for number in sorted(going, key=first_to_go):
        left, column = room.width - sum(widths.values()) + widths[NAME], COLUMNS[number]
        wanted: float = widths[NAME]
        if chosen(number) or number == LIKENESS:
            wanted = _LEAST_NAME * room.character
        elif column.share and any(map(chosen, widths)):
            wanted = _USUAL_NAME * room.character
        elif not column.share and not any(map(chosen, widths)):
            wanted = column.yields * room.character
        if left < wanted:
            del widths[number]
