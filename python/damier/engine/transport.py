"""How lines travel to an engine and back: through the pipes of a process, over TCP, or from a script."""

from __future__ import annotations

import asyncio
import errno
import os
import shlex
import signal
import subprocess
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Final

from damier._core import EngineError
from damier.engine.reaper import reaper
from damier.engine.transcript import HEARD, SENT, Transcript, Utterance

LINE_MAX: Final = 65_536  # bytes; a longer line is dropped
OVERFLOW_MAX: Final = 16 * 1024 * 1024  # bytes without an end of line, after which an engine is given up
LAST_WORDS: Final = 400  # bytes of an engine's standard error that are kept for the message about its end
PIPE_GRACE: Final = 0.5  # seconds between the end of a program and that of its pipes
TERM_GRACE: Final = 2.0  # seconds that a program has to end by itself once its input is closed


class Splitter:
    """Bytes, as they come, into texts that end with `end`; `None` stands for one longer than `most` bytes.

    >>> splitter = Splitter(b"\\n", most=8)
    >>> splitter.feed(b"pi"), splitter.feed(b"ng\\r\\nfar too long\\npong\\n")
    ([], ['ping', None, 'pong'])
    """

    def __init__(self, end: bytes = b"\n", *, most: int = LINE_MAX) -> None:
        self.overflow = 0
        """How many bytes of a text that is too long have come so far."""
        self._end = end
        self._most = most
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[str | None]:
        *whole, rest = data.split(self._end)
        texts: list[str | None] = []
        for piece in whole:
            self._rest += piece
            if self.overflow or len(self._rest) > self._most:
                texts.append(None)
            else:
                texts.append(self._rest.decode("utf-8", "replace").rstrip("\r"))
            self._rest.clear()
            self.overflow = 0
        self._rest += rest
        if self.overflow or len(self._rest) > self._most:
            self.overflow += len(self._rest)
            self._rest.clear()
        return texts


class Transport(ABC):
    """Carries texts. `hear` is called for each one that arrives, `lost` once when no more can, with the reason."""

    end: bytes = b"\n"
    most: int = LINE_MAX

    def __init__(self) -> None:
        self.transcript: Transcript | None = None
        self._hear: Callable[[str], None] = _ignore
        self._lost: Callable[[str], None] | None = None
        self._splitter = Splitter(self.end, most=self.most)

    async def prepare(self) -> None:  # noqa: B027  # most have nothing to prepare
        """What must be done before a program is started that will connect to us."""

    async def open(self, hear: Callable[[str], None], lost: Callable[[str], None]) -> None:
        """Connects. Raises `EngineError` where that is impossible."""
        self._hear, self._lost = hear, lost
        self._splitter = Splitter(self.end, most=self.most)
        await self._connect()

    def send(self, text: str) -> None:
        """Sends one text; where nobody listens any more, `lost` has been or will be called."""
        if self.transcript is not None:
            self.transcript.sent(text)
        self._write(text.encode("utf-8") + self.end)

    @abstractmethod
    async def close(self) -> None:
        """Disconnects; a process is ended, if need be by force. Closing twice does no harm."""

    @abstractmethod
    async def _connect(self) -> None: ...

    @abstractmethod
    def _write(self, data: bytes) -> None: ...

    def _received(self, data: bytes) -> None:
        for text in self._splitter.feed(data):
            if text is not None:
                self._arrived(text)
        if self._splitter.overflow > OVERFLOW_MAX:
            self._end_of("it floods: more than 16 MiB without an end of line")

    def _arrived(self, text: str) -> None:
        if self.transcript is not None:
            self.transcript.heard(text)
        if self._lost is not None:
            self._hear(text)

    def _end_of(self, reason: str) -> None:
        lost, self._lost = self._lost, None
        if lost is not None:
            lost(reason)


# ---------------------------------------------------------------------------------------------------------------
# A process


class ProcessTransport(Transport):
    """The standard input and output of a program; what it writes on standard error is kept for its last words."""

    def __init__(self, command: str | Sequence[str], *, cwd: str | PathLike[str] | None = None) -> None:
        """`command`: the program with its arguments, in one string as for a shell or as a list. `cwd`: its folder.

        Raises `EngineError` where the command is empty or its quotation marks do not match.
        """
        super().__init__()
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError as error:
            raise EngineError(f"cannot read the command {command!r}: {error}") from None
        if not self.command or not self.command[0]:
            raise EngineError("an engine needs a command: the program and its arguments")
        self.cwd = cwd
        self._child: _Child | None = None

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        return None if self._child is None or self._child.has_ended.is_set() else self._child.pid

    async def _connect(self) -> None:
        self._child = child = _Child(self)
        own_group = {"start_new_session": True} if os.name == "posix" else {"creationflags": _OWN_GROUP_ON_WINDOWS}
        try:
            await asyncio.get_running_loop().subprocess_exec(
                lambda: child,
                *self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.cwd,
                **own_group,
            )
        except (OSError, ValueError) as error:
            self._child = None
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"cannot start {self.command[0]}: {reason}") from None

    def _write(self, data: bytes) -> None:
        if self._child is not None:
            self._child.write(data)

    async def close(self) -> None:
        child, self._child = self._child, None
        self._lost = None
        if child is not None:
            await child.close()

    def kill(self) -> None:
        """Ends the program and all that it has started, at once."""
        if self._child is not None:
            self._child.kill()

    # What the child tells

    def _said(self, child: _Child, data: bytes) -> None:
        if child is self._child:
            self._received(data)

    def _is_over(self, child: _Child, reason: str) -> None:
        if child is self._child:
            self._end_of(reason)


class _Child(asyncio.SubprocessProtocol):
    """One run of a program, from its start to its end, as the event loop tells of it."""

    def __init__(self, owner: ProcessTransport) -> None:
        self.has_ended = asyncio.Event()
        self._owner = owner
        self._process: asyncio.SubprocessTransport | None = None
        self._words = b""  # the end of its standard error
        self._has_exited = False
        self._is_silent = False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.get_pid()

    def write(self, data: bytes) -> None:
        pipe = None if self._process is None else self._process.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport) and not pipe.is_closing():
            pipe.write(data)

    def kill(self) -> None:
        """Ends the program and whatever it has started or left behind."""
        if self._process is None:
            return
        if os.name == "posix":
            try:
                os.killpg(self.pid, signal.SIGKILL)
            except OSError as error:
                if error.errno not in (errno.ESRCH, errno.EPERM):  # all gone, or (macOS) nothing but zombies
                    raise
        elif self._process.get_returncode() is None:
            self._process.kill()

    async def close(self) -> None:
        """Closes its input, which should end it; if it does not end, kills it."""
        if self._process is None:
            return
        pipe = self._process.get_pipe_transport(0)
        if pipe is not None:
            pipe.close()
        try:
            await asyncio.wait_for(self.has_ended.wait(), TERM_GRACE)
        except asyncio.TimeoutError:
            pass
        finally:
            self.kill()
        await self.has_ended.wait()
        self._process.close()

    # From the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._process = transport
        reaper.watch(self.pid)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._owner._said(self, data)
        else:
            self._words = (self._words + data)[-LAST_WORDS:]

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd != 1:
            return
        self._is_silent = True
        if self._has_exited:
            self._end()
        else:
            asyncio.get_running_loop().call_later(PIPE_GRACE, self._closed_its_output)

    def process_exited(self) -> None:
        self._has_exited = True
        if self._is_silent:
            self._end()
        else:  # a child of its own may hold the pipe open for ever
            asyncio.get_running_loop().call_later(PIPE_GRACE, self._end)

    def _closed_its_output(self) -> None:
        if not self._has_exited:
            self._owner._is_over(self, "it closed its output")

    def _end(self) -> None:
        """It has exited, and what it said before has been heard, as far as that is still possible."""
        assert self._process is not None
        if self.has_ended.is_set():
            return
        self.has_ended.set()
        self.kill()
        reaper.release(self.pid)
        words = " ".join(self._words.decode("utf-8", "replace").split())
        words = "".join(character if character.isprintable() else "?" for character in words)
        code = self._process.get_returncode()
        self._owner._is_over(self, f"it ended{_how(code)}{f'; its last words: {words}' if words else ''}")


_OWN_GROUP_ON_WINDOWS: Final = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(
    subprocess, "CREATE_NO_WINDOW", 0
)


def _how(code: int | None) -> str:
    if code is None or code == 0:
        return ""
    if code < 0:
        try:
            return f" by {signal.Signals(-code).name}"
        except ValueError:
            return f" by signal {-code}"
    return f" with exit code {code}"


# ---------------------------------------------------------------------------------------------------------------
# TCP


class TcpTransport(Transport):
    """A connection to a program that listens; its texts end with a zero byte, as in DamExchange."""

    end = b"\0"
    most = 127

    def __init__(self, host: str, port: int, *, timeout: float = 10.0) -> None:
        """`timeout`: the seconds for which a connection is tried again and again."""
        super().__init__()
        self.host, self.port, self.timeout = host, port, timeout
        self._connection: asyncio.Transport | None = None
        self._welcome: Callable[[TcpTransport], object] | None = None

    @classmethod
    def accepted(cls, welcome: Callable[[TcpTransport], object]) -> asyncio.Protocol:
        """For a server: `welcome` is called with the connection that somebody makes; nothing is read before `open`."""
        transport = cls("", 0)
        transport._welcome = welcome
        return _Connection(transport)

    async def _connect(self) -> None:
        if self._welcome is not None:
            if self._connection is None or self._connection.is_closing():
                raise EngineError("the connection was closed")
            self._connection.resume_reading()
            return
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.timeout
        while True:
            try:
                attempt = loop.create_connection(lambda: _Connection(self), self.host, self.port)
                self._connection, _ = await asyncio.wait_for(attempt, max(0.1, deadline - loop.time()))
                return
            except (OSError, asyncio.TimeoutError) as error:
                if loop.time() + 0.2 > deadline:
                    raise EngineError(f"cannot connect to {self.host}:{self.port}: {_reason(error)}") from None
            await asyncio.sleep(0.1)

    def _write(self, data: bytes) -> None:
        if self._connection is not None and not self._connection.is_closing():
            self._connection.write(data)

    async def close(self) -> None:
        self.drop()

    def drop(self) -> None:
        """Closes the connection once what was sent has gone."""
        self._lost = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _made(self, connection: asyncio.Transport) -> None:
        self._connection = connection
        if self._welcome is not None:
            connection.pause_reading()
            self._welcome(self)


class ListeningTransport(TcpTransport):
    """A connection that the other program makes: we listen for it, and for no second one."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, *, timeout: float = 10.0) -> None:
        """`port` 0 takes a free one; `timeout`: the seconds within which somebody must come."""
        super().__init__(host, port, timeout=timeout)
        self._server: asyncio.Server | None = None
        self._somebody = asyncio.Event()
        self._welcome = self._come

    async def prepare(self) -> None:
        """Begins to listen. Raises `EngineError` where the port is taken or may not be had."""
        if self._server is None:
            self._somebody.clear()
            self._server = await listen(lambda: _Connection(self), self.host, self.port)
            self.port = self._server.sockets[0].getsockname()[1]

    async def _connect(self) -> None:
        await self.prepare()
        try:
            await asyncio.wait_for(self._somebody.wait(), self.timeout)
        except asyncio.TimeoutError:
            raise EngineError(f"nobody has connected to {self.host}:{self.port} within {self.timeout:g} s") from None
        finally:
            self._stop_listening()
        await super()._connect()

    async def close(self) -> None:
        self._stop_listening()
        await super().close()

    def _come(self, _transport: TcpTransport) -> None:
        self._somebody.set()
        self._stop_listening()

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None


async def listen(factory: Callable[[], asyncio.Protocol], host: str, port: int) -> asyncio.Server:
    """A server on that address. Raises `EngineError` where the port is taken or may not be had."""
    try:
        return await asyncio.get_running_loop().create_server(factory, host, port)
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = "the port is taken by another program" if taken else _reason(error)
        raise EngineError(f"cannot listen on {host}:{port}: {why}") from None


def _reason(error: BaseException) -> str:
    if isinstance(error, asyncio.TimeoutError):
        return "nobody answers"
    return (
        os.strerror(error.errno) if isinstance(error, OSError) and error.errno and error.errno > 0 else str(error)
    ).lower()


class _Connection(asyncio.Protocol):
    def __init__(self, owner: TcpTransport) -> None:
        self._owner = owner

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._owner._made(transport)

    def data_received(self, data: bytes) -> None:
        self._owner._received(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._owner._end_of("the connection was closed" if error is None else f"the connection broke: {error}")


# ---------------------------------------------------------------------------------------------------------------
# A script


class MockTransport(Transport):
    """An engine that only exists in a transcript: it says its lines when it has heard its cues, for tests.

    >>> mock = MockTransport("> ping\\n< pong")
    >>> mock.finished
    False
    """

    def __init__(self, script: str | Iterable[Utterance]) -> None:
        """`script`: lines that begin with ``>`` (what must be sent) and ``<`` (what is answered)."""
        super().__init__()
        self.script = deque(Transcript.parse(script) if isinstance(script, str) else script)

    @property
    def finished(self) -> bool:
        """Whether everything in the script was said."""
        return not self.script

    async def _connect(self) -> None:
        self._speak()

    def _write(self, data: bytes) -> None:
        said = data.removesuffix(self.end).decode("utf-8")
        cue = self.script.popleft() if self.script else None
        if cue is None or cue.text != said:
            expected = "nothing more" if cue is None else repr(cue.text)
            raise EngineError(f"the script expects {expected}, not {said!r}")
        self._speak()

    def _speak(self) -> None:
        loop = asyncio.get_running_loop()
        while self.script and self.script[0].direction == HEARD:
            loop.call_soon(self._arrived, self.script.popleft().text)
        assert not self.script or self.script[0].direction == SENT

    async def close(self) -> None:
        self._lost = None


def _ignore(_text: str) -> None:
    """Nobody listens yet."""
