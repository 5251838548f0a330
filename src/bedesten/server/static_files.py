"""Static files, held in memory: the page with one document for all its addresses, and the docs."""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from bedesten.server.guard import POLICY

DOCS = "docs"
INDEX = "index.html"
PLAIN = "plain.html"
NO_DOCS = b"The documentation is not built. Run `make docs`, then start the server again.\n"
_INLINE_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_TEXT = ("text/", "application/javascript", "application/json", "image/svg+xml")


@dataclass(frozen=True)
class File:
    content: bytes
    packed: bytes | None
    kind: str
    tag: str
    lasts: bool
    """Its name changes with its content, so that it may be kept forever."""
    policy: str
    """The Content-Security-Policy with which it is sent."""


def read_files(folder: Traversable, below: str = "") -> dict[str, File]:
    """All files of a folder by their paths; none if it is not there."""
    found: dict[str, File] = {}
    if not folder.is_dir():
        return found
    for one in folder.iterdir():
        path = f"{below}{one.name}"
        if one.is_dir():
            found |= read_files(one, f"{path}/")
        elif one.is_file():
            found[path] = _file(path, one.read_bytes())
    return found


def _file(path: str, content: bytes) -> File:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if path.endswith(".js"):
        kind = "text/javascript"
    is_text = kind.startswith(_TEXT)
    return File(
        content=content,
        packed=gzip.compress(content, mtime=0) if is_text and len(content) > 1000 else None,
        kind=kind,
        tag=f'"{hashlib.sha256(content).hexdigest()[:32]}"',
        lasts=path.startswith("assets/"),
        policy=_policy(content) if path.endswith(".html") else POLICY,
    )


def _policy(document: bytes) -> str:
    """The strict policy; a document with inline scripts may run these, and style itself.

    The documentation's search lays its styles out by a script.
    """
    digests = {hashlib.sha256(script).digest() for script in _INLINE_SCRIPT.findall(document)}
    hashes = "".join(f" 'sha256-{base64.b64encode(one).decode()}'" for one in sorted(digests))
    if not hashes:
        return POLICY
    relaxed = POLICY.replace("script-src 'self'", f"script-src 'self'{hashes}")
    return relaxed.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


class Files:
    """The built page, the plain one in case there is none, and the documentation."""

    def __init__(self, here: Traversable) -> None:
        self.plain = read_files(here.joinpath("plain"))
        self.built = read_files(here.joinpath("page"))
        self._docs_folder = here.joinpath(DOCS)
        self._docs = read_files(self._docs_folder)

    @property
    def docs(self) -> dict[str, File]:
        """The documentation, which may be built after the server has started."""
        if not self._docs:
            self._docs = read_files(self._docs_folder)
        return self._docs

    def at(self, path: str) -> File:
        """The file at a path; an address inside the page is its document."""
        if path == "plain" or path.startswith("plain/"):
            name = path.removeprefix("plain").lstrip("/") or PLAIN
            if name in self.plain:
                return self.plain[name]
            raise NotFoundException
        if path in self.built:
            return self.built[path]
        last = path.rpartition("/")[2]
        if "." in last or path.partition("/")[0] in ("api", "schema"):
            raise NotFoundException
        return self.built.get(INDEX) or self.plain[PLAIN]


FILES = Files(files("bedesten.server"))


def _answer(request: Request[Any, Any, Any], file: File) -> Response[bytes]:
    headers = {
        "content-security-policy": file.policy,
        "etag": file.tag,
        "cache-control": "public, max-age=31536000, immutable" if file.lasts else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    content = file.content
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = file.packed
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=file.kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """The page, at every address that is not a call."""
    return _answer(request, FILES.at(path.strip("/")))


@get([f"/{DOCS}", f"/{DOCS}/{{path:path}}"], include_in_schema=False, sync_to_thread=False)
def docs(request: Request[Any, Any, Any], path: str = "") -> Response[bytes] | Redirect:
    """The documentation site; its pages are folders, and their links need the last slash."""
    name = path.strip("/")
    if name in FILES.docs:
        return _answer(request, FILES.docs[name])
    document = FILES.docs.get(f"{name}/{INDEX}".lstrip("/"))
    if document is None:
        if not FILES.docs:
            return Response(NO_DOCS, status_code=404, media_type="text/plain")
        raise NotFoundException
    if not request.scope["raw_path"].endswith(b"/"):  # Litestar takes it from the path
        return Redirect(f"/{DOCS}/{name}/" if name else f"/{DOCS}/")
    return _answer(request, document)
