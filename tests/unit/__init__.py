"""One folder of tests for each package."""
