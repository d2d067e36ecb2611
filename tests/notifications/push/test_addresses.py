"""Which addresses a stranger may have the server connect to."""

import asyncio
import socket

import pytest

from notifications.push import addresses
from notifications.push.addresses import NotPublic, is_public_address, look_up_public_addresses


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.2.3", "240.0.0.1", "255.255.255.255",
        "::", "::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
        "2002:7f00:1::", "2002:a00:1::", "2001:0:7f00:1::", "100::1",
    ],
)  # fmt: skip
def test_private_local_and_reserved_addresses_are_not_public(address):
    assert not is_public_address(address)


@pytest.mark.parametrize(
    "address", ["142.250.74.10", "17.188.1.1", "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_addresses_of_real_push_services_are_public(address):
    assert is_public_address(address)


def resolve_to(monkeypatch, *found):
    """Let every name lead to these addresses."""
    rows = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in found]
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *_, **__: rows)


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch):
    resolve_to(monkeypatch, "8.8.8.8", "10.0.0.1")
    with pytest.raises(NotPublic):
        asyncio.run(look_up_public_addresses("push.example", 443))


def test_a_public_name_gives_each_address_once(monkeypatch):
    resolve_to(monkeypatch, "8.8.8.8", "8.8.4.4", "8.8.8.8")
    assert asyncio.run(look_up_public_addresses("push.example", 443)) == ["8.8.8.8", "8.8.4.4"]


def test_a_name_without_an_address_is_refused(monkeypatch):
    def fail(*_, **__):
        raise socket.gaierror

    monkeypatch.setattr(addresses.socket, "getaddrinfo", fail)
    with pytest.raises(NotPublic):
        asyncio.run(look_up_public_addresses("nowhere.example", 443))
