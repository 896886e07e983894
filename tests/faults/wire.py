"""A server on loopback that writes whatever bytes a test wants, when it wants."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

Talk = Callable[["Wire"], None]


class Wire:
    """One connection: `asked` is the head of the request, `closing` set when the test is over."""

    def __init__(self, connection: socket.socket, closing: Event) -> None:
        self._connection = connection
        self.closing = closing
        self.asked = b""

    def listen(self) -> None:
        """Read the head of the request."""
        while b"\r\n\r\n" not in self.asked and (read := self._connection.recv(4096)):
            self.asked += read

    def say(self, *parts: bytes) -> None:
        """Send some bytes."""
        for part in parts:
            self._connection.sendall(part)

    def head(self, *lines: str, status: str = "200 OK") -> None:
        """Send the head of an answer; nothing follows on the connection after its body."""
        told = [f"HTTP/1.1 {status}", "Connection: close", *lines, "", ""]
        self.say("\r\n".join(told).encode())

    def body(self, body: bytes, *lines: str, status: str = "200 OK") -> None:
        """Send a whole answer."""
        self.head(f"Content-Length: {len(body)}", *lines, status=status)
        self.say(body)

    def wait(self, seconds: float) -> bool:
        """Wait, and tell whether the test is over."""
        return self.closing.wait(seconds)

    def hang(self) -> None:
        """Say nothing more."""
        self.closing.wait(120)


@contextmanager
def serving(talk: Talk) -> Iterator[str]:
    """Give the address of a server that answers every connection with `talk`."""
    closing = Event()
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(0.05)
    threads: list[Thread] = []

    def accept() -> None:
        while not closing.is_set():
            with suppress(TimeoutError):
                connection, _ = listening.accept()
                thread = Thread(target=_answer, args=(connection, talk, closing))
                thread.start()
                threads.append(thread)

    accepting = Thread(target=accept)
    accepting.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        closing.set()
        accepting.join()
        for thread in threads:
            thread.join()
        listening.close()


def _answer(connection: socket.socket, talk: Talk, closing: Event) -> None:
    connection.settimeout(60)
    with connection, suppress(OSError):
        wire = Wire(connection, closing)
        wire.listen()
        talk(wire)
