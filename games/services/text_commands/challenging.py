"""Typed commands about challenges."""

from core.sentence import Sentence, join_with_or
from games.models import Challenge
from games.selectors.people.challenges import challenges_of, open_challenges_of
from games.services.challenges.answering import accept_challenge, decline_challenge
from games.services.challenges.errors import NoSuchChallenge
from games.services.challenges.new_tables import challenge_to_new_table
from games.services.text_commands.caller import Caller
from games.text_commands.board_commands import AnswerChallenge, ChallengePlayers
from games.text_commands.parse_board import MIN_BOARD_LENGTH
from games.text_commands.refusals import NotUnderstood
from games.wire.chat import CommandReply

MAX_BOARD_CHALLENGES = 5
"""Maximum challenges that are named if several match."""


def challenge_players(caller: Caller, command: ChallengePlayers) -> CommandReply:
    """Open a slow table (days per move) and challenge the named people to play there.

    Raise a Refusal if the people or the table's options are not allowed.
    """
    options: dict[str, object] = {}
    if command.restriction is not None:
        options["restriction"] = command.restriction
    if command.days is not None:
        options["days"] = command.days
    board = challenge_to_new_table(
        user=caller.user, names=command.names, now=caller.now, in_order=command.in_order, options=options
    )
    text = Sentence("Your challenge is out. The game at board %(board)s begins when all accept.", board=board)
    return {"command": "challenge", "text": text}


def answer_challenge(caller: Caller, command: AnswerChallenge) -> CommandReply:
    """Accept or decline a challenge. Repeating an answer changes nothing."""
    challenge = _find_challenge(caller, command)
    if not command.accepts:
        decline_challenge(challenge_id=challenge.pk, user=caller.user, now=caller.now)
        return {"command": "decline", "text": Sentence("You have declined.")}
    board = accept_challenge(challenge_id=challenge.pk, user=caller.user, now=caller.now)
    text = Sentence("You have accepted. You have a seat at board %(board)s.", board=board)
    return {"command": "accept", "text": text}


def _find_challenge(caller: Caller, command: AnswerChallenge) -> Challenge:
    """Return the challenge that the command names by its id or by its table.

    If the command names none, return the open challenge to the current table or, if there is none, the only
    open challenge. Raise NoSuchChallenge if no challenge fits, and NotUnderstood if several do.
    """
    waiting = list(open_challenges_of(caller.user, caller.now)[:MAX_BOARD_CHALLENGES])
    if command.board is None:
        at_table = [each for each in waiting if each.table_id == caller.known_table]
        found = at_table or waiting
    else:
        known = challenges_of(caller.user)
        # Shorter numbers can only be ids of challenges.
        is_board = len(command.board) >= MIN_BOARD_LENGTH
        begins = known.filter(table__id__startswith=command.board) if is_board else known.none()
        by_board = list(begins[:MAX_BOARD_CHALLENGES])
        # Unanswered challenges come first; a repeated answer finds the answered ones.
        found = [each for each in by_board if each.answer == ""] or by_board
        if command.board.isdigit():
            found += [each for each in known.filter(pk=int(command.board)) if each not in found]
    if not found:
        raise NoSuchChallenge
    if len(found) > 1:
        boards = join_with_or([each.table_id for each in found])
        raise NotUnderstood(
            Sentence("You have challenges to the boards %(boards)s. Which one?", boards=boards)
        )
    return found[0]
