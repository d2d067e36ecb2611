"""Responses about tournaments, in lists and individually."""

from rest_framework import serializers

from core.http.inputs import Output
from games.api.answers import PageSerializer
from games.api.components import AnyJsonField
from tournaments.api.answers.fields import integer_field, nullable_datetime_field, nullable_integer_field
from tournaments.api.answers.own import OwnEntrySerializer
from tournaments.api.answers.stage import StageRowSerializer
from tournaments.models.choices import Status, Visibility
from tournaments.selectors.own.entry import PlayerStep


class TournamentRowSerializer(Output):
    """The main details of a tournament."""

    slug = AnyJsonField({"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"})
    name = serializers.CharField()
    status = serializers.ChoiceField(Status.choices)
    visibility = serializers.ChoiceField(Visibility.choices)
    online = serializers.BooleanField(help_text="Whether it is played on this site; if not, with real cards.")
    automatic = serializers.BooleanField(help_text="Whether it runs by its timetable, without organisers.")
    same_deals = serializers.BooleanField(
        help_text="Whether all tables of the same size in a stage play the same cards from the same seats."
    )
    capacity = nullable_integer_field(
        help_text="Entrants beyond this number go on the waiting list; null: no limit."
    )
    time_zone = serializers.CharField(
        help_text="Of the place where it is played, such as Europe/Vienna: its people go by these clocks. "
        "All moments here are in UTC."
    )
    entry_opens_at = nullable_datetime_field("Null if entry opens at once.")
    entry_closes_at = nullable_datetime_field("From then on, new entrants go on the waiting list.")
    starts_at = nullable_datetime_field(help_text="When play starts; null if it has not been set.")
    entry_open = serializers.BooleanField(
        help_text="Whether one can enter now and get a place, not only on the waiting list."
    )
    cheating = serializers.BooleanField(
        help_text="Whether cheating is allowed in any stage. Tell people before they enter."
    )


class ListedTournamentSerializer(TournamentRowSerializer):
    """A tournament in a list."""

    entrants = integer_field("The number of entrants who have not withdrawn.", 0)


class TournamentPageSerializer(PageSerializer):
    """A page of tournaments."""

    results = ListedTournamentSerializer(many=True)


class CountsSerializer(Output):
    """The number of entrants with each status."""

    entered = integer_field(min_value=0)
    checked_in = integer_field(min_value=0)
    stand_by = integer_field(min_value=0)
    withdrawn = integer_field(min_value=0)
    disqualified = integer_field(min_value=0)


class TournamentSerializer(TournamentRowSerializer):
    """Everything that a player needs to know about a tournament."""

    description = serializers.CharField(allow_blank=True)
    check_in_opens_at = nullable_datetime_field("Null if there is no check-in.")
    check_in_closes_at = nullable_datetime_field()
    min_entrants = integer_field(help_text="The number of entrants needed.")
    nation_quota = nullable_integer_field(
        help_text="The most entrants of one nation, not counting title holders; null if there is no limit."
    )
    grace_seconds = integer_field("How many seconds a table waits for missing players.", 0)
    protest_seconds = integer_field(
        "With a timetable: how many seconds after the end of a stage the next one is drawn. The break "
        "follows.",
        0,
    )
    break_seconds = integer_field("Seconds between two stages.", 0)
    fill_with_bots = serializers.BooleanField(help_text="Whether bots take the seats of missing players.")
    finished_at = nullable_datetime_field()
    number = integer_field("Grows with every change to what is shown.", 0)
    prizes = serializers.ListField(child=serializers.CharField(), help_text="By place, first place first.")
    counts = CountsSerializer()
    stage = nullable_integer_field(
        help_text="The number of the stage that is drawn or being played, or else was last; "
        "null before the first."
    )
    stages = StageRowSerializer(many=True)
    own = OwnEntrySerializer(allow_null=True, help_text="Null if the caller has no entry.")
    step = serializers.ChoiceField(
        [step.value for step in PlayerStep], help_text="What the caller can do now."
    )
    server_time = serializers.DateTimeField(help_text="The server's clock, for countdowns.")
