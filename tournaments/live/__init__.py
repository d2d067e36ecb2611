"""The WebSockets of tournaments and the data of hall screens, read once for all viewers."""
