"""What happens when things break."""
