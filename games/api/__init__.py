"""The HTTP calls of the game: each view translates and makes one call."""
