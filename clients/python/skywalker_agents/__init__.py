"""
Skywalker from Python: calls to an engine's tools, its events, and tools of your own that every agent can call.

    async with AsyncEngine.auto("my_game") as engine:
        found = await engine.tools.scene_query(tag="hazard")

`docs/python.md` tells more.
"""

from ._version import __version__
from .context import SyncToolContext, ToolContext
from .engine import AsyncEngine
from .errors import (
    DefinitionError,
    EngineConnectionError,
    EngineEndedError,
    EngineNotFoundError,
    HostError,
    InvalidArguments,
    ProtocolError,
    SkywalkerAgentsError,
    ToolError,
    ToolFailure,
)
from .events import Event, EventStream
from .host import ToolHost
from .output import Output
from .result import ToolResult
from .session import Session, ToolSpec
from .sync import Engine
from .tool import Tool, tool
from .visible import visible

__all__ = [
    "AsyncEngine",
    "DefinitionError",
    "Engine",
    "EngineConnectionError",
    "EngineEndedError",
    "EngineNotFoundError",
    "Event",
    "EventStream",
    "HostError",
    "InvalidArguments",
    "Output",
    "ProtocolError",
    "Session",
    "SkywalkerAgentsError",
    "SyncToolContext",
    "Tool",
    "ToolContext",
    "ToolError",
    "ToolFailure",
    "ToolHost",
    "ToolResult",
    "ToolSpec",
    "__version__",
    "tool",
    "visible",
]
