"""Bots that organisers enter in a tournament."""

from datetime import datetime

from accounts.models import User
from core.sentence import Sentence
from games.bots.choose import LEVELS
from tournaments.errors import SentTwice, WrongMoment
from tournaments.models import Entry
from tournaments.models.choices import EntryStatus
from tournaments.services.editing import editing
from tournaments.services.entry.checks import ensure_not_over
from tournaments.services.entry.places import next_start_number

MAX_BOTS = 500


def enter_bots(
    *, tournament_id: int, actor: User, now: datetime, count: int, level: str, if_bots: int | None = None
) -> list[Entry]:
    """Enter `count` bots of the playing strength `level`, and check them in.

    `if_bots` is the number of bots in the tournament when the organiser opened the form, or None for no
    check. Raise SentTwice if the number has changed. Raise WrongMoment if the tournament is over or is played
    with real cards, or if `count` or `level` is invalid.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        ensure_not_over(edit.tournament)
        if not edit.tournament.online:
            raise WrongMoment(Sentence("Bots cannot play at tables with real cards."))
        if not 1 <= count <= MAX_BOTS or level not in LEVELS:
            raise WrongMoment(
                Sentence(
                    "You can add 1 to %(most)s bots, with one of the levels %(names)s.",
                    most=MAX_BOTS,
                    names=", ".join(LEVELS),
                )
            )
        # Another number of bots than when the form was opened means that it was sent twice.
        if if_bots not in (None, edit.tournament.entries.exclude(bot_level="").count()):
            raise SentTwice()
        first = next_start_number(edit)
        taken = {name.lower() for name in edit.tournament.entries.values_list("name", flat=True)}
        # Enough names that `count` of them are free, whichever are taken.
        names = (f"Bot {n}" for n in range(1, len(taken) + count + 1))
        free = [name for name in names if name.lower() not in taken][:count]
        entries = Entry.objects.bulk_create(
            Entry(
                tournament=edit.tournament,
                start_number=first + n,
                name=name,
                bot_level=level,
                status=EntryStatus.CHECKED_IN,
                entered_at=now,
                checked_in_at=now,
            )
            for n, name in enumerate(free)
        )
        edit.add_audit_entry("bots_entered", after={"names": free, "level": level})
        return entries
