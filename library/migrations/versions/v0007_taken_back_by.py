"""Who took an operation of an event back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of what was taken back before, nobody is known."""
    column = sa.Column("taken_back_by", sa.String(), server_default="", nullable=False)
    op.add_column("event_taken_back", column)
