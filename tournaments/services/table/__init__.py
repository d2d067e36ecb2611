"""Tables: opening, pausing, stopping and replaying them, their seats and results."""
