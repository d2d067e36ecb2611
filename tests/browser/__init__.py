"""Chromium against the real server: what a person sees and can do."""
