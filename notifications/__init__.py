"""Notifications on users' devices by web push: their content, their recipients, and the sender."""
