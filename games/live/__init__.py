"""The WebSockets of tables and the lobby: frames, consumers, and the hubs that send updates."""
