"""The API of notifications: the caller's devices."""
