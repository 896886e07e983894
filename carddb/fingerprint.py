"""Checksums of the catalogue's files, without reading its cards."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files

from carddb.terms import Edition


def catalogue_fingerprint() -> str:
    """Return a text that differs whenever any file of the catalogue does."""
    digest = sha256()
    for edition in Edition:
        folder = files("resources") / "catalogue" / edition.value
        for file in sorted(folder.iterdir(), key=lambda each: each.name):
            digest.update(file.name.encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()


def checksum(texts: Iterable[str]) -> str:
    """Return a text that differs whenever any of these texts, or their order, does."""
    digest = sha256()
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
