"""What is noted of a game beside its result: who began, how it ended, how the setup was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of older games nothing is known."""
    for name in ("first_player", "ending", "setup"):
        op.add_column("game", sa.Column(name, sa.String(), server_default="", nullable=False))
