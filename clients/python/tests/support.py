"""What the tests share: a real engine on a copy of the sample project, and a server that says what a test wants."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from skywalker_agents.locate import find_program

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLE = REPOSITORY / "resources" / "sample-project"


class ServedProject:
    """`skywalker serve` on a copy of the sample project, which can be ended, killed and started again."""

    def __init__(self) -> None:
        # Short, for a socket's path has a limit.
        self.folder = Path(tempfile.mkdtemp(prefix="sky-", dir="/tmp" if os.name == "posix" else None))
        self.project = self.folder / "project"
        shutil.copytree(SAMPLE, self.project, ignore=shutil.ignore_patterns(".skywalker"))
        self.socket = ""
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        command = [*find_program(), "serve", "--project", str(self.project), "--no-http", "--lifeline", "--quiet"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(command)} ended with {self.process.wait()}")
        self.socket = json.loads(line)["socket"]

    def end(self, kill: bool = False) -> None:
        """Ends the engine; with `kill` as a crash would."""
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        process.wait()
        assert process.stdin is not None and process.stdout is not None
        process.stdin.close()
        process.stdout.close()

    def remove(self) -> None:
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


async def until(holds: Callable[[], Any], what: str, seconds: float = 30) -> None:
    """Waits for a condition. The limit is for what hangs."""
    end = time.monotonic() + seconds
    while True:
        value = holds()
        if isinstance(value, Awaitable):
            value = await value
        if value:
            return
        if time.monotonic() > end:
            raise AssertionError(f"it did not come about within {seconds:g} s: {what}")
        await asyncio.sleep(0.01)


Answer = Callable[["FakeClient", dict[str, Any]], Awaitable[None]]


class FakeClient:
    """A connection, as the pretended engine sees it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.name = ""
        self.received: list[dict[str, Any]] = []

    def line(self, text: str | bytes) -> None:
        self.writer.write((text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")) + b"\n")

    def send(self, message: Any) -> None:
        self.line(json.dumps(message))

    def answer(self, request: dict[str, Any], result: Any) -> None:
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": result})

    def answer_text(self, request: dict[str, Any], text: str, /, **structured: Any) -> None:
        self.answer(request, {"content": [{"type": "text", "text": text}], "structuredContent": structured})

    def methods(self) -> list[str]:
        return [message.get("method", "answer") for message in self.received]


class FakeEngine:
    """Takes up connections and leaves what comes after `initialize` to `on_request`."""

    def __init__(self, on_request: Answer) -> None:
        self.on_request = on_request
        self.clients: list[FakeClient] = []
        self.folder = tempfile.mkdtemp(prefix="sky-", dir="/tmp" if os.name == "posix" else None)
        self.socket = os.path.join(self.folder, "s")
        self.protocol = "2025-11-25"
        self._server: asyncio.AbstractServer | None = None
        self._serving: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_unix_server(self._serve, self.socket, limit=1 << 26)

    async def stop(self) -> None:
        """Nobody answers at the socket after it, and whoever was connected is cut off."""
        if self._server is not None:
            self._server.close()
            for client in self.clients:
                client.writer.close()
            # One that answers just now may be in the middle of what is never done.
            for task in self._serving:
                task.cancel()
            await asyncio.gather(*self._serving, return_exceptions=True)
            self._server = None
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.socket)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        client = FakeClient(reader, writer)
        self.clients.append(client)
        # The server's own callback would tell of a cancelled task.
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while line := await reader.readline():
                message = json.loads(line)
                client.received.append(message)
                if message.get("method") == "initialize":
                    client.name = message["params"]["clientInfo"]["name"]
                    info = {"name": "fake", "version": "0"}
                    client.answer(message, {"protocolVersion": self.protocol, "capabilities": {}, "serverInfo": info})
                elif "id" in message and "method" in message:
                    await self.on_request(client, message)
                await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def fake_engine(on_request: Answer) -> AsyncIterator[FakeEngine]:
    engine = FakeEngine(on_request)
    await engine.start()
    try:
        yield engine
    finally:
        await engine.stop()
        shutil.rmtree(engine.folder, ignore_errors=True)


def approve(tool_name: str, project: Path) -> None:
    """Approves a hosted tool as a person does it, at a terminal."""
    # Not on Windows.
    import pty

    keyboard, terminal = pty.openpty()
    command = [*find_program(), "approve", tool_name, "--project", str(project)]
    process = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, close_fds=True)
    os.close(terminal)
    said = b""
    try:
        while b"?" not in said.rpartition(b"\n")[2]:
            said += os.read(keyboard, 65536)
        os.write(keyboard, b"yes\n")
        while True:
            said += os.read(keyboard, 65536)
    except OSError:
        # The terminal is closed as soon as the command is done.
        pass
    os.close(keyboard)
    if process.wait() != 0 or b"Approved" not in said:
        raise AssertionError(said.decode("utf-8", "replace"))
