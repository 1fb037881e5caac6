"""Text to declarations: folding, words, grammar, and the strict form. Judging a declaration is a
ruleset's."""

from calledshot.moves.folding import fold
from calledshot.moves.grammar import read
from calledshot.moves.strict import write

__all__ = ["fold", "read", "write"]
