"""Which game a stage plays: a preset, or rounds of its own."""

from django.db import models

from games.rules.editions import BASE, EDITIONS
from games.rules.options import CLOCKS, MIN_CHEATING_PAUSE, PRESETS, RESTRICTIONS, REVEALS

# The same words as in static/js/options.js.
_EDITIONS = {"base": "Classic", "magic": "Wizard Magic"}
_PRESETS = {
    "standard": "Standard",
    "dm2008": "Championship 2008",
    "tournament": "Tournament",
    "custom": "Custom rounds",
}
_RESTRICTIONS = {
    "american": "Free bidding",
    "notequal": "Never equal",
    "german": "Never equal after round three",
    "canadian": "Never equal for a leading dealer",
}
_REVEALS = {
    "open": "Open, in turn",
    "hiddentip": "Secret, shown together",
    "delayed": "Secret until the end",
}


def _choices(names: tuple[str, ...], words: dict[str, str]) -> list[tuple[str, str]]:
    return [(name, words[name]) for name in names]


class OptionMix(models.Model):
    """A game's options by a name; frozen as soon as a stage has been drawn with it."""

    name = models.CharField(max_length=60, unique=True, help_text="Only organisers see it.")
    preset = models.CharField(
        max_length=12,
        choices=_choices(PRESETS, _PRESETS),
        default="tournament",
        help_text="How many rounds, and of how many cards. Custom: the rounds below.",
    )
    edition = models.CharField(
        max_length=20,
        choices=_choices(tuple(EDITIONS), _EDITIONS),
        default=BASE,
        help_text="Wizard Magic: a suit's 1 is a Wizard that beats all other Wizards when it is played to a "
        "trick in which its own suit must be followed.",
    )
    restriction = models.CharField(
        max_length=10,
        choices=_choices(RESTRICTIONS, _RESTRICTIONS),
        blank=True,
        help_text="When the bids must not add up to the number of tricks. Empty: as in the preset.",
    )
    reveal = models.CharField(
        "bids shown",
        max_length=10,
        choices=_choices(REVEALS, _REVEALS),
        blank=True,
        help_text="Empty: as in the preset.",
    )
    spare_one_card = models.BooleanField(default=False, help_text="No restriction in one-card rounds.")
    cheating = models.BooleanField(
        default=False, help_text="Players may cheat, and accuse each other. They are told before they enter."
    )
    pause = models.PositiveSmallIntegerField(
        default=8,
        help_text="Seconds between two rounds, 0 to 60. With cheating, at least "
        f"{MIN_CHEATING_PAUSE}, so that players can still accuse when a round's last cards prove a cheat.",
    )
    clock = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        choices=[(seconds, f"{seconds} seconds a decision") for seconds in CLOCKS],
        help_text="Time to think, at tables played on this site. Each player also has a reserve for the "
        "whole game; when both are used up, a move is made for them. Without a clock, one player can hold up "
        "a stage.",
    )
    rounds = models.JSONField(
        null=True,
        blank=True,
        help_text="For custom rounds: a list of cards, or of objects with cards, restriction, reveal.",
    )

    class Meta:
        ordering = ("name",)
        verbose_name = "option mix"
        verbose_name_plural = "option mixes"

    def __str__(self) -> str:
        return self.name
