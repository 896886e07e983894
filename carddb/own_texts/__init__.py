"""The texts of cards that a player has: read from files, kept, and put on the cards."""
