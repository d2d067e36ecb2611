"""Recognises commands in the lines of emails and chats, and splits them into name and arguments."""

from games.text_commands.moves import parse_move_line

ADDRESS = "wizard"
"""The word that may begin a command instead of a slash, as in emails to pbmserv."""
MOVE_NAMES = ("bid", "play", "trump", "claim")
"""Commands that need no slash in an email about a table, because our emails show the answers in this form."""
ALIASES = {
    "herausfordern": "challenge",
    "annehmen": "accept",
    "ablehnen": "decline",
    "zug": "move",
    "vormerken": "queue",
    "zeige": "show",
    "zeigen": "show",
    "spiele": "games",
    "partien": "games",
    "nachricht": "message",
    "stand": "standings",
    "wertung": "ratings",
    "wertungen": "ratings",
    "verlauf": "history",
    "urlaub": "vacation",
    "hilfe": "help",
    "ansage": "bid",
    "trumpf": "trump",
}
"""German names of commands, mapped to the English ones."""


def split_command(text: str) -> tuple[str, str]:
    """Split a typed command, such as "/bid 2", into the command's name and its arguments.

    A leading slash or "wizard" is left out. A German name is replaced by the English one.
    """
    line = " ".join(text.split())
    if not line.startswith("/") and line.partition(" ")[0].casefold() == ADDRESS:
        line = line[len(ADDRESS) :].lstrip()
    name, _, rest = line.removeprefix("/").lstrip().partition(" ")
    name = name.casefold()
    return ALIASES.get(name, name), rest


def begins_with_slash(text: str) -> bool:
    """Return whether a text begins with exactly one slash, ignoring leading spaces."""
    line = text.lstrip()
    return line.startswith("/") and not line.startswith("//")


def begins_with_wizard(text: str) -> bool:
    """Return whether the first word of a text is "wizard", ignoring case."""
    words = text.split(maxsplit=1)
    return bool(words) and words[0].casefold() == ADDRESS


def find_command_in_email_line(text: str, *, at_table: bool) -> str | None:
    """Return the command in a line of an email, or None if there is none.

    If `at_table` is true, the email is about a game, and a line such as "R7" or "bid 2" is also a command.
    """
    # Incomplete commands, too: the error that they cause tells the sender what is wrong.
    if begins_with_slash(text):
        return text
    # "wizard" alone, and "wizard 2", are also cards.
    is_move = at_table and parse_move_line(text) is not None
    if is_move:
        return f"/move {text.strip()}"
    if begins_with_wizard(text):
        return text
    if at_table and split_command(text)[0] in MOVE_NAMES:
        return f"/{text.strip()}"
    return None
