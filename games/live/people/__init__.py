"""What reaches people on all their sockets: what waits for them, and the status of their friends."""
