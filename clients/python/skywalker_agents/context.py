"""What a tool of yours is told of the call that it serves, and how it calls back."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

from ._tools import Tools
from .errors import ToolFailure
from .result import ToolResult
from .session import Session
from .slots import Slot

log = logging.getLogger("skywalker_agents.tool")


class CallLog(logging.LoggerAdapter):  # type: ignore[type-arg]  # Not generic before 3.11.
    """The logger `skywalker_agents.tool`, with the tool and the call in front of each line."""

    def process(self, msg: Any, kwargs: Any) -> tuple[Any, Any]:
        extra = self.extra or {}
        return f"{extra['tool']} ({extra['call']}): {msg}", kwargs


class CallSession:
    """
    Calls back into the engine while a call is served, with the capabilities that the tool declared and in the name of who
    called it.
    """

    def __init__(self, session: Session, call_id: str, slot: Slot) -> None:
        self._session = session
        self._call_id = call_id
        self._slot = slot
        #: `await ctx.session.tools.scene_query(tag="hazard")`
        self.tools: Tools[Coroutine[Any, Any, ToolResult]] = Tools(self.call)

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
        """As `Session.call`."""
        meta = {"skywalker/call_id": self._call_id}
        async with self._slot.waiting():
            return await self._session.call_with_meta(tool, {**(args or {}), **kwargs}, meta, check, timeout)


class SyncCallSession:
    """The same for a plain function, which runs in a thread."""

    def __init__(self, session: CallSession, loop: asyncio.AbstractEventLoop, cancelled: threading.Event) -> None:
        self._session = session
        self._loop = loop
        self._cancelled = cancelled
        self.tools: Tools[ToolResult] = Tools(self.call)

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
        """Raises `ToolFailure` once the call that is served is over, which also ends a function that goes on by itself."""
        if self._cancelled.is_set():
            raise ToolFailure("the call that this serves was cancelled or timed out")
        work = self._session.call(tool, args, check=check, timeout=timeout, **kwargs)
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


@dataclass(frozen=True)
class _Context:
    #: Who called the tool, such as "mcp:claude-code" or "agent:mira".
    actor: str = "mcp:unnamed"
    #: Nothing outside the engine should be changed: the engine rolls back what it can.
    dry_run: bool = False
    #: `time.monotonic()` at which the engine gives the call up.
    deadline: float = float("inf")
    call_id: str = ""
    #: The tool's name in the engine.
    tool: str = ""
    _cancelled: threading.Event = field(default_factory=threading.Event, repr=False)

    @property
    def agent_id(self) -> str | None:
        """The roster id of who called: of `agent:<id>` and `mcp:<client>/<id>`."""
        if self.actor.startswith("agent:"):
            return self.actor.removeprefix("agent:")
        _, slash, agent = self.actor.rpartition("/")
        return agent if slash else None

    @property
    def remaining(self) -> float:
        """Seconds until the deadline, 0 at the least."""
        return max(0.0, self.deadline - time.monotonic())

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the result any more. A plain function that takes long looks at it now and then."""
        return self._cancelled.is_set()

    @property
    def log(self) -> CallLog:
        """Lines for whoever runs this process; the caller does not see them."""
        return CallLog(log, {"tool": self.tool, "call": self.call_id})


@dataclass(frozen=True)
class ToolContext(_Context):
    """The context of an `async def` tool: a parameter annotated with it, or called `ctx`, is not an argument."""

    _session: CallSession | None = field(default=None, repr=False)

    @property
    def session(self) -> CallSession:
        if self._session is None:
            raise RuntimeError("there is no engine to call: this context was made by hand, without a session")
        return self._session


@dataclass(frozen=True)
class SyncToolContext(_Context):
    """The context of a plain `def` tool: its `session.call(…)` waits in the function's thread."""

    _session: SyncCallSession | None = field(default=None, repr=False)

    @property
    def session(self) -> SyncCallSession:
        if self._session is None:
            raise RuntimeError("there is no engine to call: this context was made by hand, without a session")
        return self._session
