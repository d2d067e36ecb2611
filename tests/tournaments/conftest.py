"""For tests of tournaments: databases that commit, as those of tables have them."""

from tests.games.conftest import at_work, backend, databases, on_file

__all__ = ["at_work", "backend", "databases", "on_file"]
