"""An engine without a window, started for this process and ended with it: `skywalker serve`."""

from __future__ import annotations

import asyncio
import json
import os
from collections import deque
from collections.abc import Mapping
from pathlib import Path

from .errors import EngineConnectionError
from .locate import find_program

#: Seconds that an engine may take to open its project, and to end once it is asked to.
START_TIMEOUT = 60.0
STOP_TIMEOUT = 15.0

_KEPT_LINES = 20


class EngineProcess:
    """`socket` is where it answers. It ends when this process does, however that ends: its standard input closes then."""

    def __init__(self, process: asyncio.subprocess.Process, command: list[str]) -> None:
        self.socket = ""
        self.pid = process.pid
        self._process = process
        self._command = command
        self._last_lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._errors: asyncio.Task[None] | None = None

    @staticmethod
    async def start(
        project: Path,
        binary: str | os.PathLike[str] | None = None,
        port: int | None = None,
        env: Mapping[str, str] | None = None,
    ) -> EngineProcess:
        """Raises `EngineConnectionError` with what the program said where it does not come up."""
        command = [*find_program(binary), "serve", "--project", str(project), "--lifeline", "--quiet"]
        command += ["--no-http"] if port is None else ["--port", str(port)]
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                env=None if env is None else {**os.environ, **env},
            )
        except OSError as error:
            raise EngineConnectionError(f"{command[0]} can't be started: {error.strerror or error}") from error
        engine = EngineProcess(process, command)
        try:
            engine.socket = await asyncio.wait_for(engine._ready(), START_TIMEOUT)
        except asyncio.TimeoutError:
            await engine.stop()
            raise EngineConnectionError(f"the engine was not ready within {START_TIMEOUT:g} s") from None
        except BaseException:
            await engine.stop()
            raise
        return engine

    @property
    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.returncode

    def epitaph(self) -> str:
        """What became of it, for an error's message."""
        said = "\n".join(self._last_lines).strip()
        return f"the engine that was started ended with exit code {self.exit_code}" + (f": {said}" if said else "")

    async def stop(self) -> None:
        """Asks it to end, and makes it where it does not."""
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        if process.returncode is None:
            try:
                await asyncio.wait_for(process.wait(), STOP_TIMEOUT)
            except asyncio.TimeoutError:
                process.kill()
                await process.wait()
        if self._errors is not None:
            await self._errors

    async def _ready(self) -> str:
        stdout = self._process.stdout
        assert stdout is not None
        self._errors = asyncio.create_task(self._keep_errors())
        try:
            line = await stdout.readline()
        except ValueError:
            raise EngineConnectionError(f"{' '.join(self._command)} said a line without an end") from None
        if not line:
            await self._process.wait()
            await self._errors
            raise EngineConnectionError(self.epitaph())
        try:
            content = json.loads(line)
        except ValueError:
            content = None
        socket = content.get("socket") if isinstance(content, Mapping) else None
        if not isinstance(socket, str):
            raise EngineConnectionError(f"{' '.join(self._command)} did not say where it answers: {line[:200]!r}")
        return socket

    async def _keep_errors(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while True:
            try:
                line = await stderr.readline()
            except ValueError:
                # A line too long for the reader's buffer is of no use here.
                continue
            if not line:
                return
            self._last_lines.append(line.decode("utf-8", "replace").rstrip())
