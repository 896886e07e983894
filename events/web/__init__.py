"""The pages of an event for phones: served on the local network, or written as files."""
