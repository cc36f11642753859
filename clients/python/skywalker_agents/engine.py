"""The engine, from asynchronous code."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any

from ._tools import Tools
from .errors import EngineConnectionError, EngineEndedError, EngineNotFoundError
from .events import EventStream
from .host import ToolHost
from .locate import editor_socket, project_folder, project_socket
from .process import EngineProcess
from .result import ToolResult
from .session import Address, Session, ToolSpec
from .tool import Tool

#: Who a client is for the engine where it does not say: the actor `mcp:sky-agents`.
CLIENT_NAME = "sky-agents"

_AGENT_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")


class Opening(Awaitable["AsyncEngine"]):
    """What `attach`, `spawn` and `auto` give: `engine = await …`, or `async with … as engine`, which closes it at the end."""

    def __init__(self, open_engine: Callable[[], Coroutine[Any, Any, AsyncEngine]]) -> None:
        self._open = open_engine
        self._engine: AsyncEngine | None = None

    def __await__(self) -> Generator[Any, Any, AsyncEngine]:
        return self._open().__await__()

    async def __aenter__(self) -> AsyncEngine:
        self._engine = await self._open()
        return self._engine

    async def __aexit__(self, *_: object) -> None:
        if self._engine is not None:
            await self._engine.close()


class AsyncEngine:
    """
    An engine that has a project open: the editor's, or one that was started. Its calls go over one connection, which is made
    anew when it was lost; sessions, hosts and streams of events have their own.
    """

    def __init__(self, address: Address, client_name: str, process: EngineProcess | None = None) -> None:
        """Use `attach`, `spawn` or `auto`."""
        self.client_name = client_name
        #: The engine that was started, or None.
        self.process = process
        self._address = address
        self._main = Session(address, client_name)
        self._sessions: list[Session] = []
        self._hosts: list[ToolHost] = []
        #: `await engine.tools.scene_query(tag="hazard")`: typed for the engine's tools; custom tools work by their name.
        self.tools: Tools[Coroutine[Any, Any, ToolResult]] = self._main.tools

    @classmethod
    def attach(
        cls,
        socket: str | os.PathLike[str] | None = None,
        *,
        project: str | os.PathLike[str] | None = None,
        client_name: str = CLIENT_NAME,
    ) -> Opening:
        """
        Connects to the socket that is given; else to what has `project` open; else to `$SKYWALKER_SOCKET`; else to the newest
        editor. Raises `EngineNotFoundError` or `EngineConnectionError`.
        """

        async def address() -> str:
            if socket is not None:
                return os.fspath(socket)
            if project is None:
                return editor_socket()
            folder = project_folder(project)
            found = project_socket(folder)
            if found is None:
                raise EngineNotFoundError(
                    f"nothing has {folder} open. Open it in Skywalker or with `skywalker serve --project`, or use spawn(project)"
                )
            return found

        async def open_engine() -> AsyncEngine:
            return await cls(address, client_name)._connected()

        return Opening(open_engine)

    @classmethod
    def spawn(
        cls,
        project: str | os.PathLike[str] = ".",
        *,
        binary: str | os.PathLike[str] | None = None,
        port: int | None = None,
        client_name: str = CLIENT_NAME,
        env: Mapping[str, str] | None = None,
    ) -> Opening:
        """
        Starts an engine without a window (`skywalker serve`) that ends with this process or with `close()`. The scene is
        saved by `scene_save` alone. `port`: also serve MCP over HTTP. Raises `EngineNotFoundError` or
        `EngineConnectionError`, such as when an editor has the project open.
        """

        async def open_engine() -> AsyncEngine:
            process = await EngineProcess.start(project_folder(project), binary, port, env)

            async def address() -> str:
                if process.exit_code is not None:
                    raise EngineEndedError(process.epitaph())
                return process.socket

            return await cls(address, client_name, process)._connected()

        return Opening(open_engine)

    @classmethod
    def auto(
        cls,
        project: str | os.PathLike[str] = ".",
        *,
        binary: str | os.PathLike[str] | None = None,
        client_name: str = CLIENT_NAME,
    ) -> Opening:
        """Connects to what has the project open, and starts an engine where nothing has."""

        async def open_engine() -> AsyncEngine:
            folder = project_folder(project)
            try:
                return await cls.attach(project=folder, client_name=client_name)
            except EngineConnectionError:
                try:
                    return await cls.spawn(folder, binary=binary, client_name=client_name)
                except EngineConnectionError as problem:
                    # Somebody else may have opened it in between.
                    try:
                        return await cls.attach(project=folder, client_name=client_name)
                    except EngineConnectionError:
                        raise problem from None

        return Opening(open_engine)

    @property
    def actor(self) -> str:
        """Who the calls are made as, such as `mcp:sky-agents`."""
        return self._main.actor

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
        Raises `EngineConnectionError` when the engine goes away before it answers; the next call connects again.
        """
        return await self._main.call(tool, args, check=check, timeout=timeout, **kwargs)

    async def list_tools(self) -> list[ToolSpec]:
        """The tools that can be called, sorted by name."""
        return await self._main.list_tools()

    def as_agent(self, id: str) -> Session:
        """A session for one agent of the roster, on its own connection: its calls are made as `mcp:<client>/<id>`."""
        if not _AGENT_ID.match(id):
            raise ValueError(f"{id!r} can't be an agent's id: up to 64 letters, digits and ._-")
        return self._session(f"{self.client_name}/{id}")

    def events(
        self,
        since: int | None = None,
        *,
        types: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        exclude_actors: Sequence[str] | None = None,
    ) -> EventStream:
        """
        What happens from here on, or after the cursor `since` (0: the oldest that the engine holds). `types` are "type" or
        "type.kind"; `actors` and `exclude_actors` match by their beginning.
        """
        # Asked on the connection of the calls: what is called from here on comes after it.
        now = None if since is not None else self._main.ask_now("events_poll", {"since": 0, "limit": 1})
        return EventStream(self._session(self.client_name), since, types, actors, exclude_actors, now)

    async def host_tools(
        self,
        tools: Sequence[Tool],
        *,
        label: str | None = None,
        concurrency: int = 8,
        ttl_seconds: float = 60,
        replace: bool = False,
    ) -> ToolHost:
        """
        Offers functions made with `@tool` to all who use this engine, as `py_<name>`, until `host.stop()` or `close()`.
        Serves up to `concurrency` calls at once. `replace`: take over names that another host serves. Raises `HostError`
        where the engine refuses one.
        """
        host = ToolHost(self._session(self.client_name), tools, label, concurrency, ttl_seconds, replace)
        await host.start()
        self._hosts = [*(one for one in self._hosts if not one.stopped), host]
        return host

    async def close(self) -> None:
        """Stops hosts and streams, closes the connections, and ends the engine where it was started by this."""
        for host in self._hosts:
            await host.stop()
        for session in (*self._sessions, self._main):
            await session.close()
        if self.process is not None:
            await self.process.stop()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _session(self, name: str) -> Session:
        session = Session(self._address, name)
        # Those that were closed meanwhile are of no interest, however many there are in the engine's life.
        self._sessions = [*(one for one in self._sessions if not one.closed), session]
        return session

    async def _connected(self) -> AsyncEngine:
        try:
            await self._main.connection()
        except BaseException:
            await self.close()
            raise
        return self
