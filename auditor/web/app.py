"""The server: pages, decisions, the gate, the API, each behind the guard."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from auditor.errors import AuditorError
from auditor.ledger.codec import finding_document
from auditor.ledger.plain import plain_text
from auditor.reports.document import Button, Document, Field, Form, Paragraph, Section, Tone, plain
from auditor.reports.jsonout import dumps
from auditor.reports.render import render_html
from auditor.times import rfc3339
from auditor.web import api
from auditor.web.files import report_file
from auditor.web.guard import COOKIE, Guard, form_is_ours, form_token, session_cookie
from auditor.web.live import DECISIONS, decide, known, live_document, said_now
from auditor.web.requests import decision_in, form_of, json_of
from auditor.web.site import Site
from auditor.web.trying import asked, gate_document

Handler = Callable[[Site, Request], Awaitable[Response]]
_WHO = "web"


def create_app(site: Site) -> Starlette:
    """The application that serves ``site``."""
    pages: list[tuple[str, str, Handler]] = [
        ("/", "GET", _live),
        ("/said", "GET", _said),
        ("/login", "GET", _login_page),
        ("/login", "POST", _login),
        ("/findings/{finding}/decisions", "POST", _decide),
        ("/gate", "GET", _gate_page),
        ("/gate", "POST", _gate),
        ("/api/openapi.json", "GET", _openapi),
        ("/api/v1/findings", "GET", _api_findings),
        ("/api/v1/findings/{finding}", "GET", _api_finding),
        ("/api/v1/findings/{finding}/decisions", "POST", _api_decide),
        ("/api/v1/gate", "POST", _api_gate),
        ("/{path:path}", "GET", _file),
    ]
    routes = [
        Route(path, partial(_answered, handler, site), methods=[method]) for path, method, handler in pages
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard, site=site)])


async def _answered(handler: Handler, site: Site, request: Request) -> Response:
    """What ``handler`` answers; an expected failure is a page or a document that says what is wrong."""
    try:
        return await handler(site, request)
    except AuditorError as error:
        if request.url.path.startswith("/api/"):
            return _json(api.error(error.name, str(error)), 400)
        return _page(site, _message("That could not be done.", str(error)), 400)


def _page(site: Site, document: Document, status: int = 200) -> HTMLResponse:
    return HTMLResponse(render_html(document, site.templates), status)


def _json(document: dict[str, Any], status: int = 200) -> Response:
    return Response(dumps(document), status, media_type="application/json")


def _message(verdict: str, text: str) -> Document:
    about = Section("message", "What happened", (Paragraph(plain(plain_text(text)), Tone.LOOK),))
    return Document(verdict, Tone.BROKEN, "memory audit", (), (about,), ())


# ---- Pages ---------------------------------------------------------------------------------


async def _live(site: Site, request: Request) -> Response:
    told = _TOLD.get(request.query_params.get("done", ""), "")
    return _page(site, await run_in_threadpool(live_document, site, form_token(site, request), told))


async def _said(site: Site, _request: Request) -> Response:
    return _page(site, await run_in_threadpool(said_now, site))


_TOLD = {
    **{name: f"It is written down as: {text.lower()}." for name, text in DECISIONS.items()},
    "reopen": "It is open again.",
}


async def _decide(site: Site, request: Request) -> Response:
    fields = await form_of(request)
    _check_form(site, request, fields)
    decision = decision_in(request.path_params["finding"], {**fields, "who": ""}, _WHO)
    await run_in_threadpool(decide, site, decision)
    return RedirectResponse(f"/?done={decision.decision}", 303)


def _check_form(site: Site, request: Request, fields: dict[str, str]) -> None:
    if not form_is_ours(site, request, fields.get("token", "")):
        raise HTTPException(403, "This form is not from this server, or from before it was started again.")


async def _gate_page(site: Site, request: Request) -> Response:
    return _page(site, gate_document(site.job, form_token(site, request)))


async def _gate(site: Site, request: Request) -> Response:
    fields = await form_of(request)
    _check_form(site, request, fields)
    token = form_token(site, request)
    conversation, memory = fields.get("conversation", ""), fields.get("memory", "")
    return _page(site, await run_in_threadpool(gate_document, site.job, token, conversation, memory))


async def _login_page(site: Site, request: Request) -> Response:
    form = Form(
        "/login",
        form_token(site, request),
        (Button("enter", "1", "Enter"),),
        (Field("key", "Token", "password"),),
        "login-",
    )
    box = Section("enter", "Enter", (form,))
    page = Document("Who is there?", Tone.NEUTRAL, site.job, (), (box,), (), forms=True)
    return _page(site, page)


async def _login(site: Site, request: Request) -> Response:
    fields = await form_of(request)
    _check_form(site, request, fields)
    if not site.token or not site.lets_in(fields.get("key", "")):
        return _page(site, _message("That is not the token.", "Go back and try again."), 403)
    response = RedirectResponse("/", 303)
    response.set_cookie(COOKIE, session_cookie(site), httponly=True, samesite="strict", path="/")
    return response


async def _file(site: Site, request: Request) -> Response:
    return await run_in_threadpool(report_file, site, request.path_params["path"])


# ---- API -----------------------------------------------------------------------------------


async def _openapi(_site: Site, _request: Request) -> Response:
    return JSONResponse(api.openapi())


async def _api_findings(site: Site, request: Request) -> Response:
    only_open = request.query_params.get("open", "").lower() in {"1", "true", "yes"}
    store = request.query_params.get("store")
    found = [
        item
        for item in await run_in_threadpool(known, site)
        if (item.open or not only_open) and store in {None, item.finding.store}
    ]
    return _json({"schema_version": 1, "findings": [finding_document(item.finding) for item in found]})


async def _api_finding(site: Site, request: Request) -> Response:
    wanted = request.path_params["finding"]
    found = [item for item in await run_in_threadpool(known, site) if item.finding.id == wanted]
    if not found:
        return _json(api.error("not_found", "no finding has this id"), 404)
    item = found[0]
    document = finding_document(item.finding) | {"why": plain_text(item.why), "since": rfc3339(item.since)}
    return _json({"schema_version": 1, "finding": document})


async def _api_decide(site: Site, request: Request) -> Response:
    fields = await json_of(request)
    decision = decision_in(request.path_params["finding"], fields, "api")
    item = await run_in_threadpool(decide, site, decision)
    return _json({"schema_version": 1, "finding": finding_document(item.finding)})


async def _api_gate(_site: Site, request: Request) -> Response:
    fields = await json_of(request)
    conversation, memory = fields.get("conversation"), fields.get("memory")
    if not isinstance(conversation, str) or not isinstance(memory, str):
        return _json(api.error("usage", "conversation and memory should be texts"), 400)
    decision = await run_in_threadpool(asked, conversation, memory)
    return _json(
        {
            "schema_version": 1,
            "verdict": str(decision.verdict),
            "reason": plain_text(decision.reason),
            "kind": decision.kind,
            "confidence": decision.confidence,
            "evidence": [
                {"speaker": span.speaker, "text": plain_text(span.text), "turn": span.turn}
                for span in decision.evidence
            ],
        }
    )
