"""Points, standings, the final list, and the ties that have to be broken."""
