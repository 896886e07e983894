"""How the library's tables became what they are, step by step; run by Alembic."""
