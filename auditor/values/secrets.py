"""Credentials in text: found by their shapes, and masked wherever a value is shown or sent.

The shapes are the public prefixes of the issuers (AWS, GitHub, Slack, Stripe, Google, OpenAI, GitLab, npm,
PyPI), JSON web tokens, private key blocks, credentials in URLs, and a secret word followed by its value.
"""

import re
from collections.abc import Iterator

MASK = "•••"

_ISSUED = (
    r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,20}\b",
    r"\bgh[pousr]_[A-Za-z0-9]{20,255}\b",
    r"\bgithub_pat_\w{20,255}\b",
    r"\bglpat-[\w-]{16,64}\b",
    r"\bxox[abeoprs]-[\w-]{8,255}",
    r"\b[sr]k_(?:live|test)_\w{8,128}\b",
    r"\bAIza[\w-]{30,45}\b",
    r"\bsk-[\w-]{8,255}",
    r"\bnpm_[A-Za-z0-9]{20,64}\b",
    r"\bpypi-[\w-]{16,255}",
    r"\bhf_[A-Za-z0-9]{20,64}\b",
    r"\bSG\.[\w-]{16,64}\.[\w-]{16,64}",
    r"\beyJ[\w-]{8,2048}\.[\w-]{8,4096}\.[\w-]{8,1024}",
    r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,8192}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?",
)
_IN_URL = r"(?<=://)[^\s:/@]{1,128}:[^\s/@]{3,256}(?=@)"
_WORDS = (
    r"(?:pass\s?(?:word|phrase|code)|passwort|kennwort|contrase(?:ñ|n)a|mot de passe|пароль|密码|パスワード"
    r"|api[\s_-]?key|access[\s_-]?key|secret(?:[\s_-]?(?:access[\s_-]?)?key)?|client[\s_-]?secret|auth[\s_-]?token"
    r"|access[\s_-]?token|bearer|\bpwd|private[\s_-]?key|credentials?)"
)
_NAMED = re.compile(
    rf"(?i){_WORDS}\b[\"']?(?:\s{{0,3}}(?::|=|->|\bis\b|\bare\b|为|：|は)\s{{0,3}}|\s+)[\"'`]?(?P<value>[^\s\"'`,;]{{6,512}})"
)
_SHAPED = re.compile("|".join(f"(?:{shape})" for shape in (*_ISSUED, _IN_URL)))
_SHAPE_HINTS = (
    *(
        "AKIA",
        "ASIA",
        "AGPA",
        "AIDA",
        "AROA",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
        "glpat-",
    ),
    *("xox", "k_live", "k_test", "AIza", "sk-", "npm_", "pypi-", "hf_", "SG.", "eyJ", "-----BEGIN", "://"),
)
"""What every shape holds: looking for it first is many times faster than looking for the shapes."""
_WORD_HINTS = (
    *("pass", "kennwort", "contrase", "пароль", "密码", "パスワード"),
    *("key", "secret", "token", "bearer", "pwd", "credential"),
)
_LOOKS_SECRET = re.compile(r"(?=.*[A-Za-z])(?=.*[\d\W_]).{6,}")
_PLAIN = re.compile(r"[a-zA-Z]+(?:[-'][a-zA-Z]+)*[.!?]?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|[•*x]+")
_SECRET_NAME = re.compile(rf"(?i)^(?:.*[^a-z])?{_WORDS}(?:[^a-z].*)?$")
_BARE_VALUE = re.compile(r"\S{6,512}")


def secret_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where ``text`` holds credentials: (start, end) of each, in order, without overlaps."""
    found = [match.span() for match in _SHAPED.finditer(text)] if _hints_at(text, _SHAPE_HINTS) else []
    for match in _NAMED.finditer(text) if _hints_at(text.lower(), _WORD_HINTS) else ():
        value = match["value"].rstrip(".,)!?")
        if _is_secret(value):
            found.append((match.start("value"), match.start("value") + len(value)))
    end = 0
    for start, stop in sorted(found):
        if start >= end:
            yield start, stop
            end = stop


def holds_secret(text: str, name: str = "") -> bool:
    """Whether ``text`` holds a credential, or is one by the ``name`` that it is kept under."""
    return any(True for _ in secret_spans(text)) or _is_named_secret(text, name)


def mask_secrets(text: str, name: str = "") -> str:
    """``text`` with every credential replaced, keeping at most its first two characters."""
    if _is_named_secret(text, name):
        return _masked(text)
    parts: list[str] = []
    end = 0
    for start, stop in secret_spans(text):
        parts += [text[end:start], _masked(text[start:stop])]
        end = stop
    return "".join([*parts, text[end:]])


def _hints_at(text: str, hints: tuple[str, ...]) -> bool:
    return any(map(text.__contains__, hints))


def _masked(secret: str) -> str:
    return (secret[:2] if len(secret) >= 12 else "") + MASK  # noqa: PLR2004 - two of twelve tell nothing


def _is_secret(value: str) -> bool:
    return bool(_LOOKS_SECRET.fullmatch(value)) and not _PLAIN.fullmatch(value)


def _is_named_secret(text: str, name: str) -> bool:
    return bool(
        name
        and _hints_at(name.lower(), _WORD_HINTS)
        and _SECRET_NAME.match(name)
        and _BARE_VALUE.fullmatch(text.strip())
        and _is_secret(text.strip())
    )
