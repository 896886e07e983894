"""Cheap cases of one sentence in one test: pytest would take longer for each than the case does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]
Ids = Callable[[Any], str] | Iterable[str]
FAILURES = (Exception, BaseExceptionGroup, pytest.fail.Exception)


def each_case(
    names: str | tuple[str, ...], rows: Iterable[Any], ids: Ids = repr
) -> Callable[[Test], Test]:
    """Make one test of all rows, like `pytest.mark.parametrize`; every row that fails is told.

    All rows have the same fixtures: for functions of values, and fixtures that are only read.
    """
    own = (names,) if isinstance(names, str) else names
    every = list(rows)
    assert every
    told = list(map(ids, every)) if callable(ids) else list(ids)

    def one_test(test: Test) -> Test:
        @wraps(test)
        def tried(*bound: Any, **fixtures: Any) -> None:
            failures: list[BaseException] = []
            for row, name in zip(every, told, strict=True):
                values = (
                    {names: row} if isinstance(names, str) else dict(zip(names, row, strict=True))
                )
                try:
                    test(*bound, **fixtures, **values)
                except FAILURES as failure:
                    failure.add_note(f"The case: {name}")
                    failures.append(failure)
            if failures:
                count = f"{len(failures)} of {len(every)} cases fail"
                raise BaseExceptionGroup(count, failures)

        given = inspect.signature(test)
        left = [each for name, each in given.parameters.items() if name not in own]
        tried.__signature__ = given.replace(parameters=left)  # type: ignore[attr-defined]
        return tried

    return one_test
