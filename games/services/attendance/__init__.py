"""Presence and absence of players in games and lobbies, and notifications of turns at live tables."""
