#!/usr/bin/env python3
"""man_page.py PROGRAM OUT.1: a manual page of what --help says, of the program and of each of its commands."""

import os
import re
import subprocess
import sys


def help_of(*words):
    return subprocess.run([*words, "--help"], check=True, capture_output=True, text=True).stdout.rstrip().splitlines()


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def body_of(lines):
    """options as tagged paragraphs, headings as sections, the rest as it stands"""
    page = []
    for line in lines:
        option = re.match(r"  (\S.*?)(?:  +(.*))?$", line)
        if re.match(r"\S.*:$", line):
            page += [".PP", ".B " + escaped(line)]
        elif option and not line.startswith("   "):
            page += [".TP", ".B " + escaped(option.group(1)), escaped(option.group(2) or "")]
        elif line.strip():
            if not line.startswith(" "):
                page.append(".PP")
            page.append(escaped(line.strip()))
    return page


def main():
    program, out = sys.argv[1], sys.argv[2]
    name = os.path.basename(program)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    lines = help_of(program)
    page = [f'.TH {name.upper()} 1 "" "Spook {version}" "User Commands"', ".SH NAME",
            escaped(f"{name} - {lines[0][0].lower() + lines[0][1:].rstrip('.')}"), ".SH DESCRIPTION", *body_of(lines)]
    commands = re.findall(r"^  ([a-z][a-z-]*) ", "\n".join(lines).partition("Subcommands:")[2], re.MULTILINE)
    if commands:
        page.append(".SH COMMANDS")
    for command in commands:
        page += [f".SS {escaped(name + ' ' + command)}", *body_of(help_of(program, command))]
    page += [".SH SEE ALSO", "The README of the sources tells more, with examples."]
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(line for line in page if line) + "\n")


if __name__ == "__main__":
    main()
