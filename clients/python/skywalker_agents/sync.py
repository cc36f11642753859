"""The engine from ordinary code: the same as `AsyncEngine`, on an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from ._tools import Tools
from .engine import CLIENT_NAME, AsyncEngine, Opening
from .events import Event, EventStream
from .host import ToolHost
from .result import ToolResult
from .session import Session, ToolSpec
from .tool import Tool

T = TypeVar("T")


class LoopThread:
    """An event loop that runs until `stop`. Its thread does not keep the process alive."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="skywalker_agents", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Waits for it. An interrupt (Ctrl-C) cancels it."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("Engine waits, which can't be done in its own loop; use AsyncEngine in async code")
        if self.loop.is_closed():
            work.close()
            raise RuntimeError("this engine was closed")
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self.loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
            left = asyncio.all_tasks(self.loop)
            for task in left:
                task.cancel()
            self.loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
        finally:
            self.loop.close()


class Engine:
    """
    `with Engine.attach() as engine: engine.call("scene_overview")`. Every method waits. It may be used from several threads;
    in asynchronous code use `AsyncEngine`.
    """

    def __init__(self, opening: Opening) -> None:
        """Use `attach`, `spawn` or `auto`."""
        self._thread = LoopThread()
        try:
            #: The asynchronous engine below, for `run`.
            self.aio: AsyncEngine = self.run(_opened(opening))
        except BaseException:
            self._thread.stop()
            raise
        #: `engine.tools.scene_query(tag="hazard")`: typed for the engine's tools; custom tools work by their name.
        self.tools: Tools[ToolResult] = Tools(self.call)

    @classmethod
    def attach(
        cls,
        socket: str | os.PathLike[str] | None = None,
        *,
        project: str | os.PathLike[str] | None = None,
        client_name: str = CLIENT_NAME,
    ) -> Engine:
        """As `AsyncEngine.attach`."""
        return cls(AsyncEngine.attach(socket, project=project, client_name=client_name))

    @classmethod
    def spawn(
        cls,
        project: str | os.PathLike[str] = ".",
        *,
        binary: str | os.PathLike[str] | None = None,
        port: int | None = None,
        client_name: str = CLIENT_NAME,
        env: Mapping[str, str] | None = None,
    ) -> Engine:
        """As `AsyncEngine.spawn`."""
        return cls(AsyncEngine.spawn(project, binary=binary, port=port, client_name=client_name, env=env))

    @classmethod
    def auto(
        cls,
        project: str | os.PathLike[str] = ".",
        *,
        binary: str | os.PathLike[str] | None = None,
        client_name: str = CLIENT_NAME,
    ) -> Engine:
        """As `AsyncEngine.auto`."""
        return cls(AsyncEngine.auto(project, binary=binary, client_name=client_name))

    @property
    def actor(self) -> str:
        """Who the calls are made as, such as `mcp:sky-agents`."""
        return self.aio.actor

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine in the engine's loop and waits for it."""
        return self._thread.run(work)

    def call(
        self,
        tool: str,
        args: Mapping[str, Any] | None = None,
        /,
        *,
        check: bool = False,
        timeout: float | None = None,
        **kwargs: Any,
    ) -> ToolResult:
        """As `AsyncEngine.call`."""
        return self.run(self.aio.call(tool, args, check=check, timeout=timeout, **kwargs))

    def list_tools(self) -> list[ToolSpec]:
        """The tools that can be called, sorted by name."""
        return self.run(self.aio.list_tools())

    def as_agent(self, id: str) -> SyncSession:
        """As `AsyncEngine.as_agent`."""
        return SyncSession(self, self.run(_made(lambda: self.aio.as_agent(id))))

    def events(
        self,
        since: int | None = None,
        *,
        types: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        exclude_actors: Sequence[str] | None = None,
    ) -> SyncEventStream:
        """As `AsyncEngine.events`, for an ordinary `for`."""
        stream = self.run(
            _made(
                lambda: self.aio.events(since, types=types, actors=actors, exclude_actors=exclude_actors),
            )
        )
        return SyncEventStream(self, stream)

    def host_tools(
        self,
        tools: Sequence[Tool],
        *,
        label: str | None = None,
        concurrency: int = 8,
        ttl_seconds: float = 60,
        replace: bool = False,
    ) -> SyncToolHost:
        """As `AsyncEngine.host_tools`. Calls are served while this goes on: `host.wait()` waits until it is stopped."""
        work = self.aio.host_tools(
            tools, label=label, concurrency=concurrency, ttl_seconds=ttl_seconds, replace=replace
        )
        return SyncToolHost(self, self.run(work))

    def close(self) -> None:
        """As `AsyncEngine.close`; ends the thread too. Once closed, it stays so."""
        if not self._thread.loop.is_closed():
            try:
                self.run(self.aio.close())
            finally:
                self._thread.stop()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SyncSession:
    """A `Session` in ordinary code."""

    def __init__(self, engine: Engine, session: Session) -> None:
        self._engine = engine
        self._session = session
        self.tools: Tools[ToolResult] = Tools(self.call)

    @property
    def actor(self) -> str:
        return self._session.actor

    def call(
        self,
        tool: str,
        args: Mapping[str, Any] | None = None,
        /,
        *,
        check: bool = False,
        timeout: float | None = None,
        **kwargs: Any,
    ) -> ToolResult:
        """As `Session.call`."""
        return self._engine.run(self._session.call(tool, args, check=check, timeout=timeout, **kwargs))

    def list_tools(self) -> list[ToolSpec]:
        return self._engine.run(self._session.list_tools())

    def close(self) -> None:
        self._engine.run(self._session.close())

    def __enter__(self) -> SyncSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SyncEventStream:
    """An `EventStream` in ordinary code."""

    def __init__(self, engine: Engine, stream: EventStream) -> None:
        self._engine = engine
        self._stream = stream

    @property
    def cursor(self) -> int | None:
        return self._stream.cursor

    @property
    def truncated(self) -> bool:
        return self._stream.truncated

    def __iter__(self) -> Iterator[Event]:
        while True:
            event = self.next()
            if event is None:
                return
            yield event

    def next(self, timeout: float | None = None) -> Event | None:
        """The next event, or None where none comes within so many seconds, or the stream was closed."""
        return self._engine.run(self._stream.next(timeout))

    def poll(self, wait_ms: int = 0) -> list[Event]:
        return self._engine.run(self._stream.poll(wait_ms))

    def close(self) -> None:
        self._engine.run(self._stream.close())

    def __enter__(self) -> SyncEventStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SyncToolHost:
    """A `ToolHost` in ordinary code."""

    def __init__(self, engine: Engine, host: ToolHost) -> None:
        self._engine = engine
        self._host = host

    @property
    def status(self) -> dict[str, dict[str, str]]:
        return self._host.status

    @property
    def host_id(self) -> str | None:
        return self._host.host_id

    @property
    def served(self) -> int:
        return self._host.served

    @property
    def failed(self) -> int:
        return self._host.failed

    def pending(self) -> list[str]:
        return self._host.pending()

    def refresh_status(self) -> dict[str, dict[str, str]]:
        return self._engine.run(self._host.refresh_status())

    def wait(self) -> None:
        self._engine.run(self._host.wait())

    def serve_forever(self) -> None:
        """The same, and until the process is interrupted (Ctrl-C); then the host stops, and this returns."""
        try:
            self.wait()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def stop(self) -> None:
        self._engine.run(self._host.stop())

    def __enter__(self) -> SyncToolHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


async def _opened(opening: Opening) -> AsyncEngine:
    return await opening


async def _made(make: Any) -> Any:
    """Makes in the loop's thread what belongs to the loop."""
    return make()
