"""Real proxies before real servers, by the files in `deploy`."""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
PORTS = ("8001", "8002", "8003")
"""The ports of the processes in the files."""
NAME = "play.example.org"

NGINX = """
{user}
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/bedesten.conf;
}}
"""
CADDY = "{\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\tadmin off\n}\n"


class Proxy:
    """A proxy that speaks TLS with a certificate of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.tls = ssl.create_default_context()
        self.tls.check_hostname = False
        self.tls.verify_mode = ssl.CERT_NONE

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def proxy(name: str, port: int, servers: Sequence[int], folder: Path) -> Iterator[Proxy]:
    """nginx or Caddy before processes at some ports; skips where it is not installed."""
    program = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if program is None:
        pytest.skip(f"{name} is not installed")
    folder.mkdir()
    command = (_nginx if name == "nginx" else _caddy)(program, port, servers, folder)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "out").open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        found = Proxy(port)
        _wait(found, process, folder)
        yield found
    finally:
        process.terminate()
        process.wait(30)


def _nginx(program: str, port: int, servers: Sequence[int], folder: Path) -> list[str]:
    key, certificate = folder / "key", folder / "certificate"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    text = _with_ports((DEPLOY / "nginx.conf").read_text(), servers)
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;")
    text = text.replace(f"/etc/ssl/{NAME}.pem", str(certificate))
    text = text.replace(f"/etc/ssl/{NAME}.key", str(key)).replace(NAME, "localhost")
    (folder / "bedesten.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user=user))
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]


def _caddy(program: str, port: int, servers: Sequence[int], folder: Path) -> list[str]:
    text = _with_ports((DEPLOY / "Caddyfile").read_text(), servers)
    text = text.replace(f"{NAME} {{", f"localhost:{port} {{\n\tbind 127.0.0.1")
    (folder / "Caddyfile").write_text(CADDY + text)
    return [program, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def _with_ports(text: str, servers: Sequence[int]) -> str:
    for named, port in zip(PORTS, servers, strict=True):
        assert f"127.0.0.1:{named}" in text
        text = text.replace(f"127.0.0.1:{named}", f"127.0.0.1:{port}")
    return text


def _wait(found: Proxy, process: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until the proxy completes a handshake."""
    for _ in range(300):
        assert process.poll() is None, (folder / "out").read_text()[-2000:]
        try:
            with (
                socket.create_connection(("127.0.0.1", found.port), 5) as plain,
                found.tls.wrap_socket(plain, server_hostname="localhost"),
            ):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError((folder / "out").read_text()[-2000:])
