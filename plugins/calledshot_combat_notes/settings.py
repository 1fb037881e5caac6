"""The default rulings of Combat Notes: each place where the notes are silent or ambiguous, with our answer.

A campaign changes them under `[settings]`. Values only; what each one does is in the chapter it names.
"""

from __future__ import annotations

from collections.abc import Mapping

from calledshot.api import Setting


def _setting(
    name: str,
    default: str | int | float | bool,
    meaning: str,
    clauses: str,
    choices: tuple[str, ...] = (),
    numbers: tuple[float, float] | None = None,
) -> Setting:
    ids = tuple(f"CN-{number:0>3}" for number in clauses.split())
    return Setting(name=name, default=default, meaning=meaning, choices=choices, numbers=numbers, clauses=ids)


PHASES = (1, 5)  # Very Fast to Very Slow, as a campaign writes them
MULTIPLES = (1, 10)  # of a movement allowance
DELAYS = (0, 10)  # phases, two rounds of them

SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        # Movement and status
        _setting(
            "move.diagonal_rounding",
            "path",
            "The cost of diagonal squares is rounded up once for the whole path, or for each square.",
            "121",
            ("path", "square"),
        ),
        _setting(
            "move.missile_scale_rounding",
            "floor",
            "A third of the movement at missile scale is rounded down, or kept with its fraction.",
            "11",
            ("floor", "exact"),
        ),
        _setting(
            "half.withdraw_total",
            "half",
            "A withdrawal or a half-move charge may cover half the movement, or the whole of it.",
            "320 323 326",
            ("half", "full"),
        ),
        _setting(
            "run_multiple",
            "ask",
            "How many times the movement a run covers; asked of the DM unless a number is given.",
            "334",
            ("ask",),
            MULTIPLES,
        ),
        _setting(
            "sprint_multiple",
            "ask",
            "How many times the movement a sprint covers; asked of the DM unless a number is given.",
            "335",
            ("ask",),
            MULTIPLES,
        ),
        _setting(
            "status.clear",
            "unthreatened",
            "Clear is whoever is neither threatened nor grappled, or only who is out of the fight besides.",
            "30",
            ("unthreatened", "out_of_encounter"),
        ),
        _setting(
            "threat.mutual",
            False,
            "An opponent threatens only where each of the two can reach the other, not merely he.",
            "32",
        ),
        _setting(
            "facing.rear_squares",
            3,
            "How many of the eight squares around a fighter count as his rear.",
            "103",
            numbers=(0, 7),
        ),
        # Attacks of opportunity
        _setting(
            "aoo.confirm_with_dm",
            False,
            "The DM is asked about each attack of opportunity before it is offered.",
            "100",
        ),
        _setting(
            "aoo.away",
            "leave_reach",
            "Moving away is leaving an opponent's reach, or any step that takes one farther from him.",
            "102",
            ("leave_reach", "any_increase"),
        ),
        _setting(
            "aoo.adjust_exempt",
            False,
            "The one free square of a no-move action draws no attack of opportunity.",
            "102 310",
        ),
        _setting(
            "aoo.unarmed",
            "always",
            "An unarmed attack draws attacks of opportunity from everybody near, or only from the armed.",
            "104",
            ("always", "vs_armed"),
        ),
        _setting(
            "aoo.grappled_response",
            False,
            "Answering a hold with unarmed combat draws an attack of opportunity from the one who holds.",
            "104 35",
        ),
        _setting(
            "aoo.pass_through",
            "enter_and_leave",
            "A threatened square is passed through when it is entered and left in one move, or when entered.",
            "105",
            ("enter_and_leave", "enter"),
        ),
        _setting(
            "aoo.withdraw_exempts",
            "start_threats",
            "A withdrawal is safe from those who threatened at its start, or from everybody.",
            "105 326",
            ("start_threats", "all"),
        ),
        _setting(
            "aoo.per",
            "round",
            "The number of attacks of opportunity holds for the whole round, or for each opponent in it.",
            "110",
            ("round", "opponent"),
        ),
        _setting(
            "overrun.aoo",
            "defender",
            "An overrun lets the one overrun take an attack of opportunity, or all who threaten the mover.",
            "421",
            ("defender", "all"),
        ),
        _setting(
            "overrun.damage",
            "prone_only",
            "An overrun does damage only to somebody knocked prone, or in any case.",
            "425 426",
            ("prone_only", "always"),
        ),
        # Initiative and phases
        _setting(
            "init.magic_applies_to",
            "attack",
            "A magic weapon quickens the attack, or only its own phase before that of size is compared.",
            "410 411 412",
            ("attack", "weapon"),
        ),
        _setting(
            "init.move_then_attack_same_phase",
            "after_own_move",
            "Who moves and then attacks in one phase attacks right after his move, or in the next phase.",
            "223 320",
            ("after_own_move", "next_phase"),
        ),
        _setting(
            "init.critical_event",
            "per_tie",
            "Every tied initiative roll is a critical event, or only the first of a round.",
            "227 221",
            ("per_tie", "per_round"),
        ),
        _setting(
            "init.shift_scope",
            "all",
            "A 1 or a 10 shifts everything the side does in phases, or only its attacks.",
            "225 226",
            ("all", "attacks"),
        ),
        _setting(
            "init.weapon_floor_after_shift",
            False,
            "A side quickened by a 1 still attacks no earlier than the phase of the weapon.",
            "353 225",
        ),
        _setting(
            "init.overflow",
            "end_of_round",
            "What falls after Very Slow is done at the end of this round, is lost, or waits for the next.",
            "441 226 530",
            ("end_of_round", "lost", "next_round"),
        ),
        _setting(
            "item.phase",
            "base",
            "A magical item works in the base phase, in Fast, or when the DM says.",
            "315 316",
            ("base", "fast", "ask"),
        ),
        _setting(
            "missile.half_rate",
            "pattern",
            "Half of an odd rate of fire is spread over the rounds, rounded down, or asked of the DM.",
            "325",
            ("pattern", "floor", "ask"),
        ),
        _setting(
            "weapon.drop_delay",
            0,
            "Phases that dropping a weapon costs, besides the drawing of the next.",
            "532",
            numbers=DELAYS,
        ),
        # Actions whose effect the notes leave open
        _setting(
            "parry_effect",
            "ask",
            "What a parry does, in the campaign's own words; asked of the DM as long as it says ask.",
            "314",
        ),
        _setting(
            "cover_effect",
            "ask",
            "What covering somebody or something does; asked of the DM as long as it says ask.",
            "318",
        ),
        _setting(
            "guard_effect",
            "ask",
            "What a guard does; asked of the DM as long as it says ask.",
            "319 322",
        ),
        _setting(
            "charge_mods",
            "ask",
            "What a charge adds to the to-hit roll; asked of the DM unless a number is given.",
            "323 331",
            ("ask",),
            (-20, 20),
        ),
        # Spells
        _setting(
            "spell.ct0",
            1,
            "The phase of a spell whose casting time is 0 (1 Very Fast to 5 Very Slow).",
            "503",
            numbers=PHASES,
        ),
        _setting(
            "spell.ct10",
            5,
            "The phase of a spell whose casting time is 10 (1 Very Fast to 5 Very Slow).",
            "506",
            numbers=PHASES,
        ),
        _setting(
            "spell.round_unit",
            "combat",
            "A casting or preparation time in rounds counts combat rounds, or standard rounds of five each.",
            "506 511",
            ("combat", "standard"),
        ),
        _setting(
            "spell.failed_is_lost",
            "ask",
            "A spell that was ruined is gone from memory, is kept, or the DM is asked.",
            "508",
            ("ask", "true", "false"),
        ),
        _setting(
            "spell.same_phase",
            "order",
            "Damage in the phase of the spell ruins it if it comes first in the order, or always.",
            "508",
            ("order", "always_ruins"),
        ),
        # Critical hits, fumbles, knockdowns
        _setting(
            "crit.margin_on",
            "total",
            "The margin of 5 for a critical hit is taken on the modified total, or on the die alone.",
            "601",
            ("total", "natural"),
        ),
        _setting(
            "crit.armour_damage",
            "auto",
            "Armour suffers from every critical hit, only when the DM says so, or never.",
            "624",
            ("auto", "ask", "off"),
        ),
        _setting(
            "fumble.who",
            "all",
            "Everybody can fumble, or only the characters of the players.",
            "701",
            ("all", "pcs"),
        ),
        _setting(
            "knockdown.compare",
            "ge",
            "A knockdown roll must reach the number for the target's size (ge), or be above it (gt).",
            "711",
            ("ge", "gt"),
        ),
        _setting(
            "knockdown.gargantuan",
            "none",
            "The knockdown number of gargantuan creatures; none means that they cannot be knocked down.",
            "716",
            ("none",),
            (1, 20),
        ),
        _setting(
            "knockdown.xbow",
            "on_knockdown",
            "A loaded crossbow may go off at every knockdown, or only when its holder falls prone.",
            "718",
            ("on_knockdown", "on_prone"),
        ),
    )
}
"""Every setting, in the order of the chapters."""

AMBIGUITIES: Mapping[str, tuple[str, ...]] = {
    f"Amb-{number:02}": tuple(f"CN-{clause:0>3}" for clause in clauses.split())
    for number, clauses in enumerate(
        (
            "121",
            "410 411 412",
            "011",
            "032",
            "100",
            "102 310",
            "103",
            "104 035",
            "110",
            "223 320",
            "227 221",
            "315 316",
            "325",
            "421",
            "425 426",
            "441 226 530",
            "503 506",
            "506 511",
            "508",
            "532",
            "624",
            "701",
            "711",
            "716",
            "718",
            "225 226",
            "601",
            "353 225",
            "621 623",
            "508",
            "105 326",
            "030",
            "320 323 326",
        ),
        start=1,
    )
}
"""Each question the notes leave, by its id in `docs/combat-notes-compliance.md`, with its clauses. A ruling
of one of them is a default ruling."""


def asked_in(clause: str) -> tuple[str, ...]:
    """The questions behind a clause's default rulings: ("Amb-26", "Amb-28") for CN-225."""
    return tuple(id for id, clauses in AMBIGUITIES.items() if clause in clauses)
