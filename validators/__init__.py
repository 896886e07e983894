"""Is this deck legal, what exactly is wrong, and what would repair it."""
