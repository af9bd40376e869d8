"""The version of some code: one hash of its modules, of all our modules that they import, and of their data."""

import hashlib
import os
import re
from functools import cache
from importlib.metadata import version
from pathlib import Path

from pipelines.machine.paths import DATA, PACKAGES

_WINGS = ("pipelines", "transforms")
_IMPORT = re.compile(
    r"^[ \t]*(?:from|import)[ \t]+((?:pipelines|transforms)[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|[^\n]*))?",
    re.MULTILINE,
)
"""Matches import lines, faster than a parser. Other text that looks like an import does no harm."""
_NAME = re.compile(r"\w+")
_DATA = re.compile(rb'with_name\("([\w.]+)"\)')
REFERENCE = DATA / "reference"
DRAWING = ("matplotlib", "polars", "babel", "jinja2", "xlsxturbo")
"""Libraries whose versions affect the bytes of pages, charts and workbooks."""


@cache
def code_of(*modules: str, data: tuple[Path, ...] = ()) -> str:
    """Return one sha256 of these modules, our modules that they import, and these files and folders of data."""
    found, waiting = set[str](), list(modules)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imports(name)
    digest = hashlib.sha256()
    for name in sorted(found):
        digest.update(f"{name} {_sha256_of(name)}\n".encode())
    for path in data:
        within = (file for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file())
        # In a wheel, the data is inside the package.
        files = (file for file in within if path.is_relative_to(DATA) or not file.is_relative_to(DATA))
        named = {file.relative_to(path.parent).as_posix(): file for file in files if "__pycache__" not in file.parts}
        for name, file in sorted(named.items()):
            digest.update(name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


@cache
def versions_of(*libraries: str) -> str:
    """Return the versions of these libraries as one text. Libraries have the names of the package index."""
    return " ".join(f"{name} {version(name)}" for name in libraries)


@cache
def _imports(module: str) -> frozenset[str]:
    """Return our modules that a module imports, at its top or in functions, with the packages that contain them."""
    path = _modules().get(module)
    if path is None:
        return frozenset()
    ours = {module}
    for package, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        ours |= {package, *(f"{package}.{name}" for name in _NAME.findall(names))}
    packages = {".".join(name.split(".")[:level]) for name in ours for level in range(1, name.count(".") + 1)}
    return frozenset(name for name in ours | packages if name != module and name in _modules())


@cache
def _modules() -> dict[str, Path]:
    found: dict[str, Path] = {}
    for wing in _WINGS:
        for folder, _, files in os.walk(PACKAGES / wing):
            package = ".".join(Path(folder).relative_to(PACKAGES).parts)
            for file in (file for file in files if file.endswith(".py")):
                name = package if file == "__init__.py" else f"{package}.{file.removesuffix('.py')}"
                found[name] = Path(folder, file)
    return found


@cache
def _sha256_of(module: str) -> str:
    """Return the sha256 of a module and of the data files next to it that it names."""
    path = _modules().get(module)
    if path is None:
        return ""
    code = path.read_bytes()
    data = (path.with_name(name.decode()) for name in _DATA.findall(code))
    return hashlib.sha256(b"".join((code, *(file.read_bytes() for file in data if file.is_file())))).hexdigest()
