"""Option mixes (named sets of game options), which can be changed until a stage has been drawn with them."""

from datetime import datetime
from functools import partial

from django.db import transaction

from tournaments.errors import MixFrozen
from tournaments.models import OptionMix, Stage
from tournaments.services.changes import record_and_announce_change


def save_mix(*, mix: OptionMix, now: datetime) -> None:
    """Save a set of game options (an option mix).

    After the commit, tell all server processes that the tournaments with these options have changed. Raise
    MixFrozen if a stage with these options has been drawn.
    """
    with transaction.atomic():
        if mix.pk is not None:
            OptionMix.objects.select_for_update().filter(pk=mix.pk).first()
            if Stage.objects.filter(mix=mix.pk, drawn_at__isnull=False).exists():
                raise MixFrozen()
        mix.save()
        for tournament in set(Stage.objects.filter(mix=mix.pk).values_list("tournament", flat=True)):
            transaction.on_commit(partial(record_and_announce_change, tournament, now=now), robust=True)
