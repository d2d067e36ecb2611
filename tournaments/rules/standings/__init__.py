"""Points, standings, the final ranking, and the ties that have to be broken."""
