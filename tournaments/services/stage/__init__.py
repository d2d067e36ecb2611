"""Stages: closing and reopening them, and their ties, play-offs and penalties."""
