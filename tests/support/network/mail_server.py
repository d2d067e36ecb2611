"""A mail server that speaks SMTP on a port of its own and keeps what it takes; some it refuses."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MailServer(socketserver.ThreadingTCPServer):
    """`taken`: recipients and text of each mail.

    Addresses with `nobody` in them do not exist here, those with `full` take no mail.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.taken: list[tuple[list[str], str]] = []

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Talk(socketserver.StreamRequestHandler):
    """One client's conversation (RFC 5321, as much of it as sending takes)."""

    server: MailServer

    def handle(self) -> None:
        recipients: list[str] = []
        self._say("220 ready")
        for raw in self.rfile:
            line = raw.decode().strip()
            match line[:4].upper():
                case "RCPT" if "nobody" in line:
                    self._say("550 there is no such address")
                case "RCPT":
                    recipients.append(line.partition("<")[2].partition(">")[0])
                    self._say("250 ok")
                case "DATA":
                    self._say("354 go on")
                    mail = (recipients, self._text())
                    recipients = []
                    if any("full" in address for address in mail[0]):
                        self._say("552 there is no room for it")
                    else:
                        self.server.taken.append(mail)
                        self._say("250 taken")
                case "QUIT":
                    self._say("221 bye")
                    return
                case "RSET":
                    recipients = []
                    self._say("250 ok")
                case _:
                    self._say("250 ok")

    def _text(self) -> str:
        lines = iter(lambda: self.rfile.readline().decode().rstrip("\r\n"), ".")
        return "\n".join(lines)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A mail server while the block lasts."""
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
