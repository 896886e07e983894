"""The table of the player's starred cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "starred_card",
        sa.Column("code", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_starred_card"),
    )
