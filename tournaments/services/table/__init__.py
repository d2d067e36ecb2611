"""Tables: opened, paused, stopped, played again, their seats and results."""
