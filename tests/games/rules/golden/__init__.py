"""Whole games in files that people can read, and that tests replay line by line: see playthrough.py.

They are written anew on purpose only: `python -m tests.games.rules.golden`, then read the difference.
"""
