"""The connections of downloads, which another thread can cut."""

from __future__ import annotations

from http.cookiejar import DefaultCookiePolicy
from socket import SHUT_RDWR, socket
from threading import Event, Lock
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from typing_extensions import override
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool


class OpenSockets:
    """The open sockets of a session, so that another thread can cut them."""

    def __init__(self) -> None:
        self.is_cut = Event()
        self._open: list[socket] = []
        self._lock = Lock()

    def add(self, wire: socket | None) -> None:
        """Remember a socket; it is cut at once where the others were."""
        with self._lock:
            self._open = [each for each in self._open if each.fileno() >= 0]
            if wire is not None:
                self._open.append(wire)
        if self.is_cut.is_set():
            self.cut()

    def cut(self) -> None:
        """Wake whoever waits for these sockets; it finds them closed."""
        self.is_cut.set()
        with self._lock:
            for wire in self._open:
                try:
                    wire.shutdown(SHUT_RDWR)
                except OSError:  # closed already, at the other end or at this one
                    continue


class _Adapter(HTTPAdapter):
    """Makes the connections of requests, and registers their sockets."""

    def __init__(self, open_sockets: OpenSockets) -> None:
        self._pools = _pools(open_sockets)
        super().__init__()

    @override
    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = self._pools

    @override
    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        manager = super().proxy_manager_for(proxy, **options)
        if not proxy.lower().startswith("socks"):
            manager.pool_classes_by_scheme = self._pools
        return manager


def _pools(open_sockets: OpenSockets) -> dict[str, type[HTTPConnectionPool]]:
    class Plain(HTTPConnection):
        @override
        def connect(self) -> None:
            super().connect()
            open_sockets.add(self.sock)

    class Secure(HTTPSConnection):
        @override
        def connect(self) -> None:
            super().connect()
            open_sockets.add(self.sock)

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class SecurePool(HTTPSConnectionPool):
        ConnectionCls = Secure

    return {"http": PlainPool, "https": SecurePool}


class CancellableSession(requests.Session):
    """A session without cookies and passwords, whose sockets are registered.

    Redirects are left to the caller: requests would read their addresses, and fail on some.
    """

    def __init__(self, open_sockets: OpenSockets) -> None:
        super().__init__()
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        # Otherwise requests would send what ~/.netrc holds for the host.
        self.auth = _no_password
        for scheme in ("https://", "http://"):
            self.mount(scheme, _Adapter(open_sockets))

    @override
    def get_redirect_target(self, resp: requests.Response) -> None:
        return None


def _no_password(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request
