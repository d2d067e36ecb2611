"""JSON from and to clients: the decoder of actions, the types of frames and rows, and all definitions."""
