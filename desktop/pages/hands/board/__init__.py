"""The board: a deck played alone by hand, from its opening hand on."""
