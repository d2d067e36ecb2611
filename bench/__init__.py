"""Load and speed: each module is a command that prints its figures."""
