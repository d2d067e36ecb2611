"""Challenges: made and withdrawn by players at a table."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.errors import NoSuchMember
from accounts.models import Block, User
from accounts.online import find_online_users
from accounts.services.friends.asking import find_person
from core.limits import Limit, count_attempt
from core.realtime import bus
from core.sentence import Sentence
from games import broadcast
from games.models import Challenge, Table
from games.models.challenge import ChallengeAnswer
from games.rules.errors import AlreadyStarted, NotSeated, RemovedByHost, TableFull
from games.rules.state import State
from games.rules.statuses import OPEN
from games.services.challenges.errors import (
    AlreadyAtTable,
    CannotChallengeYourself,
    ChallengeDeclined,
    NoSuchChallenge,
    TooManyChallenges,
)
from games.store.tables import load_snapshot
from notifications.kinds import NoticeKind
from notifications.services.notify import notify_all

CHALLENGE_TIMEOUT = timedelta(minutes=10)
CHALLENGES_PATH = "/friends/"
"""The page that shows the challenges of its visitor."""
MAX_OPEN_CHALLENGES = 20
"""Open challenges to one table."""
CHALLENGES = Limit("challenges", 40, 600)
"""How many challenges one account may send."""
CHALLENGES_OF_ONE = Limit("challenges-of-one", 6, 600)
"""How many challenges one account may send to the same person."""


def challenge_people(*, table_id: str, user: User, names: Sequence[str], now: datetime) -> None:
    """Challenge the people with these names to a table at which `user` is waiting: all of them, or nobody.

    People who already have an open challenge to the table get no second one. A challenge to somebody who has
    blocked the user is never shown to them, but the user cannot tell.

    Raises NotSeated, AlreadyStarted, TableFull, AccountRequired, NoSuchMember, BotAccount, BlockedByYou,
    CannotChallengeYourself, AlreadyAtTable, RemovedByHost, ChallengeDeclined, TooManyChallenges or Throttled.
    """
    people = {person.pk: person for person in (_find(user, name) for name in names)}.values()
    state = load_snapshot(table_id).state
    _check_table(state, user)
    for person in people:
        _check_person(state, user, person)
    with transaction.atomic():
        # Locked, so that the limit holds and nobody is challenged twice.
        table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
        _challenge_all(table, user, list(people), now)


def _find(user: User, name: str) -> User:
    """Return the person with this name, as `find_person` does; NoSuchMember says which name is unknown."""
    try:
        return find_person(user, name)
    except NoSuchMember:
        raise NoSuchMember(
            Sentence("There is no player with an account named %(name)s.", name=name)
        ) from None


def _check_table(state: State, user: User) -> None:
    """Raise NotSeated, AlreadyStarted or TableFull if `user` cannot challenge anybody to the table."""
    if state.seat_of(user.pk) is None:
        raise NotSeated(Sentence("Only players at the table can challenge somebody."))
    if state.status != OPEN:
        raise AlreadyStarted()
    if None not in state.seats:
        raise TableFull()


def _check_person(state: State, user: User, person: User) -> None:
    """Raise CannotChallengeYourself, AlreadyAtTable or RemovedByHost if the person cannot sit down there."""
    if person == user:
        raise CannotChallengeYourself
    if state.seat_of(person.pk) is not None:
        raise AlreadyAtTable(person.username)
    if person.pk in state.removed:
        raise RemovedByHost(
            Sentence(
                "%(name)s was removed from this table and can’t sit down here again.",
                name=person.username,
            )
        )


def _challenge_all(table: Table, user: User, people: Sequence[User], now: datetime) -> None:
    """Store the challenges, and announce them after the commit; the table's row must be locked.

    Raises ChallengeDeclined, TooManyChallenges or Throttled.
    """
    rows = {row.challenged_id: row for row in Challenge.objects.filter(table=table).select_related("table")}
    for person in people:
        if person.pk in rows and rows[person.pk].answer == ChallengeAnswer.DECLINED:
            raise ChallengeDeclined(person.username)
    new = [each for each in people if each.pk not in rows or rows[each.pk].state(now) != "open"]
    if len(new) + sum(row.state(now) == "open" for row in rows.values()) > MAX_OPEN_CHALLENGES:
        raise TooManyChallenges
    for person in new:
        count_attempt(limit=CHALLENGES, who=str(user.pk), now=now)
        count_attempt(limit=CHALLENGES_OF_ONE, who=f"{user.pk} {person.pk}", now=now)
    days = table.options.get("days")
    # Where nobody has to be there for days, nobody has to answer within minutes either.
    timeout = CHALLENGE_TIMEOUT if days is None else timedelta(days=days)
    for person in new:
        values = {
            "challenger": user,
            "challenged_at": now,
            "expires_at": now + timeout,
            "answer": "",
            "answered_at": None,
        }
        Challenge.objects.update_or_create(table=table, challenged=person, defaults=values)
    announce_inboxes([person.pk for person in new])
    notify_all(
        user_ids=_find_absent_people(user, new),
        kind=NoticeKind.CHALLENGE,
        facts={"challenger": user.username},
        path=CHALLENGES_PATH,
        subject=table.pk,
        now=now,
        lifetime=timeout,
    )


def _find_absent_people(user: User, people: Sequence[User]) -> set[int]:
    """Return the ids of the people who have no page open and have not blocked the user."""
    blockers = Block.objects.filter(user__in=people, blocked=user).values_list("user_id", flat=True)
    absent = {person.pk for person in people} - set(blockers)
    return absent - find_online_users(absent)


def withdraw_challenge(*, table_id: str, user: User, name: str, now: datetime) -> None:
    """Withdraw the user's open challenge to the person with this name; raises NoSuchChallenge."""
    challenges = Challenge.objects.filter(table=table_id, challenger=user, answer="", expires_at__gt=now)
    challenge = challenges.filter(challenged__in=User.objects.named(name)).first()
    if challenge is None:
        raise NoSuchChallenge
    with transaction.atomic():
        challenges.filter(pk=challenge.pk).update(answer=ChallengeAnswer.WITHDRAWN, answered_at=now)
        announce_inboxes([challenge.challenged_id])


def announce_inboxes(user_ids: Sequence[int]) -> None:
    """Announce after the commit that these users' inboxes (friend requests, challenges) have changed."""

    def announce() -> None:
        """Announce the change to all processes."""
        for user_id in user_ids:
            bus.announce_news(broadcast.InboxChanged(user_id))

    transaction.on_commit(announce)
