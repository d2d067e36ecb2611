"""The pages of tournaments for players and spectators, which are updated by WebSocket."""
