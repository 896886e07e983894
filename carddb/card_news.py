"""The changes of a sync in words: cards, packs and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList


class NewsKind(StrEnum):
    """The kinds of news; a line begins with its kind."""

    LIST = "New list"
    LIST_CHANGED = "List changed"
    LIST_GONE = "List gone"
    PACK = "New pack"
    CARD = "New card"
    CHANGED = "Changed"
    GONE = "Gone"


_ONE_AND_MORE = {
    NewsKind.LIST: ("new list", "new lists"),
    NewsKind.LIST_CHANGED: ("list changed", "lists changed"),
    NewsKind.LIST_GONE: ("list gone", "lists gone"),
    NewsKind.PACK: ("new pack", "new packs"),
    NewsKind.CARD: ("new card", "new cards"),
    NewsKind.CHANGED: ("card changed", "cards changed"),
    NewsKind.GONE: ("card gone", "cards gone"),
}

# The fields of a card in words; several may be one thing to a reader.
_FIELD_WORDS = {
    "name": "name",
    "type": "type",
    "pack": "pack",
    "position": "number",
    "factions": "faction",
    "quantity": "copies in its pack",
    "deck_limit": "copies in a deck",
    "traits": "traits",
    "unique": "uniqueness",
    "loyal": "loyalty",
    "cost": "cost",
    "strength": "strength",
    "icons": "icons",
    "plot": "plot values",
    "errata": "errata",
    "keywords": "keywords",
    **dict.fromkeys(("text", "income", "initiative", "reserve"), "text"),
    **dict.fromkeys(("host", "gold_effects", "only_in", "blank"), "text"),
    "image_url": "picture",
}
# Facts of a text, which the program's own cards do not have.
_FROM_TEXT = frozenset({"text", "keywords"})


@dataclass(frozen=True, slots=True)
class NewsLine:
    """One piece of news: its kind, and the card, pack or list."""

    kind: NewsKind
    subject: str

    @override
    def __str__(self) -> str:
        return f"{self.kind} · {self.subject}"


@dataclass(frozen=True, slots=True)
class News:
    """The differences from the previous cards.

    `texts` counts the cards whose only change is that their text is here now. `warnings` are
    sentences about doubtful parts of the answer.
    """

    source: str
    lines: tuple[NewsLine, ...] = ()
    texts: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return not self.lines and not self.texts

    def summary(self) -> str:
        """Return how much of each kind there is: "1 new list, 12 new cards"."""
        if self.nothing:
            return "Your cards are up to date."
        counts = Counter(each.kind for each in self.lines)
        parts = [
            f"{count:,} {_ONE_AND_MORE[kind][count > 1]}"
            for kind in NewsKind
            if (count := counts[kind])
        ]
        if self.texts:
            have = "card has its text" if self.texts == 1 else "cards have their text"
            parts.append(f"{self.texts:,} {have} now")
        return f"{', '.join(parts)}."


def news_of(before: CardPool, after: CardPool, source: str, warnings: tuple[str, ...] = ()) -> News:
    """Return the differences of the cards after a sync, which are from `source`."""
    new_packs = [pack for code, pack in after.packs.items() if code not in before.packs]
    lines = [*_lists(before, after), *(NewsLine(NewsKind.PACK, pack.name) for pack in new_packs)]
    lines += [NewsLine(NewsKind.CARD, _label(after, each)) for each in _only_in(after, before)]
    texts = 0
    for other in after:
        if (one := before.by_code.get(other.code)) is None:
            continue
        words = _differences(one, other)
        first_text = one.text is None and other.text is not None
        if first_text:
            words = [each for each in words if each not in _FROM_TEXT]
        if words:
            subject = f"{_label(after, other)}: {', '.join(words)}"
            lines.append(NewsLine(NewsKind.CHANGED, subject))
        else:
            texts += first_text
    lines += [NewsLine(NewsKind.GONE, _label(before, each)) for each in _only_in(before, after)]
    return News(source, tuple(lines), texts, warnings)


def _differences(one: Card, other: Card) -> list[str]:
    """Return the differences between two cards of one code, in words.

    A picture that is new does not count.
    """
    if one == other:
        return []
    fields = (each for each in _FIELD_WORDS if getattr(one, each) != getattr(other, each))
    if one.image_url is None:
        fields = (each for each in fields if each != "image_url")
    return list(dict.fromkeys(_FIELD_WORDS[each] for each in fields))


def _lists(before: CardPool, after: CardPool) -> Iterator[NewsLine]:
    for code, restricted in after.lists.items():
        if code not in before.lists:
            yield NewsLine(NewsKind.LIST, _list_label(restricted))
        elif before.lists[code] != restricted:
            yield NewsLine(NewsKind.LIST_CHANGED, _list_label(restricted))
    for code, restricted in before.lists.items():
        if code not in after.lists:
            yield NewsLine(NewsKind.LIST_GONE, _list_label(restricted))


def _list_label(restricted: RestrictedList) -> str:
    return f"{restricted.name}, in force from {restricted.date}"


def _only_in(pool: CardPool, other: CardPool) -> list[Card]:
    return [card for card in pool if card.code not in other]


def _label(pool: CardPool, card: Card) -> str:
    return f"{card.name} ({pool.pack_name(card)})"
