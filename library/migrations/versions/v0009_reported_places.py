"""The places of a melee table that a player reports are in the column of results."""

from __future__ import annotations

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# The places stood behind the sixteen letters of the pairing and a space.
MOVE_PLACES = (
    "UPDATE phone_report SET result = substr(pairing, 18), pairing = substr(pairing, 1, 16)"
    " WHERE length(pairing) > 17"
)


def upgrade() -> None:
    """Move the places."""
    op.execute(MOVE_PLACES)
