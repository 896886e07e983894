"""A server that cannot show who it is."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from core.download import Downloader, Limits
from core.errors import NetworkError

LIMITS = Limits(seconds=120.0, connect=60.0, silence=60.0, tries=3, pause=0.01)
NAME = ["-subj", "/CN=localhost", "-days", "2"]


@pytest.fixture
def unproven(tmp_path: Path) -> Iterator[str]:
    """Give the address of a server with a certificate that nobody else signed."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificate, and is not here")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    files = ["-keyout", str(key), "-out", str(certificate)]
    command = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", *NAME, *files]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"https://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_certificate_that_nobody_signed(unproven: str) -> None:
    with (
        Downloader(LIMITS) as downloader,
        pytest.raises(NetworkError, match="could not show who it is: its certificate is not valid"),
    ):
        downloader.fetch(unproven)
