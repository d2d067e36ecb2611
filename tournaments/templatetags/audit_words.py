"""Translatable labels for the audit log, which stores codes of acts and fields, and English sentences."""

import re
from collections.abc import Sequence
from functools import cache

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.sentence import Sentence, counted_sentence
from core.translation import translate
from tournaments.models import Entry, Stage, Tournament
from tournaments.models.choices import STATUS_TEXTS, EntryStatus, RoleKind
from tournaments.selectors.seats import FILLER_NAME
from tournaments.services.editing import SERVER_NAME
from tournaments.services.stage.play_offs import PLAY_OFF
from tournaments.services.table.handover import TOO_LATE
from tournaments.services.table.no_shows import LEFT, NO_SHOW
from tournaments.services.table.overrun import OVERRAN
from tournaments.services.table.rulings import NEW_CARDS
from tournaments.services.timetable.timetable import OUTAGE_REASON, TOO_FEW
from tournaments.templatetags.desk_texts import LEVEL_TEXTS

ACTS: dict[str, Promise] = {
    "all_checked_in": _("all checked in"),
    "bots_entered": _("bots entered"),
    "called": _("called"),
    "cancelled": _("cancelled"),
    "check_in_closed": _("check in closed"),
    "check_in_moved": _("check in moved"),
    "check_in_opened": _("check in opened"),
    "check_in_reminded": _("check in reminded"),
    "check_in_undone": _("check in undone"),
    "checked_in": _("checked in"),
    "clocks_moved": _("clocks moved"),
    "created": _("created"),
    "cut_set": _("cut set"),
    "did_not_come": _("did not come"),
    "disqualification_lifted": _("disqualification lifted"),
    "disqualified": _("disqualified"),
    "draw_discarded": _("draw discarded"),
    "draw_released": _("draw released"),
    "draw_taken_back": _("draw taken back"),
    "entered": _("entered"),
    "entry_corrected": _("entry corrected"),
    "finished": _("finished"),
    "let_in": _("let in"),
    "moved_up": _("moved up"),
    "overrun_penalised": _("overrun penalised"),
    "overtime_ended": _("overtime ended"),
    "pair_allowed": _("pair allowed"),
    "pair_forbidden": _("pair forbidden"),
    "penalised": _("penalised"),
    "play_off_called_off": _("play off called off"),
    "play_off_opened": _("play off opened"),
    "players_swapped": _("players swapped"),
    "put_on_stand_by": _("put on the waiting list"),
    "qualifiers_changed": _("qualifiers changed"),
    "ranking_corrected": _("ranking corrected"),
    "result_confirmed": _("result confirmed"),
    "result_entered": _("result entered"),
    "role_given": _("role given"),
    "role_taken": _("role taken"),
    "seat_given": _("seat given"),
    "seat_locked": _("seat locked"),
    "seat_unlocked": _("seat unlocked"),
    "seats_drawn": _("seats drawn"),
    "seats_swapped": _("seats swapped"),
    "settings_changed": _("settings changed"),
    "stage_added": _("stage added"),
    "stage_changed": _("stage changed"),
    "stage_closed": _("stage closed"),
    "stage_removed": _("stage removed"),
    "stage_reopened": _("stage reopened"),
    "standings_corrected": _("standings corrected"),
    "stands_by_again": _("stands by again"),
    "table_replayed": _("table replayed"),
    "table_stopped": _("table stopped"),
    "tables_paused": _("tables paused"),
    "tables_resumed": _("tables resumed"),
    "tables_started": _("tables started"),
    "tie_broken": _("tie broken"),
    "time_added": _("time added"),
    "timetable_off": _("timetable off"),
    "timetable_on": _("timetable on"),
    "warned": _("warned"),
    "withdrawn": _("withdrawn"),
}
"""The labels of entry types; older logs may have other types."""
FIELDS: dict[str, Promise] = {
    "absent": _("absent"),
    "account": _("account"),
    "birth_year": _("birth year"),
    "bot": _("bot"),
    "cards": _("cards"),
    "club": pgettext_lazy("of a player", "club"),
    "copied_from": _("copied from"),
    "correct_bids": _("bids met"),
    "count": _("count"),
    "game": _("game"),
    "games": _("games"),
    "how": _("how"),
    "level": _("level"),
    "mails": _("mails"),
    "may_enter_the_admin": _("may enter the admin"),
    "minutes": _("minutes"),
    "moved_up": _("moved up"),
    "name": _("name"),
    "names": _("names"),
    "nation": _("nation"),
    "next_draw": _("next draw"),
    "number": _("number"),
    "order": _("order"),
    "people": _("people"),
    "players": _("players"),
    "points": _("points"),
    "preset": _("preset"),
    "qualified": _("qualified"),
    "qualify": _("qualify"),
    "ranking": _("ranking"),
    "result": _("result"),
    "role": _("role"),
    "seat": _("seat"),
    "seconds": _("seconds"),
    "seed": _("seed"),
    "standings": _("standings"),
    "status": _("status"),
    "table": _("table"),
    "tables": _("tables"),
    "there": _("there"),
    "title": _("title"),
    "title_holder": _("title holder"),
    "tournament_finished": _("tournament finished"),
    "waiting": _("waiting"),
}
"""The labels of logged fields that are not fields of a model."""
REASONS = {
    str(reason): reason
    for reason in (SERVER_NAME, PLAY_OFF, TOO_LATE, LEFT, NO_SHOW, OVERRAN, OUTAGE_REASON, TOO_FEW, NEW_CARDS)
}
"""Fixed reasons and names that the server itself stores."""
TEMPLATES: Sequence[tuple[str, str | None]] = (
    ("seat %(seat)d", None),
    ("%(score)d points", None),
    ("%(count)d bid met", "%(count)d bids met"),
    ("%(who)s at table %(table)d, seat %(seat)d", None),
    ("%(title)s keeps its draw", None),
    ("the draw of %(title)s is discarded", None),
    ("Stage %(number)s", None),
    ("Stage %(number)s, knock-out", None),
)
"""The sentences with placeholders that the server stores in English, each with its plural or None."""


def audit_label(name: str) -> str:
    """Return the translated label of an audit-log type or field.

    For an unknown name, return the name with spaces instead of underscores.
    """
    known = ACTS.get(name) or FIELDS.get(name)
    return str(known) if known else _model_field_label(name) or name.replace("_", " ")


def _model_field_label(name: str) -> str:
    """Return the translated label of a field of Tournament, Stage or Entry, or "" if none has this name."""
    for model in (Tournament, Stage, Entry):
        field = next((one for one in model._meta.fields if one.name == name), None)
        if field is not None:
            return str(field.verbose_name)
    return ""


def choice_label(field_name: str, value: str) -> str | None:
    """Return the translated label of a field's code, such as a status or role, or None if it has no label."""
    if field_name == "status":
        return str(STATUS_TEXTS[EntryStatus(value)]) if value in EntryStatus.values else audit_label(value)
    if field_name == "level" and value in LEVEL_TEXTS:
        return str(LEVEL_TEXTS[value])
    if field_name == "role" and value in RoleKind.values:
        return str(RoleKind(value).label)
    for model in (Tournament, Stage):
        field = next((one for one in model._meta.fields if one.name == field_name), None)
        if isinstance(field, models.CharField) and field.choices:
            return dict(field.flatchoices).get(value)
    return None


def translate_stored_text(text: str) -> str:
    """Translate a sentence that the server stored in English. Other text is returned unchanged."""
    if text in REASONS or text == FILLER_NAME:
        return translate(Sentence(text))
    for template, plural in TEMPLATES:
        if found := _compile_template(template).fullmatch(text) or (
            plural and _compile_template(plural).fullmatch(text)
        ):
            values = {name: _parse_stored_value(value) for name, value in found.groupdict().items()}
            if plural is None:
                return translate(Sentence(template, **values))
            return translate(counted_sentence(template, plural, int(values.pop("count")), **values))
    return text


@cache
def _compile_template(template: str) -> re.Pattern[str]:
    """Compile a text with placeholders such as `%(seat)d` to a regular expression.

    Each placeholder becomes a named group.
    """
    parts = re.split(r"%\((\w+)\)([sd])", template)
    names, kinds = parts[1::3], parts[2::3]
    groups = [
        # Not `\d`: the server writes only ASCII digits, and `_parse_stored_value` treats others as text.
        rf"(?P<{name}>-?[0-9]+)" if kind == "d" or name == "number" else f"(?P<{name}>.+)"
        for name, kind in zip(names, kinds, strict=True)
    ]
    return re.compile(
        "".join(re.escape(text) + group for text, group in zip(parts[::3], [*groups, ""], strict=True))
    )


def _parse_stored_value(text: str) -> int | str:
    """Convert text from a stored sentence to an int, or translate it if it is not a number."""
    return int(text) if re.fullmatch(r"-?\d+", text, re.ASCII) else translate_stored_text(text)
