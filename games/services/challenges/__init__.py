"""Challenges: inviting named people to a table, and their answers."""
