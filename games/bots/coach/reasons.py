"""Explains a choice in one sentence that the player can check; sentences are translated on display."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from core.sentence import Sentence, counted_sentence, join_with_and
from games.bots.players.hand import chances_before_play
from games.bots.players.trick import would_win_trick
from games.bots.search.pack import ABOVE_WIZARDS, HIGHER, KIND, NUMBER, WIZARDS, card_bits, suit_number
from games.bots.search.position import build_position
from games.bots.view import Sight, View, beats_wizards, build_view
from games.rules.cards import DECK, JESTER, SUIT, SUITS, WIZARD, Card
from games.rules.cards.deck_names import MODERN, DeckNames


def explain_suit(sight: Sight, suit: str, names: DeckNames = MODERN) -> str:
    """Return a sentence that explains why `suit` is the best trump.

    The caller must know that `suit` was the best in simulated deals, because the sentence may say so.
    `names` has the names of the suits.
    """
    view = build_view(sight, trump=suit)
    held = sum(card[0] == suit for card in view.hand)
    others = [_expected_tricks(build_view(sight, trump=other)) for other in SUITS if other != suit]
    return Sentence(
        "With %(trump)s as trump (%(held)s) your hand is good for %(tricks)s, %(than)s.",
        trump=names.suit_in_sentence(suit),
        held=Sentence("you hold %(cards)d", cards=held) if held else Sentence("you hold none"),
        tricks=_expected_tricks_text(view),
        than=Sentence("more than with any other suit")
        if _expected_tricks(view) > max(others)
        # The hand alone does not favour `suit`, so the caller's simulated deals must.
        else Sentence("and no other suit scores better in simulated deals"),
    )


def explain_bid(sight: Sight, bid: int) -> str:
    """Return a sentence that explains why `bid` is a good bid for the hand."""
    view, legal = build_view(sight), sight["legal"]["bids"]
    if len(legal) == 1:
        return Sentence("The rules leave you no other bid.")
    wizards = sum(card[0] == WIZARD for card in view.hand)
    holding, tricks = _strong_cards_text(view, wizards), _expected_tricks_text(view)
    if wizards and bid == wizards and view.position == 0:
        return counted_sentence(
            "You lead and hold %(cards)s: the Wizard takes one for certain, "
            "and your hand is good for %(tricks)s.",
            "You lead and hold %(cards)s: the Wizards take %(count)d for certain, "
            "and your hand is good for %(tricks)s.",
            wizards,
            cards=holding,
            tricks=tricks,
        )
    return Sentence(
        "With %(cards)s your hand is good for %(tricks)s%(but)s%(others)s.",
        cards=holding,
        tricks=tricks,
        but=_deviation_text(view, bid, legal),
        others=_others_bids_text(view),
    )


def explain_one_card_bid(sight: Sight, chance: Fraction, names: DeckNames = MODERN) -> str:
    """Return a sentence that explains which bid to choose in a round of one card.

    `chance` is the card's chance of taking the trick.
    """
    # 3/7: from there on a bid of 1 (30 points or -10) brings more than a bid of 0 (20 points or -10).
    return Sentence(
        "%(card)s takes the trick in %(chance)s%% of all possible deals; "
        "a bid of 1 pays off from %(enough)s%% on.",
        card=names.card_at_sentence_start(sight["hand"][0]),
        chance=_round_to_one_decimal_place(float(100 * chance)),
        enough=Decimal("42.9"),
    )


def _strong_cards_text(view: View, wizards: int) -> Sentence:
    """Return a phrase for the Wizards and trumps in the hand, such as "1 Wizard and 2 trumps".

    `wizards` is the number of Wizards in the hand.
    """
    if view.trump is None:
        return _wizards_text(wizards) if wizards else Sentence("no Wizard")
    trumps = sum(card[0] == view.trump for card in view.hand)
    if wizards and trumps:
        return join_with_and([_wizards_text(wizards), _trumps_text(trumps)])
    if wizards or trumps:
        return _wizards_text(wizards) if wizards else _trumps_text(trumps)
    return Sentence("no Wizard and no trump")


def _deviation_text(view: View, bid: int, legal: Sequence[int]) -> str:
    """Return a clause that explains why `bid` differs from the rounded number of tricks expected of the hand.

    Return "" if `bid` equals that number. `legal` contains the legal bids.
    """
    near = round(_expected_tricks(view))
    if near not in legal:
        return Sentence(", but a bid of %(bid)d is not allowed", bid=near)
    if bid == near:
        return ""
    return Sentence(
        ", yet in simulated deals a bid of %(bid)d scores better than %(other)d", bid=bid, other=near
    )


def _others_bids_text(view: View) -> str:
    """Return a clause with the sum of the other players' bids so far. Return "" if no such bid is visible."""
    if not view.others_bids:
        return ""
    return counted_sentence(
        "; the others have bid %(bids)d so far for %(count)d trick",
        "; the others have bid %(bids)d so far for %(count)d tricks",
        view.cards,
        bids=sum(view.others_bids),
    )


def explain_card(sight: Sight, card: Card, names: DeckNames = MODERN) -> str:
    """Return a sentence that explains why `card` is a good card to play.

    The reasons are how many tricks the player still needs, and how `card` affects the current trick.
    """
    legal = sight["legal"]["cards"]
    if len(sight["hand"]) == 1:
        return Sentence("It is your last card.")
    if len(legal) == 1:
        return Sentence("You have to follow suit, and this is the only card that lets you.")
    view = build_view(sight)
    effect = (
        _effect_on_trick_text(sight, card, names)
        if any(would_win_trick(view, other) for other in legal)
        else Sentence(
            "none of the cards that you may play takes this trick, so get rid of %(card)s",
            card=names.card_in_sentence(card),
        )
    )
    return Sentence("%(need)s: %(effect)s.", need=_tricks_needed_text(view), effect=effect)


def _tricks_needed_text(view: View) -> str:
    """Return a clause that says how many tricks the player still needs, or has taken beyond the bid."""
    need, left = view.tricks_needed, len(view.hand)
    if need < 0:
        return counted_sentence(
            "You have %(count)d trick too many, and each further trick costs 10 points",
            "You have %(count)d tricks too many, and each further trick costs 10 points",
            -need,
        )
    if need == 0:
        wanted = Sentence("You have the tricks you bid and want no more")
        return wanted if view.bid else Sentence("You want no tricks")
    if need > left:
        return Sentence(
            "You need %(need)d tricks but only %(left)d are left, and each one you miss costs 10 points",
            need=need,
            left=left,
        )
    if need == left:
        return Sentence("You need every trick that is left")
    return Sentence("You need %(need)d of the %(left)d tricks left", need=need, left=left)


def _effect_on_trick_text(sight: Sight, card: Card, names: DeckNames) -> str:
    """Return a clause that describes the effect of playing `card` on the current trick.

    The clause says whether `card` can win the trick and, if so, which unseen cards could beat it.
    """
    view, name = build_view(sight), names.card_in_sentence(card)
    if card[0] == JESTER and not view.cards_on_table:
        return Sentence("%(card)s hardly ever takes the trick it leads", card=name)
    if not would_win_trick(view, card):
        if view.tricks_needed <= 0:
            return Sentence("%(card)s cannot take this trick, so you get rid of it safely", card=name)
        return Sentence(
            "%(card)s cannot take this trick, so you keep your stronger cards for later", card=name
        )
    if beats_wizards(view, card):
        return Sentence("%(card)s beats even Wizards here and takes this trick for certain", card=name)
    certain = Sentence("%(card)s takes this trick for certain", card=name)
    if card[0] == WIZARD:
        magic = _cards_above_wizards_phrase(sight, card, names)
        if not view.followers or not magic:
            return certain
        return Sentence("%(card)s can be beaten by %(others)s alone", card=name, others=magic)
    if not view.followers:
        return Sentence("you play last, and %(card)s takes this trick", card=name)
    stronger = _stronger_cards_phrases(sight, card, names)
    return _beatable_card_text(view, name, join_with_and(stronger)) if stronger else certain


def _beatable_card_text(view: View, card: str, stronger: str) -> Sentence:
    """Return a clause that says that `card` wins so far, but that unseen cards could still beat it.

    `card` is the card's name, and `stronger` names the cards that could beat it, such as "2 trumps".
    """
    count = len(view.followers)
    if view.cards_on_table:
        return counted_sentence(
            "%(card)s wins so far, with %(count)d player still to play and %(stronger)s not yet seen",
            "%(card)s wins so far, with %(count)d players still to play and %(stronger)s not yet seen",
            count,
            card=card,
            stronger=stronger,
        )
    return counted_sentence(
        "%(card)s leads, with %(count)d player still to play and %(stronger)s not yet seen",
        "%(card)s leads, with %(count)d players still to play and %(stronger)s not yet seen",
        count,
        card=card,
        stronger=stronger,
    )


def _cards_above_wizards_phrase(sight: Sight, card: Card, names: DeckNames) -> str:
    """Return the names of the unseen cards that would beat Wizards in this trick, joined by "or".

    Return "" if there are none. `card` is the card that is about to be played.
    """
    # A card that leads the trick makes its own suit the suit to follow.
    position, suit = build_position(sight), build_view(sight).suit or SUIT[card]
    found = card_bits(position.unseen) & ABOVE_WIZARDS[position.edition][suit_number(suit)]
    text = ""
    for number in position.unseen:
        if found >> number & 1:
            name = names.card_in_sentence(DECK[number])
            text = Sentence("%(some)s or %(last)s", some=text, last=name) if text else name
    return text


def _stronger_cards_phrases(sight: Sight, card: Card, names: DeckNames) -> list[str]:
    """Return a phrase, such as "2 trumps", for each kind of unseen card that could beat `card` now."""
    position = build_position(sight)
    higher = (card_bits(position.unseen) & HIGHER[NUMBER[card]]).bit_count()
    kinds = [KIND[unseen] for unseen in position.unseen]
    by_trump = position.trump >= 0 and KIND[NUMBER[card]] != position.trump
    trumps = kinds.count(position.trump) if by_trump else 0
    wizards = kinds.count(WIZARDS)
    found = [
        names.higher_cards_phrase(card[0], higher) if higher else "",
        _trumps_text(trumps) if trumps else "",
        _wizards_text(wizards) if wizards else "",
        _cards_above_wizards_phrase(sight, card, names),
    ]
    return [text for text in found if text]


def _expected_tricks(view: View) -> float:
    """Return the number of tricks that the hand can expect to take."""
    # The sum of the chances that the cards had before play.
    return sum(chances_before_play(view).values())


def _expected_tricks_text(view: View) -> Sentence:
    """Return a phrase for the expected number of tricks, such as "about 2.5 tricks" or "hardly a trick"."""
    likely = _round_to_one_decimal_place(_expected_tricks(view))
    if likely == 0:
        return Sentence("hardly a trick")
    if likely == 1:
        return Sentence("about 1 trick")
    return Sentence("about %(tricks)s tricks", tricks=int(likely) if likely == int(likely) else likely)


def _wizards_text(count: int) -> Sentence:
    """Return a phrase such as "1 Wizard" or "2 Wizards"."""
    return counted_sentence("%(count)d Wizard", "%(count)d Wizards", count)


def _trumps_text(count: int) -> Sentence:
    """Return a phrase such as "1 trump" or "2 trumps"."""
    return counted_sentence("%(count)d trump", "%(count)d trumps", count)


def _round_to_one_decimal_place(number: float) -> Decimal:
    """Round a number to one decimal place, as a Decimal that can be localised on display."""
    return Decimal(f"{number:.1f}")
