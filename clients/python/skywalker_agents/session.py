"""A session: calls to tools under one name, on one connection that is made anew when it was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._tools import Tools
from .connection import Connection
from .errors import EngineConnectionError, ProtocolError
from .result import ToolResult

log = logging.getLogger("skywalker_agents.session")

#: Gives the socket's path; asked before each connection, for an engine may come back at another place.
Address = Callable[[], Awaitable[str]]

_MAX_PAGES = 1_000
#: No engine offers so many.
MAX_TOOLS = 100_000
#: Seconds that a page of the list may take.
_PAGE_SECONDS = 60.0


@dataclass(frozen=True)
class ToolSpec:
    """A tool as the engine lists it."""

    name: str
    title: str = ""
    description: str = ""
    input_schema: Mapping[str, Any] = field(default_factory=dict)
    output_schema: Mapping[str, Any] | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)

    @property
    def category(self) -> str:
        return str(self.meta.get("skywalker/category", ""))

    @property
    def read_only(self) -> bool:
        return self.annotations.get("readOnlyHint") is True

    @property
    def arguments(self) -> Mapping[str, Any]:
        """Name → JSON Schema."""
        properties = self.input_schema.get("properties")
        return properties if isinstance(properties, Mapping) else {}

    @staticmethod
    def from_mcp(entry: Mapping[str, Any]) -> ToolSpec:
        def mapping(key: str) -> Mapping[str, Any]:
            value = entry.get(key)
            return value if isinstance(value, Mapping) else {}

        def text(key: str) -> str:
            value = entry.get(key)
            return value if isinstance(value, str) else ""

        return ToolSpec(
            name=text("name"),
            title=text("title"),
            description=text("description"),
            input_schema=mapping("inputSchema"),
            output_schema=mapping("outputSchema") if "outputSchema" in entry else None,
            annotations=mapping("annotations"),
            meta=mapping("_meta"),
        )


class Session:
    """
    `client_name` is who it is for the engine: `mcp:<client_name>`. A call that was on its way when the engine went away
    fails with `EngineConnectionError` and is not repeated, for it may have been done; the next one connects again.
    """

    def __init__(self, address: Address, client_name: str) -> None:
        self.client_name = client_name
        self._address = address
        self._connection: Connection | None = None
        self._opening = asyncio.Lock()
        #: Whether `close` was called.
        self.closed = False
        #: `await session.tools.scene_query(tag="hazard")`
        self.tools: Tools[Coroutine[Any, Any, ToolResult]] = Tools(self.call)

    @property
    def actor(self) -> str:
        """Who its calls are made as, where the name has only letters, digits and `._-/`."""
        return f"mcp:{self.client_name}"

    async def connection(self) -> Connection:
        """The present connection, made where there is none. Raises `EngineConnectionError`."""
        if self._connection is not None and self._connection.is_open:
            return self._connection
        async with self._opening:
            if self.closed:
                raise EngineConnectionError("this session was closed")
            if self._connection is None or not self._connection.is_open:
                self._connection = await Connection.open(await self._address(), self.client_name)
            return self._connection

    async def call(
        self,
        tool: str,
        args: Mapping[str, Any] | None = None,
        /,
        *,
        check: bool = False,
        timeout: float | None = None,
        **kwargs: Any,
    ) -> ToolResult:
        """
        Calls a tool with `args` and the keywords. A call that fails gives a result with `ok` False; with `check` it raises
        `ToolError`. `timeout` in seconds: the call is cancelled then, and fails with the code "timeout".
        """
        return await self.call_with_meta(tool, {**(args or {}), **kwargs}, {}, check, timeout)

    async def call_with_meta(
        self, tool: str, args: Mapping[str, Any], meta: Mapping[str, Any], check: bool, timeout: float | None
    ) -> ToolResult:
        """`meta` goes along as the request's `_meta`."""
        params: dict[str, Any] = {"name": tool, "arguments": args}
        if meta:
            params["_meta"] = meta
        connection = await self.connection()
        try:
            answer = await asyncio.wait_for(connection.request("tools/call", params), timeout)
            result = ToolResult.from_mcp(tool, answer)
        except asyncio.TimeoutError:
            message = f"{tool} did not answer within {timeout:g} s; the call was cancelled"
            result = ToolResult.error(tool, "timeout", message, "Give it more time, or less to do.")
        except ProtocolError as error:
            result = _refused(tool, error)
        return result.raise_for_error() if check else result

    def ask_now(self, tool: str, args: Mapping[str, Any]) -> asyncio.Future[Any] | None:
        """Sends a call before any that comes later, for its raw answer; None where there is no connection."""
        if self._connection is None or not self._connection.is_open:
            return None
        return self._connection.send_request("tools/call", {"name": tool, "arguments": args})

    async def list_tools(self) -> list[ToolSpec]:
        """The tools that this session may call, sorted by name."""
        found: list[ToolSpec] = []
        cursors: set[str] = set()
        params: dict[str, str] = {}
        while True:
            connection = await self.connection()
            try:
                page = await asyncio.wait_for(connection.request("tools/list", params), _PAGE_SECONDS)
            except asyncio.TimeoutError:
                raise ProtocolError(f"the engine did not answer tools/list within {_PAGE_SECONDS:g} s") from None
            entries = page.get("tools") if isinstance(page, Mapping) else None
            if not isinstance(entries, list):
                raise ProtocolError("the engine answered tools/list without tools")
            if len(found) + len(entries) > MAX_TOOLS:
                raise ProtocolError(f"the engine lists more than {MAX_TOOLS} tools")
            specs = [ToolSpec.from_mcp(entry) for entry in entries if isinstance(entry, Mapping)]
            found += [spec for spec in specs if spec.name]
            following = page.get("nextCursor")
            if not isinstance(following, str):
                return found
            if following in cursors or len(cursors) >= _MAX_PAGES:
                raise ProtocolError("the engine's list of tools has no end: its pages lead back to one another")
            cursors.add(following)
            params = {"cursor": following}

    async def close(self) -> None:
        """Calls that wait for an answer fail with `EngineConnectionError`."""
        self.closed = True
        if self._connection is not None:
            self._connection.close()

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _refused(tool: str, error: ProtocolError) -> ToolResult:
    """The engine has no such tool, or could not take the request at all."""
    unknown = isinstance(error.data, Mapping) and "tool" in error.data
    return ToolResult.error(tool, "not_found" if unknown else "protocol_error", str(error))
