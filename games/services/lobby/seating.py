"""Tables of tournaments, which open with all their players at once."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from core.refusal import BadRequest
from games.bots.choose import LEVELS
from games.models.table import TableVisibility
from games.rules.cards import deal
from games.rules.options import Options, parse_options
from games.rules.protocol.values import KINDS
from games.rules.sight import iso
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.rulings import SetTimeLimit
from games.selectors.states import Sitter
from games.services.commands.notifications import notify_opened
from games.services.lobby.lobby import opening_change
from games.store.create import create

MAX_CAPTION_LENGTH = 200
"""Characters, for a caption and for its address alike."""


def seat_table(
    *,
    sitters: Sequence[Sitter],
    options: object,
    now: datetime,
    visibility: str = "public",
    sealed: bool = False,
    server_seed: str | None = None,
    caption: str = "",
    caption_url: str = "",
    closes_at: datetime | None = None,
) -> str:
    """Open a table with exactly these sitters in this order of seats, and deal its first round; gives its id.

    May be called within a transaction, for many tables: they are announced when that commits. `server_seed`
    is 32 bytes in hex, drawn if None. Raises BadRequest, WrongNumberOfPlayers or AlreadySeated.
    """
    for sitter in sitters:
        check_sitter(sitter)
    if visibility not in TableVisibility.values:
        raise BadRequest({"visibility": [f"This must be one of {', '.join(TableVisibility.values)}."]})
    _check_caption(caption, caption_url)
    opening = OpenTable(
        _without_coach(parse_options(options)),
        len(sitters),
        server_seed or secrets.token_hex(deal.SEED_BYTES),
        organised=True,
    )
    actions: list[TakeSeat | SetTimeLimit] = [TakeSeat(*sitter) for sitter in sitters]
    if closes_at is not None:
        actions.append(SetTimeLimit(limit_of(closes_at)))
    change = opening_change(opening, actions, now, sealed=sealed)
    columns = {"visibility": visibility, "sealed": sealed, "caption": caption, "caption_url": caption_url}
    create(change, opened_by=None, opened_at=now, **columns)
    transaction.on_commit(partial(notify_opened, change))
    return change.after.table_id


def limit_of(closes_at: datetime | None) -> str | None:
    """A time limit as the log has it: in ISO 8601, in UTC."""
    return None if closes_at is None else iso(closes_at.astimezone(UTC))


def _without_coach(options: Options) -> Options:
    if options.coach:
        raise BadRequest({"coach": ["Tournament games have no coach."]})
    return options


def _check_caption(caption: str, caption_url: str) -> None:
    if max(len(caption), len(caption_url)) > MAX_CAPTION_LENGTH:
        raise BadRequest(
            {"caption": [f"Caption and address can have at most {MAX_CAPTION_LENGTH} characters."]}
        )
    if caption_url and not caption_url.startswith(("/", "https://", "http://")):
        raise BadRequest({"caption_url": ["This must be an address of a page."]})


def check_sitter(sitter: Sitter) -> None:
    """Raise BadRequest for a person without an account, or a bot of no known level."""
    if sitter.kind not in KINDS or (sitter.kind == "bot") != (sitter.user is None):
        raise BadRequest({"kind": ["This must be human or guest with a user, or bot without one."]})
    if sitter.user is None and sitter.level not in LEVELS:
        raise BadRequest({"level": [f"This must be one of {', '.join(LEVELS)}."]})


def seed_with_first_dealer(players: int, seat: int = 0) -> str:
    """Draw server seeds, in hex, until `seat` deals first at a table of this size without players' salts.

    The decks come from other streams than the first dealer, so the choice affects no deal.
    """
    while True:
        seed = secrets.token_bytes(deal.SEED_BYTES)
        salts = [deal.server_salt(seed)] * players
        if deal.first_dealer(deal.game_seed(seed, salts), players) == seat:
            return seed.hex()
