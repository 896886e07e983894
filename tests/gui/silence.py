"""A server that takes calls and never answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


class SilentServer:
    """A loopback socket; whoever calls waits until it is closed."""

    def __init__(self, listening: socket.socket) -> None:
        self.address: tuple[str, int] = listening.getsockname()

    @property
    def url(self) -> str:
        """The address of a library there, with a longer time limit than a test has."""
        host, port = self.address
        return f"postgresql://player@{host}:{port}/club?connect_timeout=600"

    def wait(self) -> bytes:
        """Call and wait for an answer; empty once the server is gone."""
        with socket.create_connection(self.address) as call:
            try:
                return call.recv(1)
            except ConnectionResetError:
                return b""


@contextmanager
def silent_server() -> Iterator[SilentServer]:
    """Give such a server; all who wait are let go at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield SilentServer(listening)
