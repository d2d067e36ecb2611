"""Players who can be mailed, and slow tables at which they play."""

from allauth.account.models import EmailAddress

from accounts.models import User
from tests.support.games.people import person
from tests.support.games.playing import AT, opened

NAMES = ("alice", "bob", "dora", "emil")


def mailed(name: str, *, verified: bool = True, **preferences: object) -> User:
    """Somebody with an address, by default a confirmed one, and these preferences."""
    user = person(name)
    user.email, user.preferences = f"{name}@mail.example", preferences
    user.save()
    EmailAddress.objects.update_or_create(
        user=user, defaults={"email": user.email, "verified": verified, "primary": True}
    )
    return user


def slow_table(*cards: int, **options: object) -> str:
    """A slow table of four people who can be mailed, with a round for each of these numbers of cards."""
    rounds = [{"cards": number} for number in cards or (2, 1)]
    given = {"pace": "slow", "days": 3, "preset": "custom", "rounds": rounds, **options}
    people = [
        person(name) if EmailAddress.objects.filter(user=person(name)) else mailed(name) for name in NAMES
    ]
    return opened(*people, size=4, options=given, now=AT)
