"""Text of the engine's for a terminal: what steers one, or changes the order of what is read, is written out."""

from __future__ import annotations

import re

#: Control characters but tab and line feed, and the marks that turn the direction of writing.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: object) -> str:
    """`"\\x1b[2J"` as the characters that it is written with here."""
    return _STEERING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), str(text))
