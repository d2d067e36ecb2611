"""Play by mail with real processes: `manage.py mailserver`, and the mails that the site sends."""

import re
import smtplib
import subprocess
import sys
import threading
from email import message_from_string, policy
from email.message import EmailMessage

from tests.support.network.mail_server import MailServer
from tests.support.servers import ROOT, ServerProcess

READY = re.compile(r"Wizard receives mails on \S+:(\d+)")
DOMAIN = "play.example.org"


def mail_settings(outside: MailServer) -> dict[str, str]:
    """The environment of a site that plays by mail; its mails go to the server `outside`."""
    return {
        "MAIL_DOMAIN": DOMAIN,
        "EMAIL_URL": f"smtp://127.0.0.1:{outside.port}",
        "SITE_URL": "https://wizard.example.org",
    }


class MailProcess:
    """`manage.py mailserver` on the database of a server; it can be killed and started again."""

    def __init__(self, server: ServerProcess) -> None:
        self._environment = server.environment
        self.port = 0
        self._lines: list[str] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "mailserver", "--port", str(self.port)],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        listens = threading.Event()
        threading.Thread(target=self._read, args=(listens,), daemon=True).start()
        listens.wait()
        assert self.process.poll() is None, self.log()

    def _read(self, listens: threading.Event) -> None:
        """Keep what it prints."""
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                self._lines.append(line)
                if found := READY.match(line):
                    self.port = int(found[1])
                    listens.set()
        listens.set()

    def log(self) -> str:
        """Its output over all its starts."""
        return "".join(self._lines)

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """End it in good order if it runs."""
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    def deliver(self, sender: str, recipient: str, raw: bytes) -> bool:
        """Deliver a mail as a mail server does; returns whether it was taken, and need not be sent again."""
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=30) as client:
                client.sendmail(sender, recipient, raw)
        except (OSError, smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError):
            return False
        return True


def read_mails(outside: MailServer) -> list[EmailMessage]:
    """The mails that the site has sent, each once: one that is sent again has the same Message-ID."""
    found: dict[str, EmailMessage] = {}
    for _, text in [*outside.taken]:
        mail = message_from_string(text, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        found.setdefault(str(mail["Message-ID"]), mail)
    return list(found.values())
