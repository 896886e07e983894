"""Deck files made to slow their readers down: up to 10 MB that no player has, by format."""
