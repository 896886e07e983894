"""The addresses of this computer in the local network, found without sending anything."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address

from carddb.errors import AppError

# Addresses of other networks: a datagram socket that is connected only looks up the way there.
# The first is for documentation and is nobody's, the others are of the usual home networks.
_ELSEWHERE = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
_PORT = 9


def local_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses that others in the local network reach, the likeliest first."""
    found = [*map(_address_towards, _ELSEWHERE), *_addresses_of_name()]
    return tuple(dict.fromkeys(each for each in found if each and is_local(each)))


def local_address() -> str:
    """Return the address to serve pages at; AppError where there is no local network."""
    found = local_addresses()
    if not found:
        raise AppError(
            "This computer has no address in a local network.",
            "Connect it to the Wi-Fi that the players use, or give the address yourself.",
        )
    return found[0]


def is_local(address: str) -> bool:
    """Return whether an address is one of a local network, and not this computer's for itself."""
    each = IPv4Address(address)
    return each.is_private and not each.is_loopback and not each.is_unspecified


def _address_towards(other: str) -> str:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.connect((other, _PORT))
        return str(datagrams.getsockname()[0])
    return ""


def _addresses_of_name() -> list[str]:
    with suppress(OSError, UnicodeError):
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []
