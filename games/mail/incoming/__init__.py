"""What comes in by mail: read, stored, carried out and answered once."""
