"""The Rules page: every rule in our own words, found as one types, and the round as a picture."""
