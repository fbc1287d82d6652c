"""``auditor bench``: how often the auditor is right, on cases whose right answer is known."""

from pathlib import Path

import click

from auditor.cli.options import PATH, json_option


@click.command()
@click.argument("file", metavar="FILE.jsonl", type=PATH)
@click.option(
    "--predictions", type=PATH, metavar="OUT.jsonl", help="Write one prediction a line to this file."
)
@json_option
def bench(file: Path, predictions: Path | None, as_json: bool) -> int:
    """Audit each labelled case of FILE.jsonl and print precision, recall and F1 of each label.

    The file holds one JSON object a line, all of one kind: scenarios (a store before and after, and what
    was said), pairs of statements, claims with a transcript, or updates.

    \b
    Examples:
      auditor bench cases.jsonl
      auditor bench cases.jsonl --json --predictions answers.jsonl
    """
    import orjson

    from auditor.bench.files import read_bench
    from auditor.bench.running import as_text, run
    from auditor.cli.output import print_json, say
    from auditor.files import write_atomically

    figures, lines = run(read_bench(file))
    if predictions is not None:
        content = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines)
        write_atomically(predictions, content, 0o644)
    if as_json:
        print_json(figures)
    else:
        say(as_text(figures).rstrip("\n"))
    return 0
