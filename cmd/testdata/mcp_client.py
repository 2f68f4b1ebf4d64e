"""A client of the Model Context Protocol by other people: lists the tools of a server on
standard input and output, reviews a document, and prints what it got as JSON.

Usage: mcp_client.py SCENE DOCUMENT COMMAND…
"""

import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(scene, document, command):
    progress = []

    async def heard(done, total, message):
        progress.append([done, total, message])

    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = await session.list_tools()
        with open(document, encoding="utf-8") as f:
            text = f.read()
        arguments = {"scene": scene, "text": text, "name": os.path.basename(document)}
        reply = await session.call_tool("review", arguments, progress_callback=heard)
        resources = await session.list_resources()
    dumped = reply.model_dump(mode="json", by_alias=True)
    json.dump({
        "tools": sorted(t.name for t in tools.tools),
        "resources": [str(r.uri) for r in resources.resources],
        "failed": dumped["isError"],
        "result": dumped["structuredContent"],
        "progress": progress,
    }, sys.stdout)


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
