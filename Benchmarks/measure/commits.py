"""SQLite alone: one transaction after the other, each with a sync of the disk."""

import pathlib
import subprocess
from dataclasses import dataclass

from .figures import Figures
from .stage import BENCHMARKS

PROGRAM = BENCHMARKS / ".build" / "sqlite_commits"


@dataclass
class Commits:
    """Single rows."""

    folder: pathlib.Path

    def run(self, seconds):
        path = self.folder / "commits.sqlite"
        command = [PROGRAM, path, seconds]
        output = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout
        for file in self.folder.glob("commits.sqlite*"):
            file.unlink()
        return Figures(*map(float, output.split()))
