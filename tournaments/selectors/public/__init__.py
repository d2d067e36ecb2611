"""What everybody may see of a tournament. Drafts of draws are not in it."""
