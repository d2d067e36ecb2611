"""Decides which shards a scheduler serves: its own, and the shards whose owner is not running."""

import logging

from games.shards import ALL_SHARDS, Shards, format_shards, shard_of

logger = logging.getLogger(__name__)


class ShardAssignment:
    """The shards of a scheduler; changed only in its event loop, but read on any thread.

    Shards that no running scheduler owns are served by all running schedulers. This is harmless, because
    changes are stored by compare-and-set, and it ensures that no shard is left out while schedulers start or
    stop.
    """

    def __init__(self, owned: Shards = ALL_SHARDS) -> None:
        """Start by serving only `owned`, the groups of tables (shards) that are always served."""
        self.owned = owned
        """The shards with which the scheduler was started; it always serves them."""
        self._owns_all = owned == ALL_SHARDS
        """Compared once: each wake-up asks, and to compare the sets takes as long as all the rest."""
        self._served = owned

    def served(self) -> Shards:
        """Return the groups of tables (shards) that the scheduler serves now."""
        return self._served

    def serves(self, table_id: str) -> bool:
        """Return whether the scheduler serves the table's shard now."""
        return self._owns_all or shard_of(table_id) in self._served

    def shards_to_serve(self, owned_by_others: Shards) -> Shards:
        """Return the shards that the scheduler must serve: its own, and those that no running scheduler owns.

        `owned_by_others` are the shards of the other running schedulers.
        """
        return self.owned | (ALL_SHARDS - owned_by_others)

    def set_served(self, shards: Shards) -> None:
        """Serve exactly these shards from now on. Log which shards are taken over or given back."""
        taken, given_back = shards - self._served, self._served - shards
        if taken:
            logger.warning("Shards %s are taken over: their scheduler is not running", format_shards(taken))
        if given_back:
            logger.warning("Shards %s are given back to their scheduler", format_shards(given_back))
        self._served = shards
