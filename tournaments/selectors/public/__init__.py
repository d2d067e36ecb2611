"""The public view of tournaments, which excludes unreleased draws."""
