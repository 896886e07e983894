"""A file of texts -> the texts of cards in it, with an account of every entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from carddb.card import Card
from carddb.decoding import normalized
from carddb.own_texts.card_finder import CardFinder
from carddb.own_texts.entry import LONGEST, TextEntry, is_text
from carddb.own_texts.files import entries_in
from carddb.own_texts.report import OwnTextLine, TextReport, TextStatus
from carddb.pool import CardPool
from carddb.progress import Progress
from carddb.terms import Edition

_STEP = 50
_OTHERWISE_SHOWN = "The synced text is shown as long as there is one."


def read_texts(
    source: Path | bytes,
    pools: Mapping[Edition, CardPool],
    before: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> TextReport:
    """Read a file, its bytes, or a folder with OCTGN's sets; nothing is saved.

    `before` are the player's texts so far, by code. `progress` is called with (done, total), and
    what it raises ends the reading. TextSourceError, or another AppError, where nothing can be
    read at all.
    """
    entries = entries_in(source)
    reader = _Reader(pools, before or {})
    for done, entry in enumerate(entries):
        if progress and done % _STEP == 0:
            progress(done, len(entries))
        reader.take(entry)
    return TextReport(tuple(reader.lines), reader.texts)


@dataclass(slots=True)
class _Reader:
    """Collects the texts and the account of entries, one after the other."""

    pools: Mapping[Edition, CardPool]
    before: Mapping[str, str]
    lines: list[OwnTextLine] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    _finder: CardFinder = field(init=False)
    _seen: dict[str, TextEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._finder = CardFinder(self.pools)

    def take(self, entry: TextEntry) -> None:
        """Add an entry to the texts or report why not."""
        if entry.fault:
            self._report_entry(entry, TextStatus.UNREADABLE, note=entry.fault)
            return
        named = self._finder.find(entry)
        if named.card is None:
            status = TextStatus.AMBIGUOUS if named.ambiguous else TextStatus.UNKNOWN
            codes = tuple(card.code for card in named.candidates)
            self._report_entry(entry, status, note=named.note, candidates=codes)
            return
        code, text = named.card.code, _text(entry.text)
        status, note = _fault(text) or self._standing(named.card, text or "")
        if status in {TextStatus.TAKEN, TextStatus.SAME}:
            self._seen[code] = entry
        if status is TextStatus.TAKEN:
            self.texts[code] = text or ""
        self._report_entry(entry, status, code, f"{named.note} {note}".strip())

    def _standing(self, card: Card, text: str) -> tuple[TextStatus, str]:
        """Return what a text is beside those of the file and those from before."""
        if first := self._seen.get(card.code):
            where = f"entry {first.line}" + (f" of {first.source}" if first.source else "")
            return TextStatus.REPEATED, f"The card has its text from {where}."
        if self.before.get(card.code) == text:
            return TextStatus.SAME, ""
        notes = ["Replaces your earlier text."] if card.code in self.before else []
        if card.text and card.code not in self.pools[card.edition].own_texts:
            notes.append(_OTHERWISE_SHOWN)
        return TextStatus.TAKEN, " ".join(notes)

    def _report_entry(
        self,
        entry: TextEntry,
        status: TextStatus,
        code: str | None = None,
        note: str = "",
        candidates: tuple[str, ...] = (),
    ) -> None:
        line = OwnTextLine(entry.line, entry.shown, status, code, note, candidates, entry.source)
        self.lines.append(line)


def _text(written: object) -> str | None:
    """Return a text as it is stored, "" for nothing; None for what is no text."""
    if written is None:
        return ""
    text = normalized(written).strip() if isinstance(written, str) else ""
    return text if isinstance(written, str) and is_text(text) else None


def _fault(text: str | None) -> tuple[TextStatus, str] | None:
    """Return why a text cannot be taken, or None."""
    if text is None:
        return TextStatus.NOT_TEXT, "What stands for the text is no text."
    if not text:
        return TextStatus.EMPTY, "The entry has no text."
    if len(text) > LONGEST:
        note = f"It has {len(text):,} letters; at most {LONGEST:,} are taken."
        return TextStatus.TOO_LONG, note
    return None
