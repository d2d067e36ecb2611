"""The complete, immutable state of a table, with its secrets; only store, services and selectors use it."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from games.rules.movers import BOT, HUMAN
from games.rules.options import Options, RoundPlan
from games.rules.options.pace import Break
from games.rules.options.schedules import plan_rounds
from games.rules.round import Round
from games.rules.scoring import FinalRank

if TYPE_CHECKING:
    from games.rules.marks import SeatMarks

T = TypeVar("T")


def replace_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """Return a copy of the tuple with the element at `index` replaced by `item`."""
    # Copying to a list takes half the time of concatenating two slices.
    copy = list(items)
    copy[index] = item
    return tuple(copy)


def add_elementwise(first: tuple[int, ...], second: Iterable[int]) -> tuple[int, ...]:
    """Return the element-wise sums of two sequences. Raise ValueError if the sequences differ in length."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


class Seat(NamedTuple):
    """A seat that is taken, with its player."""

    name: str
    kind: str
    user: int | None
    """The player's opaque user id; None for the site's bots."""
    level: str | None
    """A bot's level; None for people."""
    salt: str
    """The seat's share of the randomness, in hex."""


class Substitution(NamedTuple):
    """A change of a seat's player after `after` cards of the round; `before` is the replaced player."""

    round: int
    after: int
    seat: int
    name: str
    kind: str
    before: Seat


class Clocks(NamedTuple):
    """The clocks of a table; tuples are indexed by seat."""

    since: datetime
    """The time at which the current turn began for the seats to act."""
    spent: tuple[int, ...]
    """The milliseconds that each seat has used of its bank."""
    missed: tuple[int, ...]
    """The number of decisions in a row that the clock has made for each seat."""
    breaks: tuple[tuple[Break, ...], ...]
    """Each player's vacations, during which their time at a slow table stands still."""
    left_at: tuple[datetime | None, ...]
    """When each player was last marked as away, None if never."""


class State(NamedTuple):
    """Everything about a table; only `engine.apply` makes new states."""

    status: str
    options: Options
    size: int
    server_seed: str
    commitment: str
    seats: tuple[Seat | None, ...]
    game_seed: bytes = b""
    scores: tuple[int, ...] = ()
    correct: tuple[int, ...] = ()
    round: Round | None = None
    past: tuple[Round, ...] = ()
    result: tuple[FinalRank, ...] | None = None
    tie_break: str | None = None
    started_at: datetime | None = None
    finished_at: datetime | None = None
    organised: bool = False
    """Whether organisers opened the table; if so, only they may end its game early."""
    halted: bool = False
    """Whether the table is on hold, by its organisers or its players."""
    own_pause: bool = False
    """Whether the players put the table on hold."""
    pause_asked: frozenset[int] = frozenset()
    """The seats that have asked for a pause."""
    closes_at: str | None = None
    """The time at which the organisers intend to close the table, in ISO 8601 format."""
    stopped: bool = False
    """Whether the organisers ended the game before its last round."""
    substitutions: tuple[Substitution, ...] = ()
    away: frozenset[int] = frozenset()
    """The seats of absent players, for which a stand-in moves."""
    left: frozenset[int] = frozenset()
    """Those of `away` whose players left on purpose."""
    stand_in_asked: frozenset[tuple[int, int]] = frozenset()
    """Requests for stand-ins, as pairs of the seat that asks and the seat of the absent player."""
    clocks: Clocks | None = None
    """The clocks; None at a live table without a clock."""
    arrivals: tuple[int, ...] = ()
    """Before the start, the taken seats in the order in which they were taken; empty afterwards."""
    removed: frozenset[int] = frozenset()
    """The users whom the host has removed; they cannot take a seat again."""
    marks: "tuple[SeatMarks, ...]" = ()
    """Each seat's marks; empty if nobody has marked anything. Marks are not logged: the store adds them."""

    def with_round(self, current: Round) -> "State":
        """Return a copy of the state with its current round replaced."""
        # `_replace` would be too slow: this runs for every card played.
        fields: list[object] = [*self]
        fields[_ROUND] = current
        return tuple.__new__(State, fields)

    def with_clocks(self, clocks: Clocks) -> "State":
        """Return a copy of the state with its clocks replaced."""
        # `_replace` would be too slow: this runs for every card played.
        fields: list[object] = [*self]
        fields[_CLOCKS] = clocks
        return tuple.__new__(State, fields)

    @property
    def current_round(self) -> Round:
        """The current round. Raises AssertionError if there is no current round."""
        assert self.round is not None
        return self.round

    @property
    def schedule(self) -> tuple[RoundPlan, ...]:
        """The planned rounds of the whole game, for as many players as the table has seats."""
        return plan_rounds(self.options, len(self.seats))

    @property
    def all_rounds(self) -> tuple[Round, ...]:
        """All rounds so far, including the current one."""
        return (*self.past, self.round) if self.round else self.past

    def seat_of(self, user_id: int) -> int | None:
        """Return the user's seat at the table, or None if the user has no seat."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.user == user_id:
                return number
        return None

    @property
    def host(self) -> int | None:
        """The seat of the host, or None.

        There is no host after the game has started, or while only the site's own bots have seats.
        """
        # The host is the person who sat down first or, without people, the first bot that a user runs.
        people = self.human_seats()
        clients = [seat for seat in self.arrivals if self.has_client(seat)]
        return next((seat for seat in clients if seat in people), clients[0] if clients else None)

    def own_player_mover(self, seat: int) -> str:
        """Return the mover name that the log uses if the seat's own player moves: "bot" or "human".

        Return "human" for guests and for an empty seat, too.
        """
        sitter = self.seats[seat]
        return BOT if sitter is not None and sitter.kind == BOT else HUMAN

    def present_seats(self) -> frozenset[int]:
        """Return the seats of present players: people, and bots that users run.

        The site's own bots are not included.
        """
        return self.client_seats() - self.away

    @property
    def is_deserted(self) -> bool:
        """Whether all people at the table are absent.

        Always False if organisers opened the table, or if only bots play there.
        """
        # Checked first, because at most tables nobody is away.
        if self.organised or not self.away:
            return False
        # Such a table waits for its people, and is abandoned in the end.
        people = self.human_seats()
        return bool(people) and people <= self.away

    def client_seats(self) -> frozenset[int]:
        """Return the seats whose players connect to the site: people and bots that users run.

        The site's own bots are not included.
        """
        return frozenset([number for number in range(len(self.seats)) if self.has_client(number)])

    def has_client(self, seat: int) -> bool:
        """Return whether the seat's player connects to the site: a person, or a bot that a user runs.

        False for the site's own bots and for an empty seat.
        """
        sitter = self.seats[seat]
        return sitter is not None and (sitter.user is not None or sitter.kind != BOT)

    def human_seats(self) -> frozenset[int]:
        """Return the seats of people (users and guests), present or absent."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat is not None and seat.kind != BOT)


_ROUND = State._fields.index("round")
_CLOCKS = State._fields.index("clocks")
