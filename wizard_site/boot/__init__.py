"""Setup before the site serves: secrets, files, logs and Python's garbage collector."""
