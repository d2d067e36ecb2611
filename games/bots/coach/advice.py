"""The coach's advice to a seat: what each choice promises, which choice is best, and why.

The advice is based only on the seat's own view of the table (sight). The figures come from the Master's
search or, where possible, from an exact calculation. The explanation uses only what the player can check.
"""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from games.bots.coach.reasons import explain_bid, explain_card, explain_one_card_bid, explain_suit
from games.bots.players.play import sensible_cards
from games.bots.search.firsthand import one_card_chance, one_card_prospects
from games.bots.search.pack import NUMBER
from games.bots.search.position import Position, build_position
from games.bots.search.search import Prospect, bid_prospects, card_prospects
from games.bots.view import Sight, build_view
from games.rules.cards import Card
from games.rules.cards.deck_names import MODERN, DeckNames
from games.rules.protocol.advice import AdvisedChoices, Promise

COACH = "coach"
"""The coach's name in requests to search workers, in place of a bot's level."""
PLAYS = 60_000
"""The approximate number of cards played out for one advice: less than a second."""
MIN_PLAYS_PER_DEAL, MAX_PLAYS_PER_DEAL = 200, 1000
"""Limits on the cards played out per deal; with PLAYS, they allow 60 to 300 sampled deals per choice."""
NEAR = 5
"""The number of bids that are searched for each trump suit."""
Prospects = dict[Any, Prospect]


class AdvisedChoice(NamedTuple):
    """A suit, bid or card that the seat may choose, with its prospects."""

    what: Any
    """The suit, bid or card."""
    met: float
    """The chance of meeting the bid."""
    points: float
    """The expected points of the round."""
    best: bool
    """Whether the coach recommends this choice."""


class Advice(NamedTuple):
    """All choices of a seat in one decision, and a sentence that explains the recommended choice."""

    suits: tuple[AdvisedChoice, ...]
    bids: tuple[AdvisedChoice, ...]
    cards: tuple[AdvisedChoice, ...]
    why: str

    def as_dict(self) -> AdvisedChoices:
        """Convert the advice to the JSON object that the API returns."""
        return {
            "suits": [{"suit": choice.what, **_encode_prospects(choice)} for choice in self.suits],
            "bids": [{"bid": choice.what, **_encode_prospects(choice)} for choice in self.bids],
            "cards": [{"card": choice.what, **_encode_prospects(choice)} for choice in self.cards],
            "why": self.why,
        }


def advise_seat(sight: Sight, *, seed: int, plays: int = PLAYS, names: DeckNames = MODERN) -> Advice | None:
    """Return the coach's advice on which trump, bid or card a seat should choose.

    Return None if the seat has nothing to decide. About `plays` cards are played out in random deals, which
    `seed` determines. `names` has the names of cards and suits for the explanation.
    """
    # The coach knows earlier tricks only if the sight contains `tricks` (see `games.rules.sight.memory`).
    legal = sight["legal"]
    if legal["suits"]:
        prospects = {suit: _prospect_of_trump(sight, suit, seed, plays) for suit in legal["suits"]}
        best = _best_choice(prospects)
        return Advice(_advised_choices(prospects, best), (), (), explain_suit(sight, best, names))
    if legal["bids"]:
        return _advise_bid(sight, seed, plays, names)
    if legal["cards"]:
        prospects = _prospects_of_cards(build_position(sight), legal["cards"], seed, plays)
        best = _likeliest_card(
            {card: prospects[card] for card in sensible_cards(build_view(sight), legal["cards"])}
        )
        return Advice((), (), _advised_choices(prospects, best), explain_card(sight, best, names))
    return None


def _advise_bid(sight: Sight, seed: int, plays: int, names: DeckNames) -> Advice:
    """Return the coach's advice on which bid to make.

    The advice contains each legal bid's chance of being met and its expected points. Unless exact figures
    are known, they come from random deals, which `seed` determines. About `plays` cards are played out in
    total. `names` has the names of the cards for the explanation.
    """
    legal = sight["legal"]["bids"]
    chance = one_card_chance(sight)
    # The figures are estimated from random deals, unless `one_card_chance` knows the card's exact chance.
    if chance is None:
        prospects = _prospects_of_bids(build_position(sight), legal, seed, plays)
        best = _best_choice(prospects)
        return Advice((), _advised_choices(prospects, best), (), explain_bid(sight, best))
    prospects = one_card_prospects(chance, legal)
    return Advice(
        (),
        _advised_choices(prospects, _best_choice(prospects)),
        (),
        explain_one_card_bid(sight, chance, names),
    )


def _prospect_of_trump(sight: Sight, suit: str, seed: int, plays: int) -> Prospect:
    """Return the prospect of the bid with the most expected points, if `suit` becomes trump.

    The prospect is the chance of meeting this bid and its expected points. Unless exact figures are known,
    they come from random deals, which `seed` determines. About `plays` cards are played out for all legal
    suits together.
    """
    position = build_position(sight, trump=suit)
    bids = range(position.cards + 1)
    chance = one_card_chance(sight, suit)
    # These figures are exact, while those from random deals are estimates.
    if chance is not None:
        return max(one_card_prospects(chance, bids).values(), key=lambda prospect: prospect.points)
    deals = _deals_per_choice(position, NEAR * len(sight["legal"]["suits"]), plays)
    prospects = bid_prospects(position, bids, random.Random(seed), deals)
    return prospects[_best_choice(prospects)]


def _prospects_of_bids(position: Position, bids: Sequence[int], seed: int, plays: int) -> Prospects:
    """Estimate each bid's chance of being met and its expected points.

    About `plays` cards are played out in total.
    """
    deals = _deals_per_choice(position, len(bids), plays)
    # Each bid is searched separately, because a joint search would skip bids far from the expected tricks.
    # The same seed gives every bid the same random deals.
    return {bid: bid_prospects(position, [bid], random.Random(seed), deals)[bid] for bid in bids}


def _prospects_of_cards(position: Position, cards: Sequence[Card], seed: int, plays: int) -> Prospects:
    """For each card, estimate the chance of meeting the bid and the expected points.

    About `plays` cards are played out in total.
    """
    deals = _deals_per_choice(position, len(cards), plays)
    numbers = [NUMBER[card] for card in cards]
    found = card_prospects(position, numbers, random.Random(seed), deals)
    return {card: found[NUMBER[card]] for card in cards}


def _deals_per_choice(position: Position, choice_count: int, plays: int) -> int:
    """Return the number of random deals in which to try each of `choice_count` choices.

    With this number, about `plays` cards are played out for all choices together. However, the number is at
    least `plays` / MAX_PLAYS_PER_DEAL and at most `plays` / MIN_PLAYS_PER_DEAL.
    """
    fitting = plays // (len(position.hand) * position.players * choice_count)
    return max(plays // MAX_PLAYS_PER_DEAL, min(plays // MIN_PLAYS_PER_DEAL, fitting))


def _best_choice(prospects: Prospects) -> Any:
    """Return the suit, bid or card with the most expected points. Ties go to the one that is listed first."""
    return max(prospects, key=lambda choice: prospects[choice].points)


def _likeliest_card(prospects: Prospects) -> Any:
    """Return the card with the highest chance of meeting the bid.

    Chances that are equal in whole percent count as tied. Ties go to the card with more expected points.
    """
    return max(prospects, key=lambda choice: (round(prospects[choice].met, 2), prospects[choice].points))


def _advised_choices(prospects: Prospects, best: Any) -> tuple[AdvisedChoice, ...]:
    """Return all choices, with rounded numbers and with `best` marked as the recommended one.

    `prospects` maps each suit, bid or card to its chance of meeting the bid and its expected points.
    """
    return tuple(
        AdvisedChoice(what, round(prospect.met, 3), round(prospect.points, 1), what == best)
        for what, prospect in prospects.items()
    )


def _encode_prospects(choice: AdvisedChoice) -> Promise:
    """Return the fields that suits, bids and cards have in common in the API's JSON.

    These fields are the choice's chance of meeting the bid, its expected points, and whether the coach
    recommends the choice.
    """
    return {"met": choice.met, "points": choice.points, "best": choice.best}
