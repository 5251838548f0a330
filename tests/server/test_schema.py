"""The server keeps to its own description, whatever it is asked."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from server.harness import THOROUGH, Server

EXAMPLES = 200 if THOROUGH else 12


def test_schemathesis_finds_nothing(server: Server) -> None:
    """Calls made from the description: no failure of the server, no answer that is not in it."""
    pytest.importorskip("schemathesis")
    checks = "not_a_server_error,response_schema_conformance,content_type_conformance"
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/schema"]
    flags = ["--checks", checks, "--max-examples", str(EXAMPLES), "--phases", "fuzzing"]
    done = subprocess.run(
        [*command, *flags, "--generation-deterministic", "--no-color"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
