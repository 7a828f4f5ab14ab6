#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says each file in which two builds differ, as "run: file: n lines differ", and ends with 1 if one of them is not accepted.

usage: compare.py BASE NOW ACCEPTED
"""
import collections
import fnmatch
import re
import struct
import sys
import zlib
from pathlib import Path

WIDTH = 160  # letters of a line that are shown


def accepted_of(page):
    """Rows of the table: glob of file, pattern of line, how many lines they have matched."""
    rows = [re.split(r"(?<!\\)\|", line)[1:4] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return [[file.strip(" `"), re.compile(pattern.strip(" `").replace(r"\|", "|")), 0] for file, pattern, _ in rows]


def lines_of(file):
    """Lines of a text; of a picture one for each row of its pixels."""
    data = file.read_bytes()
    if not data.startswith(b"\x89PNG"):
        return data.decode("utf-8", "surrogateescape").split("\n")
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    pixels = zlib.decompress(packed)
    row = len(pixels) // height
    return [f"{width}x{height}, row {y}: {zlib.crc32(pixels[y * row:y * row + row])}" for y in range(height)]


def differences(base, now):
    """Lines that one side alone has, behind "- " and "+ "."""
    if not (base.exists() and now.exists()):
        return ["- the file is missing now" if base.exists() else "+ the file is new"]
    if base.read_bytes() == now.read_bytes():
        return []
    left, right = (collections.Counter(lines_of(file)) for file in (base, now))
    out = [sign + line for sign, lines in (("- ", left - right), ("+ ", right - left)) for line in lines.elements()]
    return out or ["- the lines have another order"]


def main():
    base, now, accepted = Path(sys.argv[1]), Path(sys.argv[2]), accepted_of(Path(sys.argv[3]))
    names = sorted({str(f.relative_to(side)) for side in (base, now) for f in side.rglob("*") if f.is_file()})
    refused = allowed = 0
    for name in names:
        left = []
        for line in differences(base / name, now / name):
            row = next((r for r in accepted if fnmatch.fnmatch(name, r[0]) and r[1].search(line)), None)
            if row:
                row[2] += 1
                allowed += 1
            else:
                left.append(line)
        if left:
            refused += 1
            first = [next((line for line in left if line.startswith(sign)), "") for sign in ("- ", "+ ")]
            run, file = name.split("/", 1)
            print(f"{run}: {file}: {len(left)} lines differ (first: {' / '.join(f[:WIDTH] for f in first if f)})")
    for file, pattern, count in accepted:
        print(f"accepted.md: {count} lines of {file} match {pattern.pattern}")
    print(f"{len(names)} files of {len({n.split('/')[0] for n in names})} runs: {refused} differ, {allowed} lines are accepted")
    sys.exit(1 if refused or not names else 0)


if __name__ == "__main__":
    main()
