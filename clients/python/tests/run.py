"""
Runs the tests and writes what became of each, a line of JSON for each, to standard output; `--list` writes their names.
For people: `python -m unittest` in clients/python does the same in words.
"""

from __future__ import annotations

import json
import sys
import traceback
import unittest
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def each(suite: unittest.TestSuite | unittest.TestCase) -> Iterator[unittest.TestCase]:
    if isinstance(suite, unittest.TestCase):
        yield suite
    else:
        for part in suite:
            yield from each(part)


def name_of(test: unittest.TestCase) -> str:
    """A sentence: the test's first line of documentation."""
    return f"{type(test).__name__}: {test.shortDescription() or test.id().rpartition('.')[2]}"


class Report(unittest.TestResult):
    def tell(self, test: unittest.TestCase, problem: str | None) -> None:
        # What fails to import or in setUpClass is no TestCase of ours and has no sentence.
        name = name_of(test) if isinstance(test, unittest.TestCase) else str(test)
        print(json.dumps({"name": name, "problem": problem}), flush=True)

    def addSuccess(self, test: unittest.TestCase) -> None:
        self.tell(test, None)

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        print(f"{name_of(test)}: skipped: {reason}", file=sys.stderr)
        self.tell(test, None)

    def addFailure(self, test: unittest.TestCase, err: object) -> None:
        self.tell(test, "".join(traceback.format_exception(*err)))  # type: ignore[misc]

    addError = addFailure

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, err: object) -> None:
        if err is not None:
            self.tell(test, f"{subtest}\n" + "".join(traceback.format_exception(*err)))  # type: ignore[misc]


def main() -> None:
    sys.path.insert(0, str(ROOT))
    suite = unittest.defaultTestLoader.discover(str(ROOT / "tests"), top_level_dir=str(ROOT))
    if "--list" in sys.argv:
        for test in each(suite):
            print(json.dumps(name_of(test)))
    else:
        suite.run(Report())


if __name__ == "__main__":
    main()
