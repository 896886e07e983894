"""What the table of all cards shows, for its tests."""

from __future__ import annotations

from desktop.pages.builder.pool.pool_columns import COLUMNS
from desktop.pages.builder.pool.pool_model import PoolModel
from desktop.pages.builder.pool.pool_panel import PoolPanel


def column(name: str) -> int:
    return next(number for number, each in enumerate(COLUMNS) if each.name == name)


def names(model: PoolModel) -> list[str]:
    return [model.card_at(row).name for row in range(model.rowCount())]


def wrong_part(pool: PoolPanel) -> str:
    span = pool.search.wrong
    return pool.search.text()[slice(*span)] if span else ""
