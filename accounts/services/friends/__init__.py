"""Sending and answering friend requests, and ending friendships."""
