"""A table's whole state, secrets included, frozen; opened by the store, services and selectors alone."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, TypeVar

from games.rules.options import Options, RoundPlan
from games.rules.round import Round
from games.rules.schedules import schedule
from games.rules.scoring import FinalRank

OPEN, NAMING_TRUMP, BIDDING, PLAYING = "open", "naming_trump", "bidding", "playing"
PAUSE, FINISHED, ABANDONED = "pause", "finished", "abandoned"
RUNNING = (NAMING_TRUMP, BIDDING, PLAYING, PAUSE)


T = TypeVar("T")


def with_item(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The items with another one at `index`."""
    return (*items[:index], item, *items[index + 1 :])


def sums(items: tuple[int, ...], more: Iterable[int]) -> tuple[int, ...]:
    """The sums of two rows, item by item."""
    return tuple(a + b for a, b in zip(items, more, strict=True))


class Seat(NamedTuple):
    """A taken seat; `user` is opaque, None for the site's bots."""

    name: str
    kind: str
    user: int | None
    level: str | None
    salt: str


class Substitution(NamedTuple):
    """Who took over a seat, in which round, after how many of its cards, and who sat there `before`."""

    round: int
    after: int
    seat: int
    name: str
    kind: str
    before: Seat


class Clocks(NamedTuple):
    """Where the time is; tuples by seat."""

    since: datetime
    """When those who have to act began to think."""
    spent: tuple[int, ...]
    """Milliseconds used of the banks."""
    missed: tuple[int, ...]
    """Decisions in a row that the clock ended."""


class State(NamedTuple):
    """Everything about a table; only `engine.apply` makes new ones."""

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
    """Whether organisers opened it, and alone may end it early."""
    halted: bool = False
    """Whether the table is paused, by its organisers or by its players."""
    own_pause: bool = False
    """Whether it is the players who have paused it."""
    pause_asked: frozenset[int] = frozenset()
    """The seats that ask for a pause."""
    closes_at: str | None = None
    """When the organisers mean to close it, in ISO 8601."""
    stopped: bool = False
    """Whether the organisers ended the game before its last round."""
    substitutions: tuple[Substitution, ...] = ()
    away: frozenset[int] = frozenset()
    """The seats of absent clients, for which the server moves."""
    clocks: Clocks | None = None
    """None at a table without a clock."""

    def with_round(self, current: Round) -> "State":
        """Return a copy of the state with this round."""
        return self._with(current, self.clocks)

    def with_clocks(self, clocks: Clocks) -> "State":
        """Return a copy of the state with these clocks."""
        return self._with(self.round, clocks)

    def _with(self, current: Round | None, clocks: Clocks | None) -> "State":
        """A copy; `_replace` would take twice as long, and every card makes one."""
        return tuple.__new__(
            State,
            (
                self.status,
                self.options,
                self.size,
                self.server_seed,
                self.commitment,
                self.seats,
                self.game_seed,
                self.scores,
                self.correct,
                current,
                self.past,
                self.result,
                self.tie_break,
                self.started_at,
                self.finished_at,
                self.organised,
                self.halted,
                self.own_pause,
                self.pause_asked,
                self.closes_at,
                self.stopped,
                self.substitutions,
                self.away,
                clocks,
            ),
        )

    @property
    def running_round(self) -> Round:
        """The round that is played; there must be one."""
        assert self.round is not None
        return self.round

    @property
    def players(self) -> int:
        """How many sit."""
        return sum(seat is not None for seat in self.seats)

    @property
    def schedule(self) -> tuple[RoundPlan, ...]:
        """The rounds of the game with those who sit."""
        return schedule(self.options, len(self.seats))

    @property
    def all_rounds(self) -> tuple[Round, ...]:
        """The rounds so far, the running one last."""
        return (*self.past, self.round) if self.round else self.past

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, None if the user has none."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.user == user:
                return number
        return None

    def own_mover(self, seat: int) -> str:
        """How log and record call the player of a seat who moves without anybody's help: human or bot."""
        sitter = self.seats[seat]
        return "bot" if sitter is not None and sitter.kind == "bot" else "human"

    def present(self) -> frozenset[int]:
        """The seats of clients that are there."""
        return self.clients() - self.away

    @property
    def deserted(self) -> bool:
        """Whether nobody is there who would miss a move: the table waits, and is given up in the end."""
        return not self.organised and bool(self.humans()) and self.humans() <= self.away

    def clients(self) -> frozenset[int]:
        """The seats that are played from outside: those of people, and of other people's bots."""
        return frozenset([number for number in range(len(self.seats)) if self.is_client(number)])

    def is_client(self, number: int) -> bool:
        """Whether a seat is one of those: asked at each move, so without making the set."""
        seat = self.seats[number]
        return seat is not None and (seat.user is not None or seat.kind != "bot")

    def humans(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(n for n, seat in enumerate(self.seats) if seat is not None and seat.kind != "bot")
