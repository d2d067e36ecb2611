"""What templates say of times."""
