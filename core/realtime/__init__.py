"""The real-time toolkit: the connection of a socket, and the frames that wait for it."""
