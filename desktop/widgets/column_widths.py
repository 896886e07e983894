"""How the columns of a table share its width: nothing is elided beside empty room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.widgets.rows_model import ColumnHeading

# Of what is to be shared, the first column takes so much before the others have what they need.
_FIRST_PART = 0.6


@dataclass(slots=True)
class ColumnWidths:
    """The widths of columns, in pixels, by their numbers; `spare` is what is left.

    `needs` is what the contents of columns need, headings included, as far as it is known.
    """

    room: int
    columns: Mapping[int, ColumnHeading]
    character: int
    least: float = 0
    needs: Mapping[int, int] = field(default_factory=dict)
    widths: dict[int, int] = field(default_factory=dict)

    @property
    def spare(self) -> int:
        """The width that no column has."""
        return self.room - sum(self.widths.values())

    def share(self) -> Mapping[int, int]:
        """Give narrow columns their widths and those with a share the rest; the first before all.

        Where something would be elided, narrow columns give what they do not need. What nobody
        needs goes to those with a share by their shares.
        """
        self.widths = {
            number: round((self.least if each.share else each.width) * self.character)
            for number, each in self.columns.items()
        }
        sharing = [number for number, each in self.columns.items() if each.share]
        if sharing:
            self._grow(sharing[0], round(_FIRST_PART * self.spare))
        for number in (*sharing[1:], *sharing[:1]):
            self._grow(number, self.spare)
        lacking = [number for number in self.widths if self._lack(number) > 0]
        for number in set(self.widths) - set(sharing) if lacking else ():
            self.widths[number] += min(0, self._lack(number))
        for number in sorted(lacking, key=lambda number: number not in sharing):
            self._grow(number, self.spare)
        self._give_rest(sharing)
        return self.widths

    def _lack(self, number: int) -> int:
        return self.needs.get(number, self.widths[number]) - self.widths[number]

    def _grow(self, number: int, most: int) -> None:
        self.widths[number] += max(0, min(most, self._lack(number)))

    def _give_rest(self, sharing: list[int]) -> None:
        shares, rest = sum(self.columns[number].share for number in sharing), max(0, self.spare)
        for number in sharing:
            self.widths[number] += rest * self.columns[number].share // shares
