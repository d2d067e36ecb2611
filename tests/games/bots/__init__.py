"""The bots' tests: sights in, actions out; no database."""
