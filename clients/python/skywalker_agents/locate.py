"""Where engines answer, and the program that starts one."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import EngineConnectionError, EngineNotFoundError


def user_folder() -> Path:
    """`$SKYWALKER_HOME`, else `~/.skywalker`."""
    home = os.environ.get("SKYWALKER_HOME")
    return Path(home) if home else Path.home() / ".skywalker"


def project_folder(project: str | os.PathLike[str]) -> Path:
    """Absolute. Raises `EngineNotFoundError` where there is no such folder."""
    folder = Path(project).expanduser().resolve()
    if not folder.is_dir():
        raise EngineNotFoundError(f"{folder} is no folder; give the project's folder")
    return folder


def project_socket(project: Path) -> str | None:
    """The socket of what has a project open, as `.skywalker/agent.json` says; None where it names none."""
    content = _read_private(project / ".skywalker" / "agent.json")
    socket, folder = content.get("socket"), content.get("project")
    if not isinstance(socket, str) or not isinstance(folder, str):
        return None
    # A project that was copied brings the file of the other along.
    return socket if os.path.realpath(folder) == os.path.realpath(project) else None


def refuse_strangers(socket: str) -> None:
    """Raises `EngineConnectionError` where the socket is another user's, who would see all that is sent."""
    if sys.platform == "win32":
        return
    try:
        owner = os.stat(socket).st_uid
    except OSError as error:
        raise EngineConnectionError(f"nobody answers on {socket}: {error.strerror}") from error
    if owner != os.getuid():
        raise EngineConnectionError(f"the socket {socket} is another user's (uid {owner}); nothing was sent to it")


def _read_private(file: Path) -> Mapping[str, Any]:
    """What a file of this user's own says; empty where it is not there, is no JSON object, or others may change it."""
    try:
        about = file.stat()
        if sys.platform != "win32" and (about.st_uid != os.getuid() or about.st_mode & 0o077):
            return {}
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, Mapping) else {}


def editor_socket() -> str:
    """`$SKYWALKER_SOCKET`, else the newest editor's. Raises `EngineNotFoundError` where no editor was started."""
    given = os.environ.get("SKYWALKER_SOCKET")
    if given:
        return given
    if sys.platform == "win32":
        return _newest_on_windows()
    path = user_folder() / "editor.sock"
    if not path.exists():
        raise EngineNotFoundError(
            f"no editor is open ({path} is not there). Open the project in Skywalker, name a socket, set "
            "$SKYWALKER_SOCKET, or start an engine with spawn(project)"
        )
    return str(path)


def _newest_on_windows() -> str:
    """There is no link to the newest there: the list of open editors has it."""
    files = sorted((user_folder() / "editors").glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        socket = _read_private(file).get("socket")
        if isinstance(socket, str):
            return socket
    raise EngineNotFoundError("no editor is open. Open the project in Skywalker, or use spawn(project)")


def find_program(given: str | os.PathLike[str] | None = None) -> list[str]:
    """
    How `skywalker` is started: what is given, `$SKYWALKER_BIN`, the PATH, or the tree that this file lies in.
    Raises `EngineNotFoundError`.
    """
    named = os.fspath(given) if given is not None else os.environ.get("SKYWALKER_BIN")
    if named:
        found = shutil.which(named) or (named if Path(named).is_file() else None)
        if found is None:
            raise EngineNotFoundError(f"there is no program {named}")
        return _command(found)
    found = shutil.which("skywalker")
    if found is not None:
        return _command(found)
    for folder in Path(__file__).resolve().parents:
        program = folder / "bin" / "skywalker"
        if program.is_file() and (folder / "package.json").is_file():
            return _command(str(program))
    raise EngineNotFoundError(
        "there is no `skywalker` program on the PATH. Install Skywalker, set $SKYWALKER_BIN, or give spawn(binary=…)"
    )


def _command(program: str) -> list[str]:
    """A script for Node is run with Node: it may have no permission to run, and Windows knows no first line."""
    if program.endswith((".js", ".mjs", ".cjs")) or _asks_for_node(program):
        node = shutil.which("node")
        if node is None:
            raise EngineNotFoundError(f"{program} needs Node, which is not on the PATH")
        return [node, program]
    return [program]


def _asks_for_node(program: str) -> bool:
    try:
        with open(program, "rb") as file:
            first = file.readline(200)
    except OSError as error:
        raise EngineConnectionError(f"{program} can't be read: {error}") from error
    return first.startswith(b"#!") and b"node" in first
