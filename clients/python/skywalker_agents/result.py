"""What a call to a tool gave."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import ToolError

_ERROR_TEXT = re.compile(r"error \[([a-z_]+)\]: (.*?)(?:\nhint: (.*?))?(?:\n  .*|\nlog: .*)?\Z", re.DOTALL)


@dataclass(frozen=True)
class ToolResult:
    """
    The answer to one call. `result["key"]` and `result.get("key")` read `data`; a key that is not there raises `KeyError`, and
    `ToolError` with the reason where the call failed.
    """

    tool: str
    #: What the tool says in words.
    text: str = ""
    #: Its structured result; of a failed call `{error, message, hint?}`.
    data: dict[str, Any] = field(default_factory=dict)
    #: PNG files.
    images: tuple[bytes, ...] = ()
    ok: bool = True
    #: Such as "not_found" or "invalid_arguments"; None where the call succeeded.
    error_code: str | None = None
    error_message: str | None = None
    #: What to do next.
    error_hint: str | None = None
    warnings: tuple[str, ...] = ()

    def __getitem__(self, key: str) -> Any:
        try:
            return self.data[key]
        except KeyError:
            # The reason is of more use than that its result is not there.
            self.raise_for_error()
            has = ", ".join(self.data) or "nothing"
            raise KeyError(f"{self.tool} gave no {key!r}; its result has {has}") from None

    def get(self, key: str, default: Any = None) -> Any:
        return self.data.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self.data

    def raise_for_error(self) -> ToolResult:
        """Itself where the call succeeded; raises `ToolError` where it did not."""
        if self.ok:
            return self
        raise ToolError(self.tool, self.error_code or "tool_failed", self.error_message or self.text, self.error_hint)

    @staticmethod
    def error(tool: str, code: str, message: str, hint: str | None = None) -> ToolResult:
        text = f"error [{code}]: {message}" + ("" if hint is None else f"\nhint: {hint}")
        data = {"error": code, "message": message, **({} if hint is None else {"hint": hint})}
        return ToolResult(tool, text=text, data=data, ok=False, error_code=code, error_message=message, error_hint=hint)

    @staticmethod
    def from_mcp(tool: str, answer: object) -> ToolResult:
        """Of an MCP `CallToolResult`. Whatever is not as it should be in it is left out."""
        if not isinstance(answer, Mapping):
            return ToolResult.error(tool, "protocol_error", f"the engine answered {_short(answer)}, which is no result")
        texts: list[str] = []
        images: list[bytes] = []
        for block in _sequence(answer.get("content")):
            if not isinstance(block, Mapping):
                continue
            text, image = block.get("text"), block.get("data")
            if block.get("type") == "text" and isinstance(text, str):
                texts.append(text)
            elif block.get("type") == "image" and isinstance(image, str):
                try:
                    images.append(base64.b64decode(image, validate=True))
                except (binascii.Error, ValueError):
                    continue
        structured = answer.get("structuredContent")
        data = dict(structured) if isinstance(structured, Mapping) else {}
        meta = answer.get("_meta")
        meta = meta if isinstance(meta, Mapping) else {}
        warnings = tuple(w for w in _sequence(meta.get("skywalker/warnings")) if isinstance(w, str))
        text = texts[0] if texts else ""
        if answer.get("isError") is not True:
            return ToolResult(tool, text=text, data=data, images=tuple(images), warnings=warnings)
        sent = meta.get("skywalker/error")
        details: Mapping[str, Any] = sent if isinstance(sent, Mapping) else data
        read = _ERROR_TEXT.match(text)
        code, message, hint = details.get("error"), details.get("message"), details.get("hint")
        return ToolResult(
            tool,
            text=text,
            data=data or dict(details),
            images=tuple(images),
            ok=False,
            error_code=code if isinstance(code, str) else read[1] if read else "tool_failed",
            error_message=message if isinstance(message, str) else read[2] if read else text,
            error_hint=hint if isinstance(hint, str) else read[3] if read else None,
            warnings=warnings,
        )


def _sequence(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:79]}…"
