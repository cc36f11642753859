from __future__ import annotations

import ast
import asyncio
import contextlib
import dataclasses
import enum
import json
import logging
import os
import sys
import threading
import time
import unittest
from typing import Annotated, Any, Literal, TypedDict

from skywalker_agents import (
    AsyncEngine,
    Engine,
    EngineConnectionError,
    EngineEndedError,
    Event,
    HostError,
    Output,
    SyncToolContext,
    Tool,
    ToolContext,
    ToolFailure,
    ToolHost,
    tool,
)

from .hazard_snippet import SNIPPET
from .support import ServedProject, approve, until

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c636460f85f0f0002870180eb47ba92"
    "0000000049454e44ae426082"
)

served: ServedProject


def setUpModule() -> None:
    global served
    served = ServedProject()


def tearDownModule() -> None:
    served.remove()


@dataclasses.dataclass
class Area:
    center: tuple[float, float, float]
    radius: float = 10.0


class Mode(enum.Enum):
    FAST = "fast"
    EXACT = "exact"


class Options(TypedDict, total=False):
    depth: int


@dataclasses.dataclass
class Node:
    name: str
    weight: int = 1
    children: list[Node] = dataclasses.field(default_factory=list)


@tool
async def echo(text: str) -> str:
    """Gives back the text that it is given."""
    return text


class HostTests(unittest.IsolatedAsyncioTestCase):
    """With a client that hosts, and another that calls."""

    async def asyncSetUp(self) -> None:
        self.engine = await AsyncEngine.attach(served.socket, client_name="hoster")
        self.caller = await AsyncEngine.attach(served.socket, client_name="caller")

    async def asyncTearDown(self) -> None:
        await self.caller.close()
        await self.engine.close()

    async def host(self, *tools: Tool, **options: Any) -> ToolHost:
        return await self.engine.host_tools(tools, **options)


class Snippet(HostTests):
    async def test_snippet(self) -> None:
        """the documents' hazard_audit runs as it stands, and is active"""
        space: dict[str, Any] = {"tool": tool, "ToolContext": ToolContext, "engine": self.engine}
        code = compile(SNIPPET, "custom-tools.txt", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        await eval(code, space)
        self.assertEqual(space["host"].status, {"py_hazard_audit": {"status": "active"}})
        result = await self.caller.call("py_hazard_audit", min_gap=3)
        self.assertTrue(result.ok, result.text)
        misspelt = await self.caller.call("py_hazard_audit", min_gp=3)
        self.assertEqual(misspelt.error_code, "invalid_arguments")
        self.assertIn("min_gap", f"{misspelt.error_message} {misspelt.error_hint}")

    async def test_audit(self) -> None:
        """a tool calls back within its capabilities, in the name of who called it, and not beyond them"""
        seen: list[ToolContext] = []

        @tool(capabilities={"calls": ["scene_query"]})
        async def audit(tag: str, *, ctx: ToolContext) -> dict[str, Any]:
            """Counts what has a tag, and tries what it may not."""
            seen.append(ctx)
            found = await ctx.session.tools.scene_query(tag=tag, check=True)
            denied = await ctx.session.call("entity_create", name="never")
            return {"total": found["total"], "denied": denied.error_code}

        await self.host(audit)
        direct = await self.caller.call("scene_query", tag="hazard", check=True)
        async with self.engine.events(types=["tool"]) as events:
            result = await self.caller.as_agent("mira").call("py_audit", tag="hazard", check=True)
            calls: list[Event] = []
            while not calls or calls[-1].tool != "py_audit":
                calls.append(await asyncio.wait_for(events.__anext__(), 30))
        self.assertEqual(result.data, {"total": direct["total"], "denied": "capability_denied"})
        self.assertEqual({event.actor for event in calls}, {"mcp:caller/mira"})
        self.assertEqual((seen[0].actor, seen[0].agent_id, seen[0].tool), ("mcp:caller/mira", "mira", "py_audit"))
        self.assertEqual((await self.caller.call("scene_query", name="never"))["total"], 0)
        late = await seen[0].session.call("scene_query")
        self.assertEqual(late.error_code, "unknown_call")

    async def test_schema(self) -> None:
        """the engine takes every schema that hints can make, and fills in defaults"""

        @tool
        async def everything(
            area: Area,
            tree: Node,
            mode: Mode = Mode.FAST,
            kind: Literal["a", 1] = "a",
            tags: list[str] | None = None,
            extra: dict[str, float] | None = None,
            either: Area | list[int] | None = None,
            options: Options | None = None,
            pair: tuple[int, str] = (1, "x"),
            free: Any = None,
            count: Annotated[int, "How many.", {"minimum": 1}] = 2,
            one_of: Node | Options | None = None,
        ) -> dict[str, Any]:
            """Takes arguments of every kind and shows what came."""
            return {k: repr(v) for k, v in locals().items()}

        host = await self.host(everything)
        self.assertEqual(host.status["py_everything"], {"status": "active"})
        args = {
            "area": {"center": [1, 2, 3]},
            "tree": {"name": "a", "children": [{"name": "b"}]},
            "mode": "exact",
            "either": [4],
            "extra": {"k": 1},
            "one_of": {},
        }
        result = await self.caller.call("py_everything", args, check=True)
        self.assertEqual(
            result.data,
            {
                "area": "Area(center=(1.0, 2.0, 3.0), radius=10.0)",
                "tree": "Node(name='a', weight=1, children=[Node(name='b', weight=1, children=[])])",
                "mode": "<Mode.EXACT: 'exact'>",
                "kind": "'a'",
                "tags": "None",
                "extra": "{'k': 1.0}",
                "either": "[4]",
                "options": "None",
                "pair": "(1, 'x')",
                "free": "None",
                "count": "2",
                "one_of": "{}",
            },
        )
        for wrong in (
            {"mode": "slow"},
            {"count": 0},
            {"area": {"center": [1, 2]}},
            {"tree": {"name": "a", "kids": []}},
        ):
            with self.subTest(str(wrong)):
                refused = await self.caller.call("py_everything", {**args, **wrong})
                self.assertEqual(refused.error_code, "invalid_arguments")


class Results(HostTests):
    async def test_results(self) -> None:
        """each kind of result arrives as what it is"""
        values: dict[str, Any] = {
            "text": "Größe 🦊\u2028\x00",
            "dict": {"a": [1, None, "ü"]},
            "list": [1, 2],
            "dataclass": Area((1, 2, 3)),
            "png": PNG,
            "all": Output("words", {"n": 1}, [PNG, PNG]),
            "nothing": None,
        }

        @tool
        async def give(what: str) -> Any:
            """Gives the value that has this name."""
            return values[what]

        await self.host(give)
        results = {what: await self.caller.call("py_give", what=what) for what in values}
        self.assertEqual([r.ok for r in results.values()], [True] * len(values), results)
        self.assertEqual(results["text"].text, values["text"])
        self.assertEqual(results["dict"].data, {"a": [1, None, "ü"]})
        self.assertEqual(results["list"].data, {"value": [1, 2]})
        self.assertEqual(results["dataclass"].data, {"center": [1, 2, 3], "radius": 10.0})
        self.assertEqual(results["png"].images, (PNG,))
        self.assertEqual((results["all"].text, results["all"]["n"], len(results["all"].images)), ("words", 1, 2))
        self.assertEqual(results["nothing"].text, "ok")

    async def test_failures(self) -> None:
        """failures reach the caller as words, without a traceback, which is logged"""

        class Unprintable(Exception):
            def __str__(self) -> str:
                raise RuntimeError("not even that")

        @tool
        async def fail(how: str, *, ctx: ToolContext) -> Any:
            """Fails in one of many ways."""
            if how == "error":
                raise ValueError("it does not fit")
            if how == "failure":
                raise ToolFailure("the door is locked", "Bring the key.")
            if how == "unprintable":
                raise Unprintable
            if how == "exit":
                sys.exit(3)
            if how == "cancel":
                raise asyncio.CancelledError
            if how == "nan":
                return {"a": float("nan")}
            if how == "object":
                return object()
            if how == "large":
                return "x" * 100_000
            if how == "huge":
                return {"x": "y" * (20 << 20)}
            if how == "gif":
                return b"GIF89a"
            if how == "callback":
                await ctx.session.call("entity_get", entity="Nobody", check=True)
            return None

        host = await self.host(fail)
        logger = logging.getLogger("skywalker_agents.host")
        with self.assertLogs(logger, logging.WARNING) as logs:
            results = {
                how: await self.caller.call("py_fail", how=how)
                for how in (
                    *("error", "failure", "unprintable", "exit", "cancel", "nan", "object", "large", "huge", "gif"),
                    "callback",
                )
            }
        codes = {how: result.error_code for how, result in results.items()}
        self.assertEqual([codes.pop(how) for how in ("large", "huge")], ["output_too_large"] * 2)
        self.assertEqual(set(codes.values()), {"tool_failed"}, codes)
        for how, words in [
            ("error", "ValueError: it does not fit"),
            ("failure", "the door is locked\nhint: Bring the key."),
            ("unprintable", "Unprintable"),
            ("exit", "sys.exit(3)"),
            ("cancel", "cancelled itself"),
            ("nan", "the result.a is nan"),
            ("object", "of the type object"),
            ("huge", "at most 16777216 are read"),
            ("gif", "no PNG image"),
            ("callback", "entity_get failed"),
        ]:
            self.assertIn(words.split("\n")[0], results[how].text, how)
            self.assertNotIn("Traceback", results[how].text)
        self.assertEqual(
            (results["failure"].error_message, results["failure"].error_hint), ("the door is locked", "Bring the key.")
        )
        self.assertIn("Traceback", logs.output[0])
        self.assertTrue((await self.caller.call("py_fail", how="not")).ok)
        # The one that is larger than a message the engine has failed itself, before it was taken.
        self.assertEqual((host.served, host.failed), (11, 9))

    async def test_many(self) -> None:
        """a hundred calls at once each get their own result, and no more run at once than allowed"""
        running, most = 0, 0

        @tool
        async def busy(n: int) -> dict[str, int]:
            """Takes its time over a number."""
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1
            return {"n": n}

        await self.host(busy, concurrency=5)
        results = await asyncio.gather(*(self.caller.call("py_busy", n=n, check=True) for n in range(100)))
        self.assertEqual([r["n"] for r in results], list(range(100)))
        self.assertEqual(most, 5)

    async def test_recursion(self) -> None:
        """a tool that calls itself, directly or twice at once, does not wait for its own slot"""
        running, most = 0, 0

        @tool(capabilities={"calls": ["py_leaves"]})
        async def leaves(depth: int, *, ctx: ToolContext) -> int:
            """Counts the leaves of a binary tree by calling itself for each branch."""
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1
            if depth == 0:
                return 1
            branches = await asyncio.gather(
                *(ctx.session.call("py_leaves", depth=depth - 1, check=True) for _ in range(2))
            )
            return sum(branch["value"] for branch in branches)

        host = await self.host(leaves, concurrency=1)
        results = await asyncio.gather(*(self.caller.call("py_leaves", depth=3, check=True) for _ in range(4)))
        self.assertEqual([r["value"] for r in results], [8] * 4)
        self.assertEqual((most, host.served), (1, 4 * 15))
        deep = await self.caller.call("py_leaves", depth=20)
        self.assertEqual(deep.error_code, "tool_failed")
        self.assertIn("nested deeper than 8 custom tools", deep.error_message or "")
        # The hint is passed on, once.
        self.assertEqual(deep.text.count("hint: "), 1, deep.text)


class Ends(HostTests):
    async def test_timeout(self) -> None:
        """a tool whose call timed out is cancelled, and the host serves on"""
        cancelled: list[str] = []

        @tool(limits={"timeout_ms": 300})
        async def slow(seconds: float, *, ctx: ToolContext) -> str:
            """Takes so many seconds to answer."""
            try:
                await asyncio.sleep(seconds)
            except asyncio.CancelledError:
                cancelled.append(f"{ctx.remaining:.1f}")
                raise
            return "done"

        await self.host(slow)
        result = await self.caller.call("py_slow", seconds=600)
        self.assertEqual(result.error_code, "timeout")
        await until(lambda: cancelled, "the tool is cancelled")
        self.assertEqual(cancelled, ["0.0"])
        self.assertEqual((await self.caller.call("py_slow", seconds=0)).text, "done")

    async def test_cancelled(self) -> None:
        """a tool whose caller cancels the call, or goes away, is cancelled"""
        begun: list[str] = []
        cancelled: list[str] = []

        @tool
        async def slow(name: str) -> str:
            """Does not answer by itself."""
            begun.append(name)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(name)
                raise
            return "never"

        host = await self.host(slow, concurrency=1)
        first = asyncio.create_task(self.caller.call("py_slow", name="first"))
        await until(lambda: begun == ["first"], "it runs")
        # It waits for its turn, and is given up before it has come.
        second = asyncio.create_task(self.caller.call("py_slow", name="second"))
        await until(lambda: host.in_flight == 2, "it waits")
        second.cancel()
        await until(lambda: host.in_flight == 1, "it is given up")
        first.cancel()
        await until(lambda: cancelled == ["first"], "it is cancelled")
        self.assertEqual(begun, ["first"])
        third = await AsyncEngine.attach(served.socket, client_name="mortal")
        dying = asyncio.create_task(third.call("py_slow", name="third"))
        await until(lambda: begun == ["first", "third"], "it runs")
        await third.close()
        await until(lambda: cancelled == ["first", "third"], "it is cancelled")
        await asyncio.gather(first, second, dying, return_exceptions=True)

    async def test_stubborn(self) -> None:
        """tools that do not end when they are told to hold up no other"""
        release = asyncio.Event()
        thread_release = threading.Event()

        @tool(limits={"timeout_ms": 200})
        async def stubborn() -> None:
            """Catches its cancellation and goes on."""
            while not release.is_set():
                with contextlib.suppress(asyncio.CancelledError):
                    await release.wait()

        @tool(limits={"timeout_ms": 200})
        def stuck(*, ctx: SyncToolContext) -> None:
            """Waits in a thread that nothing can stop."""
            thread_release.wait()
            contexts.append(ctx)

        contexts: list[SyncToolContext] = []
        # Otherwise nothing ends where the test fails.
        self.addCleanup(release.set)
        self.addCleanup(thread_release.set)
        host = await self.host(stubborn, stuck, echo, concurrency=1)
        with self.assertLogs("skywalker_agents.host", logging.ERROR) as logs:
            first = await self.caller.call("py_stubborn")
            await until(lambda: host.in_flight == 0 and logs.output, "it is let go, and told of")
            second = await self.caller.call("py_stuck")
            self.assertEqual((await self.caller.call("py_echo", text="still here")).text, "still here")
        self.assertEqual((first.error_code, second.error_code), ("timeout", "timeout"))
        self.assertIn("stubborn goes on although it was cancelled", logs.output[0])
        release.set()
        thread_release.set()
        await until(lambda: contexts, "the thread goes on")
        self.assertTrue(contexts[0].cancelled)

    async def test_threads(self) -> None:
        """a plain function runs in a thread, calls back from there, and does not hold up others"""
        both = threading.Barrier(2)

        @tool(capabilities={"calls": ["scene_query"]})
        def meet(*, ctx: SyncToolContext) -> dict[str, Any]:
            """Waits in its thread until another call of it is there."""
            both.wait(timeout=30)
            return {"total": ctx.session.tools.scene_query(tag="hazard").get("total"), "actor": ctx.actor}

        await self.host(meet)
        direct = await self.caller.call("scene_query", tag="hazard")
        results = await asyncio.gather(*(self.caller.call("py_meet", check=True) for _ in range(2)))
        self.assertEqual([r.data for r in results], [{"total": direct["total"], "actor": "mcp:caller"}] * 2)

    async def test_stop(self) -> None:
        """a host that stops takes its tools along, and its calls fail"""

        @tool
        async def endless() -> None:
            """Does not answer by itself."""
            await asyncio.Event().wait()

        host = await self.host(endless)
        waiting = asyncio.create_task(self.caller.call("py_endless"))
        await until(lambda: host.in_flight == 1, "it runs")
        await host.stop()
        self.assertEqual((await asyncio.wait_for(waiting, 30)).error_code, "tool_offline")
        self.assertNotIn("py_endless", [t.name for t in await self.caller.list_tools()])
        await asyncio.wait_for(host.wait(), 30)

    async def test_dry_run(self) -> None:
        """a tool is told when its call is only tried"""
        seen: list[bool] = []

        @tool
        async def tried(*, ctx: ToolContext) -> bool:
            """Tells whether this is a dry run."""
            seen.append(ctx.dry_run)
            return ctx.dry_run

        await self.host(tried)
        await self.caller.call("py_tried", check=True)
        await self.caller.call("tool_test", name="py_tried", args={}, check=True)
        self.assertEqual(seen, [False, True])


class Registrations(HostTests):
    async def test_restart(self) -> None:
        """when the engine is started anew, or killed, the host registers again by itself"""
        cancelled: list[bool] = []
        begun = asyncio.Event()

        @tool
        async def endless() -> None:
            """Does not answer by itself."""
            begun.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.append(True)
                raise

        host = await self.host(echo, endless)

        async def restart(kill: bool, cancelled_by_then: int) -> None:
            begun.clear()
            before = host.host_id
            waiting = asyncio.create_task(self.caller.call("py_endless"))
            await begun.wait()
            await asyncio.to_thread(served.end, kill)
            (lost,) = await asyncio.gather(waiting, return_exceptions=True)
            self.assertTrue(isinstance(lost, EngineConnectionError) or not getattr(lost, "ok", True), lost)
            await asyncio.to_thread(served.start)
            await until(lambda: host.host_id != before, "it registers again")
            await until(lambda: len(cancelled) == cancelled_by_then, "what nobody waits for is cancelled")
            self.assertEqual(host.status, {"py_echo": {"status": "active"}, "py_endless": {"status": "active"}})
            self.assertEqual((await self.caller.call("py_echo", text="again", check=True)).text, "again")

        await restart(kill=False, cancelled_by_then=1)
        await restart(kill=True, cancelled_by_then=2)

    async def test_refused(self) -> None:
        """tools that the engine refuses are named with the reason, and none is served"""

        @tool(capabilities={"calls": ["scene_qery"]})
        async def misspelt() -> None:
            """Wants a tool that does not exist."""

        with self.assertRaisesRegex(HostError, "scene_query"):
            await self.host(echo, misspelt)
        self.assertNotIn("py_echo", [t.name for t in await self.caller.list_tools()])
        with self.assertRaisesRegex(TypeError, "put @tool on the function"):
            await self.host(lambda: None)  # type: ignore[arg-type]
        with self.assertRaisesRegex(TypeError, r"are a list: write host_tools\(\[…\]\)"):
            await self.engine.host_tools(echo)  # type: ignore[arg-type]
        with self.assertRaisesRegex(ValueError, "two tools are called echo"):
            await self.host(echo, echo)
        with self.assertRaisesRegex(ValueError, "at least one"):
            await self.host()

    async def test_taken(self) -> None:
        """a name that another serves is refused, and taken over by the same owner who says so"""
        await self.host(echo, label="First")
        with self.assertRaisesRegex(HostError, "py_echo is served by .*First"):
            await self.host(echo, label="Second")
        await self.host(echo, label="Second", replace=True)
        hosts = (await self.caller.call("tool_host_list", check=True))["hosts"]
        self.assertEqual([h["tools"] for h in hosts if h.get("label") == "Second"], [["py_echo"]])

    async def test_pending(self) -> None:
        """a tool that changes the project waits for a person, and says how it is approved"""

        @tool(mutates=True, capabilities={"calls": ["entity_create"]})
        async def build(*, ctx: ToolContext) -> None:
            """Puts an entity into the scene."""
            await ctx.session.call("entity_create", name="built", check=True)

        with self.assertLogs("skywalker_agents.host", logging.WARNING) as logs:
            host = await self.host(build, echo)
        self.assertEqual(host.pending(), ["py_build"])
        self.assertEqual(host.status["py_build"]["status"], "pending_approval")
        self.assertIn("skywalker approve py_build", logs.output[0])
        self.assertFalse((await self.caller.call("py_build")).ok)
        self.assertEqual((await host.refresh_status())["py_build"]["status"], "pending_approval")
        self.assertEqual((await self.caller.call("scene_query", name="built"))["total"], 0)

    async def test_engine_ended(self) -> None:
        """a host of an engine that was started ends with it, and says so"""
        folder = served.folder / "host-ends"
        folder.mkdir()
        (folder / "game.json").write_text((served.project / "game.json").read_text("utf-8"), "utf-8")
        async with AsyncEngine.spawn(folder) as engine:
            host = await engine.host_tools([echo])
            assert engine.process is not None
            os.kill(engine.process.pid, 9)
            with self.assertLogs("skywalker_agents.host", logging.ERROR), self.assertRaises(EngineEndedError):
                await asyncio.wait_for(host.wait(), 60)


class Changes(unittest.IsolatedAsyncioTestCase):
    async def test_mutating(self) -> None:
        """what an approved tool changes is one undo step of its caller, and nothing is left of a call that fails"""
        folder = served.folder / "changes"
        folder.mkdir()
        (folder / "game.json").write_text((served.project / "game.json").read_text("utf-8"), "utf-8")

        @tool(mutates=True, capabilities={"calls": ["entity_create"]})
        async def build(names: list[str], *, ctx: ToolContext) -> int:
            """Puts entities into the scene; one without a name fails it."""
            for name in names:
                if not name:
                    raise ToolFailure("a name is empty", "Leave it out.")
                await ctx.session.call("entity_create", name=name, check=True)
            return len(names)

        async with AsyncEngine.spawn(folder) as engine:
            host = await engine.host_tools([build])
            self.assertEqual(host.pending(), ["py_build"])
            await asyncio.to_thread(approve, "py_build", folder)
            # The poll that waits is told.
            await until(lambda: host.pending() == [], "the host hears of the approval")
            self.assertEqual(host.status, {"py_build": {"status": "active"}})
            self.assertEqual(await host.refresh_status(), host.status)
            caller = engine.as_agent("mira")

            async def there() -> list[str]:
                found = await engine.call("scene_query", name="tower*", check=True)
                return sorted(match["name"] for match in found["matches"])

            result = await caller.call("py_build", names=["tower a", "tower b"])
            self.assertEqual((result.ok, result.data), (True, {"value": 2}), result.text)
            self.assertEqual(await there(), ["tower a", "tower b"])
            failed = await caller.call("py_build", names=["tower c", ""])
            self.assertEqual(failed.error_code, "tool_failed")
            self.assertEqual(await there(), ["tower a", "tower b"])
            steps = (await engine.call("history", action="list", check=True)).data
            self.assertIn("mcp:sky-agents/mira", json.dumps(steps))
            await caller.call("history", action="undo", check=True)
            self.assertEqual(await there(), [])


    async def test_replaced(self) -> None:
        """a host whose tools another one takes over hears of it"""

        @tool
        def moved() -> str:
            """Says where it is served, for a test."""
            return "here"

        async with AsyncEngine.attach(served.socket) as engine:
            host = await engine.host_tools([moved])
            with self.assertLogs("skywalker_agents.host", logging.WARNING) as logs:
                await engine.host_tools([moved], label="New", replace=True)
                await until(lambda: host.pending() == ["py_moved"], "the host hears of it")
            self.assertEqual(host.status["py_moved"]["status"], "replaced")
            self.assertIn("New", host.status["py_moved"]["reason"])
            self.assertIn("py_moved is replaced now", logs.output[0])


class Waiting(unittest.TestCase):
    def test_host(self) -> None:
        """ordinary code hosts tools too"""
        with Engine.attach(served.socket) as engine, Engine.attach(served.socket, client_name="caller") as caller:

            @tool
            def shout(text: str) -> str:
                """Says a text in capitals, in a thread."""
                return text.upper()

            with engine.host_tools([shout]) as host:
                self.assertEqual(host.status, {"py_shout": {"status": "active"}})
                self.assertEqual(caller.tools.py_shout(text="größe").text, "GRÖSSE")
                waiting = threading.Thread(target=host.wait)
                waiting.start()
            waiting.join(timeout=30)
            self.assertFalse(waiting.is_alive())
            self.assertEqual(caller.call("py_shout", text="x").ok, False)

    def test_shared(self) -> None:
        """an engine used from several threads at once serves each"""
        with Engine.attach(served.socket) as engine:
            results: list[int] = []

            def work(n: int) -> None:
                for _ in range(5):
                    results.append(engine.call("scene_query", tag="hazard", check=True)["total"])

            threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
            for thread in threads:
                thread.start()
            end = time.monotonic() + 60
            for thread in threads:
                thread.join(timeout=max(0.0, end - time.monotonic()))
            self.assertEqual((len(results), len(set(results))), (40, 1))
