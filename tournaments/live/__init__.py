"""The sockets of tournaments and the data of hall screens: what many watch at once, read once for all."""
