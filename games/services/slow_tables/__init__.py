"""Slow tables: vacations, queued moves, time limits, and notices of turns."""
