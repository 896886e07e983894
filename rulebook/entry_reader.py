"""Entries from the files in resources/rulebook; docs/rulebook.md describes their form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable

from carddb.errors import AppError
from carddb.terms import Edition
from rulebook.entry import Entry, EntryKind, WordSpan

_HEADING = "== "
_LISTS = ("cards", "keywords", "codes", "see", "also")
_FIELDS = frozenset({"source", "since", "until", *_LISTS})
_STEP = re.compile(r"(?:\d+\.|-|\|) ")
_LINK = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
_FOLDERS = {"first": Edition.FIRST, "second": Edition.SECOND, "both": None}


def read_entries(folder: Traversable | None = None) -> tuple[Entry, ...]:
    """Return every entry of a folder, that of the program; AppError where a file is unusable."""
    folder = folder or files("resources") / "rulebook"
    texts = [
        (each, edition)
        for name, edition in _FOLDERS.items()
        for each in sorted((folder / name).iterdir(), key=lambda file: file.name)
        if each.name.endswith(".txt")
    ]
    drafts = [draft for file, edition in texts for draft in _drafts(file, edition)]
    titles = {draft.id: draft.title for draft in drafts}
    return tuple(draft.entry(titles) for draft in drafts)


class _Draft:
    """An entry as it stands in its file, before the titles of all others are known."""

    def __init__(self, heading: str, edition: Edition | None, usual: Mapping[str, str]) -> None:
        name, _, title = heading.partition("|")
        self.id, self.title = name.strip(), title.strip()
        self.edition = edition
        self.fields = dict(usual)
        self.lines: list[str] = []

    def entry(self, titles: Mapping[str, str]) -> Entry:
        try:
            spans = tuple(_spans(_joined(self.lines), titles))
            lists = {name: _listed(self.fields.get(name, "")) for name in _LISTS}
            lists["see"] = tuple(
                dict.fromkeys([*lists["see"], *(span.link for span in spans if span.link)])
            )
            return Entry(
                id=self.id,
                kind=EntryKind(self.id.partition(".")[0]),
                title=self.title,
                spans=spans,
                edition=self.edition,
                since=_day(self.fields.get("since", "")),
                until=_day(self.fields.get("until", "")),
                source=self.fields["source"],
                **lists,
            )
        except (KeyError, ValueError) as error:
            raise _unusable(self.id, str(error)) from None


def _drafts(file: Traversable, edition: Edition | None) -> Iterator[_Draft]:
    """Yield the entries of a file; fields before the first heading are those of all."""
    usual: dict[str, str] = {}
    draft: _Draft | None = None
    fields: dict[str, str] | None = usual
    name = ""
    for line in file.read_text("utf-8").splitlines():
        if line.startswith(_HEADING):
            if draft is not None:
                yield draft
            draft = _Draft(line.removeprefix(_HEADING), edition, usual)
            fields = draft.fields
        elif fields is not None and line:
            if line.startswith("  ") and name:
                fields[name] += f" {line.strip()}"
                continue
            name, _, value = line.partition(":")
            if name not in _FIELDS:
                raise _unusable(file.name, f"“{line}” is no field")
            fields[name] = value.strip()
        elif draft is not None:
            fields = None
            draft.lines.append(line)
    if draft is not None:
        yield draft


def _unusable(where: str, why: str) -> AppError:
    return AppError(f"The rules in {where} could not be read: {why}.", "Install the program again.")


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


def _joined(lines: Iterable[str]) -> str:
    """Return the lines of a file as text: paragraphs and steps end lines, nothing else does."""
    text = ""
    for line in lines:
        if not line:
            text = f"{text.rstrip()}\n\n"
        elif _STEP.match(line):
            text = f"{text.rstrip(' ')}\n{line}" if not text.endswith("\n") else text + line
        else:
            text += ("" if not text or text.endswith("\n") else " ") + line.strip()
    return text.strip()


def _spans(text: str, titles: Mapping[str, str]) -> Iterator[WordSpan]:
    """Yield the words by links; a link without words of its own shows the other's title."""
    end = 0
    for found in _LINK.finditer(text):
        if found.start() > end:
            yield WordSpan(text[end : found.start()])
        yield WordSpan(found[2] or titles[found[1]], found[1])
        end = found.end()
    if end < len(text):
        yield WordSpan(text[end:])
