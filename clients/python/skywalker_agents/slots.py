"""
How many calls are served at once. A call that waits for a callback gives its slot up meanwhile: the callback may lead to
another call of the same host, which would else wait for a slot for ever. It is first in the queue afterwards.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Slots:
    def __init__(self, count: int) -> None:
        self._free = count
        self._resuming: deque[asyncio.Future[None]] = deque()
        self._starting: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[Slot]:
        """Waits for one; it is free again at the end."""
        await self.take(self._starting)
        slot = Slot(self)
        try:
            yield slot
        finally:
            slot.close()

    async def resume(self) -> None:
        await self.take(self._resuming)

    async def take(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free > 0:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                # It was given in the same moment.
                self.give_back()
            elif turn in queue:
                queue.remove(turn)
            raise

    def give_back(self) -> None:
        for queue in (self._resuming, self._starting):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._free += 1


class Slot:
    """Of one call."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._held = True
        self._callbacks = 0
        self._closed = False

    @asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """While a callback is under way, or several."""
        self._callbacks += 1
        if self._held:
            self._held = False
            self._slots.give_back()
        try:
            yield
        except asyncio.CancelledError:
            # What is left to do is to end.
            self._callbacks -= 1
            raise
        except BaseException:
            await self._go_on()
            raise
        else:
            await self._go_on()

    def close(self) -> None:
        self._closed = True
        if self._held:
            self._held = False
            self._slots.give_back()

    async def _go_on(self) -> None:
        self._callbacks -= 1
        if self._callbacks > 0 or self._held or self._closed:
            return
        await self._slots.resume()
        # Another callback may have begun, or ended, in between.
        if self._callbacks > 0 or self._held or self._closed:
            self._slots.give_back()
        else:
            self._held = True
