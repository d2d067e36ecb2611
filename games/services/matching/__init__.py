"""Quick matches: seats people who want the same game together."""
