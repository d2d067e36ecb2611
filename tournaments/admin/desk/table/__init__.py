"""One table: its state, its seats, its result."""
