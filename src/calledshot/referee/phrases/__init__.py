"""Reading free words by tables of phrases: words, patterns, and the engine that matches the two."""
