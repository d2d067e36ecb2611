"""Which endpoints are accepted."""

import pytest

from notifications.push.endpoint import EndpointRefused, parse_endpoint


@pytest.mark.parametrize(
    "url",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
        "https://web.push.apple.com/QGuQyavXut",
        "https://wns2-par02p.notify.windows.com/w/?token=abc%2b",
        "https://fcm.googleapis.com:443/x",
    ],
)
def test_known_services_are_accepted(url):
    endpoint = parse_endpoint(url)
    assert endpoint.origin == "https://" + url.split("/")[2].removesuffix(":443")
    assert url.endswith(endpoint.target)


@pytest.mark.parametrize(
    "url",
    [
        "", "x", "http://fcm.googleapis.com/x", "ftp://fcm.googleapis.com/x", "https:///x",
        "//fcm.googleapis.com/x",
        "https://user@fcm.googleapis.com/x", "https://user:word@fcm.googleapis.com/x",
        "https://@fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:0x/x",
        "https://fcm.googleapis.com:99999/x",
        "https://fcm.googleapis.com/x#y", "https://fcm.googleapis.com\\@10.0.0.1/x",
        "https://fcm.googleapis.com /x",
        "https://fcm.googleapis.com/\r\nHost: x", "https://evil.example/x", "https://notfcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x", "https://evilpush.apple.com/x", "https://[::1/x",
        "https://127.0.0.1/x", "https://localhost/x",
    ],
)  # fmt: skip
def test_other_urls_are_refused_with_a_sentence(url):
    with pytest.raises(EndpointRefused, match=r"\.$"):
        parse_endpoint(url)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "[::1]", "10.1.2.3", "169.254.169.254", "[fd00::1]", "[::ffff:127.0.0.1]"]
)
def test_with_every_public_service_allowed_literal_private_addresses_are_refused(host, settings):
    settings.PUSH_SERVICES = ["*"]
    with pytest.raises(EndpointRefused, match="public internet"):
        parse_endpoint(f"https://{host}/x")
    assert parse_endpoint("https://push.example/x").host == "push.example"


def test_only_the_operators_own_service_may_have_another_port(settings):
    settings.PUSH_PRIVATE_SERVICES = ["https://push.lan:8443"]
    assert parse_endpoint("https://push.lan:8443/x").is_own
    with pytest.raises(EndpointRefused):
        parse_endpoint("https://push.lan:8444/x")
