"""The engine's stream of events, read with a cursor that outlives connections and engines."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .backoff import Backoff
from .errors import EngineConnectionError, EngineEndedError
from .session import Session

log = logging.getLogger("skywalker_agents.events")

#: Seconds. A poll that gives nothing sooner than this is not followed by the next at once: an engine waits longer.
_SOON = 0.5
#: Pages in which a log that began anew is read. An engine holds 4,096 events, which are nine.
_MAX_PAGES = 100

_LIMIT = 500
#: Milliseconds that one poll waits.
_WAIT_MS = 20_000


@dataclass(frozen=True)
class Event:
    """One entry of the log. `data` has what its type has; a tool's: ok, ms, args, result or error, undo_step, entities."""

    seq: int
    #: Seconds since the Unix epoch.
    time: float
    type: str
    kind: str | None
    actor: str
    tool: str | None
    #: The call that this reports, or was made in; `parent` is the call around it.
    call: str | None
    parent: str | None
    #: One line in words.
    summary: str
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        """`type.kind`, or `type`: what `types` of `engine.events` match."""
        return self.type if self.kind is None else f"{self.type}.{self.kind}"

    @staticmethod
    def from_json(entry: Mapping[str, Any]) -> Event | None:
        """None for what is no event."""
        seq, at, data = entry.get("seq"), entry.get("time"), entry.get("data")
        if not isinstance(seq, int) or isinstance(seq, bool) or not isinstance(at, (int, float)):
            return None
        try:
            at = float(at)
        except OverflowError:
            return None

        def text(key: str) -> str | None:
            value = entry.get(key)
            return value if isinstance(value, str) else None

        return Event(
            seq=seq,
            time=at,
            type=text("type") or "",
            kind=text("kind"),
            actor=text("actor") or "",
            tool=text("tool"),
            call=text("call"),
            parent=text("parent"),
            summary=text("summary") or "",
            data=data if isinstance(data, Mapping) else {},
        )


class EventStream:
    """
    `async for event in engine.events(types=["tool"])`. Begins with what happens after it was made, or after the cursor
    `since` (0: the oldest that the engine holds). When the engine goes away it waits for it to come back and goes on where
    it was: no event is given twice. `truncated` says that events were lost, for they were more than the engine holds.
    """

    def __init__(
        self,
        session: Session,
        since: int | None = None,
        types: Sequence[str] | None = None,
        actors: Sequence[str] | None = None,
        exclude_actors: Sequence[str] | None = None,
        now: asyncio.Future[Any] | None = None,
    ) -> None:
        self._session = session
        self._filter: dict[str, Any] = {}
        for name, words in (("types", types), ("actors", actors), ("exclude_actors", exclude_actors)):
            if isinstance(words, str):
                raise TypeError(f"{name} is a list: write [{words!r}]")
            if words:
                self._filter[name] = list(words)
        self._cursor = since
        self._now = now
        self._waiting: deque[Event] = deque()
        self._seen_on: object = None
        #: The last event that was read, by which a log that lost its end is told from one that has not.
        self._last: Event | None = None
        #: Everything up to this time was read.
        self._read_up_to = 0.0 if since is not None else time.time()
        #: Whether events before the last one given were lost to this reader.
        self.truncated = False

    @property
    def cursor(self) -> int | None:
        """The number of the last event given: `since` for a later stream. None before the first poll."""
        if self._waiting:
            return self._waiting[0].seq - 1
        return self._cursor

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> Event:
        backoff = Backoff()
        while not self._waiting:
            if self._session.closed:
                raise StopAsyncIteration
            try:
                began, before = time.monotonic(), self._cursor
                await self._poll(_WAIT_MS)
                if self._waiting or self._cursor != before or time.monotonic() - began > _SOON:
                    backoff.reset()
                else:
                    await backoff.pause()
            except EngineEndedError:
                raise
            except EngineConnectionError as error:
                if self._session.closed:
                    raise StopAsyncIteration from None
                log.info("waits for the engine to come back: %s", error)
                await backoff.pause()
        return self._waiting.popleft()

    async def poll(self, wait_ms: int = 0) -> list[Event]:
        """What there is, or comes within so many milliseconds (25,000 at most). Raises `EngineConnectionError`."""
        if not self._waiting:
            await self._poll(wait_ms)
        events = list(self._waiting)
        self._waiting.clear()
        return events

    async def next(self, timeout: float | None = None) -> Event | None:
        """The next event, or None where none comes within so many seconds, or the stream was closed."""
        try:
            return await asyncio.wait_for(self.__anext__(), timeout)
        except (asyncio.TimeoutError, StopAsyncIteration):
            return None

    async def close(self) -> None:
        """Ends the iteration."""
        if self._now is not None and not self._now.done():
            self._now.cancel()
        await self._session.close()

    async def __aenter__(self) -> EventStream:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _poll(self, wait_ms: int) -> None:
        connection = await self._session.connection()
        if self._cursor is None:
            self._cursor = await self._begin()
        last = self._last
        if connection is self._seen_on or last is None or self._seen_on is None:
            answer = await self._read(self._cursor, wait_ms)
            if answer["last_seq"] < self._cursor:
                await self._begin_again()
            else:
                self._take(answer)
        else:
            # Another engine may be there by now: it knows what was read last, or its log has lost its end.
            answer = await self._read(last.seq - 1, 0)
            events = answer["events"]
            if events and events[0].seq == last.seq and events[0].time == last.time:
                self._take({**answer, "events": events[1:], "truncated": False})
            elif answer["oldest"] > last.seq:
                self._take(answer)
            else:
                await self._begin_again()
        self._seen_on = connection

    async def _begin_again(self) -> None:
        """The engine was killed before its log was on the disk, or has another: its numbers mean other events now."""
        log.info("the engine's log began anew; what was read already is left out")
        read_up_to = self._read_up_to
        cursor = 0
        for _ in range(_MAX_PAGES):
            answer = await self._read(cursor, 0)
            self._take({**answer, "events": [e for e in answer["events"] if e.time > read_up_to], "truncated": False})
            if not answer["more"] or answer["next"] <= cursor:
                return
            cursor = answer["next"]

    def _take(self, answer: Mapping[str, Any]) -> None:
        events: list[Event] = answer["events"]
        self._waiting.extend(events)
        if events:
            self._last = events[-1]
            self._read_up_to = max(self._read_up_to, events[-1].time)
        if answer["truncated"]:
            self.truncated = True
        self._cursor = answer["next"]

    async def _begin(self) -> int:
        """The number of the newest event when the stream was made, or now."""
        if self._now is not None:
            try:
                newest = (await asyncio.shield(self._now))["structuredContent"]["last_seq"]
                if isinstance(newest, int):
                    return newest
            except (EngineConnectionError, KeyError, TypeError):
                self._now = None
        self._read_up_to = time.time()
        newest = (await self._read(0, 0))["last_seq"]
        assert isinstance(newest, int)
        return newest

    async def _read(self, since: int, wait_ms: int) -> dict[str, Any]:
        """One poll, with every field of the answer as it should be."""
        args = {"since": max(0, since), "limit": _LIMIT, "wait_ms": wait_ms, **self._filter}
        result = await self._session.call("events_poll", args, check=True)
        entries = result.get("events")
        events = [Event.from_json(e) for e in entries if isinstance(e, Mapping)] if isinstance(entries, list) else []

        def number(key: str, otherwise: int) -> int:
            value = result.get(key)
            return value if isinstance(value, int) and not isinstance(value, bool) else otherwise

        given: list[Event] = []
        for event in events:
            # Numbers rise; what does not was given already.
            if event is not None and event.seq > (given[-1].seq if given else since):
                given.append(event)
        following = max(number("next", since), given[-1].seq if given else since)
        return {
            "events": given,
            "next": following,
            "last_seq": number("last_seq", following),
            "oldest": number("oldest", 0),
            "truncated": result.get("truncated") is True,
            "more": result.get("more") is True,
        }
