"""What the generated wrappers of tools stand on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, cast

R_co = TypeVar("R_co", covariant=True)


class Unset:
    """The default of arguments that are left out of the call; the engine fills in its own defaults."""

    def __repr__(self) -> str:
        return "…"

    def __bool__(self) -> bool:
        return False


#: Typed as anything, so that it can be the default of an argument of any type.
UNSET: Any = Unset()


class ToolsBase(Generic[R_co]):
    """`tools.<name>(**args)` calls the tool of that name; what is generated on top of this adds types and help."""

    def __init__(self, call: Callable[..., R_co]) -> None:
        self._call = call

    def _invoke(self, tool: str, args: Mapping[str, Any], check: bool, timeout: float | None) -> R_co:
        # A keyword of Python, or of this method, is written with a _ behind it.
        given = {name: value for name, value in args.items() if not isinstance(value, Unset)}
        return self._call(tool, given, check=check, timeout=timeout)

    def __getattr__(self, name: str) -> Callable[..., R_co]:
        """A tool that has no wrapper, such as a custom one: `user_enemies_near(radius=8)`."""
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*, check: bool = False, timeout: float | None = None, **args: Any) -> R_co:
            return self._invoke(name, args, check, timeout)

        call.__name__ = name
        call.__qualname__ = f"tools.{name}"
        return call

    def __getitem__(self, name: str) -> Callable[..., R_co]:
        """The same for a name that is in a variable: `tools["py_hazard_audit"]`."""
        return cast("Callable[..., R_co]", getattr(self, name))
