"""The game described in our own words, from facts: what a card is and does."""
