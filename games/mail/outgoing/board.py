"""The data from which an email's HTML draws a table: cards, the trick, players and the score sheet."""

from collections.abc import Callable
from typing import NamedTuple

from core.sentence import Sentence
from core.translation import translate, translate_all
from games.rules.cards import JESTER, RANK, SUITS, WIZARD, Card
from games.rules.cards.deck_names import DeckNames
from games.rules.protocol.sheet import SheetCell, SheetRow
from games.rules.protocol.sight import Sight, SightPlayer, SightRound
from games.rules.statuses import BIDDING, NAMING_TRUMP, PLAYING, RUNNING
from games.sight_text.answers import typed_move_commands
from games.sight_text.cards import sort_hand
from games.sight_text.sheet import format_number, format_signed
from games.sight_text.write import bid_phrase, describe_trump

COLOURS = {
    "R": "#b3261e",
    "Y": "#7a5200",
    "G": "#1b6e3c",
    "B": "#1d4fa3",
    WIZARD: "#5b2a86",
    JESTER: "#4a4a4a",
}
"""Dark enough on white for small text, and never the only sign of a suit: each card shows its name."""

# Email clients do not wrap the cells of a table.
CARDS_IN_ROW = 4
_QUESTIONS = {
    NAMING_TRUMP: Sentence("Which suit is trump?"),
    BIDDING: Sentence("How many tricks do you bid?"),
    PLAYING: Sentence("Or claim the remaining tricks:"),
}
AnswerLinkBuilder = Callable[[str], str]
"""A function that returns the link for answering with a command, or "" if the site receives no email."""


class EmailCard(NamedTuple):
    """A card as it is drawn in an email: a large sign, the card's name and its code."""

    sign: str
    name: str
    code: Card
    colour: str
    link: str
    """Opens a new email that plays the card; empty if the card cannot be played."""


class EmailPlay(NamedTuple):
    """A card in the trick, and the name of the player who played it."""

    player: str
    card: EmailCard


class EmailPlayerRow(NamedTuple):
    """A player's row in an email, as text."""

    name: str
    is_reader: bool
    is_on_turn: bool
    bid: str
    tricks: str
    score: str


class EmailAnswer(NamedTuple):
    """A command with which the reader can answer, such as a bid, a suit or a claim, but not a card."""

    command: str
    meaning: str
    link: str


class EmailSheetCell(NamedTuple):
    """A player's result in one round, as a cell of the score sheet."""

    bid: int
    tricks: int
    points: str
    total: str


class EmailSheetRow(NamedTuple):
    """The row of a round in the score sheet."""

    round: int
    cells: list[EmailSheetCell]


class Board(NamedTuple):
    """A table as the reader of an email is allowed to see it, in the active language."""

    round: str
    trump: str
    hand: list[EmailCard]
    trick: list[EmailPlay]
    question: str
    """The question that the answers answer; may be empty."""
    answers: list[EmailAnswer]
    is_running: bool
    players: list[EmailPlayerRow]
    sheet: list[EmailSheetRow]

    @property
    def hand_rows(self) -> list[list[EmailCard]]:
        """The cards of the player's hand, in rows of at most CARDS_IN_ROW cards."""
        return [self.hand[begin : begin + CARDS_IN_ROW] for begin in range(0, len(self.hand), CARDS_IN_ROW)]

    @property
    def trick_rows(self) -> list[list[EmailPlay]]:
        """The cards of the current trick and their players, in rows of at most CARDS_IN_ROW cards."""
        return [self.trick[begin : begin + CARDS_IN_ROW] for begin in range(0, len(self.trick), CARDS_IN_ROW)]


def build_board(sight: Sight, deck: DeckNames, build_answer_link: AnswerLinkBuilder) -> Board:
    """Return the data for drawing a game table in an email, in the active language.

    `sight` is the reader's view of the table. `deck` gives the cards' names in the deck (card design) that
    the reader has chosen. `build_answer_link` takes a command, and returns a link for sending it by email.
    """
    is_running = sight["status"] in RUNNING
    current, trick = sight["round"], sight["trick"]
    names = {player["seat"]: player["name"] for player in sight["players"]}
    commands = {answer.command: translate(answer.meaning) for answer in typed_move_commands(sight, deck)}
    hand = sort_hand(sight["hand"] or ()) if is_running else []
    links = {card: build_answer_link(f"play {card}") for card in hand if f"play {card}" in commands}
    return Board(
        round=translate(_round_sentence(current)) if is_running and current else "",
        trump=translate(describe_trump(current, deck)) if is_running and current else "",
        hand=[_build_card(card, deck, links.get(card, "")) for card in hand],
        trick=[
            EmailPlay(names[play["seat"]], _build_card(play["card"], deck, ""))
            for play in (trick["plays"] if trick else ())
        ],
        question=translate(_QUESTIONS.get(sight["status"], "")),
        answers=[
            EmailAnswer(command, meaning or command.removeprefix("bid "), build_answer_link(command))
            for command, meaning in commands.items()
            if not command.startswith("play ")
        ],
        is_running=is_running,
        players=[_build_player_row(sight, player) for player in sight["players"]],
        sheet=_build_sheet_rows(sight.get("sheet", [])),
    )


def _build_card(card: Card, deck: DeckNames, link: str) -> EmailCard:
    """Return the data for drawing a card in an email.

    `deck` gives the card's name in the deck (card design) that the reader has chosen. `link` opens an email
    that plays the card. It is "" if the card cannot be played by email.
    """
    if card[0] not in SUITS:
        sign = "★" if card[0] == WIZARD else "☾"
    elif deck.deck == "classic":
        # The number, or the first letter of Jack, Queen, King and Ace.
        rank = translate_all(deck.rank(RANK[card]))
        sign = rank if rank.isdigit() else rank[0]
    else:
        sign = str(RANK[card])
    return EmailCard(sign, translate_all(deck.card(card)), card, COLOURS[card[0]], link)


def _round_sentence(current: SightRound) -> Sentence:
    """Return text such as "Round 3 of 10"."""
    return Sentence("Round %(number)d of %(of)d", number=current["number"], of=current["of"])


def _build_player_row(sight: Sight, player: SightPlayer) -> EmailPlayerRow:
    """Return a player's name, bid, tricks and score, formatted for a row in an email."""
    bid = player["bid"]
    # A phrase if the bid is secret, a dash if there is none yet.
    hidden = translate(bid_phrase(player)) if player["has_bid"] else "–"
    return EmailPlayerRow(
        name=player["name"],
        is_reader=player["seat"] == sight["viewer"],
        is_on_turn=player["seat"] in sight["turn"],
        bid=hidden if bid is None else str(bid),
        tricks=str(player["tricks"]),
        score=format_number(player["score"]),
    )


def _build_sheet_rows(sheet: list[SheetRow]) -> list[EmailSheetRow]:
    """Convert the rows of a score sheet to the rows that an email shows."""
    return [EmailSheetRow(row["round"], [_build_sheet_cell(cell) for cell in row["cells"]]) for row in sheet]


def _build_sheet_cell(cell: SheetCell) -> EmailSheetCell:
    """Return a player's bid, tricks and points (with adjustments) in a round, and the total after it."""
    points = format_signed(cell["points"] + cell["adjustment"])
    return EmailSheetCell(cell["bid"], cell["tricks"], points, format_number(cell["total"]))
