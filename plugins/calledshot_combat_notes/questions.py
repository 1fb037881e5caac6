"""What only the DM can tell: asked once, answered by his words under their topic, and played on
(all clauses of the class ASK).

A campaign's charts and settings answer before he is asked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from calledshot_combat_notes import acts
from calledshot_combat_notes.state import Attack, Deed, Fighter, Plan, Question

if TYPE_CHECKING:
    from calledshot_combat_notes.fight import NotesFight


def ask(
    fight: NotesFight,
    topic: str,
    clause: str,
    text: str,
    who: str | None = None,
    *,
    once: str | None = None,
    attack: Attack | None = None,
    deed: Deed | None = None,
    default: bool = False,
) -> Question | None:
    """Put a question; with `once` only the first time for that thing."""
    if once is not None:
        if (topic, once) in fight.told:
            return None
        fight.told.add((topic, once))
    question = Question(topic=topic, clause=clause, text=text, who=who, attack=attack, deed=deed)
    fight.questions.append(question)
    fight.encounter.ask_pgm(text, who, clauses=(clause,), default=default)
    return question


def open_on(fight: NotesFight, topic: str, who: str | None = None) -> Question | None:
    """The oldest question of that topic (about somebody)."""
    return next(
        (one for one in fight.questions if one.topic == topic and (who is None or one.who in (None, who))),
        None,
    )


LOAD = re.compile(
    r"\b(?:pick(?:s|ing)? up|lift(?:s|ing)?|carr(?:y|ies|ying)|shoulder(?:s|ing)?|haul(?:s|ing)?"
    r"|drag(?:s|ging)?|load(?:s|ing)? up|put(?:s|ting)? down (?:my|the|his|her) (?:pack|load|chest|sack)"
    r"|drop(?:s|ping)? (?:my|the|his|her) (?:pack|backpack|load|chest|sack))\b",
    re.IGNORECASE,
)
"""Words for taking up or putting down a load."""
LONGEST = 300
"""Characters of a line that may answer a question in passing."""
EFFECTS = {
    "parry": ("parry_effect", "CN-314", "what does the parry do?"),
    "cover": ("cover_effect", "CN-318", "what does the cover do?"),
    "guard": ("guard_effect", "CN-319", "what does the guard do?"),
}
"""Actions whose effect is a setting's or the DM's to tell."""


def of_plan(fight: NotesFight, fighter: Fighter, plan: Plan) -> None:
    """What a declaration leaves open for the DM.

    CN-001, CN-037, CN-300, CN-314, CN-315, CN-318, CN-319, CN-322, CN-323, CN-324, CN-334, CN-335.
    """
    from calledshot_combat_notes import deeds

    action, who, half = plan.move.action, fighter.name, plan.kind == "half"
    if LOAD.search(plan.move.text) and action in ("other", "ready", "item"):
        ask(
            fight,
            "encumbrance",
            "CN-400",
            "encumbered MV? the load changes: what is the movement now?",
            who,
            once=f"{who} {plan.move.text}",
        )
    elif fighter.sheet.movement is None and fighter.known and plan.cost and plan.kind != "no-move":
        ask(fight, "encumbrance", "CN-400", "encumbered MV? the sheet does not say it", who, once=who)
    elif action not in deeds.KNOWN:
        ask(
            fight,
            "outside",
            "CN-001",
            f"outside the notes: “{plan.move.text}”; how is it played?",
            who,
        )
    elif action in EFFECTS:
        setting, clause, text = EFFECTS[action]
        clause = "CN-322" if action == "guard" and half else clause
        if fight.setting(setting) == "ask":
            ask(fight, action, clause, text, who, once=action)
    elif action == "unarmed":
        clause = "CN-324" if half else "CN-315"
        ask(fight, "unarmed", clause, "unarmed combat: what comes of it?", who, once="unarmed")
    elif (
        action == "missile"
        and half
        and deeds.count(fight, fighter, plan, deeds.weapon_of(fight, fighter, plan)) is None
    ):
        ask(fight, "shots", "CN-325", "half the rate of fire: how many shots this round?", who)
    elif action == "charge" and fight.setting("charge_mods") == "ask":
        ask(fight, "charge", "CN-323", "what does the charge add to hit and damage?", who, once="charge")
    elif action in ("run", "sprint") and fight.setting(f"{action}_multiple") == "ask":
        clause = "CN-334" if action == "run" else "CN-335"
        ask(fight, action, clause, f"how many times the movement is a {action}?", who, once=action)
    elif action == "escape":
        from calledshot_combat_notes import book

        if book.rulebook(fight.campaign).escape is None:
            ask(fight, "escape", "CN-037", "escape roll: which dice, against what number?", who)
    elif action == "item" and fight.setting("item.phase") == "ask":
        ask(fight, "item", "CN-316", "in which phase does the item work?", who, once="item")


def told(fight: NotesFight, act: acts.Told, speaker: str, pgm: bool) -> None:
    """The DM answers under a topic's name."""
    from calledshot_combat_notes import answers

    question = open_on(fight, act.topic, act.who)
    closing = act.topic == "closing" and fight.phase == "action" and fight.round is not None
    if closing and fight.round is not None:
        fight.told.add(("closing", f"round {fight.round.count}"))  # told before it is asked
    if act.plain and question is None and not closing:
        return
    if question is not None:
        fight.questions.remove(question)
    fight.answers[act.topic] = act.words
    answers.apply(fight, act, question)


IN_PASSING: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "fumble",
        re.compile(
            r"[^.!?]{0,160}\b(?:drops?|loses? (?:his|her|its) grip|breaks?|snaps?|slips|hurts?"
            r"|[a-z]{2,12} (?:him|her|it|your)self|own (?:foot|toe|leg|hand|arm|knee|face)"
            r"|takes? (?:a |an |1)?d4|fl(?:y|ies|ying))\b[^.!?]{0,160}",
            re.IGNORECASE,
        ),
    ),
    ("fumble", re.compile(r"(?<=fumble)[\s!,–-]{1,4}(?!\s)[a-z][^\n]{5,200}", re.IGNORECASE)),
    (
        "injury",
        re.compile(
            r"[^.!?]{0,160}\b(?:graze[ds]?|broken|breaks|shatter(?:s|ed)|sever(?:s|ed)|crush(?:es|ed)|injured)\b"
            r"[^.!?]{0,160}",
            re.IGNORECASE,
        ),
    ),
    (
        "escape",
        re.compile(
            r"[^\n]{0,80}\b1?d\d{1,3}\b[^\n]{0,60}?"
            r"\b(?:needs?|needing|beat|against|vs|on|over|under|at (?:least|most))\b[^\n\d]{0,12}\d{1,2}\b"
            r"[^\n]{0,40}",
            re.IGNORECASE,
        ),
    ),
    (
        "spell",
        re.compile(
            r"\b(?:you|he|she|they) (?:also )?(?:loses?|lost|keeps?) (?:the|your|her|his|that) spell\b"
            r"|\bspell is (?:gone|lost|wasted|used up|not lost|kept)\b",
            re.IGNORECASE,
        ),
    ),
    ("bolt", re.compile(r"[^.!?]{0,160}\b(?:bolt|quarrel)\b[^.!?]{0,160}", re.IGNORECASE)),
    (
        "critical_event",
        re.compile(r"(?<=event)[\s!,.–-]{1,4}(?!\s)(?!re-?roll|roll)\w[^\n]{3,200}", re.IGNORECASE),
    ),
    (
        "critical_event",
        re.compile(
            r"(?:^|(?<=[.!?] ))"
            r"(?![^.!?\n]{0,120}\b(?:ties?|tied|same|draw|both|init\w{0,8}|roll\w{0,3}|\d)\b)"
            r"[^.!?\n]{8,160}(?=[.!]{1,3} {1,3}(?:re-?roll|roll (?:again|once more)|again|and again)\b)",
            re.IGNORECASE,
        ),
    ),
)
"""What answers a question without its topic: the words by which the answer can be known."""


def overhear(fight: NotesFight, text: str) -> None:
    """The DM answers in plain words while the question is open: "he drops his axe"."""
    if "?" in text.replace("?!", "!") or len(text) > LONGEST:
        return
    for topic, pattern in IN_PASSING:
        asked = open_on(fight, topic) is not None
        if not asked and not (topic == "injury" and _injury_is_due(fight)):
            continue
        found = pattern.search(text)
        if found is not None:
            words = found[0].strip(" !,.–-")
            told(fight, acts.Told(topic=topic, words=words, plain=asked), "", True)


def _injury_is_due(fight: NotesFight) -> bool:
    """Whether the last critical hit has an injury to come that was not yet asked for: its dice are owed.

    CN-602.
    """
    attack = fight.last_attack
    if attack is None or attack.outcome != "critical" or attack.death_saved is not False:
        return False
    return attack.injury is None or attack.injury.degree is None


def interrupted(fight: NotesFight, act: acts.Interrupted, speaker: str, pgm: bool) -> None:
    """A casting is interrupted without damage, by the DM's word.

    CN-508.
    """
    from calledshot_combat_notes import magic

    if act.who is None or act.holds:
        return
    magic.interrupted(fight, fight.join(act.who))
