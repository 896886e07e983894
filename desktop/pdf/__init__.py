"""What the program prints as PDF: deck sheets, and the papers of events."""
