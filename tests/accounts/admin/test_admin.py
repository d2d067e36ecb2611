"""What staff see: players and tokens, found by name; no secrets, and nothing to delete."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.urls import reverse

from accounts import selectors, services
from accounts.models import User
from tests.support.accounts import NOW, PASSWORD, set_up_app


def test_players_are_listed_and_searched(staff, alice, bob, charlie):
    page = staff.get(reverse("admin:accounts_user_changelist"), {"q": "ALIC"}).content.decode()
    assert "Alice" in page
    assert "QuietOtter42" not in page
    assert (
        "QuietOtter42"
        in staff.get(reverse("admin:accounts_user_changelist"), {"kind": "guest"}).content.decode()
    )


def test_a_player_can_be_opened_and_barred_but_not_deleted(staff, alice):
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    assert staff.get(page).status_code == 200
    answer = staff.post(page, {"username": "Alice", "kind": "human", "email": "", "preferences": "{}"})
    assert answer.status_code == 302
    assert not User.objects.get(pk=alice.pk).is_active
    assert staff.get(reverse("admin:accounts_user_delete", args=[alice.pk])).status_code == 403


def test_staff_flag_an_account_as_a_bot_and_it_is_told(staff, alice, logged_in, bearer):
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    assert "a program plays with this account" in staff.get(page).content.decode()
    changes = {"username": "Alice", "kind": "bot", "email": "", "preferences": "{}", "is_active": "on"}
    assert staff.post(page, changes).status_code == 302
    assert bearer(alice).get("/api/v1/me").json()["kind"] == "bot"
    assert "This is a bot account" in logged_in(alice).get(reverse("profile")).content.decode()


def test_nobody_flags_or_unflags_their_own_account(alice, bearer):
    assert bearer(alice).patch("/api/v1/me", {"kind": "bot"}).json()["code"] == "bad_request"
    User.objects.filter(pk=alice.pk).update(kind="bot")
    assert bearer(alice).patch("/api/v1/me", {"kind": "human"}).json()["code"] == "bad_request"
    claim = {"username": "Alicia", "password": PASSWORD}
    assert bearer(alice).post("/api/v1/auth/claim", claim).status_code == 409
    assert User.objects.get(pk=alice.pk).kind == "bot"


def test_staff_can_make_a_player_under_a_free_name(staff, alice):
    page = reverse("admin:accounts_user_add")
    passwords = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    assert "is taken" in staff.post(page, {"username": "aLICE", **passwords}).content.decode()
    assert staff.post(page, {"username": "Dora", **passwords}).status_code == 302
    assert User.objects.get(username="Dora").check_password(PASSWORD)


def test_staff_give_nobody_a_reserved_name(staff, alice):
    passwords = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    answer = staff.post(reverse("admin:accounts_user_add"), {"username": "Support", **passwords})
    assert "This name is reserved." in answer.content.decode()
    changes = {"kind": "human", "email": "", "preferences": "{}", "is_active": "on"}
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    assert "This name is reserved." in staff.post(page, {"username": "Merlin", **changes}).content.decode()
    assert not User.objects.filter(username__in=["Support", "Merlin"]).exists()


def test_a_reserved_name_that_somebody_has_stays_theirs(staff, alice):
    User.objects.filter(pk=alice.pk).update(username="Merlin")
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    changes = {"username": "merlin", "kind": "human", "email": "", "preferences": "{}"}
    assert staff.post(page, changes).status_code == 302
    assert User.objects.get(pk=alice.pk).username == "merlin"


def test_createsuperuser_may_take_a_reserved_name(db, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", "--username=admin", verbosity=0)
    assert User.objects.get(username="admin").is_superuser


def test_a_password_set_by_staff_ends_all_tokens(staff, alice):
    issued = services.issue_token(user=alice, now=NOW.replace(year=9000))
    passwords = {"password1": "other words 9", "password2": "other words 9", "usable_password": "true"}
    page = reverse("admin:auth_user_password_change", args=[alice.pk])
    assert staff.post(page, passwords).status_code == 302
    assert selectors.find_user_of_token(issued.plain, NOW.replace(year=9000)) is None


def test_tokens_are_listed_without_their_hash_and_can_not_be_changed(staff, alice):
    token = services.issue_token(user=alice, device="phone", now=NOW).token
    listed = staff.get(reverse("admin:accounts_token_changelist"), {"q": "alice"}).content.decode()
    opened = staff.get(reverse("admin:accounts_token_change", args=[token.pk])).content.decode()
    for page in (listed, opened):
        assert "phone" in page
        assert token.digest not in page
    for page in ("add", "change", "delete"):
        path = reverse(f"admin:accounts_token_{page}", args=[] if page == "add" else [token.pk])
        assert staff.post(path, {"device": "mine"}).status_code == 403


def test_staff_can_revoke_tokens(staff, alice):
    issued = services.issue_token(user=alice, now=NOW)
    staff.post(
        reverse("admin:accounts_token_changelist"),
        {"action": "revoke", "_selected_action": [issued.token.pk]},
    )
    assert selectors.find_user_of_token(issued.plain, NOW) is None


def test_superusers_remove_second_factors_and_nobody_sees_their_secrets(staff, alice, logged_in):
    secret = set_up_app(alice)
    listed = reverse("admin:mfa_authenticator_changelist")
    app = Authenticator.objects.get(type="totp")
    opened = reverse("admin:mfa_authenticator_change", args=[app.pk])
    assert "Alice" in staff.get(listed).content.decode()
    assert secret not in staff.get(opened).content.decode()
    helper = User.objects.create_user(username="Helper", password=PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="mfa"))
    removed = reverse("admin:mfa_authenticator_delete", args=[app.pk])
    assert logged_in(helper).post(removed, {"post": "yes"}).status_code == 403
    assert staff.post(removed, {"post": "yes"}).status_code == 302
    assert not selectors.has_second_factor(alice)


def test_staff_log_in_as_everybody_does_by_name_in_any_case(client, staff):
    asked = client.get("/admin/", follow=True)
    door, _ = asked.redirect_chain[-1]
    assert door.startswith(reverse("account_login"))
    answer = client.post(door, {"login": "ROOT", "password": PASSWORD}, follow=True)
    assert answer.redirect_chain[-1] == ("/admin/", 302)
    assert answer.status_code == 200


def test_passwords_for_the_admin_are_counted(client, staff, stopped_clock):
    tried = {"username": "Root", "login": "Root", "password": "wrong", "next": "/admin/"}
    door = reverse("admin:login")
    said = [client.post(door, tried, follow=True) for _ in range(3)]
    assert {each.redirect_chain[0][0].partition("?")[0] for each in said} == {reverse("account_login")}
    door = said[0].redirect_chain[-1][0]
    answers = [client.post(door, tried).content.decode() for _ in range(11)]
    assert "Too many" not in answers[0]
    assert "Too many" in answers[-1]
    assert "Too many" in client.post(door, tried | {"password": PASSWORD}).content.decode()


def test_who_is_no_staff_gets_no_further(logged_in, alice):
    assert logged_in(alice).get("/admin/", follow=True).status_code == 403
