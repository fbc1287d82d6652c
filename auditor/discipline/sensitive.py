"""Tells what kind of sensitive content a memory holds, from its key, its tags and its words.

The kinds are those that data protection law treats apart (GDPR, Articles 9 and 87) and those that make
theft easy. Words decide, no model: what is hinted at is not seen.
"""

import re
from collections.abc import Iterator

from auditor.discipline.record import Record
from auditor.records import Json
from auditor.values.secrets import holds_secret

_LONGEST = 4000
_BLACKED_OUT = re.compile(r"\S*\s*\[REDACTED[^\]]*\]", re.IGNORECASE)
_KEYS = {
    "health": r"health|medical|diagnos\w*|allerg\w*|medication\w*|disease|disabilit\w*|blood_?type|therap\w*"
    r"|salud|gesundheit|krankheit|santé",
    "identity number": r"ssn|social_?security(_?number)?|passport(_?(no|number))?|national_?id|tax_?id|dni"
    r"|nif|driver_?licen[cs]e|id_?card|steuer_?id|ausweis\w*",
    "finances": r"iban|salary|income|bank_?account|account_?number|card_?number|credit_?card|debts?"
    r"|net_?worth|gehalt|salario",
    "precise location": r"home_?address|street_?address|address|gps|latitude|longitude|coordinates"
    r"|geo_?location|adresse|dirección",
    "beliefs": r"religion|faith|political_?\w*|party_?membership|union_?membership",
    "sexual life": r"sexual_?orientation|sexuality|gender_?identity",
    "origin": r"ethnicity|race|ethnic_?origin",
    "criminal record": r"criminal_?record|conviction\w*|arrest\w*",
    "biometrics": r"fingerprint|face_?id|voice_?print|biometric\w*",
}  # fmt: skip
_WORDS = {
    "health": r"(is|am|are|severely|be) allergic|allerg(y|ies) to|diagnosed with|suffers? from|diabet(es|ic)"
    r"|cancer|asthma\w*|epilep\w*|hiv|depression|depressive|pregnant|chemotherapy|insulin|antidepressants?|celiac"
    r"|coeliac|heart (attack|condition|disease)|wheelchair user|miscarriage|bipolar|adhd|autis\w+|alérgic[oa]"
    r"|allergisch|takes \d+ ?mg",
    "identity number": r"(passport|social security|ssn|national id|driver'?s? licen[cs]e|tax id)"
    r"( (number|no\.?))?( is|:|#)? *[a-z]{0,3}[\d-]{5,}|\d{3}-\d{2}-\d{4}",
    "finances": r"[a-z]{2}\d{2}( ?[a-z0-9]{4}){3,7}( ?[a-z0-9]{1,3})?|(salary|earns?|income) (is |of )?"
    r"[$€£]? ?\d[\d.,]*k?|(\d{4}[ -]){3}\d{4}|in debt|bankrupt\w*",
    "precise location": r"-?\d{1,2}\.\d{4,}, ?-?\d{1,3}\.\d{4,}|lives at \d+ [\w ]+|\d+[a-z]? [\w'. ]{2,40} "
    r"(street|st\.|avenue|ave\.?|road|rd\.|lane|drive|boulevard)|\w+(straße|strasse) \d+",
    "beliefs": r"(is|am) (a )?(practi[sc]ing )?(catholic|muslim|jewish|hindu|buddhist|atheist|christian|sikh)"
    r"|votes? (for|labour|republican|democrat)|union member",
    "sexual life": r"(is|am) (gay|lesbian|bisexual|transgender|asexual)",
    "criminal record": r"convicted of|was arrested|criminal record",
}  # fmt: skip
_KEY_PATTERNS = {
    kind: re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE) for kind, words in _KEYS.items()
}
_TEXT_PATTERNS = {
    kind: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for kind, words in _WORDS.items()
}


def sensitive_kinds(record: Record) -> list[str]:
    """The kinds of sensitive content in ``record``, in a fixed order; what it declares itself comes first."""
    named = ["declared sensitive"] if record.sensitivity == "sensitive" else []
    labels = " ".join([record.key, *_texts(record.meta.get("tags"))])[:_LONGEST]
    content = _BLACKED_OUT.sub("", " ".join(_texts(record.value))[:_LONGEST])
    for kind, pattern in _KEY_PATTERNS.items():
        by_text = _TEXT_PATTERNS.get(kind)
        if content and (pattern.search(labels) or (by_text and by_text.search(content))):
            named.append(kind)
    if content and holds_secret(content):
        named.append("secret")
    return named


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield f"{name}: "
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, int | float):
        yield str(value)
