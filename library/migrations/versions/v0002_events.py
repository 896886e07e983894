"""The tables of events: their logs, and what was taken back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("operations", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("log_version", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("changed", sa.String(), nullable=False),
        sa.Column("deleted", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
    )
    op.create_table(
        "event_operation",
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name="fk_event_operation_event_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_operation"),
    )
    op.create_table(
        "event_taken_back",
        sa.Column("event_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("taken_back", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name="fk_event_taken_back_event_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", "position", name="pk_event_taken_back"),
    )
