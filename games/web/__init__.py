"""The pages of the game; live updates come over a WebSocket."""
