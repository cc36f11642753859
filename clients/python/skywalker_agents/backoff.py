"""Pauses between attempts to reach an engine that is away."""

from __future__ import annotations

import asyncio
import random

FIRST = 0.1
LONGEST = 1.0


class Backoff:
    """
    Each pause is twice the one before, up to a second (an attempt costs next to nothing), less a random part, so that many do
    not come at once.
    """

    def __init__(self) -> None:
        self._next = FIRST

    def reset(self) -> None:
        self._next = FIRST

    async def pause(self) -> None:
        seconds = self._next * random.uniform(0.5, 1.0)
        self._next = min(LONGEST, self._next * 2)
        await asyncio.sleep(seconds)
