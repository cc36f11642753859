"""What answers at the socket is no engine, or one that was taken over: each call ends with an error, soon, and costs little."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import unittest
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from unittest import mock

from skywalker_agents import AsyncEngine, EngineConnectionError, ToolContext, ToolError, tool
from skywalker_agents import connection as connection_module
from skywalker_agents import events as events_module
from skywalker_agents import host as host_module
from skywalker_agents.errors import HostError, ProtocolError, SkywalkerAgentsError

from .support import FakeClient, fake_engine, until

#: Only what hangs meets it.
PATIENCE = 60
STEERING = "\x1b[2J\x1b]0;owned\x07\u202e\x9b"

#: What stands where something else should.
ODD: list[Any] = [None, True, 0, -1, 7.5, 1e308, 10**400, "", "x" * 10_000, [], [[None]], {}, {"a": [1]}, STEERING]


@tool()
async def greet(name: str, *, ctx: ToolContext) -> str:
    """Greets. Example: {"name": "Ada"}

    Args:
        name: Whom.
    """
    return f"Hello, {name}"


def variants(answer: Any) -> Iterator[Any]:
    """The answer with one part of it replaced by each of what is odd, and with each part left out."""
    yield from ODD
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield {k: v for k, v in answer.items() if k != key}
            for other in variants(value):
                yield {**answer, key: other}
    elif isinstance(answer, list) and answer:
        for other in variants(answer[0]):
            yield [other, *answer[1:]]


def raw(message: Callable[[dict[str, Any]], Any]) -> Callable[[FakeClient, dict[str, Any]], Awaitable[None]]:
    """Answers each request with what is made of it: bytes as they are, all else as JSON."""

    async def answer(client: FakeClient, request: dict[str, Any]) -> None:
        made = message(request)
        client.line(made) if isinstance(made, (bytes, str)) else client.send(made)

    return answer


class Hostile(unittest.IsolatedAsyncioTestCase):
    async def fails(self, answer: Callable[[FakeClient, dict[str, Any]], Awaitable[None]], pattern: str) -> None:
        async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            with self.assertRaisesRegex(EngineConnectionError, pattern):
                await asyncio.wait_for(engine.call("t"), PATIENCE)

    async def test_ids(self) -> None:
        """an answer to a request that was never made ends the call: ids of others, to come, and of other types"""
        for other in [9_999, -1, 0, "2", True, 2.5, [2], {"id": 2}, None, 10**400]:
            with self.subTest(id=other):
                made = {"jsonrpc": "2.0", "id": other, "result": {}}
                await self.fails(raw(lambda _, made=made: made), "never made")
        unread = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "bad"}}
        await self.fails(raw(lambda _: unread), "could not read a request.*bad")

    async def test_another_connection(self) -> None:
        """an answer that was meant for another connection reaches nobody here"""
        waiting: list[tuple[FakeClient, dict[str, Any]]] = []

        async def crossed(client: FakeClient, message: dict[str, Any]) -> None:
            waiting.append((client, message))
            if len(waiting) == 2:
                # To the second, the first one's id, which it never gave.
                client.answer_text(waiting[0][1], "not yours")
                waiting[0][0].answer_text(waiting[0][1], "yours")

        async with fake_engine(crossed) as fake, AsyncEngine.attach(fake.socket) as engine:
            fake.on_request = raw(lambda m: {"jsonrpc": "2.0", "id": m["id"], "result": {}})
            for _ in range(5):
                await engine.call("t")
            fake.on_request = crossed
            first = asyncio.create_task(engine.call("t"))
            await until(lambda: len(waiting) == 1, "the first is asked")
            with self.assertRaisesRegex(EngineConnectionError, "never made"):
                await asyncio.wait_for(engine.as_agent("mira").call("t"), PATIENCE)
            self.assertEqual((await first).text, "yours")

    async def test_lines(self) -> None:
        """lines that are no JSON, cut, no message, or nested too deep end the call with what was wrong"""
        for line, pattern in {
            b'{"jsonrpc": nonsense': "no JSON",
            b'{"jsonrpc": "2.0", "id": 2, "result": {"content": [': "no JSON",
            b"\xff\xfe\x00": "no JSON",
            b"7": "no message",
            b'["text"]': "no message",
            b"[" * 100_000: "nested",
            b'{"jsonrpc":"2.0","id":2,"result":' + b"[" * 300 + b"]" * 300 + b"}": "nested",
            b'{"jsonrpc":"2.0","id":2,"result":' + b'{"a":' * 100_000 + b"1" + b"}" * 100_001: "nested",
        }.items():
            with self.subTest(line=line[:60]):
                await self.fails(raw(lambda _, line=line: line), pattern)

    async def test_long(self) -> None:
        """a line of 100 MiB, and one without an end, end the call before they are in memory"""
        size = 0

        async def long(client: FakeClient, message: dict[str, Any]) -> None:
            nonlocal size
            with contextlib.suppress(ConnectionError):
                client.writer.write(b'{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"')
                while size < 100 << 20:
                    client.writer.write(b"x" * (1 << 20))
                    await client.writer.drain()
                    size += 1 << 20
                client.line(b'"}]}}')

        await self.fails(long, "more than 67108864 bytes")
        self.assertLess(size, 80 << 20)

    async def test_never(self) -> None:
        """an engine that answers nothing at all is given up; one that says it is there may take its time"""

        async def never(client: FakeClient, message: dict[str, Any]) -> None:
            pass

        async def slow(client: FakeClient, message: dict[str, Any]) -> None:
            if message["method"] == "ping":
                client.answer(message, {})
                if client.methods().count("ping") == 3:
                    client.answer_text(next(m for m in client.received if m["method"] == "tools/call"), "at last")

        with mock.patch.object(connection_module, "SILENCE", 0.2):
            await self.fails(never, "has answered nothing")
            async with fake_engine(slow) as fake, AsyncEngine.attach(fake.socket) as engine:
                self.assertEqual((await asyncio.wait_for(engine.call("t"), PATIENCE)).text, "at last")
                self.assertEqual(len(fake.clients), 1)

    async def test_never_connects(self) -> None:
        """an engine that does not answer the first request is given up"""
        with mock.patch.object(connection_module, "OPEN_TIMEOUT", 0.2):
            async with fake_engine(raw(lambda _: {})) as fake:
                fake.protocol = {"deep": []}  # type: ignore[assignment]
                with self.assertRaisesRegex(ProtocolError, "another protocol"):
                    await AsyncEngine.attach(fake.socket)
                with mock.patch.object(FakeClient, "answer"), self.assertRaisesRegex(EngineConnectionError, "0.2 s"):
                    await AsyncEngine.attach(fake.socket)

    async def test_flood(self) -> None:
        """notifications without end are no answer, and requests without end are not answered without end"""

        async def notify(client: FakeClient, message: dict[str, Any]) -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    for _ in range(1_000):
                        client.send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
                    await client.writer.drain()

        async def ask(client: FakeClient, message: dict[str, Any]) -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    client.send({"jsonrpc": "2.0", "id": "x" * 100_000, "method": "ping"})
                    await client.writer.drain()

        with mock.patch.object(connection_module, "SILENCE", 0.3):
            await self.fails(notify, "has answered nothing")
        await self.fails(ask, "asks and does not read")

    async def test_types(self) -> None:
        """whatever stands in whatever field of an answer, a call gives a result or one of this package's errors"""
        answer = {
            "content": [{"type": "text", "text": "done"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"}],
            "structuredContent": {"error": "odd", "message": "m", "hint": "h"},
            "isError": True,
            "_meta": {"skywalker/warnings": ["w"], "skywalker/error": {"error": "e", "message": "m", "hint": "h"}},
        }
        made = list(variants(answer))
        errors = list(variants({"code": -32602, "message": "no", "data": {"tool": "t"}}))

        async def odd(client: FakeClient, message: dict[str, Any]) -> None:
            args = message["params"]["arguments"]
            if "error" in args:
                client.send({"jsonrpc": "2.0", "id": message["id"], "error": errors[args["error"]]})
            else:
                client.answer(message, made[args["n"]])

        async with fake_engine(odd) as fake, AsyncEngine.attach(fake.socket) as engine:
            for args in [{"n": n} for n in range(len(made))] + [{"error": n} for n in range(len(errors))]:
                result = await asyncio.wait_for(engine.call("t", args), PATIENCE)
                self.assertIsInstance(result.text, str)
                self.assertIsInstance(result.data, dict)
                if not result.ok:
                    self.assertIsInstance(result.error_code, str)
                    with self.assertRaises(ToolError) as caught:
                        result.raise_for_error()
                    self.assertNotIn("\x1b", str(caught.exception))
            self.assertEqual(len(fake.clients), 1)

    async def test_lists(self) -> None:
        """lists of tools that lead back to themselves, never end, or name a million tools are refused"""
        entry = {"name": "t", "inputSchema": {}}
        page = 0

        def cyclic(_: Any) -> Any:
            return {"tools": [entry], "nextCursor": "again"}

        def endless(_: Any) -> Any:
            nonlocal page
            page += 1
            return {"tools": [entry], "nextCursor": f"page {page}"}

        def million(_: Any) -> Any:
            return {"tools": [{"name": f"t{n}"} for n in range(1_000_000)]}

        for make, pattern in ((cyclic, "no end"), (endless, "no end"), (million, "more than 100000 tools")):
            answer = raw(lambda m, make=make: {"jsonrpc": "2.0", "id": m["id"], "result": make(m)})
            async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
                with self.subTest(list=make.__name__), self.assertRaisesRegex(ProtocolError, pattern):
                    await asyncio.wait_for(engine.list_tools(), PATIENCE)
        self.assertLess(page, 1_100)
        whole = {"name": "t", "title": "T", "description": "d", "inputSchema": {"properties": {}}, "_meta": {}}
        for odd in variants({"tools": [whole], "nextCursor": 7}):
            answer = raw(lambda m, odd=odd: {"jsonrpc": "2.0", "id": m["id"], "result": odd})
            async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
                with contextlib.suppress(SkywalkerAgentsError):
                    for spec in await asyncio.wait_for(engine.list_tools(), PATIENCE):
                        self.assertIsInstance(f"{spec.name}{spec.title}{spec.category}{spec.read_only}", str)

    async def test_events(self) -> None:
        """events that come again, go backwards or are none are left out, and polls that give nothing are not made without end"""

        def event(seq: Any) -> dict[str, Any]:
            return {"seq": seq, "time": 1.0, "type": "tool", "actor": "a", "summary": "s", "data": {}}

        polls = 0
        odd = list(variants({"events": [event(3)], "next": 3, "last_seq": 3, "oldest": 0, "more": True}))

        async def answer(client: FakeClient, message: dict[str, Any]) -> None:
            nonlocal polls
            polls += 1
            if polls == 1:
                events = [event(n) for n in (1, 2, 2, 1, True, "3", None, 10**30, -4)]
                client.answer_text(message, "", events=[*events, 7, None], next=0, last_seq=2, more=True)
            elif polls <= len(odd):
                client.answer(message, {"structuredContent": odd[polls]})
            else:
                client.answer_text(message, "", events=[], next=-1, last_seq=10**31, more=True)

        with mock.patch.object(events_module, "Backoff", lambda: mock.Mock(pause=lambda: asyncio.sleep(0))):
            async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
                stream = engine.events(since=0)
                given = [(await asyncio.wait_for(stream.__anext__(), PATIENCE)).seq for _ in range(3)]
                self.assertEqual(given, [1, 2, 10**30])
                reading = asyncio.create_task(stream.__anext__())
                await until(lambda: polls > len(odd) + 20 or reading.done(), "the odd ones were read")
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError, SkywalkerAgentsError):
                    await reading

        polls = len(odd)
        async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            stream = engine.events(since=0)
            self.assertIsNone(await stream.next(timeout=1))
        # A tenth of a second, then two, then four.
        self.assertLess(polls - len(odd), 20)

    async def test_hosting(self) -> None:
        """a host outlives whatever a poll gives it, and takes no more calls than it can hold"""
        registered = {"host": "h", "tools": [{"name": "py_greet", "status": "active", "reason": "r"}], "errors": []}
        call = {"call": 1, "call_id": "c", "tool": "py_greet", "args": {"name": "A"}, "actor": "a", "timeout_ms": 1_000}
        odd = list(variants({"calls": [call], "cancelled": [2]}))
        polls = 0
        replied: set[int] = set()

        async def answer(client: FakeClient, message: dict[str, Any]) -> None:
            nonlocal polls
            name = message["params"]["name"]
            if name == "tool_host_register":
                client.answer_text(message, "", **registered)
            elif name == "tool_host_reply":
                replied.add(message["params"]["arguments"]["call"])
                client.answer_text(message, "")
            elif name == "tool_host_poll" and polls < len(odd):
                polls += 1
                client.answer(message, {"structuredContent": odd[polls - 1]})
            elif name == "tool_host_poll" and polls == len(odd):
                polls += 1
                client.answer_text(message, "", calls=[{**call, "call": n} for n in range(10, 3_000)])

        pauses = mock.patch.object(host_module, "Backoff", lambda: mock.Mock(pause=lambda: asyncio.sleep(0)))
        with pauses, mock.patch.object(host_module, "MAX_RUNNING", 100), self.assertLogs("skywalker_agents") as logs:
            logging.getLogger("skywalker_agents").warning("there is one")
            async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
                host = await engine.host_tools([greet])
                await until(lambda: polls > len(odd), "all were read", PATIENCE)
                await until(lambda: 10 in replied and host.in_flight == 0, "they are answered", PATIENCE)
                self.assertFalse(host.stopped)
                self.assertLessEqual(len([call for call in replied if 10 <= call < 3_000]), 100)
        self.assertNotIn("\x1b", "".join(logs.output))

    async def test_registering(self) -> None:
        """whatever the engine says when tools are offered, it is taken or refused with an error of this package"""
        entry = {"name": "py_greet", "status": "active", "reason": "r", "warnings": ["w"]}
        answer = {"host": "h", "tools": [entry], "errors": [{"name": "n", "message": "m", "hint": "h", "data": {}}]}
        odd = list(variants(answer))
        tried = 0

        async def register(client: FakeClient, message: dict[str, Any]) -> None:
            nonlocal tried
            if message["params"]["name"] == "tool_host_register":
                client.answer(message, {"structuredContent": odd[tried]})
            elif message["params"]["name"] != "tool_host_poll":
                client.answer_text(message, "")

        with self.assertLogs("skywalker_agents") as logs:
            logging.getLogger("skywalker_agents").warning("there is one")
            async with fake_engine(register) as fake:
                for tried in range(len(odd)):
                    async with AsyncEngine.attach(fake.socket) as engine:
                        try:
                            host = await asyncio.wait_for(engine.host_tools([greet]), PATIENCE)
                        except HostError as error:
                            self.assertNotIn("\x1b", str(error))
                        else:
                            self.assertTrue(all(isinstance(status, dict) for status in host.status.values()))
        self.assertNotIn("\x1b", "".join(logs.output))

    async def test_terminal(self) -> None:
        """what steers a terminal is written out where an error is shown; the result has it as it came"""
        said = {"error": "odd", "message": f"gone {STEERING}", "hint": STEERING}
        made = {"isError": True, "structuredContent": said}
        answer = raw(lambda m: {"jsonrpc": "2.0", "id": m["id"], "result": made})
        async with fake_engine(answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            result = await engine.call("t")
            self.assertEqual(result.error_message, f"gone {STEERING}")
            with self.assertRaises(ToolError) as caught:
                result.raise_for_error()
        written = r"\x1b[2J\x1b]0;owned\x07\u202e\x9b"
        self.assertEqual(str(caught.exception), f"t: [odd] gone {written} ({written})")
        refusal = raw(lambda m: json.dumps({"jsonrpc": "2.0", "id": STEERING, "result": {}}))
        async with fake_engine(refusal) as fake, AsyncEngine.attach(fake.socket) as engine:
            with self.assertRaises(EngineConnectionError) as lost:
                await engine.call("t")
        self.assertNotIn("\x1b", str(lost.exception))
