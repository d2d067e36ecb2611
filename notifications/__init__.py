"""Notifications on people's devices, by web push: what is sent to whom, and the sender."""
