"""Where each page of a job's folder lies, as links from the folder itself."""

import hashlib

from auditor.folders import folder_name

INDEX = "index.html"
MEMORIES = "memories"
WORDS = "words"
_DIGITS = 16  # of a key's hash: 64 bits keep the keys of a store apart


def said_page(date: str) -> str:
    """What was said that the findings of the night of ``date`` rest on."""
    return f"{date}-said.html"


def report_page(date: str) -> str:
    """The report of the night of ``date``."""
    return f"{date}.html"


def week_page(week: str) -> str:
    """The digest of a week such as "2026-W48"."""
    return f"weeks/{week}.html"


def store_page(store: str) -> str:
    """All about one store."""
    return f"stores/{_quoted(folder_name(store))}.html"


def memories_page(number: int) -> str:
    """The list of all memories, its page ``number`` from 1 on."""
    return f"{MEMORIES}/index.html" if number == 1 else f"{MEMORIES}/page-{number}.html"


def words_page(number: int) -> str:
    """The list of all words, its page ``number`` from 1 on."""
    return f"{WORDS}/index.html" if number == 1 else f"{WORDS}/page-{number}.html"


def entry_page(store: str, key: str) -> str:
    """The life of one memory; keys are a stranger's words and may be no file name."""
    digest = hashlib.sha256(f"{store}\x1f{key}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{MEMORIES}/{digest[:_DIGITS]}.html"


def store_file(store: str) -> str:
    """The page of one store, as a path."""
    return f"stores/{folder_name(store)}.html"


def _quoted(name: str) -> str:
    """A folder's name, which is percent-encoded already, inside a link."""
    return name.replace("%", "%25")
