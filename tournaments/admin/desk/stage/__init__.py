"""One stage and its tables together."""
