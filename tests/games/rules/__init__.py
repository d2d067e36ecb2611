"""The rulebook's tests: they read like rules.md and use no database."""
