"""What a command came to, for tests of the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    """What a command printed and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as the one JSON object that it must be."""
        printed: dict[str, Any] = json.loads(self.out)
        return printed


Run = Callable[..., Ran]


def terminal_output(terminal: int) -> bytes:
    """Read the output of the program; once it has ended that is an error on some systems."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
