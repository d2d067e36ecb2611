"""The paths of the game's endpoints. Trailing slashes are removed before matching (core/http/edge.py)."""

from django.urls import path

from games.api import advice, analysis, chat, play, players, seats, tables
from games.api.lobby import favourites, match, presets
from games.api.people import challenges, friends, vacations
from games.api.typed import command, queue

urlpatterns = [
    path("tables", tables.TablesView.as_view(), name="api_tables"),
    path("tables/<slug:table_id>", tables.TableDetailView.as_view(), name="api_table"),
    path("tables/<slug:table_id>/join", seats.JoinView.as_view(), name="api_join"),
    path("tables/<slug:table_id>/leave", seats.LeaveView.as_view(), name="api_leave"),
    path("tables/<slug:table_id>/bots", seats.BotsView.as_view(), name="api_bots"),
    path("tables/<slug:table_id>/seats/<int:seat>", seats.SeatView.as_view(), name="api_seat"),
    path("tables/<slug:table_id>/start", seats.StartView.as_view(), name="api_start"),
    path("tables/<slug:table_id>/again", seats.AgainView.as_view(), name="api_again"),
    path("tables/<slug:table_id>/actions", play.ActionsView.as_view(), name="api_actions"),
    path("tables/<slug:table_id>/advice", advice.AdviceView.as_view(), name="api_advice"),
    path("tables/<slug:table_id>/wing", play.WingView.as_view(), name="api_wing"),
    path("tables/<slug:table_id>/queue", queue.QueueView.as_view(), name="api_queue"),
    path("tables/<slug:table_id>/events", play.EventsView.as_view(), name="api_events"),
    path("tables/<slug:table_id>/analysis", analysis.AnalysisView.as_view(), name="api_analysis"),
    path("tables/<slug:table_id>/record", play.RecordView.as_view(), name="api_record"),
    path("tables/<slug:table_id>/chat", chat.TableChatView.as_view(), name="api_chat"),
    path("tables/<slug:table_id>/chat/mute", chat.MuteChatView.as_view(), name="api_mute_chat"),
    path("tables/<slug:table_id>/chat/mutes/<str:name>", chat.MutePlayerView.as_view(), name="api_mute"),
    path("tables/<slug:table_id>/chat/<int:message_id>/report", chat.ReportView.as_view(), name="api_report"),
    path(
        "tables/<slug:table_id>/challenges", challenges.TableChallengesView.as_view(), name="api_challenges"
    ),
    path(
        "tables/<slug:table_id>/challenges/<str:name>",
        challenges.WithdrawChallengeView.as_view(),
        name="api_withdraw_challenge",
    ),
    path("me/friends", friends.FriendsView.as_view(), name="api_friends"),
    path("me/challenges", challenges.OwnChallengesView.as_view(), name="api_own_challenges"),
    path(
        "me/challenges/<int:challenge_id>/accept",
        challenges.AcceptChallengeView.as_view(),
        name="api_accept_challenge",
    ),
    path(
        "me/challenges/<int:challenge_id>/decline",
        challenges.DeclineChallengeView.as_view(),
        name="api_decline_challenge",
    ),
    path("me/next-turn", tables.NextTurnView.as_view(), name="api_next_turn"),
    path("me/vacations", vacations.VacationsView.as_view(), name="api_vacations"),
    path("me/vacations/<int:vacation_id>", vacations.VacationView.as_view(), name="api_vacation"),
    path("presets", presets.PresetsView.as_view(), name="api_presets"),
    path("me/favourites", favourites.FavouritesView.as_view(), name="api_favourites"),
    path("me/favourites/<int:favourite_id>", favourites.FavouriteView.as_view(), name="api_favourite"),
    path("match", match.MatchView.as_view(), name="api_match"),
    path("command", command.CommandView.as_view(), name="api_command"),
    path("players/<str:name>", players.PlayerView.as_view(), name="api_player"),
    path("leaderboard", players.LeaderboardView.as_view(), name="api_leaderboard"),
]
