"""The sockets: the wire on one page, the consumers, and the hub that hands out updates."""
