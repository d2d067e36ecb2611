"""Template filters for the pages of tournaments."""
