"""Figures of slow tables: their mails and reminders."""
