"""One connection to the engine's agent socket: JSON-RPC, one message a line, in both directions."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any

from ._version import __version__
from .errors import EngineConnectionError, ProtocolError
from .locate import refuse_strangers

log = logging.getLogger("skywalker_agents.connection")

#: Bytes of one line of the engine's; images are in it, as base64. A longer one ends the connection.
MAX_LINE = 64 << 20
#: Bytes that wait for an engine which asks and does not read; more end the connection.
MAX_UNREAD = 16 << 20
#: How deep an engine's JSON may be nested.
MAX_DEPTH = 200
PROTOCOL_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
#: Seconds to connect and to agree on the protocol.
OPEN_TIMEOUT = 30.0
#: A call may take as long as it likes, as when a person has to allow it. But an engine that has answered nothing for so many
#: seconds while somebody waits is asked whether it is there, and is given up after as many more.
SILENCE = 60.0
#: It is looked at so often in that time. A program that stands still meanwhile, as a computer that sleeps does, counts nothing.
_LOOKS = 10
#: So many requests under way may fill an engine's hands, which is then not asked.
_MANY = 128

_METHOD_NOT_FOUND = -32601
_CLOSED = "it was closed"


class _Lines(asyncio.Protocol):
    """Cuts what arrives into lines, and says whether the other end takes what is sent."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.on_line: Callable[[bytes], None] = lambda _line: None
        self.on_lost: Callable[[str], None] = lambda _why: None
        self.may_write = asyncio.Event()
        self.may_write.set()
        self._rest = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if b"\n" not in data:
            self._rest += data
            if len(self._rest) > MAX_LINE:
                self.on_lost(f"the engine sent a line of more than {MAX_LINE} bytes")
            return
        head, *lines = data.split(b"\n")
        lines.insert(0, bytes(self._rest) + head)
        self._rest = bytearray(lines.pop())
        for line in lines:
            self.on_line(line)

    def pause_writing(self) -> None:
        self.may_write.clear()

    def resume_writing(self) -> None:
        self.may_write.set()

    def connection_lost(self, exc: Exception | None) -> None:
        self.may_write.set()
        self.on_lost("the engine closed the connection" if exc is None else f"the connection broke: {exc}")


class Connection:
    """Requests and their answers. Belongs to the event loop that it was opened in."""

    def __init__(self, lines: _Lines, path: str) -> None:
        assert lines.transport is not None
        self.path = path
        #: Of the engine: name and version.
        self.server_info: Mapping[str, Any] = {}
        self._lines = lines
        self._transport = lines.transport
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._last_id = 0
        self._lost: str | None = None
        #: Looks since the last answer.
        self._silent = 0
        self._watch: asyncio.TimerHandle | None = None
        self._closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        lines.on_line = self._receive
        lines.on_lost = self._fail

    @staticmethod
    async def open(path: str, client_name: str) -> Connection:
        """Connects and agrees on the protocol. Raises `EngineConnectionError`."""
        try:
            return await asyncio.wait_for(Connection._open(path, client_name), OPEN_TIMEOUT)
        except asyncio.TimeoutError:
            raise EngineConnectionError(f"{path} did not answer within {OPEN_TIMEOUT:g} s") from None

    @staticmethod
    async def _open(path: str, client_name: str) -> Connection:
        loop = asyncio.get_running_loop()
        refuse_strangers(path)
        try:
            if sys.platform == "win32":
                # Only the loop that is Windows's default can do this; it is not in the loops' common interface.
                windows: Any = loop
                _, lines = await windows.create_pipe_connection(_Lines, path)
            else:
                _, lines = await loop.create_unix_connection(_Lines, path)
        except (OSError, AttributeError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineConnectionError(f"nobody answers on {path}: {reason}") from error
        connection = Connection(lines, path)
        try:
            await connection._initialize(client_name)
        except BaseException:
            connection.close()
            raise
        return connection

    async def _initialize(self, client_name: str) -> None:
        params = {
            "protocolVersion": PROTOCOL_VERSIONS[0],
            "capabilities": {},
            "clientInfo": {"name": client_name, "version": __version__},
        }
        answer = await self.request("initialize", params)
        version = answer.get("protocolVersion") if isinstance(answer, Mapping) else None
        if version not in PROTOCOL_VERSIONS:
            raise ProtocolError(f"{self.path} speaks another protocol than MCP {PROTOCOL_VERSIONS[0]}: {version!r}")
        info = answer.get("serverInfo")
        self.server_info = info if isinstance(info, Mapping) else {}
        self.notify("notifications/initialized")

    @property
    def is_open(self) -> bool:
        return self._lost is None

    @property
    def pending(self) -> int:
        """Requests that wait for their answer."""
        return len(self._waiting)

    async def wait_closed(self) -> None:
        await asyncio.shield(self._closed)

    def send_request(self, method: str, params: Mapping[str, Any]) -> asyncio.Future[Any]:
        """
        Sends at once, before anything that is sent later. The answer's `result`; fails with `ProtocolError` where the
        engine answers an error, with `EngineConnectionError` where it goes away. Cancelling it cancels the request.
        """
        if self._lost is not None:
            raise EngineConnectionError(f"not connected: {self._lost}")
        number = self._last_id = next(self._ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._waiting[number] = answer
        if self._watch is None:
            self._look_again()
        answer.add_done_callback(lambda done: self._answered(number, done))
        return answer

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """The same, and waits. Does not send while the engine takes nothing."""
        if not self._lines.may_write.is_set():
            if self._watch is None:
                self._look_again()
            await self._lines.may_write.wait()
        return await self.send_request(method, params)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        if self._lost is None:
            self._write({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def close(self) -> None:
        self._fail(_CLOSED)

    def _look_again(self) -> None:
        self._watch = asyncio.get_running_loop().call_later(SILENCE / _LOOKS, self._look)

    def _look(self) -> None:
        """Whether the engine still answers, while somebody waits for it."""
        self._watch = None
        if self._lost is not None or (not self._waiting and self._lines.may_write.is_set()):
            self._silent = 0
            return
        self._silent = self._silent + 1 if len(self._waiting) <= _MANY else 0
        if self._silent == _LOOKS:
            # Nobody waits for its answer: that there is one is enough.
            self._last_id = next(self._ids)
            self._write({"jsonrpc": "2.0", "id": self._last_id, "method": "ping"})
        if self._silent < 2 * _LOOKS:
            self._look_again()
        else:
            self._fail(f"the engine has answered nothing for {2 * SILENCE:g} s, not even whether it is there")

    def _answered(self, number: int, answer: asyncio.Future[Any]) -> None:
        if self._waiting.pop(number, None) is not None and answer.cancelled():
            self.notify("notifications/cancelled", {"requestId": number})

    def _write(self, message: Mapping[str, Any]) -> None:
        self._transport.write(encode_line(message))

    def _fail(self, why: str) -> None:
        if self._lost is not None:
            return
        self._lost = why
        if self._watch is not None:
            self._watch.cancel()
        if why == _CLOSED:
            self._transport.close()
        else:
            # What was not sent yet would wait for an engine that may take nothing any more.
            self._transport.abort()
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(EngineConnectionError(f"no answer: {why}"))
                # Whoever was to read it may be gone.
                answer.exception()
        if not self._closed.done():
            self._closed.set_result(None)

    def _receive(self, line: bytes) -> None:
        if self._lost is not None or not line.strip():
            return
        try:
            message = json.loads(line)
            # A shorter line has no room for so many brackets.
            if len(line) > MAX_DEPTH and depth_of(message) > MAX_DEPTH:
                raise RecursionError
        except ValueError as error:
            # What it belongs to can't be known, and somebody may wait for it.
            self._fail(f"the engine sent a line that is no JSON ({error}): {line[:80]!r}")
            return
        except RecursionError:
            self._fail(f"the engine sent JSON that is nested more than {MAX_DEPTH} deep")
            return
        for one in message if isinstance(message, list) else [message]:
            if self._lost is None:
                if isinstance(one, dict):
                    self._take(one)
                else:
                    self._fail(f"the engine sent {_short(one)}, which is no message")

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message:
            self._asked(message)
            return
        number = message.get("id")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 < number <= self._last_id:
            what = message.get("error") if number is None else None
            self._fail(
                f"the engine could not read a request: {_short(what)}"
                if what is not None
                else f"the engine answered a request that was never made, with the id {_short(number)}"
            )
            return
        self._silent = 0
        answer = self._waiting.get(number)
        if answer is None or answer.done():
            # The answer to what was cancelled arrives now and then.
            log.debug("left out an answer that nobody waits for: %.80r", message)
        elif "error" in message:
            error = message["error"]
            error = error if isinstance(error, dict) else {"message": f"it answered the error {_short(error)}"}
            code, reason = error.get("code"), error.get("message", "the engine gave no reason")
            text = reason if isinstance(reason, str) else _short(reason)
            answer.set_exception(ProtocolError(text, code if isinstance(code, int) else None, error.get("data")))
        else:
            answer.set_result(message.get("result"))

    def _asked(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        if number is None:
            return
        if self._transport.get_write_buffer_size() > MAX_UNREAD:
            self._fail(f"the engine asks and does not read: {MAX_UNREAD} bytes wait for it")
            return
        if message["method"] == "ping":
            self._write({"jsonrpc": "2.0", "id": number, "result": {}})
            return
        method = _short(message["method"])
        error = {"code": _METHOD_NOT_FOUND, "message": f"{method} is not offered by this client"}
        self._write({"jsonrpc": "2.0", "id": number, "error": error})


def depth_of(value: Any) -> int:
    """How deep lists and objects are nested; stops at one more than is allowed."""
    level, depth = [value], 0
    while level and depth <= MAX_DEPTH:
        below: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                below += one.values()
            elif isinstance(one, list):
                below += one
        level, depth = [part for part in below if isinstance(part, (dict, list))] if below else [], depth + 1
    return depth if isinstance(value, (dict, list)) else 0


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def encode_line(message: Mapping[str, Any]) -> bytes:
    """One line of UTF-8. Raises `ValueError` for NaN and infinities, `TypeError` for what is no JSON."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8; JSON can say it.
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
