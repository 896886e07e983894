"""The Events page: a table of events, and the tabs of the one that is open."""
