"""The example of hosted tools that the field's documents give, word for word."""

SNIPPET = """\
@tool(capabilities={"calls": ["scene_query"]}, limits={"timeout_ms": 20000})
async def hazard_audit(min_gap: float = 6.0, *, ctx: ToolContext) -> dict:
    found = await ctx.session.call("scene_query", {"tag": "hazard"})   # allowed: declared in calls
    ...

host = await engine.host_tools([hazard_audit])
host.status        # {"py_hazard_audit": {"status": "active"}}
"""
