"""Presence and absence of players, at running tables and in lobbies, and notices of their turn."""
