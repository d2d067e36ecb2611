"""Chat at tables: writing, muting, reporting, and what moderators do."""
