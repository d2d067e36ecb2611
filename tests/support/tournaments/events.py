"""Tournaments of these tests: made by their services alone, played at random."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models.table import RUNNING
from tests.support.games.people import person
from tests.support.games.playing import play_on
from tournaments.models import AuditEntry, Entry, OptionMix, Role, Stage, StageTable, Tournament
from tournaments.models.choices import RoleKind
from tournaments.services.draw import draws
from tournaments.services.entry import own_entry
from tournaments.services.entry.bots import enter_bots
from tournaments.services.lifecycle import lifecycle
from tournaments.services.lifecycle.presets import create_from_preset
from tournaments.services.stage import closing
from tournaments.services.table import opening

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
_numbers = count(1)


def organiser(name: str = "olga") -> User:
    """Somebody who owns the tournaments of `event`."""
    return person(name)


def quick_mix(*cards: int, **options: Any) -> OptionMix:
    """A mix of so few rounds that a game is over at once."""
    number = next(_numbers)
    rounds = [{"cards": cards_} for cards_ in cards or (1, 2)]
    fields = {"preset": "custom", "rounds": rounds, "pause": 5 if options.get("cheating") else 0, **options}
    return OptionMix.objects.create(name=f"Quick {number} {AT.timestamp()} {id(rounds)}", **fields)


def event(*stages: dict[str, Any], mix: OptionMix | None = None, **fields: Any) -> Tournament:
    """A public tournament of `olga`; by default one drawn stage that all play."""
    owner = organiser()
    number = next(_numbers)
    slug = f"event-{number}-{Tournament.objects.count()}"
    settings = {"visibility": "public", "name": f"Event {number}", **fields}
    tournament = Tournament.objects.create(slug=slug, **settings)
    Role.objects.create(tournament=tournament, user=owner, kind=RoleKind.OWNER)
    chosen = mix or quick_mix()
    for place, stage in enumerate(stages or ({},), start=1):
        Stage.objects.create(tournament=tournament, number=place, **{"mix": chosen, **stage})
    return tournament


def desk(tournament: Tournament, now: datetime = AT) -> dict[str, Any]:
    """What every act of the owner says."""
    return {"tournament_id": tournament.pk, "actor": organiser(), "now": now}


def with_bots(tournament: Tournament, count: int) -> Tournament:
    """So many bots are in, and check-in is closed."""
    enter_bots(**desk(tournament), count=count, level="journeyman")
    lifecycle.close_check_in(**desk(tournament))
    return fresh(tournament)


def enter(tournament: Tournament, *names: str, now: datetime = AT, **more: Any) -> list[Entry]:
    """These people enter one after the other; `more` is what each of them says of themselves."""
    given = {"tournament_id": tournament.pk, "now": now, **more}
    return [own_entry.enter_tournament(user=person(name), **given) for name in names]


def with_people(tournament: Tournament, names: Iterable[str], now: datetime = AT) -> list[Entry]:
    """These people have entered and are checked in, and check-in is closed."""
    found = enter(tournament, *names, now=now)
    lifecycle.open_check_in(**desk(tournament, now))
    for entry in found:
        assert entry.user is not None
        own_entry.check_in_to_tournament(tournament_id=tournament.pk, user=entry.user, now=now)
    lifecycle.close_check_in(**desk(tournament, now))
    return found


def sketched(tournament: Tournament, bots: int, *, seed: int = 1, now: datetime = AT) -> None:
    """So many bots are in, and the first stage is drawn, but not released."""
    with_bots(tournament, bots)
    draws.draw_stage(**desk(tournament, now), stage_number=1, seed=seed)


def start(tournament: Tournament, stage_number: int, now: datetime = AT, seed: int = 1) -> Stage:
    """Draw, release and start a stage."""
    draws.draw_stage(**desk(tournament, now), stage_number=stage_number, seed=seed)
    draws.release_draw(**desk(tournament, now), stage_number=stage_number)
    return opening.start_tables(**desk(tournament, now), stage_number=stage_number)


def play(tournament: Tournament, stage_number: int, seed: int = 1, most: int | None = None) -> None:
    """Play the tables of a stage (the first `most`) to their end, at random."""
    rows = StageTable.objects.filter(stage__tournament=tournament, stage__number=stage_number)
    waiting = rows.filter(game__status__in=RUNNING).order_by("number")
    for table in waiting[:most]:
        assert table.game_id is not None
        play_on(table.game_id, Random(seed + table.number))


def play_stage(tournament: Tournament, stage_number: int, seed: int = 1) -> Stage:
    """A stage from its draw to its close."""
    start(tournament, stage_number, seed=seed)
    play(tournament, stage_number, seed)
    return closing.close_stage(**desk(tournament), stage_number=stage_number)


def table(tournament: Tournament, table_number: int = 1, stage: int = 1) -> StageTable:
    """The table's present row."""
    return StageTable.objects.get(stage__tournament=tournament, stage__number=stage, number=table_number)


def fresh(tournament: Tournament) -> Tournament:
    """The tournament's present row."""
    return Tournament.objects.get(pk=tournament.pk)


def stage_of(tournament: Tournament, stage_number: int = 1) -> Stage:
    """The stage's present row."""
    return Stage.objects.get(tournament=tournament, number=stage_number)


def acts(tournament: Tournament, *types: str) -> list[str]:
    """What the log says was done, in order; of these types, if any are named."""
    log = AuditEntry.objects.filter(tournament=tournament).order_by("number")
    return list((log.filter(type__in=types) if types else log).values_list("type", flat=True))


def later(minutes: float) -> datetime:
    """The time `minutes` after AT."""
    return AT + timedelta(minutes=minutes)


def announced(slug: str, name: str, *, preset: str, days: int) -> Tournament:
    """A public tournament that can be entered now and begins in so many days."""
    now = timezone.now()
    when = {"now": now, "starts_at": now + timedelta(days=days)}
    made = create_from_preset(preset=preset, slug=slug, name=name, actor=organiser(), **when)
    Tournament.objects.filter(pk=made.pk).update(visibility="public")
    return fresh(made)
