"""What texts must be like to be kept on every database."""

from __future__ import annotations

from carddb.spelling import fold
from library.errors import UnusableNameError


def storable(text: str) -> str:
    """Return a text without what no database takes: NUL, and halves of surrogate pairs."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def named(text: str, what: str) -> tuple[str, str]:
    """Return a name with single spaces, and the form in which names are compared.

    UnusableNameError where it is empty; `what` says of what.
    """
    name = " ".join(storable(text).split())
    if not name:
        raise UnusableNameError(f"A {what} needs a name.")
    return name, fold(name) or name.casefold()
