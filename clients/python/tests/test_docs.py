"""What the pages tell a reader to write runs as it stands, with the path of a project put in."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from skywalker_agents import Engine

from .run import ROOT
from .support import REPOSITORY, ServedProject, approve

served: ServedProject


def setUpModule() -> None:
    global served
    served = ServedProject()


def tearDownModule() -> None:
    served.remove()


def programs(page: Path) -> list[str]:
    """The page's Python code, each block a program."""
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return [re.sub(r'"(path/to/project|my_game)"', lambda _: repr(str(served.project)), block) for block in blocks]


class Docs(unittest.TestCase):
    def start(self, program: str) -> subprocess.Popen[str]:
        file = Path(tempfile.mkdtemp(dir=served.folder)) / "program.py"
        file.write_text(program, "utf-8")
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "SKYWALKER_SOCKET": served.socket}
        process = subprocess.Popen(
            [sys.executable, "-u", "-X", "dev", str(file)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.kill)
        return process

    def ends(self, process: subprocess.Popen[str]) -> str:
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err), (0, ""), out)
        return out

    def words(self, process: subprocess.Popen[str]) -> str:
        """What it says besides the log."""
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, err)
        self.assertNotIn("Traceback", err)
        return out

    def test_calls(self) -> None:
        """docs/python.md: an engine is found and called, with and without asyncio"""
        first, second, *_ = programs(REPOSITORY / "docs" / "python.md")
        self.assertIn("3 matches", self.ends(self.start(first)))
        self.assertIn("Sky Garden", self.ends(self.start(second)))

    def test_events(self) -> None:
        """docs/python.md: events are followed"""
        (lines,) = [p for p in programs(REPOSITORY / "docs" / "python.md") if "async for" in p]
        body = "".join(f"        {line}\n" for line in lines.replace("agent:", "mcp:").splitlines())
        process = self.start(
            "import asyncio\nfrom skywalker_agents import AsyncEngine\n\nasync def main() -> None:\n"
            f"    async with AsyncEngine.attach() as engine:\n{body}                break\n\nprint('ready')\nasyncio.run(main())\n"
        )
        assert process.stdout is not None
        self.assertEqual(process.stdout.readline(), "ready\n")
        with Engine.attach(served.socket) as engine:
            while process.poll() is None:
                engine.call("engine_info")
        self.assertIn("mcp:sky-agents", self.ends(process))

    def test_tools(self) -> None:
        """docs/python.md and README: tools are served, and end with Ctrl-C"""
        (crowding,) = [p for p in programs(REPOSITORY / "docs" / "python.md") if "def crowding" in p]
        (arranging,) = [p for p in programs(REPOSITORY / "docs" / "python.md") if "def line_up" in p]
        (counting,) = programs(ROOT / "README.md")
        with Engine.attach(served.socket) as engine:
            first, second, third = self.start(crowding), self.start(counting), self.start(arranging)
            assert first.stdout is not None and second.stdout is not None and third.stdout is not None
            self.assertEqual(first.stdout.readline(), "{'py_crowding': {'status': 'active'}}\n")
            self.assertEqual(second.stdout.readline(), "{'py_count_tagged': {'status': 'active'}}\n")
            area = {"center": [-10, 0, 4], "radius": 3}
            crowd = engine.call("py_crowding", area=area, mode="names", check=True)
            self.assertLessEqual({"Lava Pool", "Lava Spring"}, set(crowd["names"]))
            self.assertEqual(
                engine.call("py_crowding", area={**area, "radius": 0}).error_hint, "Give metres, such as 5."
            )
            counted = engine.call("py_count_tagged", tag="hazard", check=True)
            self.assertEqual(counted.data, {"tag": "hazard", "count": 3})
            self.assertEqual(third.stdout.readline(), "pending_approval\n")
            self.assertEqual(engine.call("py_line_up", tag="hazard").error_code, "approval_required")
            approve("py_line_up", served.project)
            engine.call("py_line_up", tag="hazard", axis="z", gap=3, check=True)
            found = engine.call("scene_query", tag="hazard", check=True)["matches"]
            # The first stays at (-9.9, -0.47, 4.4).
            self.assertEqual([m["position"] for m in found], [[-9.9, -0.47, z] for z in (4.4, 7.4, 10.4)])
            for process in (first, second, third):
                process.send_signal(signal.SIGINT)
            self.assertEqual([self.words(process) for process in (first, second, third)], ["", "", ""])
