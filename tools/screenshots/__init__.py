"""Makes every picture of docs/screenshots/: `python -m tools.screenshots`, no screen needed."""
