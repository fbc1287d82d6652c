"""A document as HTML or Markdown, through templates that a user may override one by one."""

import base64
import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup

from auditor.reports import markdown
from auditor.reports.document import Document, Paragraph, Section, Tone, plain
from auditor.reports.shown import one_line
from auditor.resources import resource

_ERROR = 300  # characters of a template's error in the report


def render_html(document: Document, overrides: Path | None = None) -> str:
    """``document`` as one self-contained page.

    ``overrides`` is a folder whose templates stand in for the packaged ones of the same name; there
    ``default/report.html.j2`` names the packaged one, so that an override can replace a single block.
    """
    return _with_fallback(_html, document, overrides)


def render_markdown(document: Document, overrides: Path | None = None) -> str:
    """``document`` as Markdown (CommonMark with tables)."""
    return _with_fallback(_markdown, document, overrides)


def render_index(document: Document, overrides: Path | None = None) -> str:
    """The page of all nights."""
    return _with_fallback(_index, document, overrides)


def _with_fallback(
    render: Callable[[Document, Path | None], str], document: Document, overrides: Path | None
) -> str:
    """A broken override costs the reader a warning, never the report."""
    if overrides is None:
        return render(document, None)
    try:
        return render(document, overrides)
    except Exception as error:  # noqa: BLE001 - a user's template may raise anything
        text = one_line(
            f"The templates in {overrides} could not be used ({type(error).__name__}: {error}); "
            "this report was made with the built-in ones.",
            _ERROR,
        )
        warning = Paragraph(plain(text), Tone.LOOK)
        brief = (*document.brief, warning.text) if document.brief else ()
        about = Section("templates", "About this report", (warning,))
        return render(replace(document, children=(about, *document.children), brief=brief), None)


def _html(document: Document, overrides: Path | None) -> str:
    return _page("report.html.j2", overrides, document=document)


def _index(document: Document, overrides: Path | None) -> str:
    return _page("index.html.j2", overrides, document=document)


def _page(name: str, overrides: Path | None, **values: object) -> str:
    """The template ``name`` with the style sheet inside it, allowed by its hash."""
    style, style_hash = _style(overrides)
    return (
        _html_environment(overrides).get_template(name).render(style=style, style_hash=style_hash, **values)
    )


@lru_cache(maxsize=4)
def _style(overrides: Path | None) -> tuple[Markup, str]:
    """The style sheet and its hash, as the page's policy names it."""
    style = _html_environment(overrides).get_template("report.css").render()
    style_hash = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return Markup(style), style_hash  # noqa: S704 - our own style sheet or the user's, no data in it


def _markdown(document: Document, overrides: Path | None) -> str:
    return _markdown_environment(overrides).get_template("report.md.j2").render(document=document)


# Each way by itself: a template that fails raises whatever it raises.
HTML, MARKDOWN, INDEX = _html, _markdown, _index


def _loader(overrides: Path | None) -> BaseLoader:
    packaged = FileSystemLoader(resource("templates"))
    if overrides is None:
        return packaged
    return ChoiceLoader([FileSystemLoader(overrides), packaged, PrefixLoader({"default": packaged})])


@lru_cache(maxsize=4)
def _html_environment(overrides: Path | None) -> Environment:
    return Environment(loader=_loader(overrides), autoescape=True, undefined=StrictUndefined)


@lru_cache(maxsize=4)
def _markdown_environment(overrides: Path | None) -> Environment:
    environment = Environment(
        loader=_loader(overrides),
        autoescape=False,  # noqa: S701 - Markdown has its own escaping, by the filters below
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        md=markdown.escaped, inline=markdown.inline, cell=markdown.cell, quoted=markdown.quoted
    )
    return environment
