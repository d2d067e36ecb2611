"""Challenges: inviting named people to a table, and answering."""
