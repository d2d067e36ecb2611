"""The types of values that objects on the wire have in common."""

from typing import Annotated

from core.constraints import Constraint
from core.sentence import Sentence
from games.rules.cards import SUITS, is_card
from games.rules.claims.claim import CLAIMS
from games.rules.editions import EDITIONS
from games.rules.movers import KINDS, MOVERS
from games.rules.options import MAX_CARDS, MAX_PLAYERS, RESTRICTIONS, REVEALS
from games.rules.scoring import TIE_BREAKS
from games.rules.statuses import STATUSES
from games.rules.undo import ENDINGS
from games.rules.undo import KINDS as UNDO_KINDS
from games.rules.verdicts import SOURCES, VERDICTS

MAX_ID_LENGTH = 64
"""The maximum number of characters of an action id."""

Name = Annotated[str, Constraint(min_length=1)]
Count = Annotated[int, Constraint(minimum=0)]
PositiveCount = Annotated[int, Constraint(minimum=1)]
HandSize = Annotated[int, Constraint(minimum=1, maximum=MAX_CARDS)]
BidNumber = Annotated[int, Constraint(minimum=0, maximum=MAX_CARDS)]
Probability = Annotated[float, Constraint(minimum=0, maximum=1)]
Rank = Annotated[int, Constraint(minimum=1, maximum=MAX_PLAYERS)]
Digest = Annotated[str, Constraint(pattern="^[0-9a-f]{64}$")]

SeatNumber = Annotated[
    int,
    Constraint(
        "A seat, counted from 0 in the order of play.",
        minimum=0,
        maximum=MAX_PLAYERS - 1,
        error=Sentence("There is no such seat."),
        type_error=Sentence("This must be a whole number."),
    ),
]
CardCode = Annotated[
    str,
    Constraint(
        "A card: suit and rank, such as R7 or B13; J1 to J4 are Jesters, W1 to W4 Wizards.",
        pattern="^([RYGB](1[0-3]|[1-9])|[JW][1-4])$",
        accepts=is_card,
        error=Sentence("This must be a card such as R7, J1 or W4."),
    ),
]
Suit = Annotated[str, Constraint("Red, yellow, green or blue.", one_of=SUITS)]
Moment = Annotated[str, Constraint("A time in UTC (ISO 8601).", format="date-time")]
Reveal = Annotated[
    str,
    Constraint(
        "How bids are shown: open (at once, in turn), hiddentip (secret until all have bid), "
        "delayed (secret until the round is over).",
        one_of=REVEALS,
    ),
]
Restriction = Annotated[
    str,
    Constraint(
        "When the bids must not add up to the number of tricks: american (never), notequal (always), "
        "german (from the fourth round on), canadian (if the dealer alone has the most points).",
        one_of=RESTRICTIONS,
    ),
]
EditionName = Annotated[
    str,
    Constraint(
        "The edition of the game; absent for the base game. In magic (Wizard Magic) a suit's 1 is a Wizard "
        "that beats all other Wizards when it is played to a trick in which its own suit must be followed.",
        one_of=tuple(EDITIONS),
    ),
]
Kind = Annotated[str, Constraint("A person with an account, a guest, or a bot.", one_of=KINDS)]
Status = Annotated[
    str,
    Constraint(
        "What the table waits for: players, trump, bids, cards or the next round; or that the game is over. "
        "An abandoned game ended without a result.",
        one_of=STATUSES,
    ),
]
Mover = Annotated[
    str,
    Constraint(
        "Who played: the player, a bot (also a stand-in), the clock when the time was up, a wing, or the "
        "server after a proven claim.",
        one_of=MOVERS,
    ),
]
Claimed = Annotated[
    str,
    Constraint(
        "all: the claimant takes every remaining trick; none: not one of them.",
        one_of=CLAIMS,
        error=Sentence("This must be all or none."),
    ),
]
TieBreak = Annotated[str, Constraint(one_of=TIE_BREAKS)]
Verdict = Annotated[
    str,
    Constraint(
        "caught: a cheat that nobody had called yet; late: it had been called before; wrong: no cheat.",
        one_of=VERDICTS,
    ),
]
Source = Annotated[str, Constraint("What the accusation came from.", one_of=SOURCES)]
ActionId = Annotated[
    str,
    Constraint(
        "An id chosen by the client, best a UUID. Sending an action again with the same id returns the first "
        "answer.",
        min_length=1,
        max_length=MAX_ID_LENGTH,
        error=Sentence("This must be a text of 1 to %(most)d characters.", most=MAX_ID_LENGTH),
    ),
]
UndoKind = Annotated[str, Constraint("What is taken back.", one_of=UNDO_KINDS)]
UndoEnding = Annotated[
    str, Constraint("Why a question to take something back ended without an answer.", one_of=ENDINGS)
]
