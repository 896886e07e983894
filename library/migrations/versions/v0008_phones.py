"""The tables of phones that write: keys, check-ins, reports, calls, and what was sent once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create(
        "phone_desk",
        (),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("judge_pin", sa.String(), nullable=False),
        sa.Column("nod", sa.Integer(), nullable=False),
    )
    _create(
        "phone_key",
        ("hash",),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("made", sa.String(), nullable=False),
    )
    _create(
        "phone_arrival",
        ("player",),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
    )
    _create(
        "phone_report",
        (
            "round",
            "game",
            "player",
        ),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("pairing", sa.String(), nullable=False),
        sa.Column("result", sa.String(), nullable=False),
        sa.Column("entered", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
    )
    _create(
        "phone_call",
        ("number",),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
    )
    _create(
        "phone_extension",
        (
            "round",
            "game",
        ),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
    )
    _create(
        "phone_post",
        ("once",),
        sa.Column("once", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
    )


def _create(name: str, keys: tuple[str, ...], *columns: sa.Column[str] | sa.Column[int]) -> None:
    """Create a table whose rows belong to events."""
    op.create_table(
        name,
        sa.Column("event_id", sa.String(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name=f"fk_{name}_event_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", *keys, name=f"pk_{name}"),
    )
