"""Explains a choice in one sentence that can be checked at the table."""

from collections.abc import Sequence
from fractions import Fraction

from games.bots.players.hand import chances_to_bid
from games.bots.players.trick import beats
from games.bots.search.pack import ABOVE_WIZARDS, HIGHER, KIND, NUMBER, WIZARDS, bits, suit_number
from games.bots.search.position import position_of
from games.bots.view import Sight, View, beats_wizards, view_of
from games.rules.cards import DECK, JESTER, SUIT, SUITS, WIZARD, Card

SUIT_NAMES = dict(zip(SUITS, ("red", "yellow", "green", "blue"), strict=True))


def why_suit(sight: Sight, suit: str) -> str:
    """Explain the trump: the hand is best with it, or, where another is counted higher, it brings the most
    points.
    """
    view = view_of(sight, trump=suit)
    held = sum(card[0] == suit for card in view.hand)
    others = [_worth(view_of(sight, trump=other)) for other in SUITS if other != suit]
    than = (
        "more than with any other suit"
        if _worth(view) > max(others)
        else "and no other suit scores better in simulated deals"
    )
    return f"With {SUIT_NAMES[suit]} as trump ({_held(held)}) your hand is good for {_tricks(view)}, {than}."


def why_bid(sight: Sight, bid: int) -> str:
    """Explain the bid by the cards that are good for tricks."""
    view, legal = view_of(sight), sight["legal"]["bids"]
    if len(legal) == 1:
        return "The rules leave you no other bid."
    wizards = sum(card[0] == WIZARD for card in view.hand)
    holding = _holding(view, wizards)
    if wizards and bid == wizards and view.position == 0:
        sure = "the Wizard takes one" if wizards == 1 else f"the Wizards take {wizards}"
        return f"You lead and hold {holding}: {sure} for certain, and your hand is good for {_tricks(view)}."
    others = sum(view.others_bids)
    asked = (
        f"; the others have bid {others} so far for {_count(view.cards, 'trick')}" if view.others_bids else ""
    )
    return f"With {holding} your hand is good for {_tricks(view)}{_although(view, bid, legal)}{asked}."


def why_first_bid(sight: Sight, chance: Fraction) -> str:
    """Explain a bid of one or none on a single card that takes the trick with this chance."""
    often = f"{name_of(sight['hand'][0])} takes the trick in {float(100 * chance):.1f}% of all possible deals"
    return f"{often[0].upper()}{often[1:]}; a bid of 1 pays off from 42.9% on."


def _holding(view: View, wizards: int) -> str:
    if view.trump is None:
        return _count(wizards, "Wizard") if wizards else "no Wizard"
    trumps = sum(card[0] == view.trump for card in view.hand)
    strong = [_count(number, word) for number, word in ((wizards, "Wizard"), (trumps, "trump")) if number]
    return " and ".join(strong) if strong else "no Wizard and no trump"


def _although(view: View, bid: int, legal: Sequence[int]) -> str:
    """Return the clause on a bid that differs from the count of the cards; "" if it does not."""
    near = round(_worth(view))
    if near not in legal:
        return f", but a bid of {near} is not allowed"
    return "" if bid == near else f", yet in simulated deals a bid of {bid} scores better than {near}"


def why_card(sight: Sight, card: Card) -> str:
    """Explain the card by the tricks still needed and by its effect on the trick."""
    legal = sight["legal"]["cards"]
    if len(sight["hand"]) == 1:
        return "It is your last card."
    if len(legal) == 1:
        return "You have to follow suit, and this is the only card that lets you."
    view = view_of(sight)
    if not any(beats(view, other) for other in legal):
        none = "none of the cards that you may play takes this trick"
        return f"{_aim(view)}: {none}, so get rid of {name_of(card)}."
    return f"{_aim(view)}: {_effect(sight, card)}."


def _aim(view: View) -> str:
    need, left = view.needed, len(view.hand)
    if need < 0:
        return f"You have {_count(-need, 'trick')} too many, and each further trick costs 10 points"
    if need == 0:
        return "You have the tricks you bid and want no more" if view.bid else "You want no tricks"
    if need > left:
        return f"You need {need} tricks but only {left} are left, and each one you miss costs 10 points"
    if need == left:
        return "You need every trick that is left"
    return f"You need {need} of the {left} tricks left"


def _effect(sight: Sight, card: Card) -> str:
    """Describe what the card does in the running trick."""
    view, name = view_of(sight), name_of(card)
    if card[0] == JESTER and not view.lying:
        return f"{name} hardly ever takes the trick it leads"
    if not beats(view, card):
        then = "get rid of it safely" if view.needed <= 0 else "keep your stronger cards for later"
        return f"{name} cannot take this trick, so you {then}"
    if beats_wizards(view, card):
        return f"{name} beats even Wizards here and takes this trick for certain"
    magic = _what_beats_wizards(sight, card)
    if card[0] == WIZARD:
        sure = not view.followers or not magic
        return f"{name} {'takes this trick for certain' if sure else f'can be beaten by {magic} alone'}"
    if not view.followers:
        return f"you play last, and {name} takes this trick"
    stronger = _what_could_beat(sight, card)
    if not stronger:
        return f"{name} takes this trick for certain"
    lead = f"{name} leads" if not view.lying else f"{name} wins so far"
    return f"{lead}, with {_count(len(view.followers), 'player')} still to play and {stronger} not yet seen"


def _what_beats_wizards(sight: Sight, card: Card) -> str:
    """Return the unseen cards that would beat even Wizards in this trick, as words; often ""."""
    position, suit = position_of(sight), view_of(sight).suit or SUIT[card]
    found = bits(position.unseen) & ABOVE_WIZARDS[position.edition][suit_number(suit)]
    return " or ".join(name_of(DECK[number]) for number in position.unseen if found >> number & 1)


def _what_could_beat(sight: Sight, card: Card) -> str:
    """Return the unseen cards that would beat this one, as words; "" if none would."""
    position = position_of(sight)
    higher = (bits(position.unseen) & HIGHER[NUMBER[card]]).bit_count()
    kinds = [KIND[unseen] for unseen in position.unseen]
    by_trump = position.trump >= 0 and KIND[NUMBER[card]] != position.trump
    trumps = kinds.count(position.trump) if by_trump else 0
    wizards = kinds.count(WIZARDS)
    words = [
        _count(higher, f"higher {SUIT_NAMES[card[0]]} card"),
        _count(trumps, "trump"),
        _count(wizards, "Wizard"),
    ]
    found = [said for said, number in zip(words, (higher, trumps, wizards), strict=True) if number]
    found += filter(None, [_what_beats_wizards(sight, card)])
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _worth(view: View) -> float:
    return sum(chances_to_bid(view).values())


def _tricks(view: View) -> str:
    likely = f"{_worth(view):.1f}".removesuffix(".0")
    return {"0": "hardly a trick", "1": "about 1 trick"}.get(likely, f"about {likely} tricks")


def _held(number: int) -> str:
    return f"you hold {number or 'none'}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def name_of(card: Card) -> str:
    """Return the card's name in a sentence: "the red 7", "the Wizard"."""
    if card[0] in SUIT_NAMES:
        return f"the {SUIT_NAMES[card[0]]} {card[1:]}"
    return "the Wizard" if card[0] == WIZARD else "the Jester"
