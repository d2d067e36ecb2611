"""Typed commands that only read: the position, the user's games, scores, ratings and results."""

from core.refusal import Refusal
from core.sentence import Sentence, counted_sentence, join_sentences, message_of_error
from games.models import Seat
from games.models.table import RUNNING, GameStatus
from games.rules.cards.deck_names import DeckNames
from games.rules.options.pace import SLOW
from games.rules.protocol.sight import Sight
from games.rules.statuses import OPEN
from games.selectors.next_turn import next_turn
from games.selectors.past_sights import past_sight
from games.selectors.people.players import last_games, leaderboard_ratings, player_profile
from games.selectors.tables import listed_tables
from games.services.text_commands.boards import resolve_board
from games.services.text_commands.caller import Caller
from games.sight_text.sheet import format_number, score_sheet_lines
from games.sight_text.write import describe_sight
from games.text_commands.board_commands import ListGames, ShowBoard, ShowStandings
from games.wire.chat import CommandReply
from games.wire.players import PlayerRating

MAX_GAMES = 50
"""Maximum games in one reply."""
MAX_FINISHED = 10
MAX_RATED = 10
"""Maximum players of the leaderboard in one reply."""


def show_board(caller: Caller, command: ShowBoard) -> CommandReply:
    """Describe a table as the user may see it, now or just after the log entry `command.number`."""
    caller = resolve_board(caller, command.board)
    sight: Sight | None = caller.read_sight()
    if command.number is not None:
        sight = past_sight(caller.table_id, caller.user.pk, command.number, now=caller.now)
    if sight is None:
        newest = caller.read_sight()["number"]
        unknown = Sentence("This table’s log has the entries 1 to %(newest)d.", newest=newest)
        return {"command": "show", "text": unknown}
    title = Sentence("Board %(board)s#%(number)d", board=caller.table_id, number=sight["number"])
    deck = DeckNames(str(caller.preferences.deck))
    return {"command": "show", "text": join_sentences([title, describe_sight(sight, deck)], "\n")}


def list_games(caller: Caller, command: ListGames) -> CommandReply:
    """List up to MAX_GAMES of the user's active games, newest first.

    If `command.next_only` is true, show only the next game where it is the user's turn.
    """
    turn = next_turn(caller.user.pk)
    if command.next_only:
        if turn["id"] is None:
            return {"command": "games", "text": Sentence("No table is waiting for you.")}
        line = _describe_game(caller.with_table(turn["id"]))
        waiting = counted_sentence(
            "%(count)d table is waiting for you.", "%(count)d tables are waiting for you.", turn["waiting"]
        )
        return {"command": "games", "text": join_sentences([line, waiting], "\n")}
    lines = [_describe_game(caller._replace(known_table=table_id)) for table_id in _active_table_ids(caller)]
    return {
        "command": "games",
        "text": join_sentences(lines or [Sentence("You are playing no game now.")], "\n"),
    }


def _active_table_ids(caller: Caller) -> list[str]:
    """Return up to MAX_GAMES of the caller's open and running tables, newest first."""
    mine = listed_tables(user_id=caller.user.pk, mine=True).filter(quarantined="")
    active = mine.filter(status__in=(GameStatus.OPEN, *RUNNING))
    return list(active.values_list("id", flat=True)[:MAX_GAMES])


def _describe_game(caller: Caller) -> Sentence:
    """Return a line about the caller's current table: the round, whose turn it is, and the opponents.

    If the user cannot read the table, the line says why.
    """
    try:
        sight = caller.read_sight()
    except Refusal as refusal:
        return Sentence("%(board)s: %(state)s", board=caller.table_id, state=message_of_error(refusal))
    others = ", ".join(each["name"] for each in sight["players"] if each["seat"] != sight["viewer"])
    return Sentence(
        "%(board)s: %(state)s You are playing with %(others)s.",
        board=caller.table_id,
        state=_describe_turn(sight),
        others=others or "–",
    )


def _describe_turn(sight: Sight) -> Sentence:
    """Return a text about the round and whose turn it is, with the deadline if it is the viewer's turn."""
    current = sight["round"]
    if sight["status"] == OPEN or current is None:
        return Sentence("It is waiting for players.")
    place = Sentence("Round %(number)d of %(of)d.", number=current["number"], of=current["of"])
    own = next((each for each in sight["players"] if each["seat"] == sight["viewer"]), None)
    # At a slow table, several players may be bidding in secret, each with a deadline of their own.
    deadline = (own.get("deadline") if own is not None else None) or sight["deadline"]
    until = "" if deadline is None else f"{deadline[:16].replace('T', ' ')} UTC"
    if sight["viewer"] in sight["turn"]:
        state = (
            Sentence("It is your turn until %(deadline)s.", deadline=until)
            if until
            else Sentence("It is your turn.")
        )
    elif sight["turn"]:
        names = ", ".join(each["name"] for each in sight["players"] if each["seat"] in sight["turn"])
        state = Sentence("It is waiting for %(names)s.", names=names)
    else:
        state = Sentence("Nobody has to move now.")
    return join_sentences([place, state])


def show_standings(caller: Caller, command: ShowStandings) -> CommandReply:
    """Show the score sheet of the table that the command names, or of the current table by default.

    If no table is named or current, show the scores in up to MAX_GAMES of the user's running games.
    """
    if command.board is not None or caller.known_table:
        sight = resolve_board(caller, command.board).read_sight()
        names = {player["seat"]: player["name"] for player in sight["players"]}
        lines = [_describe_scores(sight), *score_sheet_lines(sight["sheet"], names)]
        return {"command": "standings", "text": join_sentences(lines, "\n")}
    # Read once, because a game may begin or end between two queries.
    tables = _active_table_ids(caller)
    sights = [caller._replace(known_table=table_id).read_sight() for table_id in tables]
    lines = [
        Sentence("%(board)s: %(state)s", board=table_id, state=_describe_scores(sight))
        for table_id, sight in zip(tables, sights, strict=True)
        if sight["status"] != OPEN
    ]
    return {
        "command": "standings",
        "text": join_sentences(lines or [Sentence("You are playing no game now.")], "\n"),
    }


def _describe_scores(sight: Sight) -> Sentence:
    """Return a line with the current round, if any, and the scores, best first."""
    players = sorted(sight["players"], key=lambda player: -player["score"])
    scores = [f"{player['name']} {format_number(player['score'])}" for player in players]
    current = sight["round"]
    if current is None:
        return join_sentences([", ".join(scores)])
    place = Sentence("Round %(number)d of %(of)d.", number=current["number"], of=current["of"])
    return join_sentences([place, ", ".join(scores)])


def show_ratings(caller: Caller) -> CommandReply:
    """Show the MAX_RATED best players of slow games, and the caller's own ratings."""
    lines: list[Sentence] = [
        Sentence(
            "%(rank)d. %(name)s: %(value)d (%(games)d games)",
            rank=rank,
            name=rating.user.username,
            value=rating.value,
            games=rating.games,
        )
        for rank, rating in enumerate(leaderboard_ratings(SLOW)[:MAX_RATED], start=1)
    ]
    lines = lines or [Sentence("Nobody has a rating in slow games yet.")]
    profile = player_profile(caller.user.username)
    lines.append(Sentence("You in slow games: %(rating)s", rating=_describe_rating(profile["slow_rating"])))
    lines.append(Sentence("You in live games: %(rating)s", rating=_describe_rating(profile["rating"])))
    return {"command": "ratings", "text": join_sentences(lines, "\n")}


def _describe_rating(rating: PlayerRating | None) -> Sentence:
    """Return a rating and its number of games as text, or "no rating yet"."""
    if rating is None:
        return Sentence("no rating yet")
    return Sentence("%(value)d (%(games)d games)", value=rating["value"], games=rating["games"])


def show_history(caller: Caller) -> CommandReply:
    """List the caller's last MAX_FINISHED finished games."""
    lines = [_describe_result(seat) for seat in last_games(caller.user)[:MAX_FINISHED]]
    return {
        "command": "history",
        "text": join_sentences(lines or [Sentence("You have finished no game yet.")], "\n"),
    }


def _describe_result(seat: Seat) -> Sentence:
    """Describe a finished game in a line: the day, the table's id, the rank of `seat`, and all scores."""
    table = seat.table
    players = sorted(table.seats.all(), key=lambda each: each.rank or 0)
    return Sentence(
        "%(day)s %(board)s: place %(rank)s. %(scores)s",
        day="" if table.finished_at is None else table.finished_at.date().isoformat(),
        board=table.pk,
        rank=str(seat.rank),
        scores=", ".join(f"{each.name} {format_number(each.score)}" for each in players),
    )
