"""An address or a deck's code as a QR code: as rows of modules, and for a terminal."""

from __future__ import annotations

from io import StringIO

import segno

_BORDER = 4


def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of the code of a text, True for dark, with the light border around it.

    A text that is too long for a QR code (2,953 letters) has none.
    """
    try:
        rows = segno.make(text, micro=False).matrix_iter(border=_BORDER)
    except segno.DataOverflowError:
        return ()
    return tuple(tuple(bool(module) for module in row) for row in rows)


def qr_terminal(text: str) -> str:
    """Return the code of a text for a terminal; empty if the text is too long."""
    lines = StringIO()
    try:
        segno.make(text, micro=False).terminal(lines, border=_BORDER, compact=True)
    except segno.DataOverflowError:
        return ""
    return lines.getvalue()
