"""Where a request comes from, with and without proxies of our own in front."""

import pytest
from django.test import RequestFactory

from accounts.visitor import client_address


@pytest.mark.parametrize(
    ("proxies", "said", "address"),
    [
        (0, None, "10.0.0.9"),
        (0, "203.0.113.7", "10.0.0.9"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "6.6.6.6, 203.0.113.7", "203.0.113.7"),
        (2, "6.6.6.6, 203.0.113.7, 10.0.0.8", "203.0.113.7"),
        (2, "203.0.113.7", "nowhere"),
        (1, None, "10.0.0.9"),
    ],
)
def test_of_what_proxies_say_only_our_own_are_believed(settings, proxies, said, address):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = {} if said is None else {"HTTP_X_FORWARDED_FOR": said}
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="10.0.0.9", **headers)) == address


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7", "192.0.2.7"),
        ("unix:", "nowhere"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(said, address):
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=said)) == address
