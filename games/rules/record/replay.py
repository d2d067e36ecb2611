"""Replays the moves of a record under the rules, to find the state that they lead to."""

from datetime import UTC, datetime

from core.refusal import BadRequest
from core.sentence import Sentence, must_be_one_of
from games.rules import engine
from games.rules.actions import PlayerAction
from games.rules.cards import Card, is_card
from games.rules.claims.claim import CLAIMS
from games.rules.engine import decide
from games.rules.movers import MOVERS
from games.rules.options import parse_recorded_options
from games.rules.protocol.record import (
    GameRecord,
    RecordAccusation,
    RecordClaim,
    RecordPlayer,
    RecordRound,
    RecordSubstitution,
)
from games.rules.protocol.values import Mover
from games.rules.state import State
from games.rules.statuses import NAMING_TRUMP, PAUSE
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.claiming import ClaimTricks
from games.rules.topics.lobby import OpenTable, StartGame, TakeSeat
from games.rules.topics.pause import EndPause
from games.rules.topics.playing import Play
from games.rules.topics.rulings import PlayerReplaced, StopGame
from games.rules.topics.trump import NameTrump
from games.rules.verdicts import SOURCES


def replay_record(record: GameRecord) -> State:
    """Replay a game's record and return the table's state at the end. Raise a Refusal for an illegal move."""
    # A malformed record raises KeyError, TypeError, ValueError, IndexError, AttributeError or AssertionError.
    at = datetime(2000, 1, 1, tzinfo=UTC)
    players, fairness = _players_at_start(record), record["fairness"]
    options = parse_recorded_options(record["options"])
    # The record lists the seats in their drawn order, so they must not be drawn again.
    opening = OpenTable(options._replace(random_seats=False), len(players), fairness["server_seed"])
    state, _ = engine.open_table(opening, at)
    for player, salt in zip(players, fairness["salts"], strict=True):
        seat = TakeSeat(player["name"], player["kind"], None, None, player["seat"], salt)
        state, _ = engine.take_action(state, None, seat, at)
    if state.round is None:
        state, _ = engine.take_action(state, 0, StartGame(), at)
    state = state._replace(options=options)
    substitutions = list(record.get("substitutions", ()))
    for number, past in enumerate(record["rounds"], start=1):
        state = _end_pause(state, at)
        if state.round is None or state.round.number != number:
            raise ValueError(f"round {number} is one too many")
        state = _replay_round(state, past, substitutions, at)
    return _end_game(state, record, substitutions, at)


def _end_game(
    state: State, record: GameRecord, substitutions: list[RecordSubstitution], at: datetime
) -> State:
    """Finish the replay after the last recorded round, and apply the remaining substitutions.

    Raise ValueError if a substitution cannot be applied.
    """
    if substitutions:
        state = _end_pause(state, at)
        state = _apply_substitutions(state, substitutions, None, at)
    if substitutions:
        raise ValueError(f"nobody can sit down in round {substitutions[0]['round']!r}")
    if record.get("stopped") is True:
        return engine.take_action(state, None, StopGame(), at)[0]
    return _end_pause(state, at)


def _end_pause(state: State, at: datetime) -> State:
    """End the pause between rounds, if there is one, and return the new state."""
    return engine.take_action(state, None, EndPause(), at)[0] if state.status == PAUSE else state


def _players_at_start(record: GameRecord) -> list[RecordPlayer]:
    """Return the players at the start of the game, found by reversing the record's substitutions."""
    players: list[RecordPlayer] = [{**player} for player in record["players"]]
    for change in reversed(record.get("substitutions", [])):
        player, before = players[_validate_seat(change["seat"], len(players))], change["replaced"]
        player["name"], player["kind"] = before["name"], before["kind"]
    return players


def _apply_substitutions(
    state: State, substitutions: list[RecordSubstitution], cards_played: int | None, at: datetime
) -> State:
    """Apply the substitutions that were made after `cards_played` cards of the current round.

    Remove them from `substitutions`. `cards_played` is None if the record does not contain the round, because
    the game was stopped.
    """
    while substitutions and state.round is not None and substitutions[0]["round"] == state.round.number:
        if substitutions[0]["after"] != cards_played:
            break
        change = substitutions.pop(0)
        seat = _validate_seat(change["seat"], len(state.seats))
        state = engine.apply(state, PlayerReplaced(seat, change["name"], change["kind"], None, None), at)
    return state


def _validate_seat(seat: object, players: int) -> int:
    """Return `seat` if it is an integer from 0 to `players` - 1, otherwise raise ValueError."""
    if type(seat) is not int or not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat!r}")
    return seat


def _replay_round(
    state: State, recorded: RecordRound, substitutions: list[RecordSubstitution], at: datetime
) -> State:
    """Replay a recorded round, with `at` as the time of every move, and return the new state.

    Apply the substitutions of this round, and remove them from `substitutions`.
    """
    state = _apply_substitutions(state, substitutions, 0, at)
    if state.round is not None and state.status == NAMING_TRUMP:
        by = recorded.get("trump_by")
        state = _replay_move(state, state.round.dealer, at, by=by, action=NameTrump(recorded["trump"] or ""))
    for bid in recorded["bids"]:
        state = _replay_move(
            state, bid["seat"], at, by=bid.get("by"), action=Bid(_validate_integer("bid", bid["bid"]))
        )
    accusations = list(recorded["accusations"])
    claims = list(recorded.get("claims", ()))
    played = 0
    for trick in recorded["tricks"]:
        for play in trick["plays"]:
            while claims and claims[0]["after"] == played:
                state = _replay_claim(state, claims.pop(0), at)
            state = _replay_move(
                state, play["seat"], at, by=play["by"], action=Play(_validate_card(play["card"]))
            )
            played += 1
            while accusations and accusations[0]["after"] == played:
                state = _replay_accusation(state, accusations.pop(0), at)
            state = _apply_substitutions(state, substitutions, played, at)
    if claims:
        raise ValueError(f"nobody can claim after {claims[0]['after']!r} cards")
    return state


def _replay_claim(state: State, claim: RecordClaim, at: datetime) -> State:
    """Check again that the player can claim all or none of the remaining tricks, and return the new state.

    Raise a Refusal if the claim is not proven.
    """
    seat = _validate_seat(claim["seat"], len(state.seats))
    if claim["tricks"] not in CLAIMS:
        raise BadRequest({"tricks": [must_be_one_of(CLAIMS)]})
    state = engine.apply(state, decide(state, seat, ClaimTricks(claim["tricks"]), None), at)
    current = state.current_round
    # Drop the claim, so that the record's cards are played: another version's search might choose others.
    return state.with_round(current.with_play(current.play._replace(claims=())))


def _replay_accusation(state: State, accusation: RecordAccusation, at: datetime) -> State:
    """Judge a recorded accusation of cheating again, and return the state with its verdict and points."""
    seat = _validate_seat(accusation["accuser"], len(state.seats))
    if accusation["source"] not in SOURCES:
        raise BadRequest({"source": [must_be_one_of(SOURCES)]})
    action = Accuse(_validate_integer("accused", accusation["accused"]), accusation["source"])
    # At a table of bots, a follow-up event could end the pause before the record's other accusations.
    return engine.apply(state, decide(state, seat, action, None), at)


def _replay_move(
    state: State, seat: object, at: datetime, *, action: PlayerAction, by: Mover | None = None
) -> State:
    """Replay a player's action and return the new state.

    `by` names who made the move, such as "clock"; None means the seat's own player. Raise a Refusal if the
    action is illegal, or ValueError if `seat` or `by` is invalid.
    """
    seat = _validate_seat(seat, len(state.seats))
    if by not in (None, *MOVERS):
        raise ValueError(f"nobody moves as {by!r}")
    return engine.take_action(state, seat, action, at, by=by)[0]


def _validate_integer(name: str, value: object) -> int:
    """Return `value` if it is an integer, otherwise raise BadRequest for the field `name`."""
    # Floats and bools can equal an integer, and would pass for it.
    if type(value) is not int:
        raise BadRequest({name: [Sentence("This must be a whole number.")]})
    return value


def _validate_card(code: object) -> Card:
    """Return `code` if it is a valid card, otherwise raise BadRequest."""
    if not is_card(code):
        raise BadRequest({"card": [Sentence("This must be a card such as R7, J1 or W4.")]})
    return str(code)
