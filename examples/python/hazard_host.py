"""
A Python process that serves one tool, `py_hazard_audit`, to every agent of a project.

    python examples/python/hazard_host.py path/to/project

It attaches to what has the project open, or starts an engine, and serves until it is interrupted. In another terminal:

    skywalker call py_hazard_audit '{"min_gap": 4}' --project path/to/project
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import math
import sys
from pathlib import Path
from typing import Any

try:
    import skywalker_agents
except ModuleNotFoundError:
    # It was not installed: the package in this tree does.
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients" / "python"))
    import skywalker_agents

from skywalker_agents import AsyncEngine, ToolContext, ToolFailure, tool

#: Hazards that are looked at; their pairs rise with the square.
MOST = 1000


@tool(capabilities={"calls": ["scene_query"]}, limits={"timeout_ms": 20000})
async def hazard_audit(min_gap: float = 6.0, tag: str = "hazard", *, ctx: ToolContext) -> dict[str, Any]:
    """Finds hazards that stand closer to each other than a player can pass, and hazards without a `damage`.

    Use it after placing hazards. Example: {"min_gap": 4}

    Args:
        min_gap: Metres between two hazards that are enough.
        tag: The tag that hazards have.
    """
    if min_gap <= 0:
        raise ToolFailure(f"min_gap is {min_gap:g}, and no two things are closer than that", "Give metres, such as 6.")
    found = await ctx.session.tools.scene_query(
        tag=tag, fields=["id", "name", "position", "vars.damage"], limit=MOST, check=True
    )
    hazards = found["matches"]
    ctx.log.info("%s asked about %d hazards", ctx.actor, len(hazards))
    crowded = []
    for one, other in itertools.combinations(hazards, 2):
        gap = math.dist(one["position"], other["position"])
        if gap < min_gap:
            crowded.append({"between": [one["name"], other["name"]], "gap": round(gap, 2)})
    return {
        "hazards": found["total"],
        "complete": len(hazards) == found["total"],
        "too_close": sorted(crowded, key=lambda pair: pair["gap"]),
        "harmless": [hazard["name"] for hazard in hazards if not hazard.get("vars.damage")],
    }


async def main(project: str) -> None:
    async with AsyncEngine.auto(project) as engine:
        host = await engine.host_tools([hazard_audit], label="Hazard audit")
        for name, status in host.status.items():
            print(f"{name} is {status['status']}", flush=True)
        await host.serve_forever()
        print(f"served {host.served} calls", flush=True)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} PROJECT")
    try:
        asyncio.run(main(sys.argv[1]))
    except skywalker_agents.SkywalkerAgentsError as problem:
        sys.exit(str(problem))
