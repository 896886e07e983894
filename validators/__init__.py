"""Is this deck legal, what exactly is wrong, and what would mend it."""
