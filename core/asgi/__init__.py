"""The ASGI server and its edge: HTTP requests and sockets before they reach any app."""
