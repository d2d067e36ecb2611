"""Which shards a scheduler serves: its own, and those whose owner is not running."""

import logging

from games.shards import ALL_SHARDS, Shards, format_shards, shard_of

logger = logging.getLogger(__name__)


class ShardAssignment:
    """The shards of one scheduler; changed in its event loop, and read on any thread.

    Shards that no running scheduler owns are served by every one that runs. That is harmless, because tables
    move by compare-and-set, and it leaves none out while schedulers start, stop or die.
    """

    def __init__(self, owned: Shards = ALL_SHARDS) -> None:
        """Start by serving the shards `owned`, with which the scheduler was started."""
        self.owned = owned
        """The shards with which the scheduler was started; it always serves them."""
        self._served = owned

    def served(self) -> Shards:
        """Return the shards that the scheduler serves now."""
        return self._served

    def serves(self, table_id: str) -> bool:
        """Whether the scheduler serves the table's shard now."""
        return self.owned == ALL_SHARDS or shard_of(table_id) in self._served

    def shards_to_serve(self, owned_by_others: Shards) -> Shards:
        """Return the shards to serve: the owned ones, and all that no other running scheduler owns."""
        return self.owned | (ALL_SHARDS - owned_by_others)

    def serve(self, shards: Shards) -> None:
        """Serve exactly these shards from now on; log which are taken over and which are given back."""
        taken, given_back = shards - self._served, self._served - shards
        if taken:
            logger.warning("Shards %s are taken over: their scheduler is not running", format_shards(taken))
        if given_back:
            logger.warning("Shards %s are given back to their scheduler", format_shards(given_back))
        self._served = shards
