"""Staff who are no superusers: they keep accounts in order, and nobody gains rights by it."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.accounts import PASSWORD


def permissions(count: int) -> list[int]:
    """The ids of so many permissions. Which ids there are depends on the tests before."""
    return list(Permission.objects.order_by("pk").values_list("pk", flat=True)[:count])


def all_rights() -> dict[str, object]:
    """The fields of a form that gives somebody every kind of right."""
    group, _ = Group.objects.get_or_create(name="Everything")
    flags = dict.fromkeys(("is_active", "is_staff", "is_superuser"), "on")
    return {**flags, "groups": [group.pk], "user_permissions": permissions(2)}


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser(username="Root", password=PASSWORD)


@pytest.fixture
def member(db: None) -> Callable[..., User]:
    """Makes somebody who may enter the admin and has these permissions, such as `change_user`."""

    def new(name: str, *permissions: str) -> User:
        user = User.objects.create_user(username=name, password=PASSWORD, is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        return user

    return new


@pytest.fixture
def mona(member: Callable[..., User]) -> User:
    """A moderator, with every permission there is for accounts except flagging bots."""
    names = ("user", "token", "group", "emailaddress")
    acts = ("add", "change", "delete", "view")
    return member("Mona", *(f"{act}_{name}" for name in names for act in acts))


@pytest.fixture
def moderator(mona: User, logged_in: Callable[[User], Client]) -> Client:
    return logged_in(mona)


def page(name: str, *args: object) -> str:
    return reverse(f"admin:accounts_user_{name}", args=args)


def fields(user: User, **more: object) -> dict[str, object]:
    """What the page of an account posts."""
    own = {"username": user.username, "kind": user.kind, "email": user.email, "preferences": "{}"}
    return {**own, "is_active": "on", **more}


def rights(user: User) -> tuple[bool, bool, int, int]:
    user.refresh_from_db()
    return user.is_staff, user.is_superuser, user.groups.count(), user.user_permissions.count()


def test_a_moderator_edits_and_bars_players(moderator, alice):
    told = moderator.get(page("change", alice.pk)).content.decode()
    assert 'name="email"' in told
    changes = fields(alice, email="new@example.com")
    del changes["is_active"]
    assert moderator.post(page("change", alice.pk), changes).status_code == 302
    alice.refresh_from_db()
    assert (alice.email, alice.is_active) == ("new@example.com", False)


def test_a_moderator_gives_nobody_rights(moderator, alice):
    told = moderator.get(page("change", alice.pk)).content.decode()
    for name in ("is_staff", "is_superuser", "groups", "user_permissions"):
        assert f'name="{name}"' not in told
    assert moderator.post(page("change", alice.pk), fields(alice, **all_rights())).status_code == 302
    assert rights(alice) == (False, False, 0, 0)


def test_a_moderator_adds_an_account_without_rights(moderator, db):
    passwords = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    answer = moderator.post(page("add"), {"username": "Dora", "kind": "bot", **passwords, **all_rights()})
    assert answer.status_code == 302
    dora = User.objects.get(username="Dora")
    assert (dora.kind, *rights(dora)) == ("human", False, False, 0, 0)


def test_a_moderator_changes_neither_superusers_nor_staff_nor_themselves(moderator, mona, root, member):
    for user in (root, member("Stan"), mona):
        before = rights(user)
        changes = fields(user, username="Mine", email="mine@example.com", **all_rights())
        assert moderator.post(page("change", user.pk), changes).status_code == 403
        assert rights(user) == before
        assert user.email == ""


def test_a_moderator_changes_nobody_who_has_rights_for_when_they_become_staff(moderator, alice, bob):
    alice.groups.add(Group.objects.create(name="Keepers"))
    bob.user_permissions.add(Permission.objects.get(codename="change_user"))
    for user in (alice, bob):
        assert moderator.post(page("change", user.pk), fields(user)).status_code == 403


def test_a_moderator_sets_no_password_of_a_superuser_or_of_staff(moderator, mona, root, member):
    passwords = {"password1": "other words 9", "password2": "other words 9", "usable_password": "true"}
    for user in (root, member("Stan"), mona):
        address = reverse("admin:auth_user_password_change", args=[user.pk])
        assert moderator.get(address).status_code == 403
        assert moderator.post(address, passwords).status_code == 403
        assert moderator.post(address, {"usable_password": "false", "unset-password": "1"}).status_code == 403
        user.refresh_from_db()
        assert user.check_password(PASSWORD)
        assert "password/" not in moderator.get(page("change", user.pk)).content.decode()


def test_a_moderator_sets_a_players_password(moderator, alice):
    passwords = {"password1": "other words 9", "password2": "other words 9", "usable_password": "true"}
    assert "password/" in moderator.get(page("change", alice.pk)).content.decode()
    address = reverse("admin:auth_user_password_change", args=[alice.pk])
    assert moderator.post(address, passwords).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password("other words 9")


def test_a_moderator_deletes_nobody(moderator, root, alice):
    for user in (root, alice):
        assert moderator.post(page("delete", user.pk), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [root.pk, alice.pk], "post": "yes"}
    moderator.post(page("changelist"), chosen)
    assert User.objects.filter(pk__in=[root.pk, alice.pk]).count() == 2


def test_a_moderator_reads_groups_and_changes_none(moderator, mona):
    own = Group.objects.create(name="Moderators")
    mona.groups.add(own)
    assert "Moderators" in moderator.get(reverse("admin:auth_group_changelist")).content.decode()
    change = {"name": "Moderators", "permissions": permissions(2)}
    for name, args in (("add", []), ("change", [own.pk]), ("delete", [own.pk])):
        address = reverse(f"admin:auth_group_{name}", args=args)
        assert moderator.post(address, {**change, "post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [own.pk], "post": "yes"}
    moderator.post(reverse("admin:auth_group_changelist"), chosen)
    assert own.permissions.count() == 0
    assert Group.objects.filter(pk=own.pk).exists()


def test_a_moderator_gives_no_superuser_an_address_to_which_a_new_password_could_be_sent(moderator, root):
    own = EmailAddress.objects.create(user=root, email="root@example.com")
    given = {"user": root.pk, "email": "mine@example.com", "primary": "on", "verified": "on", "post": "yes"}
    for name, args in (("add", []), ("change", [own.pk]), ("delete", [own.pk])):
        assert (
            moderator.post(reverse(f"admin:account_emailaddress_{name}", args=args), given).status_code == 403
        )
    listed = reverse("admin:account_emailaddress_changelist")
    assert "root@example.com" in moderator.get(listed).content.decode()
    for action in ("make_verified", "delete_selected"):
        moderator.post(listed, {"action": action, "_selected_action": [own.pk], "post": "yes"})
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("root@example.com", False)]


def test_superusers_change_groups_and_addresses(staff, alice):
    given = {"name": "Moderators", "permissions": permissions(1)}
    assert staff.post(reverse("admin:auth_group_add"), given).status_code == 302
    address = EmailAddress.objects.get(user=alice)
    listed = reverse("admin:account_emailaddress_changelist")
    staff.post(listed, {"action": "make_verified", "_selected_action": [address.pk]})
    address.refresh_from_db()
    assert address.verified


def test_a_superuser_gives_rights(staff, alice):
    answer = staff.post(
        page("change", alice.pk), fields(alice, is_staff="on", user_permissions=permissions(1))
    )
    assert answer.status_code == 302
    assert rights(alice) == (True, False, 0, 1)


def test_flagging_a_bot_takes_its_own_permission(moderator, logged_in, member, alice):
    assert 'name="kind"' not in moderator.get(page("change", alice.pk)).content.decode()
    moderator.post(page("change", alice.pk), fields(alice, kind="bot"))
    alice.refresh_from_db()
    assert alice.kind == "human"
    flagger = logged_in(member("Fred", "flag_bot"))
    assert "Alice" in flagger.get(page("changelist")).content.decode()
    changes = {**fields(alice, kind="bot", username="Mine", email="mine@example.com"), **all_rights()}
    del changes["is_active"]
    assert flagger.post(page("change", alice.pk), changes).status_code == 302
    assert rights(alice) == (False, False, 0, 0)
    assert (alice.kind, alice.username, alice.email) == ("bot", "Alice", "alice@example.com")
    assert alice.is_active


def test_whoever_flags_bots_does_nothing_else(logged_in, member, root, alice):
    flagger = logged_in(member("Fred", "flag_bot", "add_user"))
    told = flagger.get(page("change", alice.pk)).content.decode()
    assert 'name="kind"' in told
    assert "password/" not in told
    assert flagger.post(page("change", root.pk), fields(root, kind="bot")).status_code == 403
    passwords = {"password1": "other words 9", "password2": "other words 9", "usable_password": "true"}
    for user in (root, alice):
        address = reverse("admin:auth_user_password_change", args=[user.pk])
        assert flagger.post(address, passwords).status_code == 403
    assert flagger.post(page("add"), {"username": "Dora", **passwords}).status_code == 403


def test_whoever_may_only_look_changes_nothing(logged_in, member, alice):
    viewer = logged_in(member("Vera", "view_user"))
    told = viewer.get(page("change", alice.pk)).content.decode()
    assert "password/" not in told
    assert 'name="username"' not in told
    assert viewer.post(page("change", alice.pk), fields(alice)).status_code == 403
