"""The API of notifications: one's devices."""
