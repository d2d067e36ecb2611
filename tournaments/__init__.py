"""Real tournaments: entry, check-in, seating, stages, standings, finals."""
