"""Many small plugins that differ in id and symbols, to see what one more costs."""

import shutil
import subprocess

from .rows import say
from .stage import BENCHMARKS, BUILD, ROOT, STAGE, write_json

COUNT = 20
LIBRARIES = BENCHMARKS / ".build" / "tiny"

SOURCE = """import FieldhouseKit

struct Tiny{number}: Plugin {{
  init(host: PluginHost) throws {{}}

  func routes(_ routes: inout Routes) {{
    routes.get("/trivial", "Answers at once", access: .everyone) {{ (_: NoInput, _) in Answer{number}() }}
  }}
}}

struct Answer{number}: RouteOutput, Decodable {{
  var ok = true
}}

@c(tiny_{number}_plugin)
public func tiny{number}Plugin() -> UnsafeMutableRawPointer {{ PluginEntry.export(Tiny{number}.self) }}
"""


def compile_library(number):
    """Makes library `number` unless a newer one than Kit's is there."""
    library = LIBRARIES / f"libTiny{number}.so"
    kit = BUILD / "libFieldhouseKit.so"
    if library.exists() and library.stat().st_mtime > kit.stat().st_mtime:
        return library
    LIBRARIES.mkdir(parents=True, exist_ok=True)
    source = LIBRARIES / f"Tiny{number}.swift"
    source.write_text(SOURCE.format(number=number))
    note = f'{{"type":"fieldhouse-plugin","id":"tiny-{number}","kit":"1.1.0","swift":"6.3"}}'
    command = ["swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-emit-library", "-module-name", f"Tiny{number}"]
    command += ["-I", BUILD / "Modules", "-L", BUILD, "-lFieldhouseKit", "-Xlinker", f"--package-metadata={note}"]
    subprocess.run([*map(str, command), "-o", str(library), str(source)], check=True, cwd=LIBRARIES)
    return library


def stage(count):
    """Manifests and bundles of the product and of `count` tiny plugins; returns the two folders."""
    folder = STAGE / f"tiny-{count}"
    shutil.copytree(ROOT / "manifests", folder / "manifests")
    (folder / "plugins").mkdir()
    for number in range(count):
        id = f"tiny-{number}"
        bundle = folder / "plugins" / id
        bundle.mkdir()
        shutil.copy(compile_library(number), bundle)
        write_json(folder / "manifests" / f"{id}.json", manifest(id, number))
    return folder / "manifests", folder / "plugins"


def manifest(id, number):
    library = {"path": f"libTiny{number}.so", "symbol": f"tiny_{number}_plugin"}
    return {
        "id": id, "name": f"Tiny {number}", "version": "1.0.0", "kit": "^1.0.0", "library": library,
        "contributions": {"routes": ["GET /trivial"]},
    }


def compile_all():
    say(f"compiling {COUNT} small plugins")
    for number in range(COUNT):
        compile_library(number)
