from __future__ import annotations

import asyncio
import random
import unittest

from skywalker_agents.slots import Slots


class SlotsTests(unittest.IsolatedAsyncioTestCase):
    async def test_random(self) -> None:
        """whatever calls do, wait for and are cancelled in, no more run at once than allowed, and all slots come back"""
        for seed in range(30):
            dice = random.Random(seed)
            count = dice.randint(1, 3)
            slots = Slots(count)
            running = 0

            async def step() -> None:
                nonlocal running
                running += 1
                self.assertLessEqual(running, count, f"seed {seed}")  # noqa: B023
                running -= 1
                await asyncio.sleep(0)

            async def call() -> None:
                async with slots.slot() as slot:  # noqa: B023
                    for _ in range(dice.randint(0, 3)):  # noqa: B023

                        async def callback() -> None:
                            async with slot.waiting():  # noqa: B023
                                for _ in range(dice.randint(0, 3)):  # noqa: B023
                                    await asyncio.sleep(0)
                                if dice.random() < 0.1:  # noqa: B023
                                    raise ValueError

                        many = dice.randint(1, 3)  # noqa: B023
                        await asyncio.gather(*(callback() for _ in range(many)), return_exceptions=True)
                        await step()

            tasks = [asyncio.create_task(call()) for _ in range(12)]
            while not all(task.done() for task in tasks):
                if dice.random() < 0.3:
                    dice.choice(tasks).cancel()
                await asyncio.sleep(0)
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.sleep(0)
            # All are free again: so many are given at once, and no more.
            holding = [asyncio.create_task(slots.take(slots._starting)) for _ in range(count + 1)]
            for _ in range(3):
                await asyncio.sleep(0)
            self.assertEqual([task.done() for task in holding], [True] * count + [False], f"seed {seed}")
            holding[-1].cancel()

    async def test_first(self) -> None:
        """who comes back from a callback goes on before others begin"""
        slots = Slots(1)
        order: list[str] = []
        answered = asyncio.Event()

        async def outer() -> None:
            async with slots.slot() as slot:
                async with slot.waiting():
                    await answered.wait()
                order.append("outer")

        async def other(name: str) -> None:
            async with slots.slot():
                if name == "first":
                    answered.set()
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
                order.append(name)

        await asyncio.gather(outer(), other("first"), other("second"))
        self.assertEqual(order, ["first", "outer", "second"])
