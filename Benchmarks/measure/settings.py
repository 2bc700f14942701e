"""What is measured, and for how long."""

import argparse
from dataclasses import dataclass

ENGINES = ["sqlite", "postgresql"]


@dataclass
class Settings:
    """The engines, the works by name (all when empty), the people, seconds a run, minutes of the mixed load, and how many
    groups there are and members of the largest."""

    engines: list[str]
    works: list[str]
    people: int
    rounds: int
    seconds: int
    minutes: float
    sizes: list[int]
    groups: int
    members: int

    def wants(self, name):
        return not self.works or name in self.works

    def chosen(self, works):
        return [work for work in works if self.wants(work.name)]


def arguments(sections):
    """The sections that are wanted and the settings."""
    parser = argparse.ArgumentParser(prog="bench", description="Measures the host; writes bench.json.")
    parser.add_argument("section", nargs="*", choices=[[], *sections], metavar="section", help=", ".join(sections))
    parser.add_argument("--engine", choices=ENGINES, action="append", help="on this engine alone")
    parser.add_argument("--work", action="append", default=[], help="this row alone, such as point-read")
    parser.add_argument("--people", type=int, default=1_000_000, help="accounts, rows and entries of the board")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2, help="of each run")
    parser.add_argument("--minutes", type=float, default=1, help="of the mixed load; 10 are its full size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000, 1_000_000])
    parser.add_argument("--groups", type=int, default=1_000_000, help="groups of the world of groups")
    parser.add_argument("--members", type=int, default=100_000, help="members of its largest group")
    found = parser.parse_args()
    settings = Settings(
        found.engine or ENGINES, found.work, found.people, found.rounds, found.seconds, found.minutes, found.sizes,
        found.groups, found.members)
    return found.section, settings
