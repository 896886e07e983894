"""Hostile letters: ends of lines, bytes that are not text, signs that grow when they are folded."""

from __future__ import annotations

from benchmarks.hostile.shapes import LETTERS, LINES, Cases, decks_of, filled

_XML = "<deck>"
ENDINGS: Cases = {
    "endings/CR": lambda: "\r" * LETTERS,
    "endings/CR and a": lambda: "a\r" * (LETTERS // 2),
    "endings/CR in bounds": lambda: "a\r" * LINES,
    "endings/mixed": lambda: "a\r\n\n\rb\r" * (LETTERS // 8),
    "endings/LF": lambda: "a" + "\n" * LETTERS,
    "endings/NEL": lambda: "a\x85" * (LETTERS // 2),
    "endings/NEL as bytes": lambda: bytes("a\x85" * (LETTERS // 3), "utf-8"),
    "endings/line separators": lambda: "a\u2028" * (LETTERS // 2),
    "endings/form feeds": lambda: "a\f" * (LETTERS // 2),
    "endings/NUL": lambda: "\0" * LETTERS,
    "endings/NUL behind": lambda: "House Stark\n" * 700_000 + "\0",
    "endings/file separators": lambda: "House Stark\n" + "a\x1c" * (LETTERS // 3),
}

LETTERING: Cases = {
    "letters/NFKD in one line": lambda: "\ufdfa" * LETTERS,
    "letters/NFKD as bytes": lambda: bytes("\ufdfa" * (LETTERS // 3), "utf-8"),
    "letters/NFKD by line": lambda: decks_of("{}" + "\ufdfa" * 33),
    "letters/NFKD by long line": lambda: decks_of("1x {}" + "\ufdfa" * 90),
    "letters/NFKD by line of 1000": lambda: decks_of("{}" + "\ufdfa" * 990),
    "letters/NFKD cells": lambda: filled(f"1,{chr(0xFDFA) * 60}\n", "count,name\n"),
    "letters/NFKD JSON": lambda: '{"slots":{},"format":"' + "\ufdfa" * 9_000_000 + '"}',
    "letters/NFKD faction": lambda: '{"slots":{},"faction":"' + "\ufdfa" * 9_000_000 + '"}',
    "letters/NFKD section": lambda: f'{_XML}<section name="{chr(0xFDFA) * 19_000}"/></deck>',
    "letters/combining": lambda: filled("\u0301"),
    "letters/combining unsorted": lambda: filled("\u0301\u0323"),
    "letters/combining by line": lambda: decks_of("a{}" + "\u0315\u0300\u05ae" * 65),
    "letters/Hangul": lambda: decks_of("{}" + "\uac01" * 90),
    "letters/astral": lambda: decks_of("{}" + "\U0001d400" * 39),
    "letters/astral one line": lambda: filled("\U0001f409"),
    "letters/halves": lambda: "\ud800" * LETTERS,
    "letters/invisible": lambda: filled("\u200b"),
    "letters/byte order marks": lambda: filled("\ufeff", tail="a"),
    "letters/Windows": lambda: b"\xff" * LETTERS,
    "letters/UTF-16": lambda: b"\xff\xfe" + "\ufdfa".encode("utf-16-le") * 4_900_000,
    "letters/UTF-32": lambda: b"\xff\xfe\x00\x00" + b"\xff\xff\xff\xff" * 2_400_000,
    "letters/quotation marks": lambda: decks_of("{}" + "'\u2019" * 45),
    "letters/ampersands": lambda: decks_of("{}" + "&" * 90),
    "letters/sharp s": lambda: decks_of("{}" + "\u00df\u0390" * 47),
}
