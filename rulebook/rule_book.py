"""All entries of the rules companion, by card, keyword and problem."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from carddb.card import Card
from carddb.pool import CardPool
from carddb.terms import Edition
from core.errors import AppError
from rulebook.entry import Entry, EntryKind, WordSpan

_HEADING = "== "
_LISTS = ("cards", "keywords", "codes", "see", "also")
_FIELDS = frozenset({"source", "since", "until", *_LISTS})
_STEP = re.compile(r"(?:\d+\.|-|\|) ")
_LINK = re.compile(r"\[\[([^\]|]+)(?:\|([^\]]+))?\]\]")
_FOLDERS = {"first": Edition.FIRST, "second": Edition.SECOND, "both": None}


def read_entries(folder: Traversable | None = None) -> tuple[Entry, ...]:
    """Return all entries of a folder (default: the program's); AppError if a file is unusable."""
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
    """An entry as written in its file, before the titles of the other entries are known."""

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
    """Yield the entries of a file; fields before the first heading apply to all of them."""
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
                raise _unusable(file.name, f"“{line}” is not a field")
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
    """Join the lines of a file; line breaks remain only between paragraphs and steps."""
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
    """Yield the text between links, and the links; a link without words shows the entry's title."""
    end = 0
    for found in _LINK.finditer(text):
        if found.start() > end:
            yield WordSpan(text[end : found.start()])
        yield WordSpan(found[2] or titles[found[1]], found[1])
        end = found.end()
    if end < len(text):
        yield WordSpan(text[end:])


_NO_RULINGS = frozenset({EntryKind.KEYWORD, EntryKind.ERRATUM})


class RuleBook:
    """Entries by id, card, keyword and problem; never changed."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(entries)
        self._by_id = {entry.id: entry for entry in self.entries}

    def __contains__(self, name: object) -> bool:
        return name in self._by_id

    def entry(self, name: str) -> Entry:
        """Return the entry with an id; AppError if there is none."""
        if name not in self._by_id:
            raise AppError(
                f"There is no rule “{name}”.", "Search for it by words: sevenplots rule WORDS."
            )
        return self._by_id[name]

    @property
    def ruled_cards(self) -> frozenset[str]:
        """The codes of the cards with rulings: entries other than keywords and errata."""
        entries = (entry for entry in self.entries if entry.kind not in _NO_RULINGS)
        return frozenset(code for entry in entries for code in entry.cards)

    def for_card(self, card: Card, pool: CardPool) -> tuple[Entry, ...]:
        """Return the entries that name a card, then those about its keywords, newest first."""
        codes = {each.code for each in pool.printings(card)}
        keywords = {keyword.name for keyword in card.keywords}
        mine = [entry for entry in self.entries if entry.is_for(card.edition)]
        named = [entry for entry in mine if not codes.isdisjoint(entry.cards)]
        shared = [
            entry
            for entry in mine
            if entry not in named and not keywords.isdisjoint(entry.keywords)
        ]
        return (*_newest_first(named), *_newest_first(shared))

    def rulings_of(self, card: Card, pool: CardPool) -> tuple[Entry, ...]:
        return tuple(each for each in self.for_card(card, pool) if each.kind not in _NO_RULINGS)

    def for_keyword(self, keyword: str, edition: Edition) -> Entry | None:
        for entry in self.entries:
            if (
                entry.kind is EntryKind.KEYWORD
                and keyword in entry.keywords
                and entry.is_for(edition)
            ):
                return entry
        return None

    def for_problem(self, code: str, edition: Edition | None = None) -> tuple[Entry, ...]:
        """Return the entries that explain a problem's code, if possible of the edition."""
        every = tuple(entry for entry in self.entries if code in entry.codes)
        own = tuple(entry for entry in every if edition is None or entry.is_for(edition))
        return own or every

    def rule_of(self, code: str, edition: Edition, day: date | None = None) -> Entry:
        """Return the entry that explains a problem's code, preferably one that held on the day."""
        entries = self.for_problem(code, edition)
        held = (each for each in entries if day is None or each.holds_on(day))
        return next(held, entries[0])

    def on(self, day: date) -> RuleBook:
        return RuleBook(entry for entry in self.entries if entry.holds_on(day))


@cache
def rule_book() -> RuleBook:
    return RuleBook(read_entries())


def _newest_first(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: entry.since or date.min, reverse=True)
