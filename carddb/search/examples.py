"""Examples of the search language, for who does not know it yet; docs/search.md has them all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchExample:
    """A query, and what it finds."""

    query: str
    finds: str


EXAMPLES = (
    SearchExample("arya stark", "both words in the name"),
    SearchExample("TKR", "initials: The Kingsroad"),
    SearchExample("f:stark", "Stark cards"),
    SearchExample("t:event|plot", "events and plots"),
    SearchExample("k:lord", "the trait Lord"),
    SearchExample("keyword:shadow", "the keyword Shadow, whatever its value"),
    SearchExample("o<3", "cost 0, 1 or 2"),
    SearchExample("s>o", "more STR than cost"),
    SearchExample("m:1 g:1 p:1", "all three icons"),
    SearchExample("is:unique|loyal", "unique, or loyal, or both"),
    SearchExample("t:plot n>=5 v>=5", "plots with income and initiative of 5 or more"),
    SearchExample("gives:gold", "cards that give gold"),
    SearchExample("gives:draw", "cards that draw"),
    SearchExample("reduces:", "cards that lower a cost"),
    SearchExample('x:"no attachments except weapon"', "words of the text"),
    SearchExample('e:"wolves of the north"', "a pack"),
    SearchExample('like:"a noble cause"', "cards like this one, the likest first"),
    SearchExample("-f:stark", "a minus: everything else"),
    SearchExample("f:stark or f:tyrell", "either"),
    SearchExample("pool:all", "both editions and draft, whatever the deck"),
)
