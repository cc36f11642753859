"""What a tool of yours returns, as the engine takes it: text, structured data, PNG images."""

from __future__ import annotations

import base64
import dataclasses
import enum
import math
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from .errors import ToolFailure
from .result import ToolResult

_PNG = b"\x89PNG\r\n\x1a\n"
_MAX_DEPTH = 100


@dataclasses.dataclass(frozen=True)
class Output:
    """Return it where one of text, data and images is not enough. `images` are PNG files."""

    text: str = ""
    data: Any = None
    images: Sequence[bytes] = ()


def encode_output(value: Any) -> dict[str, Any]:
    """
    The arguments `text`, `structured` and `images` of `tool_host_reply`. Raises `ToolFailure`, which says where in the
    result something is that JSON can't say.

    None: "ok". Text: as it is. Bytes: a PNG image. A dict or dataclass: structured. Anything else: `{"value": …}`.
    """
    if isinstance(value, ToolResult):
        value.raise_for_error()
        return encode_output(Output(value.text, value.data or None, value.images))
    if isinstance(value, Output):
        reply = {} if value.data is None else _structured(value.data)
        images = [_image(image) for image in value.images]
        return {**reply, **({"text": value.text} if value.text else {}), **({"images": images} if images else {})}
    if value is None:
        return {"text": "ok"}
    if isinstance(value, str) and not isinstance(value, enum.Enum):
        return {"text": value}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"images": [_image(bytes(value))]}
    return _structured(value)


def _structured(value: Any) -> dict[str, Any]:
    data = to_json(value)
    return {"structured": data if isinstance(data, dict) else {"value": data}}


def _image(image: bytes) -> str:
    if not isinstance(image, (bytes, bytearray)) or not bytes(image[:8]) == _PNG:
        raise ToolFailure(
            "the tool returned bytes that are no PNG image", "Return a PNG file's bytes, or bytes as base64 in a str."
        )
    return base64.b64encode(image).decode("ascii")


def to_json(value: Any, at: str = "", depth: int = 0) -> Any:
    """A value as JSON. Raises `ToolFailure` with the place of what can't be."""
    if depth > _MAX_DEPTH:
        raise ToolFailure(f"the result is nested more than {_MAX_DEPTH} deep, or contains itself")
    if isinstance(value, enum.Enum):
        return to_json(value.value, at, depth)
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        raise ToolFailure(f"the result{at} is {value}, which JSON can't say", "Give None or leave it out.")
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_json(getattr(value, f.name), f"{at}.{f.name}", depth + 1) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        for key in value:
            if not isinstance(key, str) or isinstance(key, enum.Enum):
                raise ToolFailure(
                    f"the result{at} has the key {key!r}, and in JSON keys are text", "Write str(key), or give a list."
                )
        return {key: to_json(part, f"{at}.{key}", depth + 1) for key, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return [to_json(part, f"{at}[…]", depth + 1) for part in sorted(value, key=repr)]
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [to_json(part, f"{at}[{i}]", depth + 1) for i, part in enumerate(value)]
    if isinstance(value, PurePath):
        return str(value)
    if callable(getattr(value, "isoformat", None)):
        return value.isoformat()
    if callable(getattr(value, "tolist", None)):
        # Arrays and numbers of NumPy and its like.
        return to_json(value.tolist(), at, depth + 1)
    raise ToolFailure(
        f"the result{at} is of the type {type(value).__name__}, which JSON can't say",
        "Return a dict, a list, text, numbers or a dataclass of them.",
    )
