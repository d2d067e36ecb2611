"""Writes a viewer's view of a table (sight) as sections of text, such as the hand and the score sheet."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from core.sentence import Sentence, join_sentences, join_with_and
from games.rules.cards import SUIT, is_wizard
from games.rules.cards.deck_names import MODERN, DeckNames
from games.rules.protocol.sight import Sight, SightPlayer, SightRound, SightTrick
from games.rules.statuses import ABANDONED, FINISHED, OPEN, PAUSE, RUNNING
from games.sight_text.answers import MoveCommand, typed_move_commands
from games.sight_text.cards import card_with_code, join_card_names, sort_hand
from games.sight_text.sheet import format_number, result_lines, score_sheet_lines


class Section(NamedTuple):
    """A part of the text: a heading, which may be empty, and the lines below it."""

    heading: str
    lines: list[Sentence]


def describe_sight(sight: Sight, deck: DeckNames = MODERN) -> Sentence:
    """Describe what the viewer sees of a table, in sections of text separated by empty lines.

    `deck` provides the names of cards and suits.
    """
    return join_sections(sight_sections(sight, deck))


def join_sections(sections: Iterable[Section]) -> Sentence:
    """Join the sections with empty lines; each heading is on a line of its own."""
    blocks = [
        join_sentences([*([section.heading] if section.heading else []), *section.lines], "\n")
        for section in sections
    ]
    return join_sentences(blocks, "\n\n")


def sight_sections(sight: Sight, deck: DeckNames = MODERN) -> list[Section]:
    """Return sections of text that describe what the viewer sees of a table. Leave out empty sections.

    `deck` provides the names of cards and suits.
    """
    names = {player["seat"]: player["name"] for player in sight["players"]}
    sections = [Section("", _state_lines(sight, names, deck))]
    if sight["status"] in RUNNING:
        sections += _hand_sections(sight, deck)
        sections += [Section("", lines) for lines in [_trick_lines(sight, names, deck)] if lines]
        if commands := typed_move_commands(sight, deck):
            sections.append(Section(Sentence("You can answer:"), _command_lines(commands)))
    sections.append(Section(Sentence("Players:"), [_player_line(sight, each) for each in sight["players"]]))
    if result := sight["result"]:
        sections.append(Section(Sentence("Result:"), result_lines(result, names)))
    if sheet := sight.get("sheet"):
        sections.append(Section(Sentence("Score sheet:"), score_sheet_lines(sheet, names)))
    return sections


def _command_lines(commands: list[MoveCommand]) -> list[Sentence]:
    """Return lines of text that list commands that the viewer can type.

    Bids, which need no explanation, share the first line. Each other command has a line with its meaning.
    """
    plain = [move.command for move in commands if not move.meaning]
    explained = [
        Sentence("%(command)s: %(meaning)s", command=move.command, meaning=move.meaning)
        for move in commands
        if move.meaning
    ]
    return [*([join_sentences(plain, ", ")] if plain else []), *explained]


def _state_lines(sight: Sight, names: Mapping[int, str], deck: DeckNames) -> list[Sentence]:
    """Return lines of text about the round, the trump suit and whose turn it is.

    If no game is in progress, return a line that says why.
    """
    current = sight["round"]
    if sight["status"] == OPEN:
        return [Sentence("The table is waiting for players.")]
    if sight["status"] == FINISHED:
        return [Sentence("The game is over.")]
    if sight["status"] == ABANDONED:
        return [Sentence("This game has been abandoned.")]
    # A game in progress always has a round.
    assert current is not None
    return [*_round_lines(current, names, deck), _waiting_line(sight, names)]


def _round_lines(current: SightRound, names: Mapping[int, str], deck: DeckNames) -> list[Sentence]:
    """Return lines of text about the round: number, cards, dealer, trump and any restriction on bids."""
    first = Sentence(
        "Round %(number)d of %(of)d, cards in each hand: %(cards)d. %(dealer)s deals.",
        number=current["number"],
        of=current["of"],
        cards=current["cards"],
        dealer=names[current["dealer"]],
    )
    restricted = [Sentence("The bids must not add up to the number of tricks.")]
    return [first, describe_trump(current, deck), *(restricted if current["restricted"] else [])]


def describe_trump(current: SightRound, deck: DeckNames) -> Sentence:
    """Return a sentence that says what the trump suit is and why.

    If there is none, the sentence says so, or that the dealer has yet to name it.
    """
    trump, turned = current["trump"], current["turned"]
    if turned is None:
        return (
            Sentence("No card was turned up: there is no trump.")
            if trump is None
            else _named_trump_line(trump, deck)
        )
    if trump is not None and SUIT[turned] == trump:
        return Sentence(
            "Trump is %(suit)s: %(card)s was turned up.",
            suit=deck.suit_in_sentence(trump),
            card=card_with_code(turned, deck),
        )
    if trump is not None:
        return _named_trump_line(trump, deck)
    if is_wizard(turned):
        return Sentence("A Wizard was turned up: the dealer names the trump suit.")
    return Sentence("A Jester was turned up: there is no trump.")


def _named_trump_line(trump: str, deck: DeckNames) -> Sentence:
    """Return a sentence that says that the dealer has named `trump` as the trump suit."""
    return Sentence("Trump is %(suit)s: the dealer named it.", suit=deck.suit_in_sentence(trump))


def _waiting_line(sight: Sight, names: Mapping[int, str]) -> Sentence:
    """Return a sentence that says whose turn it is, that nobody has to move, or that the game is paused."""
    if sight.get("halted"):
        return Sentence("The table is paused.")
    if sight["status"] == PAUSE:
        return Sentence("The round is over; the next one begins soon.")
    others = [names[seat] for seat in sight["turn"] if seat != sight["viewer"]]
    if sight["viewer"] in sight["turn"]:
        return Sentence("It is your turn.")
    if not others:
        return Sentence("Nobody has to move now.")
    if len(others) == 1:
        return Sentence("It is %(name)s’s turn.", name=others[0])
    return Sentence("The table is waiting for %(names)s.", names=join_with_and(others))


def _hand_sections(sight: Sight, deck: DeckNames) -> list[Section]:
    """Return a section of text with the viewer's hand, or [] if the viewer has no cards."""
    if not sight["hand"]:
        return []
    cards = join_card_names(sort_hand(sight["hand"]), deck)
    return [Section("", [Sentence("Your hand: %(cards)s.", cards=cards)])]


def _trick_lines(sight: Sight, names: Mapping[int, str], deck: DeckNames) -> list[Sentence]:
    """Return lines of text about the current and the previous trick, or [] if there is neither."""
    lines = []
    if (trick := sight["trick"]) and trick["plays"]:
        cards = _describe_trick(trick, names, deck)
        lines.append(Sentence("Trick %(number)d: %(cards)s.", number=trick["number"], cards=cards))
        if suit := trick["suit"]:
            lines.append(Sentence("The suit to follow is %(suit)s.", suit=deck.suit_in_sentence(suit)))
    elif trick:
        number, leader = trick["number"], names[trick["leader"]]
        lines.append(Sentence("Trick %(number)d: %(name)s leads.", number=number, name=leader))
    if last := sight["last_trick"]:
        cards, winner = _describe_trick(last, names, deck), names[last["winner"]]
        lines.append(Sentence("The trick before went to %(name)s: %(cards)s.", name=winner, cards=cards))
    return lines


def _describe_trick(trick: SightTrick, names: Mapping[int, str], deck: DeckNames) -> Sentence:
    """Return a text with the trick's cards in the order played, each after the player's name."""
    return join_sentences(
        [
            Sentence(
                "%(name)s %(card)s",
                name=names[play["seat"]],
                card=card_with_code(play["card"], deck),
            )
            for play in trick["plays"]
        ],
        ", ",
    )


def _player_line(sight: Sight, player: SightPlayer) -> Sentence:
    """Return a line with a player's name and, if the game has begun, the player's results so far."""
    name: str = player["name"]
    if player["seat"] == sight["viewer"]:
        name = Sentence("%(name)s (you)", name=name)
    if sight["status"] == OPEN:
        return join_sentences([name])
    score = format_number(player["score"])
    if sight["status"] not in RUNNING:
        return Sentence("%(name)s: %(score)s points", name=name, score=score)
    return Sentence(
        "%(name)s: %(bid)s, tricks taken: %(tricks)d, score: %(score)s",
        name=name,
        bid=bid_phrase(player),
        tricks=player["tricks"],
        score=score,
    )


def bid_phrase(player: SightPlayer) -> Sentence:
    """Return a phrase with a player's bid, or one that says that the bid is secret or has not been made."""
    if player["bid"] is not None:
        return Sentence("bid %(bid)d", bid=player["bid"])
    return Sentence("has bid in secret") if player["has_bid"] else Sentence("has not bid")
