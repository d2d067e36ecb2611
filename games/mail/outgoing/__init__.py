"""Emails to players: written when they are sent, in their language, and sent from the outbox."""
