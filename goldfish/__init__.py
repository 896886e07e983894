"""Opening hands and first rounds: draws, setups, odds and changes of a deck."""
