"""Tournament tables, which are opened with all their players at once."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from core.refusal import BadRequest
from core.sentence import Sentence, encode_sentences, must_be_one_of
from games.bots.choose import LEVELS
from games.models.table import TableVisibility
from games.rules.cards import deal
from games.rules.movers import KINDS
from games.rules.options import Options, parse_options
from games.rules.options.pace import SLOW
from games.rules.sight import format_iso
from games.rules.topics.lobby import OpenTable, TakeSeat
from games.rules.topics.rulings import SetTimeLimit
from games.selectors.states import Sitter
from games.services.commands.handler import announce_change
from games.services.lobby.lobby import build_opening_change
from games.store.create import create_table

MAX_CAPTION_LENGTH = 200
"""Maximum length of a caption, and of its link, in characters."""


def open_tournament_table(
    *,
    sitters: Sequence[Sitter],
    options: object,
    now: datetime,
    visibility: str = "public",
    sealed: bool = False,
    silent: bool = False,
    server_seed: str | None = None,
    caption: str = "",
    caption_url: str = "",
    closes_at: datetime | None = None,
) -> str:
    """Open a tournament table, seat the players `sitters` in order, start the game and return the table's id.

    `options` is a JSON object of table options, or None for the default options. `visibility` is "public" or
    "private". If `sealed` is true, only the players can see the table. If `silent` is true, chat is off until
    the game is over and the table is no longer sealed. `server_seed`, in hex, determines the deals and is
    random by default. `caption`, its link `caption_url` and the closing time `closes_at` are only displayed.
    Raise BadRequest, WrongNumberOfPlayers or AlreadySeated for invalid arguments.
    """
    for sitter in sitters:
        check_sitter(sitter)
    if visibility not in TableVisibility.values:
        raise BadRequest({"visibility": [must_be_one_of(TableVisibility.values)]})
    _check_caption(caption, caption_url)
    opening = OpenTable(
        _check_tournament_options(parse_options(options)),
        len(sitters),
        server_seed or secrets.token_hex(deal.SEED_BYTES),
        organised=True,
    )
    actions: list[TakeSeat | SetTimeLimit] = [TakeSeat(*sitter) for sitter in sitters]
    if closes_at is not None:
        actions.append(SetTimeLimit(encode_time_limit(closes_at)))
    change = build_opening_change(opening, actions, now, sealed=sealed)
    create_table(
        change,
        opened_by=None,
        opened_at=now,
        visibility=visibility,
        sealed=sealed,
        silent=silent,
        caption=caption,
        # A sentence is translated for each reader.
        caption_sentence=encode_sentences(caption) if isinstance(caption, Sentence) else None,
        caption_url=caption_url,
    )
    transaction.on_commit(partial(announce_change, change))
    return change.after.table_id


def encode_time_limit(closes_at: datetime | None) -> str | None:
    """Return a table's time limit as ISO 8601 text in UTC, as the action SetTimeLimit needs it.

    The time limit is the moment at which the organisers will close the table. If `closes_at` is None, there
    is no time limit: return None.
    """
    return None if closes_at is None else format_iso(closes_at.astimezone(UTC))


def _check_tournament_options(options: Options) -> Options:
    """Return the options. Raise BadRequest if they ask for a slow game or for advice during the game."""
    if options.coach:
        raise BadRequest({"coach": [Sentence("Tournament games have no coach.")]})
    if options.pace == SLOW:
        raise BadRequest({"pace": [Sentence("Tournament games are played live.")]})
    return options


def _check_caption(caption: str, caption_url: str) -> None:
    """Raise BadRequest if the caption or link is too long, or the link is not a path or a web address."""
    if max(len(caption), len(caption_url)) > MAX_CAPTION_LENGTH:
        raise BadRequest(
            {
                "caption": [
                    Sentence(
                        "Caption and address can have at most %(most)d characters.", most=MAX_CAPTION_LENGTH
                    )
                ]
            }
        )
    # The table's page links to this address, so it must not be a `javascript:` URL.
    if caption_url and not caption_url.startswith(("/", "https://", "http://")):
        raise BadRequest({"caption_url": [Sentence("This must be an address of a page.")]})


def check_sitter(sitter: Sitter) -> None:
    """Raise BadRequest if a player's kind (person, guest or bot), account or level is invalid.

    People and guests must have an account. Bots must have a known level and no account.
    """
    if sitter.kind not in KINDS or (sitter.kind == "bot") != (sitter.user is None):
        raise BadRequest({"kind": [Sentence("This must be human or guest with a user, or bot without one.")]})
    if sitter.user is None and sitter.level not in LEVELS:
        raise BadRequest({"level": [must_be_one_of(LEVELS)]})


def seed_with_first_dealer(player_count: int, seat: int = 0) -> str:
    """Return a random seed for a game's deals, in hex, that makes the player in `seat` the first dealer."""
    # This holds only if no player contributes a salt to the random seed.
    # The deals stay random, because they are drawn from separate random streams.
    while True:
        seed = secrets.token_bytes(deal.SEED_BYTES)
        salts = [deal.server_salt(seed)] * player_count
        if deal.draw_first_dealer(deal.game_seed(seed, salts), player_count) == seat:
            return seed.hex()
