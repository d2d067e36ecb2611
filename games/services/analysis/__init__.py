"""Coaches and analyses of finished games."""
