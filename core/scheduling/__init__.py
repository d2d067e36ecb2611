"""The parts of schedulers: timer queues, claims of due rows, heartbeats, outages and wake-ups."""
