"""Chat at tables: writing, muting, reporting, and moderation."""
