from __future__ import annotations

import asyncio
import unittest
from typing import Any

from skywalker_agents import AsyncEngine, Engine, Event, EventStream

from .support import FakeClient, ServedProject, fake_engine, until

served: ServedProject


def setUpModule() -> None:
    global served
    served = ServedProject()


def tearDownModule() -> None:
    served.remove()


async def note(engine: AsyncEngine, name: str) -> None:
    """Makes one event, which names itself."""
    await engine.call("entity_create", name=name, check=True)


def created(event: Event) -> str:
    """The name that `note` gave."""
    args = event.data.get("args")
    return str(args.get("name")) if isinstance(args, dict) else ""


async def take(stream: EventStream, count: int) -> list[str]:
    return [created(await asyncio.wait_for(stream.__anext__(), 60)) for _ in range(count)]


class Events(unittest.IsolatedAsyncioTestCase):
    async def test_follow(self) -> None:
        """a stream begins with what happens after it was made, even before it is first read"""
        async with AsyncEngine.attach(served.socket) as engine:
            await note(engine, "before")
            stream = engine.events(types=["tool"])
            for n in range(3):
                await note(engine, f"after {n}")
            self.assertEqual(await take(stream, 3), ["after 0", "after 1", "after 2"])
            self.assertIsNone(await stream.next(timeout=0.05))
            await note(engine, "later")
            self.assertEqual(await take(stream, 1), ["later"])

    async def test_since(self) -> None:
        """a later stream goes on at the cursor of an earlier one"""
        async with AsyncEngine.attach(served.socket) as engine:
            async with engine.events(types=["tool"]) as first:
                for n in range(4):
                    await note(engine, f"n{n}")
                self.assertEqual(await take(first, 2), ["n0", "n1"])
            async with engine.events(first.cursor, types=["tool"]) as second:
                self.assertEqual(await take(second, 2), ["n2", "n3"])

    async def test_filter(self) -> None:
        """types and actors pick events, and a single word for a list is refused"""
        async with AsyncEngine.attach(served.socket) as engine:
            with self.assertRaisesRegex(TypeError, r"write \['tool'\]"):
                engine.events(types="tool")
            mine = engine.events(actors=[f"{engine.actor}/mira"], types=["tool"])
            others = engine.events(exclude_actors=[f"{engine.actor}/mira"], types=["tool"])
            await engine.as_agent("mira").call("entity_create", name="hers")
            await note(engine, "mine")
            self.assertEqual(await take(mine, 1), ["hers"])
            self.assertEqual(await take(others, 1), ["mine"])

    async def test_close(self) -> None:
        """closing a stream or the engine ends the iteration"""
        async with AsyncEngine.attach(served.socket) as engine:
            stream, other = engine.events(types=["none"]), engine.events(types=["none"])

            async def read(from_: EventStream) -> list[Event]:
                return [event async for event in from_]

            tasks = [asyncio.create_task(read(stream)), asyncio.create_task(read(other))]
            await until(lambda: stream.cursor is not None and other.cursor is not None, "both poll")
            await stream.close()
            self.assertEqual(await asyncio.wait_for(tasks[0], 30), [])
        self.assertEqual(await asyncio.wait_for(tasks[1], 30), [])

    async def restarted(self, kill: bool) -> None:
        """Numbers from 0 up, made before, during and after a restart, are each read once."""
        async with (
            AsyncEngine.attach(served.socket) as engine,
            engine.events(types=["tool"], actors=[engine.actor]) as stream,
        ):
            seen: list[str] = []
            for n in range(5):
                await note(engine, f"{n}")
            seen += await take(stream, 5)
            waiting = asyncio.create_task(take(stream, 5))
            await asyncio.to_thread(served.end, kill)
            await asyncio.to_thread(served.start)
            for n in range(5, 10):
                await note(engine, f"{n}")
            seen += await waiting
            self.assertEqual(seen, [f"{n}" for n in range(10)])
            self.assertIsNone(await stream.next(timeout=0.05))

    async def test_restart(self) -> None:
        """over an engine's restart no event is lost and none comes twice"""
        await self.restarted(kill=False)

    async def test_killed(self) -> None:
        """over an engine that is killed no event is lost and none comes twice"""
        await self.restarted(kill=True)


class LostLogs(unittest.IsolatedAsyncioTestCase):
    """What a killed engine had not written yet is gone from its log, and numbers are given anew."""

    def setUp(self) -> None:
        self.log: list[dict[str, Any]] = []
        self.oldest = 1
        self.polled = 0

    def add(self, *times: float) -> None:
        for at in times:
            seq = self.oldest + len(self.log)
            self.log.append({"seq": seq, "time": at, "type": "tool", "actor": "a", "summary": f"at {at}", "data": {}})

    async def answer(self, client: FakeClient, message: dict[str, Any]) -> None:
        """`events_poll` without waiting."""
        self.polled += 1
        args = message["params"]["arguments"]
        last = self.oldest + len(self.log) - 1
        foreign = args["since"] > last
        since = 0 if foreign else args["since"]
        events = [event for event in self.log if event["seq"] > since][: args["limit"]]
        following = events[-1]["seq"] if events else last
        if not events and args.get("wait_ms"):
            await asyncio.sleep(0.01)
        client.answer_text(
            message,
            "",
            events=events,
            next=following,
            last_seq=last,
            oldest=self.oldest,
            truncated=foreign or since < self.oldest - 1,
            more=following < last,
        )

    async def read(self, stream: EventStream, count: int) -> list[float]:
        return [(await asyncio.wait_for(stream.__anext__(), 30)).time for _ in range(count)]

    async def test_shorter(self) -> None:
        """a log that lost its end: what was read is not given again, what is new is given, though its numbers were given before"""
        self.add(1, 2, 3, 4, 5)
        async with fake_engine(self.answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            stream = engine.events(0)
            self.assertEqual(await self.read(stream, 5), [1, 2, 3, 4, 5])
            await fake.stop()
            del self.log[3:]
            self.add(10)
            await fake.start()
            self.assertEqual(await self.read(stream, 1), [10])
            self.add(11)
            self.assertEqual(await self.read(stream, 1), [11])
            self.assertFalse(stream.truncated)

    async def test_overtaken(self) -> None:
        """a log that lost its end and is longer than before by the time that it is read again: the same"""
        self.add(1, 2, 3, 4, 5)
        async with fake_engine(self.answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            stream = engine.events(0)
            self.assertEqual(await self.read(stream, 5), [1, 2, 3, 4, 5])
            await fake.stop()
            del self.log[3:]
            self.add(*(10 + n for n in range(1200)))
            await fake.start()
            self.assertEqual(await self.read(stream, 1200), [10 + n for n in range(1200)])

    async def test_same(self) -> None:
        """a connection that broke alone: nothing twice"""
        self.add(1, 2, 3)
        async with fake_engine(self.answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            stream = engine.events(0)
            self.assertEqual(await self.read(stream, 3), [1, 2, 3])
            for client in list(fake.clients):
                client.writer.close()
            self.add(4)
            self.assertEqual(await self.read(stream, 1), [4])
            self.assertIsNone(await stream.next(timeout=0.05))

    async def test_truncated(self) -> None:
        """a reader that was away for longer than the engine holds is told that events are lost"""
        self.add(1, 2, 3)
        async with fake_engine(self.answer) as fake, AsyncEngine.attach(fake.socket) as engine:
            stream = engine.events(0)
            self.assertEqual(await self.read(stream, 3), [1, 2, 3])
            self.assertFalse(stream.truncated)
            await fake.stop()
            self.add(4, 5, 6, 7)
            del self.log[:5]
            self.oldest = 6
            await fake.start()
            self.assertEqual(await self.read(stream, 2), [6, 7])
            self.assertTrue(stream.truncated)

    async def test_odd_events(self) -> None:
        """entries that are no events are left out"""

        async def odd(client: FakeClient, message: dict[str, Any]) -> None:
            event = {"seq": 2, "time": 1, "type": "scene", "kind": "saved", "data": []}
            client.answer_text(message, "", events=[None, {"seq": "1"}, event], next=2, last_seq=2)

        async with fake_engine(odd) as fake, AsyncEngine.attach(fake.socket) as engine:
            event = await asyncio.wait_for(engine.events(0).__anext__(), 30)
        self.assertEqual((event.topic, event.actor, event.data), ("scene.saved", "", {}))


class WaitingEvents(unittest.TestCase):
    def test_for(self) -> None:
        """an ordinary for reads events until the stream is closed"""
        with Engine.attach(served.socket) as engine:
            stream = engine.events(types=["tool"])
            for n in range(3):
                engine.call("entity_create", name=f"s{n}")
            names = []
            for event in stream:
                names.append(created(event))
                if len(names) == 3:
                    stream.close()
            self.assertEqual(names, ["s0", "s1", "s2"])
