"""Explains a choice in one sentence that can be checked at the table."""

from collections.abc import Sequence
from fractions import Fraction

from games.bots.players.hand import chances_to_bid
from games.bots.players.trick import would_win_trick
from games.bots.search.pack import ABOVE_WIZARDS, HIGHER, KIND, NUMBER, WIZARDS, card_bits, suit_number
from games.bots.search.position import position_of
from games.bots.view import Sight, View, beats_wizards, view_of
from games.rules.cards import DECK, JESTER, SUIT, SUITS, WIZARD, Card
from games.rules.cards.deck_names import MODERN, DeckNames


def explain_suit(sight: Sight, suit: str, names: DeckNames = MODERN) -> str:
    """Return the sentence that explains the trump suit: with it the hand expects the most tricks, or else
    it scores best in simulated deals.
    """
    view = view_of(sight, trump=suit)
    held = sum(card[0] == suit for card in view.hand)
    others = [_expected_tricks(view_of(sight, trump=other)) for other in SUITS if other != suit]
    than = (
        "more than with any other suit"
        if _expected_tricks(view) > max(others)
        else "and no other suit scores better in simulated deals"
    )
    good_for = _expected_tricks_text(view)
    trump = names.suit_in_sentence(suit)
    return f"With {trump} as trump ({_held_text(held)}) your hand is good for {good_for}, {than}."


def explain_bid(sight: Sight, bid: int) -> str:
    """Return the sentence that explains the bid by the Wizards and trumps in the hand and its expected
    tricks.
    """
    view, legal = view_of(sight), sight["legal"]["bids"]
    if len(legal) == 1:
        return "The rules leave you no other bid."
    wizards = sum(card[0] == WIZARD for card in view.hand)
    holding, good_for = _strong_cards_text(view, wizards), _expected_tricks_text(view)
    if wizards and bid == wizards and view.position == 0:
        sure = "the Wizard takes one" if wizards == 1 else f"the Wizards take {wizards}"
        return f"You lead and hold {holding}: {sure} for certain, and your hand is good for {good_for}."
    others = sum(view.others_bids)
    asked = (
        f"; the others have bid {others} so far for {_count_text(view.cards, 'trick')}"
        if view.others_bids
        else ""
    )
    return f"With {holding} your hand is good for {good_for}{_deviation_text(view, bid, legal)}{asked}."


def explain_first_bid(sight: Sight, chance: Fraction, names: DeckNames = MODERN) -> str:
    """Return the sentence that explains a bid of 0 or 1 on a single card, which takes the trick with this
    chance.
    """
    name = names.card_in_sentence(sight["hand"][0])
    often = f"{name} takes the trick in {float(100 * chance):.1f}% of all possible deals"
    # 3/7: from there on a bid of 1 (30 points or -10) brings more than a bid of 0 (20 points or -10).
    return f"{often[0].upper()}{often[1:]}; a bid of 1 pays off from 42.9% on."


def _strong_cards_text(view: View, wizards: int) -> str:
    """Return the Wizards and trumps of the hand in words, such as "1 Wizard and 2 trumps"."""
    if view.trump is None:
        return _count_text(wizards, "Wizard") if wizards else "no Wizard"
    trumps = sum(card[0] == view.trump for card in view.hand)
    strong = [
        _count_text(number, word) for number, word in ((wizards, "Wizard"), (trumps, "trump")) if number
    ]
    return " and ".join(strong) if strong else "no Wizard and no trump"


def _deviation_text(view: View, bid: int, legal: Sequence[int]) -> str:
    """Return the clause on a bid that differs from the rounded expected tricks, or "" if it does not."""
    near = round(_expected_tricks(view))
    if near not in legal:
        return f", but a bid of {near} is not allowed"
    return "" if bid == near else f", yet in simulated deals a bid of {bid} scores better than {near}"


def explain_card(sight: Sight, card: Card, names: DeckNames = MODERN) -> str:
    """Return the sentence that explains the card by the tricks still needed and its effect on the trick."""
    legal = sight["legal"]["cards"]
    if len(sight["hand"]) == 1:
        return "It is your last card."
    if len(legal) == 1:
        return "You have to follow suit, and this is the only card that lets you."
    view = view_of(sight)
    if not any(would_win_trick(view, other) for other in legal):
        none = "none of the cards that you may play takes this trick"
        return f"{_tricks_needed_text(view)}: {none}, so get rid of {names.card_in_sentence(card)}."
    return f"{_tricks_needed_text(view)}: {_effect_text(sight, card, names)}."


def _tricks_needed_text(view: View) -> str:
    """Return the clause that says how many tricks the player still needs and how many are left."""
    need, left = view.tricks_needed, len(view.hand)
    if need < 0:
        return f"You have {_count_text(-need, 'trick')} too many, and each further trick costs 10 points"
    if need == 0:
        return "You have the tricks you bid and want no more" if view.bid else "You want no tricks"
    if need > left:
        return f"You need {need} tricks but only {left} are left, and each one you miss costs 10 points"
    if need == left:
        return "You need every trick that is left"
    return f"You need {need} of the {left} tricks left"


def _effect_text(sight: Sight, card: Card, names: DeckNames) -> str:
    """Return the clause that says what the card does in the running trick."""
    view, name = view_of(sight), names.card_in_sentence(card)
    if card[0] == JESTER and not view.lying:
        return f"{name} hardly ever takes the trick it leads"
    if not would_win_trick(view, card):
        then = "get rid of it safely" if view.tricks_needed <= 0 else "keep your stronger cards for later"
        return f"{name} cannot take this trick, so you {then}"
    if beats_wizards(view, card):
        return f"{name} beats even Wizards here and takes this trick for certain"
    magic = _what_beats_wizards(sight, card, names)
    if card[0] == WIZARD:
        sure = not view.followers or not magic
        return f"{name} {'takes this trick for certain' if sure else f'can be beaten by {magic} alone'}"
    if not view.followers:
        return f"you play last, and {name} takes this trick"
    stronger = _what_could_beat(sight, card, names)
    if not stronger:
        return f"{name} takes this trick for certain"
    lead = f"{name} leads" if not view.lying else f"{name} wins so far"
    return (
        f"{lead}, with {_count_text(len(view.followers), 'player')} still to play and {stronger} not yet seen"
    )


def _what_beats_wizards(sight: Sight, card: Card, names: DeckNames) -> str:
    """Return in words the unseen cards that would beat even Wizards in this trick; "" if there are none."""
    position, suit = position_of(sight), view_of(sight).suit or SUIT[card]
    found = card_bits(position.unseen) & ABOVE_WIZARDS[position.edition][suit_number(suit)]
    return " or ".join(
        names.card_in_sentence(DECK[number]) for number in position.unseen if found >> number & 1
    )


def _what_could_beat(sight: Sight, card: Card, names: DeckNames) -> str:
    """Return in words the unseen cards that would beat this one, or "" if there are none."""
    position = position_of(sight)
    higher = (card_bits(position.unseen) & HIGHER[NUMBER[card]]).bit_count()
    kinds = [KIND[unseen] for unseen in position.unseen]
    by_trump = position.trump >= 0 and KIND[NUMBER[card]] != position.trump
    trumps = kinds.count(position.trump) if by_trump else 0
    wizards = kinds.count(WIZARDS)
    words = [
        _count_text(higher, f"higher {names.one_of(card[0])}"),
        _count_text(trumps, "trump"),
        _count_text(wizards, "Wizard"),
    ]
    found = [said for said, number in zip(words, (higher, trumps, wizards), strict=True) if number]
    found += filter(None, [_what_beats_wizards(sight, card, names)])
    return " and ".join(filter(None, (", ".join(found[:-1]), *found[-1:])))


def _expected_tricks(view: View) -> float:
    """Return the number of tricks that the hand is expected to take."""
    return sum(chances_to_bid(view).values())


def _expected_tricks_text(view: View) -> str:
    """Return the expected number of tricks in words, such as "about 2.5 tricks"."""
    likely = f"{_expected_tricks(view):.1f}".removesuffix(".0")
    return {"0": "hardly a trick", "1": "about 1 trick"}.get(likely, f"about {likely} tricks")


def _held_text(number: int) -> str:
    """Return how many cards of a suit the player holds, in words: "you hold 3"."""
    return f"you hold {number or 'none'}"


def _count_text(number: int, word: str) -> str:
    """Return a number with its noun, which is in the plural unless the number is 1."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
