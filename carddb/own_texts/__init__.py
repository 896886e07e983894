"""The texts of cards that a player has: read from files, stored, and put on the cards."""
