"""Incoming emails: parsed, stored, and then processed and answered once."""
