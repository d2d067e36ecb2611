"""The pages of tournaments, for players and for crowds; what moves on them comes by socket."""
