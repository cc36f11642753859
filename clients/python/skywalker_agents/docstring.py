"""What a docstring says of a function and of its arguments (`Args:`)."""

from __future__ import annotations

import inspect
import re

_ARGS = {"args", "arguments", "parameters", "params"}
#: Headings that end the description; what is below them is not for the caller of a tool.
_OTHERS = {"returns", "return", "raises", "yields", "example", "examples", "note", "notes", "attributes", "see also"}
_ARGUMENT = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")


def parse_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """The description (without sections, save `Example:`, which belongs to what models read) and each argument's."""
    lines = inspect.cleandoc(text or "").splitlines()
    description: list[str] = []
    arguments: dict[str, str] = {}
    section = "description"
    indent: int | None = None
    present: str | None = None
    for line in lines:
        heading = line.strip().rstrip(":").lower() if line.strip().endswith(":") and not line[:1].isspace() else ""
        if heading in _ARGS:
            section, indent, present = "args", None, None
        elif heading in _OTHERS:
            section = "description" if heading.startswith("example") else "other"
            if section == "description":
                description.append(line)
        elif section == "args":
            stripped = line.strip()
            depth = len(line) - len(line.lstrip())
            if not stripped:
                continue
            if depth == 0:
                # The list of arguments is over without a heading.
                section = "description"
                description += ["", line]
                continue
            indent = depth if indent is None else indent
            found = _ARGUMENT.match(stripped) if depth <= indent else None
            if found is not None:
                present = found[1]
                arguments[present] = found[2]
            elif present is not None:
                arguments[present] = f"{arguments[present]} {stripped}".strip()
        elif section == "description":
            description.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(description)).strip(), arguments
