"""The Numbers tab: the deck in figures and charts."""
