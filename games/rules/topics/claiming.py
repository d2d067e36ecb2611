"""The player to move claims all or none of the remaining tricks; a proven claim is played out.

A claim of all tricks ends the round: the remaining cards are played automatically, because nothing that the
other players do makes a difference. A claim of none only ends the claimant's part: the claimant's cards are
played automatically, while the other players, whose scores are still open, play on until the last trick, in
which no player has a choice.
"""

from datetime import UTC, datetime
from typing import NamedTuple, cast

from core.sentence import Sentence
from games.rules import errors, legal
from games.rules.claims.claim import ALL_TRICKS
from games.rules.claims.knowledge import Knowledge, knowledge_from_sight
from games.rules.claims.proof import MAX_POSITIONS, card_for_proven_claim, prove_claim
from games.rules.legal import require_seat, require_turn
from games.rules.protocol.memory import SeatSight
from games.rules.protocol.values import Claimed, Mover, SeatNumber
from games.rules.round import Round, RoundClaim
from games.rules.sight import viewer_sight
from games.rules.sight.memory import build_memory
from games.rules.state import State
from games.rules.statuses import PLAYING
from games.rules.topics.topic import ActionRule, EventRule, Public, Topic

# A view of the table (sight) contains the server's time, but proofs must not depend on it.
_ANY_TIME = datetime(1996, 1, 1, tzinfo=UTC)


class ClaimTricks(NamedTuple):
    """Claim all or none of the remaining tricks. Unproven claims are refused, and nobody learns of them."""

    tricks: Claimed


class TricksClaimed(NamedTuple):
    """A player claimed all or none of the remaining tricks, and the claim is proven."""

    seat: Public[SeatNumber]
    tricks: Public[Claimed]
    by: Public[Mover]
    lag: int = 0


def _decide_claim(state: State, seat: int | None, action: ClaimTricks, mover: Mover | None) -> TricksClaimed:
    """Return the event that records a player's claim to win all or none of the remaining tricks.

    `mover` names who claims for the player; None means the player. Raise ClaimUnproven if the claim can fail,
    or ClaimTooEarly if it cannot be verified yet.
    """
    require_seat(seat)
    if state.options.cheating:
        raise errors.ClaimsUnavailable()
    player = require_turn(state, seat, PLAYING)
    if action.tricks not in legal.claimable_tricks(state, player):
        raise errors.ClaimTooEarly()
    proof = prove_claim(claimant_knowledge(state, player), action.tricks, MAX_POSITIONS)
    if not proof.decided:
        raise errors.ClaimTooEarly(
            Sentence(
                "It is too early to verify this claim: the others may still hold too many different cards. "
                "Play a card, and claim again."
            )
        )
    if proof.card is None:
        raise errors.ClaimUnproven()
    return TricksClaimed(player, action.tricks, mover or state.own_player_mover(player))


def claimant_knowledge(state: State, seat: int) -> Knowledge:
    """Return what the player in this seat, who is to move, knows about all players' cards.

    This is used to check a claim to win all or none of the remaining tricks.
    """
    # Taken from the player's own view, so that hidden cards are not used.
    sight = viewer_sight(state, seat, number=0, server_time=_ANY_TIME, with_sheet=False)
    return knowledge_from_sight(cast(SeatSight, {**sight, **build_memory(state)}))


def card_forced_by_claim(state: State, current: Round) -> tuple[int, str] | None:
    """Return the seat whose turn it is, and the card that the server plays for it because of a claim.

    A claim says that a player will take all or none of the remaining tricks. Return None if the player must
    choose the card.
    """
    play = current.play
    assert play.trick is not None
    seat = legal.seats_to_act(state)[0]
    own = next((claim for claim in play.claims if claim.seat == seat), None)
    everybody = any(claim.tricks == ALL_TRICKS for claim in play.claims)
    if own is not None and (own.tricks == ALL_TRICKS or not everybody):
        return seat, card_for_proven_claim(claimant_knowledge(state, seat), own.tricks)
    if everybody or play.trick.number == current.cards:
        return seat, legal.legal_plays(state, seat)[0]
    return None


def _apply_tricks_claimed(state: State, event: TricksClaimed, at: datetime) -> State:
    """Add a player's proven claim to win all or none of the remaining tricks to the round's claims."""
    current = state.current_round
    claim = RoundClaim(event.seat, event.tricks, current.cards_played)
    play = current.play._replace(claims=(*current.play.claims, claim))
    return state.with_round(current._replace(play=play, claims=(*current.claims, claim)))


_ACTIONS = (ActionRule(ClaimTricks, _decide_claim, "claim", held=True),)
_EVENTS = (EventRule(TricksClaimed, "tricks_claimed", _apply_tricks_claimed, decision=True),)
TOPIC = Topic("claiming", _ACTIONS, _EVENTS)
PlayerAction = ClaimTricks
Action = PlayerAction
Event = TricksClaimed
