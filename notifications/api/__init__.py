"""The HTTP API of notifications, with which callers manage their devices."""
