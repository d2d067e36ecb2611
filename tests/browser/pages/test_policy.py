"""The pages in a real browser: nothing that they need is refused by their own content security policy."""

import subprocess
import sys

from tests.support.browsers import Players
from tests.support.servers import ROOT, ServerProcess


def test_no_page_breaks_its_own_policy(server: ServerProcess, new_player: Players) -> None:
    page = new_player(server.url)
    for path in ("/", "/rules/", "/accounts/login/", "/accounts/signup/", "/api/v1/docs", "/tables/"):
        answer = page.goto(path, wait_until="load")
        assert answer is not None
        assert (path, answer.status) == (path, 200)


def test_the_admin_works_under_the_policy(server: ServerProcess, new_player: Players) -> None:
    _make_admin(server)
    page = new_player(server.url)
    page.goto("/admin/")
    page.fill("[name=login]", "root")
    page.fill("[name=password]", "a long password")
    page.click("form[action='/accounts/login/'] [type=submit]")
    page.wait_for_url("**/admin/")
    page.goto("/admin/accounts/user/")
    page.click("#result_list >> text=root")
    page.wait_for_load_state("load")
    assert page.evaluate("typeof django.jQuery") == "function"


def test_a_foreign_script_does_not_run(server: ServerProcess, new_player: Players) -> None:
    page = new_player(server.url)
    page.goto("/rules/")
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""")
    assert page.evaluate("window.ran") is None
    assert len(new_player.faults) == 1
    new_player.faults.clear()


def _make_admin(server: ServerProcess) -> None:
    subprocess.run(
        [
            sys.executable,
            "manage.py",
            "createsuperuser",
            "--noinput",
            "--username",
            "root",
        ],
        cwd=ROOT,
        env={**server.environment, "DJANGO_SUPERUSER_PASSWORD": "a long password"},
        check=True,
        capture_output=True,
    )
