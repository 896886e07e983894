"""Which addresses may be requested: https anywhere, plain http on this computer alone."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urljoin, urlsplit

from carddb.errors import AppError, NetworkError

THRONESDB = "https://thronesdb.com"
# A variable that names another server, such as one on this computer.
SERVER = "SEVENPLOTS_SYNC_FROM"

# Letters that programs read differently, and a name and password before the host ("@").
_DOUBTFUL = re.compile(r"[\s\x00-\x20\x7f\\@]")
_LONGEST = 2000


class AddressError(AppError):
    """An address that the program does not request."""


def chosen_server() -> str:
    """Return the default server for cards and decks."""
    return os.environ.get(SERVER) or THRONESDB


def checked_address(address: str) -> str:
    """Return the address if it may be requested, else raise AddressError."""
    if len(address) > _LONGEST or _DOUBTFUL.search(address):
        raise AddressError(
            f"“{_short(address)}” is not an address that can be requested.",
            "Write it like https://thronesdb.com, without a name, a password or spaces in it.",
        )
    parts = _split(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_loopback(parts)):
        raise AddressError(
            f"“{_short(address)}” is not requested, because it is not secure.",
            "An address must start with https://; http:// is only for a server on this computer,"
            " such as http://127.0.0.1:8000.",
        )
    return address


def checked_source(address: str) -> str:
    """Return the address of a server without the last slash; AddressError if it is none."""
    parts = _split(checked_address(address))
    if parts.query or parts.fragment:
        raise AddressError(
            f"“{_short(address)}” is a page, not a server.", "Leave out what follows the ? or #."
        )
    return address.rstrip("/")


def checked_hop(address: str, target: str) -> str:
    """Return where a redirect leads, or raise NetworkError where it may not be followed.

    The scheme stays, and no other computer may send us to a server on this one.
    """
    try:
        there = checked_address(urljoin(address, target))
        old, new = _split(address), _split(there)
    except (AddressError, ValueError):
        raise _refusal(address, target) from None
    if new.scheme != old.scheme or (_is_loopback(new) and not _is_loopback(old)):
        raise _refusal(address, target)
    return there


def site_of(address: str) -> str:
    """Return the host of an address, with its port if it names one, as messages show it."""
    return urlsplit(address).netloc


def is_loopback(address: str) -> bool:
    """Return whether an address is on this computer."""
    return _is_loopback(urlsplit(address))


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address)
        complete = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        (parts.hostname or "").encode("idna")
    except ValueError:  # UnicodeError is one: a name like a..b
        complete = False
    if not complete:
        raise AddressError(
            f"“{_short(address)}” is not an address.", "Write it like https://thronesdb.com."
        )
    return parts


def _is_loopback(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _refusal(address: str, target: str) -> NetworkError:
    return NetworkError(
        f"{site_of(address)} redirects to “{_short(target)}”, which is not secure enough to follow."
    )


def _short(address: str) -> str:
    shown = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in address
    )
    return shown if len(shown) <= 80 else f"{shown[:79]}…"
