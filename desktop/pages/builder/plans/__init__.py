"""Planned changes of the deck on screen: begun, shown, merged, thrown away."""
