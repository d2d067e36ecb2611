"""Tournaments as a whole: creating, setting up, starting and finishing them."""
