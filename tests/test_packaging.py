"""The package as people install it: what is compiled, and what the distributions contain."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

import bedesten
from bedesten import compiled

ROOT = Path(__file__).parent.parent
PAGE = "bedesten/server/page/index.html"
HAS_COMPILER = shutil.which("cc") is not None

installed_only = pytest.mark.skipif(
    os.environ.get("BEDESTEN_BUILD") != "installed", reason="tests the installed package"
)


# -- what is compiled ----------------------------------------------------------


def test_rules_search_and_batches_are_on_the_list() -> None:
    listed = {path.relative_to(compiled.PACKAGE).as_posix() for path in compiled.sources()}
    assert {
        "kernel/state.py",
        "games/istanbul/places.py",
        "bots/search/tree.py",
        "envs/loop.py",
        "envs/encoders/basari.py",
    } <= listed
    assert not [name for name in listed if name.endswith(("__init__.py", "events.py"))]


@installed_only
@pytest.mark.skipif(not HAS_COMPILER, reason="there is no compiler")
def test_everything_on_the_list_is_compiled() -> None:
    assert compiled.interpreted() == []
    assert bedesten.COMPILED


def test_a_module_without_its_extension_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "kernel"
    folder.mkdir()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for name in ("state.py", f"state{suffix}", "rng.py"):
        (folder / name).touch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "PACKAGE", tmp_path)
        assert compiled.interpreted() == ["bedesten.kernel.rng"]


# -- building ------------------------------------------------------------------


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The sources of a build, with a page of one line instead of the sources of the page."""
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    left_out = shutil.ignore_patterns("page", "docs", "*.egg-info", "__pycache__")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=left_out)
    page = tmp_path / "src" / PAGE
    page.parent.mkdir()
    page.write_text("<title>Bedesten</title>\n", encoding="utf-8")
    return tmp_path


def call_backend(tree: Path, hook: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Call a hook of the build backend as pip does, and print what it returns."""
    return subprocess.run(
        [sys.executable, "-c", f"from setuptools import build_meta; print(build_meta.{hook})"],
        cwd=tree,
        env=os.environ | {"BEDESTEN_COMPILE": "0"} | variables,
        capture_output=True,
        text=True,
    )


def test_a_source_distribution_contains_the_page_in_place_of_its_sources(tree: Path) -> None:
    (tree / "web").mkdir()
    (tree / "web" / "index.html").touch()
    built = call_backend(tree, "build_sdist('dist')")
    assert built.returncode == 0, built.stderr
    (archive,) = tree.glob("dist/*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"setup.py", "src/bedesten/kernel/compiler_hints.h", f"src/{PAGE}"} <= names
    assert not [name for name in names if name.startswith("web") or name.endswith(".so")]


def test_a_wheel_contains_the_page(tree: Path) -> None:
    built = call_backend(tree, "build_wheel('dist')")
    assert built.returncode == 0, built.stderr
    (wheel,) = tree.glob("dist/*-py3-none-any.whl")
    assert PAGE in zipfile.ZipFile(wheel).namelist()


def test_without_the_page_nothing_is_built_unless_that_is_wanted(tree: Path) -> None:
    (tree / "src" / PAGE).unlink()
    refused = call_backend(tree, "build_wheel('dist')")
    assert refused.returncode
    assert f"src/{PAGE} is missing" in refused.stderr
    assert call_backend(tree, "build_wheel('dist')", BEDESTEN_PAGE="0").returncode == 0


def test_node_is_required_only_to_build_the_page(tree: Path) -> None:
    hook = "get_requires_for_build_wheel()"
    assert "nodejs" not in call_backend(tree, hook).stdout
    (tree / "src" / PAGE).unlink()
    assert "nodejs" in call_backend(tree, hook).stdout


def test_without_a_compiler_the_wheel_is_pure_and_the_build_says_so(tree: Path) -> None:
    built = call_backend(tree, "build_wheel('dist')", CC="no-such-compiler", BEDESTEN_COMPILE="")
    assert built.returncode == 0, built.stderr
    assert "No C compiler" in built.stderr
    assert list(tree.glob("dist/*-py3-none-any.whl"))


@pytest.mark.parametrize(
    ("compiler", "mode", "reason"),
    [
        ("no-such-compiler", "1", "there is no C compiler"),
        pytest.param("false", "", "false stopped at the errors", marks=pytest.mark.long),
    ],
)
def test_an_engine_that_does_not_compile_stops_the_build(
    tree: Path, compiler: str, mode: str, reason: str
) -> None:
    refused = call_backend(tree, "build_wheel('dist')", CC=compiler, BEDESTEN_COMPILE=mode)
    assert refused.returncode
    assert "the engine was not compiled" in refused.stderr
    assert reason in refused.stderr
    assert "BEDESTEN_COMPILE=0" in refused.stderr


# -- the wheel in an empty environment -----------------------------------------


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The programs of an environment with the wheel alone, and variables that lead nowhere else.

    There is no compiler, no Node.js and no index; dependencies are those of the tests.
    """
    wheels = list(ROOT.glob("build/wheel/*.whl"))
    assert len(wheels) == 1, "`make test-compiled` builds the wheel"
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder / "venv", symlinks=True)
    programs = folder / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "-q"]
    variables = {"PATH": str(programs), "HOME": str(folder), "NO_COLOR": "1"}
    subprocess.run([*pip, "--no-index", "--no-deps", wheels[0]], env=variables, check=True)
    (packages,) = folder.glob("venv/lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs, variables


@installed_only
def test_a_game_can_be_played_there(elsewhere: tuple[Path, dict[str, str]]) -> None:
    programs, variables = elsewhere
    asked = "import bedesten, bedesten.compiled as c; print(bedesten.__file__, c.interpreted())"
    where = subprocess.check_output([programs / "python", "-c", asked], env=variables, text=True)
    assert where.startswith(str(programs.parent))
    assert where.endswith("[]\n") or not HAS_COMPILER
    game = ["play", "basari", "--seats", "random,random,random"]
    played = subprocess.run(
        [programs / "bedesten", *game], env=variables, capture_output=True, text=True
    )
    assert played.returncode == 0, played.stderr
    assert "The game is over." in " ".join(played.stdout.split())


@installed_only
def test_the_server_shows_the_page_there(
    elsewhere: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    programs, variables = elsewhere
    serve = ["serve", "--port", "0", "--db", str(tmp_path / "tables.db")]
    with subprocess.Popen(
        [programs / "bedesten", *serve],
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        opened = re.search(r"http://\S+", server.stdout.readline())
        assert opened
        try:
            with urllib.request.urlopen(opened.group()) as answer:
                document = answer.read().decode()
        finally:
            server.terminate()
    assert 'type="module"' in document
