"""What a mail says is found in it, whichever client wrote it, and no bytes break the reader."""

import time
from contextlib import suppress
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.mail.incoming.quotes import extract_sender_lines
from games.mail.incoming.reading import MAX_BYTES, extract_email_parts, parse_email
from games.mail.incoming.refusals import MailRefused, NotReadable, TooLarge
from tests.support.mail.replies import HTML_CLIENTS, TEXT_CLIENTS


def read(raw):
    return extract_email_parts(parse_email(raw))


def written(text="2", *, kind="plain", **headers):
    mail = EmailMessage()
    mail["From"] = "Bob <Bob@Example.org>"
    mail["Message-ID"] = "<1@example.org>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text, subtype=kind)
    return mail


@pytest.mark.parametrize("client", TEXT_CLIENTS)
@pytest.mark.parametrize("words", ["2", "R7", "zwei"])
def test_quoted_text_and_signatures_are_left_out(client, words):
    assert read(written(TEXT_CLIENTS[client](words)).as_bytes()).lines == (words,)


@pytest.mark.parametrize("client", HTML_CLIENTS)
def test_html_is_read_where_there_is_no_plain_text(client):
    assert read(written(HTML_CLIENTS[client]("R7"), kind="html").as_bytes()).lines == ("R7",)


def test_plain_text_is_preferred_to_html():
    mail = written("2\n")
    mail.add_alternative("<p>3</p>", subtype="html")
    assert read(mail.as_bytes()).lines == ("2",)


def test_html_is_read_where_the_plain_text_is_empty():
    mail = written("\n")
    mail.add_alternative("<p>3</p>", subtype="html")
    assert read(mail.as_bytes()).lines == ("3",)


def test_attachments_and_mails_inside_a_mail_are_not_read():
    mail = EmailMessage()
    mail["From"] = "bob@example.org"
    mail.add_attachment("3", filename="move.txt")
    mail.add_attachment(written("4"))
    assert read(mail.as_bytes()).lines == ()


def test_several_lines_keep_their_order_and_blank_ones_are_left_out():
    assert extract_sender_lines("Hallo,\n\n 2 \n\nR7\n") == ("Hallo,", "2", "R7")


def test_invisible_and_wide_characters_are_read_as_what_they_look_like():
    assert read(written("\ufeff\u200b２\u00a0\n").as_bytes()).lines == ("2",)


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "windows-1252", "x-unknown"])
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_encodings(charset, encoding):
    mail = EmailMessage()
    mail["From"] = "bob@example.org"
    mail.set_content("fünf\n", charset="utf-8" if charset == "x-unknown" else charset, cte=encoding)
    raw = mail.as_bytes()
    if charset == "x-unknown":
        raw = raw.replace(b"utf-8", b"x-unknown")
    assert read(raw).lines == ("fünf",)


def test_a_long_mail_in_an_unknown_charset_is_still_read_as_utf_8():
    # So that the end of what is read falls within a character.
    raw = HEAD + TYPE + b"; charset=x-unknown\n\na" + "ü".encode() * 250_000
    assert read(raw).lines[0].startswith("aüü")


def test_a_short_mail_in_an_unknown_charset_keeps_its_last_letter():
    raw = HEAD + TYPE + b"; charset=x-unknown\n\n" + "Café".encode("latin-1")
    assert read(raw).lines == ("Café",)


def test_a_subject_is_read_without_what_clients_put_before_it():
    read_subject = read(written(Subject="AW: Re: [2] R7").as_bytes())
    assert (read_subject.subject, read_subject.is_reply) == ("[2] R7", True)
    plain = read(written(Subject="R7").as_bytes())
    assert (plain.subject, plain.is_reply) == ("R7", False)


def test_the_sender_is_the_only_address_of_the_only_from_header():
    assert read(written().as_bytes()).sender == "bob@example.org"
    none = written()
    del none["From"]
    assert read(none.as_bytes()).sender == ""
    assert read(b"From: a@example.org\nFrom: b@example.org\n\n2").sender == ""
    assert read(b"From: a@example.org, b@example.org\n\n2").sender == ""
    assert read(b"From: <<>>@@\n\n2").sender == ""


def test_raw_bytes_in_the_senders_address_are_read_as_utf8_or_not_at_all():
    assert read("From: José <José@exämple.org>\n\n2".encode()).sender == "josé@exämple.org"
    assert read("From: josé@example.org\n\n2".encode("latin-1")).sender == ""
    assert read(b"From: =?utf-8?q?bob=00?=@example.org\n\n2").sender == ""


def test_a_message_id_identifies_a_mail_and_otherwise_its_content_does():
    assert read(written("2").as_bytes()).digest == read(written("3").as_bytes()).digest
    without = b"From: bob@example.org\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n\n"
    assert read(without + b"2").digest == read(without + b"2").digest
    assert read(without + b"2").digest != read(without + b"3").digest


def test_a_message_id_that_no_header_can_repeat_is_not_used():
    for value in (b"<a b@example.org>", b"<" + b"a" * 300 + b"@example.org>", b"abc", "<é@x>".encode()):
        assert read(b"Message-ID: " + value + b"\n\n2").message_id == ""
    assert read(b"Message-ID: <1@example.org>\n\n2").message_id == "<1@example.org>"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; type=x"},
        {"Precedence": "bulk"},
        {"Precedence": "auto_reply"},
        {"List_Id": "<wizard.example.org>"},
        {"X_Auto_Response_Suppress": "All"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
    ],
)
def test_what_no_person_wrote_is_recognised(headers):
    assert read(written(**headers).as_bytes()).not_answered


@pytest.mark.parametrize(
    "headers", [{}, {"Auto_Submitted": "no"}, {"Precedence": "normal"}, {"Return_Path": "<bob@example.org>"}]
)
def test_what_a_person_wrote_is_answered(headers):
    assert not read(written(**headers).as_bytes()).not_answered


def test_mails_that_would_be_expensive_are_refused_before_they_are_parsed():
    part = b"\n--x\nContent-Type: text/plain\n\n2"
    with pytest.raises(NotReadable):
        parse_email(b'Content-Type: multipart/mixed; boundary="x"\n' + part * 10_000)
    nested = b"".join(
        b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (depth, depth) for depth in range(5_000)
    )
    with pytest.raises(NotReadable):
        parse_email(nested)
    with pytest.raises(NotReadable):
        parse_email(b"Content-Type: message/rfc822\n\n" * 5_000)
    with pytest.raises(NotReadable):
        parse_email(b"X: y\n" * 100_000 + b"\n2")
    with pytest.raises(TooLarge):
        parse_email(b"2" * (MAX_BYTES + 1))


@pytest.mark.parametrize(
    "text",
    [
        "Am " + "schrieb " * 60_000,
        ("Am " + "schrieb " * 30 + ":\n") * 5_000,
        "From: a\n" * 50_000,
        "> " * 200_000,
        ("On 1:22" + ":22, " * 60 + " wrote:\n") * 2_000,
        "\n" * 500_000,
    ],
)
def test_no_text_keeps_the_reader_busy(text):
    began = time.process_time()
    extract_sender_lines(text)
    # A few tenths of a second; patterns that backtrack need minutes for some of these.
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "html", ["<div>" * 50_000, "<!--" * 50_000, "<" * 200_000, "</" * 100_000, "<br>" * 60_000, "\0" * 9, ""]
)
def test_no_html_breaks_the_reader(html):
    lines = read(written(html, kind="html").as_bytes()).lines
    assert not "".join(lines).strip("</\ufffd")


HEAD = b"From: bob@example.org\nMessage-ID: <1@example.org>\n"
PART = HEAD + b'Content-Type: multipart/mixed; boundary="x"\n\n--x\n'
TYPE = b"Content-Type: text/plain"


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + TYPE + b"; charset=punycode\n\n" + b"a" * 250_000 + b"-" + b"aaa" * 250_000,
        HEAD + TYPE + b"; charset=utf-8\n\na" + ("\u0315\u0300" * 250_000).encode(),
        HEAD + TYPE + b"; a=b" * 10_000 + b"\n\n2",
        PART + TYPE + b";\n a=b" * 150_000 + b"\n\n2\n--x--",
        PART + b"Content-Disposition: inline" + b"; a=b" * 200_000 + b"\n\n2\n--x--",
        PART + b"Content-Transfer-Encoding: " + b"a(b)" * 200_000 + b"\n\n2\n--x--",
        PART + b"".join(TYPE + b"; n=%d" % each + b"; a=b" * 90 + b"\n\n2\n--x\n" for each in range(1_500)),
    ],
    ids=["punycode", "marks", "header", "type", "disposition", "encoding", "parts"],
)
def test_no_mail_keeps_the_reader_busy(raw):
    began = time.process_time()
    read_or_refuse(raw)
    # At most two seconds; without limits, minutes.
    assert time.process_time() - began < 15


@pytest.mark.parametrize("name", ["Content-Type", "Content-Transfer-Encoding", "Content-Disposition"])
def test_a_header_that_exhausts_the_stack_is_refused(name):
    # Anything else would be a fault of ours, for which mail servers send the mail again and again.
    read_or_refuse(HEAD + name.encode() + b": " + b"(" * 15_000 + b"\n\n2")


def test_a_mail_of_many_ordinary_parts_is_read():
    mail = written("2")
    for number in range(30):
        name = f"Bildschirmfoto vom 20. November 2026 um {number} Uhr (Gerät von Jürgen).png"
        mail.add_attachment(
            b"x", maintype="image", subtype="png", filename=name, cid=f"<{number}@mua.example>"
        )
    assert read(mail.as_bytes()).lines == ("2",)


def read_or_refuse(raw):
    with suppress(MailRefused):
        mail = read(raw)
        # What a database refuses.
        assert "\0" not in "".join((*mail.lines, mail.subject, mail.message_id, mail.sender))
        "".join(mail.lines).encode()


@given(st.binary(max_size=2_000))
def test_no_bytes_break_the_reader(raw):
    read_or_refuse(raw)


NAMES = st.sampled_from(
    [
        "From",
        "Subject",
        "Message-ID",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Content-Disposition",
        "Date",
        "MIME-Version",
        "Precedence",
        "Auto-Submitted",
        "Return-Path",
    ]
)
TRICKS = """multipart/mixed; boundary=x
multipart/report; boundary=x
message/rfc822
message/delivery-status
text/html; charset=x
text/plain; charset=utf-7
text/plain; =
base64
quoted-printable
=?utf-8?b?/w==?=
=?x?q?=00?=
attachment; filename*0*=utf-8''%
a@b, c@d
<>
<a@b>
(((((
\""""
VALUES = st.text(max_size=60) | st.sampled_from(TRICKS.split("\n"))
HEADERS = st.lists(st.tuples(NAMES, VALUES).map(": ".join), max_size=6).map("\n".join)
PARTS = st.lists(st.tuples(HEADERS, st.text(max_size=80)).map("\n\n".join), max_size=5)


@given(HEADERS, PARTS)
def test_no_headers_break_the_reader(headers, parts):
    body = "".join(f"\n--x\n{part}" for part in parts)
    read_or_refuse(f"{headers}\n{body}\n--x--".encode("utf-8", "surrogatepass"))
