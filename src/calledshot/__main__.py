"""`python -m calledshot` is `calledshot`."""

import sys

from calledshot.cli import main

sys.exit(main())
