"""A tournament from the side of one player."""
