"""Decode the bytes of a file, or recognize that it is not text."""

from __future__ import annotations

import codecs
import re

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KNOWN_FILES = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a compressed file"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "a document of a word processor"),
    (b"\x7fELF", "a program"),
)


def other_kind(data: bytes) -> str:
    """Return what a file is if it is not text ("a picture"), else an empty text."""
    return next((what for start, what in _KNOWN_FILES if data.startswith(start)), "")


def decoded(data: bytes) -> str:
    """Decode bytes by their byte order mark, else as UTF-8, else as Windows-1252."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def normalized(text: str) -> str:
    return whole(text).replace("\r\n", "\n").replace("\r", "\n")


def whole(text: str) -> str:
    """Return a text without byte order marks and lone surrogates."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace").replace("\ufeff", "")


def begins_as_xml(text: str, outermost: str) -> bool:
    """Return whether a text begins like XML with this root element."""
    return (
        re.match(rf"\s*<(?:\?xml\b|!doctype\b|!--|{outermost}\b)", text, re.IGNORECASE) is not None
    )
