"""What Alembic runs to migrate: the steps, on the connection that the library hands over."""

from __future__ import annotations

from alembic import context

from library.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite cannot change a table's columns; Alembic makes the table anew there.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
