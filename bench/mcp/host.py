"""A host with one tool that gives back its message, as somebody would write it. Says so in a line of JSON when it is there."""

import asyncio
import json
import sys

from skywalker_agents import AsyncEngine, tool


@tool()
async def echo(message: str) -> str:
    """Gives back the message that it is given. Example: {"message": "hello"}

    Args:
        message: Message to echo.
    """
    return f"Echo: {message}"


async def main() -> None:
    async with AsyncEngine.attach(sys.argv[1]) as engine:
        host = await engine.host_tools([echo])
        print(json.dumps(host.status), flush=True)
        await host.serve_forever()


asyncio.run(main())
