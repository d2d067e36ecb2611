"""Before a game starts: opening tables, taking seats, tournament tables, rematches."""
