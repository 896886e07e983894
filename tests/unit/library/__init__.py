"""Tests of the library, each on a file and on a real PostgreSQL server."""
