"""What happens before the site serves: secrets, files, logs and Python's own settings."""
