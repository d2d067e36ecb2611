"""The column with a table's shard, and the query condition for the rows of given shards."""

from typing import Any

from django.db import models
from django.db.models import Q

from games.shards import ALL_SHARDS, Shards, shard_of, shard_ranges


class ShardField(models.PositiveSmallIntegerField[int, int]):
    """The shard of the row, computed from its primary key whenever the row is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Set the field to the number of the row's shard (group of tables), and return the number.

        The number is computed from the primary key.
        """
        shard = shard_of(str(model_instance.pk))
        setattr(model_instance, self.attname, shard)
        return shard


def in_shards(shards: Shards, column: str = "shard") -> Q:
    """Return a query condition for the rows of the tables in these shards (groups of tables).

    `column` is the field lookup for the shard, such as "table__shard". `shards` must not be empty.
    """
    if shards == ALL_SHARDS:
        return Q()
    # This condition alone matches every row, as it would for an empty `shards`.
    condition = Q()
    for bounds in shard_ranges(shards):
        condition |= Q(**{f"{column}__range": bounds})
    return condition
