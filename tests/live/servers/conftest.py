"""Every fixture of the modules beside this file, one module a kind of server (irc_servers, matrix, …)."""

from __future__ import annotations

import importlib
from pathlib import Path

for _file in sorted(Path(__file__).parent.glob("*.py")):
    if not _file.stem.startswith(("test_", "conftest", "_")):
        _module = importlib.import_module(_file.stem)
        globals().update({name: value for name, value in vars(_module).items() if not name.startswith("_")})
