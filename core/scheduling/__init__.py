"""The parts of schedulers: timer queues, claims of due rows, heartbeats and wake-ups."""
