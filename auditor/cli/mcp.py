"""``auditor mcp``: the findings and the gate for agents, over the Model Context Protocol."""

from pathlib import Path

import click

from auditor.cli.options import job_option, state_option


@click.command()
@job_option
@state_option
@click.option("--allow-resolve", is_flag=True, help="Let the agent write decisions down, too.")
def mcp(job: Path | None, state: Path | None, allow_resolve: bool) -> int:
    """Answer an agent over standard input and output: what was found, why, and whether a fact holds.

    For coding agents and chat clients that speak MCP (docs/mcp.md). Nothing is written unless
    --allow-resolve is given; stores are never touched.

    \b
    Examples:
      auditor mcp --job jobs/assistant.toml
      auditor mcp --state /var/lib/auditor --allow-resolve

    Needs: pip install 'memory-auditor[mcp]'
    """
    from auditor.errors import UsageError

    try:
        from auditor.cli.mcp_server import create_server
    except ImportError as error:
        raise UsageError("auditor mcp needs: pip install 'memory-auditor[mcp]'") from error
    from auditor.cli.ledgers import folders_of
    from auditor.cli.mcp_tools import Tools

    create_server(Tools(folders_of(job, state), job, allow_resolve)).run("stdio")
    return 0
