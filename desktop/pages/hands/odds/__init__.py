"""The right of the Hands page: the odds."""
