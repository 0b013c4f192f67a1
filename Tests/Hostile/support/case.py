"""The cases: functions that say so, found in the files of the folder `cases`."""
import importlib.util
import pathlib

CASES = {}


class Case:
    def __init__(self, name, table, body, is_busy):
        self.name, self.table, self.body, self.is_busy = name, table, body, is_busy
        self.text = " ".join((body.__doc__ or "").split())


def case(name, is_busy=False, each=None):
    """Registers a case, or one for each entry of a table: `name` then has the entry's name behind it.

    A busy one uses a processor all the time, so that few run at once.
    """
    def register(body):
        for entry, value in (each or {None: None}).items():
            whole = name if entry is None else f"{name}-{entry}"
            if whole in CASES:
                raise ValueError(f"two cases are called {whole}")
            bound = body if entry is None else _bind(body, value)
            CASES[whole] = Case(whole, name, bound, is_busy)
        return body
    return register


def _bind(body, value):
    def bound(trial):
        return body(trial, value)
    bound.__doc__ = body.__doc__
    return bound


def discover():
    folder = pathlib.Path(__file__).resolve().parent.parent / "cases"
    for path in sorted(folder.glob("*.py")):
        spec = importlib.util.spec_from_file_location("cases_" + path.stem, path)
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return CASES
