from __future__ import annotations

import asyncio
import logging
import unittest
from typing import Any

from skywalker_agents import AsyncEngine, HostError, ToolHost, tool

from .support import FakeClient, FakeEngine, fake_engine, until


@tool
async def echo(text: str = "") -> str:
    """Gives back the text that it is given."""
    return text


class Pretended:
    """An engine's side of hosting, as far as a test wants it to be right."""

    def __init__(self) -> None:
        self.registered: list[dict[str, Any]] = []
        self.replies: list[dict[str, Any]] = []
        self.polls: asyncio.Queue[Any] = asyncio.Queue()
        #: What `tool_host_register` and `tool_host_reply` answer instead of what they should, once each.
        self.odd_registrations: list[dict[str, Any]] = []
        self.odd_replies: list[dict[str, Any] | None] = []
        self.host = "H-1.secret"
        self.working: set[asyncio.Task[None]] = set()

    async def answer(self, client: FakeClient, message: dict[str, Any]) -> None:
        name, args = message["params"]["name"], message["params"]["arguments"]
        if name == "tool_host_register":
            self.registered.append(args)
            tools = [{"name": f"py_{t['name']}", "status": "active", "hash": "h"} for t in args["tools"]]
            structured = {"host": self.host, "tools": tools, "errors": [], "policy": "auto"}
            self.give(client, message, self.odd_registrations.pop(0) if self.odd_registrations else structured)
        elif name == "tool_host_poll":
            task = asyncio.create_task(self.poll(client, message))
            self.working.add(task)
        elif name == "tool_host_reply":
            odd = self.odd_replies.pop(0) if self.odd_replies else {}
            if odd is None:
                client.writer.close()
                return
            if "error" not in odd:
                self.replies.append(args)
            self.give(client, message, odd)
        else:
            self.give(client, message, {})

    def give(self, client: FakeClient, message: dict[str, Any], structured: dict[str, Any]) -> None:
        client.answer(message, {"structuredContent": structured, "isError": "error" in structured, "content": []})

    async def poll(self, client: FakeClient, message: dict[str, Any]) -> None:
        given = await self.polls.get()
        if not client.writer.is_closing():
            self.give(client, message, given)
            await client.writer.drain()

    def call(self, number: int, **fields: Any) -> None:
        call = {"call": number, "call_id": f"c{number}", "tool": "py_echo", "args": {}, "actor": "mcp:x"}
        self.polls.put_nowait({"calls": [{**call, "timeout_ms": 30_000, "dry_run": False, **fields}], "cancelled": []})


class HostWire(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.pretended = Pretended()
        context = fake_engine(self.pretended.answer)
        self.fake: FakeEngine = await self.enterAsync(context)
        self.engine = await AsyncEngine.attach(self.fake.socket)
        self.addAsyncCleanup(self.engine.close)

    async def enterAsync(self, context: Any) -> Any:
        """`enterAsyncContext`, which Python 3.10 has not."""
        value = await context.__aenter__()
        self.addAsyncCleanup(context.__aexit__, None, None, None)
        return value

    async def host(self, **options: Any) -> ToolHost:
        return await self.engine.host_tools([echo], **options)

    async def test_registration(self) -> None:
        """what is registered has the function's definition, label and ttl"""
        host = await self.host(label="Checks", ttl_seconds=90)
        (sent,) = self.pretended.registered
        self.assertEqual((sent["label"], sent["ttl_seconds"]), ("Checks", 90))
        self.assertNotIn("host", sent)
        self.assertEqual(sent["tools"][0]["name"], "echo")
        self.assertEqual(sent["tools"][0]["input_schema"]["properties"]["text"], {"type": "string", "default": ""})
        self.assertEqual((host.host_id, host.status), ("H-1.secret", {"py_echo": {"status": "active"}}))

    async def test_odd_polls(self) -> None:
        """polls that give no calls, or what is none, harm nobody"""
        host = await self.host()
        for odd in ({}, {"calls": None}, {"calls": [None, 7, {}, {"call": "1"}], "cancelled": [None, "x", 99]}):
            self.pretended.polls.put_nowait(odd)
        self.pretended.polls.put_nowait({"calls": [{"call": 1, "tool": "py_other"}, {"call": 2, "tool": "py_echo"}]})
        self.pretended.call(3, args={"text": 7})
        self.pretended.call(4, args={"text": "fine"})
        await until(lambda: host.served == 4, "four are answered")
        replies = {reply["call"]: reply for reply in self.pretended.replies}
        self.assertEqual(replies[1]["text"], "this host serves no py_other")
        self.assertEqual(replies[2]["text"], "")
        self.assertEqual((replies[3]["is_error"], replies[3]["text"]), (True, "text has to be text; it is 7"))
        self.assertEqual(replies[4], {"host": "H-1.secret", "call": 4, "text": "fine"})
        self.assertEqual(host.failed, 2)

    async def test_twice(self) -> None:
        """a call that is given twice is served once"""
        release = asyncio.Event()
        runs = 0

        @tool
        async def once() -> None:
            """Counts how often it runs."""
            nonlocal runs
            runs += 1
            await release.wait()

        host = await self.engine.host_tools([once])
        self.pretended.call(1, tool="py_once")
        self.pretended.call(1, tool="py_once")
        await until(lambda: self.pretended.polls.empty() and runs, "both are read")
        release.set()
        await until(lambda: host.served == 1, "it is answered")
        self.assertEqual(runs, 1)

    async def test_dropped(self) -> None:
        """a host that the engine has dropped registers again, as a new one"""
        host = await self.host()
        self.pretended.host = "H-2.other"
        self.pretended.odd_registrations.append({"error": "not_found", "message": "no such host"})
        self.pretended.polls.put_nowait({"error": "not_found", "message": "no such host"})
        await until(lambda: host.host_id == "H-2.other", "it has registered again")
        self.assertEqual([sent.get("host") for sent in self.pretended.registered], [None, "H-1.secret", None])

    async def test_broken_reply(self) -> None:
        """a reply whose connection broke is given again on the next, and the calls under way go on"""
        release = asyncio.Event()

        @tool
        async def slow() -> str:
            """Waits until it may go on."""
            await release.wait()
            return "slow"

        host = await self.engine.host_tools([slow, echo])
        self.pretended.call(1, tool="py_slow")
        self.pretended.odd_replies.append(None)
        self.pretended.call(2, args={"text": "quick"})
        await until(lambda: len(self.pretended.replies) == 1, "the reply came after all")
        await until(lambda: len(self.pretended.registered) == 2, "and the host is back")
        self.assertEqual(self.pretended.registered[1]["host"], "H-1.secret")
        release.set()
        await until(lambda: host.served == 2, "both are answered")
        self.assertEqual([reply["text"] for reply in self.pretended.replies], ["quick", "slow"])

    async def test_late(self) -> None:
        """a reply that comes too late is no failure"""
        host = await self.host()
        self.pretended.odd_replies.append({"error": "unknown_call", "message": "too late"})
        self.pretended.call(1)
        self.pretended.call(2)
        await until(lambda: host.served == 1, "the second is answered")
        self.assertEqual([reply["call"] for reply in self.pretended.replies], [2])

    async def test_refused_reply(self) -> None:
        """a result that the engine does not take becomes a failure that says so, once"""
        host = await self.host()
        refusal = {"error": "invalid_arguments", "message": "too much"}
        odd = self.pretended.odd_replies
        with self.assertLogs("skywalker_agents.host", logging.WARNING):
            odd += [refusal, {}]
            self.pretended.call(1)
            await until(lambda: host.served == 1, "it is answered")
            odd += [refusal, refusal]
            self.pretended.call(2)
            await until(lambda: not odd and host.in_flight == 0, "it is given up")
            self.pretended.call(3)
            await until(lambda: host.served == 2, "another is answered")
        self.assertEqual([reply["call"] for reply in self.pretended.replies], [1, 3])
        self.assertTrue(self.pretended.replies[0]["is_error"])
        self.assertIn("was refused: too much", self.pretended.replies[0]["text"])

    async def test_failing_polls(self) -> None:
        """polls that fail are tried again"""
        host = await self.host()
        with self.assertLogs("skywalker_agents.host", logging.WARNING):
            self.pretended.polls.put_nowait({"error": "internal_error", "message": "a bug"})
            self.pretended.call(1)
            await until(lambda: host.served == 1, "it is answered")

    async def test_registrations_refused(self) -> None:
        """a registration that fails, or tells no host, is a HostError"""
        self.pretended.odd_registrations = [
            {"error": "conflict", "message": "Too many hosts.", "hint": "Wait."},
            {},
            {"host": "H-1", "tools": [], "errors": [{"code": "x", "message": "Bad.", "data": {"name": "echo"}}, "odd"]},
        ]
        for words in (r"Too many hosts\. Wait\.", "without telling the host's id", r"echo: Bad\.\nodd"):
            with self.assertRaisesRegex(HostError, words):
                await self.host()
        self.assertEqual(self.fake.clients[-1].methods()[-1], "tools/call")
