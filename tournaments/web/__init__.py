"""The pages of tournaments, for players and spectators; changes reach them by WebSocket."""
