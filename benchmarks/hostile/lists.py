"""Hostile lists: plain text, Markdown, and what sites copy or offer for download."""

from __future__ import annotations

from benchmarks.hostile.shapes import (
    DECK,
    LINES,
    Cases,
    decks_of,
    doubled_letter,
    filled,
    honest,
    misspelt,
    numbered,
    two_titles,
)

_LINK = "](https://thronesdb.com/card/"
_FIRST = f"a{_LINK}01001)"
_CYCLE = "---- Core Set ----"

MARKDOWN: Cases = {
    "markdown/open brackets": lambda: decks_of("{}" + "[" * 490, _FIRST),
    "markdown/brackets and links": lambda: decks_of("{}" + "[[](" * 120, _FIRST),
    "markdown/open links": lambda: decks_of("{}" + "[a](https://" * 40, _FIRST),
    "markdown/escapes": lambda: decks_of("{}[" + "\\[" * 245, _FIRST),
    "markdown/backslashes": lambda: decks_of("{}" + "\\" * 490, _FIRST),
    "markdown/strong": lambda: decks_of("{}" + "**a" * 160, _FIRST),
    "markdown/open strong": lambda: decks_of("{}" + "**a " * 120, _FIRST),
    "markdown/underscores": lambda: decks_of("{}" + "_" * 490, _FIRST),
    "markdown/two kinds of strong": lambda: decks_of("{}" + "**a __a " * 60, _FIRST),
    "markdown/hashes": lambda: decks_of("# {}" + "# a" * 160, _FIRST),
    "markdown/headings": lambda: decks_of("## a{}"),
    "markdown/long headings": lambda: decks_of("## plot plot plot plot {}"),
    "markdown/links": lambda: decks_of("- 1x [A{}](https://thronesdb.com/card/01141)"),
    "markdown/many links": lambda: decks_of("{}" + "[a](https://b.c)" * 30, _FIRST),
    "markdown/one line": lambda: filled("[a](https://thronesdb.com/card/01001) "),
    "markdown/one deck": lambda: filled("[\n", f"{_FIRST}\n"),
}
PLAIN: Cases = {
    "plain/lines": lambda: decks_of("a{}"),
    "plain/counted lines": lambda: decks_of("1x a{}"),
    "plain/long lines": lambda: decks_of("1x " + "ab cd " * 12 + "{}"),
    "plain/lines of 190": lambda: decks_of("1x " + "ab cd " * 30 + "{}"),
    "plain/lines of 1000": lambda: decks_of("1x " + "ab cd " * 160 + "{}"),
    "plain/one deck": lambda: numbered("1x a{}"),
    "plain/too many lines": lambda: "a\n" * 4_900_000,
    "plain/short lines": lambda: "a\n" * LINES,
    "plain/blank lines": lambda: "House Stark" + "\n" * LINES + "1x Ice",
    "plain/blanks": lambda: filled(" ", tail="a"),
    "plain/lines of blanks": lambda: filled(" " * 98 + "\n", "House Stark\n"),
    "plain/one line of words": lambda: filled("word "),
    "plain/one line of letters": lambda: filled("a"),
    "plain/brackets": lambda: filled("("),
    "plain/pairs of brackets": lambda: decks_of("1x {}" + " (a)" * 47),
    "plain/pairs of square brackets": lambda: decks_of("1x {}" + " [R]" * 47),
    "plain/open brackets": lambda: decks_of("1x {}" + "a (" * 60),
    "plain/closed brackets": lambda: decks_of("1x {}" + "a )" * 60),
    "plain/packs": lambda: decks_of("1x Arya Stark (Xy{})"),
    "plain/digits": lambda: filled("9"),
    "plain/counts of 4400 digits": lambda: filled("9" * 4400 + "x Ice\n", "House Stark\n1x Ice\n"),
    "plain/counts behind": lambda: filled("Ice x" + "9" * 4400 + "\n", "House Stark\n1x Ice\n"),
    "plain/lines of digits": lambda: decks_of("9{}"),
    "plain/signs of counts": lambda: decks_of("{}" + " x" * 480 + "9"),
    "plain/fields": lambda: decks_of("note: {}"),
    "plain/editions": lambda: decks_of("edition: {}"),
    "plain/factions": lambda: filled("House Stark\n"),
    "plain/nearly factions": lambda: decks_of("House Strk {}", "a"),
    "plain/headings": lambda: decks_of("Plots (7):"),
    "plain/numbered headings": lambda: decks_of("Plots ({}):"),
    "plain/remarks": lambda: decks_of("-{}" + "-" * 900 + " a"),
    "plain/rules and blanks": lambda: decks_of("- {}" + "- " * 450 + "a"),
    "plain/labels": lambda: decks_of("[A] " * 49 + "{}"),
    "plain/decks with heads": lambda: numbered(
        "A{}\nVersion: 1\n\nHouse Stark\n1x Ice\n", LINES // 6
    ),
    "plain/heads without end": lambda: (
        filled("name: a\n", "House Stark\n1x Ice\n\n") + "House Stark"
    ),
    "plain/heads and factions": lambda: filled("a: b\n\nHouse Stark\n", "1x Ice\n"),
    "plain/one card": lambda: decks_of("1x Ice"),
    "plain/short decks": lambda: filled("House Stark\n1x Ice\n\n===\n"),
    "plain/honest decks": lambda: honest("plain", 700),
    "plain/entities": lambda: decks_of("1x {}" + "&amp;" * 190),
    "plain/nested entities": lambda: decks_of("1x {}&" + "amp;" * 240),
    "plain/short names": lambda: decks_of("1x ar {}"),
}
SPELLING: Cases = {
    "spelling/doubled letters": lambda: misspelt(LINES, doubled_letter),
    "spelling/two titles": lambda: misspelt(LINES, two_titles),
    "spelling/few": lambda: misspelt(3900, doubled_letter),
    "spelling/few long": lambda: misspelt(3900, two_titles),
    "spelling/common pairs": lambda: decks_of("1x the er in an on he re or ar st nt {}"),
    "spelling/all pairs": lambda: decks_of(
        "1x thereanonaringhesteroftilandoutheresandalevisonearlormenasi {}"
    ),
    "spelling/one doubt a deck": lambda: misspelt(
        LINES, lambda title, at: title if at % DECK else "Xqw Zzv"
    ),
    "spelling/packs": lambda: misspelt(LINES, lambda title, at: f"{title}e (Pack {at})"),
    "spelling/by cycle": lambda: f"{_CYCLE}\n{misspelt(LINES, doubled_letter)}",
}
SEPARATORS: Cases = {
    "separators/equals": lambda: filled("===\n"),
    "separators/long": lambda: filled("=" * 98 + "\n"),
    "separators/one": lambda: filled("="),
    "separators/of decks": lambda: filled("House Stark\n===\n"),
    "separators/underlined": lambda: filled("a\n===\nb\n\n"),
    "separators/hyphens": lambda: filled("-"),
    "separators/hyphens and words": lambda: filled("-- a " * 19 + "\n"),
    "separators/hyphens and a word": lambda: filled("--- a" + "-" * 90 + "b\n"),
    "separators/no cycles": lambda: filled("- -" * 32 + "\n"),
    "separators/blanks before hyphens": lambda: filled(" ", tail="--"),
    "separators/cycles": lambda: decks_of("-- {} --"),
    "separators/versions": lambda: decks_of("a{} v1.0", _CYCLE),
    "separators/version of digits": lambda: filled("1.", f"{_CYCLE}\na "),
    "separators/codes": lambda: decks_of("a {}" + "| #1" * 240, _CYCLE),
    "separators/version words": lambda: filled("version:\n"),
}
SITES: Cases = {
    "agot-cards/tags": lambda: filled("[agot]", tail="[/agot]"),
    "agot-cards/open tags": lambda: filled("[agot ", tail="\n[/agot]"),
    "agot-cards/tags by line": lambda: decks_of("{}" + "[agot " * 160, "[/agot]"),
    "agot-cards/blanks": lambda: decks_of("{}[agot" + " " * 950, "[/agot]"),
    "agot-cards/closed tags by line": lambda: decks_of("{}" + "[agot][/agot]" * 70),
    "agot-cards/lines": lambda: decks_of("1x [agot]a{}[/agot]"),
    "by-cycle/lines": lambda: decks_of("1x a (Core #{})", _CYCLE),
    "by-cycle/codes": lambda: decks_of("1x a | #0114{} Core Set", _CYCLE),
    "by-cycle/cycles": lambda: filled(f"{_CYCLE}\n"),
    "by-cycle/one deck": lambda: honest("by-cycle", 1),
    "bulk/honest decks": lambda: honest("thronesdb-file", 700),
    "bulk/lines": lambda: decks_of("1x a (Core Set {})", "a\nVersion: 1.0\n\nHouse Stark"),
    "bulk/versions": lambda: numbered(
        "a{}\nVersion: 1.0\n\nHouse Stark", LINES // DECK * DECK // 4
    ),
    "thronesdb/lines": lambda: decks_of("1x Ice (Core {})", "a\n\nPacks: From a\n\nPlots:"),
}
