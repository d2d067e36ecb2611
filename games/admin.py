"""The admin's view of the rows: to list and to search, never to change, and no secret of a running game."""
