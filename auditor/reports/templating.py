"""The templates that a user may replace: which there are, copies of them, and whether replacements work."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from auditor.errors import UsageError
from auditor.files import write_atomically
from auditor.reports.build import build
from auditor.reports.document import Document
from auditor.reports.render import HTML, INDEX, MARKDOWN
from auditor.reports.sample import sample_audit
from auditor.reports.shown import one_line
from auditor.resources import resource

ABOUT = {
    "report.html.j2": "the page of a night, and the frame of every other page",
    "report.md.j2": "the night in Markdown",
    "index.html.j2": "the page of all nights",
    "nodes.html.j2": "how each part of a page looks in HTML",
    "nodes.md.j2": "how each part of a page looks in Markdown",
    "report.css": "the style sheet of all pages",
}
_BLOCK = re.compile(r"\{%-?\s*block\s+(\w+)")
_ERROR = 300
_WAYS: tuple[tuple[str, Callable[[Document, Path | None], str]], ...] = (
    ("the page of a night", HTML),
    ("the night in Markdown", MARKDOWN),
    ("the page of all nights", INDEX),
)


@dataclass(frozen=True, slots=True)
class Template:
    """``replaced`` is the user's file that stands in for it."""

    name: str
    about: str
    blocks: tuple[str, ...]
    replaced: Path | None


def templates(overrides: Path | None) -> list[Template]:
    """All templates, with what replaces them in the folder ``overrides``."""
    found = []
    for name, about in ABOUT.items():
        text = (resource("templates") / name).read_text(encoding="utf-8")
        own = overrides / name if overrides is not None and (overrides / name).is_file() else None
        found.append(Template(name, about, tuple(_BLOCK.findall(text)), own))
    return found


def export(names: tuple[str, ...], folder: Path, *, force: bool = False) -> list[Path]:
    """Copies of the templates ``names`` (all where none is named) in ``folder``.

    Raises:
        UsageError: There is no such template, or a file would be overwritten without ``force``.
    """
    if unknown := sorted({*names} - {*ABOUT}):
        raise UsageError(f"there is no template {', '.join(unknown)}; there are {', '.join(ABOUT)}")
    paths = [folder / name for name in names or ABOUT]
    if not force and (there := [path.name for path in paths if path.exists()]):
        raise UsageError(f"{folder} has {', '.join(there)} already; --force replaces them")
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        write_atomically(path, (resource("templates") / path.name).read_bytes(), 0o644)
    return paths


def problems(overrides: Path) -> Iterator[str]:
    """What is wrong with the templates in ``overrides``, tried on two made-up nights.

    Raises:
        UsageError: There is no such folder.
    """
    if not overrides.is_dir():
        raise UsageError(f"{overrides}: there is no such folder of templates")
    overrides = overrides.resolve()
    for path in sorted(overrides.iterdir()):
        if path.name not in ABOUT and path.suffix in {".j2", ".css"}:
            yield f"{path.name} replaces nothing; the templates are {', '.join(ABOUT)}"
    for quiet in (False, True):
        document = build(sample_audit(quiet=quiet))
        night = "a quiet night" if quiet else "a night with findings"
        for what, way in _WAYS:
            try:
                text = way(document, overrides)
            except Exception as error:  # noqa: BLE001 - a user's template may raise anything
                yield one_line(f"{what}, {night}: {type(error).__name__}: {error}", _ERROR)
                continue
            if way is not MARKDOWN and "Content-Security-Policy" not in text:
                yield f"{what}, {night}: it has no content security policy, so that a page may run scripts"
            if document.verdict not in text:
                yield f"{what}, {night}: it does not show the verdict"
