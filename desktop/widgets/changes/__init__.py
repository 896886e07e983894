"""Which card to change: the fields, the table of changes, and the panel around them."""
