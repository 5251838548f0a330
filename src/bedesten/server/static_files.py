"""The page: its files, held in memory, and one document for all its addresses."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException

INDEX = "index.html"
PLAIN = "plain.html"
_TEXT = ("text/", "application/javascript", "application/json", "image/svg+xml")


@dataclass(frozen=True)
class File:
    content: bytes
    packed: bytes | None
    kind: str
    tag: str
    lasts: bool
    """Its name changes with its content, so that it may be kept for ever."""


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
    )


class Files:
    """The built page, and the plain one for where there is none."""

    def __init__(self) -> None:
        here = files("bedesten.server")
        self.plain = read_files(here.joinpath("plain"))
        self.built = read_files(here.joinpath("page"))

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


FILES = Files()


def _answer(request: Request[Any, Any, Any], path: str) -> Response[bytes]:
    file = FILES.at(path.strip("/"))
    headers = {
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
    """Whatever is no call is the page."""
    return _answer(request, path)
