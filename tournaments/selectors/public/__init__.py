"""The public view of tournaments, which excludes unpublished draws."""
