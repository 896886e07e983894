"""The left of the Build page: the table of all cards, its search and its chips."""
