"""Verifies a tournament by recomputing everything from the logs of its tables."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypedDict

from core.refusal import Refusal
from games.selectors.results import replay_seat_results
from tournaments.models import AuditEntry, Tournament
from tournaments.models.choices import Status
from tournaments.selectors.published import (
    entrants_seated_before,
    ranking_for_audit_log,
    standings_for_audit_log,
)
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import (
    GameSeat,
    StageSnapshot,
    StageTableSnapshot,
    TournamentSnapshot,
)

CLOSED = ("stage_closed", "standings_corrected", "qualifiers_changed")
"""The types of audit entries that record a stage's outcome; the newest such entry counts."""
FINISHED = ("finished", "ranking_corrected")
"""The types of audit entries that record the final ranking; the newest such entry counts."""


class StageClosing(TypedDict):
    """The data recorded by an audit entry whose type is in CLOSED."""

    standings: list[list[int | str]]
    qualified: list[int]
    absent: list[int]


def find_discrepancies(tournament: Tournament) -> list[str]:
    """Return a message for each contradiction between a tournament's stored data and the logs.

    The logs are the tournament's audit log, which must have no gaps, and the logs of its games.
    """
    shown = read_snapshot(tournament)
    replayed, discrepancies = _replay_games(shown)
    proved = read_snapshot(tournament, results=replayed)
    log = list(AuditEntry.objects.filter(tournament=tournament).order_by("number"))
    discrepancies += _find_result_discrepancies(shown, replayed)
    discrepancies += _find_stage_discrepancies(proved, log)
    discrepancies += _find_seat_discrepancies(proved, log)
    discrepancies += _find_manual_change_discrepancies(proved, log)
    discrepancies += _find_tie_discrepancies(proved, log)
    discrepancies += _find_ranking_discrepancies(proved, log)
    if [entry.number for entry in log] != list(range(1, len(log) + 1)):
        discrepancies.append("The audit log has gaps.")
    return discrepancies


def _replay_games(snapshot: TournamentSnapshot) -> tuple[dict[str, dict[int, GameSeat]], list[str]]:
    """Replay the logs of the finished games.

    Return the results by game id and seat number, and a message for each game that cannot be replayed.
    """
    results: dict[str, dict[int, GameSeat]] = {}
    discrepancies = []
    for stage in snapshot.stages:
        for table in stage.all_tables:
            game = table.row.game
            if game is None or game.status != "finished":
                continue
            try:
                results[game.pk] = {
                    place.seat: GameSeat(place.score, place.correct_bids, place.rank)
                    for place in replay_seat_results(game.pk)
                }
            except Refusal as refusal:
                discrepancies.append(f"{stage.row.title}, table {table.row.number}: {refusal.detail}")
    return results, discrepancies


def _find_result_discrepancies(
    snapshot: TournamentSnapshot, replayed: dict[str, dict[int, GameSeat]]
) -> Iterator[str]:
    """Yield a message for each table whose stored result differs from the result of its replayed game.

    Tables without a result are skipped. If organisers entered the result by hand, compare only the ranks,
    because the stored ranks should still be those of the game.
    """
    for stage in snapshot.stages:
        for table in stage.all_tables:
            if table.result is None:
                continue
            said = replayed.get(table.row.game_id or "", {})
            if table.by_hand:
                # Only the game's ranks are compared: they also break ties in the corrected result.
                ranks = {seat: one.rank for seat, one in said.items() if one.rank}
                if table.ranks != ranks:
                    yield (
                        f"{stage.row.title}, table {table.row.number}: "
                        f"the rows rank {sorted(table.ranks.items())}, the log {sorted(ranks.items())}."
                    )
                continue
            rows = {seat: GameSeat(*made, table.ranks.get(seat)) for seat, made in table.result.items()}
            if rows != said:
                yield (
                    f"{stage.row.title}, table {table.row.number}: the rows say {_result_tuples(rows)}, "
                    f"the log says {_result_tuples(said)}."
                )


def _result_tuples(seats: dict[int, GameSeat]) -> dict[int, tuple[int, int, int | None]]:
    """Return a dict that maps seat numbers to (score, correct bids, rank), for use in messages."""
    return {seat: (one.score, one.correct_bids, one.rank) for seat, one in sorted(seats.items())}


def _find_stage_discrepancies(snapshot: TournamentSnapshot, log: list[AuditEntry]) -> Iterator[str]:
    """Yield a message for each closed stage whose results are incomplete or contradict the audit log.

    The standings and the qualifiers that follow from the results must be those in the audit log's newest
    entry about the stage's outcome.
    """
    for stage in snapshot.stages:
        stage_number = stage.row.number
        said: list[StageClosing] = [
            entry.after for entry in log if entry.stage == stage_number and entry.type in CLOSED
        ]
        if stage.row.closed_at is None:
            continue
        if stage.tables_without_result or not stage.is_complete:
            yield f"{stage.row.title} is closed, but not all its tables have a result."
            continue
        if not said or said[-1]["standings"] != standings_for_audit_log(snapshot, stage_number):
            yield f"{stage.row.title}: the standings that were written down are not those of its results."
        elif said[-1]["qualified"] != _find_qualifiers_at_closing(snapshot, stage_number + 1, said[-1]):
            yield f"{stage.row.title}: other players go on than its results say."


def _find_qualifiers_at_closing(
    snapshot: TournamentSnapshot, stage_number: int, closing: StageClosing
) -> list[int]:
    """Return the ids of the entrants who should have qualified for a stage, best first.

    `closing` has the outcome of the previous stage, from the newest audit entry that records it. Only
    entrants who had a seat in an earlier stage or whom `closing` lists as qualified can qualify. Entrants
    whom `closing` lists as absent are left out.
    """
    there = (entrants_seated_before(snapshot, stage_number) | set(closing["qualified"])) - set(
        closing["absent"]
    )
    return list(qualifiers_for_stage(snapshot, stage_number, there))


def _find_seat_discrepancies(snapshot: TournamentSnapshot, log: list[AuditEntry]) -> Iterator[str]:
    """Yield a message for each table whose seats differ from the audit log.

    Also yield a message if an entrant has two seats in a stage or a seat after being eliminated.
    """
    out: set[int] = set()
    for stage in snapshot.stages:
        if stage.row.released_at is not None:
            yield from _find_seat_owner_discrepancies(stage, _recorded_seat_owners(stage.row.number, log))
        seated = stage.entrants
        if len(seated) != len(set(seated)):
            yield f"{stage.row.title}: somebody sits at two tables."
        for entry in sorted(out & set(seated)):
            yield f"{stage.row.title}: {snapshot.entries[entry].shown_name} plays, but was out before."
        if stage.row.closed_at is not None and stage.row.qualify != "all":
            later = snapshot.stage_after(stage.row.number)
            out |= set(seated) - _recorded_qualifiers(stage.row.number, later and later.row.number, log)


def _recorded_seat_owners(stage_number: int, log: list[AuditEntry]) -> dict[int, int | None]:
    """Return the entrant of each seat in a stage according to the audit log.

    The dict maps the id of each seat (the primary key of its Placement) to the entrant's entry id, or to None
    if a bot plays in the seat for no entrant.
    """
    owners: dict[int, int | None] = {}
    for entry in log:
        if entry.stage == stage_number and entry.type == "draw_released":
            owners = dict(entry.after["seats"])
        elif entry.stage == stage_number and entry.type == "seat_given":
            owners[entry.after["placement"]] = entry.after["entry"]
        elif entry.stage == stage_number and entry.type in ("players_swapped", "play_off_opened"):
            owners |= dict(entry.after["placements"])
    return owners


def _find_seat_owner_discrepancies(
    stage: StageSnapshot, recorded_owners: dict[int, int | None]
) -> Iterator[str]:
    """Yield a message for each table where the entrant in a seat differs from the audit log.

    `recorded_owners` is the dict from `_recorded_seat_owners`, which maps seat ids to entry ids or None.
    """
    for table in stage.all_tables:
        if any(recorded_owners.get(seat.placement, 0) != seat.entry for seat in table.seats):
            yield f"{stage.row.title}, table {table.row.number}: others sit there than the desk released."


def _recorded_qualifiers(stage_number: int, next_stage_number: int | None, log: list[AuditEntry]) -> set[int]:
    """Return the ids of all entrants whom the audit log records as qualified from a stage.

    They are recorded when the stage is closed, when its outcome is corrected and when the next stage is
    drawn. `next_stage_number` is the number of the next stage, or None if there is no next stage.
    """
    closed = [entry.after for entry in log if entry.stage == stage_number and entry.type in CLOSED]
    drawn = [entry.after for entry in log if entry.stage == next_stage_number and entry.type == "seats_drawn"]
    return {entry for note in (*closed, *drawn) for entry in note["qualified"]}


def _find_manual_change_discrepancies(snapshot: TournamentSnapshot, log: list[AuditEntry]) -> Iterator[str]:
    """Yield a message for each result or penalty entered by organisers that contradicts the audit log.

    The audit log must have an entry for each result. The stored penalties must be the same as those in
    the audit log; penalties for exceeding a time limit are not checked.
    """
    entered = [
        (entry.stage, _rows_from_audit_entry(entry.after)) for entry in log if entry.type == "result_entered"
    ]
    for stage_snapshot in snapshot.stages:
        for table in stage_snapshot.all_tables:
            if table.by_hand and (stage_snapshot.row.number, _rows_for_audit_log(table)) not in (
                (stage, sorted(rows, key=lambda row: row["seat"])) for stage, rows in entered
            ):
                yield f"{stage_snapshot.row.title}, table {table.row.number}: no act entered its result."
    given = Counter(
        (entry.after["entry"], entry.after["points"]) for entry in log if entry.type == "penalised"
    )
    # Penalties for overruns have audit entries of another type, which are not checked.
    held = Counter(
        (penalty.entry_id, penalty.points) for penalty in snapshot.penalties if not penalty.overrun
    )
    for who, points in sorted((held - given) + (given - held)):
        yield f"{snapshot.entries[who].shown_name}: a penalty of {points} is not as the desk gave it."


def _rows_from_audit_entry(after: Any) -> list[dict[str, int]]:
    """Return the rows of a result, one for each seat, from the audit entry that records it.

    `after` is the entry's `AuditEntry.after`. A row is a dict with the keys "seat", "score" and
    "correct_bids".
    """
    # In the oldest audit entries, `after` is the list of rows.
    rows: list[dict[str, int]] = after["rows"] if isinstance(after, dict) else after
    return rows


def _rows_for_audit_log(table: StageTableSnapshot) -> list[dict[str, int]]:
    """Return a finished table's result in the format of the audit log: a dict for each seat."""
    assert table.result is not None
    return [
        {"seat": seat, "score": score, "correct_bids": correct}
        for seat, (score, correct) in sorted(table.result.items())
    ]


def _find_tie_discrepancies(snapshot: TournamentSnapshot, log: list[AuditEntry]) -> Iterator[str]:
    """Yield a message for each tie that organisers broke but that the audit log does not mention."""
    given = [(entry.stage, entry.after) for entry in log if entry.type == "tie_broken"]
    for stage in snapshot.stages:
        for tie in stage.row.tie_breaks:
            if (stage.row.number, tie) not in given:
                yield f"{stage.row.title}: no act broke the tie of {len(tie['order'])} entrants."


def _find_ranking_discrepancies(snapshot: TournamentSnapshot, log: list[AuditEntry]) -> Iterator[str]:
    """Yield a message if a finished tournament's final ranking differs from that in the audit log."""
    if snapshot.tournament.status != Status.FINISHED:
        return
    said: list[Any] = [entry.after["ranking"] for entry in log if entry.type in FINISHED]
    if not said or said[-1] != ranking_for_audit_log(snapshot):
        yield "The final list that was written down is not that of the results."
