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

#: Bytes of one line of the engine's; images are in it, as base64.
MAX_LINE = 256 << 20
PROTOCOL_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
#: Seconds to connect and to agree on the protocol.
OPEN_TIMEOUT = 30.0

_METHOD_NOT_FOUND = -32601


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
        self._lost: str | None = None
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
        number = next(self._ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._waiting[number] = answer
        answer.add_done_callback(lambda done: self._answered(number, done))
        return answer

    async def request(self, method: str, params: Mapping[str, Any]) -> Any:
        """The same, and waits. Does not send while the engine takes nothing."""
        await self._lines.may_write.wait()
        return await self.send_request(method, params)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        if self._lost is None:
            self._write({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def close(self) -> None:
        self._fail("it was closed")

    def _answered(self, number: int, answer: asyncio.Future[Any]) -> None:
        if self._waiting.pop(number, None) is not None and answer.cancelled():
            self.notify("notifications/cancelled", {"requestId": number})

    def _write(self, message: Mapping[str, Any]) -> None:
        self._transport.write(encode_line(message))

    def _fail(self, why: str) -> None:
        if self._lost is not None:
            return
        self._lost = why
        self._transport.close()
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
        except (ValueError, RecursionError) as error:
            log.warning("left out a line from the engine that is no JSON (%s): %.80r", error, line)
            return
        for one in message if isinstance(message, list) else [message]:
            if isinstance(one, dict):
                self._take(one)
            else:
                log.warning("left out a message from the engine that is no object: %.80r", one)

    def _take(self, message: dict[str, Any]) -> None:
        if "method" in message:
            self._asked(message)
            return
        number = message.get("id")
        known = isinstance(number, int) and not isinstance(number, bool)
        answer = self._waiting.get(number) if isinstance(number, int) and known else None
        if answer is None or answer.done():
            # The answer to what was cancelled arrives now and then.
            log.debug("left out an answer that nobody waits for: %.80r", message)
        elif "error" in message:
            error = message["error"]
            error = error if isinstance(error, dict) else {"message": f"it answered the error {error!r}"}
            code = error.get("code")
            text = str(error.get("message", "the engine gave no reason"))
            answer.set_exception(ProtocolError(text, code if isinstance(code, int) else None, error.get("data")))
        else:
            answer.set_result(message.get("result"))

    def _asked(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        if number is None:
            return
        if message["method"] == "ping":
            self._write({"jsonrpc": "2.0", "id": number, "result": {}})
            return
        error = {"code": _METHOD_NOT_FOUND, "message": f"{message['method']} is not offered by this client"}
        self._write({"jsonrpc": "2.0", "id": number, "error": error})


def encode_line(message: Mapping[str, Any]) -> bytes:
    """One line of UTF-8. Raises `ValueError` for NaN and infinities, `TypeError` for what is no JSON."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair has no UTF-8; JSON can say it.
        return json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"
