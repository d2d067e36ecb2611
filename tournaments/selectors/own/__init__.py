"""A tournament from one player's point of view."""
