"""Before the start: opening tables, sitting down, tables of tournaments, rematches."""
