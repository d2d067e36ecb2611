"""The pages of the game; what moves on them comes by socket."""
