"""The column with a table's shard, and the query condition for the rows of given shards."""

from typing import Any

from django.db import models
from django.db.models import Q

from games.shards import ALL_SHARDS, Shards, shard_of, shard_ranges


class ShardField(models.PositiveSmallIntegerField[int, int]):
    """The shard of the row, computed from its primary key whenever the row is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Compute the shard number from the instance's primary key, set the field to it, and return it.

        A shard is a group of tables that the same scheduler (background process) serves.
        """
        shard = shard_of(str(model_instance.pk))
        setattr(model_instance, self.attname, shard)
        return shard


def in_shards(shards: Shards, column: str = "shard") -> Q:
    """Return a query condition for rows whose `column` contains the number of one of these shards.

    A shard is a group of tables. `shards` must not be empty, because the condition would then match every
    row.
    """
    if shards == ALL_SHARDS:
        return Q()
    # This condition alone matches every row.
    condition = Q()
    for bounds in shard_ranges(shards):
        condition |= Q(**{f"{column}__range": bounds})
    return condition
