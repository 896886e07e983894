"""The first edition's rules of deck construction."""
