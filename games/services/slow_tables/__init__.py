"""Slow tables: vacations, and what players are told of their turns."""
