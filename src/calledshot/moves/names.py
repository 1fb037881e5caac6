"""The ways people write somebody's name in a hurry: "Torvik" for Torvik77, "gob 2" for "Goblin 2".

Derived from the full names alone. Not for deciding whom a screen name belongs to, and not for finding
names in a sentence: both happen elsewhere, with this table in hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from unicodedata import normalize

TITLES = frozenset(
    {
        "lady", "lord", "sir", "dame", "madam", "mistress", "master", "miss", "mister", "mr", "mrs", "ms",
        "king", "queen", "prince", "princess", "baron", "baroness", "count", "countess", "duke", "duchess",
        "captain", "capt", "cpt", "dr", "doctor", "father", "mother", "brother", "sister", "saint", "st",
        "the", "von", "van", "de", "da", "du", "la", "le", "el", "al", "of",
    }
)  # fmt: skip
COMMON = frozenset(
    {
        "a", "an", "and", "any", "are", "as", "at", "away", "back", "bad", "be", "been", "big", "boy",
        "but", "by", "can", "child", "come", "cool", "day", "did", "do", "does", "done", "down", "each",
        "else", "end", "ever", "fight", "find", "fire", "first", "for", "free", "from", "get", "girl",
        "give", "go", "god", "goes", "going", "good", "got", "great", "guy", "had", "half", "has", "have",
        "he", "her", "here", "him", "his", "hit", "how", "i", "if", "im", "in", "into", "is", "it", "its",
        "just", "kid", "kill", "know", "last", "late", "left", "less", "let", "like", "little", "live",
        "long", "look", "lost", "low", "made", "make", "man", "many", "may", "me", "men", "might", "mine",
        "miss", "more", "most", "move", "much", "must", "my", "near", "need", "never", "new", "next",
        "nice", "night", "no", "none", "not", "now", "off", "ok", "old", "on", "one", "only", "or", "other",
        "our", "out", "over", "own", "part", "play", "please", "poor", "put", "ready", "real", "red",
        "right", "roll", "round", "run", "said", "same", "save", "saw", "say", "see", "self", "she", "shot",
        "should", "so", "some", "soon", "star", "still", "sure", "take", "ten", "than", "that", "them",
        "then", "there", "these", "they", "thing", "this", "those", "time", "to", "too", "try", "turn",
        "two", "under", "up", "us", "use", "very", "want", "was", "way", "we", "well", "went", "were",
        "what", "when", "which", "who", "why", "will", "win", "with", "woman", "won", "wood", "work",
        "would", "yes", "yet", "you", "your",
    }
)  # fmt: skip
"""Words of everyday talk that a part of a name is not taken for."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SHORTEST_PART = 3
"""Letters of a part that may stand for the whole ("Els" of "Els Varn"): below that it is mostly talk."""
SHORTEST_PREFIX = 3
"""Letters of a clipped form ("Tor")."""
UNCLIPPED = frozenset(
    {
        "ace", "act", "add", "age", "air", "ale", "all", "arm", "art", "ask", "ash", "axe", "bar", "bat",
        "bed", "bet", "bit", "bow", "box", "bug", "bus", "buy", "car", "cast", "cat", "cot", "cow", "crit",
        "cry", "cup", "cut", "damn", "dead", "deal", "den", "dig", "dip", "dog", "down", "drop", "dry",
        "due", "ear", "eat", "eel", "egg", "elf", "era", "eye", "fail", "fan", "far", "fast", "fat", "fee",
        "few", "fin", "fit", "fix", "fly", "fog", "fox", "full", "fun", "fur", "gap", "gas", "gem", "gin",
        "gun", "gut", "hand", "hard", "hat", "hay", "head", "heal", "hen", "here", "hip", "hold", "hop",
        "hot", "hug", "hunt", "ice", "ill", "init", "inn", "ink", "jar", "jaw", "jet", "job", "joy", "key",
        "kick", "kit", "lab", "lad", "lap", "law", "leg", "lid", "lie", "lip", "log", "mad", "magic", "map",
        "mark", "mat", "mend", "mix", "mob", "mom", "moon", "move", "mud", "mug", "net", "nod", "nut",
        "oak", "oar", "odd", "oil", "orb", "ore", "owl", "pad", "pain", "pan", "par", "pass", "path", "paw",
        "pay", "pen", "pet", "pig", "pin", "pit", "pop", "pot", "pub", "push", "ran", "rand", "rat", "raw",
        "ray", "rest", "rib", "rid", "ring", "rip", "rob", "rod", "rot", "row", "rub", "rug", "sad", "sand",
        "sea", "set", "shad", "shar", "sin", "sip", "sit", "six", "ski", "sky", "sly", "son", "sow", "spa",
        "spar", "spy", "stab", "storm", "stor", "sum", "sun", "sword", "tag", "tan", "tap", "tar", "tax",
        "tea", "tie", "tin", "tip", "toe", "ton", "top", "toss", "toy", "tub", "van", "vow", "wag", "war",
        "warm", "wax", "web", "wet", "wig", "wild", "wind", "wing", "wit", "wolf",
    }
)  # fmt: skip
"""Words that the beginning of a longer name is not taken for."""
PET_ENDINGS = ("i", "ie")
"""What a clipped name ends in among friends: "Otti", "Garrie"; a y makes too many plain words ("sorry")."""
NO_PETS = frozenset(
    {
        "alibi", "anti", "birdie", "brownie", "calorie", "cookie", "eerie", "genie", "laddie", "lassie",
        "maxi", "mini", "movie", "multi", "prairie", "rookie", "semi", "selfie", "taxi", "zombie",
    }
)  # fmt: skip
"""Words that look like such names."""
LONGEST = 64
"""Characters of a name that short forms are derived from; longer ones are hostile or pasted."""

EXACT, CORE, PART, CLIPPED, PET = range(5)


def squeeze(name: str) -> str:
    """A name without case, spaces and punctuation: what two spellings of one name have in common."""
    return "".join(c for c in name.casefold() if c.isalnum())


def short_forms(names: Iterable[str]) -> Mapping[str, str]:
    """Every way to write these names, folded (no case, no spaces) → the full name, full forms included.

    A form that fits two of them equally well is left out; an exact name beats another's short form.
    """
    return {form: fits[0] for form, fits in candidates(names).items() if len(fits) == 1}


def candidates(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """As `short_forms`, with the ambiguous forms and all the names they fit equally well."""
    best: dict[str, tuple[int, list[str]]] = {}
    for name in dict.fromkeys(names):
        for form, rank in _forms(name).items():
            known = best.get(form)
            if known is None or rank < known[0]:
                best[form] = (rank, [name])
            elif rank == known[0] and name not in known[1]:
                known[1].append(name)
    return {form: tuple(fits) for form, (_, fits) in best.items()}


def _forms(name: str) -> dict[str, int]:
    """One name's forms, each with how near it is to the name: the lower the nearer."""
    forms: dict[str, int] = {}

    def add(form: str, rank: int) -> None:
        if form and forms.get(form, rank + 1) > rank:
            forms[form] = rank

    add("".join(name.split()).casefold(), EXACT)
    add(squeeze(name), EXACT)
    if not name.isascii():  # "Zoe" for Zoë
        plain = normalize("NFKD", name[:LONGEST]).encode("ascii", "ignore").decode()
        for form, rank in _forms(plain).items() if plain else ():
            add(form, max(rank, CORE))
    parts = split(name[:LONGEST])
    words = [part for part in parts if not part.isdigit()]
    core = [word for word in words if word not in TITLES] or words
    number = int(parts[-1]) if len(parts) > 1 and parts[-1].isdigit() and len(parts[-1]) <= 4 else None
    joined = "".join(core)
    if len(joined) >= SHORTEST_PART and joined not in COMMON:
        add(joined, CORE)
    for word in core:
        if len(word) >= SHORTEST_PART and word not in COMMON:
            add(word, PART)
    if len(core) < len(words):  # "Lady E" for LadyElsinore
        titles = "".join(word for word in words if word in TITLES)
        add(titles + core[0][:1], PART)
        add(titles + core[0], CORE)
    if number is not None:
        for form, rank in _numbered(core, number).items():
            add(form, rank)
    if core:
        for length in range(SHORTEST_PREFIX, len(core[0])):
            clipped = core[0][:length]
            if clipped not in COMMON and clipped not in UNCLIPPED and len(core[0]) > SHORTEST_PREFIX + 1:
                add(clipped, CLIPPED)
                for ending in PET_ENDINGS:
                    if clipped + ending not in NO_PETS and clipped[-1] not in "aeiou":
                        add(clipped + ending, PET)
    return forms


def _numbered(core: list[str], number: int) -> dict[str, int]:
    """One of a kind by its number: "goblin #2", "second goblin", "gob 2", "G2"."""
    forms: dict[str, int] = {}
    if not core:
        return forms
    last, joined = core[-1], "".join(core)
    for word in (joined, last):
        for said in (f"{number}", f"#{number}", f"no{number}", f"number{number}", f"nr{number}"):
            forms[word + said] = CORE
        if 1 <= number <= len(ORDINALS):
            ordinal = f"{number}{('th', 'st', 'nd', 'rd')[number if number < 4 else 0]}"
            for said in (ORDINALS[number - 1], ordinal):
                forms[said + word] = CORE
            forms[word + CARDINALS[number - 1]] = CORE
    for length in range(SHORTEST_PART, len(last)):
        forms.setdefault(last[:length] + str(number), PART)
    forms.setdefault(last[:1] + str(number), PART)
    return forms


def split(name: str) -> list[str]:
    """The words and numbers of a name, folded: LadyElsinore → lady, elsinore; xTorvik77 → x, torvik, 77."""
    parts: list[str] = []
    start, previous = 0, ""
    for i, c in enumerate(name):
        kind = "d" if c.isdigit() else "u" if c.isupper() else "l" if c.isalpha() else ""
        starts = kind != previous and not (previous == "u" and kind == "l")
        if previous == "u" and kind == "l" and i - start > 1:  # "XMLara": the last capital begins the word
            parts.append(name[start : i - 1])
            start = i - 1
        if starts or not kind:
            if previous:
                parts.append(name[start:i])
            start = i
        previous = kind
    if previous:
        parts.append(name[start:])
    return [part.casefold() for part in parts]
