"""Deck files made to keep their readers busy: up to 10 MB that no player has, by format."""
