"""The game: rules, bots, tables, and everything through which they are played, shown and moved."""
