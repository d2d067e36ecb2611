"""What one viewer may know of a log entry; every event that is shown passes through here."""

from datetime import datetime
from typing import Any

from games.rules.events import (
    Accused,
    BidMade,
    BidsRevealed,
    CardPlayed,
    ClockRenewed,
    Event,
    GameAnnulled,
    GameFinished,
    GameStarted,
    GameStopped,
    PauseAsked,
    PlayerAway,
    PlayerBack,
    PlayerReady,
    PlayerReplaced,
    RoundDealt,
    RoundScored,
    SeatLeft,
    SeatTaken,
    TableHalted,
    TableOpened,
    TableResumed,
    TimeLimitSet,
    TrickTaken,
    TrumpNamed,
    WingSet,
    type_of,
)
from games.rules.sight import iso

PERSONAL = (RoundDealt, BidMade, WingSet)
"""Events that viewers may know unequally; all others are the same for everybody."""


def redact(event: Event, viewer: int | None, *, number: int, at: datetime) -> dict[str, Any]:
    """What `viewer` may know of log entry `number`; one that is hidden from them shows only its number."""
    known = _known(event, viewer)
    if known is None:
        return {"number": number}
    return {"type": type_of(event), "number": number, "at": iso(at), **known}


def _stand_in(event: TrumpNamed | BidMade) -> dict[str, str]:
    """Who acted for the seat, where it was not the seat itself."""
    return {"by": event.by} if event.by else {}


def _known(event: Event, viewer: int | None) -> dict[str, Any] | None:
    match event:
        case TableOpened():
            return {"options": event.options, "commitment": event.commitment}
        case SeatTaken() | PlayerReplaced():
            return {"seat": event.seat, "name": event.name, "kind": event.kind}
        case SeatLeft():
            return {"seat": event.seat, "name": event.name}
        case GameStarted():
            return {"seats": list(event.seats)}
        case RoundDealt():
            return {
                "round": event.round,
                "cards": event.cards,
                "dealer": event.dealer,
                "hand": None if viewer is None else list(event.hands[viewer]),
                "turned": event.turned,
                "trump": event.trump,
                "reveal": event.reveal,
                "restricted": event.restricted,
            }
        case TrumpNamed():
            return {"seat": event.seat, "suit": event.suit, **_stand_in(event)}
        case BidMade():
            hidden = event.secret and event.seat != viewer
            return {"seat": event.seat, "bid": None if hidden else event.bid, **_stand_in(event)}
        case BidsRevealed():
            return {"bids": [{"seat": seat, "bid": bid} for seat, bid in enumerate(event.bids)]}
        case CardPlayed():
            return {"seat": event.seat, "card": event.card, "by": event.by}
        case WingSet():
            return {"seat": event.seat, "card": event.card} if event.seat == viewer else None
        case TrickTaken():
            return {"trick": event.trick, "winner": event.winner}
        case Accused():
            return {
                "accuser": event.accuser,
                "accused": event.accused,
                "after": event.after,
                "source": event.source,
                "verdict": event.verdict,
                "accuser_points": event.accuser_points,
                "accused_points": event.accused_points,
            }
        case RoundScored():
            return {"round": event.round, "points": list(event.points)}
        case PlayerAway():
            return {"seat": event.seat, "left": event.left}
        case PlayerReady() | PlayerBack() | PauseAsked():
            return {"seat": event.seat}
        case TableHalted():
            return {"by": event.by}
        case TableResumed() | GameAnnulled() | ClockRenewed():
            return {}
        case TimeLimitSet():
            return {"closes_at": event.closes_at}
        case GameStopped():
            return {"round": event.round}
        case GameFinished():
            names = ("seat", "score", "correct_bids", "rank")
            result = [dict(zip(names, place, strict=True)) for place in event.result]
            return {"result": result, "tie_break": event.tie_break}
        case _:
            return None
