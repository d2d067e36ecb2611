"""The SMTP server, asked by Python's own client on loopback: what it stores, refuses and survives."""

import asyncio
import logging
import smtplib
import socket
from contextlib import asynccontextmanager, suppress

import pytest
from django.db import DatabaseError
from django.utils import timezone

from games.mail import smtp
from games.mail.addresses import build_reply_address
from games.mail.incoming.reading import MAX_BYTES
from games.models import ReceivedMail
from tests.support.games.playing import bidding
from tests.support.mail.incoming import DOMAIN, correspondent, write_mail

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def domain(settings):
    settings.MAIL_DOMAIN = DOMAIN


@pytest.fixture
def recipient():
    alice = correspondent("alice")
    return build_reply_address(user_id=alice.pk, table_id=bidding(), now=timezone.now())


@asynccontextmanager
async def listening():
    server = smtp.MailServer()
    port = await server.start("127.0.0.1", 0)
    try:
        yield port, server
    finally:
        await server.stop(1)


def converse(port, talk):
    with smtplib.SMTP("127.0.0.1", port, timeout=30) as client:
        return talk(client)


async def ask(talk):
    async with listening() as (port, _):
        return await asyncio.to_thread(converse, port, talk)


def refusal_of(talk):
    try:
        talk()
    except smtplib.SMTPRecipientsRefused as fault:
        return next(iter(fault.recipients.values()))[0]
    except smtplib.SMTPResponseException as fault:
        return fault.smtp_code
    return 250


async def test_a_mail_is_stored_before_it_is_accepted(recipient):
    raw = write_mail("alice@example.org", recipient)
    code, _ = await ask(lambda client: (client.sendmail("alice@example.org", recipient, raw), (250, ""))[1])
    assert code == 250
    assert await ReceivedMail.objects.acount() == 1


async def test_a_mail_with_an_empty_envelope_sender_is_not_answered(recipient):
    # Mail servers do not put it into a header, and not every absence note has a header of its own.
    raw = write_mail("alice@example.org", recipient, "I am away.")
    code, _ = await ask(lambda client: (client.sendmail("", recipient, raw), (250, ""))[1])
    assert code == 250
    assert not await ReceivedMail.objects.aexists()


async def test_unknown_recipients_are_refused_before_the_mail_is_sent(recipient):
    def talk(client):
        client.ehlo()
        client.mail("alice@example.org")
        wrong = [f"wizard+{'a' * 40}@{DOMAIN}", f"postmaster@{DOMAIN}", "alice@elsewhere.example"]
        # A mail for two recipients is sent twice.
        return [client.rcpt(each)[0] for each in (*wrong, recipient.upper(), recipient)]

    assert await ask(talk) == [550, 550, 550, 250, 452]


async def test_forged_senders_are_refused(recipient):
    raw = write_mail("mallory@example.org", recipient)
    code = await ask(lambda client: refusal_of(lambda: client.sendmail("alice@example.org", recipient, raw)))
    assert code == 550
    assert not await ReceivedMail.objects.aexists()


async def test_large_mails_are_refused_whether_they_announce_their_size_or_not(recipient, caplog):
    raw = write_mail("alice@example.org", recipient, "2\n" * (MAX_BYTES // 2 + 1))

    def talk(client):
        announced = refusal_of(lambda: client.sendmail("alice@example.org", recipient, raw))
        client.mail("alice@example.org")
        client.rcpt(recipient)
        return announced, client.data(raw.replace(b"\n", b"\r\n"))[0], client.noop()[0]

    with caplog.at_level(logging.INFO, "games.mail.smtp"):
        assert await ask(talk) == (552, 552, 250)
    assert caplog.messages == ["Mail refused: too large"] * 2
    assert not await ReceivedMail.objects.aexists()


async def test_a_mail_without_an_end_is_cut_off(recipient, monkeypatch):
    monkeypatch.setattr(smtp, "MAX_DISCARDED_BYTES", 3 * MAX_BYTES)

    def talk(client):
        client.ehlo()
        client.mail("alice@example.org")
        client.rcpt(recipient)
        client.docmd("DATA")
        with suppress(OSError):
            for _ in range(20):
                client.sock.sendall(b"2" * MAX_BYTES)
        try:
            return client.sock.recv(1)
        except ConnectionResetError:
            return b""

    async with listening() as (port, _):
        client = await asyncio.to_thread(smtplib.SMTP, "127.0.0.1", port)
        assert await asyncio.to_thread(talk, client) == b""
        client.close()


async def test_what_cannot_be_stored_is_sent_again_later(recipient, monkeypatch):
    def fail(**given):
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(smtp, "receive_email", fail)
    raw = write_mail("alice@example.org", recipient)
    code = await ask(lambda client: refusal_of(lambda: client.sendmail("alice@example.org", recipient, raw)))
    assert code == 451


@pytest.mark.parametrize(
    "lines",
    [
        b"EHLO x\r\nMAIL FROM:<\xff@x>\r\nRCPT TO:<\xff\xfe>\r\nQUIT\r\n",
        b"HELO x\r\nDATA\r\nRCPT TO:<a@b>\r\nMAIL\r\nAUTH PLAIN AAAA\r\nVRFY alice\r\nSTARTTLS\r\nQUIT\r\n",
        b"\r\n" * 50 + b"QUIT\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nQUIT\r\n",
        b"A" * 100_000 + b"\r\nQUIT\r\n",
        b"\0\1\2\r\n" * 30,
    ],
)
async def test_no_bytes_break_the_server(lines, recipient):
    def send(port):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client, suppress(OSError):
            client.sendall(lines)
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass

    async with listening() as (port, _):
        await asyncio.to_thread(send, port)
        raw = write_mail("alice@example.org", recipient)
        await asyncio.to_thread(
            converse, port, lambda client: client.sendmail("alice@example.org", recipient, raw)
        )
    assert await ReceivedMail.objects.acount() == 1


async def test_too_many_connections_are_turned_away(monkeypatch):
    monkeypatch.setattr(smtp, "MAX_CONNECTIONS", 2)

    def connect(port):
        clients = [socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(3)]
        greetings = [client.recv(100)[:3] for client in clients]
        for client in clients:
            client.close()
        return greetings

    async with listening() as (port, _):
        assert await asyncio.to_thread(connect, port) == [b"220", b"220", b"421"]


async def test_a_silent_connection_is_closed(monkeypatch):
    monkeypatch.setattr(smtp, "IDLE_SECONDS", 0.2)

    def wait(port):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            client.recv(100)
            return client.recv(100)

    async with listening() as (port, _):
        assert await asyncio.to_thread(wait, port) == b""


async def test_a_stopping_server_closes_its_connections():
    async with listening() as (port, server):
        client = await asyncio.to_thread(smtplib.SMTP, "127.0.0.1", port)
        await server.stop(1)
        assert (await asyncio.to_thread(client.docmd, "NOOP"))[0] == 421
        client.close()


async def test_no_token_is_logged(recipient, caplog):
    caplog.set_level(logging.DEBUG)
    logging.getLogger("mail.log").setLevel(logging.ERROR)
    raw = write_mail("mallory@example.org", recipient)
    await ask(lambda client: refusal_of(lambda: client.sendmail("alice@example.org", recipient, raw)))
    assert recipient[:30] not in caplog.text
    refusals = [record for record in caplog.records if record.name.startswith("games")]
    assert [record.getMessage()[:13] for record in refusals] == ["Mail refused:"]
