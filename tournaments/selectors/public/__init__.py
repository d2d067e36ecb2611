"""The public view of tournaments; it does not contain drafts of draws."""
