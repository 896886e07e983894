"""How many rounds are played alone, at most; a start can import it, because it needs no numpy."""

from __future__ import annotations

MOST_ROUNDS = 5
