"""Errors, files, paths, downloads, logging: everything that is not about cards."""
