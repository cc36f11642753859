"""
`python -m skywalker_agents.stubs --project DIR [--output FILE]`: typed wrappers of a project's own tools, as a module that
editors complete from.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ._generate import PROJECT_HEAD, wrappers
from .errors import SkywalkerAgentsError
from .sync import Engine


def main(arguments: list[str] | None = None) -> int:
    """0: written; 3: the project can't be opened."""
    parser = argparse.ArgumentParser(
        prog="python -m skywalker_agents.stubs", description="Writes typed wrappers of a project's own tools."
    )
    parser.add_argument("--project", default=".", help="the project's folder (default: this one)")
    parser.add_argument("--output", "-o", type=Path, help="the module to write; else it goes to standard output")
    options = parser.parse_args(arguments)
    try:
        with Engine.auto(options.project) as engine:
            tools = [tool for tool in engine.list_tools() if "skywalker/origin" in tool.meta]
    except SkywalkerAgentsError as problem:
        print(problem, file=sys.stderr)
        return 3
    entries = [{"name": tool.name, "description": tool.description, "inputSchema": tool.input_schema} for tool in tools]
    text = wrappers(PROJECT_HEAD, entries)
    if options.output is None:
        sys.stdout.write(text)
    else:
        options.output.write_text(text, encoding="utf-8")
        print(f"{len(entries)} tools in {options.output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
