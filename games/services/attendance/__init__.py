"""Presence and absence of players, in games and in lobbies, and notices of their turn."""
