"""The HTTP API of the game: each view translates a request and calls one function."""
