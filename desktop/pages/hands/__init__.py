"""The Hands page: a table to play opening hands on, and beside it the odds."""
