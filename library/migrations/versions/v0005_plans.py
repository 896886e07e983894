"""The table of plans: decks that are a planned change of another one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("deck_id", sa.String(), nullable=False),
        sa.Column("of_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["deck.id"], name="fk_plan_deck_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["of_id"], ["deck.id"], name="fk_plan_of_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("deck_id", name="pk_plan"),
    )
    op.create_index("ix_plan_of_id", "plan", ["of_id"])
