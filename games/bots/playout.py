"""Plays a known deal to its end, each seat towards its bid by one quick rule; the heart of the search.

A seat reckons the tricks its cards are worth, and plays the card that brings reckoning and need together.
"""

from math import exp, sqrt

from games.bots.lying import EMPTY, Lying, strength_of, suit_after
from games.bots.pack import FIRST_JESTER, FIRST_WIZARD, HIGHER, KIND, NO_SUIT, SUIT_BITS, bits
from games.bots.worth import ByKind, Worth

ONLY_JESTERS = 0.02
"""The chance that a led Jester takes its trick."""
BLUR = 0.1
"""How uncertain, as a variance, the tricks to come are besides what the chances of the cards say."""
FAR = 0.02
"""What each trick off the need costs, squared, beside the chance to meet it: who cannot, stays near."""


def play_out(
    worth: Worth,
    hands: list[list[int]],
    needs: list[int],
    seat: int,
    lying: Lying,
    stock: int,
    first: int | None = None,
    told: list[tuple[int, int]] | None = None,
) -> None:
    """Play until all hands are empty, `seat` first, with the card `first` if one is given.

    `stock` are the cards, as bits, that nobody holds and nobody has seen. Uses up the lists that it is given:
    `needs` then says by how many tricks each bid was missed (0: met, above: too few, below: too many). Each
    play is added to `told`, if there is one, as seat and card.
    """
    players, trump = len(hands), worth.trump
    own = [bits(hand) for hand in hands]
    live = stock
    for mine in own:
        live |= mine
    count, winner, strength, suit = lying
    for _ in range(sum(map(len, hands))):
        hand = hands[seat]
        if first is not None:
            card, first = first, None
        else:
            legal = hand
            if suit >= 0 and own[seat] & SUIT_BITS[suit]:
                legal = [held for held in hand if held >= FIRST_JESTER or KIND[held] == suit]
            if len(legal) == 1:
                card = legal[0]
            else:
                followers = players - 1 - count
                eager = 0
                for after in range(seat + 1, seat + 1 + followers):
                    if needs[after % players] > 0:
                        eager += 1
                holding = worth.takes[followers][eager]
                theirs = live & ~own[seat]
                card = _chosen(worth, hand, legal, theirs, needs[seat], strength, suit, holding)
        if told is not None:
            told.append((seat, card))
        hand.remove(card)
        bit = 1 << card
        own[seat] ^= bit
        live ^= bit
        if suit == NO_SUIT:
            suit = suit_after(suit, card)
        mine = strength_of(card, trump, suit)
        if mine > strength:
            winner, strength = seat, mine
        count += 1
        if count == players:
            needs[winner] -= 1
            seat = winner
            count, winner, strength, suit = EMPTY
        else:
            seat = seat + 1 if seat + 1 < players else 0


def _chosen(
    worth: Worth,
    hand: list[int],
    legal: list[int],
    theirs: int,
    need: int,
    strength: int,
    suit: int,
    holding: ByKind,
) -> int:
    """The card after which it is likeliest that the rest of the hand takes just what is needed.

    The tricks of the rest are taken to be normally distributed, by the chances of its cards; what they are
    hangs on whether this trick is won.
    """
    left = len(hand) - 1
    by_need = worth.in_play[left]
    if_lost = by_need[0 if need < 0 else left if need > left else need]
    if_won = by_need[0 if need < 1 else left if need > left else need - 1]
    above = [(theirs & HIGHER[held]).bit_count() for held in hand]
    lost = [if_lost[KIND[held]][higher] for held, higher in zip(hand, above, strict=True)]
    won = [if_won[KIND[held]][higher] for held, higher in zip(hand, above, strict=True)]
    sum_lost, sum_won = sum(lost), sum(won)
    off_lost, off_won = need - sum_lost, need - 1 - sum_won
    vary_lost = sum_lost + BLUR - sum([value * value for value in lost])
    vary_won = sum_won + BLUR - sum([value * value for value in won])
    most, best = -1e9, legal[0]
    for held, higher, value_lost, value_won in zip(hand, above, lost, won, strict=True):
        if legal is not hand and held not in legal:
            continue
        if strength_of(held, worth.trump, KIND[held] if suit == NO_SUIT else suit) <= strength:
            chance = 0.0
        elif held >= FIRST_JESTER:
            chance = 1.0 if held >= FIRST_WIZARD else ONLY_JESTERS
        else:
            chance = holding[KIND[held]][higher]
        good = 0.0
        if chance < 1.0:
            off, vary = off_lost + value_lost, vary_lost - value_lost * (1 - value_lost)
            good = (1 - chance) * (exp(-off * off / (2 * vary)) / sqrt(vary) - FAR * off * off)
        if chance > 0.0:
            off, vary = off_won + value_won, vary_won - value_won * (1 - value_won)
            good += chance * (exp(-off * off / (2 * vary)) / sqrt(vary) - FAR * off * off)
        if good > most:
            most, best = good, held
    return best
