"""Opens the tables of a stage."""

from datetime import datetime, timedelta

from accounts.models import User
from core.refusal import Refusal
from core.sentence import Sentence, join_sentences
from games.services.referee import open_tournament_table, seed_with_first_dealer
from tournaments.errors import CannotBeSeated, WrongMoment
from tournaments.models import Stage, StageTable
from tournaments.models.choices import Status
from tournaments.rules.mixes import table_options
from tournaments.selectors.mixes import table_mix
from tournaments.selectors.sitters import required_sitter
from tournaments.services.editing import TournamentEdit, editing
from tournaments.services.entry.notices import notify_of_open_tables


def start_tables(*, tournament_id: int, stage_number: int, actor: User | None, now: datetime) -> Stage:
    """Open all tables of a stage and notify the players.

    `actor` is the organiser, or None for the scheduler. If a table cannot be opened, open none and raise
    CannotBeSeated.
    """
    with editing(tournament_id, actor=actor, now=now) as edit:
        edit.require_status(Status.RUNNING)
        stage = edit.get_stage(stage_number)
        if stage.released_at is None:
            raise WrongMoment(Sentence("Release the seats of %(title)s first.", title=stage.title))
        if stage.started_at is not None:
            raise WrongMoment(Sentence("%(title)s has already started.", title=stage.title))
        seeds_by_size: dict[int, str] = {}
        tables = stage.tables.filter(play_off=False).order_by("number")
        for table in tables:
            open_table(edit, stage, table, seeds_by_size)
        stage.started_at = now
        stage.save()
        edit.add_audit_entry("tables_started", stage=stage, after={"tables": len(tables)})
        notify_of_open_tables(edit, stage)
        return stage


def open_table(edit: TournamentEdit, stage: Stage, table: StageTable, seeds_by_size: dict[int, str]) -> None:
    """Start a table's clock and, in an online tournament, open the table's game.

    `seeds_by_size` maps table sizes to seeds, which determine the cards. If all tables play the same deals,
    use the seed for this table's size, except at a play-off. Otherwise, or if there is no such seed yet,
    create a seed and store it in `seeds_by_size`. Raise CannotBeSeated if the game cannot be opened.
    """
    table.opened_at = edit.now
    # A play-off does not hold up the whole stage as a slow table does, so it has no limit and no penalty.
    limited = stage.minutes and not table.play_off
    table.closes_at = edit.now + timedelta(minutes=stage.minutes or 0) if limited else None
    if edit.tournament.online:
        table.game_id = _open_game(edit, stage, table, seeds_by_size)
    table.save()


def _open_game(edit: TournamentEdit, stage: Stage, table: StageTable, seeds_by_size: dict[int, str]) -> str:
    """Open a table's game, and return the game's id. Raise CannotBeSeated if the game cannot be opened.

    `seeds_by_size` maps table sizes to seeds, which determine the cards. If all tables play the same deals,
    use the seed for this table's size, except at a play-off. Otherwise, or if there is no such seed yet,
    create a seed and store it in `seeds_by_size`.
    """
    placements = table.placements.select_related("entry__user").order_by("seat")
    sitters = [required_sitter(placement) for placement in placements]
    missing = [str(p.entry) for p, sitter in zip(placements, sitters, strict=True) if sitter is None]
    if missing:
        raise CannotBeSeated(
            Sentence(
                "These entrants have no account, so they cannot play on this site: %(names)s.",
                names=", ".join(missing),
            )
        )
    # The cards of a play-off are dealt at no other table.
    same = edit.tournament.same_deals and not table.play_off
    seed = seeds_by_size.get(table.size) if same else None
    # Tables with the same seed deal the same cards: later tables of this size find it here.
    if seed is None:
        seed = seeds_by_size[table.size] = seed_with_first_dealer(table.size)
    try:
        return open_tournament_table(
            sitters=[sitter for sitter in sitters if sitter is not None],
            options=table_options(table_mix(table), table.size),
            now=edit.now,
            # With the same deals everywhere, watching another table would show one's own cards in advance.
            visibility="private" if same else edit.tournament.table_visibility,
            sealed=same,
            silent=not edit.tournament.table_chat,
            server_seed=seed,
            caption=join_sentences([edit.tournament.name, stage.title, _table_label(table)], ", "),
            caption_url=edit.tournament.get_absolute_url(),
            closes_at=table.closes_at,
        )
    except Refusal as refusal:
        raise CannotBeSeated(
            Sentence("Table %(number)d: %(detail)s", number=table.number, detail=refusal.detail)
        ) from None


def _table_label(table: StageTable) -> str:
    """Return text such as "table 3" or "play-off at table 7"."""
    return (
        Sentence("play-off at table %(number)d", number=table.number)
        if table.play_off
        else Sentence("table %(number)d", number=table.number)
    )
