"""Who a role, a sender or a speaker label stands for."""

import re

from auditor.records import Speaker

_ROLES = {
    Speaker.USER: ("user", "human", "customer", "client", "caller", "me", "guest", "member", "patient",
                   "student", "visitor", "end user", "enduser", "usermessage", "humanmessage"),
    Speaker.AGENT: ("agent", "assistant", "ai", "bot", "chatbot", "model", "gpt", "chatgpt", "claude",
                    "gemini", "copilot", "llm", "support", "support agent", "rep", "representative",
                    "advisor", "operator", "aimessage", "assistantmessage", "assistant message",
                    "virtual assistant", "ai assistant"),
    Speaker.TOOL: ("tool", "function", "api", "tool result", "toolresult", "toolmessage", "crm",
                   "function call output", "database", "record", "tool output"),
    Speaker.SYSTEM: ("system", "developer", "systemmessage", "environment", "notification", "event", "note"),
    Speaker.DOCUMENT: ("document", "doc", "web", "webpage", "page", "email", "mail", "file", "search result",
                       "retrieved", "article", "attachment"),
}  # fmt: skip
_SPEAKERS = {role: speaker for speaker, roles in _ROLES.items() for role in roles}
_LOOKUP = re.compile(
    r"search|fetch|retriev|browse|web|http|url|crawl|scrape|read|open_?(file|page)|get_?(page|document|mail|email)"
    r"|mail|inbox|document|knowledge|grep|cat\b|bash|shell|exec|wiki|news|rag\b", re.IGNORECASE,
)  # fmt: skip
_MEMORY = re.compile(
    r"memor|remember|recall|^bio$|create_entities|add_observations|read_graph", re.IGNORECASE
)
_RECORD = re.compile(
    r"crm|account|order|booking|invoice|payment|record|calendar|ticket|database|sql", re.IGNORECASE
)


def speaker_of(role: str | None, tool: str | None = None) -> Speaker:
    """The speaker that a role or label names; UNKNOWN where it is a name like any other.

    A tool that looks up or retrieves text (``tool`` is its name) speaks as a DOCUMENT.
    """
    word = re.sub(r"[\s_-]+", " ", (role or "").strip().strip("*[]()<>#").lower())
    word = re.sub(r"\s*(\d+|\([^)]*\))$", "", word)
    speaker = _SPEAKERS.get(word, Speaker.UNKNOWN)
    return Speaker.DOCUMENT if speaker is Speaker.TOOL and is_lookup(tool) else speaker


def is_lookup(tool: str | None) -> bool:
    """Whether the tool of this name retrieves text instead of reporting from a system of record."""
    return bool(tool and _LOOKUP.search(tool) and not _RECORD.search(tool))


def is_memory_tool(tool: str | None) -> bool:
    """Whether the tool of this name reads or writes memory: what it answers is memory, not the world."""
    return bool(tool and _MEMORY.search(tool))
