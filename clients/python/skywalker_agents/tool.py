"""`@tool`: a function as a tool of the engine."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from .context import SyncToolContext, ToolContext
from .docstring import parse_docstring
from .errors import DefinitionError, InvalidArguments
from .schema import Converter, Converters, default_json, hints_of, with_default

_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")
#: `py_` in front of it makes 64, where model APIs stop.
_MAX_NAME = 61
#: The engine refuses descriptions that are shorter.
_MIN_DESCRIPTION = 20

_CAPABILITIES = ("read_scene", "mutate", "calls", "files", "network")
_LIMITS = ("timeout_ms", "max_output_bytes", "max_calls", "instructions")


@dataclass(frozen=True)
class Tool:
    """A function with what the engine is told of it. Calling it calls the function."""

    function: Callable[..., Any]
    name: str
    title: str
    description: str
    input_schema: dict[str, Any]
    mutates: bool
    capabilities: dict[str, Any]
    limits: dict[str, Any]
    #: Further fields of the definition: `category`, `output_schema`, `tests`.
    more: dict[str, Any]
    is_async: bool
    _context: str | None
    _arguments: Mapping[str, Converter]
    _required: tuple[str, ...]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def definition(self) -> dict[str, Any]:
        """An entry of `tools` of `tool_host_register`."""
        entry: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "input_schema": self.input_schema,
        }
        if self.mutates:
            entry["mutates"] = True
        if self.capabilities:
            entry["capabilities"] = self.capabilities
        if self.limits:
            entry["limits"] = self.limits
        return {**entry, **self.more}

    def arguments(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """The function's keywords of a call's arguments. Raises `InvalidArguments`."""
        for key in args:
            if key not in self._arguments:
                raise InvalidArguments(
                    f"{self.name} has no argument {key!r}", f"It has {', '.join(self._arguments) or 'none'}."
                )
        for key in self._required:
            if key not in args:
                raise InvalidArguments(f"{self.name} needs the argument {key!r}")
        return {key: self._arguments[key].decode(value, key) for key, value in args.items()}

    def bind(self, args: Mapping[str, Any], context: ToolContext | SyncToolContext) -> dict[str, Any]:
        """All that the function is called with."""
        given = self.arguments(args)
        if self._context is not None:
            given[self._context] = context
        return given


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    *,
    name: str | None = None,
    title: str | None = None,
    description: str | None = None,
    mutates: bool = False,
    capabilities: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    category: str | None = None,
    output_schema: Mapping[str, Any] | None = None,
    tests: Sequence[Mapping[str, Any]] | None = None,
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(
    function: Callable[..., Any] | None = None,
    /,
    *,
    name: str | None = None,
    title: str | None = None,
    description: str | None = None,
    mutates: bool = False,
    capabilities: Mapping[str, Any] | None = None,
    limits: Mapping[str, Any] | None = None,
    category: str | None = None,
    output_schema: Mapping[str, Any] | None = None,
    tests: Sequence[Mapping[str, Any]] | None = None,
) -> Any:
    """
    Makes a function a tool: `@tool` or `@tool(capabilities={"calls": ["scene_query"]})`. Its arguments' schema comes from
    type hints and defaults, its description and the arguments' from the docstring (`Args:`). `mutates`: it changes the
    project through the engine, which needs a person's approval. `output_schema` is what the result has to match, `tests` are
    what `tool_test` runs (`{"name", "args", "expect"}`). Raises `DefinitionError` where the function can't be one.
    """
    frame = sys._getframe(1)
    local = frame.f_locals if frame.f_code.co_name != "<module>" else None

    more = {"category": category, "output_schema": output_schema, "tests": tests}

    def make(target: Callable[..., Any]) -> Tool:
        given = {key: default_json(value, f"{key} of @tool") for key, value in more.items() if value is not None}
        return _tool_of(target, name, title, description, mutates, capabilities or {}, limits or {}, given, local)

    return make if function is None else make(function)


def _tool_of(
    target: Callable[..., Any],
    name: str | None,
    title: str | None,
    description: str | None,
    mutates: bool,
    capabilities: Mapping[str, Any],
    limits: Mapping[str, Any],
    more: dict[str, Any],
    local: Mapping[str, Any] | None,
) -> Tool:
    if not inspect.isfunction(target) and not inspect.ismethod(target):
        raise DefinitionError(f"{target!r} is no function; @tool goes on a def or an async def")
    if inspect.isgeneratorfunction(target) or inspect.isasyncgenfunction(target):
        raise DefinitionError(f"{target.__name__} yields; a tool returns its result once: collect it in a list")
    known = _name(name or target.__name__)
    text, argument_texts = parse_docstring(target.__doc__)
    is_async = inspect.iscoroutinefunction(target)
    converters = Converters(local)
    context, arguments, required, properties = _parameters(target, known, argument_texts, converters, local)
    input_schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        input_schema["required"] = list(required)
    if converters.definitions:
        input_schema["$defs"] = converters.definitions
    words = known.replace("_", " ")
    shown = title or words[:1].upper() + words[1:]
    return Tool(
        function=target,
        name=known,
        title=shown,
        description=_description(description if description is not None else text, shown),
        input_schema=input_schema,
        mutates=mutates,
        capabilities=_capabilities(known, capabilities),
        limits=_limits(known, limits),
        more=more,
        is_async=is_async,
        _context=context,
        _arguments=arguments,
        _required=required,
    )


def _parameters(
    target: Callable[..., Any],
    name: str,
    texts: Mapping[str, str],
    converters: Converters,
    local: Mapping[str, Any] | None,
) -> tuple[str | None, dict[str, Converter], tuple[str, ...], dict[str, Any]]:
    hints = hints_of(target, name, local)
    context: str | None = None
    arguments: dict[str, Converter] = {}
    required: list[str] = []
    properties: dict[str, Any] = {}
    for parameter in inspect.signature(target).parameters.values():
        hint = hints.get(parameter.name, inspect.Parameter.empty)
        where = f"argument {parameter.name!r} of {name}"
        if hint in (ToolContext, SyncToolContext) or (hint is inspect.Parameter.empty and parameter.name == "ctx"):
            if context is not None:
                raise DefinitionError(f"{name} takes two contexts, {context!r} and {parameter.name!r}; one is enough")
            context = parameter.name
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
            raise DefinitionError(
                f"{name} takes {stars}{parameter.name}, which has no schema; name each argument, or take a list or a "
                "dict[str, …]"
            )
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise DefinitionError(f"{where} has no name for callers; move the / in front of it away")
        if hint is inspect.Parameter.empty and parameter.name in ("self", "cls"):
            raise DefinitionError(f"{name} is a method; make a tool of an object's own: tool(thing.{target.__name__})")
        if hint is inspect.Parameter.empty:
            raise DefinitionError(f"{where} has no type; annotate it, such as {parameter.name}: str")
        converter = converters.of(hint, where)
        schema = dict(converter.schema)
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        else:
            schema = with_default(schema, parameter.default, where)
        if parameter.name in texts:
            schema.setdefault("description", texts[parameter.name])
        arguments[parameter.name] = converter
        properties[parameter.name] = schema
    for key in texts:
        if key not in arguments and key != context:
            raise DefinitionError(f"the docstring of {name} describes an argument {key!r}, which it does not take")
    return context, arguments, tuple(required), properties


def _name(name: str) -> str:
    bare = name.removeprefix("py_")
    if not _NAME.match(bare):
        raise DefinitionError(
            f"{name!r} can't be a tool's name: lowercase letters, digits and underscores, a letter first. "
            'Rename the function or give @tool(name="…")'
        )
    if len(bare) > _MAX_NAME:
        raise DefinitionError(f"the name {name!r} has {len(bare)} characters; {_MAX_NAME} are the most")
    return bare


def _description(text: str, title: str) -> str:
    if len(text) >= _MIN_DESCRIPTION:
        return text
    start = f"{title}. " if not text else f"{text} "
    return f"{start}(A tool of a Python process, which says no more of it.)"


def _capabilities(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    _known(name, "capability", given, _CAPABILITIES)
    if isinstance(given.get("calls"), str):
        raise DefinitionError(f"capabilities of {name}: calls is a list of tools: write [{given['calls']!r}]")
    return {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}


def _limits(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    _known(name, "limit", given, _LIMITS)
    for key, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
            raise DefinitionError(f"limits of {name}: {key} is {value!r}; it is a number above 0")
    return dict(given)


def _known(name: str, kind: str, given: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in given:
        if key not in known:
            raise DefinitionError(f"{name} declares an unknown {kind} {key!r}; there are {', '.join(known)}")
