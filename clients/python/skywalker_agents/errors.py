"""What can go wrong, as exceptions. Failed tool calls are values (`ToolResult`) unless `check=True` is asked for."""

from __future__ import annotations

from .visible import visible


class SkywalkerAgentsError(Exception):
    """The base of all errors of this package. As text they are fit for a terminal, whatever the engine said."""

    def __str__(self) -> str:
        return visible(super().__str__())


class EngineConnectionError(SkywalkerAgentsError):
    """The engine can't be reached, or went away before it answered."""


class EngineNotFoundError(EngineConnectionError):
    """There is no editor to attach to, or no `skywalker` program to start."""


class EngineEndedError(EngineConnectionError):
    """The engine that this process started has ended; nothing will answer there any more."""


class ProtocolError(EngineConnectionError):
    """The other end does not speak the protocol, or refused a request. `rpc_code` is JSON-RPC's, where it gave one."""

    def __init__(self, message: str, rpc_code: int | None = None, data: object = None) -> None:
        super().__init__(message)
        self.rpc_code = rpc_code
        self.data = data


class ToolError(SkywalkerAgentsError):
    """A call that failed, of `call(…, check=True)` or `ToolResult.raise_for_error()`."""

    def __init__(self, tool: str, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(tool, code, message, hint)
        self.tool = tool
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        text = f"{self.tool}: [{self.code}] {self.message}"
        return visible(text if self.hint is None else f"{text} ({self.hint})")


class ToolFailure(SkywalkerAgentsError):
    """Raise it in a tool of yours to fail the call: the caller reads `message`, and `hint` on what to do next."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message if self.hint is None else f"{self.message}\nhint: {self.hint}"


class InvalidArguments(ToolFailure):
    """The arguments of a call to a tool of yours are not what its type hints say."""


class DefinitionError(SkywalkerAgentsError, TypeError):
    """A function can't be made a tool as it stands; the message says what to change."""


class HostError(SkywalkerAgentsError):
    """The engine refused tools that were offered to it."""
