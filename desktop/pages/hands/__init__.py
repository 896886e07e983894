"""The Hands page: a board to play opening hands on, and next to it the odds."""
