"""Finds a Rust toolchain that can build damier, or fetches one: ``python tools/rust.py FILE`` writes how to use it.

The file is for the shell: ``. FILE`` sets ``PATH`` and whatever else cargo needs.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(file: Path) -> int:
    needed = needed_version()
    for environment in ({}, {"PATH": f"{Path.home() / '.cargo' / 'bin'}{os.pathsep}{os.environ['PATH']}"}):
        if (rust_version(environment) or (0, 0)) >= needed:
            return write(file, environment)
    fetched = fetch()
    if fetched is not None and (rust_version(fetched) or (0, 0)) >= needed:
        return write(file, fetched)
    print(f"damier: Rust {needed[0]}.{needed[1]} or newer is needed and could not be fetched; see https://rustup.rs")
    return 1


def needed_version() -> tuple[int, int]:
    """``rust-version`` of the workspace."""
    found = re.search(r'^rust-version = "(\d+)\.(\d+)"', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert found, "Cargo.toml names no rust-version"
    return int(found[1]), int(found[2])


def rust_version(environment: dict[str, str]) -> tuple[int, int] | None:
    path = environment.get("PATH")
    cargo, rustc = shutil.which("cargo", path=path), shutil.which("rustc", path=path)
    if cargo is None or rustc is None:
        return None
    try:
        said = subprocess.run(
            [rustc, "--version"],
            env={**os.environ, **environment},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"rustc (\d+)\.(\d+)", said)
    return (int(found[1]), int(found[2])) if found else None


def fetch() -> dict[str, str] | None:
    """A toolchain in the user's cache, with rustfmt and clippy where they are to be had."""
    print("damier: no Rust toolchain is new enough here; fetching one (about 300 MB) …", flush=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "puccinialin>=0.1.5"]
    try:
        subprocess.run(pip, check=True)
        from puccinialin import setup_rust  # type: ignore[import-not-found,unused-ignore]

        environment = dict(setup_rust())
    except Exception as error:  # whatever stops it, the user gets the one line of `main`
        print(f"damier: {error}", file=sys.stderr)
        return None
    rustup = shutil.which("rustup", path=environment["PATH"])
    if rustup is not None:
        subprocess.run(
            [rustup, "--quiet", "component", "add", "rustfmt", "clippy"],
            env={**os.environ, **environment},
            check=False,
        )
    return environment


def write(file: Path, environment: dict[str, str]) -> int:
    lines = []
    for name, value in environment.items():
        if name == "PATH":
            # Only what was put in front: the rest of PATH is the caller's.
            value = value.removesuffix(os.environ["PATH"])
            lines.append(f'export PATH={shlex.quote(value)}"$PATH"')
        else:
            lines.append(f"export {name}={shlex.quote(value)}")
    file.write_text("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
