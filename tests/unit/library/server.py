"""A PostgreSQL server of the tests' own, started from the system's package and thrown away."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import URL

from library.addresses import server_address

_numbers = count(1)


class PostgresServer:
    """A server that is running; databases are made on it as tests need them."""

    def __init__(self, port: int) -> None:
        self.port = port

    def new_database(self) -> URL:
        """Make an empty database; return its address."""
        name = f"library_{next(_numbers)}"
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        return server_address(self.url(name))

    def empty(self, address: URL) -> None:
        """Delete every row of a library's database."""
        with psycopg.connect(self._dsn(str(address.database)), autocommit=True) as connection:
            connection.execute(
                "TRUNCATE folder, deck, plan, tag, version, known_card, game, holding, single,"
                " event CASCADE"
            )
            connection.execute("UPDATE fact SET number = 0")

    def wait_for_a_lock(self) -> list[int]:
        """Return the processes of the server that wait for a lock of a table, once there are."""
        query = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        end = monotonic() + 60
        with psycopg.connect(self._dsn("postgres"), autocommit=True) as watching:
            while not (found := [pid for (pid,) in watching.execute(query)]):
                assert monotonic() < end
                sleep(0.02)
        return found

    def url(self, name: str) -> str:
        """Return the address of a database as a player writes it."""
        return f"postgresql://tester@127.0.0.1:{self.port}/{name}"

    def _dsn(self, name: str) -> str:
        return f"host=127.0.0.1 port={self.port} user=tester dbname={name}"


def programs() -> Path | None:
    """Return the folder of the newest server's programs, or None where there is no server."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    if debian:
        return debian[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found and shutil.which("pg_ctl") else None


def _version(program: Path) -> float:
    number = program.parts[-3]
    return float(number) if number.replace(".", "", 1).isdigit() else 0.0


@contextmanager
def running(where: Path) -> Iterator[PostgresServer]:
    """Start a server of this version on a free port, for as long as the block lasts.

    PostgreSQL refuses to run as root; then it runs as the user that its package made, or nobody.
    """
    user = _user() if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="seven-plots-postgres-"))
    try:
        folder.chmod(0o700)
        if user:
            shutil.chown(folder, user)
        data = folder / "data"
        options: list[str | Path] = [
            "--no-sync",
            "--auth=trust",
            "--username=tester",
            "--encoding=UTF8",
        ]
        _run([where / "initdb", *options, "--locale=C", "--pgdata", data], user)
        control: list[str | Path] = [where / "pg_ctl", "--pgdata", data, "-w", "--timeout=300"]
        port = _start([*control, "-l", folder / "log"], f"-h 127.0.0.1 -k {folder}", user)
        try:
            yield PostgresServer(port)
        finally:
            _run([*control, "-m", "immediate", "stop"], user)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(control: list[str | Path], settings: str, user: str | None, tries: int = 5) -> int:
    """Start the server on a free port, and return that; another program may take it first."""
    port = _free_port()
    try:
        _run([*control, "-o", f"{settings} -p {port} -c fsync=off", "start"], user)
    except AssertionError:
        if tries == 1:
            raise
        return _start(control, settings, user, tries - 1)
    return port


def _run(command: list[str | Path], user: str | None) -> None:
    words = [str(word) for word in command]
    # Files for its output: the server has a pipe open for as long as it runs.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(  # noqa: S603
            words,
            user=user,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            check=False,
        )
        if done.returncode:
            output.seek(0)
            raise AssertionError(output.read().decode(errors="replace"))


def _user() -> str:
    import pwd  # noqa: PLC0415 - Windows has none

    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with socket.socket() as sought:
        sought.bind(("127.0.0.1", 0))
        port: int = sought.getsockname()[1]
    return port
