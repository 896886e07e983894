"""The search language by subject: grammar, keys, and what each kind of key compares."""
