"""The coach, and analyses of finished games."""
