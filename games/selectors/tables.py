"""Tables as rows: lists for the lobby, access checks, and tables that are due."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

import orjson
from django.db import connection
from django.db.models import QuerySet

from core.refusal import Forbidden
from core.sentence import Sentence, decode_sentences
from core.translation import translate
from games.broadcast import Wake
from games.models import LogEntry, Round, Seat, Table
from games.models.shards import in_shards
from games.models.table import RUNNING, GameStatus, TableVisibility
from games.rules.errors import NoSuchTable, Quarantined
from games.rules.sight import format_iso
from games.shards import ALL_SHARDS, Shards
from games.store.rate import allows_rating
from games.store.tables import advance_cached_snapshot
from games.wire.lobby import LobbySeat, LobbyTable, NextGame

STATUSES = {"open": (GameStatus.OPEN,), "playing": RUNNING, "finished": (GameStatus.FINISHED,)}
"""The values of `?status=`, and the statuses that each includes."""


def update_cached_table(wake: Wake) -> None:
    """Add the log entries in `wake`, a message from another process, to this process's copy of the table.

    Do nothing unless the new entries directly follow those of the copy.
    """
    advance_cached_snapshot(wake.table_id, wake.rows, due_at=wake.due_at, mark_version=wake.mark_version)


def get_table(table_id: str) -> Table:
    """Return the table with this id. Raise NotFound if there is none."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise NoSuchTable()
    return found


def listed_tables(
    *, user_id: int | None = None, status: str | None = None, mine: bool = False
) -> QuerySet[Table]:
    """Return the public tables that are listed for everybody, newest first.

    Leave out tables that people without a seat can neither join nor watch, tables that everyone has left, and
    tables with a damaged log. If `mine` is set, return instead all tables where the user has a seat, or none
    if `user_id` is None. `status` is a key of STATUSES, or None for tables in any status.
    """
    tables = Table.objects.prefetch_related("seats").order_by("-opened_at", "id")
    if mine:
        tables = tables.filter(seats__user_id=user_id) if user_id is not None else tables.none()
    else:
        tables = tables.filter(visibility=TableVisibility.PUBLIC, sealed=False, quarantined="")
        # If everyone has left, there is nobody to play with and nothing to watch.
        tables = tables.exclude(status=GameStatus.OPEN, unlisted=True).exclude(
            status__in=RUNNING, deserted=True
        )
        # The free seats of a rematch are reserved for the people who played before.
        tables = tables.exclude(status=GameStatus.OPEN, previous_tables__isnull=False)
        # Nor can others take a seat at a table that waits for a challenged group.
        tables = tables.exclude(status=GameStatus.OPEN, challenges__together=True)
        # The option is stored only if it is off.
        tables = tables.exclude(status__in=RUNNING, options__has_key="spectators")
    return tables.filter(status__in=STATUSES[status]) if status else tables


def open_tables_of(user_id: int) -> QuerySet[Table]:
    """Return the tables that this user has created and that still wait for players.

    Tables with a damaged log are left out.
    """
    return Table.objects.filter(opened_by=user_id, status=GameStatus.OPEN, quarantined="")


def open_tables(limit: int = 50) -> list[LobbyTable]:
    """Return the newest public tables that are waiting for players, in the API's format."""
    return describe_lobby_tables(listed_tables(status="open")[:limit])


def lobby_tables(user_id: int | None, limit: int = 50) -> dict[str, list[LobbyTable]]:
    """Return the lobby's lists: open tables, running tables and the user's unfinished tables.

    Each list contains up to `limit` tables, newest first. If `user_id` is None, the user's list is empty.
    """
    mine = listed_tables(user_id=user_id, mine=True).filter(
        status__in=(GameStatus.OPEN, *RUNNING), quarantined=""
    )
    return {
        "open": open_tables(limit),
        "running": describe_lobby_tables(listed_tables(status="playing")[:limit]),
        "mine": describe_lobby_tables(mine[:limit]),
    }


def describe_lobby_tables(tables: Iterable[Table]) -> list[LobbyTable]:
    """Convert tables to the API's format, each with the number of its current round if a game is running."""
    rows = list(tables)
    running = [row.pk for row in rows if row.status in RUNNING]
    # A round's row is written when it is over.
    over = Counter(Round.objects.filter(table__in=running).values_list("table_id", flat=True))
    return [
        describe_lobby_table(row, round_number=over[row.pk] + 1 if row.status in RUNNING else None)
        for row in rows
    ]


def find_rematch(table: Table) -> NextGame | None:
    """Return the rematch of the game at `table`, or None if there is none or the rematch was abandoned.

    The result contains the names of the people who have a seat in the rematch.
    """
    following = table.next_table
    if following is None or following.status == GameStatus.ABANDONED:
        return None
    names = [seat.name for seat in following.seats.exclude(kind="bot")]
    return {"id": following.pk, "status": following.status, "players": names}


def describe_lobby_table(table: Table, *, round_number: int | None) -> LobbyTable:
    """Return a table's public data in the API's format. `round_number` is None if no game is running."""
    seats = list(table.seats.all())
    return {
        "id": table.pk,
        "status": table.status,
        "seats": table.size,
        "visibility": table.visibility,
        "visiting_bots": table.visiting_bots,
        "rated": _would_count_for_rating(table, seats),
        "opened_at": format_iso(table.opened_at),
        "round_number": round_number,
        "options": table.options,
        "number": table.number,
        "sealed": table.sealed,
        "caption": _translated_caption(table),
        "caption_url": table.caption_url,
        "players": [_describe_lobby_seat(seat) for seat in seats],
    }


def _translated_caption(table: Table) -> str:
    """Return the table's caption, translated into the active language if the caption is translatable."""
    return (
        table.caption
        if table.caption_sentence is None
        else translate(decode_sentences(table.caption_sentence))
    )


def _would_count_for_rating(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether the game would be rated with its present settings and players.

    A game with a bot account is never rated. A game that has started needs at least two people who are not
    guests. While the table waits for players, people are not counted, because others may still join.
    """
    # Games with bot accounts never count.
    if not allows_rating(table) or any(seat.kind == "bot" and seat.user_id is not None for seat in seats):
        return False
    # Others may still join an open table.
    return table.status == GameStatus.OPEN or sum(seat.kind == "human" for seat in seats) > 1


def _describe_lobby_seat(seat: Seat) -> LobbySeat:
    """Describe a seat in the API's format. `level` is a site bot's strength, and None for other players."""
    return {"seat": seat.seat, "name": seat.name, "kind": seat.kind, "level": seat.level or None}


def may_see_table(table_id: str, user_id: int | None, invite: str | None) -> bool:
    """Return whether the user may see a table. `user_id` is None for a visitor who is not signed in.

    A user with a seat may always see the table. Other people need the invite code if the table is private.
    They may not see the table while its game excludes spectators, or while its deals are also played at
    other tables. Raise NotFound if the table does not exist, or Quarantined if its log is damaged.
    """
    row = get_table(table_id)
    if row.quarantined:
        raise Quarantined()
    open_to_all = row.visibility == TableVisibility.PUBLIC or (invite is not None and invite == row.invite)
    if open_to_all and not row.sealed and not is_closed_to_spectators(row):
        return True
    return user_id is not None and row.seats.filter(user_id=user_id).exists()


def is_closed_to_spectators(table: Table) -> bool:
    """Return whether a game is in progress at the table, and the table's options exclude spectators."""
    return table.status in RUNNING and not table.options.get("spectators", True)


def access_denied_message(table: Table) -> str:
    """Return the message that tells people without a seat why they cannot see the table."""
    if table.sealed:
        return Sentence("Others are playing the same cards, so only the players at this table can see it.")
    if is_closed_to_spectators(table):
        return Sentence("This table is closed to spectators until the game is over.")
    return Sentence("This table is private: you need its invite code.")


def require_table_access(table_id: str, user_id: int | None, invite: str | None) -> None:
    """Raise Forbidden with the reason if the user may not see the table.

    Raise NotFound if the table does not exist, or Quarantined if its log is damaged.
    """
    if not may_see_table(table_id, user_id, invite):
        raise Forbidden(access_denied_message(get_table(table_id)))


def is_sealed(table_id: str) -> bool:
    """Return whether a table is sealed, which means that only the players in its seats may see it.

    A table is sealed while the same deals are played, or will be played, at other tables. Raise NotFound if
    the table does not exist.
    """
    return get_table(table_id).sealed


def admits_bots(table_id: str) -> bool:
    """Return whether bot accounts may take seats at the table. Raise NotFound if the table does not exist."""
    return get_table(table_id).visiting_bots


def any_card_played(table_ids: Collection[str]) -> bool:
    """Return whether a card has been played at any of these tables."""
    return LogEntry.objects.filter(table_id__in=table_ids, type="card_played").exists()


def seats_with_played_cards(table_id: str) -> set[int]:
    """Return the seats whose players have played at least one card of their own choice.

    Cards that a person chose in advance count, and all cards in the seats of the site's bots. Cards of bot
    accounts do not count, nor cards played for a person by a stand-in, after a timeout or due to a claim.
    """
    entries = LogEntry.objects.filter(table_id=table_id, type="card_played").values_list("data", flat=True)
    bots = set(Seat.objects.filter(table_id=table_id, user__isnull=True).values_list("seat", flat=True))
    plays = (orjson.loads(data) for data in entries)
    # "wing" means that the player chose the card in advance, which counts.
    return {play["seat"] for play in plays if play["by"] in ("human", "wing") or play["seat"] in bots}


def current_log_numbers(table_ids: Collection[str]) -> dict[str, int | None]:
    """Return the number of each table's last log entry, by table id.

    The number is None for a damaged log. Unknown tables are left out.
    """
    if not table_ids:
        return {}
    # The query is written by hand, because hubs run it for all their tables every two seconds, and Django
    # takes three times as long to build it as the database takes to answer it.
    places = ", ".join(["%s"] * len(table_ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, number, quarantined FROM games_table WHERE id IN ({places})", [*table_ids]
        )
        return {table_id: None if why else number for table_id, number, why in cursor.fetchall()}


def due_tables(until: datetime, shards: Shards = ALL_SHARDS) -> list[tuple[str, int, datetime]]:
    """Return the tables where the server must act by `until`, earliest first.

    `shards` are the groups of tables to search. Each returned tuple contains the table id, the number of the
    last log entry and the time to act.
    """
    due = Table.objects.filter(in_shards(shards), due_at__lte=until)
    rows = due.order_by("due_at").values_list("id", "number", "due_at")
    return [(table_id, number, due_at) for table_id, number, due_at in rows if due_at is not None]
