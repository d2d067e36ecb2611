"""The endpoints for what people type: commands, and queues of moves."""
