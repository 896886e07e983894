"""Events: registration, Swiss rounds, standings, cut and bracket, as pure functions of a log."""
