"""Cookies of phones, proofs that a form is ours, and a limit on guesses."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from threading import Lock

from core.errors import AppError

COOKIE = "sevenplots"
# A phone stays signed in over an event of several days.
_SECONDS = 4 * 24 * 3600
_LONGEST = 100
SHORTEST_PIN, LONGEST_PIN = 6, 40
TRIES = 10
# Seconds until there is one more try: at first ten a minute, and after ten in a row fewer.
_REFILL, _SLOW_REFILL = 6.0, 30.0
_MOST_ADDRESSES = 4096


def new_token() -> str:
    """Return a random text of 128 bits."""
    return secrets.token_urlsafe(16)


def checked_pin(pin: str) -> str:
    """Return the PIN of the judges without spaces around it; AppError for one soon guessed."""
    pin = pin.strip()
    if pin and not SHORTEST_PIN <= len(pin) <= LONGEST_PIN:
        raise AppError(f"The judges' PIN must have {SHORTEST_PIN} to {LONGEST_PIN} characters.")
    return pin


def cookie_of(header: str) -> str:
    """Return the token in a Cookie header; empty if there is none."""
    try:
        found = SimpleCookie(header[:4096]).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found and len(found.value) <= _LONGEST else ""


def cookie_header(token: str, *, is_secure: bool) -> tuple[str, str]:
    """Return the header that gives a phone a token; an empty one takes it away."""
    age = _SECONDS if token else 0
    parts = [f"{COOKIE}={token}", "Path=/", f"Max-Age={age}", "HttpOnly", "SameSite=Strict"]
    return "Set-Cookie", "; ".join([*parts, *(["Secure"] if is_secure else [])])


def form_proof(secret: str, token: str) -> str:
    """Return what a form of a phone has within, which another site cannot know."""
    return hmac.new(secret.encode(), b"form:" + token.encode(), hashlib.sha256).hexdigest()


def is_proof(given: str, secret: str, token: str) -> bool:
    return bool(token) and hmac.compare_digest(
        given.encode("utf-8", "replace"), form_proof(secret, token).encode()
    )


def once_key(token: str, once: str) -> str:
    """Return the key of one form of one phone; empty if the form has none."""
    return hashlib.sha256(f"{token} {once}".encode("utf-8", "replace")).hexdigest() if once else ""


@dataclass(slots=True)
class _Guesses:
    left: float
    at: float
    slow: bool = False


class GuessLimiter:
    """Lets each address try codes and PINs ten times a minute; after ten in a row more slowly."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: OrderedDict[str, _Guesses] = OrderedDict()
        self._lock = Lock()

    def take(self, address: str) -> float:
        """Take a try; return 0, or the seconds to wait where none is left."""
        with self._lock:
            now = self._clock()
            known = self._known.pop(address, None) or _Guesses(TRIES, now)
            every = _SLOW_REFILL if known.slow else _REFILL
            known.left = min(TRIES, known.left + (now - known.at) / every)
            known.at = now
            known.slow &= known.left < TRIES
            self._known[address] = known
            while len(self._known) > _MOST_ADDRESSES:
                self._known.popitem(last=False)
            if known.left < 1:
                known.slow = True
                return (1 - known.left) * _SLOW_REFILL
            known.left -= 1
            return 0.0

    def give_back(self, address: str) -> None:
        """Count a try that was right as none."""
        with self._lock:
            if (known := self._known.get(address)) is not None:
                known.left = min(TRIES, known.left + 1)
