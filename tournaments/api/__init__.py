"""The HTTP calls of tournaments: each translates and makes one call."""
