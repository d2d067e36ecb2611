"""The server and its edge: HTTP and sockets as they come, before any app."""
