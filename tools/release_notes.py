"""Prints the notes of a release, and checks that its tag, version, changelog and catalogue agree.

Usage: python -m tools.release_notes v0.2.0
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from carddb import catalogue
from core.program_version import PROGRAM_VERSION

CHANGELOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"
# Restricted lists come twice a year: the data of a release is not older than this.
OLDEST_DAYS = 31
_HEADING = re.compile(
    r"^## \[(?P<version>[^]]+)\](?: - (?P<day>\d{4}-\d\d-\d\d))?[ \t]*$", re.MULTILINE
)


def section(text: str, version: str) -> tuple[date | None, str]:
    """Return the day and the text of a version in a changelog; LookupError where it has none."""
    headings = list(_HEADING.finditer(text))
    for number, heading in enumerate(headings):
        if heading["version"] == version:
            after = headings[number + 1 : number + 2]
            end = after[0].start() if after else len(text)
            day = date.fromisoformat(heading["day"]) if heading["day"] else None
            return day, text[heading.end() : end].strip()
    raise LookupError(f"CHANGELOG.md has no section [{version}].")


def problems(tag: str, changelog: str, version: str, data: date) -> list[str]:
    """Return what has to be corrected before a tag becomes a release."""
    found = []
    if tag != f"v{version}":
        found.append(f"The tag is {tag}, and the program's version {version}.")
    try:
        day, text = section(changelog, tag.removeprefix("v"))
    except LookupError as error:
        return [*found, str(error.args[0])]
    if day is None:
        found.append(f"The section [{version}] of CHANGELOG.md has no day.")
    elif (day - data).days > OLDEST_DAYS:
        found.append(f"The catalogue is of {data}, too old for {day}; make catalogue brings it.")
    if not text:
        found.append(f"The section [{version}] of CHANGELOG.md is empty.")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the notes, or what is wrong."""
    (tag,) = arguments or sys.argv[1:]
    changelog = CHANGELOG.read_text("utf-8")
    wrong = problems(tag, changelog, PROGRAM_VERSION, catalogue.as_of())
    if wrong:
        print(*wrong, sep="\n", file=sys.stderr)
        return 1
    print(section(changelog, PROGRAM_VERSION)[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
