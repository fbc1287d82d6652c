"""Finds what identifies things: e-mails, URLs, paths, phone numbers, versions, codes."""

import re
from decimal import Decimal

from auditor.values.lexicon import listed
from auditor.values.model import Kind
from auditor.values.scan import Scan
from auditor.values.units import currency_names, unit_named

_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_SCHEMES = "https?|ftp|wss?|ssh|git|file|s3|postgres(?:ql)?|redis|mongodb"
_DOMAINS = "com|org|net|io|dev|app|de|uk|eu|fr|es|jp|cn|ai|edu|gov|info|local"
_URL = re.compile(
    rf"\b(?:{_SCHEMES})://[^\s\x00<>\"'）」]+|\bwww\.[^\s\x00<>\"']+"
    rf"|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:{_DOMAINS})(?:/[^\s\x00<>\"']*)?(?![\w@-])",
    re.IGNORECASE,
)
_FILES = (
    r"py|js|ts|json|jsonl|ya?ml|toml|md|txt|csv|pdf|docx?|xlsx?|png|jpe?g|sh|sql|db|sqlite|html?|css|go|rs|java"
    r"|log|ini|cfg|env|zip|tar\.gz"
)
_PATH = re.compile(
    r"(?<![\w/.:])(?:(?:~|\.{1,2})?(?:/[\w.@%+-]+){2,}/?|~/[\w.@%+-]+/?|/[a-z][\w.@%+-]*(?=$|[\s,;)]))"
    rf"|\b[A-Za-z]:\\[^\s\x00]+|(?<![\w/.])[\w-]+(?:/[\w.-]+)*\.(?:{_FILES})\b"
)
_PHONE = re.compile(
    r"(?<![\dA-Za-z_À-ɏ.@#-])(?:\+|00(?=[1-9]))?\(?\d[\d ().\-/]{5,22}\d(?![\dA-Za-z_À-ɏ@])(?!\.\d)"
)
_DIGIT = re.compile(r"\d")
_NOT_DIGITS = re.compile(r"\D")
_GROUPED_NUMBER = re.compile(r"\d{1,3}(?:[ .]\d{3})+(?:,\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_STAGE = r"(?:-?(?:alpha|beta|rc|dev|pre)[.-]?\d*)?"
_VERSION = re.compile(
    rf"(?<![\w.])v\.?(\d+(?:\.\d+)*{_STAGE})(?![\w.]*\w)|(?<![\w.])(\d+(?:\.\d+){{2,}}{_STAGE})(?!\w)"
    r"|(?<=version )(\d+(?:\.\d+)*)(?!\w)|(?<=release )(\d+(?:\.\d+)+)(?!\w)",
    re.IGNORECASE,
)
_MAYBE_VERSION = re.compile(r"\d(?:\.\d|(?<=[vV]\d)|(?<=[vV]\.\d)|(?<=[nNeE] \d))")
_PRODUCT_VERSION = re.compile(r"(?<=[a-z]{3} )(\d{1,3}\.\d{1,3})(?![\w%]|[.,]\d| ?(?:[€$£]|eur|usd))")
_PRODUCT = re.compile(r"([^\W\d_][\w+#.]*) $")
_CODE = re.compile(
    r"(?<![\w@.-])(?:[A-Za-z]{1,6}(?:[-_]?\d[A-Za-z\d]*)+(?:[-_][A-Za-z\d]+)*"
    r"|\d+(?:[-_][A-Za-z]*\d+[A-Za-z\d]*){2,})(?![\w@])"
)
_MAYBE_CODE = re.compile(r"\d(?:[-_]|(?<=[A-Za-z]\d)|(?<=[A-Za-z][-_]\d))")
_LETTERS = re.compile("[A-Za-z]+")
_ISO_PERIOD = re.compile(
    r"(?<!\w)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?(?!\w)"
)
_ZERO_LED = re.compile(r"0(?<![\w.,:/-]0)(?<!\d 0)\d{2,}(?![\w.,:/]*\d)")
_IP = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\w)")
_IBAN = re.compile(r"[A-Z](?<!\w.)[A-Z]\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b")
_LONG_DIGITS = re.compile(r"\d(?<![\w.,-].)\d{3}(?:[ -]\d{4}){2,4}(?![\w-])")
_DOTTED = re.compile(r"[\w-]\.\w|[/\\~]")
_OF_ADDRESSES = frozenset("./\\~")
_TAIL = ".,;:!?)"
_PHONE_DIGITS = range(7, 16)
_SLASHED_PHONE_DIGITS = 9  # shorter ones are dates and fractions


def find_addresses(scan: Scan) -> None:
    """Takes e-mails, URLs and paths."""
    if "@" in scan.signs:
        for match in _EMAIL.finditer(scan.left):
            scan.take_match(match, Kind.EMAIL, match[0].casefold())
    if scan.signs.isdisjoint(_OF_ADDRESSES) or _DOTTED.search(scan.text) is None:
        return
    for kind, pattern in ((Kind.URL, _URL), (Kind.PATH, _PATH)):
        for match in pattern.finditer(scan.left):
            written = match[0].rstrip(_TAIL)
            canonical = canonical_url(written) if kind is Kind.URL else written.rstrip("/\\") or written
            scan.take(match.start(), match.start() + len(written), kind, canonical)


def canonical_url(url: str) -> str:
    """``url`` without scheme (http and https), "www.", trailing slash, and case of the host."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        scheme, rest = "", url
    host, slash, path = rest.partition("/")
    host = host.casefold().removeprefix("www.")
    prefix = "" if scheme.casefold() in {"", "http", "https"} else f"{scheme.casefold()}://"
    return f"{prefix}{host}{slash}{path}".rstrip("/")


def find_phones(scan: Scan) -> None:
    """Takes phone numbers, IP addresses, and the long grouped digits of cards and accounts."""
    if "." in scan.signs:
        for match in _IP.finditer(scan.left):
            scan.take_match(match, Kind.CODE, match[0])
    for match in _IBAN.finditer(scan.left):
        scan.take_match(match, Kind.CODE, match[0].replace(" ", "").casefold())
    if len(_DIGIT.findall(scan.left)) < _PHONE_DIGITS.start:
        return
    for match in _LONG_DIGITS.finditer(scan.left):
        scan.take_match(match, Kind.CODE, _NOT_DIGITS.sub("", match[0]))
    for match in _PHONE.finditer(scan.left):
        written, digits = match[0], _NOT_DIGITS.sub("", match[0])
        if (
            len(digits) not in _PHONE_DIGITS
            or _GROUPED_NUMBER.fullmatch(written)
            or ("/" in written and len(digits) < _SLASHED_PHONE_DIGITS)
        ):
            continue
        if written.startswith("00"):
            digits = "+" + digits[2:]
        elif written.startswith("+"):
            digits = (
                "+" + digits.replace("0", "", 1) if "(0)" in written and digits[0] == "0" else "+" + digits
            )
        scan.take_match(match, Kind.PHONE, digits)


def find_versions(scan: Scan) -> None:
    """Takes version numbers: "v2", "1.2.0", "version 4", and "3.11" after a product's name."""
    if _MAYBE_VERSION.search(scan.left) is None:
        return
    for match in _VERSION.finditer(scan.left):
        if not _GROUPED_NUMBER.fullmatch(match[0]):
            version = next(part for part in match.groups() if part)
            scan.take_match(match, Kind.VERSION, canonical_version(version))
    for match in _PRODUCT_VERSION.finditer(scan.left):
        product = _PRODUCT.search(scan.left, max(0, match.start() - 30), match.start())
        if product and (product[1][0].isupper() or product[1] in listed("products")):
            scan.take_match(match, Kind.VERSION, canonical_version(match[1]))


def canonical_version(version: str) -> str:
    """``version`` in lower case without zero parts at its end ("1.2.0" → "1.2")."""
    lowered = version.casefold()
    while lowered.endswith(".0"):
        lowered = lowered[:-2]
    return lowered


def find_codes(scan: Scan) -> None:
    """Takes codes that begin with letters or are led by zero, and ISO 8601 durations ("P14D")."""
    for match in _ISO_PERIOD.finditer(scan.left) if "P" in scan.left else ():
        if any(match.groups()):
            years, months, weeks, days, hours, minutes, seconds = (
                Decimal(part or 0) for part in match.groups()
            )
            whole = (years * 12 + months, ((weeks * 7 + days) * 24 + hours) * 3600 + minutes * 60 + seconds)
            scan.take_match(match, Kind.DURATION, whole, "day")
    for match in _CODE.finditer(scan.left) if _MAYBE_CODE.search(scan.left) else ():
        head = _LETTERS.match(match[0])
        money_or_unit = (head and head[0].lower() in currency_names()) or unit_named(match[0])
        if not money_or_unit and ("-" not in match[0] or any(map(str.isupper, match[0]))):
            scan.take_match(match, Kind.CODE, match[0].replace("-", "").replace("_", "").casefold())
    for match in _ZERO_LED.finditer(scan.left) if "0" in scan.left else ():
        scan.take_match(match, Kind.CODE, match[0])
