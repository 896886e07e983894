"""What `make bench` runs: each thing that must be fast, beside a reference measured with it."""
