"""The page on which players set their preferences."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django_stubs_ext import StrOrPromise

from accounts import services
from accounts.language import language_of_request
from accounts.preferences import (
    ANIMATIONS,
    ANNOUNCEMENTS,
    CARD_SIZES,
    DECKS,
    HAND_ORDERS,
    LANGUAGES,
    PALETTES,
    THEMES,
    TURN_MAILS,
    Preferences,
    stored_preferences,
)
from accounts.requests import AuthenticatedHttpRequest
from accounts.web.guests import page_url

LABELS: dict[str, StrOrPromise] = {
    "suit": _("By suit, trump last"),
    "trump_first": _("By suit, trump first"),
    "rank": _("By rank"),
    "dealt": _("As dealt"),
    "small": _("Small"),
    "normal": _("Normal"),
    "large": _("Large"),
    "off": _("Off"),
    "fast": _("Fast"),
    "modern": _("Modern"),
    "classic": _("Classic"),
    "fantasy": _("Fantasy"),
    "medieval": _("Medieval"),
    "system": _("As on this device"),
    "light": _("Light"),
    "dark": _("Dark"),
    "standard": _("As in the deck"),
    "colour_blind": _("Easy to tell apart for colour-blind people"),
    "all": _("Every card and bid"),
    "brief": _("Tricks and results"),
    "auto": _("As in this browser"),
    "each": _("A mail for each turn"),
    "digest": _("One mail a day, with all tables that wait for you"),
    **dict(settings.LANGUAGES),
}
"""Labels of the choices. Each language is listed under its own name."""


def _label_choices(values: tuple[str, ...]) -> list[tuple[str, StrOrPromise]]:
    """Return the values with their labels from LABELS, as the choices of a form field."""
    return [(value, LABELS[value]) for value in values]


def _build_checkbox(label: StrOrPromise, help_text: StrOrPromise = "") -> forms.BooleanField:
    """Return a form field for a checkbox that may stay unticked."""
    return forms.BooleanField(label=label, help_text=help_text, required=False)


def _build_select(
    values: tuple[str, ...], label: StrOrPromise, help_text: StrOrPromise = ""
) -> forms.ChoiceField:
    """Return a drop-down field with these values as options. Their labels come from LABELS."""
    return forms.ChoiceField(label=label, help_text=help_text, choices=_label_choices(values))


class PreferencesForm(forms.Form):
    """A form with all of a player's preferences."""

    wings = _build_checkbox(
        _("Prepare cards and bids"),
        _("Mark a card or a bid before it is your turn, and it is played by itself."),
    )
    confirm_card = _build_checkbox(
        _("Confirm a card"), _("The first tap chooses a card, the second one plays it.")
    )
    play_forced = _build_checkbox(
        _("Play a forced card for me"), _("When only one card is allowed. Never where cheating is allowed.")
    )
    hand_order = _build_select(HAND_ORDERS, _("Order of the hand"))
    card_size = _build_select(CARD_SIZES, _("Size of the cards"))
    deck = forms.ChoiceField(
        label=_("Deck"),
        help_text=_("Only you see it: everybody at a table has the deck of their choice."),
        choices=_label_choices(DECKS),
        widget=forms.RadioSelect,
    )
    palette = _build_select(
        PALETTES, _("Colours of the suits"), _("Every suit also has a shape and a letter.")
    )
    theme = _build_select(THEMES, _("Light or dark"))
    animation = _build_select(
        ANIMATIONS, _("Animation"), _("If your device asks for reduced motion, nothing moves.")
    )
    sounds = _build_checkbox(_("Sounds"), _("Short sounds for your turn, cards and tricks."))
    vibration = _build_checkbox(_("Vibration"), _("On your turn, on devices that can vibrate."))
    language = _build_select(LANGUAGES, _("Language"))
    notify_turn = _build_checkbox(_("Your turn"), _("When a table waits for you and you are not there."))
    notify_challenge = _build_checkbox(_("Challenges"), _("When somebody challenges you to a game."))
    notify_tournament = _build_checkbox(
        _("Tournaments"), _("When check-in opens, you have a seat, or your table opens.")
    )
    mail_turns = _build_select(
        TURN_MAILS,
        _("Your turn at slow tables"),
        _("You can answer these mails with your move if this site receives mail."),
    )
    mail_digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"),
        help_text=_("In the time zone of your latest vacation, or else in UTC."),
        choices=[(hour, f"{hour:02}:00") for hour in range(24)],
        coerce=int,
    )
    mail_results = _build_checkbox(_("Scored rounds and results"), _("Of slow tables."))
    mail_challenges = _build_checkbox(_("Challenges"), _("When somebody challenges you to a game."))
    mail_messages = _build_checkbox(_("Chat messages"), _("At slow tables, while you are not there."))
    shortcuts = _build_checkbox(
        _("Keyboard shortcuts"),
        _("Single keys act at the table, such as H for your hand. Switch them off if they clash with yours."),
    )
    announcements = _build_select(
        ANNOUNCEMENTS,
        _("Screen readers announce"),
        _("Your turn, points and accusations are always announced."),
    )
    announce_chat = _build_checkbox(_("Announce chat messages"), _("For screen readers."))

    show_status = _build_checkbox(
        _("Show friends when I am online"), _("And at which table. Nobody but your friends ever sees it.")
    )

    field_groups: tuple[tuple[StrOrPromise, tuple[str, ...]], ...] = (
        (_("Playing"), ("wings", "confirm_card", "play_forced", "hand_order")),
        (
            _("Looks and sounds"),
            ("deck", "palette", "theme", "card_size", "animation", "sounds", "vibration", "language"),
        ),
        (_("Notifications"), ("notify_turn", "notify_challenge", "notify_tournament")),
        (
            _("E-mail"),
            ("mail_turns", "mail_digest_hour", "mail_results", "mail_challenges", "mail_messages"),
        ),
        (_("Keyboard and screen reader"), ("shortcuts", "announcements", "announce_chat")),
        (_("Friends"), ("show_status",)),
    )

    def groups(self) -> list[tuple[StrOrPromise, list[Any]]]:
        """Return each heading of the form with the fields below it, in the order of the page."""
        return [(title, [self[name] for name in names]) for title, names in self.field_groups]


@never_cache
@login_required
def edit_preferences(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the preferences form. On POST, save the preferences and redirect to the form.

    The redirect keeps the `next` parameter.
    """
    before = stored_preferences(request.user.preferences)
    form = PreferencesForm(request.POST or None, initial=before._asdict())
    next_url = get_next_redirect_url(request)
    if request.method == "POST" and form.is_valid():
        chosen: Preferences = before._replace(**form.cleaned_data)
        request.user = services.set_preferences(user=request.user, preferences=chosen)
        # In the language that was chosen just now.
        with override(language_of_request(request, request.user)):
            messages.success(request, gettext("Your preferences are saved."))
        return redirect(page_url("preferences", next_url))
    return render(request, "accounts/preferences.html", {"form": form, "next": next_url})
