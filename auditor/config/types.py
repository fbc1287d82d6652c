"""The values that job files are made of: paths beside the job file, zones, names, secrets."""

import os
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationInfo

MAX_SECRET_BYTES = 65_536


class Section(BaseModel):
    """A table of the job file: unknown keys are errors, nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def beside_job_file(path: Path, info: ValidationInfo) -> Path:
    """``path`` made absolute: relative ones start at the job file's folder, ``~`` is the home folder."""
    folder: Path = (info.context or {}).get("folder", Path())
    try:
        return Path(os.path.normpath(folder.resolve() / path.expanduser()))
    except RuntimeError as error:
        raise ValueError("the home folder that ~ stands for is not known here") from error


def known_zone(name: str) -> str:
    """``name`` if it names a time zone of the IANA database."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError("should be a time zone's name such as UTC or Europe/Berlin") from error
    return name


def known_locale(name: str) -> str:
    """``name`` if it is that of a locale, or empty."""
    if not name:
        return name
    try:
        from babel import Locale, UnknownLocaleError  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise ValueError("needs Babel: pip install 'memory-auditor[locale]'") from error
    try:
        Locale.parse(name, sep="-" if "-" in name else "_")
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError("should be a locale's name such as de, en_GB or pt_BR") from error
    return name


def secret_in_file(value: object, info: ValidationInfo) -> object:
    """The content of the file that ``value`` names, without the newline at its end."""
    if not isinstance(value, str):
        return value
    path = beside_job_file(Path(value), info)
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SECRET_BYTES + 1)
        if len(content) > MAX_SECRET_BYTES:
            raise ValueError("names a file that is far too large to be a secret")
        return content.decode().rstrip("\r\n")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"should name a file with the secret in it; it cannot be read ({reason})") from error
    except UnicodeDecodeError as error:
        raise ValueError("should name a file with the secret in UTF-8") from error


Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=64)]
Locale = Annotated[str, AfterValidator(known_locale)]
Zone = Annotated[str, AfterValidator(known_zone)]
PathBeside = Annotated[Path, AfterValidator(beside_job_file)]
SecretFile = Annotated[SecretStr, BeforeValidator(secret_in_file)]
