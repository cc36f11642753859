from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import unittest
from typing import Any

from skywalker_agents import AsyncEngine, EngineConnectionError, ProtocolError, ToolError
from skywalker_agents import connection as connection_module

from .support import FakeClient, fake_engine, until

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"


async def echo(client: FakeClient, message: dict[str, Any]) -> None:
    """Answers each call with its own arguments."""
    client.answer_text(message, "done", **message["params"]["arguments"])


class Connections(unittest.IsolatedAsyncioTestCase):
    async def test_noise(self) -> None:
        """empty lines, notifications, and a second answer to a request change nothing"""

        async def noisy(client: FakeClient, message: dict[str, Any]) -> None:
            client.line("")
            client.line("  ")
            client.send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
            client.send({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "1999-01-01"}})
            await echo(client, message)
            client.answer_text(message, "again", n=2)

        async with fake_engine(noisy) as fake, AsyncEngine.attach(fake.socket) as engine:
            self.assertEqual((await engine.call("echo", n=1)).data, {"n": 1})
            self.assertEqual((await engine.call("echo", n=3)).data, {"n": 3})
            self.assertEqual(len(fake.clients), 1)

    async def test_batch(self) -> None:
        """answers that come as a batch, in any order and cut anywhere, reach who waits for them"""
        waiting: list[dict[str, Any]] = []

        async def collect(client: FakeClient, message: dict[str, Any]) -> None:
            waiting.append(message)
            if len(waiting) == 3:
                batch = [
                    {"jsonrpc": "2.0", "id": m["id"], "result": {"structuredContent": m["params"]["arguments"]}}
                    for m in reversed(waiting)
                ]
                for byte in json.dumps(batch).encode() + b"\n":
                    client.writer.write(bytes([byte]))
                    await asyncio.sleep(0)

        async with fake_engine(collect) as fake, AsyncEngine.attach(fake.socket) as engine:
            results = await asyncio.gather(*(engine.call("t", n=n) for n in range(3)))
        self.assertEqual([r["n"] for r in results], [0, 1, 2])

    async def test_server_requests(self) -> None:
        """a ping of the engine is answered, and what this client does not offer is refused"""

        async def ask_back(client: FakeClient, message: dict[str, Any]) -> None:
            client.send({"jsonrpc": "2.0", "id": "p", "method": "ping"})
            client.send({"jsonrpc": "2.0", "id": "e", "method": "elicitation/create", "params": {}})
            client.answer_text(message, "done")

        async with fake_engine(ask_back) as fake, AsyncEngine.attach(fake.socket) as engine:
            await engine.call("t")
            received = fake.clients[0].received
            await until(lambda: len([m for m in received if "method" not in m]) == 2, "both are answered")
            answers: dict[str, Any] = {m["id"]: m.get("result", m.get("error")) for m in received if "method" not in m}
        self.assertEqual(answers["p"], {})
        self.assertEqual(answers["e"]["code"], -32601)

    async def test_gone_in_a_call(self) -> None:
        """an engine that goes away fails the calls on their way, and the next call connects again"""
        calls = 0

        async def die_first(client: FakeClient, message: dict[str, Any]) -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                client.writer.write(b'{"jsonrpc": "2.0", "id": 2, "res')
                await client.writer.drain()
                client.writer.close()
            else:
                await echo(client, message)

        async with fake_engine(die_first) as fake, AsyncEngine.attach(fake.socket) as engine:
            with self.assertRaisesRegex(EngineConnectionError, "closed the connection"):
                await engine.call("t", n=1)
            self.assertEqual((await engine.call("t", n=2))["n"], 2)
        # The first was not repeated: it may have been done.
        self.assertEqual(calls, 2)

    async def test_nobody(self) -> None:
        """attaching where nobody answers says so, with the path"""
        with self.assertRaisesRegex(EngineConnectionError, "/nowhere/s: No such file"):
            await AsyncEngine.attach("/nowhere/s")

    async def test_other_protocol(self) -> None:
        """an engine that speaks another protocol is refused"""
        async with fake_engine(echo) as fake:
            fake.protocol = "1999-01-01"
            with self.assertRaisesRegex(ProtocolError, "another protocol.*1999"):
                await AsyncEngine.attach(fake.socket)

    async def test_line_without_end(self) -> None:
        """a line larger than is read ends the connection, with the reason"""

        async def endless(client: FakeClient, message: dict[str, Any]) -> None:
            with contextlib.suppress(ConnectionError):
                while True:
                    client.writer.write(b"x" * 65536)
                    await client.writer.drain()

        before, connection_module.MAX_LINE = connection_module.MAX_LINE, 1 << 20
        try:
            async with fake_engine(endless) as fake, AsyncEngine.attach(fake.socket) as engine:
                with self.assertRaisesRegex(EngineConnectionError, "more than 1048576 bytes"):
                    await engine.call("t")
        finally:
            connection_module.MAX_LINE = before

    async def test_large(self) -> None:
        """a result of 40 MB arrives whole, an image in it too"""
        text = "é🦊" * 4_000_000
        image = base64.b64encode(PNG).decode()

        async def large(client: FakeClient, message: dict[str, Any]) -> None:
            content = [{"type": "text", "text": text}, {"type": "image", "data": image, "mimeType": "image/png"}]
            client.line(
                json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"content": content}}, ensure_ascii=False)
            )

        async with fake_engine(large) as fake, AsyncEngine.attach(fake.socket) as engine:
            result = await engine.call("t")
        self.assertEqual(len(result.text), len(text))
        self.assertEqual(result.text, text)
        self.assertEqual(result.images, (PNG,))

    async def test_unicode(self) -> None:
        """text comes back as it went: other scripts, emoji, controls, line separators, half a surrogate pair"""
        text = 'Ünïcödé 漢字 🦊👩‍👩‍👧 \u0000\u2028\u2029\x7f\\"\n\t \ud83e'
        async with fake_engine(echo) as fake, AsyncEngine.attach(fake.socket) as engine:
            self.assertEqual(
                (await engine.call("t", {"text": text, "schlüssel 🔑": 1})).data, {"text": text, "schlüssel 🔑": 1}
            )

    async def test_timeout(self) -> None:
        """a call that takes too long is cancelled, and is a failure with the code timeout"""

        async def never(client: FakeClient, message: dict[str, Any]) -> None:
            pass

        async with fake_engine(never) as fake, AsyncEngine.attach(fake.socket) as engine:
            result = await engine.call("slow", timeout=0.05)
            self.assertEqual((result.ok, result.error_code), (False, "timeout"))
            with self.assertRaises(ToolError) as caught:
                await engine.call("slow", timeout=0.05, check=True)
            self.assertEqual(caught.exception.code, "timeout")
            received = fake.clients[0].received
            await until(lambda: fake.clients[0].methods().count("notifications/cancelled") == 2, "it was told")
            asked = [m["id"] for m in received if m.get("method") == "tools/call"]
            told = [m["params"]["requestId"] for m in received if m.get("method") == "notifications/cancelled"]
            self.assertEqual(told, asked)

    async def test_cancel(self) -> None:
        """cancelling a task cancels its call in the engine, a late answer to it harms nobody"""
        late: list[dict[str, Any]] = []

        async def hold(client: FakeClient, message: dict[str, Any]) -> None:
            if message["params"]["name"] == "slow":
                late.append(message)
            else:
                client.answer_text(late[0], "too late")
                client.answer_text(message, "in time")

        async with fake_engine(hold) as fake, AsyncEngine.attach(fake.socket) as engine:
            task = asyncio.create_task(engine.call("slow"))
            await until(lambda: late, "it is on its way")
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            await until(lambda: "notifications/cancelled" in fake.clients[0].methods(), "the engine was told")
            self.assertEqual((await engine.call("quick")).text, "in time")

    async def test_rpc_errors(self) -> None:
        """an unknown tool is a failure with the code not_found, another refusal one with protocol_error"""

        async def refuse(client: FakeClient, message: dict[str, Any]) -> None:
            name = message["params"]["name"]
            error: Any = {"code": -32602, "message": f"no {name}", "data": {"tool": name}} if name == "t" else "odd"
            client.send({"jsonrpc": "2.0", "id": message["id"], "error": error})

        async with fake_engine(refuse) as fake, AsyncEngine.attach(fake.socket) as engine:
            known, odd = await engine.call("t"), await engine.call("u")
        self.assertEqual((known.error_code, known.error_message), ("not_found", "no t"))
        self.assertEqual(odd.error_code, "protocol_error")

    async def test_odd_results(self) -> None:
        """results that are not as they should be give what is usable in them"""
        answers: list[Any] = [
            None,
            [],
            {"content": "text"},
            {"content": [None, {"type": "text"}, {"type": "image", "data": "%%%"}, {"type": "text", "text": "yes"}]},
            {"isError": True, "content": [{"type": "text", "text": "error [not_found]: No such.\nhint: Look."}]},
            {"isError": True},
        ]

        async def odd(client: FakeClient, message: dict[str, Any]) -> None:
            client.answer(message, answers[message["params"]["arguments"]["n"]])

        async with fake_engine(odd) as fake, AsyncEngine.attach(fake.socket) as engine:
            results = [await engine.call("t", n=n) for n in range(len(answers))]
        self.assertEqual([r.ok for r in results], [False, False, True, True, False, False])
        self.assertEqual((results[3].text, results[3].images), ("yes", ()))
        last_but_one = results[4]
        self.assertEqual(
            (last_but_one.error_code, last_but_one.error_message, last_but_one.error_hint),
            ("not_found", "No such.", "Look."),
        )
        self.assertEqual(results[5].error_code, "tool_failed")

    async def test_not_json(self) -> None:
        """arguments that are no JSON raise at once and leave the connection as it was"""
        async with fake_engine(echo) as fake, AsyncEngine.attach(fake.socket) as engine:
            with self.assertRaises(TypeError):
                await engine.call("t", of={1, 2})
            with self.assertRaises(ValueError):
                await engine.call("t", of=float("nan"))
            self.assertEqual((await engine.call("t", of=1))["of"], 1)

    async def test_closed(self) -> None:
        """a closed engine refuses calls instead of connecting again"""
        async with fake_engine(echo) as fake:
            engine = await AsyncEngine.attach(fake.socket)
            await engine.close()
            with self.assertRaisesRegex(EngineConnectionError, "closed"):
                await engine.call("t")

    async def test_one_connection(self) -> None:
        """calls that begin at once share one connection, and each agent has its own"""
        async with fake_engine(echo) as fake, AsyncEngine.attach(fake.socket, client_name="test") as engine:
            mira = engine.as_agent("mira")
            await asyncio.gather(*(mira.call("t", n=n) for n in range(10)), *(engine.call("t", n=n) for n in range(10)))
            self.assertEqual(sorted(client.name for client in fake.clients), ["test", "test/mira"])
            with self.assertRaises(ValueError):
                engine.as_agent("a/b")
