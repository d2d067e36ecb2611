"""Quick matches: people who want the same game are seated together."""
