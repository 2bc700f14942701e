"""The rows of a run for people."""

from .rows import number

HEADS = ["name", "value", "unit", "CPU µs", "MB", "p50 ms", "p99 ms", "max ms", "beside", "goals"]
LEFT = {0, 2, 8, 9}


def table(report):
    """The rows as aligned text, each with what it has to reach, and how many do not."""
    lines = [HEADS] + [cells(row, report.goals[row.name]) for row in report.rows]
    verdicts = [goal.is_met(row) for row in report.rows for goal in report.goals[row.name]]
    failed = sum(row.failure is not None for row in report.rows)
    met, missed = verdicts.count(True), verdicts.count(False)
    return f"{aligned(lines, LEFT)}\n\n{met} goals met, {missed} missed, {failed} rows failed"


def cells(row, goals):
    figures = [row.cpuMicroseconds, row.megabytes, row.p50, row.p99, row.max]
    return [row.name, number(row.value), row.unit, *map(number, figures), others(row), verdict(row, goals)]


def others(row):
    """How the row stands to what was measured in turn with it, by value and by processor time."""
    return ", ".join(
        f"{row.value / other.value:.2f} × {name}" + processor_time(row, other) for name, other in row.beside.items())


def processor_time(row, other):
    if not other.cpu or row.cpuMicroseconds is None:
        return ""
    return f" (CPU {row.cpuMicroseconds / other.cpu:.1f} × {number(other.cpu)})"


def verdict(row, goals):
    found = [f"{goal} {'met' if goal.is_met(row) else 'MISSED'}" for goal in goals]
    return ", ".join([f"FAILED: {row.failure}", *found] if row.failure else found)


def aligned(lines, left):
    """Cells in columns, those of `left` to the left."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths))).rstrip()
        for line in lines
    )
