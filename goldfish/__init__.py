"""Opening hands: what is drawn, what is set up, and how good that is."""
