"""Another table that one viewer could not tell from this one: all that they can't know is something else."""

from random import Random

from games.rules.cards import DECK
from games.rules.events import Event
from games.rules.round import Round
from games.rules.state import Seat, State
from games.rules.statuses import FINISHED
from games.rules.topics.bidding import BidMade
from games.rules.topics.cheating import Accused
from games.rules.topics.lobby import PlayerSeated, TableOpened
from games.rules.topics.rounds import RoundDealt
from games.rules.topics.rulings import PlayerReplaced
from games.rules.verdicts import Cheat


def another_table(state: State, viewer: int | None, rng: Random) -> State:
    """The table with other seeds, salts, hands, rest of the deck, hidden bids and phones' words.

    So with other cheats, until the game has ended and they are seen. The commitment stays: everybody sees it,
    and nobody can find the seed that it was made of.
    """
    state = _with_other_seeds(state, rng)
    past = state.past
    if state.status != FINISHED:
        past = tuple(_with_other_cheats(round_, rng) for round_ in past)
    current = state.round
    if current is not None:
        current = _with_other_hands(current, viewer, rng)
        current = _with_other_bids(current, viewer, rng)
        current = _with_other_cheats(current, rng)
    return state._replace(round=current, past=past)


def _with_other_seeds(state: State, rng: Random) -> State:
    return state._replace(
        server_seed=rng.randbytes(32).hex(),
        game_seed=rng.randbytes(32),
        seats=tuple(seat and _another_seat(seat, rng) for seat in state.seats),
        substitutions=tuple(
            change._replace(before=_another_seat(change.before, rng)) for change in state.substitutions
        ),
    )


def _another_seat(seat: Seat, rng: Random) -> Seat:
    """A player who looks the same: a bot's line shows whether it is one of the site's."""
    user = None if seat.kind == "bot" and seat.user is None else rng.randrange(99)
    return seat._replace(salt=rng.randbytes(4).hex(), user=user, level=str(rng.random()))


def _with_other_hands(current: Round, viewer: int | None, rng: Random) -> Round:
    tricks = [*current.tricks, *([current.trick] if current.trick else [])]
    lying = [play for trick in tricks for play in trick.plays]
    own = current.hands[viewer] if viewer is not None else ()
    hands = _dealt_anew(
        current.hands, viewer, {*own, current.turned_card, *(play.card for play in lying)}, rng
    )
    dealt = [
        list(hand) + [play.card for play in lying if play.seat == seat] for seat, hand in enumerate(hands)
    ]
    for hand in dealt:
        rng.shuffle(hand)
    return current._replace(
        deal=current.deal._replace(hands=tuple(map(tuple, dealt))), play=current.play._replace(hands=hands)
    )


def _dealt_anew(
    hands: tuple[tuple[str, ...], ...], viewer: int | None, known: set[str | None], rng: Random
) -> tuple[tuple[str, ...], ...]:
    """The others' hands from all cards that the viewer doesn't know, the rest of the deck among them."""
    unknown = [card for card in DECK if card not in known]
    rng.shuffle(unknown)
    return tuple(
        hand if seat == viewer else tuple(unknown.pop() for _ in hand) for seat, hand in enumerate(hands)
    )


def _with_other_bids(current: Round, viewer: int | None, rng: Random) -> Round:
    if current.revealed:
        return current
    bids = tuple(
        bid if bid is None or seat == viewer else rng.randint(0, current.cards)
        for seat, bid in enumerate(current.bids)
    )
    made = [(seat, bids[seat]) for seat, _ in current.bids_made]
    return current._replace(bidding=current.bidding._replace(bids=bids, made=tuple(made)))


def _with_other_cheats(current: Round, rng: Random) -> Round:
    """Any cards that lie may have been cheats, called or not; verdicts that were told stay as they are."""
    players = len(current.hands)
    played = [(trick.number, play) for trick in current.tricks for play in trick.plays]
    cheats = [
        Cheat(number, play.seat, play.card, rng.choice("RYGB"), rng.choice([None, rng.randrange(players)]))
        for number, play in played
        if rng.random() < 0.3
    ]
    accusations = [
        call._replace(lux=rng.random(), sensed_at=str(rng.random())) for call in current.accusations
    ]
    play = current.play._replace(cheats=tuple(cheats))
    return current._replace(play=play, accusations=tuple(accusations))


def another_event(event: Event, viewer: int | None, rng: Random) -> Event:
    """The log entry with something else in everything that the viewer is not to be shown of it."""
    match event:
        case TableOpened():
            return event._replace(server_seed=rng.randbytes(32).hex())
        case PlayerSeated():
            return event._replace(
                salt=rng.randbytes(4).hex(), user=rng.randrange(99), level=str(rng.random())
            )
        case PlayerReplaced():
            return event._replace(user=rng.randrange(99), level=str(rng.random()))
        case RoundDealt():
            own = event.hands[viewer] if viewer is not None else ()
            return event._replace(hands=_dealt_anew(event.hands, viewer, {*own, event.turned}, rng))
        case BidMade() if event.secret and event.seat != viewer:
            return event._replace(bid=rng.randint(0, 20))
        case Accused():
            return event._replace(lux=rng.random(), sensed_at=str(rng.random()))
        case _:
            return event
