"""The options of a stage's games."""

from collections.abc import Mapping

from django.db import models
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from games.rules.editions import BASE, EDITIONS
from games.rules.options import CLOCKS, MIN_CHEATING_PAUSE, PRESETS, RESTRICTIONS, REVEALS

# The same words as in static/js/choices.js.
_EDITIONS = {"base": _("Classic"), "magic": _("Wizard Magic")}
_PRESETS = {
    "standard": _("Standard"),
    "dm2008": _("Championship 2008"),
    "tournament": _("Tournament"),
    "custom": _("Custom rounds"),
}
_RESTRICTIONS = {
    "american": _("Free bidding"),
    "notequal": _("Never equal"),
    "german": _("Never equal after round three"),
    "canadian": _("Never equal for a leading dealer"),
}
_REVEALS = {
    "open": _("Open, in turn"),
    "hiddentip": _("Secret, shown together"),
    "delayed": _("Secret until the end"),
}


def _choices_with_labels(
    names: tuple[str, ...], labels: Mapping[str, StrPromise]
) -> list[tuple[str, StrPromise]]:
    """Return the choices of a model field: each name with its label, in the order of `names`."""
    return [(name, labels[name]) for name in names]


class OptionMix(models.Model):
    """A named set of game options, which is frozen once a stage has been drawn with it."""

    name = models.CharField(_("name"), max_length=60, unique=True, help_text=_("Only organisers see it."))
    preset = models.CharField(
        _("preset"),
        max_length=12,
        choices=_choices_with_labels(PRESETS, _PRESETS),
        default="tournament",
        help_text=_("How many rounds, and of how many cards. Custom: the rounds below."),
    )
    edition = models.CharField(
        _("edition"),
        max_length=20,
        choices=_choices_with_labels(tuple(EDITIONS), _EDITIONS),
        default=BASE,
        help_text=_(
            "Wizard Magic: a suit's 1 is a Wizard that beats all other Wizards when it is played to a "
            "trick in which its own suit must be followed."
        ),
    )
    restriction = models.CharField(
        _("restriction"),
        max_length=10,
        choices=_choices_with_labels(RESTRICTIONS, _RESTRICTIONS),
        blank=True,
        help_text=_("When the bids must not add up to the number of tricks. Empty: as in the preset."),
    )
    reveal = models.CharField(
        _("bids shown"),
        max_length=10,
        choices=_choices_with_labels(REVEALS, _REVEALS),
        blank=True,
        help_text=_("Empty: as in the preset."),
    )
    spare_one_card = models.BooleanField(
        _("spare one card"), default=False, help_text=_("No restriction in one-card rounds.")
    )
    cheating = models.BooleanField(
        _("cheating"),
        default=False,
        help_text=_("Players may cheat, and accuse each other. They are told before they enter."),
    )
    pause = models.PositiveSmallIntegerField(
        _("pause"),
        default=8,
        help_text=format_lazy(
            _(
                "Seconds between two rounds, 0 to 60. With cheating, at least {least}, so that players can "
                "still accuse when a round's last cards prove a cheat."
            ),
            least=MIN_CHEATING_PAUSE,
        ),
    )
    clock = models.PositiveSmallIntegerField(
        _("clock"),
        null=True,
        blank=True,
        choices=[
            (seconds, format_lazy(_("{seconds} seconds a decision"), seconds=seconds)) for seconds in CLOCKS
        ],
        help_text=_(
            "Time to think, at tables played on this site. Each player also has a reserve for the "
            "whole game; when both are used up, a move is made for them. Without a clock, one player can "
            "hold up a stage."
        ),
    )
    rounds = models.JSONField(
        _("rounds"),
        null=True,
        blank=True,
        help_text=_("For custom rounds: a list of cards, or of objects with cards, restriction, reveal."),
    )

    class Meta:
        ordering = ("name",)
        verbose_name = _("option mix")
        verbose_name_plural = _("option mixes")

    def __str__(self) -> str:
        """Return the name of this set of game options."""
        return self.name
