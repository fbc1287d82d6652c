"""What there is to audit: a job's stores, or those found at a path."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from auditor.config import Job, StoreSection
from auditor.errors import StoreUnreadableError, UnknownStoreKindError
from auditor.folders import legible_path
from auditor.stores.interface import Store
from auditor.stores.recognise import find_stores, open_database, open_store
from auditor.verdicts.policy import Policy
from auditor.verdicts.weights import TrustWeights

DATABASES = ("postgresql", "postgres", "mysql", "mariadb", "mssql", "oracle")


@dataclass(frozen=True, slots=True)
class Target:
    """One store to audit. ``open`` raises StoreUnreadableError where it cannot be read."""

    name: str
    open: Callable[[], Store]
    transcripts: Sequence[Path]
    policy: Policy


def targets_of(job: Job) -> list[Target]:
    """The stores of ``job``; a folder that holds several gives each as ``name/relative path``."""
    targets = []
    for section in job.stores:
        policy = policy_of(job, section)
        for name, open_ in _openers(section):
            whole = section.name if name == "." else f"{section.name}/{name}"
            targets.append(Target(whole, open_, section.transcripts, policy))
    return targets


def policy_of(job: Job, section: StoreSection) -> Policy:
    """How one store of ``job`` is judged, and what the confidence of its entries is made of."""
    return Policy(**job.policy_for(section), trust=TrustWeights(**job.trust.model_dump()))


def _openers(section: StoreSection) -> list[tuple[str, Callable[[], Store]]]:
    """What opens each store of ``section``, with its path in the section's folder ("." for the whole)."""
    if section.database is not None:
        return [(".", partial(open_database, section.database, section.options))]
    if section.place.is_dir() and section.kind is None:
        return _stores_in(section.place)
    return [(".", partial(open_store, section.place, section.kind, section.options))]


def targets_at(path: Path, transcripts: Sequence[Path]) -> list[Target]:
    """The store that ``path`` is, or those in the folder that it is, under their relative paths.

    Raises:
        UnknownStoreKindError: There is no store in the folder.
        StoreUnreadableError: The folder cannot be listed.
    """
    url = database_url(path)
    if url:
        return [Target(name_at(path), partial(open_database, url), transcripts, Policy())]
    if not path.is_dir():
        return [Target(legible_path(path.name), partial(open_store, path), transcripts, Policy())]
    found = _stores_in(path)
    if not found:
        raise UnknownStoreKindError(f"{path}: no memory store in this folder; name a file or another folder")
    own_name = legible_path(path.resolve().name)
    return [Target(own_name if name == "." else name, open_, transcripts, Policy()) for name, open_ in found]


def name_at(path: Path) -> str:
    """What the store or folder at ``path`` is called: the last part of it, or the database of a URL."""
    url = database_url(path)
    return legible_path(
        urlsplit(url).path.strip("/").replace("/", "-") or "database" if url else path.resolve().name
    )


def database_url(path: Path) -> str | None:
    """The URL that somebody gave in the place of a path (of whose two slashes Path keeps one), or None."""
    scheme, colon, rest = str(path).partition(":/")
    known = scheme.partition("+")[0] in DATABASES and not path.exists()
    return f"{scheme}://{rest.lstrip('/')}" if colon and known else None


def _stores_in(folder: Path) -> list[tuple[str, Callable[[], Store]]]:
    return [(legible_path(name), partial(_itself, store)) for name, store in find_stores(folder)]


def _itself(store: Store) -> Store:
    return store


def opened(target: Target) -> Store:
    """The store of ``target``.

    Raises:
        StoreUnreadableError: It cannot be read, also for reasons of the file system.
    """
    try:
        return target.open()
    except OSError as error:
        raise StoreUnreadableError(f"{target.name}: {error.strerror or error}") from error
