"""
Type hints as JSON Schema, and JSON values as what the hints say. `converter(hint)` gives both; what JSON Schema can't say
raises `DefinitionError`, with what to write instead.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import math
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal, Union

from .errors import DefinitionError, InvalidArguments

Json = Any
#: What stands around the type of a key of a TypedDict, from Python 3.11 on; whether it is required is known from elsewhere.
_MARKS = tuple(getattr(typing, name) for name in ("Required", "NotRequired", "ReadOnly") if hasattr(typing, name))
#: Value and where it stands, such as `.points[2]` → what the function gets. Raises `InvalidArguments`.
Decode = Callable[[Json, str], Any]


@dataclasses.dataclass(frozen=True)
class Converter:
    schema: dict[str, Any]
    decode: Decode


class Converters:
    """Of one function. Types that contain themselves stand once, in `definitions`, and are referred to."""

    def __init__(self, local: Mapping[str, Any] | None = None) -> None:
        """`local`: names of the function in which the types are defined, for hints that are text."""
        self._local = local
        self.definitions: dict[str, dict[str, Any]] = {}
        self._open: dict[type, str] = {}
        self._recursive: dict[type, Decode] = {}

    def of(self, hint: Any, where: str) -> Converter:
        """`where` is how messages call the place, such as "argument 'tags' of hazard_audit"."""
        found = self._plain(hint) or self._generic(hint, where) or self._class(hint, where)
        if found is not None:
            return found
        raise DefinitionError(f"{where} is {_show(hint)}, which no JSON Schema can say. {_advice(hint)}")

    def _plain(self, hint: Any) -> Converter | None:
        if hint is Any or hint is object:
            return Converter({}, lambda value, _at: value)
        if hint is str:
            return _simple("string", str, "text")
        if hint is bool:
            return _simple("boolean", bool, "true or false")
        if hint is int:
            return Converter({"type": "integer"}, _integer)
        if hint is float:
            return Converter({"type": "number"}, _number)
        if hint is None or hint is type(None):
            return _simple("null", type(None), "null")
        if hint is dict or hint is Mapping or hint is collections.abc.Mapping:
            return self._mapping(Any, "")
        if hint in (list, tuple, set, frozenset) or hint is collections.abc.Sequence:
            maker = hint if isinstance(hint, type) and hint in (tuple, set, frozenset) else list
            return self._array(Any, maker, "")
        return None

    def _generic(self, hint: Any, where: str) -> Converter | None:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self._annotated(args[0], args[1:], where)
        if origin is Literal:
            return _literal(args, where)
        if origin in (Union, types.UnionType):
            return self._union(args, where)
        if origin in (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.MutableSequence):
            return self._array(args[0], list, where)
        if origin in (set, frozenset, collections.abc.Set):
            maker = frozenset if origin is frozenset else set
            array = self._array(args[0], maker, where)
            return Converter({**array.schema, "uniqueItems": True}, array.decode)
        if origin is tuple:
            if len(args) == 2 and args[1] is ...:
                return self._array(args[0], tuple, where)
            return self._tuple(args, where)
        if origin in (dict, collections.abc.Mapping, collections.abc.MutableMapping):
            if args[0] is not str:
                raise DefinitionError(
                    f"{where} has keys of {_show(args[0])}; in JSON keys are text: write dict[str, {_show(args[1])}]"
                )
            return self._mapping(args[1], where)
        if origin is not None and origin in _MARKS:
            return self.of(args[0], where)
        return None

    def _class(self, hint: Any, where: str) -> Converter | None:
        if isinstance(hint, typing.NewType):
            return self.of(hint.__supertype__, where)
        if not isinstance(hint, type):
            return None
        if issubclass(hint, enum.Enum):
            return _enum(hint, where)
        if dataclasses.is_dataclass(hint):
            return self._recursively(hint, where, self._dataclass)
        if typing.is_typeddict(hint):
            return self._recursively(hint, where, self._typed_dict)
        return None

    def _annotated(self, hint: Any, notes: tuple[Any, ...], where: str) -> Converter:
        """A text is the description, a dict goes into the schema (`{"minimum": 0}`)."""
        inner = self.of(hint, where)
        schema = dict(inner.schema)
        for note in notes:
            if isinstance(note, str):
                schema["description"] = note
            elif isinstance(note, Mapping):
                schema.update(note)
        return Converter(schema, inner.decode)

    def _array(self, hint: Any, maker: Callable[[list[Any]], Any], where: str) -> Converter:
        inner = self.of(hint, f"an element of {where}")

        def decode(value: Json, at: str) -> Any:
            if not isinstance(value, list):
                raise _wrong(at, "a list", value)
            decoded = [inner.decode(element, f"{at}[{i}]") for i, element in enumerate(value)]
            return decoded if maker is list else maker(decoded)

        schema: dict[str, Any] = {"type": "array"}
        if inner.schema:
            schema["items"] = inner.schema
        return Converter(schema, decode)

    def _tuple(self, hints: tuple[Any, ...], where: str) -> Converter:
        inner = [self.of(hint, f"element {i} of {where}") for i, hint in enumerate(hints)]
        count = len(inner)
        schema: dict[str, Any] = {"type": "array", "minItems": count, "maxItems": count}
        if count > 0 and all(one.schema == inner[0].schema for one in inner):
            schema["items"] = inner[0].schema
        elif count > 0:
            schema["prefixItems"] = [one.schema for one in inner]

        def decode(value: Json, at: str) -> Any:
            if not isinstance(value, list) or len(value) != count:
                raise _wrong(at, f"a list of {count}", value)
            return tuple(one.decode(part, f"{at}[{i}]") for i, (one, part) in enumerate(zip(inner, value, strict=True)))

        return Converter(schema, decode)

    def _mapping(self, hint: Any, where: str) -> Converter:
        inner = self.of(hint, f"a value of {where}")

        def decode(value: Json, at: str) -> Any:
            if not isinstance(value, dict):
                raise _wrong(at, "an object", value)
            return {key: inner.decode(part, f"{at}.{key}") for key, part in value.items()}

        return Converter({"type": "object", "additionalProperties": inner.schema or True}, decode)

    def _union(self, hints: tuple[Any, ...], where: str) -> Converter:
        inner = [self.of(hint, where) for hint in hints]

        def decode(value: Json, at: str) -> Any:
            problems: list[str] = []
            for one in inner:
                try:
                    return one.decode(value, at)
                except InvalidArguments as problem:
                    problems.append(problem.message)
            raise InvalidArguments("; or ".join(dict.fromkeys(problems)))

        names = [one.schema.get("type") for one in inner]
        if all(isinstance(name, str) and len(one.schema) == 1 for name, one in zip(names, inner, strict=True)):
            # What the engine and models read most easily.
            kinds = [name for name in names if not (name == "integer" and "number" in names)]
            return Converter({"type": kinds if len(kinds) > 1 else kinds[0]}, decode)
        if any(not one.schema for one in inner):
            return Converter({}, decode)
        return Converter({"anyOf": [one.schema for one in inner]}, decode)

    def _recursively(self, hint: type, where: str, make: Callable[[Any, str], Converter]) -> Converter:
        name = hint.__name__
        if hint in self._open:
            self.definitions.setdefault(self._open[hint], {})
            return Converter(
                {"$ref": f"#/$defs/{self._open[hint]}"}, lambda value, at: self._recursive[hint](value, at)
            )
        if hint in self._recursive:
            return Converter({"$ref": f"#/$defs/{name}"}, self._recursive[hint])
        self._open[hint] = name
        made = make(hint, where)
        del self._open[hint]
        if name not in self.definitions:
            return made
        self.definitions[name] = made.schema
        self._recursive[hint] = made.decode
        return Converter({"$ref": f"#/$defs/{name}"}, made.decode)

    def _dataclass(self, hint: Any, where: str) -> Converter:
        hints = hints_of(hint, where, self._local)
        fields = [field for field in dataclasses.fields(hint) if field.init]
        inner = {f.name: self.of(hints[f.name], f"field {f.name!r} of {hint.__name__}") for f in fields}
        properties: dict[str, dict[str, Any]] = {}
        required: list[str] = []
        for f in fields:
            schema = inner[f.name].schema
            if f.default is not dataclasses.MISSING:
                schema = with_default(schema, f.default, f"field {f.name!r} of {hint.__name__}")
            elif f.default_factory is dataclasses.MISSING:
                required.append(f.name)
            properties[f.name] = schema

        def decode(value: Json, at: str) -> Any:
            given = _properties(value, at, inner, required)
            try:
                return hint(**given)
            except (TypeError, ValueError) as problem:
                # Its own __post_init__ has the last word.
                raise InvalidArguments(f"{_place(at)}: {problem}") from problem

        return Converter(_object(properties, required), decode)

    def _typed_dict(self, hint: Any, where: str) -> Converter:
        hints = hints_of(hint, where, self._local)
        inner = {key: self.of(part, f"key {key!r} of {hint.__name__}") for key, part in hints.items()}
        required = [key for key in inner if key in hint.__required_keys__]
        properties = {key: one.schema for key, one in inner.items()}
        return Converter(_object(properties, required), lambda value, at: _properties(value, at, inner, required))


def hints_of(target: Any, where: str, local: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The type hints, with those that were written as text resolved."""
    try:
        return typing.get_type_hints(target, localns=dict(local) if local else None, include_extras=True)
    except NameError as error:
        raise DefinitionError(
            f"a type hint of {where} names {error.name!r}, which is not known where it is defined: import it, or define "
            "it at the top of the module"
        ) from error


def with_default(schema: dict[str, Any], default: Any, where: str) -> dict[str, Any]:
    """The schema with its default, as JSON. Raises `DefinitionError` for one that is no JSON."""
    value = default_json(default, where)
    if value is None and not allows_null(schema):
        raise DefinitionError(
            f"{where} is None where it is left out, and its type does not say so: write `… | None = None`"
        )
    return {**schema, "default": value}


def default_json(value: Any, where: str) -> Any:
    if isinstance(value, enum.Enum):
        return default_json(value.value, where)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: default_json(getattr(value, f.name), where) for f in dataclasses.fields(value) if f.init}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [default_json(part, where) for part in value]
    if isinstance(value, Mapping):
        return {str(key): default_json(part, where) for key, part in value.items()}
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise DefinitionError(
        f"the default of {where} is {value!r}, which JSON can't say; use None and put it in the function"
    )


def allows_null(schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    if kind == "null" or (isinstance(kind, list) and "null" in kind) or None in schema.get("enum", ()):
        return True
    if any(allows_null(one) for one in schema.get("anyOf", ())):
        return True
    return not ({"type", "enum", "anyOf", "$ref"} & set(schema))


def _object(properties: dict[str, dict[str, Any]], required: list[str]) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    return schema


def _properties(value: Json, at: str, inner: Mapping[str, Converter], required: list[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _wrong(at, "an object", value)
    for key in value:
        if key not in inner:
            raise InvalidArguments(f"{_place(at)} has no {key!r}; it has {', '.join(inner) or 'nothing'}")
    for key in required:
        if key not in value:
            raise InvalidArguments(f"{_place(at)} lacks {key!r}")
    return {key: inner[key].decode(part, f"{at}.{key}") for key, part in value.items()}


def _simple(name: str, kind: type, words: str) -> Converter:
    def decode(value: Json, at: str) -> Any:
        if not isinstance(value, kind):
            raise _wrong(at, words, value)
        return value

    return Converter({"type": name}, decode)


def _integer(value: Json, at: str) -> int:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(at, "a whole number", value)
    return value


def _number(value: Json, at: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise _wrong(at, "a number", value)
    return float(value)


def _literal(values: tuple[Any, ...], where: str) -> Converter:
    for value in values:
        if not isinstance(value, (str, int, bool, type(None))) or isinstance(value, enum.Enum):
            raise DefinitionError(
                f"{where} has the literal {value!r}; in JSON it can be text, a number, a bool or None"
            )
    return Converter({"enum": list(values)}, _one_of({_key(value): value for value in values}))


def _enum(kind: type[enum.Enum], where: str) -> Converter:
    members = {_key(member.value): member for member in kind}
    for member in kind:
        if not isinstance(member.value, (str, int, float, bool)):
            raise DefinitionError(
                f"{where} is the enum {kind.__name__}, whose {member.name} is {member.value!r}; give its members text or numbers"
            )
    return Converter({"enum": [member.value for member in kind]}, _one_of(members))


def _one_of(members: Mapping[Any, Any]) -> Decode:
    def decode(value: Json, at: str) -> Any:
        try:
            return members[_key(value)]
        except (KeyError, TypeError):
            names = ", ".join(repr(key[1]) for key in members)
            raise InvalidArguments(f"{_place(at)} is {_short(value)}; it can be {names}") from None

    return decode


def _key(value: Any) -> tuple[bool, Any]:
    """True and 1 are equal in Python, and not in JSON."""
    return (isinstance(value, bool), value)


def _wrong(at: str, wanted: str, value: Json) -> InvalidArguments:
    return InvalidArguments(f"{_place(at)} has to be {wanted}; it is {_short(value)}")


def _place(at: str) -> str:
    return at.lstrip(".") or "the argument"


def _short(value: Json) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _show(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not typing.get_args(hint) else str(hint).replace("typing.", "")


def _advice(hint: Any) -> str:
    if hint in (bytes, bytearray):
        return "Take the bytes as base64 in a str."
    if isinstance(hint, typing.TypeVar):
        return "A tool's types can't be variables: name the types that it takes, such as `int | str`."
    if callable(hint) and typing.get_origin(hint) is collections.abc.Callable:
        return "Take the name of what to do, as a Literal."
    if isinstance(hint, type):
        return "Make it a dataclass or a TypedDict, take a str and convert it in the function, or write Any for whatever JSON has."
    return "Write str, int, float, bool, list[…], dict[str, …], Literal[…], an Enum, a dataclass, a TypedDict or a union of them."
