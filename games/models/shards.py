"""The column with a table's shard, and the condition that rows of some shards fulfil."""

from typing import Any

from django.db import models
from django.db.models import Q

from games.shards import ALL_SHARDS, Shards, ranges_of, shard_of


class ShardField(models.PositiveSmallIntegerField[int, int]):
    """The shard of the row, computed from its primary key whenever the row is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Set the row's shard, computed from its primary key, and return it.

        Any other value in the field is overwritten, so no code can store a wrong shard.
        """
        shard = shard_of(str(model_instance.pk))
        setattr(model_instance, self.attname, shard)
        return shard


def in_shards(shards: Shards, column: str = "shard") -> Q:
    """Return the condition that `column` is one of these shards, which must not be empty.

    For ALL_SHARDS the condition is empty, so that it matches every row.
    """
    if shards == ALL_SHARDS:
        return Q()
    condition = Q()
    for bounds in ranges_of(shards):
        condition |= Q(**{f"{column}__range": bounds})
    return condition
