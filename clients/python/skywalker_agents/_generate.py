"""
Writes typed wrappers of tools, from entries of `tools/list`. Imports nothing of this package, which needs what it writes:
`npm run docs` runs it as a script, entries on its standard input, for `_tools.py`.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

_WIDTH = 120
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
#: Names that the wrappers' own parameters have.
_TAKEN = {"self", "check", "timeout", "others"}
_TYPES = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "Mapping[str, Any]",
}

ENGINE_HEAD = '''"""
Typed wrappers of the engine's tools: `engine.tools.<name>(…)`. Made from their definitions by `npm run docs`; not to be
edited.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .tools_base import UNSET, R_co, ToolsBase


class Tools(ToolsBase[R_co]):
    """The engine's tools. Those without a wrapper here, such as custom ones, are called by their name all the same."""
'''

PROJECT_HEAD = '''"""
Typed wrappers of this project's own tools. Made by `python -m skywalker_agents.stubs`; not to be edited.

    tools = ProjectTools(engine.call)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from skywalker_agents._tools import Tools
from skywalker_agents.tools_base import UNSET, R_co


class ProjectTools(Tools[R_co]):
    """The engine's tools and the project's own, as they were when this was written."""
'''


def wrappers(head: str, entries: Sequence[Mapping[str, Any]]) -> str:
    """A module's text. Tools whose name is no name in Python are left out."""
    methods = [_method(entry) for entry in entries if _is_name(entry.get("name"))]
    return "\n".join([head, *methods]) if methods else head


def type_of(schema: object) -> str:
    """The type hint of a JSON Schema, `Any` where it says nothing that Python could."""
    if not isinstance(schema, Mapping):
        return "Any"
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, list) and values:
        if all(isinstance(value, (str, bool, int, type(None))) for value in values):
            return f"Literal[{', '.join(_literal(value) for value in values)}]"
        return "Any"
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            return _union([type_of(one) for one in schema[key]])
    kind = schema.get("type")
    if isinstance(kind, list):
        return _union([type_of({**schema, "type": one}) for one in kind])
    if kind == "array":
        return f"Sequence[{type_of(schema.get('items'))}]"
    return _TYPES.get(kind, "Any") if isinstance(kind, str) else "Any"


def _literal(value: Any) -> str:
    return json.dumps(value) if isinstance(value, str) else repr(value)


def _union(parts: Sequence[str]) -> str:
    return "Any" if "Any" in parts or not parts else " | ".join(dict.fromkeys(parts))


def _method(entry: Mapping[str, Any]) -> str:
    name = str(entry["name"])
    schema = entry.get("inputSchema")
    schema = schema if isinstance(schema, Mapping) else {}
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    required = schema.get("required")
    required = required if isinstance(required, list) else []
    names = {key: _parameter(key) for key in properties if _NAME.match(key)}
    lines = [f"    def {name}(", "        self,", "        *,"]
    for key in sorted(names, key=lambda key: key not in required):
        default = "" if key in required else " = UNSET"
        lines.append(f"        {names[key]}: {type_of(properties[key])}{default},")
    lines += ["        check: bool = False,", "        timeout: float | None = None,"]
    more = len(names) < len(properties) or schema.get("additionalProperties", False) is not False
    if more:
        lines.append("        **others: Any,")
    lines += ["    ) -> R_co:", *_docstring(entry, {names[key]: properties[key] for key in names})]
    given = [f'"{key}": {names[key]}' for key in names] + (["**others"] if more else [])
    call = f'        return self._invoke("{name}", {{{", ".join(given)}}}, check, timeout)'
    if len(call) <= _WIDTH:
        return "\n".join([*lines, call, ""])
    call_lines = ["        return self._invoke(", f'            "{name}",', "            {"]
    call_lines += [f"                {one}," for one in given]
    call_lines += ["            },", "            check,", "            timeout,", "        )", ""]
    return "\n".join([*lines, *call_lines])


def _docstring(entry: Mapping[str, Any], arguments: Mapping[str, Any]) -> list[str]:
    def wrapped(text: object, first: str, others: str) -> list[str]:
        return textwrap.wrap(
            _clean(text),
            _WIDTH,
            initial_indent=first,
            subsequent_indent=others,
            break_long_words=False,
            break_on_hyphens=False,
        )

    lines = ['        """', *wrapped(entry.get("description"), " " * 8, " " * 8)]
    described = {name: schema for name, schema in arguments.items() if _clean(_description(schema))}
    if described:
        lines += ["", "        Args:"]
        for name, schema in described.items():
            lines += wrapped(f"{name}: {_description(schema)}", " " * 12, " " * 16)
    return [*lines, '        """']


def _description(schema: object) -> object:
    return schema.get("description") if isinstance(schema, Mapping) else None


def _clean(text: object) -> str:
    """Words on one line that can't end the text that they are in, whoever wrote them."""
    words = " ".join(text.split()) if isinstance(text, str) else ""
    words = "".join(c if c.isprintable() else " " for c in words)
    return words.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _parameter(key: str) -> str:
    return f"{key}_" if keyword.iskeyword(key) or key in _TAKEN else key


def _is_name(name: object) -> bool:
    return isinstance(name, str) and _NAME.match(name) is not None and not keyword.iskeyword(name)


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    sys.stdout.write(wrappers(ENGINE_HEAD, json.load(sys.stdin)))
