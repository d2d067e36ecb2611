"""The operations on tournaments: each runs in a unit of work, with its audit entries."""
