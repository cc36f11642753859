"""Tools of this process, offered to all who use the engine: registered, polled for calls, answered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import Mapping, Sequence
from typing import Any

from .backoff import Backoff
from .context import CallSession
from .errors import EngineConnectionError, EngineEndedError, HostError
from .result import ToolResult
from .serve_call import HostedCall, Threads, serve_call
from .session import Session
from .slots import Slots
from .tool import Tool
from .visible import visible

log = logging.getLogger("skywalker_agents.host")

#: Milliseconds that one poll waits.
_WAIT_MS = 15_000
_MAX_POLLED = 64
#: Calls that run here or wait for their turn; an engine does not give more to one host.
MAX_RUNNING = 4096
#: Seconds. A poll that gives nothing sooner than this is not followed by the next at once: an engine waits longer.
_SOON = 0.5
#: The engine knows no such host, or not as this one's: it was started anew, or has dropped a host that was silent.
_GONE = "not_found"


class ToolHost:
    """Made by `engine.host_tools`. Serves until it is stopped, and registers again when the engine was away."""

    def __init__(
        self,
        session: Session,
        tools: Sequence[Tool],
        label: str | None,
        concurrency: int,
        ttl_seconds: float,
        replace: bool,
    ) -> None:
        if isinstance(tools, Tool) or callable(tools):
            raise TypeError("the tools to host are a list: write host_tools([…])")
        for one in tools:
            if not isinstance(one, Tool):
                raise TypeError(f"{one!r} is no tool: put @tool on the function")
        names = [one.name for one in tools]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"two tools are called {twice[0]}")
        if not names:
            raise ValueError("there is no tool to host; give at least one")
        if concurrency < 1:
            raise ValueError(f"concurrency is {concurrency}; at least one call has to be served at a time")
        #: Name → {"status", "reason"?}: "active", or why it is not, such as "pending_approval". It follows what people
        #: decide; "replaced" says that another host serves the tool now, "removed" that it was taken away.
        self.status: dict[str, dict[str, str]] = {}
        #: Calls that were answered, and how many of them with a failure.
        self.served = 0
        self.failed = 0
        self._session = session
        self._tools = {one.name: one for one in tools}
        self._label = label
        self._ttl = ttl_seconds
        self._replace = replace
        self._host: str | None = None
        self._running: dict[int, asyncio.Task[None]] = {}
        self._slots = Slots(concurrency)
        self._threads = Threads()
        self._loop: asyncio.Task[None] | None = None

    @property
    def host_id(self) -> str | None:
        """By which the engine knows this host. Whoever has it can serve in its place, within the same actor."""
        return self._host

    @property
    def tools(self) -> tuple[Tool, ...]:
        return tuple(self._tools.values())

    @property
    def stopped(self) -> bool:
        return self._session.closed

    @property
    def in_flight(self) -> int:
        """Calls that are being served or wait for their turn."""
        return len(self._running)

    def pending(self) -> list[str]:
        """Names of tools that are not active, such as those that wait for a person's approval."""
        return [name for name, status in self.status.items() if status.get("status") != "active"]

    async def start(self) -> None:
        """Raises `HostError` where the engine refuses a tool; none is served then."""
        errors = await self._register()
        if errors:
            await self.stop()
            raise HostError("\n".join(errors))
        self._loop = asyncio.create_task(self._serve(), name="tool host")
        self._loop.add_done_callback(_tell_end)

    async def refresh_status(self) -> dict[str, dict[str, str]]:
        """Reads `status` again at once; it follows by itself with the next poll."""
        result = await self._session.call("tool_list_custom", check=True)
        for entry in _list(result.get("tools")):
            name = entry.get("name") if isinstance(entry, Mapping) else None
            if isinstance(name, str) and name in self.status:
                self.status[name] = _status(entry)
        return self.status

    async def wait(self) -> None:
        """Until the host is stopped, or can't go on: raises what ended it, such as `EngineEndedError`."""
        if self._loop is not None:
            try:
                await asyncio.shield(self._loop)
            except asyncio.CancelledError:
                if not self._loop.cancelled():
                    raise

    async def serve_forever(self) -> None:
        """The same, and until the process is interrupted (Ctrl-C, SIGTERM); then the host stops, and this returns."""
        loop = asyncio.get_running_loop()
        interrupted = asyncio.Event()
        handled: list[signal.Signals] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not on Windows, and not outside of the main thread.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, interrupted.set)
                handled.append(number)
        waiting: list[asyncio.Task[Any]] = [asyncio.create_task(self.wait()), asyncio.create_task(interrupted.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if waiting[0].done():
                waiting[0].result()
        finally:
            for task in waiting:
                task.cancel()
            await self.stop()
            for number in handled:
                loop.remove_signal_handler(number)

    async def stop(self) -> None:
        """Ends the calls under way, and takes the tools out of the engine."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        await self._end_calls()
        host, self._host = self._host, None
        try:
            if host is not None and not self._session.closed:
                await self._session.call("tool_host_unregister", host=host, timeout=5)
        except EngineConnectionError:
            pass
        await self._session.close()

    async def _register(self) -> list[str]:
        """What the engine refused, in words. Raises `EngineConnectionError`, and `HostError` where nothing was taken."""
        arguments: dict[str, Any] = {
            "tools": [one.definition() for one in self._tools.values()],
            "ttl_seconds": self._ttl,
            **({} if self._label is None else {"label": self._label}),
            **({"replace": True} if self._replace else {}),
        }
        before = self._host
        result: ToolResult | None = None
        if before is not None:
            result = await self._session.call("tool_host_register", {**arguments, "host": before})
        if result is None or (not result.ok and result.error_code == _GONE):
            result = await self._session.call("tool_host_register", arguments)
        if not result.ok:
            raise HostError(_words(result.error_message or result.text, result.error_hint))
        host = result.get("host")
        if not isinstance(host, str):
            raise HostError("the engine registered the tools without telling the host's id")
        self._host = host
        if before is not None and host != before:
            await self._end_calls()
        listed = [e for e in _list(result.get("tools")) if isinstance(e, Mapping) and isinstance(e.get("name"), str)]
        self.status = {e["name"]: _status(e) for e in listed}
        for entry in listed:
            for warning in _list(entry.get("warnings")):
                log.warning("%s", visible(f"{entry['name']}: {warning}"))
        errors = [_refusal(error) for error in _list(result.get("errors"))]
        for name in self.pending():
            status, reason = self.status[name]["status"], self.status[name].get("reason")
            advice = ""
            if status == "pending_approval":
                advice = f" A person approves it in Studio > Tools, or with: skywalker approve {name}"
            log.warning("%s", visible(f"{name} is {status}{f' ({reason})' if reason else ''}.{advice}"))
        return errors

    async def _serve(self) -> None:
        backoff = Backoff()
        registered = True
        while not self._session.closed:
            try:
                if not registered:
                    for error in await self._register():
                        log.error("the engine does not take a tool any more: %s", visible(error))
                    registered = True
                    backoff.reset()
                    log.info("registered again as %s", self._host)
                began = time.monotonic()
                result = await self._poll()
                given = result.get("calls") or result.get("cancelled")
                if result.ok and (given or time.monotonic() - began > _SOON):
                    backoff.reset()
                elif result.ok:
                    await backoff.pause()
                elif result.error_code == _GONE:
                    registered = False
                else:
                    log.warning("polling failed: %s", visible(result.text))
                    await backoff.pause()
            except EngineEndedError:
                raise
            except (EngineConnectionError, HostError) as error:
                if self._session.closed:
                    return
                log.info("the host waits for the engine to come back: %s", error)
                registered = False
                await backoff.pause()

    async def _poll(self) -> ToolResult:
        # All that waits is taken, also what has to wait here for its turn: what nobody waits for any more is told too.
        result = await self._session.call(
            "tool_host_poll", host=self._host, wait_ms=_WAIT_MS, max=_MAX_POLLED, timeout=_WAIT_MS / 1000 + 30
        )
        if result.ok:
            for entry in _list(result.get("calls")):
                call = HostedCall.from_json(entry)
                if call is not None and call.number not in self._running and len(self._running) < MAX_RUNNING:
                    self._start(call)
            for number in _list(result.get("cancelled")):
                task = self._running.get(number) if isinstance(number, int) else None
                if task is not None:
                    task.cancel()
            for entry in result.get("changed") or []:
                self._changed(entry)
        return result

    def _changed(self, entry: object) -> None:
        """Somebody decided on a tool, or took it over."""
        if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
            return
        name, status = entry["name"], _status(entry)
        self.status[name] = status
        lost = status["status"] in ("replaced", "removed")
        reason = f": {status['reason']}" if "reason" in status else ""
        log.log(logging.WARNING if lost else logging.INFO, "%s is %s now%s", name, status["status"], reason)

    def _start(self, call: HostedCall) -> None:
        task = asyncio.create_task(self._answer(call, self._host or ""), name=f"{call.tool} {call.call_id}")
        self._running[call.number] = task
        task.add_done_callback(lambda done: self._ended(call.number, done))

    def _ended(self, number: int, task: asyncio.Task[None]) -> None:
        if self._running.get(number) is task:
            del self._running[number]
        if not task.cancelled() and task.exception() is not None:
            log.error("a call could not be answered", exc_info=task.exception())

    async def _answer(self, call: HostedCall, host: str) -> None:
        one = self._tools.get(call.tool.removeprefix("py_"))
        if one is None:
            reply: dict[str, Any] = {"is_error": True, "text": f"this host serves no {call.tool}"}
        else:
            async with self._slots.slot() as slot:
                reply = await serve_call(call, one, CallSession(self._session, call.call_id, slot), self._threads)
        taken = await self._reply(call, {"host": host, "call": call.number, **reply})
        if taken is not None:
            self.served += 1
            self.failed += taken.get("is_error") is True

    async def _reply(self, call: HostedCall, reply: dict[str, Any]) -> dict[str, Any] | None:
        """
        The reply that the engine has taken, or None. It is given again where the connection broke: a second answer does no
        harm.
        """
        backoff = Backoff()
        refused = False
        while True:
            try:
                answer = await self._session.call("tool_host_reply", reply)
            except EngineEndedError:
                return None
            except EngineConnectionError as error:
                if self._session.closed or time.monotonic() > call.deadline:
                    said = visible(f"{call.tool} ({call.call_id})")
                    log.info("the engine went away before %s was answered: %s", said, error)
                    return None
                await backoff.pause()
                continue
            if answer.ok or refused or answer.error_code in ("unknown_call", _GONE):
                return reply if answer.ok else None
            # Too large, say. The caller is not to wait until its time is over.
            said = visible(f"{call.tool} ({call.call_id}): {answer.text}")
            log.warning("the engine did not take the answer of %s", said)
            refused = True
            text = f"the result of {call.tool} was refused: {answer.error_message}"
            reply = {"host": reply["host"], "call": call.number, "is_error": True, "text": text}

    async def _end_calls(self) -> None:
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _tell_end(loop: asyncio.Task[None]) -> None:
    if not loop.cancelled() and loop.exception() is not None:
        log.error("the host has ended: %s", loop.exception())


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _status(entry: Mapping[str, Any]) -> dict[str, str]:
    reason = entry.get("reason")
    return {"status": str(entry.get("status")), **({"reason": reason} if isinstance(reason, str) else {})}


def _refusal(error: object) -> str:
    if not isinstance(error, Mapping):
        return str(error)
    data = error.get("data")
    name = error.get("name") or (data.get("name") if isinstance(data, Mapping) else None)
    words = _words(str(error.get("message", "refused")), error.get("hint"))
    return f"{name}: {words}" if isinstance(name, str) and name not in words else words


def _words(message: str, hint: object) -> str:
    return f"{message} {hint}" if isinstance(hint, str) else message
