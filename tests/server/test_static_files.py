"""The files that a server hands out."""

from __future__ import annotations

from pathlib import Path

from bedesten.server.static_files import Files


def test_documentation_that_is_built_after_the_start_is_handed_out(tmp_path: Path) -> None:
    files = Files(tmp_path)
    assert not files.docs
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.html").write_text("<title>Bedesten</title>")
    assert list(files.docs) == ["index.html"]
