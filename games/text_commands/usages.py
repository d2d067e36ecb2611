"""The usage and the summary of each command, from which the help is generated."""

from typing import NamedTuple

from core.sentence import Sentence, join_sentences


class Usage(NamedTuple):
    """A command's usage, what it does, and an example."""

    usage: str
    summary: str
    example: str


USAGES: dict[str, Usage] = {
    "join": Usage(
        "/join [seat]", Sentence("Take a seat: any free one, or that with this number, from 1."), "/join 3"
    ),
    "start": Usage("/start", Sentence("Start the game with those who have a seat."), "/start"),
    "leave": Usage(
        "/leave", Sentence("Give your seat up before the start, or leave the running game."), "/leave"
    ),
    "bid": Usage("/bid number", Sentence("Bid this number of tricks."), "/bid 2"),
    "play": Usage(
        "/play card",
        Sentence("Play a card: R7, red 7, 7 of hearts, KH, W for a Wizard, J for a Jester."),
        "/play R7",
    ),
    "trump": Usage(
        "/trump suit", Sentence("Name the trump suit, as dealer after a turned Wizard."), "/trump red"
    ),
    "wing": Usage(
        "/wing card",
        Sentence("Lay a card aside that plays itself on your turn; /wing off takes it back."),
        "/wing R7",
    ),
    "claim": Usage(
        "/claim all|none",
        Sentence("Claim all or none of the remaining tricks, with four cards or fewer."),
        "/claim all",
    ),
    "undo": Usage(
        "/undo [allow|refuse|withdraw]",
        Sentence(
            "Ask to take your last card or bid back, answer another player who asks, "
            "or withdraw your question."
        ),
        "/undo",
    ),
    "accuse": Usage(
        "/accuse name", Sentence("Accuse a player of having cheated in this round."), "/accuse bob"
    ),
    "option": Usage(
        "/option name [value]",
        Sentence(
            "Change an option before the start: notequal, german, canadian, hiddentip, delayed, cheating, "
            "coach, random_seats, spectators, undo, clock 30, pause 8, preset tournament, edition magic. "
            "“off” takes it back."
        ),
        "/option hiddentip off",
    ),
    "who": Usage("/who", Sentence("List the players of this table."), "/who"),
    "challenge": Usage(
        "/challenge [-american|-german|-canadian] [-inorder] [-days N] names",
        Sentence(
            "Challenge players to a slow game. It begins when all have accepted. Seats are drawn, "
            "unless -inorder; a decision has 3 days, unless -days says otherwise."
        ),
        "/challenge -days 2 ada bob cyd",
    ),
    "accept": Usage("/accept board", Sentence("Accept a challenge."), "/accept k7xm"),
    "decline": Usage("/decline board", Sentence("Decline a challenge."), "/decline k7xm"),
    "move": Usage(
        "/move [board] 2|R7|red",
        Sentence("Make the move that the table waits for: a bid, a card or a trump suit."),
        "/move k7xm R7",
    ),
    "queue": Usage(
        "/queue [board] [moves|clear]",
        Sentence(
            "Lay moves aside for a slow table: each is made on your turn if it is legal. "
            "Without moves, show them; clear drops them."
        ),
        "/queue k7xm 2, R7, W",
    ),
    "show": Usage(
        "/show [board][#number]",
        Sentence("Show a table, as it is or as it was after an entry of its log."),
        "/show k7xm#12",
    ),
    "games": Usage("/games [next]", Sentence("List your games, or the one that waits for you."), "/games"),
    "message": Usage(
        "/message [board] text", Sentence("Write to the players of a table."), "/message k7xm Well played!"
    ),
    "standings": Usage(
        "/standings [board]",
        Sentence("Show the scores of your running games, or of one table."),
        "/standings",
    ),
    "ratings": Usage(
        "/ratings", Sentence("Show the best players of slow games, and your own ratings."), "/ratings"
    ),
    "history": Usage("/history", Sentence("List your finished games."), "/history"),
    "vacation": Usage(
        "/vacation [days]",
        Sentence(
            "Take a vacation, on which your time at slow tables stands still. "
            "Without days, list yours; cancel takes the next one back."
        ),
        "/vacation 2026-12-20..2027-01-03",
    ),
    "help": Usage(
        "/help [rules|command]",
        Sentence("List the commands, or explain the rules or a command."),
        "/help play",
    ),
}
"""Maps the name of each command to its usage, in the order of the help."""


RULES = "rules"
"""The help topic that is not a command."""
RULES_WORDS = (RULES, "regeln")
BEGINNING = Sentence(
    "A command begins with / or with the word wizard. A board is the id of a table, or its first four or "
    "more characters; it can be left out at the table itself."
)
RULES_LINES = (
    Sentence("The deck has 60 cards: 1 to 13 in red, yellow, green and blue, four Wizards and four Jesters."),
    Sentence("In the first round each player gets one card, in each further round one more."),
    Sentence("The card that is turned up makes its suit trump. After a Wizard the dealer names trump."),
    Sentence("A turned-up Jester, or no card left to turn up, means that there is no trump."),
    Sentence("Each player bids how many tricks they will take."),
    Sentence("Follow suit if you can. Wizards and Jesters may be played at any time."),
    Sentence(
        "The first Wizard takes the trick; without one the highest trump, and without a trump the highest "
        "card of the suit led."
    ),
    Sentence("Jesters lose. If all cards of a trick are Jesters, the first one takes it."),
    Sentence(
        "A bid that is met scores 20 points and 10 for each trick. Any other scores −10 for each trick too "
        "many or too few."
    ),
    Sentence("Whoever has the most points after the last round wins."),
)


def help_text(name: str | None = None) -> Sentence:
    """Return the help for a command, or a list of all commands if `name` is None.

    If `name` is "rules", return the rules of the game. Raise KeyError for an unknown command.
    """
    if name is None:
        lines = [join_sentences([f"{found.usage}:", found.summary]) for found in USAGES.values()]
        return join_sentences([*lines, BEGINNING], separator="\n")
    if name == RULES:
        return join_sentences(RULES_LINES, separator="\n")
    found = USAGES[name]
    example = Sentence("Example: %(example)s", example=found.example)
    return join_sentences([f"{found.usage}:", found.summary, example])
