"""Decklists that others published: stored, counted, compared, and used to finish a deck."""
