"""The first tables: decks and their history, games, the collection."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _of_decks()
    _of_the_player()
    fact = sa.table("fact", sa.column("key"), sa.column("number"))
    op.execute(sa.insert(fact).values(key="changes", number=0))


def _of_decks() -> None:
    op.create_table(
        "folder",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_folder"),
        sa.UniqueConstraint("folded", name="uq_folder_folded"),
    )
    op.create_table(
        "deck",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("faction", sa.String(), nullable=False),
        sa.Column("agendas", sa.String(), nullable=False),
        sa.Column("list_code", sa.String(), nullable=False),
        sa.Column("draw_count", sa.Integer(), nullable=False),
        sa.Column("plot_count", sa.Integer(), nullable=False),
        sa.Column("folder_id", sa.String(), nullable=True),
        sa.Column("created", sa.String(), nullable=False),
        sa.Column("changed", sa.String(), nullable=False),
        sa.Column("deleted", sa.String(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("built_version", sa.Integer(), nullable=True),
        sa.Column("codes", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["folder.id"], name="fk_deck_folder_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deck"),
    )
    op.create_index("ix_deck_folder_id", "deck", ["folder_id"], unique=False)
    op.create_table(
        "tag",
        sa.Column("deck_id", sa.String(), nullable=False),
        sa.Column("folded", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["deck.id"], name="fk_tag_deck_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("deck_id", "folded", name="pk_tag"),
    )
    op.create_index("ix_tag_folded", "tag", ["folded"], unique=False)
    op.create_table(
        "version",
        sa.Column("deck_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("made", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=True),
        sa.Column("based_on", sa.Integer(), nullable=True),
        sa.Column("overtaken_by", sa.Integer(), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["deck.id"], name="fk_version_deck_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("deck_id", "number", name="pk_version"),
    )
    op.create_table(
        "known_card",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("pack", sa.String(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_known_card"),
    )


def _of_the_player() -> None:
    op.create_table(
        "fact",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_fact"),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("deck_id", sa.String(), nullable=True),
        sa.Column("deck_name", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("played", sa.String(), nullable=False),
        sa.Column("result", sa.String(), nullable=False),
        sa.Column("opponent", sa.String(), nullable=False),
        sa.Column("opponent_faction", sa.String(), nullable=False),
        sa.Column("opponent_agenda", sa.String(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["deck.id"], name="fk_game_deck_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_deck_id", "game", ["deck_id"], unique=False)
    op.create_table(
        "holding",
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("pack", sa.String(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("edition", "pack", name="pk_holding"),
    )
    op.create_table(
        "single",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_single"),
    )
