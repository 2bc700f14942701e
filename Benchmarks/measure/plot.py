"""A picture of cost against size, both on logarithmic scales, as SVG."""

import math

from .rows import say
from .stage import BENCHMARKS

WIDTH, HEIGHT, MARGIN, LEGEND = 720, 440, 60, 140
COLOURS = ["#0b6e4f", "#c0392b", "#2c5aa0", "#8e44ad", "#b9770e", "#5d6d7e"]


def save(name, title, sizes, series):
    """Leaves the picture where all of them are."""
    path = BENCHMARKS / "pictures" / f"{name}.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(line_plot(title, sizes, series))
    say(f"the picture is in {path.relative_to(BENCHMARKS.parent)}")


def line_plot(title, sizes, series):
    """`series` maps a name to microseconds by size; a size may be missing."""
    values = [value for found in series.values() for value in found.values()]
    low = math.floor(math.log10(min(values)))
    high = max(low + 1, math.ceil(math.log10(max(values))))
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])

    def x(size):
        return MARGIN + (math.log10(size) - first) / (last - first) * (WIDTH - 2 * MARGIN)

    def y(value):
        return HEIGHT - MARGIN - (math.log10(value) - low) / (high - low) * (HEIGHT - 2 * MARGIN)

    parts = [text(WIDTH / 2, 24, title, "middle")]
    for size in sizes:
        parts.append(rule(x(size), MARGIN, x(size), HEIGHT - MARGIN))
        parts.append(text(x(size), HEIGHT - MARGIN + 20, f"{size:,}", "middle"))
    for power in range(low, high + 1):
        at = y(10**power)
        parts += [rule(MARGIN, at, WIDTH - MARGIN, at), text(MARGIN - 6, at + 4, duration(power), "end")]
    for index, (name, found) in enumerate(series.items()):
        colour = COLOURS[index % len(COLOURS)]
        points = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in sorted(found.items()))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(text(WIDTH - MARGIN + 12, MARGIN + 16 + 18 * index, name, "start", colour))
    size = f'width="{WIDTH + LEGEND}" height="{HEIGHT}" viewBox="0 0 {WIDTH + LEGEND} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12">\n' + "\n".join(
        [f'<rect width="{WIDTH + LEGEND}" height="{HEIGHT}" fill="white"/>', *parts, "</svg>\n"]
    )


def text(x, y, content, anchor, colour="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{content}</text>'


def rule(x1, y1, x2, y2):
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def duration(power):
    """Ten to the power of microseconds, in a unit that people read."""
    for least, unit in ((6, "s"), (3, "ms")):
        if power >= least:
            return f"{10 ** (power - least)} {unit}"
    return f"{10.0 ** power:g} µs"
