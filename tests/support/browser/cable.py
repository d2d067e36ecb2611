"""The cable between browsers and the server: bytes pass through it until it falls silent or is mended."""

import contextlib
import socket
import threading
from collections.abc import Callable
from types import TracebackType

CHUNK = 65536


class Cable:
    """Listens on a port of its own; while silent it takes connections and bytes, and carries none."""

    def __init__(self, port: int) -> None:
        self.target = port
        self._whole = threading.Event()
        self._whole.set()
        self._open: list[socket.socket] = []
        self._forgotten: list[socket.socket] = []
        self._silent: list[threading.Event] = []
        self._threads: list[threading.Thread] = []
        self._door = socket.create_server(("127.0.0.1", 0))

    def __enter__(self) -> "Cable":
        self._in_thread(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # Closing alone would leave `accept` waiting.
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for silent in self._silent:
            silent.set()
        self._open += self._forgotten
        self.mend()
        for thread in self._threads:
            thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._door.getsockname()[1]}"

    def silence(self) -> None:
        """Stop carrying bytes without closing anything, as in a tunnel."""
        self._whole.clear()

    def forget(self) -> None:
        """Stop carrying bytes of open connections, as a network does while a phone sleeps; new ones work."""
        self._forgotten += self._open
        self._open = []
        self._silent.append(self._whole)
        self._whole.clear()
        self._whole = threading.Event()
        self._whole.set()

    def mend(self) -> None:
        """Let new connections work; what was under way in old ones is lost."""
        old, self._open = self._open, []
        self._whole.set()
        for end in old:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _in_thread(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                self._open += [near, far]
                for ends in ((near, far), (far, near)):
                    self._in_thread(self._carry, *ends, self._whole)

    def _carry(self, source: socket.socket, sink: socket.socket, whole: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if not whole.is_set():
                    # What was sent into the silence never arrives, as on a line that is dead.
                    whole.wait()
                    break
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
