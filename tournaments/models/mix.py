"""Which game a stage plays: a preset, or rounds of its own."""

from django.db import models

from games.rules.options import CLOCKS, MIN_CHEATING_PAUSE, PRESETS, RESTRICTIONS, REVEALS


def _choices(words: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(word, word) for word in words]


class OptionMix(models.Model):
    """A game's options by a name; frozen as soon as a stage has been drawn with it."""

    name = models.CharField(max_length=60, unique=True)
    preset = models.CharField(max_length=12, choices=_choices(PRESETS), default="tournament")
    restriction = models.CharField(
        max_length=10, choices=_choices(RESTRICTIONS), blank=True, help_text="Empty: the preset's own."
    )
    reveal = models.CharField(
        max_length=10, choices=_choices(REVEALS), blank=True, help_text="Empty: the preset's own."
    )
    spare_one_card = models.BooleanField(
        default=False, help_text="Rounds of one card are spared from the restriction."
    )
    cheating = models.BooleanField(
        default=False, help_text="Any card may be played, and cheats called out. Shown at entry."
    )
    pause = models.PositiveSmallIntegerField(
        default=8,
        help_text="Seconds between two rounds, 0 to 60; where cheating is allowed, at least "
        f"{MIN_CHEATING_PAUSE}, so that a cheat which a round's last cards prove can be called.",
    )
    clock = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        choices=[(seconds, f"{seconds} seconds a decision") for seconds in CLOCKS],
        help_text="Time to think, at tables that are played here: a reserve for the game comes on top, then "
        "the house moves. Without a clock a single player can hold up a stage.",
    )
    rounds = models.JSONField(
        null=True,
        blank=True,
        help_text="For the preset custom: a list of cards, or of objects with cards, restriction, reveal.",
    )

    class Meta:
        ordering = ("name",)
        verbose_name = "option mix"
        verbose_name_plural = "option mixes"

    def __str__(self) -> str:
        return self.name
