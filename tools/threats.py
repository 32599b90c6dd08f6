#!/usr/bin/env python3
"""Does every test that docs/THREATS.md names exist? `python3 tools/threats.py`

`Suite.Name…` is the beginning of a name, `Suite.*` a whole suite; what has a slash is a file without its ending."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", re.M)


def main():
    page = (ROOT / "docs/THREATS.md").read_text(encoding="utf-8")
    tests = [".".join(found) for path in (ROOT / "tests/server").glob("*.cpp")
             for found in TEST.findall(path.read_text(encoding="utf-8"))]
    rows = [line.split("|")[-2] for line in page.splitlines() if line.startswith("|") and "---" not in line]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    faults = []
    for name in named:
        if "/" in name:
            known = any(ROOT.glob(name + ".*"))
        elif "." in name:
            known = any(test.startswith(name.rstrip("*…")) for test in tests)
        else:
            known = (ROOT / "tests/fuzz" / (name + ".cpp")).exists()
        if not known:
            faults.append("docs/THREATS.md: there is no test `%s`" % name)
    print("\n".join(faults + ["%d tests named, %d faults" % (len(named), len(faults))]))
    return 1 if faults or not named else 0


if __name__ == "__main__":
    sys.exit(main())
