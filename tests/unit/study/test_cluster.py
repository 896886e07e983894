"""A study on a real Dask cluster of two processes, and addresses of clusters that are not used."""

from __future__ import annotations

import logging
import os
import signal
import socket
from collections.abc import Iterator

import pytest

from core.errors import AppError, NetworkError
from study.answer_store import AnswerStore
from study.cluster import ClusterWorkers, checked_cluster
from study.deck_answers import Ask, StudyQuestion
from study.study_cards import CardsSource, StudyDeck
from study.study_run import StudyRun


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[ClusterWorkers]:
    """Return the two workers of a cluster on this computer."""
    import dask  # noqa: PLC0415 - takes a while to import
    from distributed import LocalCluster  # noqa: PLC0415 - as above

    monkeypatch.setattr("study.cluster.CONNECT_SECONDS", 60)
    forked = {"distributed.worker.multiprocessing-method": "forkserver"}
    with (
        # What every worker imports is imported once.
        dask.config.set(forked),
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
    ):
        workers = ClusterWorkers(local.scheduler_address)
        yield workers
        workers.stop()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_cluster_answers_though_one_of_its_workers_is_killed(
    cards: CardsSource, store: AnswerStore, cluster: ClusterWorkers, small_decks: list[StudyDeck]
) -> None:
    question = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
    pids = worker_pids(cluster)
    assert cluster.count == 2
    done_before: list[int] = []

    def kill_one(done: int, _total: int) -> None:
        if not done_before:
            done_before.append(done)
            os.kill(pids[0], signal.SIGKILL)

    report = StudyRun(question, cards, store, cluster).report(small_decks, kill_one)
    assert done_before[0] < len(small_decks)
    assert report.failed == ()
    drawn = [each.answer["counts"]["draw"] for each in report.results if each.answer]
    assert drawn == list(range(10, 30))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:8786", "tcp://localhost:1", "tls://h.org:1"])
def test_a_cluster_here_or_with_tls_may_be_used(address: str) -> None:
    checked_cluster(address)


@pytest.mark.parametrize(
    "address",
    ["", "8786", "127.0.0.1:8786", "tcp://127.0.0.1", "http://127.0.0.1:1", "tcp://h:99999999"],
)
def test_what_is_no_address_of_a_cluster_is_refused(address: str) -> None:
    with pytest.raises(AppError, match="is not the address of a cluster"):
        checked_cluster(address)


@pytest.mark.parametrize("address", ["tcp://192.168.1.9:8786", "tcp://thronesdb.com:8786"])
def test_code_is_sent_to_no_other_computer_without_tls(address: str) -> None:
    with pytest.raises(AppError, match="not secure"):
        ClusterWorkers(address)


def test_a_cluster_that_is_not_there_is_a_failure_of_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("study.cluster.CONNECT_SECONDS", 0.2)
    with pytest.raises(NetworkError, match="does not answer"):
        ClusterWorkers("tcp://127.0.0.1:9")


def test_a_server_that_accepts_and_never_answers_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("study.cluster.CONNECT_SECONDS", 0.2)
    monkeypatch.setattr("study.cluster._GRACE_SECONDS", 0.2)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        pytest.raises(NetworkError, match="does not answer: no answer"),
    ):
        ClusterWorkers(f"tcp://127.0.0.1:{server.getsockname()[1]}")


def test_a_scheduler_that_ends_is_told_in_a_sentence_alone(
    cards: CardsSource,
    store: AnswerStore,
    small_decks: list[StudyDeck],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    from distributed import LocalCluster  # noqa: PLC0415 - as above

    monkeypatch.setattr("study.cluster.CONNECT_SECONDS", 60)
    question = StudyQuestion(ask=Ask.CHECK, today="2026-11-20")
    local = LocalCluster(
        n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=None
    )
    workers = ClusterWorkers(local.scheduler_address)
    # Only now: a busy scheduler takes longer to answer, and nobody waits for one that has ended.
    workers._client._timeout = 0.5  # noqa: SLF001

    def close(_done: int, _total: int) -> None:
        local.close()

    try:
        with pytest.raises(NetworkError, match="no longer answers"):
            StudyRun(question, cards, store, workers).report(small_decks, close)
    finally:
        workers.stop()
        local.close()
    # Nor would be what Dask logs with a traceback, which it does at some moments alone.
    for name in ("distributed.client", "concurrent.futures"):
        logger = logging.getLogger(name)
        assert not logger.propagate
        assert [type(each) for each in logger.handlers] == [logging.NullHandler]
    assert capfd.readouterr().err == ""


def worker_pids(cluster: ClusterWorkers) -> list[int]:
    """Return the processes of the workers."""
    from distributed import Client  # noqa: PLC0415 - as above

    with Client(cluster.address, set_as_default=False) as client:
        found: dict[str, int] = client.run(os.getpid)
    return list(found.values())
