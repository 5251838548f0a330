"""Write the page's TypeScript types from the server's: web/src/lib/wire.ts.

With --check, fail when the file is not what the server's types say.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from bedesten.server import wire

TARGET = Path(__file__).parent.parent / "web" / "src" / "lib" / "wire.ts"
HEADER = "// Written by tools/wire_types.py from bedesten/server/wire.py. Do not edit.\n"
UNIONS = ("ToClient", "ToServer")


def structs() -> list[type[msgspec.Struct]]:
    public = [one for name, one in vars(wire).items() if not name.startswith("_")]
    found = [one for one in public if isinstance(one, type)]
    return [one for one in found if issubclass(one, msgspec.Struct) and one is not msgspec.Struct]


def typescript() -> str:
    types = structs()
    _, components = msgspec.json.schema_components(types)
    parts = [HEADER, *(interface(one.__name__, components[one.__name__]) for one in types)]
    for name in UNIONS:
        members = [one.__name__ for one in getattr(wire, name).__args__]
        parts.append(f"export type {name} = {' | '.join(members)};\n")
    return "\n".join(parts)


def interface(name: str, schema: dict[str, Any]) -> str:
    # The server may leave out fields without a default; a client may leave out those with one.
    is_read = schema.get("additionalProperties") is False
    required = set(schema.get("required", ()))
    lines = [f"export interface {name} {{"]
    for field, of in schema["properties"].items():
        is_optional = field not in required and (is_read or "default" not in of)
        mark = "?" if is_optional else ""
        lines.append(f"  {field}{mark}: {spelt(of)};")
    return "\n".join([*lines, "}\n"])


def spelt(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return " | ".join(f'"{one}"' for one in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(spelt(one) for one in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(spelt(one) for one in schema['prefixItems'])}]"
        case "array":
            inner = spelt(schema["items"])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties")
            return f"Record<string, {spelt(values) if isinstance(values, dict) else 'any'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as plain:
            return str(plain)
        case None:
            return "any"
        case other:
            raise ValueError(f"no TypeScript for {other!r}")


def main() -> int:
    text = typescript()
    if "--check" in sys.argv[1:]:
        fresh = TARGET.exists() and TARGET.read_text(encoding="utf-8") == text
        if not fresh:
            print(f"{TARGET.name} is not what the server's types say; run tools/wire_types.py")
        return 0 if fresh else 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
