"""Stages: closed, reopened, and their ties, play-offs and penalties."""
