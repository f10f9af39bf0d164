#!/usr/bin/env python3
"""Runs the physics table of tests/physics/README.md through spook-lab alone: scene files written here, in other sizes, masses
and frictions than the library's, default settings, 60 Hz; judged by metrics, traces and states. Exit 1 if a bar is missed.

    python3 tests/system/physics_table.py                  half a minute: the first variants of every row
    python3 tests/system/physics_table.py --full           every variant, large walls and piles too: half an hour
    python3 tests/system/physics_table.py --full chain top only the rows whose names hold one of these words
    … --full --json BEFORE.json, later … --full --compare BEFORE.json
                                                           also what got more than twice worse, unless it stays below a
                                                           tenth of its bar: exit 1 then too

The last column but one is how much of its bar a line uses up.
"""
import argparse
import concurrent.futures
import json
import math
import os
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
import table_moving
import table_standing
from table_scenes import Settings

ROWS = {**table_moving.ROWS, **table_standing.ROWS}


def measure(name, full):
    try:
        return name, list(ROWS[name](full)), None
    except (RuntimeError, OSError, ArithmeticError, LookupError, ValueError) as error:
        return name, [], f"{type(error).__name__}: {error}"


def show(name, checks, error):
    """Prints a row; the answer is how many bars it misses."""
    print(f"{name}")
    short = 0
    for variant, what, value, bar, unit in checks:
        met = value <= bar
        short += not met
        verdict = "" if bar == math.inf else "met" if met else "SHORT"
        print(f"  {variant:38} {what:28} {value:10.3g}   bar {bar:8.3g} {unit:14} {value / bar:8.2g} {verdict}")
    if error:
        print(f"  could not be measured: {error}   SHORT")
        short += 1
    sys.stdout.flush()
    return short


def lines_of(rows):
    """What --json keeps: a number a line under its name, for any machine."""
    return {f"{name} | {variant} | {what}": {"value": value, "bar": None if bar == math.inf else bar, "unit": unit}
            for name, checks, _ in rows for variant, what, value, bar, unit in checks}


def compare(now, before):
    """Prints what got more than twice worse and uses up more than a tenth of its bar; the answer is how many did."""
    worse = []
    for key, line in now.items():
        old = before.get(key)
        if not old or line["bar"] is None:
            continue
        if line["value"] > 2 * abs(old["value"]) and line["value"] > 0.1 * line["bar"]:
            worse.append(key)
            print(f"worse: {key}: {old['value']:.3g} before, {line['value']:.3g} now, bar {line['bar']:.3g} {line['unit']}")
    for key in before.keys() - now.keys():
        print(f"not measured now: {key}")
    print(f"{len(worse)} of {len(now.keys() & before.keys())} lines more than twice worse than before and above a tenth of their bar")
    return len(worse)


def read_before(file):
    """The lines of an earlier --json; exit 2 where there are none."""
    try:
        with open(file) as text:
            return json.load(text)
    except (OSError, ValueError) as error:
        print(f"physics_table: --compare: {error}", file=sys.stderr)
        sys.exit(2)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    lab = os.path.normpath(os.path.join(here, "../../build/release/scenarios/spook-lab"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="parts of row names; all if none")
    parser.add_argument("--full", action="store_true", help="every variant")
    parser.add_argument("--lab", default=lab, help="the program (build/release/scenarios/spook-lab)")
    parser.add_argument("--jobs", type=int, default=2, help="rows at a time")
    parser.add_argument("--threads", type=int, default=1, help="threads of a step")
    parser.add_argument("--keep", metavar="FOLDER", help="where scene files and results stay")
    parser.add_argument("--json", metavar="FILE", help="keeps every line's value and bar")
    parser.add_argument("--compare", metavar="OLD.json", help="what an earlier --json holds")
    parser.add_argument("--list", action="store_true", help="names the rows")
    options = parser.parse_args()
    names = [name for name in ROWS if not options.rows or any(part.lower() in name.lower() for part in options.rows)]
    if options.list or not names:
        print("\n".join(ROWS), file=sys.stdout if options.list else sys.stderr)
        return 0 if options.list else 2
    if not os.access(options.lab, os.X_OK):
        print(f"physics_table: no program at {options.lab}: build it or say --lab", file=sys.stderr)
        return 2
    before = read_before(options.compare) if options.compare else None
    with tempfile.TemporaryDirectory() as folder:
        Settings.lab, Settings.threads, Settings.folder = options.lab, options.threads, options.keep or folder
        os.makedirs(Settings.folder, exist_ok=True)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            rows = []
            for row in pool.map(lambda name: measure(name, options.full), names):
                rows.append((*row, show(*row)))
    short = sum(row[-1] for row in rows)
    print(f"{len(names)} rows, {short} bars missed")
    lines = lines_of(row[:-1] for row in rows)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(lines, file, indent=1)
    worse = compare(lines, {key: line for key, line in before.items() if key.split(" | ")[0] in names}) if before else 0
    return 1 if worse + short else 0


if __name__ == "__main__":
    sys.exit(main())
