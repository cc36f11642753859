from __future__ import annotations

import base64
import dataclasses
import datetime
import enum
import unittest
from pathlib import PurePosixPath
from typing import Any

from skywalker_agents import Output, ToolError, ToolFailure, ToolResult
from skywalker_agents.output import encode_output

PNG = b"\x89PNG\r\n\x1a\n" + b"rest"


@dataclasses.dataclass
class Found:
    name: str
    at: tuple[float, float]


class Kind(enum.Enum):
    A = "a"


class Outputs(unittest.TestCase):
    def test_results(self) -> None:
        """text stays text, dicts and dataclasses are structured, other values are `value`, bytes an image"""
        image = base64.b64encode(PNG).decode()
        for value, reply in [
            (None, {"text": "ok"}),
            ("words", {"text": "words"}),
            ({"a": [1, None]}, {"structured": {"a": [1, None]}}),
            (Found("x", (1, 2.5)), {"structured": {"name": "x", "at": [1, 2.5]}}),
            ([Found("x", (0, 0))], {"structured": {"value": [{"name": "x", "at": [0, 0]}]}}),
            (7, {"structured": {"value": 7}}),
            (Kind.A, {"structured": {"value": "a"}}),
            (
                {"p": PurePosixPath("a/b"), "d": datetime.date(2026, 5, 4)},
                {"structured": {"p": "a/b", "d": "2026-05-04"}},
            ),
            ({"s": {"b", "a"}}, {"structured": {"s": ["a", "b"]}}),
            (PNG, {"images": [image]}),
            (Output("t", {"a": 1}, [PNG]), {"structured": {"a": 1}, "text": "t", "images": [image]}),
            (ToolResult("x", text="t", data={"a": 1}), {"structured": {"a": 1}, "text": "t"}),
            (Output("t", [1]), {"structured": {"value": [1]}, "text": "t"}),
        ]:
            with self.subTest(repr(value)):
                self.assertEqual(encode_output(value), reply)

    def test_refused(self) -> None:
        """what JSON can't say is a failure that names the place"""
        loop: dict[str, Any] = {}
        loop["self"] = loop
        for value, words in [
            ({"a": [0, {"b": float("nan")}]}, r"the result.a\[1\].b is nan"),
            ({"a": {1: 2}}, r"the result.a has the key 1, and in JSON keys are text"),
            ({"a": object()}, "the result.a is of the type object"),
            (b"GIF89a", "no PNG image"),
            (loop, "contains itself"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(ToolFailure, words):
                encode_output(value)

    def test_failed_result(self) -> None:
        """a failed result of another tool, returned as it is, fails this one"""
        with self.assertRaisesRegex(ToolError, r"other: \[not_found\] No such \(Look\)"):
            encode_output(ToolResult.error("other", "not_found", "No such", "Look"))

    def test_access(self) -> None:
        """a result is read by its keys, and a key that is not there is named with those that are"""
        result = ToolResult("t", data={"a": 1})
        self.assertEqual((result["a"], result.get("b", 2), "a" in result), (1, 2, True))
        with self.assertRaisesRegex(KeyError, "t gave no 'b'; its result has a"):
            result["b"]
        self.assertIs(result.raise_for_error(), result)
        failed = ToolResult.error("t", "not_found", "There is no such entity.")
        self.assertEqual(failed["error"], "not_found")
        with self.assertRaisesRegex(ToolError, r"t: \[not_found\] There is no such entity\."):
            failed["total"]
