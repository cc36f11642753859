from __future__ import annotations

import ast
import json
import subprocess
import sys
import unittest
from collections.abc import Coroutine
from typing import Any

from skywalker_agents import ToolResult
from skywalker_agents._generate import ENGINE_HEAD, type_of, wrappers
from skywalker_agents._tools import Tools

from .run import ROOT

SOURCES = sorted(
    [*ROOT.glob("skywalker_agents/*.py"), *ROOT.glob("tests/*.py"), *ROOT.parents[1].glob("examples/python/*.py")]
)


class Package(unittest.TestCase):
    def test_syntax(self) -> None:
        """every file is Python 3.10"""
        self.assertGreater(len(SOURCES), 20)
        for file in SOURCES:
            with self.subTest(file.name):
                ast.parse(file.read_text("utf-8"), str(file), feature_version=(3, 10))

    def test_standard_library(self) -> None:
        """nothing but the standard library is imported"""
        for file in SOURCES:
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module or ""]
                for name in names:
                    top = name.partition(".")[0]
                    self.assertTrue(top in sys.stdlib_module_names or top == "skywalker_agents", f"{file}: {name}")

    def test_typed(self) -> None:
        """type checkers are told that it is typed, and every public name is there"""
        import skywalker_agents

        self.assertTrue((ROOT / "skywalker_agents" / "py.typed").exists())
        for name in skywalker_agents.__all__:
            self.assertTrue(hasattr(skywalker_agents, name), name)


class Wrappers(unittest.TestCase):
    def made(self, entries: list[dict[str, Any]]) -> Any:
        """The generated class, run."""
        text = wrappers(ENGINE_HEAD, entries).replace("from .tools_base", "from skywalker_agents.tools_base")
        ast.parse(text, feature_version=(3, 10))
        space: dict[str, Any] = {}
        exec(compile(text, "made", "exec"), space)
        return space["Tools"]

    def test_calls(self) -> None:
        """a wrapper passes what is given and nothing else, under the arguments' real names"""
        properties = {"from": {"type": "string"}, "timeout": {"type": "integer"}, "n": {"type": ["integer", "null"]}}
        schema = {"type": "object", "properties": properties, "required": ["n"], "additionalProperties": False}
        calls: list[Any] = []
        made = self.made([{"name": "copy_it", "description": "Copies.", "inputSchema": schema}])(
            lambda *args, **options: calls.append((args, options))
        )
        made.copy_it(n=None, from_="a", timeout_=3, timeout=2.5)
        made.user_other(radius=8, check=True)
        made["py_odd"](x=1)
        self.assertEqual(
            calls,
            [
                (("copy_it", {"from": "a", "timeout": 3, "n": None}), {"check": False, "timeout": 2.5}),
                (("user_other", {"radius": 8}), {"check": True, "timeout": None}),
                (("py_odd", {"x": 1}), {"check": False, "timeout": None}),
            ],
        )
        with self.assertRaises(TypeError):
            made.copy_it()
        with self.assertRaises(AttributeError):
            made.__len__()

    def test_hostile(self) -> None:
        """descriptions and names that a stranger wrote can't become code"""
        text = '""" + print("owned") + """ \\" \\\\"""\r\n\u2028 \x00 end"'
        properties = {'x": 1}; print("owned") #': {"type": "string"}, "ok": {"enum": ['"] #', 1], "description": text}}
        hostile = {"name": "evil", "description": text, "inputSchema": {"properties": properties}}
        skipped: list[dict[str, Any]] = [{"name": "a b"}, {"name": "import"}, {"name": "x\n"}, {"name": 7}]
        made = self.made([hostile, *skipped])
        self.assertIn('print("owned")', made.evil.__doc__)
        self.assertEqual([n for n in vars(made) if not n.startswith("_")], ["evil"])
        calls: list[Any] = []
        made(lambda *args, **_: calls.append(args)).evil(ok=1, **{"odd name": 2})
        self.assertEqual(calls, [("evil", {"ok": 1, "odd name": 2})])

    def test_types(self) -> None:
        """schemas become the hints that editors complete from"""
        for schema, hint in [
            ({"type": "string"}, "str"),
            ({"type": ["integer", "string"]}, "int | str"),
            ({"type": "array", "items": {"type": "number"}}, "Sequence[float]"),
            ({"enum": ["a", 'b"', 1, None]}, 'Literal["a", "b\\"", 1, None]'),
            ({"const": True}, "Literal[True]"),
            ({"anyOf": [{"type": "object"}, {"type": "null"}]}, "Mapping[str, Any] | None"),
            ({"anyOf": [{}, {"type": "null"}]}, "Any"),
            ({"enum": [1.5]}, "Any"),
            ({}, "Any"),
            (True, "Any"),
        ]:
            with self.subTest(hint):
                self.assertEqual(type_of(schema), hint)

    def test_script(self) -> None:
        """the generator runs as a script that needs nothing of the package"""
        script = ROOT / "skywalker_agents" / "_generate.py"
        entry = {"name": "thing", "description": "Größe → 1", "inputSchema": {"type": "object", "properties": {}}}
        ran = subprocess.run(
            [sys.executable, "-I", str(script)], input=json.dumps([entry]).encode(), capture_output=True, check=True
        )
        self.assertIn("Größe → 1", ran.stdout.decode("utf-8"))

    def test_types_of_both(self) -> None:
        """one class serves waiting code and asynchronous code"""

        async def call(tool: str, args: Any, *, check: bool, timeout: float | None) -> ToolResult:
            return ToolResult(tool, data=dict(args))

        tools: Tools[Coroutine[Any, Any, ToolResult]] = Tools(call)
        made = tools.scene_query(tag="hazard")
        try:
            made.send(None)
        except StopIteration as end:
            self.assertEqual(end.value.data, {"tag": "hazard"})
