"""One call of a tool of yours: its arguments decoded, the function run, its result or failure as a reply."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .context import CallSession, SyncCallSession, SyncToolContext, ToolContext
from .errors import ToolError, ToolFailure
from .output import encode_output
from .tool import Tool
from .visible import visible

log = logging.getLogger("skywalker_agents.host")

#: Threads of plain functions that went on after their call was over.
_MAX_LEFT_BEHIND = 32

#: A cancelled `async def` may tidy up for so long.
STOP_SECONDS = 1.0

_watching: set[asyncio.Task[None]] = set()


@dataclass(frozen=True)
class HostedCall:
    """An entry of what `tool_host_poll` gives."""

    number: int
    call_id: str
    tool: str
    args: Mapping[str, Any]
    actor: str
    #: `time.monotonic()` at which the engine gives it up.
    deadline: float
    dry_run: bool

    @staticmethod
    def from_json(entry: object) -> HostedCall | None:
        """None for what is no call."""
        if not isinstance(entry, Mapping) or not isinstance(entry.get("call"), int):
            return None
        args, timeout_ms = entry.get("args"), entry.get("timeout_ms")

        def text(key: str) -> str:
            value = entry.get(key)
            return value if isinstance(value, str) else ""

        # Not a number, and numbers that no float holds, are no time.
        limited = isinstance(timeout_ms, (int, float)) and 0 <= timeout_ms <= 1e12
        return HostedCall(
            number=entry["call"],
            call_id=text("call_id"),
            tool=text("tool"),
            args=args if isinstance(args, Mapping) else {},
            actor=text("actor"),
            deadline=time.monotonic() + timeout_ms / 1000 if limited else math.inf,
            dry_run=entry.get("dry_run") is True,
        )


class Threads:
    """Runs plain functions in threads of their own, which do not keep the process alive."""

    def __init__(self) -> None:
        self._left_behind = 0

    async def run(self, function: Any, arguments: Mapping[str, Any], cancelled: threading.Event) -> Any:
        if self._left_behind >= _MAX_LEFT_BEHIND:
            raise ToolFailure(
                f"{self._left_behind} functions still run whose calls timed out or were cancelled; no more are started",
                "Have the function look at ctx.cancelled, and restart the process that hosts it.",
            )
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()

        def finish(value: Any, error: BaseException | None) -> None:
            if cancelled.is_set():
                self._left_behind -= 1
            if done.done():
                return
            if error is None:
                done.set_result(value)
            elif isinstance(error, Exception) and not isinstance(error, StopIteration):
                done.set_exception(error)
            else:
                # A future takes no StopIteration, and sys.exit() is to end the call alone.
                done.set_exception(RuntimeError(f"the tool raised {type(error).__name__}"))

        def work() -> None:
            value, problem = None, None
            try:
                value = function(**arguments)
            except BaseException as error:
                problem = error
            # Nobody waits where the loop is closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(finish, value, problem)

        threading.Thread(target=work, name=f"tool {getattr(function, '__name__', '')}", daemon=True).start()
        try:
            return await done
        except asyncio.CancelledError:
            cancelled.set()
            self._left_behind += 1
            raise


async def serve_call(call: HostedCall, tool: Tool, session: CallSession, threads: Threads) -> dict[str, Any]:
    """The reply's `text`, `structured`, `images`, `is_error`. Never raises but when it is cancelled."""
    cancelled = threading.Event()
    work = asyncio.create_task(_run(call, tool, session, threads, cancelled))
    try:
        seconds = None if call.deadline == math.inf else max(0.0, call.deadline - time.monotonic())
        await asyncio.wait({work}, timeout=seconds)
        if not work.done():
            # The engine has given it up too; this is for the log of whoever runs the host.
            log.warning("%s is stopped: its time is over", visible(f"{tool.name} ({call.call_id})"))
            return _failure(f"{tool.name} did not end in time")
        return encode_output(work.result())
    except ToolFailure as problem:
        return _failure(problem.message, problem.hint)
    except ToolError as problem:
        return _failure(f"{problem.tool} failed: {problem.message}", problem.hint)
    except Exception as problem:
        log.exception("%s (%s) failed", tool.name, call.call_id)
        return _failure(_words(problem))
    except asyncio.CancelledError:
        if not work.cancelled():
            raise
        return _failure(f"{tool.name} cancelled itself")
    finally:
        cancelled.set()
        if not work.done():
            await _stop(work, tool)


async def _stop(work: asyncio.Task[Any], tool: Tool) -> None:
    """Cancels it, and lets it go where it does not mind that."""
    watch = asyncio.create_task(_watch(work, tool))
    # A loop holds on to tasks only as long as somebody else does.
    _watching.add(watch)
    watch.add_done_callback(_watching.discard)
    await asyncio.shield(watch)


async def _watch(work: asyncio.Task[Any], tool: Tool) -> None:
    work.cancel()
    await asyncio.wait({work}, timeout=STOP_SECONDS)
    if not work.done():
        log.error("%s goes on although it was cancelled; it must not catch asyncio.CancelledError", tool.name)
    work.add_done_callback(_take_notice)


def _take_notice(work: asyncio.Task[Any]) -> None:
    """What it ends with is of interest to nobody."""
    if not work.cancelled():
        work.exception()


def _words(problem: BaseException) -> str:
    kind = type(problem).__name__
    try:
        text = str(problem)
    except Exception:
        text = ""
    return f"{kind}: {text}" if text else kind


async def _run(call: HostedCall, tool: Tool, session: CallSession, threads: Threads, cancelled: threading.Event) -> Any:
    facts: dict[str, Any] = {
        "actor": call.actor,
        "dry_run": call.dry_run,
        "deadline": call.deadline,
        "call_id": call.call_id,
        "tool": call.tool,
        "_cancelled": cancelled,
    }
    if not tool.is_async:
        sync = SyncCallSession(session, asyncio.get_running_loop(), cancelled)
        arguments = tool.bind(call.args, SyncToolContext(**facts, _session=sync))
        return await threads.run(tool.function, arguments, cancelled)
    arguments = tool.bind(call.args, ToolContext(**facts, _session=session))
    try:
        return await tool.function(**arguments)
    except SystemExit as problem:
        # It would end the event loop, and with it every other tool.
        raise RuntimeError(f"the tool called sys.exit({problem.code!r})") from problem


def _failure(message: str, hint: str | None = None) -> dict[str, Any]:
    reply: dict[str, Any] = {"is_error": True, "text": message if hint is None else f"{message}\nhint: {hint}"}
    return reply
