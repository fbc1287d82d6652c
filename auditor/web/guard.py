"""Who may ask, from where: names, tokens, sessions and forms of this server only."""

import secrets
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from auditor.web.site import Site

COOKIE = "auditor_session"
_SAFE = frozenset({"GET", "HEAD"})
_OPEN = frozenset({"/login"})
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Guard:
    """Stands before every page.

    A request is refused when it names another host (a site whose name was made to lead here), when it would
    change something and comes from another site, or when a token is asked for and not given. Whoever gives
    the token in the header is a program and has no session.
    """

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or answer it with why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        refusal = self._refusal(request)
        session = request.cookies.get(COOKIE) or ""
        scope["session_id"] = session or secrets.token_urlsafe(24)
        fresh = "" if session else scope["session_id"]

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if fresh and COOKIE not in headers.get("set-cookie", ""):
                    headers.append("set-cookie", f"{COOKIE}={fresh}; HttpOnly; SameSite=Strict; Path=/")
            await send(message)

        await (refusal or self._app)(scope, receive, guarded)

    def _refusal(self, request: Request) -> Response | None:
        if _host(request.headers.get("host", "")) not in self._site.hosts:
            return PlainTextResponse("This server does not answer to that name.", 421)
        if request.method not in _SAFE and not _of_this_site(request.headers):
            return PlainTextResponse("This came from another site.", 403)
        if not self._site.token or request.url.path in _OPEN or self._known(request):
            return None
        if request.url.path.startswith("/api/"):
            error = {"error": {"name": "token_needed", "message": "give the token as Authorization: Bearer"}}
            return JSONResponse(error, 401, {"www-authenticate": "Bearer"})
        return RedirectResponse("/login", 303)

    def _known(self, request: Request) -> bool:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._site.lets_in(token.strip())
        identity, _, seal = request.cookies.get(COOKIE, "").partition(".")
        return self._site.sealed("session", identity, seal)


def session_cookie(site: Site) -> str:
    """The cookie of somebody who gave the token."""
    identity = secrets.token_urlsafe(24)
    return f"{identity}.{site.seal('session', identity)}"


def form_token(site: Site, request: Request) -> str:
    """What a form carries so that only pages of this server, in this browser, can send it."""
    return site.seal("form", request.scope["session_id"])


def form_is_ours(site: Site, request: Request, token: str) -> bool:
    """Whether a form came from a page of this server in this browser."""
    return site.sealed("form", request.cookies.get(COOKIE, ""), token)


def _host(header: str) -> str:
    return urlsplit(f"//{header}").hostname or ""


def _of_this_site(headers: Headers) -> bool:
    """Whether a browser says that a page of this server sent it; programs say nothing of the kind."""
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")
