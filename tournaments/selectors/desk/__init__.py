"""What the organisers' pages show."""
