from __future__ import annotations

import signal
import subprocess
import sys
import unittest

from skywalker_agents import Engine

from .support import REPOSITORY, ServedProject

EXAMPLE = REPOSITORY / "examples" / "python" / "hazard_host.py"


class Example(unittest.TestCase):
    def test_hazard_host(self) -> None:
        """examples/python/hazard_host.py serves its audit as a process, and ends as it is told to"""
        served = ServedProject()
        self.addCleanup(served.remove)
        with Engine.attach(project=served.project) as engine:
            host = self.start(served)
            audit = engine.call("py_hazard_audit", min_gap=4, check=True)
            wider = engine.call("py_hazard_audit", min_gap=100, check=True)
            refused = engine.call("py_hazard_audit", min_gap=0)
            # The pool is at (-9.9, -0.47, 4.4), the spring at (-11.2, -0.47, 3.5): √(1.3² + 0.9²) = √2.5.
            self.assertEqual(audit["too_close"], [{"between": ["Lava Pool", "Lava Spring"], "gap": 1.58}])
            self.assertEqual((audit["hazards"], audit["complete"], audit["harmless"]), (3, True, []))
            self.assertEqual(len(wider["too_close"]), 3)
            self.assertEqual((refused.error_code, refused.ok), ("tool_failed", False))
            said = self.end(host, signal.SIGINT, "served 3 calls\n")
            self.assertIn("mcp:sky-agents asked about 3 hazards", said)
            self.assertEqual(engine.call("py_hazard_audit").error_code, "not_found")
            host = self.start(served)
            # It listens to signals by the time that it serves.
            engine.call("py_hazard_audit", check=True)
            self.end(host, signal.SIGTERM, "served 1 calls\n")
            self.assertEqual(engine.call("py_hazard_audit").error_code, "not_found")

    def start(self, served: ServedProject) -> subprocess.Popen[str]:
        host = subprocess.Popen(
            [sys.executable, str(EXAMPLE), str(served.project)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(host.kill)
        assert host.stdout is not None
        self.assertEqual(host.stdout.readline(), "py_hazard_audit is active\n")
        return host

    def end(self, host: subprocess.Popen[str], by: signal.Signals, last_words: str) -> str:
        host.send_signal(by)
        out, err = host.communicate(timeout=60)
        self.assertEqual((host.returncode, out), (0, last_words), err)
        self.assertNotIn("Traceback", err)
        return err

    def test_usage(self) -> None:
        """without a project, or with one that is not there, it says so"""
        for arguments, words in [([], "usage: "), (["/nowhere/at/all"], "/nowhere/at/all is no folder")]:
            ran = subprocess.run([sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True)
            self.assertEqual(ran.returncode, 1)
            self.assertIn(words, ran.stderr)
            self.assertNotIn("Traceback", ran.stderr)
