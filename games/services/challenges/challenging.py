"""Challenging people to a table."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.errors import NoSuchMember
from accounts.models import Block, User
from accounts.online import find_online_users
from accounts.services.friends.asking import find_contactable_person
from core.limits import Limit, count_attempt
from core.realtime import bus
from core.sentence import Sentence
from games import broadcast
from games.models import Challenge, Table
from games.models.challenge import ChallengeAnswer
from games.models.mail import MailKind
from games.rules.errors import AlreadyStarted, NotSeated, RemovedByHost, TableFull
from games.rules.state import State
from games.rules.statuses import OPEN
from games.selectors.people.challenges import has_group_challenge
from games.services.challenges.errors import (
    AlreadyAtTable,
    CannotChallengeYourself,
    ChallengeDeclined,
    TooManyChallenges,
)
from games.services.mail.queue import queue_email
from games.services.mail.recipients import find_email_addresses
from games.store.tables import load_snapshot
from notifications.kinds import NoticeKind
from notifications.services.notify import notify_users

CHALLENGE_TIMEOUT = timedelta(minutes=10)
SLOW_MAIL_DELAY = timedelta(minutes=10)
"""How long after a challenge to a slow game an email is sent to a person who has a page open."""
CHALLENGES_PATH = "/friends/"
"""The page that shows the challenges of its visitor."""
MAX_OPEN_CHALLENGES = 20
"""Maximum open challenges to one table."""
CHALLENGES = Limit("challenges", 40, 600)
"""Challenges that one account may send."""
CHALLENGES_OF_ONE = Limit("challenges-of-one", 6, 600)
"""Challenges that one account may send to the same person."""


def challenge_people(*, table_id: str, user: User, names: Sequence[str], now: datetime) -> None:
    """Challenge the people with these names to a table where the user has a seat.

    If anybody cannot be challenged, raise a Refusal and challenge nobody.
    """
    people = {
        person.pk: person for person in (find_person_to_challenge(user, name) for name in names)
    }.values()
    state = load_snapshot(table_id).state
    _check_table_for_challenges(table_id, state, user)
    for person in people:
        _check_person_to_challenge(state, user, person)
    with transaction.atomic():
        # Locked, so that the limit is kept and nobody is challenged twice.
        table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
        store_challenges(table, user, list(people), now)


def find_person_to_challenge(user: User, name: str) -> User:
    """Return the person with this username.

    Raise NoSuchMember if there is no such person, or another Refusal if `user` may not contact them.
    """
    try:
        return find_contactable_person(user, name)
    except NoSuchMember:
        raise NoSuchMember(
            Sentence("There is no player with an account named %(name)s.", name=name)
        ) from None


def _check_table_for_challenges(table_id: str, state: State, user: User) -> None:
    """Raise NotSeated, AlreadyStarted or TableFull if `user` cannot challenge people to the table."""
    if state.seat_of(user.pk) is None:
        raise NotSeated(Sentence("Only players at the table can challenge somebody."))
    if state.status != OPEN:
        raise AlreadyStarted()
    if None not in state.seats:
        raise TableFull()
    if has_group_challenge(table_id):
        raise TableFull(Sentence("The free seats are for those who were challenged to this table."))


def _check_person_to_challenge(state: State, user: User, person: User) -> None:
    """Raise a Refusal if the person is `user`, has a seat at the table, or was removed by its host."""
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


def store_challenges(
    table: Table,
    user: User,
    people: Sequence[User],
    now: datetime,
    *,
    seats: Mapping[int, int | None] | None = None,
    together: bool = False,
) -> None:
    """Store the user's challenges to a table, and notify the challenged people who have not blocked the user.

    Skip people who already have an open challenge to the table. Call this in a transaction that has locked or
    created the table. `seats` maps user ids to reserved seats, or to None for any seat. If `together` is
    true, the game begins only when all people accept. Raise ChallengeDeclined if a person has already
    declined a challenge to the table, TooManyChallenges if the table would have more than
    MAX_OPEN_CHALLENGES open challenges, and Throttled if the user exceeds a rate limit.
    """
    rows = {row.challenged_id: row for row in Challenge.objects.filter(table=table).select_related("table")}
    for person in people:
        if person.pk in rows and rows[person.pk].answer == ChallengeAnswer.DECLINED:
            raise ChallengeDeclined(person.username)
    new = [each for each in people if each.pk not in rows or rows[each.pk].state(now) != "open"]
    if len(new) + sum(row.state(now) == "open" for row in rows.values()) > MAX_OPEN_CHALLENGES:
        raise TooManyChallenges
    for person in new:
        count_attempt(limit=CHALLENGES, key=str(user.pk), now=now)
        count_attempt(limit=CHALLENGES_OF_ONE, key=f"{user.pk} {person.pk}", now=now)
    days = table.options.get("days")
    # At slow tables, nobody has to be there for days, so nobody has to answer within minutes either.
    timeout = CHALLENGE_TIMEOUT if days is None else timedelta(days=days)
    for person in new:
        values = {
            "challenger": user,
            "challenged_at": now,
            "expires_at": now + timeout,
            "answer": "",
            "answered_at": None,
            "seat": (seats or {}).get(person.pk),
            "together": together,
        }
        Challenge.objects.update_or_create(table=table, challenged=person, defaults=values)
    announce_inbox_changes([person.pk for person in new])
    # A challenge to a person who has blocked the user is stored but never shown, so that the block stays
    # secret.
    told = _exclude_blockers(user, new)
    absent = told - find_online_users(told)
    # An email that is due later is dropped if the challenge has been answered by then.
    for person_id in find_email_addresses(absent if days is None else told):
        queue_email(
            user_id=person_id,
            kind=MailKind.CHALLENGE,
            table_id=table.pk,
            facts={"challenger": user.username, "challenged_at": now.isoformat()},
            due_at=now if person_id in absent else now + SLOW_MAIL_DELAY,
            now=now,
        )
    notify_users(
        user_ids=absent,
        kind=NoticeKind.CHALLENGE,
        facts={"challenger": user.username},
        path=CHALLENGES_PATH,
        subject=table.pk,
        now=now,
        lifetime=timeout,
    )


def _exclude_blockers(user: User, people: Sequence[User]) -> set[int]:
    """Return the ids of those people who have not blocked `user`."""
    blockers = Block.objects.filter(user__in=people, blocked=user).values_list("user_id", flat=True)
    return {person.pk for person in people} - set(blockers)


def announce_inbox_changes(user_ids: Sequence[int]) -> None:
    """Tell all processes, after the commit, that these users' friend requests or challenges have changed."""

    def publish_messages() -> None:
        """Publish an InboxChanged message to all processes for each user id in `user_ids`."""
        for user_id in user_ids:
            bus.publish_message(broadcast.InboxChanged(user_id))

    transaction.on_commit(publish_messages)
