"""One question asked of many decks, in parallel; answers are kept."""
