"""The pages that the nights wrote, as files: only those, and nothing beside them."""

import re
from pathlib import PurePosixPath

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse

from auditor.reports.history.publish import FOLDERS
from auditor.web.site import Site

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".md": "text/plain; charset=utf-8",
    ".json": "application/json",
}
_NAME = re.compile(r"[^./\\][^/\\]*")


def report_file(site: Site, path: str) -> FileResponse:
    """The report or history page at ``path``.

    Raises:
        HTTPException: There is none, or it is none of ours to show.
    """
    parts = PurePosixPath(path).parts
    *folders, name = parts or ("",)
    if (
        len(folders) > 1
        or any(folder not in FOLDERS for folder in folders)
        or not _NAME.fullmatch(name)
        or PurePosixPath(name).suffix not in _TYPES
    ):
        raise HTTPException(404)
    file = site.reports.joinpath(*parts)
    if not file.is_file() or file.is_symlink():
        raise HTTPException(404)
    return FileResponse(file, media_type=_TYPES[file.suffix])
