"""Where the files that are no code lie: beside the package in a checkout, inside it in an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The packaged file or folder ``name`` ("templates", "jobs", "schema", "crontab.example").

    Raises:
        FileNotFoundError: the installation is incomplete.
    """
    for place in (_PACKAGE / "data" / name, _PACKAGE.parent / name, _PACKAGE.parent / "docs" / name):
        if place.exists():
            return place
    raise FileNotFoundError(f"{name} is missing from this installation of memory-auditor; install it again")
