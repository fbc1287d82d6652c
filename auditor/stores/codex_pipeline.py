"""The database from which Codex makes its memories: what was extracted and never became one is told."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from auditor.records import Json, Note, Severity
from auditor.stores.sql_presets import schema_of
from auditor.stores.sqlite_files import has_header, opened
from auditor.stores.without_memories import WithoutMemories

_NEEDS = frozenset(("stage1_outputs.thread_id", "stage1_outputs.raw_memory", "jobs.kind", "jobs.status"))
_SUMMARIES = ("memories_v2/memory_summary.md", "memories/memory_summary.md", "memory_summary.md")
_DONE = frozenset((b"done", b"completed", b"succeeded", b"success"))


class PipelineStore(WithoutMemories):
    """Codex's pipeline: no memories of its own, they are the notes that it writes."""

    kind = "codex-pipeline"
    reading = "Codex memory pipeline, no memories: they are the notes that it writes"

    def rows(self) -> Iterator[bytes]:
        """None; the jobs are looked at to find out whether they come to an end."""
        self._problems.clear()
        with opened(self.place) as database:
            outputs = int(database.execute("SELECT count(*) FROM stage1_outputs").fetchone()[0])
            jobs = database.execute(
                "SELECT kind, status, count(*) FROM jobs GROUP BY 1, 2 ORDER BY 1, 2"
            ).fetchall()
        visible = any((self.place.parent / name).is_file() for name in _SUMMARIES)
        waiting = [
            f"{count} × {_text(kind)} {_text(status)}" for kind, status, count in jobs if status not in _DONE
        ]
        if outputs and not visible:
            jobs_told = f"; jobs: {', '.join(waiting)}" if waiting else ""
            reason = (
                f"{outputs} extracted memories never became notes: there is no memory_summary.md{jobs_told}"
            )
            self._problems.append(Note("", (), "pipeline_stuck", Severity.LOW, reason))
        yield from ()


class CodexPipeline:
    """Recognises the database by its tables."""

    kind = PipelineStore.kind

    def recognises(self, path: Path) -> bool:
        """Whether the tables are there."""
        return has_header(path) and schema_of(path).columns >= _NEEDS

    def open(self, path: Path, options: Mapping[str, Json]) -> PipelineStore:
        """``path`` as a store."""
        del options
        return PipelineStore(path)


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
