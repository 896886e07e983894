"""The second edition's rules of deck construction."""
