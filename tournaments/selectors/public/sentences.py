"""What is played, and for what, in sentences for players."""

from games.rules.options import BANK
from tournaments.models import OptionMix, Stage, Tournament
from tournaments.models.choices import Points, Qualify

CHEATING = "Cheating is allowed: any card can be played, and anyone who notices can accuse."
_PRESETS = {
    "standard": "The full game: one more card in every round.",
    "dm2008": "Fifteen rounds as at the German championship of 2008: secret bids in the first six and the "
    "last, open bids that must not add up to the tricks in between.",
    "tournament": "Ten rounds.",
}
_RESTRICTIONS = {
    "american": "Any bid is allowed.",
    "notequal": "The bids must never add up to the number of tricks.",
    "german": "From the fourth round on, the bids must not add up to the number of tricks.",
    "canadian": "The bids must not add up to the number of tricks if the dealer alone has the most points.",
}
_REVEALS = {
    "open": "",
    "hiddentip": "Bids are made in secret and shown together.",
    "delayed": "Bids are shown after the round.",
}


def mix_sentences(mix: OptionMix, *, online: bool) -> list[str]:
    """A game's options, one sentence each; cheating comes first. A clock runs only where `online` is true."""
    restriction = mix.restriction or ("notequal" if mix.preset == "tournament" else "american")
    fixed = mix.preset == "dm2008"
    lines = [
        CHEATING if mix.cheating else "",
        _PRESETS.get(mix.preset) or _rounds(mix),
        "" if fixed else _RESTRICTIONS[restriction],
        "" if fixed else _REVEALS[mix.reveal or "open"],
        "One-card rounds have no such restriction." if mix.spare_one_card else "",
        _clock(mix.clock) if online and mix.clock else "",
    ]
    return [line for line in lines if line]


def _clock(seconds: int) -> str:
    return (
        f"{seconds} seconds per decision, plus a reserve of {duration_text(seconds * BANK)} for the whole "
        "game. When both are used up, a move is made for you."
    )


def duration_text(seconds: int) -> str:
    """A whole number of minutes where it is one, else seconds."""
    count, unit = (seconds // 60, "minute") if seconds and seconds % 60 == 0 else (seconds, "second")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _rounds(mix: OptionMix) -> str:
    cards = [round_["cards"] if isinstance(round_, dict) else round_ for round_ in mix.rounds or ()]
    return f"{len(cards)} rounds of {', '.join(map(str, cards))} cards."


def points_sentence(stage: Stage) -> str:
    """What a game of this stage is worth."""
    if stage.points == Points.ZERO_SUM:
        return "One point for each player ranked below you at the table, minus one for each above."
    if stage.points == Points.GAME:
        return "The points scored in the game count."
    table = ", ".join(str(points) for points in stage.points_table)
    return f"{table} points by rank; players who share a rank share the points."


def qualify_sentence(stage: Stage, *, last: bool) -> str:
    """Who goes on from this stage; empty after the last one."""
    count = stage.qualify_count or 1
    if last:
        return ""
    if stage.qualify == Qualify.BEST:
        return f"The best {count} in the standings go on."
    if stage.qualify == Qualify.PER_TABLE:
        return "The winner of each table goes on." if count == 1 else f"The best {count} at each table go on."
    return "Everyone goes on."


def time_sentence(stage: Stage) -> str:
    """How long a game may take, and what an overrun costs; empty without a limit."""
    if not stage.minutes:
        return ""
    words = f"{stage.minutes} minutes per game"
    if stage.overrun_penalty:
        words += f"; each player at a table that runs over loses {stage.overrun_penalty} points"
    if stage.overtime_minutes is not None:
        words += f"; {_stop(stage.overtime_minutes)}"
    return f"{words}."


def _stop(minutes: int) -> str:
    return f"{minutes} minutes after that the game is stopped" if minutes else "then the game is stopped"


def prizes_of(tournament: Tournament) -> list[str]:
    """The prizes by place, from the first."""
    return [line.strip() for line in tournament.prizes.splitlines() if line.strip()]
