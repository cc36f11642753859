from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
import unittest
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

from skywalker_agents import (
    AsyncEngine,
    Engine,
    EngineConnectionError,
    EngineEndedError,
    EngineNotFoundError,
    ToolError,
    tool,
)
from skywalker_agents import connection as connection_module
from skywalker_agents.stubs import main as write_stubs

from .run import ROOT
from .support import ServedProject, until

served: ServedProject


def setUpModule() -> None:
    global served
    served = ServedProject()


def tearDownModule() -> None:
    served.remove()


class Calls(unittest.IsolatedAsyncioTestCase):
    async def test_slow(self) -> None:
        """a call that takes longer than an engine may be silent is waited for, since the engine says that it is there"""
        with mock.patch.object(connection_module, "SILENCE", 0.1):
            async with AsyncEngine.attach(served.socket) as engine:
                waited = await engine.call("events_poll", since=10**9, wait_ms=1_500, types=["nothing"])
        self.assertTrue(waited.ok, waited.text)

    async def test_call(self) -> None:
        """a call gives text and data, a wrapper the same, a failure its code and hint"""
        async with AsyncEngine.attach(served.socket) as engine:
            result = await engine.call("scene_query", {"limit": 2}, tag="hazard")
            self.assertTrue(result.ok)
            self.assertTrue(result.text)
            self.assertEqual(result.data, (await engine.tools.scene_query(tag="hazard", limit=2)).data)
            failed = await engine.call("entity_get", entity="Nobody")
            self.assertEqual((failed.ok, failed.error_code), (False, "not_found"))
            self.assertIn("Nobody", failed.error_message or "")
            misspelt = await engine.call("scene_query", tga="hazard")
            self.assertEqual(misspelt.error_code, "invalid_arguments")
            self.assertIn("tag", misspelt.error_hint or misspelt.error_message or "")
            unknown = await engine.call("scene_qery")
            self.assertEqual(unknown.error_code, "not_found")
            self.assertIn("scene_query", unknown.error_message or "")
            with self.assertRaises(ToolError) as caught:
                await engine.call("entity_get", entity="Nobody", check=True)
            self.assertEqual((caught.exception.tool, caught.exception.code), ("entity_get", "not_found"))

    async def test_image(self) -> None:
        """a picture arrives as a PNG file"""
        async with AsyncEngine.attach(served.socket) as engine:
            result = await engine.tools.viewport_capture()
        self.assertEqual(result.images[0][:8], b"\x89PNG\r\n\x1a\n")

    async def test_many(self) -> None:
        """a hundred calls at once are each answered with their own result"""
        async with AsyncEngine.attach(served.socket) as engine:
            results = await asyncio.gather(
                *(
                    engine.call("wander_run", source=f"fn run(args)\n  return {n} * 2\nend", check=True)
                    for n in range(100)
                )
            )
        self.assertEqual([r["result"] for r in results], [n * 2 for n in range(100)])

    async def test_agents(self) -> None:
        """an agent's session acts as that agent"""
        async with AsyncEngine.attach(served.socket) as engine:
            mira = engine.as_agent("mira")
            async with engine.events(types=["tool"]) as events:
                await engine.call("engine_info")
                await mira.call("engine_info")
                first, second = await events.__anext__(), await events.__anext__()
        self.assertEqual((first.actor, second.actor), (engine.actor, mira.actor))
        self.assertEqual((engine.actor, mira.actor), ("mcp:sky-agents", "mcp:sky-agents/mira"))

    async def test_tools(self) -> None:
        """the list of tools has their schemas, those of the project too"""
        async with AsyncEngine.attach(served.socket) as engine:
            defined = await engine.call(
                "tool_define",
                name="double",
                description='Doubles a number: {"n": 2} gives 4.',
                input_schema={"type": "object", "properties": {"n": {"type": "number"}}, "required": ["n"]},
                wander="fn run(args)\n  return args.n * 2\nend",
            )
            self.assertEqual(defined.get("status"), "active", defined.text)
            tools = {tool.name: tool for tool in await engine.list_tools()}
            self.assertTrue(tools["scene_query"].read_only)
            self.assertEqual(tools["scene_query"].category, "scene")
            self.assertEqual(list(tools["user_double"].arguments), ["n"])
            self.assertEqual((await engine.tools.user_double(n=4))["result"], 8)
            large = await engine.call("user_double", n="four")
            self.assertEqual(large.error_code, "invalid_arguments")

    async def test_too_large(self) -> None:
        """a call too large for the engine is a failure that says so, and the connection goes on"""
        async with AsyncEngine.attach(served.socket) as engine:
            result = await engine.call("wander_run", source="x" * (17 << 20))
            self.assertEqual(result.error_code, "protocol_error")
            self.assertIn("16777216", result.error_message or "")
            self.assertTrue((await engine.call("engine_info")).ok)


class Places(unittest.IsolatedAsyncioTestCase):
    async def test_by_project(self) -> None:
        """attach and auto find what has the project open"""
        async with AsyncEngine.attach(project=served.project) as engine:
            self.assertTrue((await engine.call("project_info")).ok)
            self.assertIsNone(engine.process)
        async with AsyncEngine.auto(served.project) as engine:
            self.assertIsNone(engine.process)
            self.assertTrue((await engine.call("project_info")).ok)

    async def test_copied(self) -> None:
        """a copy of a project does not lead to the engine of the other, nor does a file that others can change"""
        copy = served.folder / "copy"
        shutil.copytree(served.project, copy, ignore=shutil.ignore_patterns("*.sock"))
        with self.assertRaisesRegex(EngineNotFoundError, "nothing has .*copy open"):
            await AsyncEngine.attach(project=copy)
        file = copy / ".skywalker" / "agent.json"
        content = json.loads(file.read_text("utf-8"))
        file.write_text(json.dumps({**content, "project": str(copy)}), "utf-8")
        async with AsyncEngine.attach(project=copy) as engine:
            self.assertTrue((await engine.call("engine_info")).ok)
        file.chmod(0o640)
        with self.assertRaisesRegex(EngineNotFoundError, "nothing has .*copy open"):
            await AsyncEngine.attach(project=copy)

    @unittest.skipUnless(hasattr(os, "getuid") and os.getuid() == 0, "only root can give a socket away")
    async def test_strangers(self) -> None:
        """nothing is sent to a socket of another user"""
        os.chown(served.socket, 65534, -1)
        try:
            with self.assertRaisesRegex(EngineConnectionError, "another user's"):
                await AsyncEngine.attach(served.socket)
        finally:
            os.chown(served.socket, 0, -1)

    async def test_environment(self) -> None:
        """without a socket, $SKYWALKER_SOCKET and then the newest editor's are taken"""
        before = dict(os.environ)
        home = served.folder / "somebody"
        home.mkdir(exist_ok=True)
        os.environ["SKYWALKER_HOME"] = str(home)
        os.environ.pop("SKYWALKER_SOCKET", None)
        try:
            with self.assertRaisesRegex(EngineNotFoundError, "no editor is open"):
                await AsyncEngine.attach()
            (home / "editor.sock").symlink_to(served.socket)
            async with AsyncEngine.attach() as engine:
                self.assertTrue((await engine.call("engine_info")).ok)
            os.environ["SKYWALKER_SOCKET"] = "/nowhere/s"
            with self.assertRaisesRegex(EngineConnectionError, "/nowhere/s"):
                await AsyncEngine.attach()
        finally:
            os.environ.clear()
            os.environ.update(before)

    async def test_spawn(self) -> None:
        """an engine is started where none is, and ends with what started it"""
        other = served.folder / "other"
        other.mkdir()
        (other / "game.json").write_text((served.project / "game.json").read_text("utf-8"), "utf-8")
        async with AsyncEngine.auto(other) as engine:
            assert engine.process is not None
            pid = engine.process.pid
            self.assertTrue((await engine.call("project_info")).ok)
            with self.assertRaisesRegex(EngineConnectionError, "ended with exit code 3: .*open"):
                await AsyncEngine.spawn(other)
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)

    async def test_spawned_dies(self) -> None:
        """when the engine that was started dies, calls say so, with its exit code"""
        other = served.folder / "dying"
        other.mkdir()
        (other / "game.json").write_text((served.project / "game.json").read_text("utf-8"), "utf-8")
        async with AsyncEngine.spawn(other) as engine:
            assert engine.process is not None
            os.kill(engine.process.pid, 9)
            with self.assertRaises(EngineConnectionError):
                while True:
                    await engine.call("engine_info")
            await until(lambda: engine.process and engine.process.exit_code is not None, "it is over")
            with self.assertRaisesRegex(EngineEndedError, "exit code -9"):
                await engine.call("engine_info")

    async def test_no_program(self) -> None:
        """a program or project that is not there is named"""
        with self.assertRaisesRegex(EngineNotFoundError, "there is no program /nowhere/skywalker"):
            await AsyncEngine.spawn(served.project, binary="/nowhere/skywalker")
        with self.assertRaisesRegex(EngineNotFoundError, "/nowhere/at/all is no folder"):
            await AsyncEngine.spawn("/nowhere/at/all")

    async def test_lifeline(self) -> None:
        """an engine that was started ends when the process that started it is killed"""
        other = served.folder / "orphan"
        other.mkdir()
        (other / "game.json").write_text((served.project / "game.json").read_text("utf-8"), "utf-8")
        code = (
            "import sys, time; from skywalker_agents import Engine\n"
            f"engine = Engine.spawn({str(other)!r}); print(engine.aio.process.pid, flush=True); time.sleep(600)"
        )
        child = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
        assert child.stdout is not None
        pid = int(child.stdout.readline())
        child.kill()
        child.wait()
        child.stdout.close()
        await until(lambda: not is_running(pid), "the engine ends")


class Waiting(unittest.TestCase):
    def test_engine(self) -> None:
        """ordinary code calls, waits for events, and acts as an agent"""
        with Engine.attach(served.socket, client_name="plain") as engine:
            self.assertTrue(engine.tools.scene_overview().ok)
            with engine.events(types=["tool"], actors=["mcp:plain/"]) as events, engine.as_agent("mira") as mira:
                engine.call("engine_info")
                mira.tools.engine_info()
                event = events.next(timeout=30)
                self.assertEqual(event and event.actor, "mcp:plain/mira")
                self.assertIsNone(events.next(timeout=0.01))
            with self.assertRaises(ToolError):
                engine.call("entity_get", entity="Nobody", check=True)
            self.assertEqual(engine.call("engine_info", timeout=30).ok, True)
        with self.assertRaisesRegex(RuntimeError, "closed"):
            engine.call("engine_info")
        engine.close()

    def test_in_async(self) -> None:
        """a waiting call in the engine's own loop is refused instead of standing still for ever"""
        with Engine.attach(served.socket) as engine:

            async def wrong() -> None:
                engine.call("engine_info")

            with self.assertRaisesRegex(RuntimeError, "use AsyncEngine"):
                engine.run(wrong())

    def test_stubs(self) -> None:
        """stubs of a project's own tools are written from what the engine says"""
        output = served.folder / "project_tools.py"
        with Engine.attach(served.socket) as engine:
            engine.call(
                "tool_define",
                name="triple",
                description='Triples a number: {"n": 2} gives 6.',
                input_schema={"type": "object", "properties": {"n": {"type": "number", "description": "What."}}},
                wander="fn run(args)\n  return args.n * 3\nend",
                check=True,
            )
            self.assertEqual(write_stubs(["--project", str(served.project), "--output", str(output)]), 0)
            text = output.read_text("utf-8")
            self.assertIn("n: float = UNSET", text)
            space: dict[str, object] = {}
            exec(compile(text, str(output), "exec"), space)
            tools = space["ProjectTools"](engine.call)  # type: ignore[operator]
            self.assertEqual(tools.user_triple(n=3)["result"], 9)


def is_running(pid: int) -> bool:
    """Not of a process that has ended and that nobody has asked about."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return not Path("/proc/self").exists()


class Leaks(unittest.IsolatedAsyncioTestCase):
    async def test_nothing_is_left(self) -> None:
        """sessions, streams and hosts that were closed leave nothing behind, here and in the engine"""
        async with AsyncEngine.attach(served.socket) as engine:

            async def connections() -> int:
                """Of those that have said who they are, one for each that is open."""
                events = (await engine.call("events_poll", since=0, types=["connection"], limit=1000))["events"]
                return sum(1 if event["kind"] == "opened" else -1 for event in events)

            await engine.call("engine_info")
            before, tasks = await connections(), len(asyncio.all_tasks())
            for n in range(20):
                async with engine.as_agent(f"a{n}") as agent:
                    await agent.call("engine_info", check=True)
                async with engine.events() as events:
                    await events.poll()
                host = await engine.host_tools([nothing])
                await host.stop()
            await until(lambda: equal(connections, before), "the engine has seen them go")
            await until(lambda: len(asyncio.all_tasks()) == tasks, "no task is left")
            self.assertLessEqual(len(engine._sessions) + len(engine._hosts), 2)


@tool
async def nothing() -> None:
    """Does nothing, and does it at once."""


async def equal(count: Callable[[], Awaitable[int]], to: int) -> bool:
    return await count() == to


class Timing(unittest.IsolatedAsyncioTestCase):
    async def test_busy_loop(self) -> None:
        """code that holds the loop up for a while loses no answer"""
        async with AsyncEngine.attach(served.socket) as engine:
            tasks = [asyncio.create_task(engine.call("engine_info")) for _ in range(20)]
            await asyncio.sleep(0)
            end = time.monotonic() + 0.2
            while time.monotonic() < end:
                pass
            self.assertTrue(all(result.ok for result in await asyncio.gather(*tasks)))
