from __future__ import annotations

import collections.abc
import dataclasses
import enum
import unittest
from typing import Annotated, Any, Literal, NewType, Optional, TypedDict, TypeVar, Union, cast

from skywalker_agents import DefinitionError, InvalidArguments, Tool, ToolContext, tool

EntityId = NewType("EntityId", int)
T = TypeVar("T")


class Colour(enum.Enum):
    RED = "#ff0000"
    BLUE = "#0000ff"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0


@dataclasses.dataclass
class Box:
    corner: Point
    tags: list[str] = dataclasses.field(default_factory=list)
    colour: Colour = Colour.RED

    def __post_init__(self) -> None:
        if self.corner.x < 0:
            raise ValueError("the corner lies left of the field")


@dataclasses.dataclass
class Tree:
    name: str
    children: list[Tree] = dataclasses.field(default_factory=list)


class Range(TypedDict, total=False):
    low: float
    high: float


class Named(Range):
    pass


def property_of(made: Tool, name: str) -> Any:
    return made.input_schema["properties"][name]


class Schemas(unittest.TestCase):
    def test_simple(self) -> None:
        """text, numbers, bools and Any become types, and what has no default is required"""

        @tool
        def f(a: str, b: int, c: float, d: bool, e: Any, g: int = 3) -> None: ...

        self.assertEqual(
            f.input_schema,
            {
                "type": "object",
                "properties": {
                    "a": {"type": "string"},
                    "b": {"type": "integer"},
                    "c": {"type": "number"},
                    "d": {"type": "boolean"},
                    "e": {},
                    "g": {"type": "integer", "default": 3},
                },
                "additionalProperties": False,
                "required": ["a", "b", "c", "d", "e"],
            },
        )

    def test_collections(self) -> None:
        """lists, sets, tuples and dicts carry the types of their elements"""

        @tool
        def f(
            a: list[str],
            b: dict[str, float],
            c: tuple[float, float, float],
            d: tuple[int, ...],
            e: set[str],
            g: collections.abc.Sequence[list[int]],
            h: dict[str, Any],
            i: tuple[str, int],
        ) -> None: ...

        self.assertEqual(property_of(f, "a"), {"type": "array", "items": {"type": "string"}})
        self.assertEqual(property_of(f, "b"), {"type": "object", "additionalProperties": {"type": "number"}})
        number = {"type": "number"}
        self.assertEqual(property_of(f, "c"), {"type": "array", "minItems": 3, "maxItems": 3, "items": number})
        self.assertEqual(property_of(f, "d"), {"type": "array", "items": {"type": "integer"}})
        self.assertEqual(property_of(f, "e"), {"type": "array", "items": {"type": "string"}, "uniqueItems": True})
        self.assertEqual(property_of(f, "g")["items"], {"type": "array", "items": {"type": "integer"}})
        self.assertEqual(property_of(f, "h"), {"type": "object", "additionalProperties": True})
        self.assertEqual(property_of(f, "i")["prefixItems"], [{"type": "string"}, {"type": "integer"}])
        given = f.arguments(
            {"a": ["x"], "b": {}, "c": [1, 2, 3], "d": [1], "e": ["p"], "g": [[1]], "h": {"k": None}, "i": ["s", 1]}
        )
        self.assertEqual((given["c"], given["d"], given["e"], given["i"]), ((1.0, 2.0, 3.0), (1,), {"p"}, ("s", 1)))

    def test_unions(self) -> None:
        """Optional and unions of plain types are a list of types, other unions anyOf"""

        @tool
        def f(
            a: Optional[int] = None,  # noqa: UP045
            b: int | str = 0,
            c: Union[Point, list[int], None] = None,  # noqa: UP007
            d: int | float = 1,
            e: Any | None = None,
        ) -> None: ...

        self.assertEqual(property_of(f, "a"), {"type": ["integer", "null"], "default": None})
        self.assertEqual(property_of(f, "b"), {"type": ["integer", "string"], "default": 0})
        self.assertEqual([s.get("type") for s in property_of(f, "c")["anyOf"]], ["object", "array", "null"])
        self.assertEqual(property_of(f, "d"), {"type": "number", "default": 1})
        self.assertEqual(property_of(f, "e"), {"default": None})
        self.assertEqual(f.arguments({"c": {"x": 1}})["c"], Point(1.0))
        self.assertEqual(f.arguments({"c": [1]})["c"], [1])
        with self.assertRaisesRegex(InvalidArguments, "c lacks 'x'; or c has to be a list"):
            f.arguments({"c": {}})

    def test_choices(self) -> None:
        """Literal and enums are enum, and members arrive as members"""

        @tool
        def f(a: Literal["x", 1, None], b: Colour = Colour.BLUE, c: Level = Level.LOW) -> None: ...

        self.assertEqual(property_of(f, "a"), {"enum": ["x", 1, None]})
        self.assertEqual(property_of(f, "b"), {"enum": ["#ff0000", "#0000ff"], "default": "#0000ff"})
        self.assertEqual(property_of(f, "c"), {"enum": [1, 2], "default": 1})
        self.assertEqual(f.arguments({"a": 1, "b": "#ff0000", "c": 2}), {"a": 1, "b": Colour.RED, "c": Level.HIGH})
        with self.assertRaisesRegex(InvalidArguments, "b is '#fff'; it can be '#ff0000', '#0000ff'"):
            f.arguments({"a": "x", "b": "#fff"})
        with self.assertRaises(InvalidArguments):
            f.arguments({"a": True})

    def test_dataclasses(self) -> None:
        """dataclasses are closed objects with their defaults, and arrive as instances"""

        @tool
        def f(box: Box, at: Point = Point(1, 2)) -> None: ...  # noqa: B008

        schema = property_of(f, "box")
        self.assertEqual(schema["required"], ["corner"])
        self.assertFalse(schema["additionalProperties"])
        self.assertEqual(schema["properties"]["colour"], {"enum": ["#ff0000", "#0000ff"], "default": "#ff0000"})
        self.assertEqual(schema["properties"]["corner"]["properties"]["y"], {"type": "number", "default": 0.0})
        self.assertEqual(property_of(f, "at")["default"], {"x": 1, "y": 2})
        given = f.arguments({"box": {"corner": {"x": 3}, "tags": ["a"]}})
        self.assertEqual(given["box"], Box(Point(3.0, 0.0), ["a"], Colour.RED))
        with self.assertRaisesRegex(InvalidArguments, "box: the corner lies left of the field"):
            f.arguments({"box": {"corner": {"x": -1}}})
        with self.assertRaisesRegex(InvalidArguments, r"box.corner.x has to be a number; it is 'one'"):
            f.arguments({"box": {"corner": {"x": "one"}}})
        with self.assertRaisesRegex(InvalidArguments, "box.corner has no 'z'; it has x, y"):
            f.arguments({"box": {"corner": {"x": 1, "z": 2}}})

    def test_recursive(self) -> None:
        """a dataclass that contains itself is a definition that refers to itself"""

        @tool
        def f(tree: Tree) -> None: ...

        self.assertEqual(property_of(f, "tree"), {"$ref": "#/$defs/Tree"})
        children = f.input_schema["$defs"]["Tree"]["properties"]["children"]
        self.assertEqual(children, {"type": "array", "items": {"$ref": "#/$defs/Tree"}})
        given = f.arguments({"tree": {"name": "a", "children": [{"name": "b"}]}})
        self.assertEqual(given["tree"], Tree("a", [Tree("b")]))

    def test_typed_dicts(self) -> None:
        """a TypedDict is a closed object, with the keys that it requires"""

        @tool
        def f(between: Named) -> None: ...

        schema = property_of(f, "between")
        self.assertEqual(sorted(schema["properties"]), ["high", "low"])
        self.assertNotIn("required", schema)
        self.assertEqual(f.arguments({"between": {"low": 1}}), {"between": {"low": 1.0}})

    def test_annotated(self) -> None:
        """Annotated takes a description and keywords of JSON Schema, NewType is what it stands for"""

        @tool
        def f(n: Annotated[int, "How many.", {"minimum": 1}], id: EntityId) -> None: ...

        self.assertEqual(property_of(f, "n"), {"type": "integer", "description": "How many.", "minimum": 1})
        self.assertEqual(property_of(f, "id"), {"type": "integer"})

    def test_local_types(self) -> None:
        """types that are defined in the function around the tool are found"""

        @dataclasses.dataclass
        class Here:
            n: int

        @dataclasses.dataclass
        class There:
            here: Here
            others: list[Here]

        @tool
        def f(there: There) -> None: ...

        given = f.arguments({"there": {"here": {"n": 1}, "others": [{"n": 2}]}})
        self.assertEqual(given["there"], There(Here(1), [Here(2)]))

    def test_docstring(self) -> None:
        """the docstring gives the description, and Args: the arguments'"""

        @tool
        def scan_area(center: list[float], radius: float = 8, *, ctx: ToolContext) -> dict[str, Any]:
            """Scans the area around a point.

            Goes on over lines.

            Args:
                center: The middle, in metres,
                    as [x, y, z].
                radius (float): How far.
                ctx: Is no argument.

            Returns:
                What is there.

            Example:
                scan_area(center=[0, 0, 0])
            """
            return {}

        self.assertEqual(
            scan_area.description,
            "Scans the area around a point.\n\nGoes on over lines.\n\nExample:\n    scan_area(center=[0, 0, 0])",
        )
        self.assertEqual(property_of(scan_area, "center")["description"], "The middle, in metres, as [x, y, z].")
        self.assertEqual(property_of(scan_area, "radius")["description"], "How far.")
        self.assertNotIn("ctx", scan_area.input_schema["properties"])
        self.assertEqual(scan_area.title, "Scan area")

    def test_definition(self) -> None:
        """what the engine is told has the options of @tool, and a description that is long enough"""

        @tool(capabilities={"calls": ["entity_*"], "mutate": True}, limits={"timeout_ms": 9000}, mutates=True)
        def paint(colour: Colour) -> None: ...

        definition = paint.definition()
        self.assertEqual(definition["name"], "paint")
        self.assertTrue(definition["mutates"])
        self.assertEqual(definition["capabilities"], {"calls": ["entity_*"], "mutate": True})
        self.assertEqual(definition["limits"], {"timeout_ms": 9000})
        self.assertGreaterEqual(len(definition["description"]), 20)
        self.assertEqual(paint(Colour.RED), None)

    def test_more(self) -> None:
        """category, output schema and tests go along, and a bound method can be a tool"""

        class Counter:
            def __init__(self) -> None:
                self.count = 0

            async def count_up(self, by: int = 1) -> int:
                """Counts up and tells how far it is."""
                self.count += by
                return self.count

        with self.assertRaisesRegex(DefinitionError, r"count_up is a method; .* tool\(thing.count_up\)"):
            tool(Counter.count_up)
        output = {"type": "object", "properties": {"value": {"type": "integer"}}}
        tests = [{"name": "one", "args": {}, "expect": {"result": {"value": 1}}}]
        made = tool(category="custom", output_schema=output, tests=tests)(Counter().count_up)
        definition = made.definition()
        self.assertEqual(
            (definition["category"], definition["output_schema"], definition["tests"]), ("custom", output, tests)
        )
        self.assertEqual(list(made.input_schema["properties"]), ["by"])

    def test_refused(self) -> None:
        """what can't be a tool is refused where it is defined, with what to do"""

        def bytes_(data: bytes) -> None: ...
        def complex_(z: complex) -> None: ...
        def keys(of: dict[int, str]) -> None: ...
        def untyped(x) -> None: ...  # type: ignore[no-untyped-def]
        def stars(*args: int) -> None: ...
        def double_stars(**more: int) -> None: ...
        def only(a: int, /) -> None: ...
        def variable(a: T) -> None: ...
        def callback(a: collections.abc.Callable[[], None]) -> None: ...
        def infinite(a: float = float("inf")) -> None: ...
        def thing(a: Any = object()) -> None: ...  # noqa: B008
        def generator(a: int) -> Any:
            yield a

        def unknown(a: Missing) -> None: ...  # type: ignore[name-defined]  # noqa: F821
        def CamelCase() -> None: ...
        def described(a: int) -> None:
            """Does something.

            Args:
                b: Is not there.
            """

        for function, words in [
            (bytes_, "argument 'data' of bytes_ is bytes.*base64"),
            (complex_, "is complex, which no JSON Schema can say"),
            (keys, r"has keys of int; in JSON keys are text: write dict\[str, str\]"),
            (untyped, "argument 'x' of untyped has no type; annotate it"),
            (stars, r"takes \*args, which has no schema"),
            (double_stars, r"takes \*\*more"),
            (only, "move the / in front of it away"),
            (variable, "can't be variables"),
            (callback, "as a Literal"),
            (infinite, "the default of argument 'a' of infinite is inf"),
            (thing, "which JSON can't say"),
            (generator, "yields; a tool returns its result once"),
            (unknown, "names 'Missing', which is not known"),
            (CamelCase, "Rename the function or give @tool"),
            (described, "describes an argument 'b', which it does not take"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(DefinitionError, words):
                tool(cast(Any, function))

    def test_options_refused(self) -> None:
        """capabilities and limits that do not exist are refused where the tool is defined"""
        with self.assertRaisesRegex(DefinitionError, "unknown capability 'call'; there are read_scene"):

            @tool(capabilities={"call": ["scene_query"]})
            def f() -> None: ...

        with self.assertRaisesRegex(DefinitionError, r"write \['scene_query'\]"):

            @tool(capabilities={"calls": "scene_query"})
            def g() -> None: ...

        with self.assertRaisesRegex(DefinitionError, "timeout_ms is -1"):

            @tool(limits={"timeout_ms": -1})
            def h() -> None: ...

    def test_arguments_refused(self) -> None:
        """unknown, missing and wrong arguments are named"""

        @tool
        def f(a: int, b: float = 1.5) -> None: ...

        cases: list[tuple[dict[str, Any], str]] = [
            ({}, "f needs the argument 'a'"),
            ({"a": 1, "c": 2}, "f has no argument 'c'"),
            ({"a": True}, "a has to be a whole number; it is True"),
            ({"a": 1.5}, "a has to be a whole number"),
            ({"a": 1, "b": None}, "b has to be a number; it is None"),
        ]
        for args, words in cases:
            with self.subTest(words), self.assertRaisesRegex(InvalidArguments, words):
                f.arguments(args)
        self.assertEqual(f.arguments({"a": 3.0, "b": 2}), {"a": 3, "b": 2.0})
