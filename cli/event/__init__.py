"""The command `sevenplots event`: an event run in the terminal, or asked about as a document."""
