"""A row of everything that the admin lists: of games, tournaments and accounts."""

from datetime import timedelta
from random import Random

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db.models import F
from django.utils import timezone

from accounts import services
from accounts.services.friends.asking import send_friend_request
from accounts.services.friends.friendship import create_friendship
from games.models import BouncedAddress, MatchRequest, Rating, ReceivedMail, SlowRating, SlowTurn, Table
from games.models.mail import MailKind
from games.rules.topics.cheating import Accuse
from games.services.challenges.challenging import challenge_people
from games.services.chat.reports import report_message, warn_user
from games.services.lobby.favourites import save_favourite
from games.services.mail import queue_email
from games.services.matching.requests import request_match
from games.services.slow_tables.queue import replace_queued_moves
from games.services.slow_tables.vacations import take_vacation
from games.text_commands.moves import parse_moves
from tests.support.accounts import set_up_app
from tests.support.games.chatting import write
from tests.support.games.cheating.accusations import a_cheat, others
from tests.support.games.people import person
from tests.support.games.playing import do, opened, people, play_on, short
from tests.support.tournaments.events import desk, event, organiser, play, start, table, with_bots
from tournaments.models import Entry, Tournament
from tournaments.services.draw.pairs import forbid_pair
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.result_entry import enter_result


def fill_admin() -> Tournament:
    """Make them; the tournament has a stage with results and one to come."""
    now = timezone.now()
    with_second_factor = person("Tova")
    set_up_app(with_second_factor)
    services.issue_token(user=with_second_factor, device="Phone", now=now)
    EmailAddress.objects.create(user=with_second_factor, email="tova@example.org", verified=True)
    for kind in (Rating, SlowRating):
        kind.objects.create(user=with_second_factor, mu=25, sigma=8, value=10)
    Group.objects.create(name="Referees")
    _game_with_a_cheat()
    _reported_message()
    _people_who_know_each_other()
    _people_before_a_game()
    _slow_game_with_a_vacation()
    _mails()
    # Played here, then corrected by hand.
    tournament = event({"minutes": 45}, {"kind": "final"}, starts_at=now, capacity=64, prizes="A cup")
    start(with_bots(tournament, 8), 1, now=now)
    play(tournament, 1)
    entries = Entry.objects.filter(tournament=tournament)
    forbid_pair(**desk(tournament), one=entries[0].pk, other=entries[1].pk)
    penalise_entrant(entry_id=entries[2].pk, points=5, actor=organiser(), now=now, reason="Late", stage=1)
    corrected = table(tournament)
    # Every bid wrong by one trick: a possible result, which differs from the one that bots achieve.
    score = -10 * corrected.game.rounds.count()
    rows = [{"seat": seat, "score": score, "correct_bids": 0} for seat in range(4)]
    enter_result(stage_table_id=corrected.pk, rows=rows, actor=organiser(), now=now, reason="Misread")
    return tournament


def _people_who_know_each_other() -> None:
    """Two friends, a request that is open, and somebody who is blocked."""
    alice, bob, now = person("alice"), person("bob"), timezone.now()
    create_friendship(alice, bob, now)
    send_friend_request(user=alice, name=person("carol").username, now=now)
    services.block_player(user=alice, name=person("dave").username, now=now)


def _people_before_a_game() -> None:
    """A favourite, somebody who looks for a match, and a challenge."""
    alice, now = person("alice"), timezone.now()
    save_favourite(user=alice, name="Fridays", size=4, now=now)
    request_match(user=person("carol"), now=now, fill_with_bots=False)
    # A server that runs beside would forget somebody whose page is gone.
    MatchRequest.objects.update(seen_at=now + timedelta(days=1))
    table_id = opened(alice, size=4)
    challenge_people(table_id=table_id, user=alice, names=[person("bob").username], now=now)


def _slow_game_with_a_vacation() -> None:
    """A decision that a slow table waits for, a queued move, and somebody's vacation."""
    # Now: at a table whose time has run out, a server that runs beside would play for everybody.
    table_id = opened(*people(4), size=4, now=timezone.now(), options=short(1, 1, pace="slow"))
    moves = parse_moves("R7") or ()
    on_turn = SlowTurn.objects.filter(table=table_id).values_list("user", flat=True)
    # A server that runs beside would make the move of somebody on turn.
    waiting = next(user for user in people(4) if user.pk not in on_turn)
    replace_queued_moves(table_id=table_id, user=waiting, moves=moves, now=timezone.now())
    today = timezone.now().date()
    take_vacation(user=person("alice"), first_day=today, last_day=today, now=timezone.now())


def _reported_message() -> None:
    table_id = opened(*people(4), size=4, options=short(1, 1))
    message = write(table_id, "bob", "Something rude")
    alice, now = person("alice"), message.sent_at
    report_message(table_id=table_id, message_id=message.pk, user=alice, reason="insult", now=now)
    warn_user(user=person("bob"), moderator=alice, reason="Be kind.", now=now)


def _game_with_a_cheat() -> None:
    table_id = opened(*people(4), size=4, options=short(12, 1, cheating=True))
    accused, _ = a_cheat(table_id, Random(5))
    do(table_id, next(others(accused)), Accuse(accused, "light_sensor", 0.25, "2026-01-01T11:59:58Z"))
    play_on(table_id, Random(9))
    Table.objects.filter(pk=table_id).update(finished_at=F("opened_at"))


def _mails() -> None:
    """A mail that waits to be sent, one that has come in, and an address that bounces."""
    now = timezone.now()
    # Due later: a server that runs beside would send it.
    queue_email(user_id=person("alice").pk, kind=MailKind.ANSWER, now=now, due_at=now + timedelta(days=1))
    # An address of an account: a server that runs beside deletes the failures of all others.
    BouncedAddress.objects.create(address="tova@example.org", bounced_at=now, blocked_at=now)
    ReceivedMail.objects.create(user=person("alice"), digest="0" * 64, received_at=now, closed_at=now)
